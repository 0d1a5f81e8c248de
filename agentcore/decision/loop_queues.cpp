#include "agentcore/decision/loop_queues.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agentcore/decision/node_scripts.h"

namespace sideline::decision {

namespace {

// The parts of a text between semicolons.
std::vector<std::string_view> itemsOf(std::string_view text) {
    std::vector<std::string_view> items;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(';'), text.size());
        items.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return items;
}

bool isOfKind(const BlackboardValue& item, std::string_view tag) {
    if (tag == "LoopString") {
        return true;
    }
    const double number = item.number; // NaN: a text
    const bool isInteger = number == std::floor(number);
    return tag == "LoopDouble" ? !std::isnan(number)
           : tag == "LoopInt"  ? isInteger
                               : number == 0.0 || number == 1.0;
}

} // namespace

bool LoopQueues::add(std::size_t node, std::string_view text, std::string_view tag) {
    m_text = text;
    std::vector<NodeValue>& values = m_tree.nodes[node].values;
    if (const std::string_view entry = pointerIn(text); !entry.empty()) {
        values.push_back({{}, m_names.entry(entry)});
        return true;
    }
    for (const std::string_view each : itemsOf(text)) {
        values.push_back({m_names.literal(each), -1});
        if (!isOfKind(values.back().literal, tag)) {
            return false;
        }
    }
    return true;
}

std::string LoopQueues::expectedFor(std::string_view tag) {
    const std::string items = tag == "LoopInt"      ? "integers"
                              : tag == "LoopDouble" ? "numbers"
                                                    : "truth values (true or false)";
    return items + " separated by semicolons, or {ENTRY} of the blackboard";
}

bool LoopQueues::isRead(const BtNode& node) const {
    return node.kind == NodeKind::Loop && node.values.size() == 1 && node.values.front().entry >= 0;
}

void LoopQueues::setTarget(std::size_t node) {
    const BtNode& loop = m_tree.nodes[node];
    if (isRead(loop)) {
        m_loops.push_back(node);
        return;
    }
    for (const std::string_view each : itemsOf(m_text)) {
        m_names.write(loop.entry, m_names.literal(each), each);
    }
}

void LoopQueues::finish() {
    const bool areNeeded =
        std::ranges::any_of(m_tree.nodes, [this](const BtNode& each) { return isRead(each); });
    for (std::size_t i = 0; areNeeded && i < m_tree.texts.size(); ++i) { // items are texts as well
        const std::string text = m_tree.texts[i];
        std::vector<BlackboardValue> items;
        for (const std::string_view each : itemsOf(text)) {
            items.push_back(m_names.literal(each));
        }
        m_tree.queues.push_back(std::move(items));
    }
    for (const std::size_t node : m_loops) {
        const BtNode& loop = m_tree.nodes[node];
        const auto written = m_names.written(loop.values.front().entry);
        if (!written) {
            m_names.write(loop.entry, {}, {});
            continue;
        }
        for (const auto& [value, text] : *written) {
            for (const std::string_view each : itemsOf(text)) {
                m_names.write(loop.entry, m_names.literal(each), each);
            }
        }
    }
}

} // namespace sideline::decision
