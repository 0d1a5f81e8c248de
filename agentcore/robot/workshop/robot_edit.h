#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/robot/workshop/robot_sides.h"

namespace sideline::robot {

/// What a joint is called in changes and reports: its perceptor (`rlj3`), the second axis of a
/// universal joint as `rlj2_3#2`; the effector or else the body that it turns where the agent is
/// not told of it.
[[nodiscard]] std::string axisName(const RobotModel& model, JointId joint);

/// A rotation by angles about x, y and z, degrees, R = Rx * Ry * Rz, as scene files have it; and
/// back.
[[nodiscard]] Eigen::Matrix3d rotationFromDeg(const Eigen::Vector3d& angles);
[[nodiscard]] Eigen::Vector3d degFromRotation(const Eigen::Matrix3d& R);

/// A robot whose values can be changed. Values are named by what they belong to:
///
/// - `BODY.mass` (kg), `BODY.size` (box: three edges, sphere: radius, capsule: radius and length;
/// m),
///   `BODY.position` (origin in the parent's frame with joints at zero, m), `BODY.collides` (0 or
///   1)
/// - `BODY.box`, `BODY.sphere`, `BODY.capsule`: another shape, with sizes as above
/// - `BODY.rotation`: how it is turned in its parent, as `rotationFromDeg`
/// - `BODY.stretch`: lengthens the body along its z axis by so many meters, downward from where it
///   hangs: what hangs below it moves down by as much, its own joint stays where it is in the
///   parent. A body without a joint, the torso, grows on both ends.
/// - `BODY.soft-erp`, `BODY.soft-cfm`, `BODY.slip`: what its surface does in contacts, units of
///   `ContactSurface`
/// - `JOINT.min`, `JOINT.max` (degrees), `JOINT.speed` (degrees per second), `JOINT.torque` (N m),
///   `JOINT.anchor` (in the child's frame, m), `JOINT.axis` (any length)
/// - `vision.cone` (how wide and how high it sees, degrees), `vision.interval` (cycles), and, 0 or
///   1, `vision.noise`, `vision.lines`, `vision.static-axes`, `vision.own-position`,
///   `vision.own-orientation`, `vision.ball-position`
/// - `start.height`: of the torso when the robot is created, m
///
/// `none` is no stop, no limit of speed, no `soft-cfm`, and a view all around.
///
/// A joint is named as by `axisName`.
/// A name with `*` means both sides, as `rightSideName` and `otherSideName` find them:
/// `*thigh.mass` is `rthigh.mass` and `lthigh.mass`, with x positions, anchors and turning limits
/// as given for the right side and mirrored for the left.
///
/// A value; one thread at a time.
class RobotEdit {
public:
    explicit RobotEdit(const RobotModel& model);

    /// Sets one value, `rthigh.mass=0.3` or `rshank.size = 0.08 0.07 0.13`.
    /// Errors: NotFound (no such body, joint or value, with the nearest name), InvalidArgument (not
    /// as many numbers as it takes, none that are finite, outside of what a robot may have);
    /// nothing is changed then.
    [[nodiscard]] base::Expected<void> set(std::string_view assignment);

    /// The same for both sides: what is given for `lthigh` is mirrored for `rthigh`, and the other
    /// way round; one side alone where there is no other. Errors: as of `set`.
    [[nodiscard]] base::Expected<void> setBothSides(std::string_view assignment);
    /// Whether a body or joint has a counterpart on the other side.
    [[nodiscard]] bool hasOtherSide(std::string_view owner) const;

    /// The robot with its changes.
    [[nodiscard]] RobotModel build(std::string name) const;

private:
    struct Assignment {
        std::string_view owner;
        std::string_view value;
        std::vector<double> numbers;
    };
    [[nodiscard]] static base::Expected<Assignment> parse(std::string_view assignment);
    [[nodiscard]] base::Expected<void> setOnBoth(const std::string& own,
                                                 const Assignment& assignment);
    [[nodiscard]] NameExists names() const;
    [[nodiscard]] bool turnsOtherWay(std::string_view own, std::string_view other) const;
    [[nodiscard]] tl::unexpected<base::Error> noOwner(std::string_view owner) const;
    [[nodiscard]] base::Expected<void> setNamed(std::string_view owner, std::string_view value,
                                                std::span<const double> numbers);
    [[nodiscard]] base::Expected<void> setOfBody(std::size_t index, std::string_view value,
                                                 std::span<const double> numbers);
    [[nodiscard]] base::Expected<void> setOfJoint(std::size_t index, std::string_view value,
                                                  std::span<const double> numbers);
    void stretch(std::size_t index, double byM);

    std::vector<Body> m_bodies;
    std::vector<Joint> m_joints;
    PerceptorLayout m_percepts;
    RobotTraits m_traits;
    std::vector<std::string> m_axes; ///< names of the joints
};

} // namespace sideline::robot
