#pragma once

#include <memory>
#include <string>
#include <vector>

#include "simulator/mujoco/league_simulation.h"
#include "simulator/simulation/match_control.h"

namespace sideline::simulator::mujoco {

/// Control of an rcssservermj match. One thread, the match's.
class LeagueControl final : public MatchControl {
public:
    /// @param simulation must outlive the control
    explicit LeagueControl(LeagueSimulation& simulation) : m_simulation(&simulation) {}

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
    void setGravity(bool hasGravity) override { m_simulation->world().setGravity(hasGravity); }
    [[nodiscard]] bool hasGravity() const override { return m_simulation->world().hasGravity(); }
    base::Expected<void> addRobot(const NewRobot& robot) override;
    base::Expected<void> apply(const monitor::TrainerCommand& command) override {
        return m_simulation->applyNow(command);
    }
    [[nodiscard]] std::shared_ptr<const MatchSnapshot> save() const override;
    base::Expected<void> restore(const MatchSnapshot& snapshot) override;
    [[nodiscard]] base::Expected<std::string> situation() const override;
    base::Expected<void> setRules(const game::Rules& rules) override;
    base::Expected<void> setSensors(const SensorSwitches& sensors) override;

private:
    [[nodiscard]] const LeaguePlayer* find(const game::PlayerId& robot) const;
    [[nodiscard]] const LeaguePlayer* findBody(const monitor::ObjectId& object) const;

    LeagueSimulation* m_simulation;
};

} // namespace sideline::simulator::mujoco
