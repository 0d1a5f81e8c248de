#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/base/number_info.h"
#include "agentcore/behavior/behavior.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/limb_joints.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::behavior {

/// How views are chosen; see `Look`.
enum class LookAim : std::uint8_t { Follow, Learn, Scan };

/// Settings of `Look`. `expectedGain` and all costs are natural logarithms of a volume ratio.
struct LookSettings {
    LookAim aim = LookAim::Follow;
    double searchRadPerS = 1.7453;
    double searchPanRad = math::radFromDeg(110.0);
    double searchTiltRad = math::radFromDeg(-10.0);
    double maxRadPerS = 4.0;
    double smoothingS = 0.06;
    double glanceRad = math::radFromDeg(45.0);
    double glanceS = 0.8;
    double glanceEveryS = 3.0;
    double glanceAfterCycles = 60.0;
    double halfViewRad = math::radFromDeg(58.0);
    double chooseEveryS = 0.3;
    double maxPanRad = math::radFromDeg(110.0);
    double panStepRad = math::radFromDeg(15.0);
    double ballWithinRad = math::radFromDeg(46.0);
    double turnCostPerRad = 0.05;
    double ballAgeCostPerS = 30.0;
    double ballEdgeCost = 0.1;
    double beyondTiltRad = math::radFromDeg(-15.0);

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<LookSettings>> numbers();
};

/// Moves the head.
/// `Follow` searches for the ball, tracks it, and glances sideways now and then when no landmarks
/// have been seen near the ball. `Learn` searches in the same way. While the ball is known, it
/// chooses the most informative view several times a second, based on the landmarks in the view,
/// weighted by the uncertainty of the pose (see `expectedGain`), and on the age of the ball's last
/// sighting.
/// `Scan` pans back and forth over the whole surroundings, whether the ball is known or not.
///
/// Sets the head's joints and the debug values `head.*` and `ball.*`. A component of behaviors; a
/// value.
class Look {
public:
    using Aim = LookAim;

    Look() = default;
    explicit Look(const robot::RobotModel& model, const LookSettings& settings = {});
    Look(const robot::RobotModel& model, Aim aim) : Look(model, LookSettings{.aim = aim}) {}

    /// Call once per cycle.
    /// @return the current activity, for display
    std::string_view update(const Context& context, ActionRequest& request);
    /// Looks at a place instead, while the pose is known. Effective from the next cycle.
    /// @param place_F m, field frame F; if not set, the ball
    void lookAt(const std::optional<Eigen::Vector3d>& place_F) { m_place_F = place_F; }
    /// Effective from the next cycle.
    void setSettings(const LookSettings& settings) { m_settings = settings; }
    /// Restarts the search; call after a fall.
    void forget() { m_mode = Mode::Search; }

private:
    enum class Mode : std::uint8_t { Search, Follow, Glance };
    struct Gaze {
        double panRad = 0.0;  ///< positive to the left
        double tiltRad = 0.0; ///< positive upward
    };

    [[nodiscard]] static Gaze gazeAlong(const Eigen::Vector3d& way_T);
    [[nodiscard]] Gaze searchGaze(double panNowRad, double stepS);
    [[nodiscard]] Gaze followGaze(const Gaze& ball, const world::AgentFrame& frame, double stepS);
    [[nodiscard]] Gaze learnGaze(const Gaze& ball, const Context& context, double panNowRad);
    void turnHead(const Gaze& gaze, ActionRequest& request, double stepS) const;

    [[nodiscard]] math::Pose cameraInTorso(const Context& context,
                                           const ActionRequest& request) const;

    LookSettings m_settings;
    std::optional<Eigen::Vector3d> m_place_F;
    robot::RobotModelPtr m_model;
    robot::BodyId m_camera;
    robot::AxisJoint m_pan;
    robot::AxisJoint m_tilt;
    double m_searchSide = 1.0; ///< side to which the search turns
    double m_glanceS = 0.0;    ///< remaining time of a glance
    double m_sinceGlanceS = 0.0;
    double m_glanceSide = 1.0;
    double m_choiceS = 0.0;       ///< time until the next choice of a view
    double m_besideBallRad = 0.0; ///< view direction relative to the ball
    Mode m_mode = Mode::Search;
};

/// The expected information of a view about the pose on the ground: half the logarithm of the ratio
/// by which the landmarks in view reduce the volume of the pose's uncertainty.
/// @param pose valid
/// @param headingRad of the view, in S
/// @param halfViewRad half the field of view, to each side
[[nodiscard]] double expectedGain(const localization::PoseEstimate& pose,
                                  const field::FieldModel& field, double headingRad,
                                  double halfViewRad = LookSettings().halfViewRad);

} // namespace sideline::behavior
