#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/game/player_id.h"
#include "agentcore/monitor/game_state.h"
#include "agentcore/robot/robot_model.h"
#include "logs/match/foul_filter.h"
#include "logs/match/log_index.h"
#include "logs/match/log_state.h"

namespace sideline::logs {

/// No kick of this league is faster: a ball that is was placed by the referee or a trainer.
inline constexpr double kMaxBallSpeedMps = 15.0;

enum class EventKind : std::uint8_t {
    Goal,      ///< a score went up
    Score,     ///< a score was set otherwise (trainer)
    PlayMode,  ///< the play mode changed
    Foul,      ///< a foul, its repeated announcements merged into one
    Half,      ///< another half began
    Kick,      ///< the ball was clearly accelerated near a robot
    BallMoved, ///< the ball jumped: placed by the referee or a trainer
    Fall,      ///< a robot fell
    GetUp,     ///< a fallen robot stands again
    Join,      ///< a robot came onto the field
    Leave,     ///< a robot is gone
    TimeJump,  ///< the game clock was set, or started again
};

inline constexpr int kEventKindCount = 12;

/// Name of a kind in tables and JSON: `goal`, `play-mode`, `time-jump`, ...
[[nodiscard]] std::string_view eventKindName(EventKind kind);

/// Something that happened in a match.
struct Event {
    EventKind kind = EventKind::PlayMode;
    FrameNumber frame = 0; ///< first frame whose state shows it
    double gameTimeS = 0.0;
    double recordTimeS = 0.0;
    game::PlayerId robot;               ///< whom it concerns, if it is about a robot
    game::Side side = game::Side::None; ///< whom it concerns, if it is about a team
    int code = -1;                      ///< play mode index or foul type
    std::string text;                   ///< for display, such as "Goal for UTA, 1:0"
    /// Where it really happened, when the log reports it late: a server log loses such news while a
    /// monitor is connected, and repeats them with the next full scene only.
    std::optional<FrameNumber> estimatedFrame;
};

/// Finds events while the states of a log go by in order. One thread.
class EventDetector {
public:
    explicit EventDetector(double stepS) : m_stepS(stepS) {}

    /// Looks at the state after `frame`; frames must come in order, without gaps.
    void look(FrameNumber frame, double recordTimeS, bool full, const LogState& state);

    /// The events so far, ordered by frame.
    [[nodiscard]] const std::vector<Event>& events() const { return m_events; }
    /// Every robot that was on the field, with the type it had last (-1: unknown).
    [[nodiscard]] const std::map<game::PlayerId, int>& players() const { return m_players; }
    /// The descriptions of those that have one.
    [[nodiscard]] const std::map<game::PlayerId, robot::RobotModelPtr>& models() const {
        return m_models;
    }

private:
    struct RobotTrack {
        bool fallen = false;
        FrameNumber lastSeen = 0;
    };
    struct KickTrack {
        std::size_t event; // index in m_events
        game::PlayerId by;
        double recordTimeS;
        double speedMps; // the highest so far
    };
    struct BallSample {
        double recordTimeS;
        Eigen::Vector3d p_S;
    };
    struct Now {
        FrameNumber frame;
        double recordTimeS;
        bool full;
        const LogState& state;
    };

    Event& add(const Now& now, EventKind kind, std::string text);
    void lookAtGame(const Now& now);
    void lookAtScore(const Now& now);
    void lookAtPlayMode(const Now& now);
    void lookAtFouls(const Now& now);
    void lookAtRobots(const Now& now);
    void lookAtBall(const Now& now);
    void noteKick(const Now& now, const Eigen::Vector3d& p_SBall, double speedMps);
    [[nodiscard]] std::string kickText(const Now& now) const;
    void estimateWhen(Event& event, const Now& now);

    double m_stepS;
    std::vector<Event> m_events;
    std::optional<monitor::GameState> m_game;
    std::map<game::PlayerId, RobotTrack> m_robots;
    std::map<game::PlayerId, int> m_players;
    std::map<game::PlayerId, robot::RobotModelPtr> m_models;
    FoulFilter m_fouls;
    std::vector<BallSample> m_ball; // the last few, oldest first
    double m_lastSpeedMps = 0.0;
    std::optional<KickTrack> m_kick; // the last one
    FrameNumber m_lastFull = 0;
    std::optional<FrameNumber> m_clockStarted; // first frame since the last full scene in which the
                                               // clock ran on after standing still
    std::optional<FrameNumber> m_ballInGoal;   // likewise, the ball behind a goal line
    bool m_clockStood = true;
    bool m_sawScene = false;
};

/// The bit of a kind in a set of kinds.
[[nodiscard]] constexpr std::uint32_t kindBit(EventKind kind) {
    return std::uint32_t{1} << static_cast<unsigned>(kind);
}

} // namespace sideline::logs
