// How programs get their arguments on Windows: as one text, which each takes apart again by the same rules.
#pragma once

#include <string>
#include <vector>

namespace geniex {

/** The command line of which CommandLineToArgvW makes `program` and `arguments` again. UTF-8, without NUL. */
std::string windows_command_line(const std::string& program, const std::vector<std::string>& arguments);

/** Whether Windows would hand such a file to its command interpreter, which takes arguments apart by other rules. */
bool is_windows_script(const std::string& program);

}  // namespace geniex
