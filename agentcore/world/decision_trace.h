#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sideline::world {

/// A condition of a decision node with its measured value and its truth value.
struct DecisionTerm {
    std::string text;   ///< source text, such as `ball.distance < 0.8`
    double value = 0.0; ///< measured value in the measure's unit, rounded to thousandths
    double truth = 0.0; ///< 0 (fails) to 1 (holds), rounded to thousandths
    [[nodiscard]] bool operator==(const DecisionTerm&) const = default;
};

/// A decision node in the cycle of a frame.
struct DecisionNode {
    std::string name;      ///< name, as in its file
    std::string behavior;  ///< behavior of a leaf; empty for an inner node
    int depth = 0;         ///< depth, 0 for top-level nodes; children follow their parent
    int line = 0;          ///< line in its file, from 1
    double score = 0.0;    ///< score, rounded to thousandths; nodes with 0 or less are never chosen
    bool isChosen = false; ///< whether it is on the path chosen in this cycle
    bool isActive = false; ///< whether it is the leaf that controlled the robot, either chosen or
                           ///< still finishing
    std::uint32_t terms = 0; ///< number of its entries in `DecisionTrace::terms`
    [[nodiscard]] bool isLeaf() const { return !behavior.empty(); }
    [[nodiscard]] bool operator==(const DecisionNode&) const = default;
};

/// Explanation of a decision: every node with its score and conditions, and the chosen path.
/// Self-contained: does not need the file of the decision maker. The first word of `maker`
/// determines the form: nodes of a tree are as in its file; nodes of a network are groups of
/// modules, goals, thresholds and beliefs (`decision::isNetwork`).
struct DecisionTrace {
    std::string maker; ///< such as `tree keeper`, `network field`; empty without an explanation
    std::string fault; ///< reason why the newest version of its file was rejected; may be empty
    std::vector<DecisionNode> nodes; ///< parents before their children, in order
    std::vector<DecisionTerm> terms; ///< terms of the first node, then of the second, ...

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
