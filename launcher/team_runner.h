#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "launcher/embedded_player.h"
#include "launcher/output.h"
#include "launcher/recorded_player.h"
#include "launcher/team_file.h"

namespace sideline::launcher {

/// The phase of a player.
enum class PlayerPhase : std::uint8_t {
    Stopped,  ///< not started yet, or stopped on request
    Waiting,  ///< waits for its start delay, or for a restart after a crash
    Starting, ///< includes embedded players that have not yet received a message from the server
    Running,
    Stopping,      ///< requested to end
    Exited,        ///< exited with an exit code
    Crashed,       ///< ended by a signal
    CouldNotStart, ///< could not start, for example because the program is missing
};

/// Returns the phase in words, such as `could not start`.
[[nodiscard]] std::string_view phaseText(PlayerPhase phase);
/// Whether a player in this phase can be stopped.
[[nodiscard]] bool isActive(PlayerPhase phase);

/// The state of a player.
struct PlayerStatus {
    int number = 0;      ///< 0 for a program that starts the whole team
    int typeNumber = -1; ///< -1 if unknown
    bool isEmbedded = false;
    std::string runs; ///< short description of the program: its name, or `our agent (stand)`
    PlayerPhase phase = PlayerPhase::Stopped;
    Clock::time_point phaseSince;
    int exitCode = 0;    ///< exit code of the last run, only for Exited
    int signal = 0;      ///< signal that ended the last run, only for Crashed; 0 if there was none
    std::string reason;  ///< why it is not running, or its fault; for display, may be empty
    std::string silence; ///< why it seems to hang, for display; empty while it reads its percepts
    std::optional<double> cpuPercent; ///< usage by all its processes; 100: one core
    std::optional<double> memoryMiB;  ///< memory of all its processes; programs only
    std::size_t processCount = 0;     ///< programs only
    std::uint64_t cycles = 0;         ///< embedded and recorded players only
    std::optional<double> cycleMs; ///< time from sense to act; embedded and recorded players only
    std::optional<std::uint64_t> missedCycles; ///< embedded and recorded players only
    std::optional<std::uint64_t> lateAnswers;  ///< embedded and recorded players only
    std::string lastLine;                      ///< newest line of output
    Clock::time_point lastOutputAt;
    std::uint64_t lineCount = 0;    ///< number of the newest line
    std::uint64_t skippedLines = 0; ///< lines omitted because they came too fast
    int restarts = 0;               ///< automatic restarts since the last requested start
};

/// Whether the robot of a built-in agent may still be at the place where the server creates robots:
/// it is being started, or has played for less than this time by the server's clock. False for
/// programs, whose cycles are not known, and for an agent that the server does not serve.
[[nodiscard]] bool isArriving(const PlayerStatus& player, std::chrono::milliseconds time);

/// The state of a team.
struct TeamStatus {
    std::vector<PlayerStatus> players; ///< players in the order of the team file
    std::string fault;                 ///< latest fault of the launcher itself; empty: none so far

    [[nodiscard]] bool isActive() const; ///< whether any player is neither stopped nor ended
    [[nodiscard]] std::size_t runningCount() const;
    /// Whether a robot of this team may still be at the place where the server creates robots.
    [[nodiscard]] bool isArriving(const TeamFile& team) const;
};

/// A line with its player.
struct TeamLine {
    std::size_t index = 0; ///< index of the player in the team file
    OutputLine line;
};

/// Identifies the player of an event.
struct PlayerRef {
    std::string team;
    int number = 0;
    std::size_t index = 0;   ///< index in the team file
    bool isEmbedded = false; ///< a built-in agent, whose lines are also part of its frames
};

/// Receives the output and events of players in order, for recordings and terminals. Called in the
/// launcher's thread, which it must not block.
class OutputSink {
public:
    virtual ~OutputSink() = default;
    virtual void takeLine(const PlayerRef& player, const OutputLine& line) = 0;
    /// @param reason may be empty
    virtual void takePhase(const PlayerRef& /*player*/, PlayerPhase /*phase*/,
                           const std::string& /*reason*/, Clock::time_point /*at*/) {}
};

/// How crashed players are restarted.
struct RestartPolicy {
    std::chrono::milliseconds first{1000}; ///< delay before the first restart; doubled each time
    std::chrono::milliseconds longest{30000};
    int limit = 5;                            ///< maximum number of consecutive restarts
    std::chrono::milliseconds healthy{60000}; ///< a run of this length resets the count
};

struct TeamRunnerSettings {
    std::filesystem::path supervisor; ///< the program `sideline-supervisor`
    EmbeddedFactory embedded;         ///< may be empty if the team has no embedded players
    /// Creates the recordings of players with `isRecorded`; if empty, they run unrecorded, and
    /// their output reports that.
    RecordingMaker recordings;
    std::vector<OutputSink*> sinks;        ///< must outlive the runner
    std::chrono::milliseconds grace{2000}; ///< time between SIGTERM and SIGKILL
    RestartPolicy restart;
    FloodGate::Limits flood;
};

/// Starts, watches, and ends the players of a team; one thread for all of them.
///
/// No process of a program survives when it is stopped, when this object is destroyed or when this
/// process is killed, as each program has a supervisor. All functions may be called from any thread
/// and none waits, except the destructor.
class TeamRunner {
public:
    TeamRunner(TeamFile team, TeamRunnerSettings settings);
    /// Stops all players and waits for their end: for the grace period at most, slightly longer if
    /// one is killed.
    ~TeamRunner();
    TeamRunner(const TeamRunner&) = delete;
    TeamRunner& operator=(const TeamRunner&) = delete;

    [[nodiscard]] const TeamFile& team() const;

    /// Starts all players that are not active, one after the other, each after its delay. A player
    /// also waits until the previous one no longer `isArriving` for that delay, since the server
    /// may be slower than real time.
    void startAll();
    /// Starts one player at once. @param index in the team file; invalid ones are ignored
    void start(std::size_t index);
    void stopAll();
    void stop(std::size_t index);
    /// Stops the players and starts them again when they have ended.
    void restartAll();
    void restart(std::size_t index);

    /// The state, updated ten times per second.
    [[nodiscard]] TeamStatus status() const;
    /// Returns the kept lines of a player after the one with this number, oldest first.
    [[nodiscard]] std::vector<OutputLine> output(std::size_t index, std::uint64_t after) const;
    /// Returns the kept lines of all players after the one with this team number, in the order of
    /// arrival.
    [[nodiscard]] std::vector<TeamLine> output(std::uint64_t after) const;
    /// Waits until no player is active. @return false if the deadline passes first
    [[nodiscard]] bool waitUntilIdle(Clock::time_point deadline) const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Finds `sideline-supervisor` for a program: in its folder or, in a build tree, in the sibling
/// folder `launcher`.
/// @param program path of the running program, as /proc/self/exe reports it
/// Errors: NotFound.
[[nodiscard]] base::Expected<std::filesystem::path> findSupervisor(
    const std::filesystem::path& program);

} // namespace sideline::launcher
