#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sideline::world {

/// A condition that counts in a node of a decision: what it says and how true it was.
struct DecisionTerm {
    std::string text;   ///< as written, such as `ball.distance < 0.8`
    double value = 0.0; ///< what was measured, in the unit of the measure, to thousandths
    double truth = 0.0; ///< 0 (fails) to 1 (holds), to thousandths
    [[nodiscard]] bool operator==(const DecisionTerm&) const = default;
};

/// A node of a decision in the cycle of a frame.
struct DecisionNode {
    std::string name;        ///< as written in its file
    std::string behavior;    ///< of a leaf: what it does; empty for an inner node
    int depth = 0;           ///< of a top node 0; children follow their parent
    int line = 0;            ///< in its file, from 1
    double score = 0.0;      ///< to thousandths; what is 0 or less is never chosen
    bool isChosen = false;   ///< lies on the path that was chosen in this cycle
    bool isActive = false;   ///< the leaf that moved the robot, chosen or still finishing
    std::uint32_t terms = 0; ///< how many of `DecisionTrace::terms` are its own
    [[nodiscard]] bool isLeaf() const { return !behavior.empty(); }
    [[nodiscard]] bool operator==(const DecisionNode&) const = default;
};

/// How a decision was made: every node with its score and conditions, and the path that was taken.
/// A value that explains itself: it needs no file of the decision maker. The first word of `maker`
/// is the form: of a tree the nodes are as written; of a network they are groups of modules, goals,
/// thresholds and beliefs (`decision::isNetwork`).
struct DecisionTrace {
    std::string maker; ///< as `tree keeper`, `network field`; empty: nothing explains this decision
    std::string fault; ///< why the newest version of its file was refused; or empty
    std::vector<DecisionNode> nodes; ///< parents before their children, in order
    std::vector<DecisionTerm> terms; ///< of the first node, then of the second, ...

    [[nodiscard]] bool isEmpty() const { return maker.empty(); }
    void clear() {
        maker.clear();
        fault.clear();
        nodes.clear();
        terms.clear();
    }
    [[nodiscard]] bool operator==(const DecisionTrace&) const = default;
};

} // namespace sideline::world
