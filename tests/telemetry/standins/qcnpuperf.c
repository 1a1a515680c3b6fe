// Stands in for libqcnpuperf. OLD_ABI builds the library's first ABI. The test sets the variables.
#include <stddef.h>

struct snapshot {
    float q6;
    unsigned clock;
    float reserved0;
    float hvx, hmx;
    float reserved[9];
};

int standin_refuse, standin_no_data, standin_count = 4, standin_closed;
struct snapshot standin_data = {12.4f, 787200, 0, 3.1f, 9.8f, {0}};

static int handle;

#ifdef OLD_ABI
int qcom_dsp_init(int domain) { return standin_refuse || domain != 3; }
int qcom_dsp_deinit(int domain) {
    standin_closed += domain == 3;
    return 0;
}
struct snapshot* qcom_dsp_get_prof_data(int domain, int* count) {
    *count = standin_count;
    return standin_no_data || domain != 3 ? NULL : &standin_data;
}
int standin_is_old(void) { return handle == 0; }
#else
void* qcom_dsp_open(int domain) { return standin_refuse || domain != 3 ? NULL : &handle; }
void qcom_dsp_close(void* given) { standin_closed += given == &handle; }
struct snapshot* qcom_dsp_get_prof_data(void* given, int* count) {
    *count = standin_count;
    return standin_no_data || given != &handle ? NULL : &standin_data;
}
float qcom_dsp_prof_get_q6_utilization(const struct snapshot* data) { return data ? data->q6 : 0; }
unsigned qcom_dsp_prof_get_q6_clock(const struct snapshot* data) { return data ? data->clock : 0; }
float qcom_dsp_prof_get_hvx_utilization(const struct snapshot* data) { return data ? data->hvx : 0; }
float qcom_dsp_prof_get_hmx_utilization(const struct snapshot* data) { return data ? data->hmx : 0; }
unsigned qcom_dsp_prof_get_q6_arch_version(void* given) { return given == &handle ? 0x73 : 0; }
#endif
