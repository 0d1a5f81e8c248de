#include "agentcore/behavior/computed_parts.h"

#include <iterator>

#include <fmt/format.h>

namespace sideline::behavior {

std::optional<Eigen::Vector2d> placeOf_F(const Computed& place, const argument::Beliefs& beliefs) {
    return place ? place->place_F(beliefs) : std::nullopt;
}

double numberOr(const Computed& number, double otherwise, const argument::Beliefs& beliefs) {
    return number ? number->number(beliefs).value_or(otherwise) : otherwise;
}

void describe(std::string_view name, const Computed& argument, const argument::Beliefs& beliefs,
              std::string& reason) {
    if (argument) {
        fmt::format_to(std::back_inserter(reason), "{}{} {} ", reason.empty() ? "" : ", ", name,
                       argument->text());
        argument->appendValue(beliefs, reason);
    }
}

std::optional<Eigen::Vector3d> LookGoal::place_F(const argument::Beliefs& beliefs) const {
    const auto at_F = placeOf_F(place, beliefs);
    return at_F ? std::optional(Eigen::Vector3d(at_F->x(), at_F->y(), heightM)) : std::nullopt;
}

} // namespace sideline::behavior
