// Stands in for pdh.dll: the test says which instances a counter has. Text is UTF-16, as on Windows.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MORE_DATA 0x800007D2u
#define NO_OBJECT 0xC0000BB8u
#define INVALID_ARGUMENT 0xC0000BBDu
#define FORMAT 0x9200u
#define COUNTERS 4
#define ITEMS 64

typedef struct {
    uint16_t* name;
    struct {
        uint32_t status;
        double value;
    } counted;
} Item;
_Static_assert(sizeof(Item) == 24, "PDH_FMT_COUNTERVALUE_ITEM_W of 64-bit Windows");

typedef struct {
    char name[160];
    uint32_t status;
    double value;
} Instance;

int standin_counters, standin_collections, standin_closed, standin_surprises, standin_collect_status;
char standin_paths[COUNTERS][96];
const char* standin_missing = "";

static Instance instances[COUNTERS][ITEMS];
static int counts[COUNTERS];

void standin_clear(int counter) { counts[counter] = 0; }
void standin_item(int counter, const char* name, uint32_t status, double value) {
    Instance* added = &instances[counter][counts[counter]++];
    strncpy(added->name, name, sizeof added->name - 1);
    added->status = status;
    added->value = value;
}
void standin_lack(const char* part) { standin_missing = part; }

uint32_t PdhOpenQueryW(const uint16_t* source, void* user, void** query) {
    *query = &standin_collections;
    return source || user ? INVALID_ARGUMENT : 0;
}
uint32_t PdhAddEnglishCounterW(void* query, const uint16_t* path, void* user, void** counter) {
    char* narrow = standin_paths[standin_counters];
    int length = 0;
    for (; path[length] && length < 95; ++length) narrow[length] = (char)path[length];
    narrow[length] = 0;
    if (query != &standin_collections || user) return INVALID_ARGUMENT;
    if (*standin_missing && strstr(narrow, standin_missing)) return NO_OBJECT;
    *counter = &counts[standin_counters++];
    return 0;
}
uint32_t PdhCollectQueryData(void* query) {
    ++standin_collections;
    return query == &standin_collections ? (uint32_t)standin_collect_status : INVALID_ARGUMENT;
}
uint32_t PdhGetFormattedCounterArrayW(void* counter, uint32_t format, uint32_t* size, uint32_t* count, void* buffer) {
    int number = (int)((int*)counter - counts);
    if (number < 0 || number >= COUNTERS || format != FORMAT) return INVALID_ARGUMENT;
    uint32_t needed = (uint32_t)(counts[number] * sizeof(Item));
    for (int i = 0; i < counts[number]; ++i) needed += (uint32_t)(2 * strlen(instances[number][i].name) + 2);
    int surprised = standin_surprises > 0 && standin_surprises--;
    if (*size < needed || surprised) {
        *size = needed;
        return MORE_DATA;
    }
    Item* items = buffer;
    uint16_t* text = (uint16_t*)(items + counts[number]);
    for (int i = 0; i < counts[number]; ++i) {
        const Instance* from = &instances[number][i];
        items[i].name = text;
        items[i].counted.status = from->status;
        items[i].counted.value = from->value;
        for (const char* c = from->name; *c; ++c) *text++ = (uint16_t)(unsigned char)*c;
        *text++ = 0;
    }
    *count = (uint32_t)counts[number];
    return 0;
}
uint32_t PdhCloseQuery(void* query) {
    standin_closed += query == &standin_collections;
    return 0;
}
