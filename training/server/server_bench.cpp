#include "training/server/server_bench.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "agentcore/base/rng.h"
#include "agentcore/behavior/play_motion.h"
#include "agentcore/math/angles.h"
#include "agents/behaviors/built_in.h"
#include "training/server/placing.h"
#include "training/server/server_robot.h"
#include "training/skill/scoring_watch.h"
#include "training/skill/skill_tests.h"

namespace sideline::training {

namespace {

using BehaviorPtr = std::shared_ptr<const behavior::Behavior>;

// Start pose for walks: with room ahead and to the sides, beside the goals and far from the ball.
const Eigen::Vector3d kWalksFrom_F(-10.0, 4.0, 0.0);
const Eigen::Vector2d kBallLateral_S(10.0, -9.0);
const Eigen::Vector3d kKicksFrom_F(-7.0, 0.0, 0.0);
constexpr std::string_view kGoalRow = "lone robot, ball anywhere, until the goal";

base::Expected<BehaviorPtr> makeBehavior(const robot::RobotModel& model, std::string_view name,
                                         const agents::ParameterTexts& texts) {
    agents::SkillLibrary skills;
    auto made = agents::builtInBehaviors().make(name, texts, {model, skills});
    if (!made) {
        return tl::unexpected(made.error());
    }
    return BehaviorPtr(std::move(*made));
}

// Result of one kick.
struct KickOutcome {
    bool isGood = false;
    double forwardM = 0.0;
    double contactS =
        std::numeric_limits<double>::quiet_NaN(); ///< since the start of the kick; NaN if the robot
                                                  ///< touched the ball before that
    double directionDeg = 0.0;
    std::optional<TrialFailure> failure{}; ///< the reason if the kick was not good
};

// Observes until the ball is at rest and the robot has stayed on its feet for two seconds after the
// contact.
//
// @param direction_S desired direction of the ball
//
// @param kicksWith decision reason during a kick; empty: the kick begins with the trial
KickOutcome watchKick(ServerRobot& robot, const Eigen::Vector2d& direction_S,
                      std::string_view kicksWith) {
    constexpr double kLongestS = 15.0;
    constexpr double kWatchedS = 2.0; // time after the contact
    constexpr double kMovesMps = 0.05;
    const Eigen::Vector2d from_S = robot.ball_S().head<2>();
    std::optional<double> kicksS = kicksWith.empty() ? std::optional(0.0) : std::nullopt;
    std::optional<double> contactS;
    TrialFailure missed{FailureKind::MissedBall, 0.0};
    while (robot.timeS() < kLongestS && robot.cycle({}) && !robot.isFallen()) {
        const double timeS = robot.timeS();
        if (!kicksS && robot.reason() == kicksWith) {
            kicksS = timeS;
        }
        if (!contactS && robot.ballMps() > kMovesMps) {
            contactS = timeS;
        }
        // Measured from the midpoint of the feet, since the server sends no shapes.
        const double distanceM = (robot.ball_S() - robot.ground().p).head<2>().norm();
        if (!contactS && distanceM < missed.value.value_or(distanceM + 1.0)) {
            missed.value = distanceM;
            missed.atS = timeS;
        }
        if (contactS && timeS - *contactS >= kWatchedS && robot.ballMps() < kMovesMps) {
            const Eigen::Vector2d way_S = robot.ball_S().head<2>() - from_S;
            const double forwardM = direction_S.dot(way_S);
            const double leftM = direction_S.x() * way_S.y() - direction_S.y() * way_S.x();
            const bool isClean = kicksS && *contactS >= *kicksS;
            KickOutcome kick{forwardM > 0.0, forwardM,
                             isClean ? *contactS - *kicksS : KickOutcome().contactS,
                             math::degFromRad(std::atan2(leftM, forwardM))};
            if (!kick.isGood) {
                kick.failure = {FailureKind::TooWide, *contactS, std::abs(kick.directionDeg), 90.0};
            }
            return kick;
        }
    }
    KickOutcome kick;
    kick.failure =
        robot.isFallen() ? TrialFailure{fallKind(robot.torso().R), robot.timeS()} : missed;
    return kick;
}

class ServerBench {
public:
    ServerBench(robot::RobotModelPtr model, ServerRobot& robot, const ServerBenchSettings& settings,
                const std::function<void(const SkillRow&)>& onRow)
        : m_model(std::move(model)), m_robot(robot), m_settings(settings), m_onRow(onRow) {}

