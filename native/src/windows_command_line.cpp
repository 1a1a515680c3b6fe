#include "windows_command_line.h"

#include <algorithm>

namespace geniex {

namespace {

void append_quoted(std::string& line, const std::string& argument) {
    if (!argument.empty() && argument.find_first_of(" \t\n\v\"") == std::string::npos) {
        line += argument;
        return;
    }
    line += '"';
    size_t backslashes = 0;
    for (const char unit : argument) {
        if (unit == '"') line.append(backslashes + 1, '\\');  // one for each before it, which count only there
        backslashes = unit == '\\' ? backslashes + 1 : 0;
        line += unit;
    }
    line.append(backslashes, '\\');  // the closing quote makes these count, too
    line += '"';
}

char lower(char unit) { return unit >= 'A' && unit <= 'Z' ? static_cast<char>(unit - 'A' + 'a') : unit; }

}  // namespace

std::string windows_command_line(const std::string& program, const std::vector<std::string>& arguments) {
    std::string line = '"' + program + '"';  // ends at the next quote, whatever stands before that
    for (const std::string& argument : arguments) {
        line += ' ';
        append_quoted(line, argument);
    }
    return line;
}

bool is_windows_script(const std::string& program) {
    std::string name = program.substr(0, program.find_last_not_of(" .") + 1);  // Windows ignores these at the end
    name = name.size() < 4 ? std::string() : name.substr(name.size() - 4);
    std::transform(name.begin(), name.end(), name.begin(), lower);
    return name == ".bat" || name == ".cmd";
}

}  // namespace geniex
