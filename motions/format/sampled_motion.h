#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "agentcore/game/constants.h"
#include "motions/format/format.h"
#include "motions/resolve.h"

namespace sideline::keyframe {

/// Control cycle of the server and most teams.
inline constexpr double kCycleS = game::kStepS;

/// A resolved motion in the form that writers need: joints by name, degrees, and playback time (the
/// motion's speed and mirroring are applied). Includes joints that the robot lacks but another Nao
/// has (toes).
class SampledMotion {
public:
    /// Errors: InvalidArgument for a motion that cannot be resolved (a parameter without a value,
    /// an invalid speed or length), naming the first fault.
    [[nodiscard]] static base::Expected<SampledMotion> of(const Motion& motion,
                                                          const robot::RobotModel& model);

    /// A key of a joint, in playback time.
    struct Point {
        double timeS = 0.0;
        double angleDeg = 0.0;
        Curve curve = Curve::Linear;
        std::optional<JointGains> gains = {}; ///< as in `motion::TrajectoryKey`
    };

    [[nodiscard]] bool moves(std::string_view joint) const { return m_joints.contains(joint); }
    [[nodiscard]] std::vector<std::string> joints() const;
    [[nodiscard]] const std::vector<Point>& points(std::string_view joint) const;
    /// Returns the angle at a playback time; before a joint's first key it moves from the entry
    /// pose, or from 0.
    [[nodiscard]] double angleDeg(std::string_view joint, double timeS) const;
    /// Whether the entry pose contains a joint.
    [[nodiscard]] bool startIsKnown(std::string_view joint) const;
    /// Whether a joint's first key is after a time and its start is unknown.
    [[nodiscard]] bool startsLate(std::string_view joint, double afterS) const;
    /// Playback time of the end.
    [[nodiscard]] double endS() const { return m_endS; }
    /// Findings from resolving and writing.
    std::vector<Finding> findings;

    /// Constraints of a format's rows.
    struct RowRules {
        double resolutionS = 0.0; ///< times are multiples of this; 0: any
        double shortestS = 0.0;   ///< minimum time between two rows
        bool isAfterZero = false; ///< no row at 0: its content is written one cycle later
    };
    /// Returns times of rows, the first one above 0 unless there is a key at 0, such that linear
    /// interpolation between rows reproduces the motion at every cycle (within 0.002 degrees).
    /// Keyframe times are preserved where possible; changes are reported in `findings`.
    [[nodiscard]] std::vector<double> rowTimes(const Motion& motion, const RowRules& rules);

    /// Returns times such that linear interpolation reproduces a joint's curve at every cycle.
    [[nodiscard]] std::vector<double> lineTimes(std::string_view joint) const;

private:
    struct Track {
        TrajectoryPtr trajectory;
        robot::JointId joint;
        double startRad = 0.0;
        bool startIsKnown = false;
        std::vector<Point> points;
    };
    [[nodiscard]] const Track* track(std::string_view joint) const;
    void addTracks(const TrajectoryPtr& trajectory, const robot::RobotModel& model);
    [[nodiscard]] std::vector<double> cycleTimes(const std::vector<double>& times) const;
    [[nodiscard]] bool isStraight(double fromS, double toS,
                                  const std::vector<double>& between) const;

    std::map<std::string, Track, std::less<>> m_joints;
    double m_speed = 1.0;
    double m_endS = 0.0;
};

/// Features of a motion that a format supports; others are reported, once for each kind.
struct Holds {
    bool name = false;
    bool description = false;
    bool tags = false;
    bool keyframeNames = false;
    bool parameters = false;
    bool scale = false;
    bool drive = false;
    bool gains = false;
};
/// Reports the parts of a motion that are lost in a format that stores only joint angles over time
/// and the features of `holds`.
void reportLosses(const Motion& motion, const Holds& holds, std::vector<Finding>& findings);
/// Creates a finding about a feature that the format lacks.
[[nodiscard]] Finding notExpressible(std::string text,
                                     Finding::Severity severity = Finding::Severity::Warning);
/// Creates the finding about a joint that the format lacks.
[[nodiscard]] Finding omittedJoint(std::string_view joint);

} // namespace sideline::keyframe
