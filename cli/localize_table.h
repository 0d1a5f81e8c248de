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

/// The score of one method, or of the agent itself.
struct MethodResult {
    std::string name; ///< name for display, such as `Fusion`
    std::string word; ///< name for programs, such as `fusion`
    evaluation::RunScore score;
    std::optional<Eigen::Vector3d> learnedOffset_CM; ///< final estimate, if the method learns it
    double learnedOffsetSigmaM = 0.0;
};

/// The scores of all methods on a stream or scenario.
struct LocalizeResult {
    std::string name;
    std::string about; ///< description of the agent, such as `left 1 of UTA, Nao type 0`
    double durationS = 0.0;
    std::size_t cycles = 0;
    std::string truthSource; ///< empty without ground truth
    std::size_t truthCycles = 0;
    std::string damage; ///< why the stream ends early; empty if it is complete
    std::optional<Eigen::Vector3d> cameraOffset_CM; ///< the true offset, if it is known
    std::vector<MethodResult> methods;
    std::optional<evaluation::BallScore> ball;
};

/// Formats the result as aligned text; the best value of each column is marked.
[[nodiscard]] std::string textOf(const LocalizeResult& result);
/// Formats one line per method over all results together.
[[nodiscard]] std::string summaryOf(const std::vector<LocalizeResult>& results);
[[nodiscard]] nlohmann::ordered_json jsonOf(const LocalizeResult& result);

} // namespace sideline::cli
