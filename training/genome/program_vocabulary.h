#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/robot/robot_model.h"

namespace sideline::training {

/// Output of a program's trees.
enum class TreeOutput : std::uint8_t {
    Angle, ///< joint angle, rad; the output `speed` is the speed of approach, rad/s
    Speed, ///< joint speed, rad/s
};

/// Common properties of all programs of a kind.
struct ProgramStyle {
    TreeOutput meaning = TreeOutput::Angle;
    /// Whether one tree moves a joint and its mirror image; central joints stay at zero.
    bool isSymmetric = true;
    [[nodiscard]] bool operator==(const ProgramStyle&) const = default;
};

/// `angle`, `speed`.
[[nodiscard]] std::string_view treeOutputName(TreeOutput meaning);

/// Output that a gene's tree determines.
struct ProgramOutput {
    std::string name;        ///< name in programs: `lle3`, `lle3/rle3`, `speed`
    robot::JointId joint;    ///< none for `speed`
    robot::JointId mirrored; ///< mirror image that moves with it, if any
    double mirroredSign = 1.0;
    [[nodiscard]] bool isSpeed() const { return !joint.isValid(); }
};

/// Names available to the programs of a robot. Immutable; any thread.
///
/// Percepts: `time` since the gene became active, s; `gyro-x`, `-y`, `-z`, rad/s, and `acc-x`,
/// `-y`, `-z`, multiples of gravity, in the torso's frame, if the robot has them; `up-x`, `-y`,
/// `-z`, the up direction in the torso's frame (x right, y forward, z up); `left-foot`,
/// `right-foot`, the force on each relative to the robot's weight; and the angle of each joint,
/// rad, by the name of its effector. Joints between torso and head are perceived, but not moved.
class ProgramVocabulary {
public:
    ProgramVocabulary(robot::RobotModelPtr model, const ProgramStyle& style);

    [[nodiscard]] const robot::RobotModel& model() const { return *m_model; }
    [[nodiscard]] const ProgramStyle& style() const { return m_style; }
    [[nodiscard]] const std::vector<std::string>& percepts() const { return m_percepts; }
    [[nodiscard]] const std::vector<ProgramOutput>& outputs() const { return m_outputs; }
    [[nodiscard]] std::optional<std::size_t> findPercept(std::string_view name) const;
    [[nodiscard]] std::optional<std::size_t> findOutput(std::string_view name) const;

    [[nodiscard]] bool hasGyro() const { return m_hasGyro; }
    [[nodiscard]] bool hasAccelerometer() const { return m_hasAccelerometer; }
    /// The joints whose angles come last among the percepts.
    [[nodiscard]] const std::vector<robot::JointId>& perceivedJoints() const { return m_joints; }
    /// Indices of the percepts used in random trees: all but the angles of joints without a tree.
    [[nodiscard]] const std::vector<std::size_t>& sources() const { return m_sources; }

private:
    void addPercepts();
    void addOutputs();

    robot::RobotModelPtr m_model;
    ProgramStyle m_style;
    std::vector<std::string> m_percepts;
    std::vector<ProgramOutput> m_outputs;
    std::vector<robot::JointId> m_joints;
    std::vector<std::size_t> m_sources;
    bool m_hasGyro = false;
    bool m_hasAccelerometer = false;
};
using ProgramVocabularyPtr = std::shared_ptr<const ProgramVocabulary>;

} // namespace sideline::training
