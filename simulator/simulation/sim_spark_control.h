#pragma once

#include <memory>
#include <string>
#include <vector>

#include "simulator/simulation/match_control.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

/// Handling of a match of SimSpark's robots. One thread, the match's.
class SimSparkControl final : public MatchControl {
public:
    /// @param simulation must outlive the control
    explicit SimSparkControl(Simulation& simulation) : m_simulation(&simulation) {}

    [[nodiscard]] std::vector<MatchRobot> robots() const override;
    [[nodiscard]] PhysicsDetails details() override;
    [[nodiscard]] std::vector<monitor::MotorTorques> motorTorques() override;
    [[nodiscard]] double timeS() const override { return m_simulation->timeS(); }
    [[nodiscard]] bool isWaitingToStart() const override {
        return m_simulation->isWaitingToStart();
    }
    void begin() override { m_simulation->begin(); }
    void push(const monitor::ObjectId& object, const Eigen::Vector3d& p_S,
              const Eigen::Vector3d& impulse_SNs) override;
    bool pull(const monitor::ObjectId& object, const Eigen::Vector3d& grip_Body,
              const Eigen::Vector3d& target_S) override;
    void carry(const monitor::ObjectId& object, const Eigen::Vector3d& grip_Body,
               const Eigen::Vector3d& target_S) override;
    void hold(const game::PlayerId& robot, bool isHeld) override;
    void setGravity(bool hasGravity) override { m_simulation->physics().setGravity(hasGravity); }
    [[nodiscard]] bool hasGravity() const override { return m_simulation->physics().hasGravity(); }
    base::Expected<void> addRobot(const NewRobot& robot) override;
    base::Expected<void> apply(const monitor::TrainerCommand& command) override {
        return m_simulation->apply(command);
    }
    [[nodiscard]] std::shared_ptr<const MatchSnapshot> save() const override;
    base::Expected<void> restore(const MatchSnapshot& snapshot) override;
    [[nodiscard]] base::Expected<std::string> situation() const override;
    base::Expected<void> setRules(const game::Rules& rules) override;
    base::Expected<void> setSensors(const SensorSwitches& sensors) override;

private:
    [[nodiscard]] RobotBody* find(const game::PlayerId& robot);
    [[nodiscard]] RobotBody* findBody(const monitor::ObjectId& object,
                                      const Eigen::Vector3d& grip_Body, const Eigen::Vector3d& p_S);

    Simulation* m_simulation;
};

} // namespace sideline::simulator
