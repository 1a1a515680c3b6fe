// Several processes and threads on one store.
#include <algorithm>
#include <csignal>
#include <thread>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store_testing.h"

namespace {

using namespace store_testing;

constexpr int kRounds = 40;

/** Exit code of `body` in a process of its own; nothing of the parent's runs in it. */
template <typename Body>
pid_t start(Body&& body) {
    const pid_t child = fork();
    if (child == 0) _exit(body());
    return child;
}

int exit_code(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

void write_source(const fs::path& source) {
    write(source / "a-Q4_0.gguf", gguf("four", 100'000));
    write(source / "a-Q8_0.gguf", gguf("eight", 200'000));
}

int pull_in_child(const fs::path& data, const fs::path& source, const char* quant) {
    if (geniex_model_init(data.u8string().c_str()) != 0) return 100;
    PullOptions options;
    options.quant = quant;
    return -pull("org/a", source, options) % 100;
}

void the_same_model_at_once() {
    const fs::path root = fresh_folder("same");
    write_source(root / "source");
    std::vector<pid_t> children;
    for (int i = 0; i < 4; ++i) {
        const char* quant = i % 2 == 0 ? "Q4_0" : "Q8_0";
        children.push_back(start([&] { return pull_in_child(root / "data", root / "source", quant); }));
    }
    for (const pid_t child : children) CHECK_EQ(exit_code(child), 0);
    const OpenStore store(root / "data");
    CHECK_EQ(listed(), "org/a[Q4_0,Q8_0]");
    CHECK_EQ(read(get_paths("org/a:Q8_0").model), gguf("eight", 200'000));
    CHECK_EQ(files_in(store.folder("org/a")), "a-Q4_0.gguf a-Q8_0.gguf geniex.json");
}

/** Pulls and removes in turn: the lock file itself comes and goes under the feet of the other. */
int come_and_go(const fs::path& data, const fs::path& source) {
    if (geniex_model_init(data.u8string().c_str()) != 0) return 100;
    for (int i = 0; i < kRounds; ++i) {
        if (pull("org/a", source) != 0) return 1;
        if (geniex_model_remove("org/a") != 0) return 2;
    }
    return 0;
}

void pulls_against_removals() {
    const fs::path root = fresh_folder("removal");
    write_source(root / "source");
    const pid_t first = start([&] { return come_and_go(root / "data", root / "source"); });
    const pid_t second = start([&] { return come_and_go(root / "data", root / "source"); });
    CHECK_EQ(exit_code(first), 0);
    CHECK_EQ(exit_code(second), 0);
    const OpenStore store(root / "data");
    CHECK_EQ(listed(), "");
    CHECK(fs::is_empty(store.folder("")));
}

bool die(const geniex_FileProgress*, int32_t, void*) { _exit(0); }

void a_process_that_dies() {
    const fs::path root = fresh_folder("death");
    write_source(root / "source");
    const pid_t child = start([&] {
        PullOptions options;
        options.on_progress = die;
        geniex_model_init((root / "data").u8string().c_str());
        return pull("org/a", root / "source", options) == 0 ? 1 : 2;
    });
    CHECK_EQ(exit_code(child), 0);
    const OpenStore store(root / "data");
    CHECK_EQ(listed(), "");
    CHECK(fs::exists(store.folder("org/a") / ".inflight/geniex.json"));
    CHECK_EQ(pull("org/a", root / "source"), 0);  // its lock died with it
    CHECK_EQ(listed(), "org/a[Q4_0,Q8_0]");
}

/** Pulls in a process that may write no file beyond `limit` bytes. */
int exit_code_with_limit(rlim_t limit, bool dies, const fs::path& data, const fs::path& source) {
    return exit_code(start([&] {
        const rlimit no_core = {0, 0};
        const rlimit file_size = {limit, limit};
        setrlimit(RLIMIT_CORE, &no_core);
        if (!dies) std::signal(SIGXFSZ, SIG_IGN);
        if (setrlimit(RLIMIT_FSIZE, &file_size) != 0) return 101;
        return pull_in_child(data, source, nullptr);
    }));
}

/** Killed in the middle of a write, or told that there is no room: wherever it happens, the next import goes on. */
void writes_that_fail() {
    constexpr int kNoSpace = 17;  // INSUFFICIENT_DISK_SPACE, as pull_in_child() shortens it
    const fs::path root = fresh_folder("limits");
    write_source(root / "source");
    for (const bool dies : {true, false}) {
        const fs::path data = root / (dies ? "killed" : "full");
        for (const rlim_t limit : {0, 1, 50, 600, 5'000, 99'999, 100'000, 150'000, 199'999}) {
            const int code = exit_code_with_limit(limit, dies, data, root / "source");
            CHECK_EQ(code, dies ? 1000 + SIGXFSZ : kNoSpace);
            const OpenStore store(data);
            CHECK_EQ(listed(), "");
        }
        const OpenStore store(data);
        CHECK_EQ(pull("org/a", root / "source"), 0);
        CHECK_EQ(read(get_paths("org/a:Q4_0").model), gguf("four", 100'000));
        CHECK_EQ(read(get_paths("org/a:Q8_0").model), gguf("eight", 200'000));
        CHECK_EQ(files_in(store.folder("org/a")), "a-Q4_0.gguf a-Q8_0.gguf geniex.json");
    }
}

void threads() {
    const fs::path root = fresh_folder("threads");
    write_source(root / "source");
    const OpenStore store(root / "data");
    std::vector<std::thread> threads;
    std::vector<int32_t> codes(8, -1);
    for (size_t i = 0; i < codes.size(); ++i) {
        threads.emplace_back([&, i] { codes[i] = pull("org/m" + std::to_string(i % 3), root / "source"); });
    }
    for (int i = 0; i < kRounds; ++i) listed();  // readers take no lock
    for (std::thread& thread : threads) thread.join();
    for (const int32_t code : codes) CHECK_EQ(code, 0);
    CHECK_EQ(listed(), "org/m0[Q4_0,Q8_0] org/m1[Q4_0,Q8_0] org/m2[Q4_0,Q8_0]");
}

}  // namespace

int main() {
    geniex_set_log(nullptr);
    the_same_model_at_once();
    pulls_against_removals();
    a_process_that_dies();
    writes_that_fail();
    threads();
    return check::report();
}
