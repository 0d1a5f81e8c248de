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
    /// A temporary folder, deleted with this object.
    struct Folder {
        std::filesystem::path path;
        explicit Folder(std::filesystem::path folder) : path(std::move(folder)) {}
        ~Folder();
        Folder(const Folder&) = delete;
        Folder& operator=(const Folder&) = delete;
    };

    std::unique_ptr<Folder> copy; ///< location of the copy, if one was needed
    Database database;
    bool isFixed = false;     ///< the file has no writer
    bool hasJournal = false;  ///< the recorder's journal lies next to the file
    std::int32_t version = 0; ///< version of the tables
    std::vector<base::Error> damage;
};

/// Checks by its first bytes whether a file is a session.
/// @return the version of its tables
/// Errors: NotFound, Io; UnsupportedFormat for anything else and for a newer version.
[[nodiscard]] base::Expected<std::int32_t> checkSessionHead(const std::filesystem::path& path);

/// Opens a session without leaving files next to it.
/// @param isReadOnly the medium is read-only
/// @param spool folder for a copy, if one is needed; empty: the system's temporary folder
/// Errors: those of `checkSessionHead`; Malformed if its tables are unreadable.
[[nodiscard]] base::Expected<SessionFile> openSessionFile(const std::filesystem::path& path,
                                                          bool isReadOnly,
                                                          const std::filesystem::path& spool);

} // namespace sideline::logs
