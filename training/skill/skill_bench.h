#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::training {

/// How the skills of a robot are measured.
struct SkillBenchSettings {
    /// Of each row, at least 1; ten times as many of getting up and of kicks, five times of knocks,
    /// dribbles and shots.
    int trials = 20;
    std::uint64_t seed = 1;
    bool isExact = false; ///< ODE's own solver instead of the fast one
    unsigned workers = 1;
    std::string gait;   ///< file with the numbers of the walk; empty: the one that is shipped
    std::string sprint; ///< likewise, of the sprint; `none`: without
    /// Only rows with one of these in their names; empty: all.
    std::vector<std::string> rows;

    [[nodiscard]] bool wants(std::string_view row) const;
};

/// What a robot can do, of one kind.
struct SkillRow {
    std::string name; ///< as `forward, steady`
    std::string unit;
    std::vector<double> sorted; ///< of the trials that succeeded
    int trials = 0;
    /// Of rows that count something over all trials, such as falls per way; else NaN.
    double total = 0.0;
};

/// That none of the rows is wanted.
[[nodiscard]] tl::unexpected<base::Error> noSuchRow();

/// Measures how a robot walks, gets up, kicks and scores with the shipped behaviors and motions:
/// the same for the same settings, whatever the number of workers.
/// @param onRow called with each row as soon as it is there; may be empty
/// Errors: those of making the behavior, and of the motions; `NotFound` if no row is wanted.
[[nodiscard]] base::Expected<std::vector<SkillRow>> benchSkills(
    const robot::RobotModelPtr& model, const SkillBenchSettings& settings,
    const std::function<void(const SkillRow&)>& onRow = {});

} // namespace sideline::training
