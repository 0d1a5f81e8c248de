#include "logs/session/decision_spans.h"

#include <string_view>

namespace sideline::logs {

namespace {

constexpr std::string_view kByHand = "by hand";
constexpr std::string_view kArrow = " \u203a ";

// For networks and state machine transitions, only chosen nodes are part of the path.
std::string pathOf(const world::DecisionTrace& trace) {
    std::string path;
    for (const world::DecisionNode& node : trace.nodes) {
        if (node.isChosen) {
            path += path.empty() ? std::string_view() : kArrow;
            path += node.name;
        }
    }
    return path;
}

std::string_view doesOf(const world::Decision& decision) {
    return decision.isUserControlled ? kByHand : std::string_view(decision.behavior);
}

} // namespace

bool DecisionSpans::isSame(const world::Decision& decision) const {
    const DecisionSpan& last = m_spans.back();
    const world::DecisionTrace& trace = decision.trace;
    if (last.does != doesOf(decision) || last.reason != decision.reason || m_maker != trace.maker ||
        m_isChosen.size() != trace.nodes.size() ||
        m_isUserControlled != decision.isUserControlled) {
        return false;
    }
    for (std::size_t i = 0; i < m_isChosen.size(); ++i) {
        if ((m_isChosen[i] != 0) != trace.nodes[i].isChosen) {
            return false;
        }
    }
    return true;
}

void DecisionSpans::begin(const world::Decision& decision, std::chrono::nanoseconds at) {
    m_spans.push_back(
        {at, at, std::string(doesOf(decision)), pathOf(decision.trace), decision.reason});
    m_maker = decision.trace.maker;
    m_isUserControlled = decision.isUserControlled;
    m_isChosen.clear();
    for (const world::DecisionNode& node : decision.trace.nodes) {
        m_isChosen.push_back(node.isChosen ? 1 : 0);
    }
}

void DecisionSpans::add(const world::AgentFrame& frame, std::chrono::nanoseconds at) {
    if (world::isObserved(frame)) {
        return;
    }
    if (m_spans.empty() || at - m_spans.back().to > kGap || !isSame(frame.decision)) {
        if (!m_spans.empty() && at - m_spans.back().to <= kGap) {
            m_spans.back().to = at; // joined
        }
        begin(frame.decision, at);
        return;
    }
    m_spans.back().to = at;
}

} // namespace sideline::logs
