#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "logs/session/session_reader.h"
#include "logs/session/session_writer.h"

namespace sideline::tests {

/// Reading of a made-up steady clock at which test sessions begin.
inline constexpr std::chrono::nanoseconds kBegun = std::chrono::hours(5);

/// Begins a session that began at `kBegun`; a failure of the test if it cannot.
[[nodiscard]] std::unique_ptr<logs::SessionWriter> startSession(
    const std::filesystem::path& path, logs::SessionWriterOptions options = {});

/// Opens a session; a failure of the test if it cannot be opened.
[[nodiscard]] std::unique_ptr<logs::SessionReader> openSession(
    const std::filesystem::path& path, logs::SessionReaderOptions options = {});

/// Writes a whole session: `agents` agents called `Testers 1` ... with `frames` frames each, one
/// every 20 ms, two output lines, a drawing, a trainer command, a process event, and a match log
/// with a mark every 40 ms.
void writeSession(const std::filesystem::path& path, int agents, int frames);

/// What became of a recorder that was killed.
struct Killed {
    std::uint64_t lastCycle = 0; ///< that it has handed over
    bool isKilled = false;
};
/// Runs `killed_recorder` on a file and kills it when it has handed over cycle `until`.
[[nodiscard]] Killed recordAndKill(std::string program, const std::filesystem::path& path,
                                   std::uint64_t until);

/// Changes a session by SQL; a failure of the test if it cannot.
void changeSession(const std::filesystem::path& path, const char* sql);

/// What of it is missing, as one text.
[[nodiscard]] std::string missingOf(const logs::SessionReader& reader);

/// The faults that `checkSession` finds, as one text.
[[nodiscard]] std::string faultsOf(logs::SessionReader& reader);

} // namespace sideline::tests
