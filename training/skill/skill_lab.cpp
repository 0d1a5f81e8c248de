#include "training/skill/skill_lab.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "agentcore/base/rng.h"
#include "agentcore/base/thread_pool.h"
#include "agents/behaviors/built_in.h"
#include "training/task/behavior_mover.h"
#include "training/task/task_registry.h"
#include "training/task/trajectory_mover.h"
#include "training/task/trial_runner.h"

namespace sideline::training {

namespace {

constexpr std::string_view kKicking = "kicking"; // decision reason during a kick

// Returns a task's settings with some of them replaced.
agents::ParameterTexts with(agents::ParameterTexts task, const agents::ParameterTexts& changed) {
    for (const auto& [key, value] : changed) {
        std::erase_if(task, [&](const auto& each) { return each.first == key; });
        task.emplace_back(key, value);
    }
    return task;
}

std::vector<Skill> allSkills() {
    std::vector<Skill> skills;
    const agents::ParameterTexts toBall = {
        {"ball-forward", "0.35"}, {"ball-spread", "0.1"}, {"ball-noise", "0"},
        {"sight-noise", "0.004"}, {"watched", "0.5"},
    };
    skills.push_back({"quick-kick",
                      "walks to a nearby ball and kicks it straight ahead",
                      "",
                      "kick",
                      {{"kick", "quick"}},
                      "kick",
                      toBall,
                      "ballForwardM",
                      "Distance"});
    skills.push_back({"dribble",
                      "walks behind a nearby ball and pushes it straight ahead",
                      "",
                      "dribble",
                      {{"aim", "false"}},
                      "dribble",
                      {},
                      "ballMeanMps",
                      "Speed of the ball"});
    skills.push_back({"far-kick",
                      "walks to a nearby ball, stops and kicks it far",
                      "",
                      "kick",
                      {{"kick", "far"}},
                      "kick",
                      toBall,
                      "ballForwardM",
                      "Distance"});
    skills.push_back({"side-kick",
                      "walks to a nearby ball and kicks it to the left, looking ahead",
                      "",
                      "kick",
                      {{"kick", "side"}, {"x", "0.4"}, {"y", "15"}},
                      "kick",
                      with(toBall, {{"direction", "90"}}),
                      "ballDistanceM",
                      "Distance"});
    skills.push_back({"heel-kick",
                      "walks to a ball behind it and kicks it backward",
                      "",
                      "kick",
                      {{"kick", "heel"}, {"x", "-15"}},
                      "kick",
                      with(toBall, {{"direction", "180"}, {"ball-forward", "-0.35"}}),
                      "ballDistanceM",
                      "Distance"});
    for (const auto& [motion, left] :
         {std::pair("kick-far-right", "-0.05"), std::pair("kick-far-left", "0.05")}) {
        skills.push_back({motion,
                          "kicks a ball at the foot from a standstill",
                          motion,
                          "",
                          {},
                          "kick",
                          {{"ball-forward", "0.16"}, {"ball-left", left}},
                          "ballForwardM",
                          "Distance"});
    }
    for (const auto& [motion, side] :
         {std::pair("getup-front", "front"), std::pair("getup-back", "back"),
          std::pair("getup-side", "left right")}) {
        skills.push_back({motion,
                          "gets up",
                          motion,
                          "",
                          {},
                          "get-up",
                          {{"side", side}},
                          "uprightS",
                          "Upright after"});
    }
    skills.push_back({"walk",
                      "follows random velocity commands while being pushed",
                      "",
                      "drive",
                      {},
                      "follow",
                      {{"forward", "1"}, {"push", "0.3"}},
                      "followedM",
                      "Commanded path followed"});
    return skills;
}

} // namespace

std::span<const Skill> skills() {
    static const std::vector<Skill> kSkills = allSkills();
    return kSkills;
}

base::Expected<const Skill*> findSkill(std::string_view name) {
    return agents::findNamed(skills(), "skill", name);
}

base::Expected<SkillLab> SkillLab::make(const Skill& skill, const robot::RobotModelPtr& model) {
    SkillLab lab;
    lab.m_skill = skill;
    lab.m_model = model;
    const auto task = makeTask(skill.task, skill.taskSettings);
    if (!task) {
        return tl::unexpected(task.error());
    }
    lab.m_task = *task;
    const auto& metrics = lab.m_task->metrics();
    const auto metric = std::ranges::find(metrics, skill.metric, &MetricInfo::name);
    if (metric == metrics.end()) {
        return base::failure(base::ErrorCode::NotFound,
                             "task " + skill.task + " has no figure " + skill.metric,
                             "a figure listed by `sideline train tasks`");
    }
    lab.m_metric = static_cast<std::size_t>(metric - metrics.begin());
    agents::SkillLibrary library;
    if (!skill.motion.empty()) {
        auto trajectory = library.find(skill.motion, *model);
        if (!trajectory) {
            return tl::unexpected(trajectory.error());
        }
        lab.m_makeMover = [model, trajectory = std::move(*trajectory)] {
            return std::make_unique<TrajectoryMover>(trajectory, *model);
        };
        return lab;
    }
    auto made =
        agents::builtInBehaviors().make(skill.behavior, skill.behaviorSettings, {*model, library});
    if (!made) {
        return tl::unexpected(made.error());
    }
    lab.m_makeMover = [model,
                       behavior = std::shared_ptr<const behavior::Behavior>(std::move(*made))] {
        return std::make_unique<BehaviorMover>(behavior->clone(), *model);
    };
    return lab;
}

std::vector<SkillTrial> SkillLab::run(const SkillLabSettings& settings,
                                      const std::function<void(const SkillTrial&)>& onTrial,
                                      const std::stop_token& stop) const {
    struct Worker {
        TrialRunner runner;
        std::unique_ptr<Mover> mover;
    };
    base::ThreadPool pool(settings.workers);
    std::vector<std::optional<Worker>> workers(pool.threadCount());
    std::vector<std::optional<SkillTrial>> done(static_cast<std::size_t>(settings.trials));
    const std::uint64_t first = base::Rng(settings.seed).next();
    std::mutex reports;
    pool.parallelFor(done.size(), [&](std::size_t i, unsigned thread) {
        if (stop.stop_requested()) {
            return;
        }
        std::optional<Worker>& worker = workers[thread];
        if (!worker) {
            worker.emplace(Worker{TrialRunner(m_task, settings.isExact), m_makeMover()});
        }
        SkillTrial trial;
        trial.number = static_cast<int>(i);
        trial.seed = base::Rng(first + i).next();
        const auto* behavior = dynamic_cast<const BehaviorMover*>(worker->mover.get());
        if (behavior == nullptr) {
            trial.kicksS = 0.0;
        }
        trial.score = worker->runner.run(
            *worker->mover, m_model, trial.seed, [&](const PhysicsRobot&, double timeS) {
                if (!trial.kicksS && behavior->decision().reason == kKicking) {
                    trial.kicksS = timeS;
                }
            });
        trial.ballFromFeetM = worker->runner.ballFromFeetM();
        const std::scoped_lock lock(reports);
        if (onTrial) {
            onTrial(trial);
        }
        done[i] = std::move(trial);
    });
    std::vector<SkillTrial> trials;
    for (std::optional<SkillTrial>& trial : done) {
        if (trial) {
            trials.push_back(std::move(*trial));
        }
    }
    return trials;
}

RecordedTrial SkillLab::record(std::uint64_t seed, bool isExact) const {
    const std::unique_ptr<Mover> mover = m_makeMover();
    return recordTrial(m_task, *mover, m_model, seed, isExact);
}

double SkillLab::valueOf(const SkillTrial& trial) const {
    return trial.score.metrics[m_metric];
}

const MetricInfo& SkillLab::valueInfo() const {
    return m_task->metrics()[m_metric];
}

BallMap::BallMap(std::span<const SkillTrial> trials, double cellM) : m_cellM(cellM) {
    Eigen::Vector2d least = Eigen::Vector2d::Constant(1e9);
    Eigen::Vector2d most = -least;
    for (const SkillTrial& trial : trials) {
        if (trial.ballFromFeetM) {
            least = least.cwiseMin(*trial.ballFromFeetM);
            most = most.cwiseMax(*trial.ballFromFeetM);
        }
    }
    if (!(most.x() >= least.x())) {
        return;
    }
    m_forwardM = std::ceil(most.x() / cellM) * cellM;
    m_leftM = std::ceil(most.y() / cellM) * cellM;
    const auto cellsDown = [&](double fromM, double toM) {
        return std::max(1, static_cast<int>(std::ceil((fromM - toM) / cellM)));
    };
    m_rows = cellsDown(m_forwardM, least.x());
    m_columns = cellsDown(m_leftM, least.y());
    m_cells.resize(static_cast<std::size_t>(m_rows * m_columns));
    for (const SkillTrial& trial : trials) {
        if (!trial.ballFromFeetM) {
            continue;
        }
        const auto index = [&](double fromM, double atM, int count) {
            return std::clamp(static_cast<int>((fromM - atM) / cellM), 0, count - 1);
        };
        const int row = index(m_forwardM, trial.ballFromFeetM->x(), m_rows);
        const int column = index(m_leftM, trial.ballFromFeetM->y(), m_columns);
        Cell& cell = m_cells[static_cast<std::size_t>(row * m_columns + column)];
        ++cell.trials;
        cell.successes += trial.score.isSuccess ? 1 : 0;
    }
}

Eigen::Vector2d BallMap::middleM(int column, int row) const {
    return {m_forwardM - (row + 0.5) * m_cellM, m_leftM - (column + 0.5) * m_cellM};
}

} // namespace sideline::training
