#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "agentcore/game/server_kind.h"
#include "agentcore/protocol/percepts.h"

namespace sideline::protocol {

/// Keyword and syntax of a percept.
struct PerceptText {
    PerceptKind kind;
    std::string_view word;
    const char* form; ///< expected syntax, for errors
};

/// A list of numbers in a percept: its key, and the member that stores the numbers, which is a
/// number or an Eigen vector.
template <typename Percept, typename Value>
struct NumberList {
    std::string_view key;
    Value Percept::*member;
};

/// A percept that consists of a name and lists of numbers: `(GYR (n torso) (rt 0.00 0.00 0.00))`.
template <typename Percept, typename... Values>
struct NumberPercept {
    PerceptText text;
    std::vector<Percept> Percepts::*list;
    std::tuple<NumberList<Percept, Values>...> numbers;
    /// The server that sends the percept, if only one of them does.
    std::optional<game::ServerKind> onlyServer = std::nullopt;
    bool isTurned = false; ///< whether rcssservermj sends it in axes other than ours
    bool isLate = false;   ///< whether it follows the joints in the default order

    [[nodiscard]] constexpr bool isOf(game::ServerKind server) const {
        return !onlyServer || *onlyServer == server;
    }
};

/// A row for each percept that consists of a name and numbers, in their default order. The reader,
/// both writers and the simulator use these rows, so a new percept needs only a member of
/// `Percepts`, a kind and a row.
inline constexpr std::tuple kNumberPercepts{
    NumberPercept<RotationPercept, Eigen::Vector4d>{
        .text = {PerceptKind::Rotation, "quat", "(quat (n NAME) (q W X Y Z)) with finite numbers"},
        .list = &Percepts::rotations,
        .numbers = {{"q", &RotationPercept::wxyz}},
        .onlyServer = game::ServerKind::Rcssservermj},
    NumberPercept<VectorPercept, Eigen::Vector3d>{
        .text = {PerceptKind::Position, "pos", "(pos (n NAME) (p X Y Z)) with finite numbers"},
        .list = &Percepts::positions,
        .numbers = {{"p", &VectorPercept::value}},
        .onlyServer = game::ServerKind::Rcssservermj},
    NumberPercept<VectorPercept, Eigen::Vector3d>{
        .text = {PerceptKind::Gyro, "GYR", "(GYR (n NAME) (rt X Y Z)) with finite numbers"},
        .list = &Percepts::gyros,
        .numbers = {{"rt", &VectorPercept::value}},
        .isTurned = true},
    NumberPercept<VectorPercept, Eigen::Vector3d>{
        .text = {PerceptKind::Accelerometer, "ACC", "(ACC (n NAME) (a X Y Z)) with finite numbers"},
        .list = &Percepts::accelerometers,
        .numbers = {{"a", &VectorPercept::value}},
        .isTurned = true},
    NumberPercept<ForcePercept, Eigen::Vector3d, Eigen::Vector3d>{
        .text = {PerceptKind::Force, "FRP",
                 "(FRP (n NAME) (c X Y Z) (f X Y Z)) with finite numbers"},
        .list = &Percepts::forces,
        .numbers = {{"c", &ForcePercept::centerM}, {"f", &ForcePercept::forceN}},
        .onlyServer = game::ServerKind::SimSpark,
        .isLate = true}};

/// Calls `use(row)` for every row.
template <typename Use>
constexpr void forEachNumberPercept(Use use) {
    std::apply([&](const auto&... rows) { (use(rows), ...); }, kNumberPercepts);
}

/// Calls `use(row)` for the first row for which `isThis(row)` holds. @return whether there is one
template <typename IsThis, typename Use>
constexpr bool forNumberPercept(IsThis isThis, Use use) {
    return std::apply(
        [&](const auto&... rows) { return ((isThis(rows) && (use(rows), true)) || ...); },
        kNumberPercepts);
}

/// The numbers of a value, in order.
[[nodiscard]] inline std::array<double, 1> numbersOf(double value) {
    return {value};
}
template <int kSize>
[[nodiscard]] std::array<double, static_cast<std::size_t>(kSize)> numbersOf(
    const Eigen::Matrix<double, kSize, 1>& value) {
    std::array<double, static_cast<std::size_t>(kSize)> numbers{};
    std::copy_n(value.data(), kSize, numbers.begin());
    return numbers;
}

/// Keyword and syntax of every percept, by `PerceptKind`.
inline constexpr auto kPerceptTexts = [] {
    constexpr auto kOthers = std::to_array<PerceptText>({
        {PerceptKind::Time, "time", "(time (now SECONDS))"},
        {PerceptKind::GameState, "GS",
         "(GS (unum N) (team SIDE) (sl N) (sr N) (t SECONDS) (pm MODE))"},
        {PerceptKind::AgentState, "AgentState",
         "(AgentState (pan_tilt DEG DEG) (battery LEVEL) (temp DEGREES))"},
        {PerceptKind::Hinge, "HJ", "(HJ (n NAME) (ax DEGREES)) with a finite number"},
        {PerceptKind::UniversalJoint, "UJ",
         "(UJ (n NAME) (ax1 DEGREES) (ax2 DEGREES)) with finite numbers"},
        {PerceptKind::Touch, "TCH", "(TCH (n NAME) (val 0 or 1))"},
        {PerceptKind::VisionPercept, "See",
         "one (See (NAME (pol DISTANCE DEG DEG)) (P ...) (L ...) ...) in a message"},
        {PerceptKind::Heard, "hear", "(hear [TEAM] SECONDS self|DEGREES TEXT)"},
        {PerceptKind::Microphone, "MIC", "(MIC NAME (DEGREES BASE64) ...)"},
    });
    std::array<PerceptText, kPerceptKindCount> texts{};
    texts.back() = {PerceptKind::Unread, "", ""};
    const auto put = [&](const PerceptText& text) {
        texts[static_cast<std::size_t>(text.kind)] = text;
    };
    std::ranges::for_each(kOthers, put);
    forEachNumberPercept([&](const auto& row) { put(row.text); });
    return texts;
}();
static_assert(std::ranges::all_of(kPerceptTexts,
                                  [](const PerceptText& text) { return text.form != nullptr; }),
              "every kind has a row");

} // namespace sideline::protocol
