#pragma once

namespace sideline::studio {

/// Runs the desktop program: reads the command line, opens the window, returns the exit status.
/// 0: success; 2: the command line or a file that it names was invalid.
int runStudio(int argc, char** argv);

} // namespace sideline::studio
