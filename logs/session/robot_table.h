#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::logs {

/// The largest number by which frames of versions 1 and 2 refer to a robot.
inline constexpr std::uint64_t kMaxBuiltInNumber = 7;

/// Returns the built-in robot that frames of versions 1 and 2 refer to by this number; null for
/// `kMaxBuiltInNumber`, which is not a robot.
[[nodiscard]] robot::RobotModelPtr builtInRobotOf(std::uint64_t number);

/// The robots of a session. Frames refer to them by number, from 1; 0 means no robot. One thread at
/// a time.
class RobotTable {
public:
    /// Returns the number of a robot, adding it if it is new; equal descriptions share one number.
    /// @param model may be null: 0
    [[nodiscard]] std::uint64_t numberOf(const robot::RobotModelPtr& model);

    /// Whether the table has this number; always true for 0.
    [[nodiscard]] bool has(std::uint64_t number) const { return number <= m_models.size(); }
    /// Returns the robot with this number, which the table must have; null for 0, or if the robot's
    /// description is unreadable.
    [[nodiscard]] robot::RobotModelPtr find(std::uint64_t number) const;

    /// Robots with numbers from 1 on; null where unreadable.
    [[nodiscard]] const std::vector<robot::RobotModelPtr>& models() const { return m_models; }

    /// Reads the description of the robot with the next number.
    /// Errors: those of `robot::readDescription`, LimitExceeded for one that is too long; the
    /// number is then used up.
    [[nodiscard]] base::Expected<void> read(std::string_view description);

private:
    struct Known {
        robot::RobotModelPtr model;
        std::uint64_t number = 0;
    };

    std::vector<robot::RobotModelPtr> m_models;
    std::vector<Known> m_known; ///< every model object passed in; several may have the same number
};

} // namespace sideline::logs
