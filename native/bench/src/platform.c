#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif

#include "platform.h"

#include <stdlib.h>

#if defined(_WIN32)
// clang-format off: windows.h comes before what depends on it
#include <windows.h>
#include <shellapi.h>
// clang-format on

static wchar_t* to_wide(const char* text) {
    const int length = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t* wide = calloc(length > 0 ? (size_t)length : 1, sizeof *wide);
    if (wide != NULL && length > 0) MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, length);
    return wide;
}

static char* to_utf8(const wchar_t* wide) {
    const int length = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char* text = calloc(length > 0 ? (size_t)length : 1, 1);
    if (text != NULL && length > 0) WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, length, NULL, NULL);
    return text;
}

static bool attributes_of(const char* path, WIN32_FILE_ATTRIBUTE_DATA* data) {
    wchar_t* wide = to_wide(path);
    const bool found = wide != NULL && GetFileAttributesExW(wide, GetFileExInfoStandard, data);
    free(wide);
    return found;
}

int64_t now_us(void) {
    LARGE_INTEGER frequency;
    LARGE_INTEGER count;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    return (int64_t)((double)count.QuadPart * 1e6 / (double)frequency.QuadPart);
}

void sleep_us(int64_t microseconds) { Sleep((DWORD)((microseconds + 999) / 1000)); }

FILE* open_file(const char* path, const char* mode) {
    wchar_t* wide_path = to_wide(path);
    wchar_t* wide_mode = to_wide(mode);
    FILE* file = wide_path != NULL && wide_mode != NULL ? _wfopen(wide_path, wide_mode) : NULL;
    free(wide_path);
    free(wide_mode);
    return file;
}

bool path_exists(const char* path) {
    WIN32_FILE_ATTRIBUTE_DATA data;
    return attributes_of(path, &data);
}

bool is_folder(const char* path) {
    WIN32_FILE_ATTRIBUTE_DATA data;
    return attributes_of(path, &data) && (data.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

int64_t file_size(const char* path) {
    WIN32_FILE_ATTRIBUTE_DATA data;
    if (!attributes_of(path, &data) || (data.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0) return -1;
    return ((int64_t)data.nFileSizeHigh << 32) | (int64_t)data.nFileSizeLow;
}

char** utf8_arguments(int* argc, char** argv) {
    wchar_t** wide = CommandLineToArgvW(GetCommandLineW(), argc);
    if (wide == NULL) return argv;
    char** arguments = calloc((size_t)*argc + 1, sizeof *arguments);
    if (arguments == NULL) return argv;
    for (int i = 0; i < *argc; ++i) arguments[i] = to_utf8(wide[i]);
    LocalFree(wide);
    return arguments;
}

#else
#include <sys/stat.h>
#include <time.h>

int64_t now_us(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

void sleep_us(int64_t microseconds) {
    const struct timespec time = {(time_t)(microseconds / 1000000), (long)(microseconds % 1000000) * 1000};
    nanosleep(&time, NULL);
}

FILE* open_file(const char* path, const char* mode) { return fopen(path, mode); }

bool path_exists(const char* path) {
    struct stat info;
    return stat(path, &info) == 0;
}

bool is_folder(const char* path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

int64_t file_size(const char* path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) ? (int64_t)info.st_size : -1;
}

char** utf8_arguments(int* argc, char** argv) {
    (void)argc;
    return argv;
}
#endif
