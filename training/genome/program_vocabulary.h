#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/robot/robot_model.h"

namespace sideline::training {

/// What the trees of a program decide.
enum class TreeMeaning : std::uint8_t {
    Angle, ///< where a joint should be, rad; the output `speed` says how fast it goes there, rad/s
    Speed, ///< how fast a joint turns, rad/s
};

/// What all programs of a kind have in common.
struct ProgramStyle {
    TreeMeaning meaning = TreeMeaning::Angle;
    /// Whether one tree moves a joint and its mirror image; joints in the middle stay at zero.
    bool isSymmetric = true;
    [[nodiscard]] bool operator==(const ProgramStyle&) const = default;
};

/// `angle`, `speed`.
[[nodiscard]] std::string_view treeMeaningName(TreeMeaning meaning);

/// What a tree of a gene is for.
struct ProgramOutput {
    std::string name;        ///< as in programs: `lle3`, `lle3/rle3`, `speed`
    robot::JointId joint;    ///< none for `speed`
    robot::JointId mirrored; ///< moved with it; none if there is none
    double mirroredSign = 1.0;
    [[nodiscard]] bool isSpeed() const { return !joint.isValid(); }
};

/// Names that programs for a robot may use. Immutable; any thread.
///
/// Percepts: `time` since the gene took over, s; `gyro-x`, `-y`, `-z`, rad/s, and `acc-x`, `-y`,
/// `-z`, multiples of gravity, in the torso's frame, if the robot has them; `up-x`, `-y`, `-z`, the
/// direction up in the torso's frame (x right, y forward, z up); `left-foot`, `right-foot`, the
/// force on each, as a share of the robot's weight; and the angle of each joint, rad, by the name
/// of its effector. Joints between torso and head are perceived, but not moved.
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
    /// The joint whose angle each of the last percepts is.
    [[nodiscard]] const std::vector<robot::JointId>& perceivedJoints() const { return m_joints; }
    /// Percepts that trees grow from: all but the angles of joints that no tree is for. Indexes.
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
