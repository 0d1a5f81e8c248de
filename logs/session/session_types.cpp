#include "logs/session/session_types.h"

#include <array>

namespace sideline::logs {

std::string_view streamName(OutputStream stream) {
    constexpr std::array<std::string_view, 4> kNames = {"out", "err", "agent", "tool"};
    return kNames[static_cast<std::size_t>(stream)];
}

std::string_view recordKindName(RecordKind kind) {
    constexpr std::array<std::string_view, kRecordKindCount> kNames = {
        "frame",         "output line", "drawing",    "trainer command",
        "process event", "match log",   "match mark", "belief"};
    return kNames[static_cast<std::size_t>(kind)];
}

} // namespace sideline::logs
