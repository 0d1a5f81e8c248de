#include "training/skill/skill_bench.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "agentcore/base/rng.h"
#include "agentcore/base/thread_pool.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "agents/behaviors/built_in.h"
#include "motions/motion.h"
#include "training/skill/ball_bench.h"
#include "training/skill/scoring.h"
#include "training/skill/shots.h"
#include "training/skill/skill_lab.h"
#include "training/skill/skill_tests.h"
#include "training/task/behavior_mover.h"
#include "training/trial/start_pose.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {

namespace {

using keyframe::StartPose;
using motion::WalkCommand;

constexpr double kNoTotal = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kAhead = ", straight ahead";
constexpr const char* kContact = ", time to contact";
constexpr const char* kDirection = ", direction";
constexpr const char* kDribble = "dribble";
constexpr const char* kBallSpeed = ", mean speed of the ball";
constexpr const char* kBallNear = ", fraction of time within 0.3 m";

// A robot with the behavior `drive` for consecutive trials.
class DrivenRobot final : public SkillRobot {
public:
    DrivenRobot(const robot::RobotModelPtr& model, const behavior::Behavior& drive, bool isExact)
        : m_robot(*model, isExact),
          m_mover(drive.clone(), *model),
          m_targetRad(model->joints().size()) {
        simulator::BallState ball;
        ball.X_SBall.p = {0.0, 9.0, game::kBallRadiusM};
        m_robot.setBall(ball);
        m_robot.enableAllPercepts();
        m_fresh = m_robot.save();
    }

    void begin(StartPose pose, std::uint64_t seed) {
        m_robot.restore(*m_fresh);
        TrialSettings settings;
        settings.start = pose;
        settings.settleS = 0.3;
        settings.startRad.assign(m_targetRad.size(), 0.0);
        settings.jointNoiseRad = math::radFromDeg(isLying(pose) ? 5.0 : 1.0);
        settings.headingNoiseRad = math::radFromDeg(5.0);
        base::Rng rng(seed);
        const motion::JointTrajectory still(m_targetRad.size());
        takeStartPose(m_robot, still, settings, rng, [](double) { return true; });
        for (std::size_t i = 0; i < m_targetRad.size(); ++i) {
            m_targetRad[i] = m_robot.joints()[i].targetRad;
        }
        m_X_SGround = m_robot.ground();
        m_timeS = 0.0;
        m_headingRad = 0.0;
        m_turnedRad = 0.0;
        m_mover.begin(m_robot);
    }

    bool cycle(const WalkCommand& command) override {
        m_mover.setCommand(command);
        m_mover.step(m_robot, m_timeS, m_targetRad);
        m_robot.setTargets(m_targetRad);
        m_robot.cycle();
        m_timeS += game::kStepS;
        const Eigen::Vector3d ahead = m_X_SGround.R.transpose() * m_robot.ground().R.col(0);
        const double headingRad = std::atan2(ahead.y(), ahead.x());
        m_turnedRad += math::wrapRad(headingRad - m_headingRad);
        m_headingRad = headingRad;
        return true;
    }