    base::Expected<void> run(const BehaviorPtr& drive) {
        for (const auto tests : {walkTests(), getUpTests()}) {
            if (const auto driven = runTests(drive, tests); !driven) {
                return driven;
            }
        }
        if (const auto kicked = quickKick(); !kicked) {
            return kicked;
        }
        return longKick();
    }
    [[nodiscard]] bool selects(std::string_view name) const {
        return m_settings.bench.selects(name);
    }
    void keep(SkillRow row) {
        std::ranges::sort(row.sorted);
        if (m_onRow) {
            m_onRow(row);
        }
        rows.push_back(std::move(row));
    }

    std::vector<SkillRow> rows;

private:
    base::Expected<void> runTests(const BehaviorPtr& behavior, std::span<const SkillTest> tests) {
        for (const SkillTest& test : tests) {
            if (!selects(test.name)) {
                continue;
            }
            SkillRow row{test.name, test.unit, {}, test.times * m_settings.bench.trials, kNoTotal};
            for (int i = 0; i < row.trials; ++i) {
                base::Rng rng = rngOf(i);
                ServerStart start;
                start.pose = test.start;
                start.p_F = kWalksFrom_F;
                start.jointNoiseRad = math::radFromDeg(keyframe::isLying(test.start) ? 5.0 : 1.0);
                if (const auto ready = prepare(start, rng); !ready) {
                    return ready;
                }
                m_robot.begin(behavior);
                const auto value = test.run(m_robot, i);
                if (m_robot.fault()) {
                    return tl::unexpected(*m_robot.fault());
                }
                if (value) {
                    row.sorted.push_back(*value);
                } else {
                    row.failures.push_back(value.error());
                }
            }
            keep(std::move(row));
        }
        return {};
    }

    base::Expected<void> quickKick() {
        const std::string name = "quick kick while walking";
        if (!selectsKick(name)) {
            return {};
        }
        const auto behavior = makeBehavior(*m_model, "kick", {{"kick", "quick"}});
        if (!behavior) {
            return tl::unexpected(behavior.error());
        }
        std::vector<KickOutcome> kicks;
        for (int i = 0; i < kicksPerRow(); ++i) {
            base::Rng rng = rngOf(i);
            ServerStart start;
            start.p_F = kKicksFrom_F;
            start.jointNoiseRad = math::radFromDeg(0.5);
            start.settleS = 1.0; // time for localization
            if (const auto ready = prepare(start, rng); !ready) {
                return ready;
            }
            const Eigen::Vector3d ball_R(0.35 + rng.uniform(-0.1, 0.1), rng.uniform(-0.1, 0.1),
                                         0.0);
            const auto done = kick(*behavior, ball_R, "kicking", kicks);
            if (!done) {
                return done;
            }
        }
        keepKicks(name, kicks);
        return {};
    }

    base::Expected<void> longKick() {
        const std::string name = "long kick";
        if (!selectsKick(name)) {
            return {};
        }
        const char* const motion = "kick-far-right";
        agents::SkillLibrary skills;
        const auto trajectory = skills.find(motion, *m_model);
        if (!trajectory) {
            return tl::unexpected(trajectory.error());
        }
        const auto behavior = std::make_shared<const behavior::PlayMotion>(*trajectory, motion);
        std::vector<KickOutcome> kicks;
        for (int i = 0; i < kicksPerRow(); ++i) {
            base::Rng rng = rngOf(i);
            ServerStart start;
            start.p_F = kKicksFrom_F;
            for (std::size_t j = 0; j < m_model->joints().size(); ++j) {
                start.jointsRad.push_back((*trajectory)->beginRad(robot::JointId(j)));
            }
            start.jointNoiseRad = math::radFromDeg(0.5);
            start.settleS = 1.0;
            if (const auto ready = prepare(start, rng); !ready) {
                return ready;
            }
            constexpr double kNoiseM = 0.005;
            const Eigen::Vector3d ball_R(0.16 + rng.normal(kNoiseM), -0.05 + rng.normal(kNoiseM),
                                         0.0);
            const auto done = kick(behavior, ball_R, "", kicks);
            if (!done) {
                return done;
            }
        }
        keepKicks(name, kicks);
        return {};
    }

