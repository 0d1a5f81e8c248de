#include "widgets/decide/decision_text.h"

#include <algorithm>
#include <cmath>

#include "agentcore/decision/decision_why.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

// Completes a sentence about a node with the reason why it failed, if it did.
QString withFailure(const world::DecisionTrace& trace, std::size_t node, const QString& sentence) {
    const QString reason = decision::nodeStatus(trace, node) == decision::NodeStatus::Failure
                               ? DecisionText::failure(trace, node)
                               : QString();
    return reason.isEmpty() ? sentence + QLatin1Char('.')
                            : DecisionText::tr("%1, because %2.").arg(sentence, reason);
}

} // namespace

// Prevents a value slightly above 0 from being shown as 0.
QString DecisionText::number(double value) {
    const int decimals = value != 0.0 && std::abs(value) < 0.005 ? 3 : 2;
    return std::isfinite(value) ? QString::number(value, 'f', decimals) : QStringLiteral("-");
}

QString DecisionText::status(decision::NodeStatus status) {
    switch (status) {
    case decision::NodeStatus::Idle:
        return tr("idle");
    case decision::NodeStatus::Skipped:
        return tr("skipped");
    case decision::NodeStatus::Running:
        return tr("running");
    case decision::NodeStatus::Success:
        return tr("success");
    case decision::NodeStatus::Failure:
        return tr("failure");
    }
    return {};
}

DecisionFigure DecisionText::figure(const world::DecisionTrace& trace, std::size_t i) {
    const world::DecisionNode& node = trace.nodes[i];
    if (decision::isBehaviorTree(trace)) {
        const decision::NodeStatus is = decision::nodeStatus(trace, i);
        return {status(is), {}, is == decision::NodeStatus::Idle};
    }
    if ((decision::isNetwork(trace) || decision::isPolicy(trace)) && node.depth == 0) {
        return {};
    }
    if (decision::isMachine(trace) && !node.name.starts_with(decision::kTransition)) {
        return {node.isChosen ? tr("%1 s").arg(node.score, 0, 'f', 1) : QString(), {}, false};
    }
    return {number(node.score), node.score, node.score == 0.0};
}

QString DecisionText::title(const world::DecisionNode& node) {
    return node.isLeaf() && node.behavior != node.name
               ? QStringLiteral("%1  \u2192  %2").arg(toQt(node.name), toQt(node.behavior))
               : toQt(node.name);
}

QString DecisionText::tip(const world::DecisionTrace& trace, std::size_t node) {
    QStringList lines = {title(trace.nodes[node])};
    if (trace.nodes[node].line > 0) {
        lines << tr("Line %1 of the file").arg(trace.nodes[node].line);
    }
    const QString why = DecisionText::why(trace, node);
    if (!why.isEmpty() && why != lines.front()) {
        lines << why;
    }
    for (const std::size_t each : decision::termsOf(trace, node)) {
        const world::DecisionTerm& term = trace.terms[each];
        lines << tr("%1: %2, value %3")
                     .arg(toQt(term.text), number(term.truth),
                          std::isnan(term.value) ? tr("unknown") : number(term.value));
    }
    return lines.join(QLatin1Char('\n'));
}

QString DecisionText::unmet(const world::DecisionTrace& trace,
                            const std::vector<std::size_t>& terms) {
    const bool isAny = std::ranges::any_of(
        terms, [&](std::size_t each) { return trace.terms[each].truth < decision::kHolds; });
    QStringList texts;
    for (const std::size_t each : terms) {
        const world::DecisionTerm& term = trace.terms[each];
        const bool holds = term.truth >= decision::kHolds;
        if (isAny && holds) {
            continue;
        }
        const std::string_view text = term.text;
        if (text.starts_with(decision::kReport)) {
            texts
                << tr("it reports \u201c%1\u201d").arg(toQt(text.substr(decision::kReport.size())));
            continue;
        }
        const QString value = std::isnan(term.value) ? tr("unknown") : number(term.value);
        texts << (holds ? tr("\u201c%1\u201d holds (value %2)")
                        : tr("\u201c%1\u201d does not hold (value %2)"))
                     .arg(toQt(text), value);
    }
    return texts.join(tr(", "));
}

