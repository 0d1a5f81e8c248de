#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/argument/measures.h"
#include "agentcore/argument/things.h"
#include "agentcore/base/error.h"

namespace sideline::argument {

/// What an argument must be.
struct Requirement {
    Type type = Type::Number;
    std::string_view unit = {};                            ///< unit of a number, as in `unitNamed`
    double min = -std::numeric_limits<double>::infinity(); ///< range of a number
    double max = std::numeric_limits<double>::infinity();

    /// Formatted as `a place, such as ball`, `a number in m, 0 to 4`.
    [[nodiscard]] std::string text() const;
};

/// Maximum length of the text of an argument in bytes, and maximum depth of its stack.
inline constexpr std::size_t kMaxArgumentBytes = 500;
inline constexpr std::size_t kMaxArgumentDepth = 16;

/// A value of a behavior that is computed from the belief in each cycle: a number, a place or a
/// player, such as `toward(goal.own, ball, 1.5)`. A constant is an argument as well. A value;
/// evaluation allocates nothing and may run in any thread.
class Argument {
public:
    /// A step of its program on a stack of values.
    struct Step {
        enum class Kind : std::uint8_t {
            Literal,
            Measure,  ///< takes as many numbers as the measure has arguments
            Function, ///< takes as many values as the function has inputs
            ToPlace,  ///< takes a player, whose place it returns
            Negate,   ///< takes a number or a place
            // These take two numbers or two places:
            Plus,
            Minus,
            // These take two numbers, or a number and a place:
            Times,
            Divide, ///< the divisor is a number
        };
        Kind kind = Kind::Literal;
        double literal = 0.0;
        const Measure* measure = nullptr;
        const Function* function = nullptr;
    };

    /// Reads an argument.
    ///
    /// Grammar: literals with an optional unit (`0.5`, `80cm`, `1.5s`, `90deg`), measures and
    /// functions with their inputs in parentheses, `+ - * /` and parentheses. Places are added like
    /// vectors; a player stands for its place. A `-` between letters is part of a name.
    ///
    /// Errors: Malformed, with the byte offset in `text` and what was expected.
    [[nodiscard]] static base::Expected<Argument> parse(std::string_view text,
                                                        const Requirement& requirement);

    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] Type type() const { return m_type; }

    /// The value in this cycle, limited to the required range; nullopt if it is unknown.
    [[nodiscard]] std::optional<double> number(const Beliefs& beliefs) const;
    /// m, field frame F; nullopt if it is unknown. For a place.
    [[nodiscard]] std::optional<Eigen::Vector2d> place_F(const Beliefs& beliefs) const;
    /// In the frame of `beliefs`; null if it is unknown. For a player.
    [[nodiscard]] const world::PlayerBelief* player(const Beliefs& beliefs) const;
    /// Appends the value to a text, such as `(1.20, -0.40)`, `0.8`, `teammate 7` or `unknown`.
    void appendValue(const Beliefs& beliefs, std::string& text) const;

private:
    /// @param beliefs null for a constant
    [[nodiscard]] Value compute(const Beliefs* beliefs) const;

    std::string m_text;
    Type m_type = Type::Number;
    double m_min = 0.0;
    double m_max = 0.0;
    std::vector<Step> m_steps;
};

} // namespace sideline::argument