    [[nodiscard]] Eigen::Vector2d place() const override {
        return (m_X_SGround.R.transpose() * (m_robot.torso().p - m_X_SGround.p)).head<2>();
    }
    [[nodiscard]] double headingRad() const override { return m_headingRad; }
    [[nodiscard]] double turnedRad() const override { return m_turnedRad; }
    [[nodiscard]] double timeS() const override { return m_timeS; }
    [[nodiscard]] bool isFallen() const override {
        return game::isFallen(m_robot.uprightness(), m_robot.headHeightRatio());
    }
    [[nodiscard]] math::Pose torso() const override { return m_robot.torso(); }
    [[nodiscard]] bool isUpright() const {
        return game::isUpright(m_robot.uprightness(), m_robot.headHeightRatio());
    }
    [[nodiscard]] bool isWalking() const override { return m_mover.decision().reason == "walking"; }
    void push(double changeMps, double directionRad) {
        m_robot.hit(changeMps *
                    Eigen::Vector3d(std::cos(directionRad), std::sin(directionRad), 0.0));
    }

private:
    TrialRobot m_robot;
    BehaviorMover m_mover;
    std::vector<double> m_targetRad;
    PhysicsRobot::StatePtr m_fresh;
    math::Pose m_X_SGround; ///< ground at the start
    double m_timeS = 0.0;
    double m_headingRad = 0.0;
    double m_turnedRad = 0.0;
};

struct RandomWalk {
    double wayM = 0.0;
    int falls = 0;
};

// Issues a new command every two seconds and pushes the robot, which gets up after falls.
RandomWalk randomWalk(DrivenRobot& robot, std::uint64_t seed) {
    constexpr double kLongS = 60.0;
    constexpr double kPushMps = 0.3;
    // In rare cases, contacts accelerate a robot to extreme speeds.
    constexpr double kMaxStepM = 0.5;
    base::Rng rng(seed);
    RandomWalk result;
    WalkCommand command;
    Eigen::Vector2d before = robot.place();
    bool isDown = false;
    for (int i = 0; robot.timeS() < kLongS; ++i) {
        if (i % 100 == 0) {
            command = {rng.uniform(-0.6, 1.2), rng.uniform(-0.6, 0.6), rng.uniform(-2.4, 2.4)};
        }
        if (i % 250 == 249) {
            robot.push(kPushMps, rng.uniform(-math::kPi, math::kPi));
        }
        static_cast<void>(robot.cycle(command));
        const bool isFallen = isDown ? !robot.isUpright() : robot.isFallen();
        result.falls += isFallen && !isDown ? 1 : 0;
        isDown = isFallen;
        const double stepM = (robot.place() - before).norm();
        if (!(stepM < kMaxStepM)) {
            break;
        }
        result.wayM += isDown ? 0.0 : stepM;
        before = robot.place();
    }
    return result;
}

class SkillBench {
public:
    SkillBench(robot::RobotModelPtr model, const SkillBenchSettings& settings,
               std::unique_ptr<behavior::Behavior> drive,
               const std::function<void(const SkillRow&)>& onRow)
        : m_model(std::move(model)),
          m_settings(settings),
          m_drive(std::move(drive)),
          m_pool(settings.workers),
          m_onRow(onRow) {}

    void walk() { addAll(walkTests()); }

    void randomWalks() {
        static constexpr const char* kRow = "falls per 1,000 m, random commands, pushes";
        if (!m_settings.selects(kRow)) {
            return;
        }
        const auto runs = drive<RandomWalk>(
            m_settings.trials, StartPose::Standing,
            [this](DrivenRobot& robot, int i) { return randomWalk(robot, seedOf(i) ^ 0x5eedU); });
        SkillRow row{kRow, "", {}, m_settings.trials, 0.0};
        double wayM = 0.0;
        for (const RandomWalk& run : runs) {
            row.total += run.falls;
            wayM += run.wayM;
        }
        row.total = wayM > 0.0 ? 1000.0 * row.total / wayM : kNoTotal;
        keep(std::move(row));
    }

    void getUp() { addAll(getUpTests()); }

    base::Expected<void> kick() {
        for (const auto& [skill, name] : {std::pair("quick-kick", "quick kick while walking"),
                                          std::pair("far-kick", "far kick at a ball nearby"),
                                          std::pair("kick-far-right", "long kick")}) {
            if (!selectsAny(name, {kAhead, kContact, kDirection})) {
                continue;
            }
            auto lab = SkillLab::make(**findSkill(skill), m_model);
            if (!lab) {
                return tl::unexpected(lab.error());
            }
            const auto trials = lab->run({.trials = 10 * m_settings.trials,
                                          .seed = m_settings.seed,
                                          .isExact = m_settings.isExact,
                                          .workers = m_settings.workers});
            addKick(*lab, trials, name);
        }
        return {};
    }

    base::Expected<void> dribble() {
        if (!selectsAny(kDribble, {kBallSpeed, kBallNear})) {
            return {};
        }
        auto lab = SkillLab::make(**findSkill("dribble"), m_model);
        if (!lab) {
            return tl::unexpected(lab.error());
        }
        const auto trials = lab->run({.trials = 5 * m_settings.trials,
                                      .seed = m_settings.seed,
                                      .isExact = m_settings.isExact,
                                      .workers = m_settings.workers});
        addMetric(*lab, trials, std::string(kDribble) + kBallSpeed, "m/s", "ballMeanMps");
        addMetric(*lab, trials, std::string(kDribble) + kBallNear, "", "ballNearShare");
        return {};
    }

    base::Expected<void> keepGoal(int typeNumber) {
        ShotSettings shooting;
        shooting.shots = 5 * m_settings.trials;
        shooting.seed = m_settings.seed;
        shooting.isExact = m_settings.isExact;
        shooting.workers = m_settings.workers;
        for (const auto& [behavior, name] :
             {std::pair("keeper", "shots saved, fraction"),
              std::pair("stand-and-look", "shots saved by standing still, fraction")}) {
            if (!m_settings.selects(name)) {
                continue;
            }
            shooting.behavior = behavior;
            const auto shots = benchShots(m_model, typeNumber, shooting);
            if (!shots) {
                return tl::unexpected(shots.error());
            }
            const auto saved = std::ranges::count_if(*shots, &ShotTrial::isSaved);
            SkillRow row{name,
                         "",
                         {},
                         static_cast<int>(shots->size()),
                         static_cast<double>(saved) / static_cast<double>(shots->size())};
            addFailures<ShotTrial>(*shots, row);
            keep(std::move(row));
        }
        return {};
    }

