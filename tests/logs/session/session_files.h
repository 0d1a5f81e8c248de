#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "logs/session/session_reader.h"
#include "logs/session/session_writer.h"

namespace sideline::tests {

/// Value of the simulated steady clock at the beginning of test sessions.
inline constexpr std::chrono::nanoseconds kBegun = std::chrono::hours(5);

/// Creates a session that begins at `kBegun`; a failure is a test failure.
[[nodiscard]] std::unique_ptr<logs::SessionWriter> startSession(
    const std::filesystem::path& path, logs::SessionWriterOptions options = {});

/// Opens a session; a failure is a test failure.
[[nodiscard]] std::unique_ptr<logs::SessionReader> openSession(
    const std::filesystem::path& path, logs::SessionReaderOptions options = {});

/// Writes a complete session: `agents` agents called `Testers 1` ... with `frames` frames each, one
/// every 20 ms, two output lines, a drawing, a trainer command, a process event, and a match log
/// with a mark every 40 ms.
void writeSession(const std::filesystem::path& path, int agents, int frames);

/// State of a killed recorder.
struct Killed {
    std::uint64_t lastCycle = 0; ///< last offered cycle
    bool isKilled = false;
};
/// Runs `killed_recorder` on a file and kills it after cycle `until`.
[[nodiscard]] Killed recordAndKill(std::string program, const std::filesystem::path& path,
                                   std::uint64_t until);

/// Changes a session by SQL; a failure is a test failure.
void changeSession(const std::filesystem::path& path, const char* sql);

/// Returns the missing parts of a session as one text.
[[nodiscard]] std::string missingOf(const logs::SessionReader& reader);

/// Returns the faults found by `checkSession` as one text.
[[nodiscard]] std::string faultsOf(logs::SessionReader& reader);

} // namespace sideline::tests
