#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "training/genome/program_runner.h"
#include "training/task/mover.h"

namespace sideline::training {

/// Moves a robot by an evolved program, until the trial ends.
class ProgramMover final : public Mover {
public:
    /// @param program its trees must be well-formed and use the vocabulary
    ProgramMover(Program program, ProgramVocabularyPtr vocabulary);

    void begin(const PhysicsRobot& robot) override;
    bool step(const PhysicsRobot& robot, double timeS, std::span<double> targetRad) override;

    /// Runner with the active gene and the values of its trees.
    [[nodiscard]] const ProgramRunner& runner() const { return m_runner; }
    [[nodiscard]] const ProgramRunner* program() const override { return &m_runner; }
    /// Current outputs of the vocabulary: rad or rad/s; NaN before a gene has set them.
    [[nodiscard]] std::span<const double> outputs() const { return m_outputs; }

private:
    void perceive(const PhysicsRobot& robot);
    void move(robot::JointId joint, double value, double speedRadPerS,
              std::span<double> targetRad) const;

    ProgramVocabularyPtr m_vocabulary;
    ProgramRunner m_runner;
    std::vector<double> m_percepts;
    std::vector<double> m_outputs;
};

/// Creates a mover from a program's text.
/// Errors: those of `readProgram`, for the vocabulary of the text's own style.
[[nodiscard]] base::Expected<std::unique_ptr<Mover>> programMover(
    std::string_view text, const robot::RobotModelPtr& model);

} // namespace sideline::training
