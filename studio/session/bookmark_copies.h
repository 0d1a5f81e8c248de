#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "logs/replay/bookmarks.h"

namespace sideline::studio {

/// Keeps the bookmarks of a live recording, which goes with its match, beside the logs that were
/// written of it and stay. What else has been set or written there is left as it is. GUI thread
/// only.
class BookmarkCopies {
public:
    /// A log holds the frames of the recording from this one on, also those to come.
    void begin(const std::filesystem::path& log, logs::FrameNumber first);
    /// It holds none from this one on.
    void end(const std::filesystem::path& log, logs::FrameNumber behind);
    /// There is another recording.
    void clear() { m_copies.clear(); }

    /// Brings the files of all logs to what the recording's bookmarks are now.
    /// @return what went wrong, a line for each log
    [[nodiscard]] std::vector<std::string> save(const std::vector<logs::Bookmark>& bookmarks);

private:
    struct Copy {
        std::filesystem::path log;
        logs::FrameNumber first;
        std::optional<logs::FrameNumber> behind;
        std::vector<logs::Bookmark> written; ///< by frames of the log
    };
    std::vector<Copy> m_copies;
};

} // namespace sideline::studio
