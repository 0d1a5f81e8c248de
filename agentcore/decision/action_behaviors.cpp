#include "agentcore/decision/action_behaviors.h"

#include <algorithm>

#include <fmt/format.h>

#include "agentcore/decision/tree_builder.h"

namespace sideline::decision {

using base::Expected;

Expected<void> ActionBehaviors::finish(const BlackboardNames& names) {
    for (const Action& each : m_actions) {
        if (auto done = finish(each, names); !done) {
            return done;
        }
    }
    return {};
}

Expected<void> ActionBehaviors::finish(const Action& action, const BlackboardNames& names) {
    std::vector<ActionVariant> variants(1);
    std::vector<Settings> settings = {action.settings};
    for (const auto& [name, entry] : action.reads) {
        const auto written = names.written(entry);
        const std::size_t count = written ? written->size() * variants.size() : 0;
        if (count == 0 || count > kMaxTreeBehaviors) {
            return tl::unexpected(
                treeFault(m_tree.nodes[action.node].line,
                          fmt::format("the possible values of '{}' of {} are unknown", name,
                                      action.registered),
                          fmt::format("an entry that is set only to literal numbers and strings, "
                                      "with at most {} values",
                                      kMaxTreeBehaviors))
                    .inFile(m_tree.nodes[action.node].file));
        }
        std::vector<ActionVariant> more;
        std::vector<Settings> moreSettings;
        for (std::size_t i = 0; i < variants.size(); ++i) {
            for (const auto& [value, text] : *written) {
                more.push_back(variants[i]);
                more.back().values.push_back(value);
                moreSettings.push_back(settings[i]);
                moreSettings.back().emplace_back(name, text);
            }
        }
        variants = std::move(more);
        settings = std::move(moreSettings);
    }
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const auto behavior = behaviorFor(action, std::move(settings[i]));
        if (!behavior) {
            return tl::unexpected(behavior.error());
        }
        variants[i].behavior = *behavior;
    }
    m_tree.nodes[action.node].does = std::move(variants);
    return {};
}

Expected<int> ActionBehaviors::behaviorFor(const Action& action, Settings settings) {
    TreeBehavior made;
    made.name = made.registered = action.registered;
    for (const auto& [key, value] : settings) {
        made.name += fmt::format(" {}={}", key, value);
    }
    made.settings = std::move(settings);
    const BtNode& node = m_tree.nodes[action.node];
    made.file = node.file.empty() ? m_tree.file : node.file;
    made.line = node.line;
    const auto known = std::ranges::find_if(
        m_tree.behaviors, [&](const TreeBehavior& each) { return each.isSameAs(made); });
    const auto index = static_cast<int>(known - m_tree.behaviors.begin());
    if (known == m_tree.behaviors.end()) {
        if (m_tree.behaviors.size() >= kMaxTreeBehaviors) {
            return tl::unexpected(treeFault(made.line, "too many behaviors",
                                            fmt::format("at most {}", kMaxTreeBehaviors))
                                      .inFile(made.file));
        }
        m_tree.behaviors.push_back(std::move(made));
    }
    return index;
}

} // namespace sideline::decision
