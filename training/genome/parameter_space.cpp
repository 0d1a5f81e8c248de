#include "training/genome/parameter_space.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace sideline::training {

base::Expected<ParameterSpace> ParameterSpace::make(std::vector<TrainedParameter> parameters) {
    const auto wrong = [](const TrainedParameter& parameter, const char* what,
                          std::string expected) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("parameter '{}' {}", parameter.name, what),
                             std::move(expected));
    };
    std::set<std::string, std::less<>> names;
    for (const TrainedParameter& each : parameters) {
        if (!std::isfinite(each.minimum) || !std::isfinite(each.maximum) ||
            each.minimum >= each.maximum) {
            return wrong(each,
                         fmt::format("has the range {} to {}", each.minimum, each.maximum).c_str(),
                         "a minimum below the maximum");
        }
        if (!(each.start >= each.minimum && each.start <= each.maximum)) {
            return wrong(each, fmt::format("starts at {}", each.start).c_str(),
                         fmt::format("a value from {} to {}", each.minimum, each.maximum));
        }
        if (!names.insert(each.name).second) {
            return wrong(each, "appears twice", "unique names");
        }
    }
    ParameterSpace space;
    space.m_parameters = std::move(parameters);
    return space;
}

namespace {

std::vector<double> column(const std::vector<TrainedParameter>& parameters,
                           double TrainedParameter::*member) {
    std::vector<double> values;
    values.reserve(parameters.size());
    for (const TrainedParameter& parameter : parameters) {
        values.push_back(parameter.*member);
    }
    return values;
}

} // namespace

std::vector<double> ParameterSpace::minimum() const {
    return column(m_parameters, &TrainedParameter::minimum);
}

std::vector<double> ParameterSpace::maximum() const {
    return column(m_parameters, &TrainedParameter::maximum);
}

std::vector<double> ParameterSpace::start() const {
    return column(m_parameters, &TrainedParameter::start);
}

std::vector<double> ParameterSpace::clamped(std::span<const double> values) const {
    std::vector<double> inside(values.begin(), values.end());
    for (std::size_t i = 0; i < inside.size() && i < m_parameters.size(); ++i) {
        const TrainedParameter& parameter = m_parameters[i];
        inside[i] = std::isfinite(inside[i])
                        ? std::clamp(inside[i], parameter.minimum, parameter.maximum)
                        : parameter.start;
    }
    return inside;
}

} // namespace sideline::training
