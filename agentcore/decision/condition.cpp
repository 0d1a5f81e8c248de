#include "agentcore/decision/condition.h"

#include <algorithm>
#include <cmath>

#include "agentcore/decision/script_values.h"

namespace sideline::decision {

double truthOf(Comparison comparison, double value, double limit, double width) {
    if (std::isnan(value) || std::isnan(limit)) {
        return 0.0;
    }
    // Distance beyond the limit, positive where the comparison holds.
    double inside = 0.0;
    switch (comparison) {
    case Comparison::Truth:
        return std::clamp(value, 0.0, 1.0);
    case Comparison::Equal:
        return value == limit ? 1.0 : 0.0;
    case Comparison::Unequal:
        return value != limit ? 1.0 : 0.0;
    case Comparison::Less:
    case Comparison::AtMost:
        inside = limit - value;
        break;
    case Comparison::More:
    case Comparison::AtLeast:
        inside = value - limit;
        break;
    }
    if (width > 0.0) {
        return std::clamp(0.5 + 0.5 * inside / width, 0.0, 1.0);
    }
    const bool isAtLimit = comparison == Comparison::AtMost || comparison == Comparison::AtLeast;
    return inside > 0.0 || (isAtLimit && inside == 0.0) ? 1.0 : 0.0;
}

double TreeTerm::truthOf(double value) const {
    return decision::truthOf(comparison, value, limit, width);
}

std::size_t stackHeight(std::span<const TreeStep> steps) {
    std::size_t height = 0;
    std::size_t most = 0;
    for (const TreeStep& step : steps) {
        if (step.kind == TreeStep::Kind::Term || step.kind == TreeStep::Kind::Number) {
            most = std::max(most, ++height);
        } else if (step.kind != TreeStep::Kind::Not) {
            --height;
        }
    }
    return most;
}

double roundedToThousandths(double value) {
    constexpr double kParts = 1000.0;
    return std::isfinite(value) ? std::round(value * kParts) / kParts : value;
}

ConditionValues::ConditionValues(const ConditionSet& set)
    : m_values(set.terms.size(), 0.0), m_truths(set.terms.size(), 0.0) {}

void ConditionValues::measure(const ConditionSet& set, const Expression& condition,
                              const MeasureInput& input) {
    for (std::size_t i = condition.firstTerm; i < condition.firstTerm + condition.termCount; ++i) {
        const TreeTerm& term = set.terms[i];
        if (!term.left.isEmpty()) {
            const BlackboardValue left = valueOf(set, term.left, input);
            m_values[i] = left.text < 0 ? left.number : left.text;
            m_truths[i] = term.right.isEmpty()
                              ? truthOf(set, left)
                              : truthOf(set, term.comparison, left, valueOf(set, term.right, input),
                                        term.width);
            continue;
        }
        m_values[i] =
            term.computed
                ? term.computed->number(input).value_or(argument::kUnknown)
                : term.measure->read(
                      input, std::span(term.arguments).first(term.measure->argumentCount()));
        m_truths[i] = term.truthOf(m_values[i]);
    }
}

double ConditionValues::scoreOf(const ConditionSet& set, const Expression& condition) const {
    std::array<double, kMaxTreeDepth> stack{};
    std::size_t height = 0;
    const auto steps = std::span(set.steps).subspan(condition.firstStep, condition.stepCount);
    for (const TreeStep& step : steps) {
        switch (step.kind) {
        case TreeStep::Kind::Term:
            stack[height++] = m_truths[step.term];
            continue;
        case TreeStep::Kind::Number:
            stack[height++] = step.number;
            continue;
        case TreeStep::Kind::Not:
            stack[height - 1] = 1.0 - stack[height - 1];
            continue;
        default:
            break;
        }
        const double right = stack[--height];
        double& left = stack[height - 1];
        switch (step.kind) {
        case TreeStep::Kind::And:
            left = std::min(left, right);
            break;
        case TreeStep::Kind::Or:
            left = std::max(left, right);
            break;
        case TreeStep::Kind::Times:
            left *= right;
            break;
        default:
            left += right;
            break;
        }
    }
    return stack[0];
}

void ConditionValues::explain(const ConditionSet& set, const Expression& condition,
                              world::DecisionTrace& trace, std::size_t& count) const {
    for (std::size_t i = condition.firstTerm; i < condition.firstTerm + condition.termCount; ++i) {
        if (count == trace.terms.size()) {
            trace.terms.emplace_back();
        }
        world::DecisionTerm& into = trace.terms[count++];
        into.text = set.terms[i].text;
        into.value = roundedToThousandths(m_values[i]);
        into.truth = roundedToThousandths(m_truths[i]);
    }
}

} // namespace sideline::decision
