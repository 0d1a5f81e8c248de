#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "training/task/trial_failure.h"

namespace sideline::training {

/// Settings for measuring a robot's skills.
struct SkillBenchSettings {
    /// Trials per row, at least 1; ten times as many for getting up and kicks, five times for
    /// pushes, dribbles and shots.
    int trials = 20;
    std::uint64_t seed = 1;
    bool isExact = false; ///< ODE's own solver instead of the fast one
    unsigned workers = 1;
    std::string gait;   ///< walk parameter file; empty: the shipped one
    std::string sprint; ///< sprint parameter file; empty: the shipped one; `none`: no sprint
    /// Includes only rows with one of these in their names; empty: all.
    std::vector<std::string> rows;

    [[nodiscard]] bool selects(std::string_view row) const;
};

/// Measurements of one skill.
struct SkillRow {
    std::string name; ///< such as `forward, steady`
    std::string unit;
    std::vector<double> sorted; ///< values of the successful trials
    int trials = 0;
    /// For rows that accumulate over all trials, such as falls per distance; otherwise NaN.
    double total = 0.0;
    std::vector<TrialFailure> failures{}; ///< one per failed trial
};

/// Error for a selection that matches no row.
[[nodiscard]] tl::unexpected<base::Error> noSuchRow();

/// Measures how a robot walks, gets up, kicks and scores with the shipped behaviors and motions.
/// The same settings produce the same result, regardless of the number of workers.
/// @param onRow called with each completed row; may be empty
/// Errors: those of creating the behavior, and of the motions; `NotFound` if no row is selected.
[[nodiscard]] base::Expected<std::vector<SkillRow>> benchSkills(
    const robot::RobotModelPtr& model, const SkillBenchSettings& settings,
    const std::function<void(const SkillRow&)>& onRow = {});

} // namespace sideline::training
