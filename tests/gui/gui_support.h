#pragma once

#include <functional>
#include <memory>

#include <QCoreApplication>
#include <QString>

#include "logs/match/match_log.h"
#include "logs/replay/frame_fetcher.h"

namespace sideline::tests {

/// Lets the event loop run until something is so.
/// @return whether it was, before the time ran out
[[nodiscard]] bool waitUntil(const std::function<bool()>& isSo, int timeoutMs = 30000);

/// The sample match, analyzed; opened once for all tests of a program.
[[nodiscard]] const std::shared_ptr<logs::MatchLog>& sampleMatch();

/// A frame of a log as a panel gets it: exact and drawn are the same, without a trail.
[[nodiscard]] logs::FetchedFrame fetchedFrame(const logs::MatchLog& log, logs::FrameNumber frame);

} // namespace sideline::tests
