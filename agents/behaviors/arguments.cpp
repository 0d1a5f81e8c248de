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

std::vector<ParameterInfo> besidesParameters() {
    return {
        argumentParameter("look-at", "place that the head faces; empty: as `look` specifies", {}),
        {"look-height", "height of the place that the head faces", 0.0, "m", 0.0, 2.0},
        {"say",
         "message with values in braces, such as b{x(ball)}, at most 20 letters; {team}: the "
         "report to its team",
         std::string(behavior::kTeamMessage)},
        {"say-every", "time between two messages of `say`", 1.0, "s", 0.02, 600.0}};
}

base::Expected<behavior::Besides> besidesOf(const Parameters& parameters) {
    auto text = behavior::SpokenText::parse(parameters.text("say"));
    if (!text) {
        return tl::unexpected(std::move(text.error()));
    }
    return behavior::Besides{
        {parameters.argument(besidesParameters().front()), parameters.number("look-height")},
        behavior::Speaker(std::move(*text), parameters.number("say-every"))};
}

} // namespace sideline::agents
