#include "logs/match/events.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agentcore/monitor/match_frame.h"

namespace sideline::logs {

namespace {

using game::Side;
using monitor::GameState;

constexpr std::array<std::string_view, kEventKindCount> kNames = {
    "goal",       "score", "play-mode", "foul", "half",  "kick",
    "ball-moved", "fall",  "get-up",    "join", "leave", "time-jump"};

constexpr double kVelocityWindowS = 0.1; // positions have a resolution of 5 mm
constexpr double kKickSpeedUpMps = 0.7;
constexpr double kKickReachM = 0.6; // ball to torso, on the ground
constexpr double kKickPauseS = 0.6;
constexpr double kClockJumpS = 1.0;

std::string robotName(const GameState& game, const game::PlayerId& id) {
    const std::string_view team = game.teamName(id.side);
    return team.empty() ? game::toString(id) : fmt::format("{} {}", team, id.unum.value());
}

std::string clockText(double timeS) {
    const auto hundredths = static_cast<long>(std::lround(timeS * 100.0));
    return fmt::format("{}:{:02}.{:02}", hundredths / 6000, hundredths / 100 % 60,
                       hundredths % 100);
}

} // namespace

std::string_view eventKindName(EventKind kind) {
    return kNames[static_cast<std::size_t>(kind)];
}

Event& EventDetector::add(const Now& now, EventKind kind, std::string text) {
    Event event;
    event.kind = kind;
    event.frame = now.frame;
    event.gameTimeS = now.state.game.timeS;
    event.recordTimeS = now.recordTimeS;
    event.text = std::move(text);
    m_events.push_back(std::move(event));
    return m_events.back();
}

void EventDetector::process(FrameNumber frame, double recordTimeS, bool full,
                            const LogState& state) {
    const Now now{frame, recordTimeS, full, state};
    processBall(now); // first: goals are dated by the ball
    processGame(now);
    if (!state.damaged) {
        processFouls(now);
    }
    processRobots(now);
    m_game = state.game;
    if (full && !state.damaged) {
        m_lastFull = frame;
        m_clockStarted.reset();
        m_ballInGoal.reset();
    }
}

void EventDetector::processGame(const Now& now) {
    const GameState& game = now.state.game;
    if (!m_game || m_game->environment == nullptr) {
        if (game.environment != nullptr && game.playMode >= 0) {
            add(now, EventKind::PlayMode, std::string(game.playModeName())).code = game.playMode;
        }
        return;
    }
    const double stepS = game.timeS - m_game->timeS;
    if (stepS < -1e-6 || stepS > std::max(kClockJumpS, 5.0 * m_stepS)) {
        add(now, EventKind::TimeJump,
            fmt::format("Game clock from {} to {}", clockText(m_game->timeS),
                        clockText(game.timeS)));
    } else if (stepS > 1e-6 && m_clockStood && !m_clockStarted) {
        m_clockStarted = now.frame;
    }
    m_clockStood = std::abs(stepS) < 1e-6;
    if (game.half != m_game->half && game.half > 0) {
        estimateWhen(add(now, EventKind::Half, fmt::format("Half {}", game.half)), now);
    }
    processScore(now);
    processPlayMode(now);
}

void EventDetector::processScore(const Now& now) {
    const GameState& game = now.state.game;
    const int left = game.scoreLeft - m_game->scoreLeft;
    const int right = game.scoreRight - m_game->scoreRight;
    if (left == 0 && right == 0) {
        return;
    }
    const std::string score = fmt::format("{}:{}", game.scoreLeft, game.scoreRight);
    if (left + right != 1 || left * right != 0) { // a goal counts one, for one side
        add(now, EventKind::Score, fmt::format("Score set to {}", score));
        return;
    }
    const Side side = left == 1 ? Side::Left : Side::Right;
    const std::string_view team = game.teamName(side);
    Event& event =
        add(now, EventKind::Goal,
            fmt::format("Goal for {}, {}", team.empty() ? game::sideName(side) : team, score));
    event.side = side;
    estimateWhen(event, now);
}

void EventDetector::processPlayMode(const Now& now) {
    const GameState& game = now.state.game;
    if (game.playMode == m_game->playMode || game.playMode < 0) {
        return;
    }
    Event& event = add(now, EventKind::PlayMode, std::string(game.playModeName()));
    event.code = game.playMode;
    estimateWhen(event, now);
}

// Changes that come with a full scene may date back to the preceding full scene. The clock and the
// ball show when some of them really happened.
void EventDetector::estimateWhen(Event& event, const Now& now) {
    // rcssservermj repeats the complete game state in each message.
    if (!now.full || now.frame <= m_lastFull + 1 ||
        now.state.game.format == monitor::StreamFormat::Rsmp) {
        return;
    }
    const std::string_view mode = now.state.game.playModeName();
    std::optional<FrameNumber> when;
    if (event.kind == EventKind::Goal || mode.starts_with("Goal_")) {
        when = m_ballInGoal;
    } else if (mode.starts_with("KickOff")) {
        when = m_clockStarted;
    }
    if (when && *when < now.frame) {
        event.estimatedFrame = when;
    }
}

void EventDetector::processFouls(const Now& now) {
    for (const monitor::Foul& foul : now.state.game.fouls) {
        if (!m_fouls.isNew(foul, now.recordTimeS)) {
            continue;
        }
        Event& event = add(now, EventKind::Foul,
                           fmt::format("{} by {}", monitor::foulTypeName(foul.type),
                                       robotName(now.state.game, foul.offender)));
        event.robot = foul.offender;
        event.side = foul.offender.side;
        event.code = foul.type;
    }
}

void EventDetector::processRobots(const Now& now) {
    const monitor::SceneState& scene = *now.state.scene;
    if (scene.structure == nullptr) {
        return;
    }
    const auto note = [&](EventKind kind, const game::PlayerId& id, const char* what) {
        Event& event = add(now, kind, fmt::format("{} {}", robotName(now.state.game, id), what));
        event.robot = id;
        event.side = id.side;
    };
    for (const monitor::SceneRobot& robot : scene.structure->objects.robots) {
        if (robot.id.side == Side::None || robot.bodies.empty()) {
            continue; // not initialized yet
        }
        const auto [it, isNew] = m_robots.try_emplace(robot.id);
        RobotTrack& track = it->second;
        m_players[robot.id] = robot.typeNumber;
        if (robot.model != nullptr) {
            m_models[robot.id] = robot.model;
        }
        track.lastSeen = now.frame;
        const double upCos = scene.worldPose(robot.bodies.front()).R(2, 2);
        const double headHeightRatio =
            robot.model == nullptr ? 1.0 : robot.model->headHeightRatio([&](robot::BodyId body) {
                return scene.worldPose(robot.bodies[body.index()]);
            });
        if (isNew) {
            track.fallen = game::isFallen(upCos, headHeightRatio);
            if (m_sawScene) { // robots of the log's first scene did not just join
                note(EventKind::Join, robot.id, "joined");
            }
        } else if (!track.fallen && game::isFallen(upCos, headHeightRatio)) {
            track.fallen = true;
            note(EventKind::Fall, robot.id, "fell");
        } else if (track.fallen && game::isUpright(upCos, headHeightRatio)) {
            track.fallen = false;
            note(EventKind::GetUp, robot.id, "got up");
        }
    }
    m_sawScene = true;
    for (auto it = m_robots.begin(); it != m_robots.end();) {
        if (it->second.lastSeen != now.frame) {
            note(EventKind::Leave, it->first, "left");
            it = m_robots.erase(it);
        } else {
            ++it;
        }
    }
}

void EventDetector::processBall(const Now& now) {
    const monitor::SceneState& scene = *now.state.scene;
    if (scene.structure == nullptr || !scene.structure->objects.ball.isValid()) {
        m_ball.clear();
        return;
    }
    const Eigen::Vector3d p_S = scene.worldPose(scene.structure->objects.ball).p;
    if (const auto& environment = now.state.game.environment; environment && !m_ballInGoal) {
        const field::FieldDimensions& field = environment->field;
        if (std::abs(p_S.x()) > field.lengthM / 2.0 + environment->ballRadiusM &&
            std::abs(p_S.y()) < field.goalWidthM / 2.0 && p_S.z() < field.goalHeightM) {
            m_ballInGoal = now.frame;
        }
    }
    m_ball.push_back({now.recordTimeS, p_S});
    // Keeps one sample at least a window old for the difference.
    while (m_ball.size() > 2 && now.recordTimeS - m_ball[1].recordTimeS >= kVelocityWindowS) {
        m_ball.erase(m_ball.begin());
    }
    if (m_ball.size() < 2 || now.recordTimeS <= m_ball.front().recordTimeS) {
        return;
    }
    const Eigen::Vector3d velocityMps =
        (p_S - m_ball.front().p_S) / (now.recordTimeS - m_ball.front().recordTimeS);
    const double speedMps = velocityMps.norm();
    if (speedMps > kMaxBallSpeedMps) {
        add(now, EventKind::BallMoved,
            fmt::format("Ball placed at ({:.1f}, {:.1f})", p_S.x(), p_S.y()));
        m_ball.assign(1, {now.recordTimeS, p_S});
        m_lastSpeedMps = 0.0;
        return;
    }
    if (m_kick && now.recordTimeS - m_kick->recordTimeS <= kKickPauseS) {
        if (speedMps > m_kick->speedMps) { // still accelerating: the same kick
            m_kick->speedMps = speedMps;
            m_events[m_kick->event].text = kickText(now);
        }
    } else if (speedMps > m_lastSpeedMps + kKickSpeedUpMps) {
        noteKick(now, m_ball.front().p_S, speedMps);
    }
    m_lastSpeedMps = speedMps;
}

std::string EventDetector::kickText(const Now& now) const {
    return fmt::format("Kick by {}, {:.1f} m/s", robotName(now.state.game, m_kick->by),
                       m_kick->speedMps);
}

void EventDetector::noteKick(const Now& now, const Eigen::Vector3d& p_SBall, double speedMps) {
    const monitor::SceneState& scene = *now.state.scene;
    const monitor::SceneRobot* nearest = nullptr;
    double nearestM = kKickReachM;
    for (const monitor::SceneRobot& robot : scene.structure->objects.robots) {
        if (robot.bodies.empty() || robot.id.side == Side::None) {
            continue;
        }
        const Eigen::Vector3d p_STorso = scene.worldPose(robot.bodies.front()).p;
        const double distanceM = (p_STorso - p_SBall).head<2>().norm();
        if (distanceM < nearestM) {
            nearestM = distanceM;
            nearest = &robot;
        }
    }
    if (nearest == nullptr) {
        return;
    }
    m_kick = KickTrack{m_events.size(), nearest->id, now.recordTimeS, speedMps};
    Event& event = add(now, EventKind::Kick, kickText(now));
    event.robot = nearest->id;
    event.side = nearest->id.side;
}

} // namespace sideline::logs
