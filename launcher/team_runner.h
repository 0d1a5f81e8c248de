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

/// Where a player stands.
enum class PlayerPhase : std::uint8_t {
    Stopped,  ///< not started yet, or ended because we wanted it
    Waiting,  ///< for its start delay, or to be started again after a crash
    Starting, ///< an embedded player that no server has talked to yet, too
    Running,
    Stopping,      ///< asked to end
    Exited,        ///< ended by itself, with an exit code
    Crashed,       ///< ended by a signal
    CouldNotStart, ///< there is no such program, ...
};

/// The phase in words, such as `could not start`.
[[nodiscard]] std::string_view phaseText(PlayerPhase phase);
/// Whether there is something to stop.
[[nodiscard]] bool isActive(PlayerPhase phase);

/// How a player is doing.
struct PlayerStatus {
    int number = 0;      ///< 0 for a program that starts the whole team
    int typeNumber = -1; ///< -1 if unknown
    bool isEmbedded = false;
    std::string runs; ///< what it runs, in short: the program's name, or `our agent (stand)`
    PlayerPhase phase = PlayerPhase::Stopped;
    Clock::time_point phaseSince;
    int exitCode = 0;   ///< of the last run, only for Exited
    int signal = 0;     ///< of the last run, only for Crashed; 0 if it was none
    std::string reason; ///< why it is not running, or what disturbs it; for display, may be empty
    std::optional<double> cpuPercent;          ///< of one core, all its processes
    std::optional<double> memoryMiB;           ///< all its processes; programs only
    std::size_t processCount = 0;              ///< programs only
    std::uint64_t cycles = 0;                  ///< embedded and recorded ones
    std::optional<double> cycleMs;             ///< the same: sense to act
    std::optional<std::uint64_t> missedCycles; ///< the same
    std::string lastLine;                      ///< newest line of output
    Clock::time_point lastOutputAt;
    std::uint64_t lineCount = 0;    ///< number of the newest line
    std::uint64_t skippedLines = 0; ///< omitted because they came too fast
    int restarts = 0;               ///< by itself, since it was last started by somebody
};

/// How a team is doing.
struct TeamStatus {
    std::vector<PlayerStatus> players; ///< in the order of the team file
    std::string fault;                 ///< of the launcher itself, the last one; empty: none so far

    [[nodiscard]] bool isActive() const; ///< somebody is neither stopped nor ended
    [[nodiscard]] std::size_t runningCount() const;
};

/// A line with its player.
struct TeamLine {
    std::size_t index = 0; ///< of the player in the team file
    OutputLine line;
};

/// Which player an event is of.
struct PlayerRef {
    std::string team;
    int number = 0;
    std::size_t index = 0;   ///< in the team file
    bool isEmbedded = false; ///< a built-in agent, whose lines come with its frames, too
};

/// Takes everything that players write and what becomes of them, in order; for recordings and
/// terminals. Called in the launcher's thread, and must not block it.
class OutputSink {
public:
    virtual ~OutputSink() = default;
    virtual void takeLine(const PlayerRef& player, const OutputLine& line) = 0;
    /// @param reason may be empty
    virtual void takePhase(const PlayerRef& /*player*/, PlayerPhase /*phase*/,
                           const std::string& /*reason*/, Clock::time_point /*at*/) {}
};

/// How crashed players are started again.
struct RestartPolicy {
    std::chrono::milliseconds first{1000}; ///< wait before the first time; doubled each time
    std::chrono::milliseconds longest{30000};
    int limit = 5;                            ///< times in a row, then it is left alone
    std::chrono::milliseconds healthy{60000}; ///< after such a life it is counted again
};

struct TeamRunnerSettings {
    std::filesystem::path supervisor; ///< the program `sideline-supervisor`
    EmbeddedFactory embedded;         ///< may be empty if the team has no embedded players
    /// Where programs are recorded whose player has `isRecorded`; empty: they run unrecorded, which
    /// their output reports.
    RecordingMaker recordings;
    std::vector<OutputSink*> sinks;        ///< must outlive the runner
    std::chrono::milliseconds grace{2000}; ///< between SIGTERM and SIGKILL
    RestartPolicy restart;
    FloodGate::Limits flood;
};

/// Starts, watches, and ends the players of a team; one thread for all of them.
///
/// Nothing of a program stays behind when it is stopped, when this value goes, or when our own
/// process is killed, whatever the program does: each has a supervisor. All functions may be called
/// from any thread and none waits, except the destructor.
class TeamRunner {
public:
    TeamRunner(TeamFile team, TeamRunnerSettings settings);
    /// Stops all players and waits for their end: as long as the grace at most, and a little more
    /// if somebody has to be killed.
    ~TeamRunner();
    TeamRunner(const TeamRunner&) = delete;
    TeamRunner& operator=(const TeamRunner&) = delete;

    [[nodiscard]] const TeamFile& team() const;

    /// All players that are not active, each after its delay.
    void startAll();
    /// One player, at once. @param index in the team file; others are ignored
    void start(std::size_t index);
    void stopAll();
    void stop(std::size_t index);
    /// Stops and starts again when the old one is gone.
    void restartAll();
    void restart(std::size_t index);

    /// The state as of the last tenth of a second.
    [[nodiscard]] TeamStatus status() const;
    /// A player's lines after the one with this number, oldest first, as far as they are kept.
    [[nodiscard]] std::vector<OutputLine> output(std::size_t index, std::uint64_t after) const;
    /// Lines of all players after the one with this number of the team, in the order in which they
    /// came, as far as they are kept.
    [[nodiscard]] std::vector<TeamLine> output(std::uint64_t after) const;
    /// Waits until no player is active. @return whether that came before the deadline
    [[nodiscard]] bool waitUntilIdle(Clock::time_point deadline) const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Where `sideline-supervisor` lies for a program: beside it, or in the folder `launcher` beside
/// its own in a build tree.
/// @param program path of the running program, as /proc/self/exe reports it
/// Errors: NotFound.
[[nodiscard]] base::Expected<std::filesystem::path> findSupervisor(
    const std::filesystem::path& program);

} // namespace sideline::launcher
