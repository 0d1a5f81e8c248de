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

/// Maximum speed of a kicked ball; a faster one was placed by the referee or a trainer.
inline constexpr double kMaxBallSpeedMps = 15.0;

enum class EventKind : std::uint8_t {
    Goal,      ///< a score increased by one
    Score,     ///< a score was set by other means (trainer)
    PlayMode,  ///< the play mode changed
    Foul,      ///< a foul, its repeated announcements merged into one
    Half,      ///< another half began
    Kick,      ///< the ball was accelerated near a robot
    BallMoved, ///< the ball jumped: placed by the referee or a trainer
    Fall,      ///< a robot fell
    GetUp,     ///< a fallen robot is upright again
    Join,      ///< a robot entered the field
    Leave,     ///< a robot disappeared
    TimeJump,  ///< the game clock was set or restarted
};

inline constexpr int kEventKindCount = 12;

/// Name of a kind in tables and JSON: `goal`, `play-mode`, `time-jump`, ...
[[nodiscard]] std::string_view eventKindName(EventKind kind);

/// An event in a match.
struct Event {
    EventKind kind = EventKind::PlayMode;
    FrameNumber frame = 0; ///< first frame whose state shows it
    double gameTimeS = 0.0;
    double recordTimeS = 0.0;
    game::PlayerId robot;               ///< robot concerned, if any
    game::Side side = game::Side::None; ///< team concerned, if any
    int code = -1;                      ///< play mode index or foul type
    std::string text;                   ///< text for display, such as "Goal for UTA, 1:0"
    /// Estimated frame of the event if the log shows it late: server logs omit such changes while a
    /// monitor is connected, and repeat them only in the next full scene.
    std::optional<FrameNumber> estimatedFrame;
};

/// Detects events in the sequence of a log's states. One thread.
class EventDetector {
public:
    explicit EventDetector(double stepS) : m_stepS(stepS) {}

    /// Processes the state after `frame`; frames must come in order, without gaps.
    void process(FrameNumber frame, double recordTimeS, bool full, const LogState& state);

    /// The events so far, ordered by frame.
    [[nodiscard]] const std::vector<Event>& events() const { return m_events; }
    /// Every robot seen on the field, with its latest type (-1: unknown).
    [[nodiscard]] const std::map<game::PlayerId, int>& players() const { return m_players; }
    /// Descriptions of the robots that have one.
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
        double speedMps; // maximum so far
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
    void processGame(const Now& now);
    void processScore(const Now& now);
    void processPlayMode(const Now& now);
    void processFouls(const Now& now);
    void processRobots(const Now& now);
    void processBall(const Now& now);
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
    std::vector<BallSample> m_ball; // most recent samples, oldest first
    double m_lastSpeedMps = 0.0;
    std::optional<KickTrack> m_kick; // most recent kick
    FrameNumber m_lastFull = 0;
    // First frame since the last full scene in which the clock resumed.
    std::optional<FrameNumber> m_clockStarted;
    std::optional<FrameNumber> m_ballInGoal; // likewise, with the ball behind a goal line
    bool m_clockStood = true;
    bool m_sawScene = false;
};

/// Bit of a kind in a set of kinds.
[[nodiscard]] constexpr std::uint32_t kindBit(EventKind kind) {
    return std::uint32_t{1} << static_cast<unsigned>(kind);
}

} // namespace sideline::logs
