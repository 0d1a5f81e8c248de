#include "cli/localize_command.h"

namespace sideline::cli {

void addLocalizeCommand(CLI::App& /*app*/, int& /*exitCode*/) {}

} // namespace sideline::cli
