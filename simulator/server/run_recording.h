#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/base/output_file.h"
#include "simulator/simulation/match_control.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

/// Records all inputs of a match, so that `rerun` can repeat it.
///
/// A file consists of a line `sideline run, version 1`, the settings (4-byte big-endian length,
/// JSON, CRC-32), then blocks. A block contains the inputs of one cycle, ends with `C` (the last
/// one with `E`), and is followed by a CRC-32. Inputs: `A` id, agent added; `L` id, agent removed;
/// `M` id length text, agent message; `T` length text, trainer message; `H` and 8 bytes, hash of
/// the state before these inputs. Ids and lengths have seven bits per byte, least significant
/// first, with the highest bit set in all bytes but the last.
///
/// Recording starts with a new match. Changes other than by these inputs are not recorded and
/// make the state hashes of a rerun differ from then on. Data is passed to the system once per
/// simulated second. While the disk is full, inputs are kept in memory and written later; the
/// recording is abandoned only if they exceed a limit. Movable, not copyable; one thread at a time.
class RunRecorder {
public:
    /// Number of cycles between state hashes.
    static constexpr std::uint64_t kCyclesPerHash = 500;

    /// Limit of unwritten data: about ten minutes of 22 agents.
    static constexpr std::size_t kMaxHeldBytes = std::size_t{64} << 20U;

    /// Opens a file that is visible immediately.
    /// @param output options except for the kind
    /// Errors: those of `OutputFile::create` and `write`.
    [[nodiscard]] static base::Expected<RunRecorder> create(const std::filesystem::path& path,
                                                            const SimulationSettings& settings,
                                                            base::OutputOptions output = {});
    /// Starts a recording in a file of kind `Growing`. Errors: those of `OutputFile::write`.
    /// @param settings `PlayedMatch::settings`
    [[nodiscard]] static base::Expected<RunRecorder> begin(
        base::OutputFile file, std::string_view settings, std::size_t maxHeldBytes = kMaxHeldBytes);

    void agentJoined(AgentId agent);
    void agentLeft(AgentId agent);
    /// @param message below 16 MiB
    void agentMessage(AgentId agent, std::string_view message);
    /// @param message all commands of one trainer message; below 16 MiB
    void trainerMessage(std::string_view message);

    /// To be called after every cycle.
    /// Errors: LimitExceeded (disk full), Io, with the path. Writing is retried in a later cycle
    /// unless `isAbandoned`; then the error is repeated.
    base::Expected<void> endCycle(const Match& match);
    /// Ends the recording with the last state hash; without it a rerun treats the recording as
    /// truncated.
    /// Errors: those of `endCycle`; unwritten data is then lost.
    base::Expected<void> end(const Match& match);

    [[nodiscard]] const std::filesystem::path& path() const { return m_file.path(); }
    /// Whether the recording was abandoned because of too much unwritten data.
    [[nodiscard]] bool isAbandoned() const { return m_isAbandoned; }
    /// Whether the last attempt failed and cycles are unwritten.
    [[nodiscard]] bool hasBacklog() const { return m_hasBacklog; }
    /// Number of cycles permanently missing in the recording.
    [[nodiscard]] std::uint64_t lostCycles() const { return m_lostCycles; }

private:
    RunRecorder(base::OutputFile file, std::size_t maxHeldBytes);
    void addText(std::string_view text);
    void addHash(const Match& match);
    void endBlock(char kind);
    base::Expected<void> write();
    void forget();

    base::OutputFile m_file;
    std::size_t m_maxHeldBytes;
    std::string m_bytes;          ///< unwritten data
    std::size_t m_blockBegin = 0; ///< offset in `m_bytes`
    std::uint64_t m_heldCycles = 0;
    std::uint64_t m_lostCycles = 0;
    bool m_hasBacklog = false;
    bool m_isAbandoned = false;
    std::optional<base::Error> m_fault; ///< error of the last failed attempt
};

/// Inputs of `rerun` in addition to the recording.
struct RerunOptions {
    int threadCount = 1;        ///< at least 1; does not affect the results
    robot::RobotCatalog robots; ///< same robots as in the recorded run, of SimSpark's family
    /// Begins the match of a run of another server family, from its settings in the recording;
    /// empty: such runs are refused.
    std::function<base::Expected<PlayedMatch>(std::string_view settings)> playOther;
};

/// Result of a rerun.
struct RerunReport {
    std::uint64_t cycles = 0;
    std::uint64_t hashesChecked = 0;
    std::optional<std::uint64_t>
        firstMismatchCycle; ///< first cycle that ended in a different state
    std::uint64_t finalHash = 0;
    /// Why the rerun stopped early: the recording is truncated or damaged there.
    std::optional<base::Error> damage;

    /// Whether the whole run was identical, as far as the hashes show.
    [[nodiscard]] bool isSame() const {
        return hashesChecked > 0 && !firstMismatchCycle && !damage;
    }
};

/// Simulates a recorded run again and compares the state hashes.
///
/// An incomplete or damaged recording is rerun as far as possible: see `RerunReport::damage`
/// (Truncated or Malformed, with file and byte offset).
/// Errors, with file and byte offset where available: NotFound, Io; UnsupportedFormat for a file
/// that is not a recording or of a different version; Truncated, Malformed or InvalidArgument for
/// unreadable settings, and for runs of a family without `RerunOptions::playOther`.
[[nodiscard]] base::Expected<RerunReport> rerun(const std::filesystem::path& path,
                                                const RerunOptions& options = {});

} // namespace sideline::simulator
