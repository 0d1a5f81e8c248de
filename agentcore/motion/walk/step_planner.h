#pragma once

#include <array>

#include "agentcore/motion/walk/legged_body.h"
#include "agentcore/motion/walk/walk_command.h"
#include "agentcore/motion/walk/walk_parameters.h"

namespace sideline::motion {

/// Placement of a foot in the level frame that lies below the hips and turns with the torso.
struct FootPlace {
    double forwardM = 0.0;
    double leftM = 0.0;
    double yawRad = 0.0;
};

/// Plans foot placements: converts commanded velocities to steps within the limits of the gait.
///
/// In each step the torso moves over the support foot at constant velocity, and the other foot
/// swings to a place half of its own step ahead, or farther when the torso decelerates. A value; no
/// allocation.
class StepPlanner {
public:
    /// @param hipM lateral distance of each hip from the center
    explicit StepPlanner(const WalkParameters& parameters = {}, double hipM = 0.05);

    [[nodiscard]] const WalkParameters& parameters() const { return m_parameters; }
    /// Effective from the next step.
    void setParameters(const WalkParameters& parameters) { m_parameters = parameters; }

    /// Starts from standing, with both feet below the hips.
    void begin();
    /// Ends a step: the swinging foot has landed and becomes the support foot.
    /// @param landing position of the foot
    /// @param phase phase of the step at that time; below 1 for an early landing
    void next(const WalkCommand& command, const FootPlace& landing, double phase = 1.0);
    /// Before the first step: chooses the leading foot as the swinging foot.
    void start(const WalkCommand& command);

    /// Limits a command to the gait's maximum speeds.
    /// @param maxRatio usable fraction of these speeds, 0 to 1
    [[nodiscard]] WalkCommand limited(const WalkCommand& command, double maxRatio = 1.0) const;

    /// Position of a foot during the step.
    /// @param phase phase of the step, 0 to 1
    /// @param swing progress of the swinging foot, 0 to 1
    [[nodiscard]] FootPlace place(Foot foot, double phase, double swing,
                                  const WalkCommand& command) const;

    [[nodiscard]] Foot support() const { return m_support; }
    /// Velocity of the torso during this step.
    [[nodiscard]] const WalkCommand& velocity() const { return m_velocity; }
    /// Duration of this step, s.
    [[nodiscard]] double stepS() const { return m_stepS; }
    /// Whether both feet are in their standing positions.
    [[nodiscard]] bool isAtRest() const { return m_restingSteps >= restingSteps(); }

private:
    [[nodiscard]] WalkCommand approached(const WalkCommand& command) const;
    [[nodiscard]] double durationS(const WalkCommand& velocity) const;
    [[nodiscard]] FootPlace landing(Foot foot, const WalkCommand& command) const;
    [[nodiscard]] FootPlace nextLanding(Foot foot, const WalkCommand& command) const;

    /// Number of steps without velocity until both feet are in their standing positions: one more
    /// if the last foot may land farther away.
    [[nodiscard]] int restingSteps() const {
        return m_parameters.brakeAheadS > 0.0 || m_parameters.changeLateralS > 0.0 ? 3 : 2;
    }

    WalkParameters m_parameters;
    double m_hipM;
    Foot m_support = Foot::Left;
    std::array<FootPlace, 2> m_from{}; ///< positions at the start of the step
    WalkCommand m_velocity;
    double m_stepS = 0.2;
    int m_restingSteps = 3;
};

} // namespace sideline::motion
