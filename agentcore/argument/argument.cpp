#include "agentcore/argument/argument.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "agentcore/argument/argument_parser.h"
#include "agentcore/base/assert.h"

namespace sideline::argument {

namespace {

using Step = Argument::Step;

// Number of values that a step takes from the stack; each step leaves one.
std::size_t taken(const Step& step) {
    switch (step.kind) {
    case Step::Kind::Literal:
        return 0;
    case Step::Kind::Measure:
        return step.measure->argumentCount();
    case Step::Kind::Function:
        return step.function->inputCount();
    case Step::Kind::ToPlace:
    case Step::Kind::Negate:
        return 1;
    default:
        return 2;
    }
}

// Combines numbers and places in the same way: only the member for a value's type is meaningful.
Value combined(Step::Kind kind, const Value& a, const Value& b) {
    switch (kind) {
    case Step::Kind::Plus:
        return {.number = a.number + b.number, .place_F = a.place_F + b.place_F};
    case Step::Kind::Minus:
        return {.number = a.number - b.number, .place_F = a.place_F - b.place_F};
    case Step::Kind::Times:
        return {.number = a.number * b.number,
                .place_F = std::isnan(a.number) ? Eigen::Vector2d(b.number * a.place_F)
                                                : Eigen::Vector2d(a.number * b.place_F)};
    default:
        return {.number = a.number / b.number, .place_F = a.place_F / b.number};
    }
}

Value ofMeasure(const Measure& measure, const Beliefs& beliefs, std::span<const Value> inputs) {
    std::array<double, kMaxMeasureArguments> numbers{};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        numbers[i] = inputs[i].number;
        if (std::isnan(numbers[i])) {
            return {};
        }
    }
    return {.number = measure.read(beliefs, std::span(numbers).first(inputs.size()))};
}

Value placeOf(const Value& value) {
    if (value.player == nullptr) {
        return {};
    }
    return {.place_F = value.player->p_F.head<2>()};
}

} // namespace

std::string Requirement::text() const {
    if (type == Type::Place) {
        return "a place, such as ball or point(2, -1)";
    }
    if (type == Type::Player) {
        return "a player, such as teammate(7) or opponent.nearest";
    }
    std::string text = unit.empty() ? "a number" : fmt::format("a number in {}", unit);
    if (std::isfinite(min) && std::isfinite(max)) {
        text += fmt::format(", {:g} to {:g}", min, max);
    } else if (std::isfinite(min)) {
        text += fmt::format(", at least {:g}", min);
    } else if (std::isfinite(max)) {
        text += fmt::format(", at most {:g}", max);
    }
    return text;
}

base::Expected<Argument> Argument::parse(std::string_view text, const Requirement& requirement) {
    auto steps = ArgumentParser(text).parse(requirement);
    if (!steps) {
        return tl::unexpected(steps.error());
    }
    std::size_t height = 0;
    bool isConstant = true;
    for (const Step& step : *steps) {
        height += 1;
        height -= taken(step);
        isConstant &= step.kind != Step::Kind::Measure && step.kind != Step::Kind::Function;
        if (height > kMaxArgumentDepth) {
            return base::failure(base::ErrorCode::Malformed, "the argument is nested too deeply",
                                 fmt::format("at most {} levels", kMaxArgumentDepth));
        }
    }
    SIDELINE_ASSERT(height == 1);
    Argument made;
    made.m_text = text;
    made.m_type = requirement.type;
    made.m_min = requirement.min;
    made.m_max = requirement.max;
    made.m_steps = std::move(*steps);
    if (isConstant && made.m_type == Type::Number) {
        const double value = made.compute(nullptr).number;
        if (!(value >= made.m_min && value <= made.m_max)) {
            return base::failure(base::ErrorCode::Malformed,
                                 fmt::format("{:g} is out of range", value), requirement.text());
        }
    }
    return made;
}

Value Argument::compute(const Beliefs* beliefs) const {
    std::array<Value, kMaxArgumentDepth + 1> stack{};
    std::size_t height = 0;
    for (const Step& step : m_steps) {
        const std::size_t count = taken(step);
        const std::size_t first = height - count;
        const std::span<const Value> inputs(stack.data() + first, count);
        Value result;
        switch (step.kind) {
        case Step::Kind::Literal:
            result.number = step.literal;
            break;
        case Step::Kind::Measure:
            result = ofMeasure(*step.measure, *beliefs, inputs);
            break;
        case Step::Kind::Function:
            result = step.function->compute(*beliefs, inputs);
            break;
        case Step::Kind::ToPlace:
            result = placeOf(inputs[0]);
            break;
        case Step::Kind::Negate:
            result = {.number = -inputs[0].number, .place_F = -inputs[0].place_F};
            break;
        default:
            result = combined(step.kind, inputs[0], inputs[1]);
            break;
        }
        stack[first] = result;
        height = first + 1;
    }
    return stack[0];
}

std::optional<double> Argument::number(const Beliefs& beliefs) const {
    const double value = compute(&beliefs).number;
    if (std::isnan(value)) {
        return std::nullopt;
    }
    return std::clamp(value, m_min, m_max);
}

std::optional<Eigen::Vector2d> Argument::place_F(const Beliefs& beliefs) const {
    const Eigen::Vector2d place = compute(&beliefs).place_F;
    return place.allFinite() ? std::optional(place) : std::nullopt;
}

const world::PlayerBelief* Argument::player(const Beliefs& beliefs) const {
    return compute(&beliefs).player;
}

void Argument::appendValue(const Beliefs& beliefs, std::string& text) const {
    auto out = std::back_inserter(text);
    const Value value = compute(&beliefs);
    if (m_type == Type::Player && value.player != nullptr) {
        fmt::format_to(out, "{} {}", value.player->isTeammate ? "teammate" : "opponent",
                       value.player->unum);
    } else if (m_type == Type::Place && value.place_F.allFinite()) {
        fmt::format_to(out, "({:.2f}, {:.2f})", value.place_F.x(), value.place_F.y());
    } else if (m_type == Type::Number && !std::isnan(value.number)) {
        fmt::format_to(out, "{:.4g}", std::clamp(value.number, m_min, m_max));
    } else {
        text += "unknown";
    }
}

} // namespace sideline::argument
