// Stands in for gdi32.dll and dxcore.dll: a software adapter, a GPU and an NPU.
#include <stdint.h>
#include <string.h>

typedef struct {
    uint32_t low;
    int32_t high;
} Luid;
typedef struct {
    uint32_t handle;
    Luid luid;
    uint32_t sources;
    int32_t precise;
} AdapterInfo;
typedef struct {
    uint64_t filter;
    uint32_t count;
    AdapterInfo* adapters;
} EnumAdapters3;
typedef struct {
    uint32_t handle, type;
    void* data;
    uint32_t size;
} QueryAdapterInfo;
_Static_assert(sizeof(AdapterInfo) == 20 && sizeof(EnumAdapters3) == 24 && sizeof(QueryAdapterInfo) == 24, "Windows");

int standin_npu_low = 0x128A6, standin_dxcore_error, standin_dxcore_npus = 1, standin_kernel_error;
int standin_open_handles, standin_live_objects;

static const char* const names[] = {"Microsoft Basic Render Driver", "Qualcomm(R) Adreno(TM) X1-85 GPU",
                                    "Snapdragon(R) X Elite - X1E80100 - Qualcomm(R) Hexagon(TM) NPU"};
static const uint32_t types[] = {1u | 1u << 2, 1u | 2u, 1u << 11};

static Luid luid_of(int index) {
    Luid luid = {index == 0 ? 0xBAEAu : index == 1 ? 0x124A5u : (uint32_t)standin_npu_low, 0};
    return luid;
}

int D3DKMTEnumAdapters3(EnumAdapters3* request) {
    if (standin_kernel_error) return standin_kernel_error;
    int count = request->filter & 1 ? 3 : 2;
    if (request->adapters) {
        for (int i = 0; i < count; ++i) {
            AdapterInfo info = {(uint32_t)i + 1, luid_of(i), 0, 0};
            request->adapters[i] = info;
            ++standin_open_handles;
        }
    }
    request->count = (uint32_t)count;
    return 0;
}
int D3DKMTQueryAdapterInfo(const QueryAdapterInfo* request) {
    int index = (int)request->handle - 1;
    if (request->type == 15 && request->size == 4) {
        memcpy(request->data, &types[index], 4);
        return 0;
    }
    if (request->type != 8 || request->size != 4 * 260 * 2) return -1;
    uint16_t* text = request->data;
    for (const char* c = names[index]; *c; ++c) *text++ = (uint16_t)(unsigned char)*c;
    *text = 0;
    return 0;
}
int D3DKMTCloseAdapter(const uint32_t* handle) {
    standin_open_handles -= *handle >= 1 && *handle <= 3;
    return 0;
}

// DXCore: objects are pointers to a table of methods.
typedef struct Object {
    void* const* table;
} Object;

static const unsigned char kNpu[16] = {0xc4, 0x40, 0x61, 0xd4, 0xd7, 0xad, 0x1b, 0x45,
                                       0x9e, 0x56, 0x06, 0xfe, 0x8c, 0x3b, 0x58, 0xed};
static const unsigned char kFactory[16] = {0x45, 0x59, 0xee, 0x78, 0x6e, 0xc3, 0x13, 0x4b,
                                           0xa6, 0x69, 0x00, 0x5d, 0xd1, 0x1c, 0x0f, 0x06};
static Object factory, list, adapter;

static uint32_t release(Object* self) {
    (void)self;
    return (uint32_t)--standin_live_objects;
}
static int create_list(Object* self, uint32_t count, const void* attributes, const void* iid, void** out) {
    (void)iid;
    *out = &list;
    ++standin_live_objects;
    return self == &factory && count == 1 && !memcmp(attributes, kNpu, 16) ? 0 : -2147024809;
}
static int get_adapter(Object* self, uint32_t index, const void* iid, void** out) {
    (void)iid;
    *out = &adapter;
    ++standin_live_objects;
    return self == &list && index == 0 ? 0 : -2147024809;
}
static uint32_t get_count(Object* self) { return self == &list ? (uint32_t)standin_dxcore_npus : 99; }
static int get_property(Object* self, uint32_t property, size_t size, void* buffer) {
    if (self != &adapter) return -2147024809;
    if (property == 0 && size == 8) {
        Luid luid = luid_of(2);
        memcpy(buffer, &luid, 8);
    } else if (property == 2) {
        strncpy(buffer, names[2], size);
    }
    return 0;
}
static int property_size(Object* self, uint32_t property, size_t* size) {
    *size = property == 2 ? strlen(names[2]) + 1 : 8;
    return self == &adapter ? 0 : -2147024809;
}

static void* const factory_table[] = {0, 0, (void*)release, (void*)create_list};
static void* const list_table[] = {0, 0, (void*)release, (void*)get_adapter, (void*)get_count};
static void* const adapter_table[] = {0, 0, (void*)release, 0, 0, 0, (void*)get_property, (void*)property_size};

int DXCoreCreateAdapterFactory(const void* iid, void** out) {
    factory.table = factory_table;
    list.table = list_table;
    adapter.table = adapter_table;
    if (standin_dxcore_error) return standin_dxcore_error;
    *out = &factory;
    ++standin_live_objects;
    return memcmp(iid, kFactory, 16) ? -2147024809 : 0;
}
