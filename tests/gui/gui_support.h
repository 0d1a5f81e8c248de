#pragma once

#include <functional>
#include <memory>

#include <QCoreApplication>
#include <QString>

#include "logs/match/match_log.h"
#include "logs/replay/frame_fetcher.h"

namespace sideline::tests {

/// Runs the event loop until a condition is true.
/// @return false if the time ran out first
[[nodiscard]] bool waitUntil(const std::function<bool()>& isSo, int timeoutMs = 30000);

/// Returns the analyzed sample match; it is opened once per test program.
[[nodiscard]] const std::shared_ptr<logs::MatchLog>& sampleMatch();

/// Returns a frame of a log as panels receive it: exact and drawn are equal, and there is no trail.
[[nodiscard]] logs::FetchedFrame fetchedFrame(const logs::MatchLog& log, logs::FrameNumber frame);

} // namespace sideline::tests
