#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "logs/match/log_index.h"

namespace sideline::logs {

/// A marked frame of a log, with a note.
struct Bookmark {
    FrameNumber frame = 0;
    double gameTimeS = 0.0; ///< for people who read the file
    std::string text;
    [[nodiscard]] bool operator==(const Bookmark&) const = default;
};

/// The bookmarks of a log, stored next to it as `NAME.bookmarks.json`.
///
/// Ordered by frame. Unknown members of the file are preserved.
class Bookmarks {
public:
    /// Returns the path of a log's bookmark file.
    [[nodiscard]] static std::filesystem::path fileFor(const std::filesystem::path& log);

    /// Reads a log's bookmarks; empty without a file.
    /// Errors: Malformed with file and byte, UnsupportedFormat for a newer version; Io.
    [[nodiscard]] static base::Expected<Bookmarks> load(const std::filesystem::path& file);

    /// Writes the bookmarks; the old file stays complete until it is replaced. An empty list
    /// removes the file.
    /// Errors: PermissionDenied, Io.
    [[nodiscard]] base::Expected<void> save(const std::filesystem::path& file) const;

    [[nodiscard]] const std::vector<Bookmark>& entries() const { return m_entries; }
    /// Adds a bookmark, or replaces the text of the one at the same frame.
    void set(Bookmark bookmark);
    void remove(FrameNumber frame);

private:
    std::vector<Bookmark> m_entries;
    std::string m_others = "{}"; ///< unknown members of the file, as JSON
};

} // namespace sideline::logs
