#include "agentcore/decision/decider.h"

#include <fmt/format.h>

namespace sideline::decision {

std::string describe(const TreeBehavior& does) {
    std::string text = does.name;
    if (does.name != does.registered || !does.settings.empty()) {
        text += fmt::format(" ({}", does.registered);
        for (const auto& [key, value] : does.settings) {
            text += fmt::format(" {}={}", key, value);
        }
        text += ")";
    }
    return text;
}

} // namespace sideline::decision
