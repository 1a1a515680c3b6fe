// Stands in for libdcmi.so on a board with one 310B; the test sets values and which calls fail.
#include <string.h>

struct memory_info {
    unsigned long long size, available;
    unsigned freq;
    unsigned long page_kb, pages_total, pages_free;
    unsigned used_percent;
    unsigned char reserved[60];
};
struct chip_info {
    char type[32], name[32], version[32];
    unsigned cores;
};
_Static_assert(sizeof(struct memory_info) == 112, "the layout that the driver fills in");

int standin_init_error, standin_no_cards, standin_utilization_error, standin_unsupported_kind = -1;
int standin_temperature = 52, standin_power = 74, standin_available_in_kb;
unsigned standin_health, standin_aicore = 63;

int dcmi_init(void) { return standin_init_error; }
int dcmi_get_card_list(int* count, int* list, int length) {
    *count = standin_no_cards ? 0 : 1;
    if (length < 1) return -8001;
    list[0] = 0;
    return 0;
}
int dcmi_get_device_num_in_card(int card, int* count) {
    *count = 1;
    return card ? -8008 : 0;
}
int dcmi_get_device_chip_info(int card, int device, struct chip_info* info) {
    memset(info, 0, sizeof *info);
    strcpy(info->type, "Ascend");
    strcpy(info->name, "310B4");
    strcpy(info->version, "V1");
    info->cores = 1;
    return card || device ? -8008 : 0;
}
int dcmi_get_device_health(int card, int device, unsigned* health) {
    *health = standin_health;
    return card || device ? -8008 : 0;
}
int dcmi_get_device_utilization_rate(int card, int device, int kind, unsigned* rate) {
    *rate = kind == 2 ? standin_aicore : kind == 4 ? 12 : kind == 5 ? 48 : 0;
    if (card || device) return -8008;
    return kind == standin_unsupported_kind ? -8255 : standin_utilization_error;
}
int dcmi_get_device_temperature(int card, int device, int* temperature) {
    *temperature = standin_temperature;
    return card || device ? -8008 : 0;
}
int dcmi_get_device_power_info(int card, int device, int* power) {
    *power = standin_power;
    return card || device ? -8008 : 0;
}
int dcmi_get_device_memory_info_v3(int card, int device, struct memory_info* info) {
    memset(info, 0, sizeof *info);
    info->size = 7545;
    info->available = standin_available_in_kb ? 4545ull * 1024 : 4545;
    info->used_percent = 39;
    info->pages_total = 15;
    return card || device ? -8008 : 0;
}
struct user {
    int process;
    unsigned long memory;
};
int standin_users;
int dcmi_get_device_resource_info(int card, int device, struct user* users, int* count) {
    for (int i = 0; i < standin_users; i++) users[i] = (struct user){100 + i, 120};
    *count = standin_users;
    return card || device ? -8008 : 0;
}
int dcmi_get_driver_version(char* version, unsigned size) {
    strncpy(version, "23.0.6", size);
    return 0;
}
// No dcmi_get_device_frequency: older drivers lack calls.
