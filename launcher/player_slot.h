#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "launcher/player_run.h"
#include "launcher/process_usage.h"
#include "launcher/recorded_player.h"
#include "launcher/silence_meter.h"
#include "launcher/team_runner.h"

namespace sideline::launcher {

/// The state machine of one player over all its runs. Used by the launcher's thread only.
class PlayerSlot {
public:
    struct Listener {
        std::function<void(OutputLine line)> line;
        std::function<void(PlayerPhase phase, const std::string& reason, Clock::time_point at)>
            phase;
    };

    /// @param team, settings must outlive the slot
    PlayerSlot(const TeamFile& team, std::size_t index, const TeamRunnerSettings& settings,
               Listener listener);

    /// Schedules a start at this time, unless the player is active.
    void scheduleStart(Clock::time_point at, Clock::time_point now);
    [[nodiscard]] bool isScheduled() const { return m_startAt.has_value(); }
    /// Starts a player whose start is scheduled.
    void startNow(Clock::time_point now);
    void stop(Clock::time_point now);
    /// Restarts the player when it has ended; immediately if it is not active.
    void restart(Clock::time_point now);
    void service(Clock::time_point now);
    void addTo(std::vector<pollfd>& polled) const;
    /// Returns when to call `service` if no event occurs.
    [[nodiscard]] Clock::time_point nextWake() const;
    /// Measures usage and silence of a program; `table` and `unread` were read at this time.
    void measure(const std::vector<ProcessEntry>& table, const std::vector<UnreadSocket>& unread,
                 Clock::time_point now);

    [[nodiscard]] const PlayerSpec& spec() const { return m_spec; }
    [[nodiscard]] const PlayerStatus& status() const { return m_status; }
    [[nodiscard]] bool hasProcesses() const { return m_run && m_run->supervisorPid() > 0; }

private:
    void begin(Clock::time_point now);
    [[nodiscard]] base::Expected<std::unique_ptr<PlayerRun>> makeRun(Clock::time_point now);
    /// Returns the team as passed to the player.
    [[nodiscard]] base::Expected<const TeamFile*> beginRecording(Clock::time_point now);
    void reportRecording(Clock::time_point now);
    void takeReport(const RecordedProgram::Report& report);
    void endRecording(Clock::time_point now);
    void finish(const RunEnd& end, Clock::time_point now);
    /// @return whether it will be restarted
    bool planRestart(Clock::time_point now);
    void takeSilence(const Silence& silence, Clock::time_point now);
    void enter(PlayerPhase phase, std::string reason, Clock::time_point now);
    void takeLine(Stream stream, std::string text, Clock::time_point now);
    void keep(OutputLine line);
    [[nodiscard]] std::string endText(const RunEnd& end) const;

    const TeamFile& m_team;
    const PlayerSpec& m_spec;
    const TeamRunnerSettings& m_settings;
    Listener m_listener;
    PlayerStatus m_status;
    std::unique_ptr<RecordedProgram> m_recorded; ///< null if it connects to the server directly
    std::unique_ptr<PlayerRun> m_run;
    FloodGate m_gate;
    UsageMeter m_meter;
    SilenceMeter m_silence;
    std::deque<std::string> m_lastWords; ///< newest lines of this run, for the reason of a failure
    std::optional<Clock::time_point> m_startAt;
    Clock::time_point m_startedAt;
    Clock::time_point m_nextReport; ///< next report of a recorded program
    bool m_startsAgain = false;     ///< whether it restarts after the current run
};

} // namespace sideline::launcher