    base::Expected<void> score(int typeNumber) {
        static constexpr const char* kRow = "lone robot, ball anywhere, until the goal";
        if (!m_settings.selects(kRow)) {
            return {};
        }
        ScoringSettings scoring;
        scoring.starts = m_settings.trials;
        scoring.seed = m_settings.seed;
        scoring.isExact = m_settings.isExact;
        scoring.workers = m_settings.workers;
        const auto goals = benchScoring(m_model, typeNumber, scoring);
        if (!goals) {
            return tl::unexpected(goals.error());
        }
        addTimes(kRow, *goals, &ScoringTrial::goalS);
        return {};
    }

    base::Expected<void> playTogether(int typeNumber) {
        for (const auto& [skill, name] :
             {std::pair(TeamSkill::ArriveInTime, "go to a place in time, arrival error"),
              std::pair(TeamSkill::PassToStanding,
                        "pass to a standing teammate, until it has control"),
              std::pair(TeamSkill::PassToRunning, "lead pass, until the teammate has control"),
              std::pair(TeamSkill::Intercept, "interception of a rolling ball")}) {
            if (!m_settings.selects(name)) {
                continue;
            }
            const auto trials = benchTeamSkill(
                m_model, typeNumber, skill,
                {m_settings.trials, m_settings.seed, m_settings.isExact, m_settings.workers});
            if (!trials) {
                return tl::unexpected(trials.error());
            }
            addTimes(name, *trials, &BallTrial::value);
        }
        return {};
    }

    base::Expected<void> runPushes(int typeNumber) {
        static constexpr const char* kRow = "pushed over at 2 m/s, until it walks again";
        if (!m_settings.selects(kRow)) {
            return {};
        }
        PushSettings pushSettings;
        pushSettings.pushes = 5 * m_settings.trials;
        pushSettings.seed = m_settings.seed;
        pushSettings.isExact = m_settings.isExact;
        pushSettings.workers = m_settings.workers;
        const auto trials = benchPushes(m_model, typeNumber, pushSettings);
        if (!trials) {
            return tl::unexpected(trials.error());
        }
        addTimes(kRow, *trials, &PushTrial::walksS);
        return {};
    }

