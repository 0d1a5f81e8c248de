#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"
#include "agents/behaviors/built_in.h"
#include "agents/skill_library.h"
#include "training/skill/skill_pitch.h"

namespace sideline {

/// Robots that are placed at will and play with one behavior each; simulated time.
class SkillFixture : public testing::Test {
protected:
    /// A robot that stands until `start`.
    std::size_t join(const std::string& name, const agents::ParameterTexts& settings = {},
                     int unum = 2, const std::string& team = "Own") {
        m_behaviors.push_back(make(name, settings));
        const robot::RobotModelPtr model = robot::naoModel(robot::NaoType::Standard).shared();
        return m_pitch.join(model, 0, team, unum, *make("stop", {}));
    }
    std::unique_ptr<behavior::Behavior> make(const std::string& name,
                                             const agents::ParameterTexts& settings) {
        const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
        auto behavior = agents::builtInBehaviors().make(name, settings, {model, m_skills});
        EXPECT_TRUE(behavior) << (behavior ? "" : behavior.error().toString());
        return std::move(*behavior);
    }
    /// Begins to play with the first robot and the ball at these places.
    void start(const Eigen::Vector3d& robot_S, const Eigen::Vector2d& ball_S,
               const Eigen::Vector3d& second_S = {-8.5, 3.0, 0.0}) {
        m_pitch.begin();
        for (std::size_t i = 0; i < m_behaviors.size(); ++i) {
            m_pitch.place(i, i == 0 ? robot_S : second_S);
        }
        m_pitch.placeBall(ball_S);
        m_first_S = ball_S;
        m_pitch.play(1.0);
        for (std::size_t i = 0; i < m_behaviors.size(); ++i) {
            m_pitch.setBehavior(i, *m_behaviors[i]);
        }
        m_startS = m_pitch.timeS();
    }
    /// Plays until the ball has come to rest after a kick.
    void playUntilRest(double maxS) {
        const double untilS = m_pitch.timeS() + maxS;
        while (m_pitch.timeS() < untilS &&
               !((ball() - m_first_S).norm() > 0.3 && m_pitch.ballVelocity_SMps().norm() < 0.02)) {
            m_pitch.cycle();
        }
    }
    /// Plays until the ball crosses a distance from its first place.
    /// @return time and speed then; not set if it does not
    struct Passage {
        double timeS = 0.0;
        double speedMps = 0.0;
    };
    std::optional<Passage> playUntilPast(double distanceM, double maxS) {
        const double untilS = m_pitch.timeS() + maxS;
        while (m_pitch.timeS() < untilS) {
            m_pitch.cycle();
            if ((ball() - m_first_S).norm() > distanceM) {
                return Passage{m_pitch.timeS(), m_pitch.ballVelocity_SMps().norm()};
            }
        }
        return {};
    }
    [[nodiscard]] Eigen::Vector2d ball() { return m_pitch.ball_S(); }
    [[nodiscard]] const std::string& reason(std::size_t robot = 0) {
        return m_pitch.frame(robot).decision.reason;
    }

    agents::SkillLibrary m_skills;
    std::vector<std::unique_ptr<behavior::Behavior>> m_behaviors;
    double m_startS = 0.0;
    training::SkillPitch m_pitch{false, 7};
    Eigen::Vector2d m_first_S = Eigen::Vector2d::Zero();
};

} // namespace sideline
