#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <QCoreApplication>
#include <QString>

#include "agentcore/decision/decider.h"
#include "agentcore/world/decision_trace.h"

namespace sideline::widgets {

/// Value of a node: the time in a state, a status, or the score, which has a bar as well.
struct DecisionFigure {
    QString text;
    std::optional<double> bar; ///< length of the bar, 1 if full
    bool isDim = false;
};

/// Describes decisions in words, for all views. Nodes are indices in
/// `trace.nodes`.
class DecisionText {
    Q_DECLARE_TR_FUNCTIONS(sideline::widgets::DecisionText)
public:
    /// A number with two decimals; more if it would otherwise be shown as 0.
    [[nodiscard]] static QString number(double value);
    [[nodiscard]] static QString status(decision::NodeStatus status);
    [[nodiscard]] static DecisionFigure figure(const world::DecisionTrace& trace, std::size_t node);
    /// Name of a node, and its behavior if that has a different name.
    [[nodiscard]] static QString title(const world::DecisionNode& node);
    /// Why a node was chosen, or not.
    [[nodiscard]] static QString why(const world::DecisionTrace& trace, std::size_t node);
    /// Why a node of a behavior tree failed: the children that failed, down to their conditions
    /// with values and the reports of behaviors.
    [[nodiscard]] static QString failure(const world::DecisionTrace& trace, std::size_t node);
    /// The conditions that do not hold, with their values; all of them if all hold; empty without
    /// any.
    /// @param terms indices in `trace.terms`
    [[nodiscard]] static QString unmet(const world::DecisionTrace& trace,
                                       const std::vector<std::size_t>& terms);
    /// Title, reasons and conditions of a node, line by line.
    [[nodiscard]] static QString tip(const world::DecisionTrace& trace, std::size_t node);
};

} // namespace sideline::widgets
