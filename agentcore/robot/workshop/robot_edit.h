#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/robot/workshop/robot_sides.h"

namespace sideline::robot {

/// Returns the name of a joint in changes and reports: its perceptor (`rlj3`), with `#2` for the
/// second axis of a universal joint (`rlj2_3#2`); without a perceptor, the name of its effector,
/// otherwise of the body that it rotates.
[[nodiscard]] std::string axisName(const RobotModel& model, JointId joint);

/// Converts between angles about x, y and z in degrees and a rotation, R = Rx * Ry * Rz, as in
/// scene files.
[[nodiscard]] Eigen::Matrix3d rotationFromDeg(const Eigen::Vector3d& angles);
[[nodiscard]] Eigen::Vector3d degFromRotation(const Eigen::Matrix3d& R);

/// A robot with editable values. Values are named after their owner:
///
/// - `BODY.mass` (kg)
/// - `BODY.size`: three edges of a box, radius of a sphere, radius and length of a capsule, m
/// - `BODY.position`: origin in the parent's frame with joints at zero, m
/// - `BODY.collides`: 0 or 1
/// - `BODY.box`, `BODY.sphere`, `BODY.capsule`: another shape, with sizes as above
/// - `BODY.rotation`: orientation in its parent, as in `rotationFromDeg`
/// - `BODY.stretch`: lengthens the body along its z axis by a distance in m, downward from its
///   joint: attached bodies below move down equally, while its own joint stays in place in the
///   parent. A body without a joint, the torso, grows at both ends.
/// - `BODY.soft-erp`, `BODY.soft-cfm`, `BODY.slip`: contact parameters of its surface, in the units
///   of `ContactSurface`
/// - `JOINT.min`, `JOINT.max` (degrees), `JOINT.speed` (degrees per second), `JOINT.torque` (N m),
///   `JOINT.anchor` (in the child's frame, m), `JOINT.axis` (any length)
/// - `vision.cone` (width and height of the view, degrees), `vision.interval` (cycles), and, 0 or
///   1, `vision.noise`, `vision.lines`, `vision.static-axes`, `vision.own-position`,
///   `vision.own-orientation`, `vision.ball-position`
/// - `start.height`: height of the torso when the robot is created, m
///
/// `none` removes a joint limit, a speed limit, `soft-cfm`, or the limits of the view.
///
/// Joints are named by `axisName`.
/// A name with `*` applies to both sides, according to `rightSideName` and `otherSideName`:
/// `*thigh.mass` is `rthigh.mass` and `lthigh.mass`, with x positions, anchors and joint limits
/// given for the right side and mirrored for the left.
///
/// A value; one thread at a time.
class RobotEdit {
public:
    explicit RobotEdit(const RobotModel& model);

    /// Sets one value, such as `rthigh.mass=0.3` or `rshank.size = 0.08 0.07 0.13`.
    /// Errors: NotFound (unknown body, joint or value, with the most similar name), InvalidArgument
    /// (wrong number of values, values that are not finite or out of range); nothing is changed
    /// then.
    [[nodiscard]] base::Expected<void> set(std::string_view assignment);

    /// Sets a value on both sides: the value for `lthigh` is mirrored for `rthigh`, and vice versa;
    /// without a counterpart, only one side is changed. Errors: as for `set`.
    [[nodiscard]] base::Expected<void> setBothSides(std::string_view assignment);
    /// Whether a body or joint has a counterpart on the other side.
    [[nodiscard]] bool hasOtherSide(std::string_view owner) const;

    /// Builds the robot with the changes.
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
