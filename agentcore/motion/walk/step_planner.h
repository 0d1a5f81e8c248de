#pragma once

#include <array>

#include "agentcore/motion/walk/legged_body.h"
#include "agentcore/motion/walk/walk_command.h"
#include "agentcore/motion/walk/walk_parameters.h"

namespace sideline::motion {

/// Where a foot is, or goes: in the level frame below the hips that turns with the torso.
struct FootPlace {
    double forwardM = 0.0;
    double leftM = 0.0;
    double yawRad = 0.0;
};

/// Decides where the feet go: turns wanted velocities into steps, within the limits of the gait.
///
/// In each step the torso moves at a constant velocity over the foot that stands, and the other
/// foot swings to where it will have half of its own step before it, and farther where the torso
/// still tends to if it becomes slower. A value; no allocation.
class StepPlanner {
public:
    /// @param hipM how far to the side each hip is
    explicit StepPlanner(const WalkParameters& parameters = {}, double hipM = 0.05);

    [[nodiscard]] const WalkParameters& parameters() const { return m_parameters; }
    /// Others from the next step on.
    void setParameters(const WalkParameters& parameters) { m_parameters = parameters; }

    /// Stands, with both feet below the hips.
    void begin();
    /// The swinging foot has landed and becomes the one that stands.
    /// @param landing where it landed
    /// @param phase of the step at that time: below 1 if it landed early
    void next(const WalkCommand& command, const FootPlace& landing, double phase = 1.0);
    /// Before the first step: the foot that leads the way swings first.
    void start(const WalkCommand& command);

    /// What it can do of what it is told.
    /// @param mostShare of its highest speeds that it may use, 0 to 1
    [[nodiscard]] WalkCommand limited(const WalkCommand& command, double mostShare = 1.0) const;

    /// Where a foot is.
    /// @param phase of the step, 0 to 1
    /// @param swing of the swinging foot's way, 0 to 1
    [[nodiscard]] FootPlace place(Foot foot, double phase, double swing,
                                  const WalkCommand& command) const;

    [[nodiscard]] Foot support() const { return m_support; }
    /// At which the torso moves during this step.
    [[nodiscard]] const WalkCommand& velocity() const { return m_velocity; }
    /// Duration of this step, s.
    [[nodiscard]] double stepS() const { return m_stepS; }
    /// Whether both feet stand where they belong while standing.
    [[nodiscard]] bool isAtRest() const { return m_restingSteps >= restingSteps(); }

private:
    [[nodiscard]] WalkCommand approached(const WalkCommand& command) const;
    [[nodiscard]] double durationS(const WalkCommand& velocity) const;
    [[nodiscard]] FootPlace landing(Foot foot, const WalkCommand& command) const;
    [[nodiscard]] FootPlace nextLanding(Foot foot, const WalkCommand& command) const;

    /// Without velocity, until both feet stand at home: one more if the last foot may land farther.
    [[nodiscard]] int restingSteps() const {
        return m_parameters.brakeAheadS > 0.0 || m_parameters.changeAsideS > 0.0 ? 3 : 2;
    }

    WalkParameters m_parameters;
    double m_hipM;
    Foot m_support = Foot::Left;
    std::array<FootPlace, 2> m_from{}; ///< at the start of the step
    WalkCommand m_velocity;
    double m_stepS = 0.2;
    int m_restingSteps = 3;
};

} // namespace sideline::motion
