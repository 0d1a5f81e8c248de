#include "studio/session/bookmark_copies.h"

#include <algorithm>
#include <utility>

namespace sideline::studio {

void BookmarkCopies::begin(const std::filesystem::path& log, logs::FrameNumber first) {
    std::erase_if(m_copies, [&](const Copy& copy) { return copy.log == log; });
    m_copies.push_back({log, first, {}, {}});
}

void BookmarkCopies::end(const std::filesystem::path& log, logs::FrameNumber behind) {
    const auto copy = std::ranges::find(m_copies, log, &Copy::log);
    if (copy != m_copies.end()) {
        copy->behind = behind;
    }
}

std::vector<std::string> BookmarkCopies::save(const std::vector<logs::Bookmark>& bookmarks) {
    std::vector<std::string> faults;
    for (Copy& copy : m_copies) {
        std::vector<logs::Bookmark> copied;
        for (logs::Bookmark bookmark : bookmarks) {
            if (bookmark.frame >= copy.first && (!copy.behind || bookmark.frame < *copy.behind)) {
                bookmark.frame -= copy.first;
                copied.push_back(std::move(bookmark));
            }
        }
        if (copied == copy.written) {
            continue;
        }
        const auto file = logs::Bookmarks::fileFor(copy.log);
        auto kept = logs::Bookmarks::load(file);
        if (!kept) {
            faults.push_back(kept.error().toString());
            continue;
        }
        for (const logs::Bookmark& bookmark : copy.written) {
            kept->remove(bookmark.frame);
        }
        for (const logs::Bookmark& bookmark : copied) {
            kept->set(bookmark);
        }
        if (const auto saved = kept->save(file); !saved) {
            faults.push_back(saved.error().toString());
            continue;
        }
        copy.written = std::move(copied);
    }
    return faults;
}

} // namespace sideline::studio
