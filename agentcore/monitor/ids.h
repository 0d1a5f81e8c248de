#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace sideline::monitor {

/// The side a team plays on, in server terms. `None` until a robot has been initialised.
enum class Side : std::uint8_t { None, Left, Right };

[[nodiscard]] std::string_view sideName(Side side);

/// A player's number on its back: 1 to 11 in a match; 0 while it has none.
class UniformNumber {
public:
    constexpr UniformNumber() = default;
    constexpr explicit UniformNumber(int value) : m_value(value) {}
    [[nodiscard]] constexpr int value() const { return m_value; }
    friend constexpr auto operator<=>(UniformNumber, UniformNumber) = default;

private:
    int m_value = 0;
};

/// Names a robot for as long as it plays: its side and its number.
struct RobotId {
    Side side = Side::None;
    UniformNumber unum;
    friend constexpr auto operator<=>(const RobotId&, const RobotId&) = default;
};

/// Short name for people, as `left 7`.
[[nodiscard]] std::string toString(const RobotId& id);

/// What the user has selected: nothing, the ball, or a robot and perhaps one of its bodies.
struct ObjectId {
    enum class Kind : std::uint8_t { None, Ball, Robot };
    Kind kind = Kind::None;
    RobotId robot;         ///< only for `Kind::Robot`
    std::int32_t body = 0; ///< body of the robot in the model's order; 0 is the torso

    [[nodiscard]] static ObjectId ball() { return {Kind::Ball, {}, 0}; }
    [[nodiscard]] static ObjectId ofRobot(RobotId id, std::int32_t body = 0) {
        return {Kind::Robot, id, body};
    }
    /// Whether both name the same ball or robot, whatever the body.
    [[nodiscard]] bool sameObject(const ObjectId& other) const {
        return kind == other.kind && robot == other.robot;
    }
    friend constexpr auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

} // namespace sideline::monitor
