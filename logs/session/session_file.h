#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "agentcore/base/error.h"
#include "logs/session/session_types.h"
#include "logs/session/sqlite.h"

namespace sideline::logs {

/// A session's file, opened for reading; see `SessionReader::open`.
struct SessionFile {
    /// A folder that goes with its owner.
    struct Folder {
        std::filesystem::path path;
        explicit Folder(std::filesystem::path folder) : path(std::move(folder)) {}
        ~Folder();
        Folder(const Folder&) = delete;
        Folder& operator=(const Folder&) = delete;
    };

    std::unique_ptr<Folder> copy; ///< where it had to be copied to
    Database database;
    bool isFixed = false;     ///< nobody writes it
    bool hasJournal = false;  ///< what its recorder had not yet carried over lies beside it
    std::int32_t version = 0; ///< of its tables
    std::vector<base::Error> damage;
};

/// Reports from its first bytes whether a file is a session. @return the version of its tables
/// Errors: NotFound, Io; UnsupportedFormat for anything else and for a newer version.
[[nodiscard]] base::Expected<std::int32_t> checkSessionHead(const std::filesystem::path& path);

/// Opens it so that nothing is left beside it.
/// @param isReadOnly the medium cannot be written
/// @param spool where a file that needs it is copied to; empty: the system's
/// Errors: as `checkSessionHead`; Malformed when its tables cannot be read.
[[nodiscard]] base::Expected<SessionFile> openSessionFile(const std::filesystem::path& path,
                                                          bool isReadOnly,
                                                          const std::filesystem::path& spool);

} // namespace sideline::logs
