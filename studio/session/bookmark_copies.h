#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "logs/replay/bookmarks.h"

namespace sideline::studio {

/// Copies the bookmarks of a live recording, which is deleted with its match, to the logs saved
/// from it. Other bookmarks and notes of those logs are kept. GUI thread only.
class BookmarkCopies {
public:
    /// Registers a log that contains the recording's frames from `first` on, including those still
    /// to come.
    void begin(const std::filesystem::path& log, logs::FrameNumber first);
    /// Marks a log as complete: it contains the frames of the recording before `behind`.
    void end(const std::filesystem::path& log, logs::FrameNumber behind);
    /// Clears the list of logs when another recording begins.
    void clear() { m_copies.clear(); }

    /// Writes the current bookmarks of the recording to the files of all logs.
    /// @return error messages, at most one for each log
    [[nodiscard]] std::vector<std::string> save(const std::vector<logs::Bookmark>& bookmarks);

private:
    struct Copy {
        std::filesystem::path log;
        logs::FrameNumber first;
        std::optional<logs::FrameNumber> behind;
        std::vector<logs::Bookmark> written; ///< with frame numbers of the log
    };
    std::vector<Copy> m_copies;
};

} // namespace sideline::studio