    std::vector<SkillRow> rows;

private:
    // One worker per thread; results of trials are independent.
    template <typename Result, typename MakeWorker, typename Run>
    [[nodiscard]] std::vector<Result> inParallel(int count, MakeWorker makeWorker, Run run) {
        std::vector<Result> results(static_cast<std::size_t>(count));
        std::vector<std::optional<decltype(makeWorker())>> workers(m_pool.threadCount());
        m_pool.parallelFor(results.size(), [&](std::size_t i, unsigned thread) {
            if (!workers[thread]) {
                workers[thread].emplace(makeWorker());
            }
            results[i] = run(*workers[thread], static_cast<int>(i));
        });
        return results;
    }
    template <typename Result, typename Run>
    [[nodiscard]] std::vector<Result> drive(int count, StartPose pose, Run run) {
        return inParallel<Result>(
            count,
            [this] { return std::make_unique<DrivenRobot>(m_model, *m_drive, m_settings.isExact); },
            [&](const std::unique_ptr<DrivenRobot>& robot, int i) {
                robot->begin(pose, seedOf(i));
                return run(*robot, i);
            });
    }
    [[nodiscard]] std::uint64_t seedOf(int trial) const {
        return base::Rng(base::Rng(m_settings.seed).next() + static_cast<std::uint64_t>(trial))
            .next();
    }
    template <typename Trial>
    static void addFailures(std::span<const Trial> trials, SkillRow& row) {
        for (const Trial& trial : trials) {
            if (trial.failure) {
                row.failures.push_back(*trial.failure);
            }
        }
    }
    void addAll(std::span<const SkillTest> tests) {
        for (const SkillTest& test : tests) {
            if (!m_settings.selects(test.name)) {
                continue;
            }
            const int count = test.times * m_settings.trials;
            const auto values = drive<TrialValue>(count, test.start, test.run);
            SkillRow row{test.name, test.unit, {}, count, kNoTotal};
            for (const TrialValue& value : values) {
                if (value) {
                    row.sorted.push_back(*value);
                } else {
                    row.failures.push_back(value.error());
                }
            }
            keep(std::move(row));
        }
    }
    template <typename Trial>
    void addTimes(const char* name, const std::vector<Trial>& trials,
                  std::optional<double> Trial::*timeS) {
        SkillRow row{name, "s", {}, static_cast<int>(trials.size()), kNoTotal};
        for (const Trial& trial : trials) {
            if (trial.*timeS) {
                row.sorted.push_back(*(trial.*timeS));
            }
        }
        addFailures<Trial>(trials, row);
        keep(std::move(row));
    }
    void addKick(const SkillLab& lab, std::span<const SkillTrial> trials, const std::string& name) {
        addMetric(lab, trials, name + kAhead, "m", "ballForwardM");
        addMetric(lab, trials, name + kContact, "s", "contactS");
        addMetric(lab, trials, name + kDirection, "deg", "ballDirectionDeg");
    }
    void addMetric(const SkillLab& lab, std::span<const SkillTrial> trials, const std::string& name,
                   const std::string& unit, std::string_view metric) {
        const auto& metrics = lab.task()->metrics();
        const auto at = static_cast<std::size_t>(
            std::ranges::find(metrics, metric, &MetricInfo::name) - metrics.begin());
        SkillRow row{name, unit, {}, static_cast<int>(trials.size()), kNoTotal};
        for (const SkillTrial& trial : trials) {
            // The approach is not part of the kick; a touch of the ball during it does not count.
            const double value =
                metric == "contactS"
                    ? trial.kickToContactS(trial.score.metrics[at]).value_or(kNoTotal)
                    : trial.score.metrics[at];
            if (trial.score.isSuccess && std::isfinite(value)) {
                row.sorted.push_back(value);
            } else if (trial.score.failure) {
                row.failures.push_back(*trial.score.failure);
            }
        }
        keep(std::move(row));
    }
    [[nodiscard]] bool selectsAny(const std::string& name,
                                  std::initializer_list<const char*> ends) const {
        return std::ranges::any_of(ends,
                                   [&](const char* end) { return m_settings.selects(name + end); });
    }
    void keep(SkillRow row) {
        if (!m_settings.selects(row.name)) {
            return; // this row was measured only because a requested row needs it
        }
        std::ranges::sort(row.sorted);
        if (m_onRow) {
            m_onRow(row);
        }
        rows.push_back(std::move(row));
    }

    robot::RobotModelPtr m_model;
    const SkillBenchSettings& m_settings;
    std::unique_ptr<behavior::Behavior> m_drive;
    base::ThreadPool m_pool;
    const std::function<void(const SkillRow&)>& m_onRow;
};

} // namespace

bool SkillBenchSettings::selects(std::string_view row) const {
    return rows.empty() || std::ranges::any_of(rows, [&](const std::string& part) {
               return row.find(part) != std::string_view::npos;
           });
}

tl::unexpected<base::Error> noSuchRow() {
    return base::failure(base::ErrorCode::NotFound, "no row of the table matches the selection",
                         "part of a row's name, such as forward or get up");
}

base::Expected<std::vector<SkillRow>> benchSkills(
    const robot::RobotModelPtr& model, const SkillBenchSettings& settings,
    const std::function<void(const SkillRow&)>& onRow) {
    agents::SkillLibrary skills;
    agents::ParameterTexts texts;
    if (!settings.gait.empty()) {
        texts.emplace_back("gait", settings.gait);
    }
    if (!settings.sprint.empty()) {
        texts.emplace_back("sprint", settings.sprint);
    }
    auto drive = agents::builtInBehaviors().make("drive", texts, {*model, skills});
    if (!drive) {
        return tl::unexpected(drive.error());
    }
    SkillBench bench(model, settings, std::move(*drive), onRow);
    bench.walk();
    bench.randomWalks();
    bench.getUp();
    if (const auto kicked = bench.kick(); !kicked) {
        return tl::unexpected(kicked.error());
    }
    if (const auto dribbled = bench.dribble(); !dribbled) {
        return tl::unexpected(dribbled.error());
    }
    const int typeNumber = robot::naoTypeNumberOf(*model).value_or(0);
    if (const auto kept = bench.keepGoal(typeNumber); !kept) {
        return tl::unexpected(kept.error());
    }
    if (const auto scored = bench.score(typeNumber); !scored) {
        return tl::unexpected(scored.error());
    }
    if (const auto played = bench.playTogether(typeNumber); !played) {
        return tl::unexpected(played.error());
    }
    if (const auto pushed = bench.runPushes(typeNumber); !pushed) {
        return tl::unexpected(pushed.error());
    }
    if (bench.rows.empty()) {
        return noSuchRow();
    }
    return std::move(bench.rows);
}

} // namespace sideline::training
