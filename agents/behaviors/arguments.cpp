#include "agents/behaviors/arguments.h"

#include <utility>

namespace sideline::agents {

ParameterInfo argumentParameter(std::string name, std::string description, std::string value,
                                const argument::Requirement& requirement) {
    ParameterInfo info{std::move(name), std::move(description), std::move(value),
                       std::string(requirement.unit)};
    info.argument = requirement;
    return info;
}

ParameterInfo numberArgument(std::string name, std::string description, std::string value,
                             std::string_view unit, double max) {
    return argumentParameter(std::move(name), std::move(description), std::move(value),
                             {argument::Type::Number, unit, 0.0, max});
}

behavior::Computed placeOf(const Parameters& parameters, ParameterInfo info) {
    info.argument = argument::Requirement{argument::Type::Place};
    return parameters.argument(info);
}

std::vector<ParameterInfo> lookAtParameters() {
    return {
        argumentParameter("look-at", "place that the head faces; empty: as `look` specifies", {}),
        {"look-height", "height of that place", 0.0, "m", 0.0, 2.0}};
}

behavior::LookGoal lookGoalOf(const Parameters& parameters) {
    return {parameters.argument(lookAtParameters().front()), parameters.number("look-height")};
}

} // namespace sideline::agents
