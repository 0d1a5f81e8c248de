#pragma once

namespace CLI {
class App;
}

namespace sideline::cli {

/// Adds `localize`, which runs estimators on a recorded stream or in the simulator and compares
/// them with ground truth.
void addLocalizeCommand(CLI::App& app, int& exitCode);

} // namespace sideline::cli