    static constexpr double kNoTotal = std::numeric_limits<double>::quiet_NaN();

    [[nodiscard]] base::Rng rngOf(int trial) const {
        return base::Rng(base::Rng(m_settings.bench.seed).next() +
                         static_cast<std::uint64_t>(trial));
    }
    [[nodiscard]] int kicksPerRow() const { return 10 * m_settings.bench.trials; }
    [[nodiscard]] bool selectsKick(const std::string& name) const {
        return std::ranges::any_of(kKickRows,
                                   [&](const KickRow& row) { return selects(name + row.what); });
    }
    // Moves the ball out of the way.
    base::Expected<void> prepare(const ServerStart& start, base::Rng& rng) {
        const auto lateral = m_robot.placeBall(kBallLateral_S);
        return lateral ? m_robot.setPosture(start, rng) : lateral;
    }
    // @param ball_R relative to the point below the feet
    base::Expected<void> kick(const BehaviorPtr& behavior, const Eigen::Vector3d& ball_R,
                              std::string_view kicksWith, std::vector<KickOutcome>& kicks) {
        const Eigen::Vector2d ball_S = (m_robot.ground() * ball_R).head<2>();
        if (const auto placed = m_robot.placeBall(ball_S); !placed) {
            return placed;
        }
        m_robot.begin(behavior);
        kicks.push_back(watchKick(m_robot, m_robot.beganOn().R.col(0).head<2>(), kicksWith));
        if (m_robot.fault()) {
            return tl::unexpected(*m_robot.fault());
        }
        return {};
    }

    struct KickRow {
        const char* what;
        const char* unit;
        double KickOutcome::*value;
    };
    static constexpr std::array<KickRow, 3> kKickRows = {
        {{", straight ahead", "m", &KickOutcome::forwardM},
         {", time to contact", "s", &KickOutcome::contactS},
         {", direction", "deg", &KickOutcome::directionDeg}}};

    void keepKicks(const std::string& name, std::span<const KickOutcome> kicks) {
        for (const KickRow& kind : kKickRows) {
            SkillRow row{name + kind.what, kind.unit, {}, static_cast<int>(kicks.size()), kNoTotal};
            for (const KickOutcome& kick : kicks) {
                if (kick.isGood && std::isfinite(kick.*kind.value)) {
                    row.sorted.push_back(kick.*kind.value);
                } else if (kick.failure) {
                    row.failures.push_back(*kick.failure);
                }
            }
            if (selects(row.name)) {
                keep(std::move(row));
            }
        }
    }

