#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include "evaluation/ball_score.h"
#include "evaluation/score.h"

namespace sideline::cli {

/// How one method did, or the agent itself.
struct MethodResult {
    std::string name; ///< for display, such as `Fusion`
    std::string word; ///< for programs, such as `fusion`
    evaluation::RunScore score;
    std::optional<Eigen::Vector3d> learnedOffset_CM; ///< at the end, if the method learns it
    double learnedOffsetSigmaM = 0.0;
};

/// How all methods did on a stream or scenario.
struct LocalizeResult {
    std::string name;
    std::string about; ///< who it is, such as `left 1 of UTA, Nao type 0`
    double durationS = 0.0;
    std::size_t cycles = 0;
    std::string truthSource; ///< empty without a truth
    std::size_t truthCycles = 0;
    std::string damage; ///< why the stream ends early; empty if it does not
    std::optional<Eigen::Vector3d> cameraOffset_CM; ///< the real one, where it is known
    std::vector<MethodResult> methods;
    std::optional<evaluation::BallScore> ball;
};

/// The result as aligned text; the best of each column is marked.
[[nodiscard]] std::string textOf(const LocalizeResult& result);
/// One line per method over all results together.
[[nodiscard]] std::string summaryOf(const std::vector<LocalizeResult>& results);
[[nodiscard]] nlohmann::ordered_json jsonOf(const LocalizeResult& result);

} // namespace sideline::cli
