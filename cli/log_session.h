#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/log_command.h"

namespace sideline::cli {

/// Selects the parts of a session that `sideline log export` writes.
struct SessionExport {
    std::string agent; ///< name of the agent; empty: the only one
    std::string csvFile;
    std::string signals; ///< names separated by commas; empty: all
    bool listsSignals = false;
    std::string streamFile;
    std::string outputsFile;
    std::string beliefsFile;
    std::optional<double> fromS; ///< time since the start of the session
    std::optional<double> toS;
    bool mayReplace = false; ///< whether existing files may be replaced

    [[nodiscard]] bool isAsked() const {
        return listsSignals || !csvFile.empty() || !streamFile.empty() || !outputsFile.empty() ||
               !beliefsFile.empty();
    }
};

/// Runs `sideline log info` for a session. @return exit status
[[nodiscard]] int describeSession(const LogArguments& arguments);
/// Runs `sideline log verify` for a session. @return exit status
[[nodiscard]] int verifySession(const LogArguments& arguments);
/// Runs `sideline log export` for a session. @return exit status
[[nodiscard]] int exportSession(const LogArguments& arguments, const SessionExport& what);

} // namespace sideline::cli