    robot::RobotModelPtr m_model;
    ServerRobot& m_robot;
    const ServerBenchSettings& m_settings;
    const std::function<void(const SkillRow&)>& m_onRow;
};

base::Expected<ScoringTrial> playToGoal(ServerRobot& robot, const BehaviorPtr& behavior,
                                        const ScoringTrial& start, double longestS) {
    base::Rng rng(start.seed);
    ServerStart place;
    place.p_F = start.robot_F;
    place.settleS = 0.0;
    if (const auto ready = robot.setPosture(place, rng); !ready) {
        return tl::unexpected(ready.error());
    }
    const Eigen::Vector3d ball_S =
        serverPlaceOf(robot.side(), {start.ball_F.x(), start.ball_F.y(), 0.0});
    if (const auto placed = robot.placeBall(ball_S.head<2>()); !placed) {
        return tl::unexpected(placed.error());
    }
    robot.begin(behavior);
    ScoringWatch watch(start, robot.side());
    while (robot.timeS() < longestS && !watch.hasGoal()) {
        if (!robot.cycle({})) {
            return tl::unexpected(*robot.fault());
        }
        watch.update({robot.timeS(), robot.ballMps(), robot.ball_S().head<2>(), robot.torso(),
                      robot.isFallen(), robot.playMode()});
    }
    return watch.finish();
}

} // namespace

ServerRobotSettings robotSettings(const robot::RobotModelPtr& model, int typeNumber,
                                  const ServerBenchSettings& settings) {
    ServerRobotSettings robot;
    robot.server = settings.server;
    robot.team = settings.team;
    robot.unum =
        2 + typeNumber % 5; // the previous robot, of a different type, may not have left yet
    robot.typeNumber = typeNumber;
    robot.model = model;
    robot.stop = settings.stop;
    return robot;
}

base::Expected<std::vector<ScoringTrial>> benchScoringOnServer(
    const robot::RobotModelPtr& model, int typeNumber, const ScoringSettings& settings,
    const ServerBenchSettings& server, const std::function<void(const ScoringTrial&)>& onTrial) {
    const auto behavior = makeBehavior(*model, settings.behavior, settings.behaviorSettings);
    if (!behavior) {
        return tl::unexpected(behavior.error());
    }
    std::vector<ScoringTrial> trials;
    for (int i = 0; i < settings.starts; ++i) {
        ServerRobotSettings player = robotSettings(model, typeNumber, server);
        player.unum = 7 + i % 5; // the previous robot may not have left yet
        const auto robot = ServerRobot::join(player);
        if (!robot) {
            return tl::unexpected(robot.error());
        }
        const auto trial =
            playToGoal(**robot, *behavior, scoringStart(settings.seed, static_cast<std::size_t>(i)),
                       settings.longestS);
        if (!trial) {
            return tl::unexpected(trial.error());
        }
        if (onTrial) {
            onTrial(*trial);
        }
        trials.push_back(*trial);
    }
    return trials;
}

base::Expected<std::vector<SkillRow>> benchSkillsOnServer(
    const robot::RobotModelPtr& model, int typeNumber, const ServerBenchSettings& settings,
    const std::function<void(const SkillRow&)>& onRow) {
    agents::ParameterTexts texts;
    if (!settings.bench.gait.empty()) {
        texts.emplace_back("gait", settings.bench.gait);
    }
    if (!settings.bench.sprint.empty()) {
        texts.emplace_back("sprint", settings.bench.sprint);
    }
    const auto drive = makeBehavior(*model, "drive", texts);
    if (!drive) {
        return tl::unexpected(drive.error());
    }
    std::vector<SkillRow> rows;
    bool selectsGoals = false;
    {
        const auto robot = ServerRobot::join(robotSettings(model, typeNumber, settings));
        if (!robot) {
            return tl::unexpected(robot.error());
        }
        ServerBench bench(model, **robot, settings, onRow);
        if (const auto done = bench.run(*drive); !done) {
            return tl::unexpected(done.error());
        }
        selectsGoals = bench.selects(kGoalRow);
        rows = std::move(bench.rows);
    }
    if (selectsGoals) {
        ScoringSettings scoring;
        scoring.starts = settings.bench.trials;
        scoring.seed = settings.bench.seed;
        const auto trials = benchScoringOnServer(model, typeNumber, scoring, settings);
        if (!trials) {
            return tl::unexpected(trials.error());
        }
        SkillRow row{std::string(kGoalRow),
                     "s",
                     {},
                     scoring.starts,
                     std::numeric_limits<double>::quiet_NaN()};
        for (const ScoringTrial& trial : *trials) {
            if (trial.goalS) {
                row.sorted.push_back(*trial.goalS);
            }
        }
        std::ranges::sort(row.sorted);
        if (onRow) {
            onRow(row);
        }
        rows.push_back(std::move(row));
    }
    if (rows.empty()) {
        return noSuchRow();
    }
    return rows;
}

} // namespace sideline::training
