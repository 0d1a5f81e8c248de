#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"
#include "agents/parameters.h"
#include "training/experiment/recorded_trial.h"
#include "training/task/task.h"

namespace sideline::training {

/// A skill of a robot, and the task that evaluates it.
struct Skill {
    std::string name; ///< such as `quick-kick`
    std::string summary;
    // The mover: a motion of the library, or a behavior.
    std::string motion;
    std::string behavior;
    agents::ParameterTexts behaviorSettings;
    std::string task;
    agents::ParameterTexts taskSettings;
    std::string metric;    ///< metric of the task that measures the skill, such as `ballForwardM`
    std::string valueName; ///< display name of the metric: `Distance`
};

/// Returns all skills.
[[nodiscard]] std::span<const Skill> skills();
/// Errors: NotFound with the available names.
[[nodiscard]] base::Expected<const Skill*> findSkill(std::string_view name);

/// One trial of a skill.
struct SkillTrial {
    int number = 0; ///< from 0
    std::uint64_t seed = 0;
    TrialScore score;
    /// Initial ball position relative to the point below the feet: x forward, y left; for tasks
    /// with a ball.
    std::optional<Eigen::Vector2d> ballFromFeetM;
    /// Start time of the kick: 0 for motions, later for behaviors that walk to the ball; none
    /// without a kick.
    std::optional<double> kicksS;

    /// Returns the time from the start of the kick to the first movement of the ball, s.
    /// @param contactS time at which the ball moved, since the trial began; NaN if never
    /// @return none if the ball was touched before the kick
    [[nodiscard]] std::optional<double> kickToContactS(double contactS) const {
        return kicksS && contactS >= *kicksS ? std::optional(contactS - *kicksS) : std::nullopt;
    }
};

/// Settings for the trials of a skill.
struct SkillLabSettings {
    int trials = 100;
    std::uint64_t seed = 1;
    bool isExact = false; ///< ODE's own solver instead of the fast one
    unsigned workers = 1;
};

/// Runs trials of a robot's skill from random starts.
class SkillLab {
public:
    /// Errors: those of the task, the behavior and the motion.
    [[nodiscard]] static base::Expected<SkillLab> make(const Skill& skill,
                                                       const robot::RobotModelPtr& model);

    /// Runs the trials and returns them in order. The same settings produce the same result,
    /// regardless of the number of workers.
    /// @param onTrial called with each completed trial, from one thread at a time; may be empty
    /// @param stop once requested, trials that have not begun are skipped
    [[nodiscard]] std::vector<SkillTrial> run(
        const SkillLabSettings& settings,
        const std::function<void(const SkillTrial&)>& onTrial = {},
        const std::stop_token& stop = {}) const;
    /// Repeats and records a trial.
    [[nodiscard]] RecordedTrial record(std::uint64_t seed, bool isExact) const;

    [[nodiscard]] const TaskPtr& task() const { return m_task; }
    [[nodiscard]] const robot::RobotModelPtr& model() const { return m_model; }
    [[nodiscard]] const Skill& skill() const { return m_skill; }
    /// The skill's metric of a trial; NaN if undefined.
    [[nodiscard]] double valueOf(const SkillTrial& trial) const;
    [[nodiscard]] const MetricInfo& valueInfo() const;

private:
    SkillLab() = default;
    using MakeMover = std::function<std::unique_ptr<Mover>()>;

    Skill m_skill;
    TaskPtr m_task;
    robot::RobotModelPtr m_model;
    MakeMover m_makeMover;
    std::size_t m_metric = 0;
};

/// Success rate of a skill by initial ball position: a grid.
class BallMap {
public:
    /// Creates cells of this size that cover the ball positions of all trials.
    BallMap(std::span<const SkillTrial> trials, double cellM);

    struct Cell {
        int trials = 0;
        int successes = 0;
    };
    [[nodiscard]] int columns() const { return m_columns; } ///< from left to right
    [[nodiscard]] int rows() const { return m_rows; }       ///< from far to near
    [[nodiscard]] const Cell& cell(int column, int row) const {
        return m_cells[static_cast<std::size_t>(row * m_columns + column)];
    }
    /// Center of a cell relative to the feet: x forward, y left.
    [[nodiscard]] Eigen::Vector2d middleM(int column, int row) const;
    [[nodiscard]] double cellM() const { return m_cellM; }

private:
    double m_cellM;
    int m_columns = 0;
    int m_rows = 0;
    double m_leftM = 0.0;    ///< the left edge
    double m_forwardM = 0.0; ///< the far edge
    std::vector<Cell> m_cells;
};

} // namespace sideline::training
