#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/argument/argument.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/spoken_text.h"

namespace sideline::behavior {

/// A value of a goal that is computed in each cycle; not set if it is omitted.
using Computed = std::optional<argument::Argument>;

/// The beliefs from which a behavior computes its arguments.
[[nodiscard]] inline argument::Beliefs beliefsOf(const Context& context) {
    return {context.frame, context.field};
}

/// The place of a computed argument, m, F; nullopt if it is omitted or unknown.
[[nodiscard]] std::optional<Eigen::Vector2d> placeOf_F(const Computed& place,
                                                       const argument::Beliefs& beliefs);
/// The number of a computed argument; `otherwise` if it is omitted or unknown.
[[nodiscard]] double numberOr(const Computed& number, double otherwise,
                              const argument::Beliefs& beliefs);
/// Appends an argument with its value to a reason, such as `at ball (1.20, -0.40)`. Appends nothing
/// if the argument is omitted.
void describe(std::string_view name, const Computed& argument, const argument::Beliefs& beliefs,
              std::string& reason);

/// A computed place that the head faces.
struct LookGoal {
    Computed place;       ///< not set: as `Look` chooses
    double heightM = 0.0; ///< height of that place above the ground

    /// The place, m, F; nullopt if it is omitted or unknown.
    [[nodiscard]] std::optional<Eigen::Vector3d> place_F(const argument::Beliefs& beliefs) const;
};

/// What a robot does besides moving.
struct Besides {
    LookGoal look;
    Speaker speaker;
};

} // namespace sideline::behavior
