#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/argument/measures.h"
#include "agentcore/argument/unit.h"

namespace sideline::argument {

/// What an argument is.
enum class Type : std::uint8_t { Number, Place, Player };
/// `number`, `place` or `player`.
[[nodiscard]] std::string_view typeName(Type type);

/// A value of any type; only the member of its type is meaningful.
struct Value {
    double number = kUnknown;
    /// Place on the ground, m, field frame F; NaN: unknown.
    Eigen::Vector2d place_F = Eigen::Vector2d::Constant(kUnknown);
    const world::PlayerBelief* player = nullptr; ///< a player of the frame; null: unknown
};

/// Maximum number of inputs of a function.
inline constexpr std::size_t kMaxInputs = 3;

/// An input of a function.
struct Input {
    std::string_view name; ///< empty: the function has no such input
    /// `place`, `player`, `any` (a number of the same unit as the other `any`), or a unit.
    std::string_view kind;
};

/// A thing or a function that arguments are composed of, such as `ball` or `between(a, b, ratio)`.
struct Function {
    std::string_view name;
    std::array<Input, kMaxInputs> inputs;
    Type type;             ///< type of the result
    std::string_view unit; ///< unit of a number, or `any` as in `Input::kind`
    std::string_view summary;
    /// @param inputs one value per input
    Value (*compute)(const Beliefs& beliefs, std::span<const Value> inputs);

    [[nodiscard]] std::size_t inputCount() const;
    /// The name with the names of its inputs.
    [[nodiscard]] std::string form() const;
};

/// All things and functions except measures. Immutable; may be used from any thread.
[[nodiscard]] std::span<const Function> functions();
/// The function with this name, or null.
[[nodiscard]] const Function* findFunction(std::string_view name);
/// The names of all functions and measures, for messages and completion.
[[nodiscard]] std::vector<std::string_view> wordNames();

} // namespace sideline::argument
