#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/game/player_id.h"
#include "agentcore/monitor/game_state.h"
#include "agentcore/robot/robot_model.h"
#include "logs/match/analysis_instant.h"
#include "logs/match/foul_filter.h"
#include "logs/match/goal_crossing.h"
#include "logs/match/kick_finder.h"
#include "logs/match/log_index.h"
#include "logs/match/log_state.h"

namespace sideline::logs {

enum class EventKind : std::uint8_t {
    Goal,      ///< a score increased by one
    Score,     ///< a score was set by other means (trainer)
    PlayMode,  ///< the play mode changed
    Foul,      ///< a foul; repeated announcements are merged into one
    Half,      ///< another half began
    Kick,      ///< a robot kicked the ball, as found by `KickFinder`
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
    /// When it happened: the first frame whose state shows it, or an earlier one if the log reports
    /// it late (see `reportedFrame`); for a kick, the last frame before it, as in `Kick::when`.
    FrameNumber frame = 0;
    double gameTimeS = 0.0;             ///< of `frame`
    double recordTimeS = 0.0;           ///< of `frame`
    game::PlayerId robot;               ///< robot involved, if any
    game::Side side = game::Side::None; ///< team involved, if any
    int code = -1;                      ///< play mode index or foul type
    std::string text;                   ///< text for display, such as "Goal for UTA, 1:0"
    /// First frame whose state shows it, if that is later than `frame`: server logs omit changes of
    /// the game while a monitor is connected, and report them only in the next full scene. Then
    /// `frame` is an estimate: for a goal see `GoalCrossing`.
    std::optional<FrameNumber> reportedFrame;
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
        double speedMps;   // maximum so far
    };
    struct Now {
        const AnalysisInstant& instant;
        const LogState& state;
    };

    [[nodiscard]] static Event makeEvent(const AnalysisInstant& when, EventKind kind,
                                         std::string text);
    std::size_t add(Event event);
    void processGame(const Now& now);
    void processScore(const Now& now);
    void processPlayMode(const Now& now);
    void processFouls(const Now& now);
    void processRobots(const Now& now);
    void processBall(const Now& now);
    void noteKick(const FoundKick& found, const monitor::GameState& game);
    void estimateWhen(Event& event, const AnalysisInstant& now) const;

    double m_stepS;
    std::vector<Event> m_events;
    std::optional<monitor::GameState> m_game;
    std::map<game::PlayerId, RobotTrack> m_robots;
    std::map<game::PlayerId, int> m_players;
    std::map<game::PlayerId, robot::RobotModelPtr> m_models;
    FoulFilter m_fouls;
    KickFinder m_kickFinder;
    std::optional<KickTrack> m_kick; // most recent kick
    GoalCrossing m_goalCrossing;
    // First frame since the last full scene in which the clock resumed.
    std::optional<Moment> m_clockStarted;
    bool m_isClockStopped = true;
    bool m_sawScene = false;
};

/// Bit of a kind in a set of kinds.
[[nodiscard]] constexpr std::uint32_t kindBit(EventKind kind) {
    return std::uint32_t{1} << static_cast<unsigned>(kind);
}

} // namespace sideline::logs
