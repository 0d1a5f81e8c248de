#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

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

/// The faults that `checkSession` finds, as one text.
[[nodiscard]] std::string faultsOf(logs::SessionReader& reader);

} // namespace sideline::tests
