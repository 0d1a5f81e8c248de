#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/base/output_file.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

/// Writes everything that goes into a simulation, so that `rerun` can simulate it again.
///
/// A file has a line `sideline run, version 1`, the settings (4-byte big-endian length, JSON,
/// CRC-32), then blocks. A block holds the inputs of one cycle and ends with `C`, the last one of
/// all with `E`, and a CRC-32 of the block. Inputs: `A` id, an agent came; `L` id, it left; `M` id
/// length text, it said something; `T` length text, a trainer did; `H` and 8 bytes, the hash of
/// the state before these inputs. Ids and lengths have seven bits per byte, the lowest first, and
/// the highest bit set in all bytes but the last.
///
/// Begins with a fresh simulation. What is done to it in other ways than by these inputs is not
/// written: then the state hashes of a rerun differ from there on. Handed to the system once a
/// simulated second. While the disk is full, inputs wait in memory, and are written when there is
/// room again; only when too much waits is the recording given up. Not copyable, movable; one
/// thread at a time.
class RunRecorder {
public:
    /// Cycles from one state hash to the next.
    static constexpr std::uint64_t kCyclesPerHash = 500;

    /// What may wait for room on the disk: some ten minutes of 22 agents.
    static constexpr std::size_t kMostHeldBytes = std::size_t{64} << 20U;

    /// Opens a file that is seen at once.
    /// @param output its manners, but for the kind
    /// Errors: as of `OutputFile::create` and `write`.
    [[nodiscard]] static base::Expected<RunRecorder> create(const std::filesystem::path& path,
                                                            const SimulationSettings& settings,
                                                            base::OutputOptions output = {});
    /// Begins a recording in a file of the kind `Growing`. Errors: as of `OutputFile::write`.
    [[nodiscard]] static base::Expected<RunRecorder> begin(
        base::OutputFile file, const SimulationSettings& settings,
        std::size_t mostHeldBytes = kMostHeldBytes);

    void agentCame(AgentId agent);
    void agentLeft(AgentId agent);
    /// @param message below 16 MiB
    void agentSaid(AgentId agent, std::string_view message);
    /// @param message all commands of a trainer's message; below 16 MiB
    void trainerSaid(std::string_view message);

    /// To be called after every cycle.
    /// Errors: LimitExceeded (disk full), Io, with the path. It is tried again with a later cycle,
    /// unless `isGivenUp`: then the same comes again.
    base::Expected<void> cycleDone(const Simulation& simulation);
    /// Ends the recording with the last state hash; without it a rerun takes it for cut off.
    /// Errors: as `cycleDone`; what waited is lost.
    base::Expected<void> end(const Simulation& simulation);

    [[nodiscard]] const std::filesystem::path& path() const { return m_file.path(); }
    /// Whether nothing more is written, as too much waited for room.
    [[nodiscard]] bool isGivenUp() const { return m_isGivenUp; }
    /// Whether the last attempt failed, and cycles wait.
    [[nodiscard]] bool isBehind() const { return m_isBehind; }
    /// Cycles that are not in the recording and never will be.
    [[nodiscard]] std::uint64_t lostCycles() const { return m_lostCycles; }

private:
    RunRecorder(base::OutputFile file, std::size_t mostHeldBytes);
    void addText(std::string_view text);
    void addHash(const Simulation& simulation);
    void endBlock(char kind);
    base::Expected<void> write();
    void forget();

    base::OutputFile m_file;
    std::size_t m_mostHeldBytes;
    std::string m_bytes;          ///< not written yet
    std::size_t m_blockBegin = 0; ///< in `m_bytes`
    std::uint64_t m_heldCycles = 0;
    std::uint64_t m_lostCycles = 0;
    bool m_isBehind = false;
    bool m_isGivenUp = false;
    std::optional<base::Error> m_fault; ///< of the last attempt that failed
};

/// What `rerun` needs beside the recording.
struct RerunOptions {
    int threadCount = 1;        ///< at least 1; does not change the results
    robot::RobotCatalog robots; ///< as in the run
};

/// How a run went the second time.
struct RerunReport {
    std::uint64_t cycles = 0;
    std::uint64_t hashesChecked = 0;
    std::optional<std::uint64_t> firstMismatchCycle; ///< at whose end the state was another
    std::uint64_t finalHash = 0;
    /// Why the recording was rerun only up to a point: it is cut off or damaged there.
    std::optional<base::Error> damage;

    /// Whether the whole run was the same, bit for bit, as far as the hashes show.
    [[nodiscard]] bool isSame() const {
        return hashesChecked > 0 && !firstMismatchCycle && !damage;
    }
};

/// Simulates a recorded run again and compares the hashes of its states.
///
/// A recording that ends or breaks in the middle is rerun as far as it is whole: see
/// `RerunReport::damage` (Truncated or Malformed, with file and byte).
/// Errors, with file and byte where there is one: NotFound, Io; UnsupportedFormat for a file that
/// is no recording or of another version; Truncated, Malformed or InvalidArgument for settings
/// that cannot be read.
[[nodiscard]] base::Expected<RerunReport> rerun(const std::filesystem::path& path,
                                                const RerunOptions& options = {});

} // namespace sideline::simulator
