// Runs behavior trees cycle by cycle.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/decision/behavior_tree_run.h"
#include "agentcore/decision/behavior_tree_xml.h"
#include "tests/agentcore/decision/tree_xml.h"

namespace sideline::decision::tests {

using behavior::Status;
using Strings = std::vector<std::string>;

class BehaviorTreeFixture : public testing::Test {
protected:
    static BehaviorTreePtr read(std::string_view xml) {
        auto tree = readBehaviorTreeXml(xml, "behavior-tree test", "test.xml");
        EXPECT_TRUE(tree) << tree.error().toString();
        return tree ? std::make_shared<const BehaviorTree>(std::move(*tree)) : nullptr;
    }
    static std::string errorOf(std::string_view xml) {
        const auto tree = readBehaviorTreeXml(xml, "behavior-tree test", "test.xml");
        return tree ? "no error" : tree.error().toString();
    }
    void start(std::string_view nodes) { startWhole(whole(nodes)); }
    void startWhole(std::string_view xml) {
        m_tree = read(xml);
        m_run = std::make_unique<BehaviorTreeRun>(m_tree);
        m_work.clear();
        m_begun.clear();
    }
    // A cycle of 20 ms, in which requested behaviors begin at once.
    // @param ended statuses of the active behaviors, by name
    // @return the behaviors that are active afterwards, and the status of the root
    std::pair<Strings, NodeStatus> tick(const std::map<std::string, Status>& ended = {}) {
        for (Work& each : m_work) {
            const auto found = ended.find(nameOf(each.behavior));
            each.status = found == ended.end() ? Status::Running : found->second;
        }
        std::vector<BehaviorRequest> requests;
        m_run->decide({m_frame, m_field}, 0.02, m_work, requests);
        m_work.clear();
        Strings names;
        for (const BehaviorRequest& request : requests) {
            m_work.push_back({request.node, request.behavior, Status::Running, request.run});
            names.push_back(nameOf(request.behavior));
            if (m_begun.insert(request.run).second) {
                names.back() += "!"; // begins
            }
        }
        m_run->explain(m_work, m_trace);
        return {names, m_run->status(0)};
    }
    std::string nameOf(int behavior) const {
        return m_tree->behaviors[static_cast<std::size_t>(behavior)].name;
    }
    NodeStatus statusOf(std::string_view name) const { return m_run->status(node(name)); }
    std::size_t node(std::string_view name) const {
        const auto found = std::ranges::find(m_tree->nodes, name, &BtNode::name);
        EXPECT_NE(found, m_tree->nodes.end()) << name;
        return static_cast<std::size_t>(found - m_tree->nodes.begin());
    }
    double entry(std::string_view name) const {
        for (std::size_t i = 0; i < m_tree->entries.size(); ++i) {
            if (m_tree->entries[i].first == name) {
                return m_run->entry(i).number;
            }
        }
        ADD_FAILURE() << name;
        return 0.0;
    }
    void know(bool isKnown) { m_frame.world.ball.isKnown = isKnown; }
    void fly(bool isFlying) { m_frame.world.ball.isFlying = isFlying; }

    world::AgentFrame m_frame;
    field::FieldModel m_field{field::newestField().dimensions};
    BehaviorTreePtr m_tree;
    std::unique_ptr<BehaviorTreeRun> m_run;
    std::vector<Work> m_work;
    std::set<int> m_begun;
    world::DecisionTrace m_trace;
};

inline const std::map<std::string, Status> kADone = {{"a", Status::Done}};
inline const std::map<std::string, Status> kAFailed = {{"a", Status::Failed}};
inline const std::map<std::string, Status> kBDone = {{"b", Status::Done}};
inline const std::map<std::string, Status> kBFailed = {{"b", Status::Failed}};

inline auto is(Strings names, NodeStatus status) {
    return std::pair(std::move(names), status);
}

} // namespace sideline::decision::tests
