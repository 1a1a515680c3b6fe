#include "pull_helper.h"

#include <string_view>
#include <utility>
#include <vector>

#include "child_process.h"
#include "platform.h"
#include "store/error.h"
#include "store/json.h"

namespace geniex {

namespace {

constexpr const char* kTokenVariable = "GENIEX_HFTOKEN";
constexpr size_t kMaxLine = 1 << 20;

struct HubKey {
    int32_t hub;
    const char* key;
};

constexpr HubKey kHubKeys[] = {
    {GENIEX_HUB_HUGGINGFACE, "huggingface"},
    {GENIEX_HUB_MODELSCOPE, "modelscope"},
    {GENIEX_HUB_AIHUB, "aihub"},
    {GENIEX_HUB_DOCKER, "docker"},
};

void add_option(std::vector<std::string>& arguments, const char* option, const char* value) {
    if (value == nullptr || *value == '\0') return;
    arguments.push_back(std::string(option) + "=" + value);  // so that no value is taken for an option
}

std::vector<std::string> arguments_of(const char* action, const std::string& data_folder,
                                      const geniex_ModelPullInput& input) {
    std::vector<std::string> arguments = {"models", action, "--helper", "--json"};
    add_option(arguments, "--data-dir", data_folder.c_str());
    for (const HubKey& entry : kHubKeys) {
        if (entry.hub == input.hub) add_option(arguments, "--hub", entry.key);
    }
    add_option(arguments, "--quant", input.quant);
    add_option(arguments, "--chipset", input.chipset);
    if (input.model_type == GENIEX_MODEL_TYPE_LLM) arguments.emplace_back("--type=llm");
    if (input.model_type == GENIEX_MODEL_TYPE_VLM) arguments.emplace_back("--type=vlm");
    arguments.emplace_back("--");
    arguments.emplace_back(input.model_name);
    return arguments;
}

std::string text_of(const store::JsonValue& object, std::string_view key) {
    const store::JsonValue* value = object.find(key);
    return value != nullptr && value->as_text() != nullptr ? *value->as_text() : std::string();
}

int64_t number_of(const store::JsonValue& object, std::string_view key) {
    const store::JsonValue* value = object.find(key);
    return value != nullptr && value->as_integer() != nullptr ? *value->as_integer() : -1;
}

/** What the helper has said so far. */
class Conversation {
 public:
    explicit Conversation(const geniex_ModelPullInput& input) : input_(input) {}

    /** False when the client wants to stop. */
    bool hear(const std::string& line) {
        const store::JsonValue event = store::parse_json(line);
        const std::string kind = text_of(event, "event");
        if (kind == "progress") return tell_progress(event);
        if (kind == "done") outcome_ = event;
        if (kind == "error") {
            const int64_t code = number_of(event, "code");
            code_ = code < -1 ? static_cast<int32_t>(code) : GENIEX_ERROR_COMMON_UNKNOWN;
            text_ = text_of(event, "message");
        }
        return true;
    }

    void finish(bool cancelled) const {
        if (!outcome_.is_null()) return;  // a wish to stop that came too late is none
        if (cancelled) {
            throw store::Error(GENIEX_ERROR_COMMON_CANCELLED, "cancelled; what was downloaded so far is kept");
        }
        throw store::Error(code_, text_.empty() ? "the helper for downloads ended without a word" : text_);
    }

    /** The event of a happy end. */
    const store::JsonValue& outcome() const { return outcome_; }

 private:
    bool tell_progress(const store::JsonValue& event) {
        const store::JsonValue* list = event.find("files");
        if (input_.on_progress == nullptr || list == nullptr || list->as_array() == nullptr) return true;
        std::vector<std::string> names;
        for (const store::JsonValue& file : *list->as_array()) names.push_back(text_of(file, "name"));
        std::vector<geniex_FileProgress> files;
        for (size_t i = 0; i < names.size(); ++i) {
            const store::JsonValue& file = (*list->as_array())[i];
            files.push_back({names[i].c_str(), number_of(file, "done"), number_of(file, "total")});
        }
        return files.empty() || input_.on_progress(files.data(), static_cast<int32_t>(files.size()), input_.user_data);
    }

    const geniex_ModelPullInput& input_;
    store::JsonValue outcome_;
    int32_t code_ = GENIEX_ERROR_COMMON_UNKNOWN;
    std::string text_;
};

/** Runs the helper to its end and returns what it ended with. */
store::JsonValue run(const char* action, const std::string& helper, const std::string& data_folder,
                     const geniex_ModelPullInput& input) {
    std::vector<std::string> environment;
    // Not an argument: every user of the machine may see those.
    if (input.hf_token != nullptr) environment.push_back(std::string(kTokenVariable) + "=" + input.hf_token);
    ChildProcess child(helper, arguments_of(action, data_folder, input), environment);
    Conversation conversation(input);
    bool cancelled = false;
    std::string line;
    while (child.read_line(line, kMaxLine)) {
        if (conversation.hear(line) || cancelled) continue;
        cancelled = true;
        child.close_input();  // its sign to stop, and to keep what it has
    }
    child.wait();
    conversation.finish(cancelled);
    return conversation.outcome();
}

}  // namespace

std::string pull_helper() { return get_environment(kPullHelperVariable); }

void pull_by_helper(const std::string& helper, const std::string& data_folder, const geniex_ModelPullInput& input) {
    run("pull", helper, data_folder, input);
}

store::QueryResult query_by_helper(const std::string& helper, const std::string& data_folder,
                                   const geniex_ModelPullInput& input) {
    const store::JsonValue outcome = run("show", helper, data_folder, input);
    const store::JsonValue* plan = outcome.find("plan");
    const store::JsonValue* quants = plan != nullptr ? plan->find("quants") : nullptr;
    if (quants == nullptr || quants->as_array() == nullptr) {
        throw store::Error(GENIEX_ERROR_COMMON_UNKNOWN, "the helper for downloads did not say what there is");
    }
    store::QueryResult result;
    result.manifest.name = text_of(*plan, "name");
    result.manifest.plugin_id = text_of(*plan, "plugin_id");
    result.manifest.model_type = text_of(*plan, "type") == "vlm" ? GENIEX_MODEL_TYPE_VLM : GENIEX_MODEL_TYPE_LLM;
    for (const store::JsonValue& entry : *quants->as_array()) {
        result.candidates.push_back({text_of(entry, "quant"), number_of(entry, "size")});
    }
    return result;
}

}  // namespace geniex
