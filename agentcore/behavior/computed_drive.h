#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/computed_parts.h"
#include "agentcore/behavior/drive.h"
#include "agentcore/behavior/walking.h"

namespace sideline::behavior {

/// What `ComputedDrive` does with its place.
enum class DriveAct : std::uint8_t { Stop, GoTo, Face, GoAround };

/// A goal that is computed in each cycle.
struct ComputedGoal {
    DriveAct act = DriveAct::GoTo;
    Computed place;           ///< for all acts but `Stop`
    Computed facing;          ///< for `GoTo`: the place to face on arrival
    Computed durationS;       ///< for `GoTo`: time until arrival, from `enter`
    Computed radiusM;         ///< for `GoAround`
    bool isClockwise = false; ///< for `GoAround`, seen from above
    Besides besides;
};

/// Drives to a goal whose place is computed from the belief in each cycle: walks there, faces it,
/// or walks around it while facing it. Stands while the place is unknown, and for `Stop`, which is
/// done once the robot stands. `GoTo` and `Face` are done on arrival and continue to follow the
/// place; `GoAround` is never done. Its reason names the arguments with their values.
class ComputedDrive final : public Behavior, public WalkHandover {
public:
    ComputedDrive(std::string name, Drive drive, ComputedGoal goal)
        : m_name(std::move(name)), m_drive(std::move(drive)), m_goal(std::move(goal)) {}

    [[nodiscard]] std::string_view name() const override { return m_name; }
    void enter(const Context& context) override;
    Status update(const Context& context, ActionRequest& request) override;
    [[nodiscard]] bool mayBeInterrupted() const override { return m_drive.mayBeInterrupted(); }
    void settle(bool isOn) override { m_drive.settle(isOn); }
    [[nodiscard]] WalkHandover* asWalkHandover() override { return this; }
    [[nodiscard]] const Walk* walkToHandOver() const override { return m_drive.walkToHandOver(); }
    void enterWalking(const Context& context, const Walk& walk) override;
    [[nodiscard]] std::unique_ptr<Behavior> clone() const override {
        return std::make_unique<ComputedDrive>(*this);
    }

private:
    void start(const Context& context);
    [[nodiscard]] DriveGoal goalFor(const Context& context, const Eigen::Vector2d& place_F) const;
    void limitSpeed(const Context& context);
    void explain(const argument::Beliefs& beliefs, ActionRequest& request) const;

    std::string m_name;
    Drive m_drive;
    ComputedGoal m_goal;
    std::optional<double> m_arrivalS; ///< server time
};

} // namespace sideline::behavior
