#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/log_command.h"

namespace sideline::cli {

/// The parts of a session that `sideline log export` writes.
struct SessionExport {
    std::string agent; ///< name; empty: the only one
    std::string csvFile;
    std::string signals; ///< names separated by commas; empty: all
    bool listsSignals = false;
    std::string streamFile;
    std::string outputsFile;
    std::string beliefsFile;
    std::optional<double> fromS; ///< since the start of the session
    std::optional<double> toS;
    bool mayReplace = false; ///< whether existing files may be replaced

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

} // namespace sideline::cli
