#pragma once

namespace sideline::studio {

/// Runs the desktop program: reads the command line, opens the window, returns the exit status.
/// 0: good; 2: the command line or what it asked for was wrong.
int runStudio(int argc, char** argv);

} // namespace sideline::studio
