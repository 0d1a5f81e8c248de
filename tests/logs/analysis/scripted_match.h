#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "logs/analysis/match_analysis.h"

namespace sideline::tests {

/// A match controlled by a test, which sets ball, players and game, and advances time.
class ScriptedMatch {
public:
    explicit ScriptedMatch(double stepS = 0.1, double windowS = 60.0)
        : m_stepS(stepS), m_analysis(windowS) {
        auto environment = std::make_shared<monitor::Environment>();
        environment->field = field::newestField().dimensions;
        m_now.environment = environment;
        m_now.half = 1;
        m_now.isGood = true;
        m_now.p_SBall = Eigen::Vector3d(0, 0, 0.042);
        m_now.ballRadiusM = 0.042;
        m_now.teamLeft = "Us";
        m_now.teamRight = "Them";
        setMode(game::PlayMode::PlayOn);
    }

    void setField(const field::FieldDimensions& field) {
        auto environment = std::make_shared<monitor::Environment>();
        environment->field = field;
        m_now.environment = environment;
    }
    void setMode(game::PlayMode mode) {
        m_now.mode = mode;
        m_now.isRunning = mode != game::PlayMode::BeforeKickOff && mode != game::PlayMode::GameOver;
        m_now.isInPlay = mode == game::PlayMode::PlayOn || mode == game::PlayMode::PassLeft ||
                         mode == game::PlayMode::PassRight;
    }
    logs::PlayerInstant& player(game::Side side, int unum) {
        const game::PlayerId id{side, game::UniformNumber(unum)};
        for (logs::PlayerInstant& player : m_now.players) {
            if (player.id == id) {
                return player;
            }
        }
        logs::PlayerInstant& player = m_now.players.emplace_back();
        player.id = id;
        player.typeNumber = 0;
        player.headM = headM;
        return player;
    }
    void put(game::Side side, int unum, double x, double y) { player(side, unum).p_S = {x, y}; }
    void putBall(double x, double y) { m_now.p_SBall = Eigen::Vector3d(x, y, 0.042); }
    /// Rolls the ball at constant velocity from now on.
    void roll(double vx, double vy) { m_v = {vx, vy}; }
    /// Advances the time.
    void play(double durationS) {
        const long steps = std::lround(durationS / m_stepS);
        for (long i = 0; i < steps; ++i) {
            show();
            m_now.p_SBall->head<2>() += m_v * m_stepS;
            for (logs::PlayerInstant& player : m_now.players) {
                player.p_S += velocityOf(player.id) * m_stepS;
            }
        }
    }
    /// Passes the current state on as a frame, and advances the clock.
    void show() {
        for (logs::PlayerInstant& player : m_now.players) {
            player.ballDistanceM = (player.p_S - m_now.p_SBall->head<2>()).norm();
        }
        m_analysis.add(m_now);
        ++m_now.frame;
        m_now.fouls.clear();
        m_now.recordTimeS += m_stepS;
        if (m_now.isRunning) {
            m_now.gameTimeS += m_stepS;
        }
    }
    std::function<Eigen::Vector2d(const game::PlayerId&)> velocityOf = [](const game::PlayerId&) {
        return Eigen::Vector2d(0, 0);
    };
    logs::AnalysisInstant& now() { return m_now; }
    [[nodiscard]] logs::MatchStatistics statistics() const { return m_analysis.statistics(); }
    double headM = 0.5;

private:
    double m_stepS;
    logs::AnalysisInstant m_now;
    Eigen::Vector2d m_v = Eigen::Vector2d::Zero();
    logs::MatchAnalysis m_analysis;
};

} // namespace sideline::tests
