#pragma once

namespace CLI {
class App;
}

namespace sideline::cli {

/// Adds `localize` with its options: estimators on a recorded stream, or in the simulator, against
/// the truth.
void addLocalizeCommand(CLI::App& app, int& exitCode);

} // namespace sideline::cli