QString DecisionText::failure(const world::DecisionTrace& trace, std::size_t node) {
    const QString own = unmet(trace, decision::termsOf(trace, node));
    QStringList causes;
    for (const std::size_t each : decision::failureCauses(trace, node)) {
        const QString name = title(trace.nodes[each]);
        if (decision::nodeStatus(trace, each) == decision::NodeStatus::Success) {
            causes << tr("\u201c%1\u201d succeeded").arg(name);
            continue;
        }
        const QString failed = tr("\u201c%1\u201d").arg(name);
        const QString deeper = failure(trace, each);
        causes << (deeper.isEmpty()            ? tr("%1 failed").arg(failed)
                   : deeper.startsWith(failed) ? deeper // a condition with its own name
                                               : tr("%1 failed: %2").arg(failed, deeper));
    }
    return causes.isEmpty() ? own : causes.join(tr("; "));
}

QString DecisionText::why(const world::DecisionTrace& trace, std::size_t node) {
    const decision::DecisionWhy why = decision::whyOf(trace, node);
    const QString asked = title(trace.nodes[node]);
    const QString at = title(trace.nodes[why.node]);
    const QString terms = unmet(trace, why.terms);
    const QString because = terms.isEmpty() ? QString() : tr(" %1.").arg(terms);
    const QString where = why.node == node ? tr("it") : tr("\u201c%1\u201d above it").arg(at);
    switch (why.kind) {
    case decision::WhyKind::Active:
        return tr("%1: active.").arg(at);
    case decision::WhyKind::Waits:
        return tr("%1: chosen; it waits until the active behavior can be interrupted.").arg(at);
    case decision::WhyKind::Fails:
        return (why.node == node ? tr("Why not %1? Its score is 0.").arg(asked)
                                 : tr("Why not %1? The score of %2 is 0.").arg(asked, where)) +
               because;
    case decision::WhyKind::Loses:
        if (decision::isNetwork(trace)) {
            return tr("Why not %1? Its score is only %4; \u201c%2\u201d holds the resource with "
                      "%3.")
                .arg(at, title(trace.nodes[why.rival]), number(trace.nodes[why.rival].score),
                     number(trace.nodes[why.node].score));
        }
        if (decision::isMachine(trace)) {
            return tr("Why not %1? \u201c%2\u201d takes precedence: it has a higher priority or "
                      "value, or is closer to the root.")
                .arg(asked, title(trace.nodes[why.rival]));
        }
        return tr("Why not %1? %2, %3, does not exceed the %4 of \u201c%5\u201d.")
            .arg(asked, why.node == node ? tr("Its score") : tr("The score of %1").arg(where),
                 number(trace.nodes[why.node].score), number(trace.nodes[why.rival].score),
                 title(trace.nodes[why.rival]));
    case decision::WhyKind::DeadEnd:
        return tr("Why not %1? No node below %2 can be chosen.").arg(asked, where);
    case decision::WhyKind::Unmet:
        return tr("Why not %1? Its conditions do not hold.").arg(at) + because;
    case decision::WhyKind::Unwanted:
        return tr("Why not %1? No goal activates it now: its activation is not above 0.").arg(at);
    case decision::WhyKind::Waiting:
        return tr("Why not %1? It waits for \u201c%2\u201d: its value is %3, the threshold %4.")
            .arg(at, toQt(trace.nodes[why.rival].name), number(trace.nodes[why.node].score),
                 number(trace.nodes[why.rival].score));
    case decision::WhyKind::Figure:
        return asked;
    case decision::WhyKind::NoWay:
        return tr("Why not %1? No transition of \u201c%2\u201d leads to it.")
            .arg(asked, title(trace.nodes[why.rival]));
    case decision::WhyKind::Held:
        return tr("Why not %1? \u201c%2\u201d is only %3; it fires at %4.")
                   .arg(asked, at, number(trace.nodes[why.node].score), number(decision::kHolds)) +
               because;
    case decision::WhyKind::Fired:
        return tr("%1: chosen in this cycle.").arg(at);
    case decision::WhyKind::Asleep:
        return tr("Why not %1? Its state is not active.").arg(at);
    case decision::WhyKind::Reached:
        return tr("Why not %1? The machine is already in it.").arg(at);
    case decision::WhyKind::Returned:
        return withFailure(trace, node,
                           tr("%1: %2").arg(asked, status(decision::nodeStatus(trace, node))));
    case decision::WhyKind::Stopped:
        if (why.rival == why.node) {
            return tr("Why not %1? The tree has not run yet.").arg(asked);
        }
        return withFailure(trace, why.rival,
                           tr("Why not %1? %2 was not reached: \u201c%3\u201d returned %4")
                               .arg(asked, why.node == node ? tr("It") : where,
                                    title(trace.nodes[why.rival]),
                                    status(decision::nodeStatus(trace, why.rival))));
    }
    return {};
}

} // namespace sideline::widgets
