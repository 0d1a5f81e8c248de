#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/log_command.h"

namespace sideline::cli {

/// What `sideline log export` writes of a session.
struct SessionExport {
    std::string agent; ///< name; empty: the only one
    std::string csvFile;
    std::string signals; ///< names with commas between; empty: all
    bool listsSignals = false;
    std::string streamFile;
    std::string outputsFile;
    std::string beliefsFile;
    std::optional<double> fromS; ///< since the session's begin
    std::optional<double> toS;
    bool mayReplace = false; ///< whether files that are there may be replaced

    [[nodiscard]] bool isAsked() const {
        return listsSignals || !csvFile.empty() || !streamFile.empty() || !outputsFile.empty() ||
               !beliefsFile.empty();
    }
};

/// `sideline log info` of a session. @return exit status
[[nodiscard]] int describeSession(const LogArguments& arguments);
/// `sideline log verify` of a session. @return exit status
[[nodiscard]] int verifySession(const LogArguments& arguments);
/// `sideline log export` of a session. @return exit status
[[nodiscard]] int exportSession(const LogArguments& arguments, const SessionExport& what);

/// Adds `bench-recorder`: what recording costs. Its callback stores the exit status.
void addLogBenchRecorder(CLI::App& log, int& status);

} // namespace sideline::cli
