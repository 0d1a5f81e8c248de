#pragma once

#include <string>
#include <vector>

namespace sideline::training {

/// What makes one individual different from another. Either numbers in a `ParameterSpace`, or the
/// text of an evolved program; the other member is empty. A value.
struct Genome {
    std::vector<double> values;
    std::string program;
    [[nodiscard]] bool operator==(const Genome&) const = default;
};

} // namespace sideline::training
