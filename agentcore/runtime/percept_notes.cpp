#include "agentcore/runtime/percept_notes.h"

#include <cstddef>
#include <utility>

#include <fmt/format.h>

namespace sideline::runtime {

namespace {

constexpr std::size_t kMaxNotes = 32;
constexpr std::size_t kNoteTextBytes = 100;

} // namespace

void PerceptNotes::note(const protocol::Percepts& percepts, world::AgentFrame& frame) {
    for (const protocol::UnreadPercept& unread : percepts.unread) {
        if (m_noted.size() >= kMaxNotes) {
            return;
        }
        const bool isFailed = unread.reason == protocol::UnreadPercept::Reason::Failed;
        std::string kind = fmt::format("{} {}", isFailed ? "damaged" : "unknown",
                                       unread.name.substr(0, kNoteTextBytes));
        if (!m_noted.contains(kind)) {
            frame.lines.push_back(fmt::format("{} percept: {}{}{}", kind,
                                              unread.text.substr(0, kNoteTextBytes),
                                              isFailed ? "; expected " : "", unread.expected));
            m_noted.insert(std::move(kind));
        }
    }
}

} // namespace sideline::runtime
