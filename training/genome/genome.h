#pragma once

#include <string>
#include <vector>

namespace sideline::training {

/// Genome of an individual: either numbers in a `ParameterSpace`, or the text of an evolved
/// program; the other member is empty. A value type.
struct Genome {
    std::vector<double> values;
    std::string program;
    [[nodiscard]] bool operator==(const Genome&) const = default;
};

} // namespace sideline::training
