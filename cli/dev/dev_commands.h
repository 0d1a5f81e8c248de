#pragma once

#include <CLI/CLI.hpp>

namespace sideline::cli {

// Each adds a subcommand of `sideline-dev` to its group; its callback stores the exit status.
void addAgentBench(CLI::App& agent, int& status);
void addLogBench(CLI::App& log, int& status);
void addLogBenchRecorder(CLI::App& log, int& status);
void addMotionBench(CLI::App& motion, int& status);
void addProxyBench(CLI::App& proxy, int& status);
void addSimBench(CLI::App& sim, int& status);
void addSimCompare(CLI::App& sim, int& status);
void addSimReplay(CLI::App& sim, int& status);
void addSimSoak(CLI::App& sim, int& status);
void addSimTakeover(CLI::App& sim, int& status);
void addSkillBench(CLI::App& skill, int& status);
void addTrainBench(CLI::App& train, int& status);

} // namespace sideline::cli
