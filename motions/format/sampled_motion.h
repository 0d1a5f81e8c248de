#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "agentcore/game/constants.h"
#include "motions/format/format.h"
#include "motions/resolve.h"

namespace sideline::keyframe {

/// The server's and most teams' cycle.
inline constexpr double kCycleS = game::kStepS;

/// A motion in numbers as a writer needs it: joints by name, degrees, and the time in which it is
/// played (the motion's speed and mirroring are done). Joints that the robot has not, but another
/// Nao has (toes), are there as well.
class SampledMotion {
public:
    /// Errors: InvalidArgument for a motion that cannot be resolved (a parameter without a value,
    /// a speed or length that makes no sense), naming the first fault.
    [[nodiscard]] static base::Expected<SampledMotion> of(const Motion& motion,
                                                          const robot::RobotModel& model);

    /// A key of a joint, in played time.
    struct Point {
        double timeS = 0.0;
        double angleDeg = 0.0;
        Curve curve = Curve::Linear;
    };

    [[nodiscard]] bool moves(std::string_view joint) const { return m_joints.contains(joint); }
    [[nodiscard]] std::vector<std::string> joints() const;
    [[nodiscard]] const std::vector<Point>& points(std::string_view joint) const;
    /// Angle at a played time; a joint's way to its first key begins at the entry pose, or at 0.
    [[nodiscard]] double angleDeg(std::string_view joint, double timeS) const;
    /// Whether the entry pose says where a joint starts.
    [[nodiscard]] bool startIsKnown(std::string_view joint) const;
    /// Whether a joint's first key comes after a time, and nothing says where it starts.
    [[nodiscard]] bool startsLate(std::string_view joint, double afterS) const;
    /// Played time of the end.
    [[nodiscard]] double endS() const { return m_endS; }
    /// What resolving and writing had to report.
    std::vector<Finding> findings;

    /// What a format's rows can be.
    struct RowRules {
        double resolutionS = 0.0; ///< times are multiples of this; 0: any
        double shortestS = 0.0;   ///< between two rows
        bool isAfterZero = false; ///< no row at 0: what is there comes one cycle later
    };
    /// Times of the rows, the first one above 0 unless a key is there, with which straight lines
    /// between rows give the motion at every whole cycle (within 0.002 degrees). Keyframes' times
    /// stay where they can; what had to be changed is reported in `findings`.
    [[nodiscard]] std::vector<double> rowTimes(const Motion& motion, const RowRules& rules);

    /// Times between which straight lines give a joint's way at every whole cycle.
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

/// Which parts of a motion a format can hold; what it cannot is reported, once for each kind.
struct Holds {
    bool name = false;
    bool description = false;
    bool tags = false;
    bool keyframeNames = false;
    bool parameters = false;
    bool scale = false;
    bool drive = false;
};
/// Says what of a motion is lost in a format that holds joints over time and no more than `holds`.
void reportLosses(const Motion& motion, const Holds& holds, std::vector<Finding>& findings);
/// A finding about what a format has not.
[[nodiscard]] Finding notExpressible(std::string text,
                                     Finding::Severity severity = Finding::Severity::Warning);
/// The finding about a joint that a format has not.
[[nodiscard]] Finding jointLeftOut(std::string_view joint);

} // namespace sideline::keyframe
