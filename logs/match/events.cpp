#include "logs/match/events.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/game/fall_state.h"
#include "agentcore/game/restart.h"

namespace sideline::logs {

namespace {

using game::Side;
using monitor::GameState;

constexpr std::array<std::string_view, kEventKindCount> kNames = {
    "goal",       "score", "play-mode", "foul", "half",  "kick",
    "ball-moved", "fall",  "get-up",    "join", "leave", "time-jump"};

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

Event EventDetector::makeEvent(const AnalysisInstant& when, EventKind kind, std::string text) {
    Event event;
    event.kind = kind;
    event.frame = when.frame;
    event.gameTimeS = when.gameTimeS;
    event.recordTimeS = when.recordTimeS;
    event.text = std::move(text);
    return event;
}

// Inserts an event in the order of frames: kicks and goals may be detected after later events.
// @return its index
std::size_t EventDetector::add(Event event) {
    const auto at = m_events.insert(
        std::ranges::upper_bound(m_events, event.frame, {}, &Event::frame), std::move(event));
    const auto index = static_cast<std::size_t>(at - m_events.begin());
    if (m_kick && m_kick->event >= index) {
        ++m_kick->event;
    }
    return index;
}

void EventDetector::process(FrameNumber frame, double recordTimeS, bool full,
                            const LogState& state) {
    const AnalysisInstant instant =
        instantOf(frame, recordTimeS, state.game, *state.scene, state.damaged, full);
    const Now now{instant, state};
    m_goalCrossing.process(instant);
    processBall(now);
    processGame(now);
    processFouls(now);
    processRobots(now);
    m_game = state.game;
    if (full && !state.damaged) {
        m_clockStarted.reset();
    }
}

void EventDetector::processGame(const Now& now) {
    const GameState& game = now.state.game;
    if (!m_game || m_game->environment == nullptr) {
        if (game.environment != nullptr && game.playMode >= 0) {
            Event event =
                makeEvent(now.instant, EventKind::PlayMode, std::string(game.playModeName()));
            event.code = game.playMode;
            add(std::move(event));
        }
        return;
    }
    const double stepS = game.timeS - m_game->timeS;
    if (stepS < -1e-6 || stepS > std::max(kClockJumpS, 5.0 * m_stepS)) {
        add(makeEvent(now.instant, EventKind::TimeJump,
                      fmt::format("Game clock from {} to {}", clockText(m_game->timeS),
                                  clockText(game.timeS))));
    } else if (stepS > 1e-6 && m_isClockStopped && !m_clockStarted) {
        m_clockStarted = momentOf(now.instant);
    }
    m_isClockStopped = std::abs(stepS) < 1e-6;
    if (game.half != m_game->half && game.half > 0) {
        Event event = makeEvent(now.instant, EventKind::Half, fmt::format("Half {}", game.half));
        estimateWhen(event, now.instant);
        add(std::move(event));
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
    if (left + right != 1 || left * right != 0) { // a goal adds one to one side's score
        add(makeEvent(now.instant, EventKind::Score, fmt::format("Score set to {}", score)));
        return;
    }
    const Side side = left == 1 ? Side::Left : Side::Right;
    const std::string_view team = game.teamName(side);
    Event event = makeEvent(
        now.instant, EventKind::Goal,
        fmt::format("Goal for {}, {}", team.empty() ? game::sideName(side) : team, score));
    event.side = side;
    estimateWhen(event, now.instant);
    add(std::move(event));
}

void EventDetector::processPlayMode(const Now& now) {
    const GameState& game = now.state.game;
    if (game.playMode == m_game->playMode || game.playMode < 0) {
        return;
    }
    Event event = makeEvent(now.instant, EventKind::PlayMode, std::string(game.playModeName()));
    event.code = game.playMode;
    estimateWhen(event, now.instant);
    add(std::move(event));
}

// Changes first seen in a full scene may have happened any time after the preceding full scene. The
// clock and the ball show when some of them really happened.
void EventDetector::estimateWhen(Event& event, const AnalysisInstant& now) const {
    if (!now.isFull) {
        return;
    }
    Moment when = momentOf(now);
    if (event.kind == EventKind::Goal) {
        when = m_goalCrossing.momentOfGoal(event.side, now);
    } else if (now.isGoalPause()) {
        when = m_goalCrossing.momentOfGoal(
            now.mode == game::PlayMode::GoalLeft ? Side::Left : Side::Right, now);
    } else if (m_clockStarted && now.mode &&
               game::restartOf(*now.mode).piece == game::SetPiece::KickOff) {
        when = *m_clockStarted;
    }
    if (when.frame < event.frame) {
        event.reportedFrame = event.frame;
        event.frame = when.frame;
        event.gameTimeS = when.gameTimeS;
        event.recordTimeS = when.recordTimeS;
    }
}

void EventDetector::processFouls(const Now& now) {
    for (const monitor::Foul& foul : now.instant.fouls) {
        if (!m_fouls.isNew(foul, now.instant.recordTimeS)) {
            continue;
        }
        std::string text = fmt::format("{} by {}", monitor::foulTypeName(foul.type),
                                       robotName(now.state.game, foul.offender));
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
        Event event = makeEvent(now.instant, EventKind::Foul, std::move(text));
        event.robot = foul.offender;
        event.side = foul.offender.side;
        event.code = foul.type;
        add(std::move(event));
    }
}

void EventDetector::processRobots(const Now& now) {
    if (now.state.scene->structure == nullptr) {
        return;
    }
    const auto note = [&](EventKind kind, const game::PlayerId& id, const char* what) {
        Event event =
            makeEvent(now.instant, kind, fmt::format("{} {}", robotName(now.state.game, id), what));
        event.robot = id;
        event.side = id.side;
        add(std::move(event));
    };
    for (const PlayerInstant& robot : now.instant.players) {
        const auto [it, isNew] = m_robots.try_emplace(robot.id);
        RobotTrack& track = it->second;
        m_players[robot.id] = robot.typeNumber;
        if (robot.model != nullptr) {
            m_models[robot.id] = robot.model;
        }
        track.lastSeen = now.instant.frame;
        if (isNew) {
            track.fallen = game::isFallen(robot.upCos, robot.headHeightRatio);
            if (m_sawScene) { // robots of the log's first scene did not just join
                note(EventKind::Join, robot.id, "joined");
            }
        } else if (!track.fallen && game::isFallen(robot.upCos, robot.headHeightRatio)) {
            track.fallen = true;
            note(EventKind::Fall, robot.id, "fell");
        } else if (track.fallen && game::isUpright(robot.upCos, robot.headHeightRatio)) {
            track.fallen = false;
            note(EventKind::GetUp, robot.id, "got up");
        }
    }
    m_sawScene = true;
    for (auto it = m_robots.begin(); it != m_robots.end();) {
        if (it->second.lastSeen != now.instant.frame) {
            note(EventKind::Leave, it->first, "left");
            it = m_robots.erase(it);
        } else {
            ++it;
        }
    }
}

void EventDetector::processBall(const Now& now) {
    if (!now.instant.isGood) {
        return;
    }
    const auto found = m_kickFinder.process(now.instant);
    if (m_kickFinder.wasPlaced()) {
        const Eigen::Vector3d& p_S = *now.instant.p_SBall;
        add(makeEvent(now.instant, EventKind::BallMoved,
                      fmt::format("Ball placed at ({:.1f}, {:.1f})", p_S.x(), p_S.y())));
    }
    if (found) {
        noteKick(*found, now.state.game);
    }
}

void EventDetector::noteKick(const FoundKick& found, const monitor::GameState& game) {
    Event event;
    double speedMps = found.velocity_SMps.norm();
    if (found.isSame) {
        const auto last = m_events.begin() + static_cast<std::ptrdiff_t>(m_kick->event);
        event = std::move(*last);
        m_events.erase(last);
        speedMps = std::max(speedMps, m_kick->speedMps);
    } else {
        event.kind = EventKind::Kick;
        event.robot = found.by;
        event.side = found.by.side;
    }
    if (!found.isSame || found.isSharper) {
        event.frame = found.at->frame;
        event.gameTimeS = found.at->gameTimeS;
        event.recordTimeS = found.at->recordTimeS;
    }
    event.text = fmt::format("Kick by {}, {:.1f} m/s", robotName(game, event.robot), speedMps);
    const std::size_t index = add(std::move(event));
    m_kick = KickTrack{index, speedMps};
}

} // namespace sideline::logs
