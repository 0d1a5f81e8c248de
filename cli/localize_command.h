#pragma once

namespace CLI {
class App;
}

namespace sideline::cli {

/// Adds `localize`: estimators on a recorded stream or in the simulator, against ground truth.
void addLocalizeCommand(CLI::App& app, int& exitCode);

} // namespace sideline::cli
