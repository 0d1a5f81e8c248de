#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "logs/match/log_index.h"

namespace sideline::logs {

/// A place in a log that a user wants to find again.
struct Bookmark {
    FrameNumber frame = 0;
    double gameTimeS = 0.0; ///< for display who read the file
    std::string text;
    [[nodiscard]] bool operator==(const Bookmark&) const = default;
};

/// The bookmarks of a log, kept beside it as `NAME.bookmarks.json`.
///
/// Ordered by frame. Unknown members of the file are kept when it is written again.
class Bookmarks {
public:
    /// File that belongs to a log.
    [[nodiscard]] static std::filesystem::path fileFor(const std::filesystem::path& log);

    /// Reads a log's bookmarks; none if there is no file.
    /// Errors: Malformed with file and byte, UnsupportedFormat for a newer version; Io.
    [[nodiscard]] static base::Expected<Bookmarks> load(const std::filesystem::path& file);

    /// Writes them; the old file stays whole until the new one is complete. An empty list removes
    /// the file. Errors: PermissionDenied, Io.
    [[nodiscard]] base::Expected<void> save(const std::filesystem::path& file) const;

    [[nodiscard]] const std::vector<Bookmark>& entries() const { return m_entries; }
    /// Adds a bookmark, or changes the text of the one at the same frame.
    void set(Bookmark bookmark);
    void remove(FrameNumber frame);

private:
    std::vector<Bookmark> m_entries;
    std::string m_others = "{}"; ///< members of the file that we do not know, as JSON
};

} // namespace sideline::logs
