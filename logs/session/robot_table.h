#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::logs {

/// The robots of a session. Frames name theirs by number, from 1 on; 0 is no robot. One thread at a
/// time.
class RobotTable {
public:
    /// The number of a robot, which joins the table if it is new; equal descriptions have one
    /// number. @param model may be null: 0
    [[nodiscard]] std::uint64_t numberOf(const robot::RobotModelPtr& model);

    /// Whether there is such a number; 0 always is one.
    [[nodiscard]] bool has(std::uint64_t number) const { return number <= m_models.size(); }
    /// The robot with a number that the table has; null for 0, and for one that could not be read.
    [[nodiscard]] robot::RobotModelPtr find(std::uint64_t number) const;

    /// Those with numbers from 1 on; null where one could not be read.
    [[nodiscard]] const std::vector<robot::RobotModelPtr>& models() const { return m_models; }

    /// Takes the description of the robot with the next number.
    /// Errors: those of `robot::readDescription`, LimitExceeded for one that is too long; the
    /// number is used up.
    [[nodiscard]] base::Expected<void> read(std::string_view description);

private:
    struct Known {
        robot::RobotModelPtr model;
        std::uint64_t number = 0;
    };

    std::vector<robot::RobotModelPtr> m_models;
    std::vector<Known> m_known; ///< every object that was met; several may be of one number
};

} // namespace sideline::logs
