#include "agentcore/decision/loop_queues.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/decision/node_scripts.h"
#include "agentcore/decision/tree_builder.h"

namespace sideline::decision {

using base::Expected;

namespace {

// The parts of a string between semicolons.
std::vector<std::string_view> itemsOf(std::string_view text) {
    std::vector<std::string_view> items;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(';'), text.size());
        items.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return items;
}

// Whether the queue of a loop is in an entry.
bool isRead(const BtNode& node) {
    return node.kind == NodeKind::Loop && node.values.size() == 1 && node.values.front().entry >= 0;
}

bool isOfKind(const BlackboardValue& item, std::string_view tag) {
    if (tag == "LoopString") {
        return true;
    }
    const double number = item.number; // NaN if the item is a string
    const bool isInteger = number == std::floor(number);
    return tag == "LoopDouble" ? !std::isnan(number)
           : tag == "LoopInt"  ? isInteger
                               : number == 0.0 || number == 1.0;
}

} // namespace

bool LoopQueues::add(std::size_t node, std::string_view text, std::string_view tag) {
    std::vector<NodeValue>& values = m_tree.nodes[node].values;
    if (const std::string_view entry = pointerIn(text); !entry.empty()) {
        values.push_back({{}, m_names.entry(entry)});
        return true;
    }
    if (!hasRoomFor(text)) {
        m_tooLong = m_tooLong.value_or(node);
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

bool LoopQueues::hasRoomFor(std::string_view text) {
    m_separators += static_cast<std::size_t>(std::ranges::count(text, ';'));
    return m_separators < kMaxTreeSteps;
}

void LoopQueues::setTarget(std::size_t node, std::string_view text) {
    const BtNode& loop = m_tree.nodes[node];
    if (isRead(loop)) {
        m_loops.push_back(node);
        return;
    }
    const auto items = itemsOf(text);
    for (std::size_t i = 0; i < loop.values.size(); ++i) { // empty if the queue is too long
        m_names.write(loop.entry, loop.values[i].literal, items[i]);
    }
}

Expected<void> LoopQueues::finish() {
    const auto reader = std::ranges::find_if(m_tree.nodes, isRead);
    const bool areNeeded = reader != m_tree.nodes.end();
    // Items that are strings are appended to `texts` within the loop.
    for (std::size_t i = 0; areNeeded && i < m_tree.texts.size(); ++i) {
        const std::string text = m_tree.texts[i];
        if (!hasRoomFor(text)) {
            m_tooLong = m_tooLong.value_or(static_cast<std::size_t>(reader - m_tree.nodes.begin()));
            break;
        }
        std::vector<BlackboardValue> items;
        for (const std::string_view each : itemsOf(text)) {
            items.push_back(m_names.literal(each));
        }
        m_tree.queues.push_back(std::move(items));
    }
    if (m_tooLong) {
        const BtNode& loop = m_tree.nodes[*m_tooLong];
        base::Error error = treeFault(loop.line, "the queues of loops are too long",
                                      fmt::format("at most {} items", kMaxTreeSteps));
        error.code = base::ErrorCode::LimitExceeded;
        return tl::unexpected(loop.file.empty() ? error : error.inFile(loop.file));
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
    return {};
}

} // namespace sideline::decision
