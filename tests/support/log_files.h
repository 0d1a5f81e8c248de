#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "logs/match/match_log.h"
#include "tests/support/scene_builder.h"

namespace sideline::tests {

/// A log of scripted scenes, as text: the first one full, the others as differences, with a full
/// scene after every `fullEvery` lines (0: never) and when the robots change.
[[nodiscard]] std::string scriptedLog(const std::vector<ScriptedScene>& scenes, int fullEvery);

/// Two robots and a ball with scripted motion, `count` frames with an interval of `stepS`.
[[nodiscard]] std::vector<ScriptedScene> movingScenes(int count, double stepS = 0.2);

/// Opens a log and waits until it is analyzed; fails the test if it cannot be opened.
[[nodiscard]] std::shared_ptr<logs::MatchLog> openAnalyzed(const std::filesystem::path& file,
                                                           const std::string& entry = {},
                                                           std::size_t memoryBytes = 64U << 20U);

} // namespace sideline::tests
