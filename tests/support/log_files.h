#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "logs/match/match_log.h"
#include "tests/support/scene_builder.h"

namespace sideline::tests {

/// A log of scripted scenes, as text: the first full, the rest differences, and a full scene
/// whenever `fullEvery` lines have passed (0: never again) or the robots change.
[[nodiscard]] std::string scriptedLog(const std::vector<ScriptedScene>& scenes, int fullEvery);

/// Two robots and a ball that move on a course of their own for `count` frames of `stepS`.
[[nodiscard]] std::vector<ScriptedScene> movingScenes(int count, double stepS = 0.2);

/// Opens a log and waits until it is analyzed; a failure of the test if it cannot be opened.
[[nodiscard]] std::shared_ptr<logs::MatchLog> openAnalyzed(const std::filesystem::path& file,
                                                           const std::string& entry = {},
                                                           std::size_t memoryBytes = 64U << 20U);

} // namespace sideline::tests
