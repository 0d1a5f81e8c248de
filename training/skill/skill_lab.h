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

/// Something that a robot can do, and how it is judged.
struct Skill {
    std::string name; ///< as `quick-kick`
    std::string summary;
    // What moves the robot: a motion of the library, or a behavior.
    std::string motion;
    std::string behavior;
    agents::ParameterTexts behaviorSettings;
    std::string task;
    agents::ParameterTexts taskSettings;
    std::string metric;    ///< of the task: the one that counts, such as `ballForwardM`
    std::string valueName; ///< what people call it: `Distance`
};

/// The skills that there are.
[[nodiscard]] std::span<const Skill> skills();
/// Errors: NotFound with the names that there are.
[[nodiscard]] base::Expected<const Skill*> findSkill(std::string_view name);

/// One trial of a skill.
struct SkillTrial {
    int number = 0; ///< from 0
    std::uint64_t seed = 0;
    TrialScore score;
    /// Where the ball lay, from below the feet: x forward, y left; of tasks with a ball.
    std::optional<Eigen::Vector2d> ballFromFeetM;
    /// Since when it has kicked: 0 for motions, later for behaviors that walk to the ball; nothing
    /// if it never began to.
    std::optional<double> kicksS;

    /// From the beginning of the kick until the ball moved, s.
    /// @param contactS when the ball moved, since the trial began; NaN if it never did
    /// @return nothing if the kick has no such time: the ball was touched on the way to it
    [[nodiscard]] std::optional<double> kickToContactS(double contactS) const {
        return kicksS && contactS >= *kicksS ? std::optional(contactS - *kicksS) : std::nullopt;
    }
};

/// How a skill is tried.
struct SkillLabSettings {
    int trials = 100;
    std::uint64_t seed = 1;
    bool isExact = false; ///< ODE's own solver instead of the fast one
    unsigned workers = 1;
};

/// Tries a skill of a robot again and again from random starts.
class SkillLab {
public:
    /// Errors: those of the task, the behavior and the motion.
    [[nodiscard]] static base::Expected<SkillLab> make(const Skill& skill,
                                                       const robot::RobotModelPtr& model);

    /// The same for the same settings, whatever the number of workers; in order of the trials.
    /// @param onTrial called with each as soon as it is there, from one thread at a time; may be
    ///     empty
    /// @param stop when asked, trials that have not begun are left out
    [[nodiscard]] std::vector<SkillTrial> run(
        const SkillLabSettings& settings,
        const std::function<void(const SkillTrial&)>& onTrial = {},
        const std::stop_token& stop = {}) const;
    /// Runs a trial once more and keeps all of it.
    [[nodiscard]] RecordedTrial record(std::uint64_t seed, bool isExact) const;

    [[nodiscard]] const TaskPtr& task() const { return m_task; }
    [[nodiscard]] const robot::RobotModelPtr& model() const { return m_model; }
    [[nodiscard]] const Skill& skill() const { return m_skill; }
    /// The metric that counts, of a trial; NaN where there is none.
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

/// How often a skill succeeded, by where the ball lay: a grid.
class BallMap {
public:
    /// Cells of this size, around all places of the trials with a ball.
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
    /// Place of a cell's middle from the feet: x forward, y left.
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
