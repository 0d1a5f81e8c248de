#include "training/skill/vision_bench.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "agentcore/base/rng.h"
#include "agentcore/base/thread_pool.h"
#include "agentcore/math/angles.h"
#include "agents/behaviors/built_in.h"
#include "training/skill/lone_robot.h"

namespace sideline::training {

namespace {

VisionTrial walkRandomly(LoneRobot& robot, const VisionBenchSettings& settings, base::Rng& rng,
                         const field::FieldDimensions& field) {
    constexpr double kSettlesS = 5.0;
    constexpr int kBallEveryCycles = 250;
    const auto anywhere = [&] {
        return Eigen::Vector2d(rng.uniform(-0.35, 0.35) * field.lengthM,
                               rng.uniform(-0.35, 0.35) * field.widthM);
    };
    const Eigen::Vector2d from_F = anywhere();
    robot.place({from_F.x(), from_F.y(), rng.uniform(-math::kPi, math::kPi)});
    robot.placeBall(anywhere());
    const double beganS = robot.timeS();
    VisionTrial trial;
    int cycles = 0;
    int known = 0;
    for (int i = 1; robot.timeS() - beganS < settings.longS; ++i) {
        if (i % kBallEveryCycles == 0) {
            robot.placeBall(anywhere());
        }
        robot.cycle();
        if (robot.timeS() - beganS < kSettlesS) {
            continue;
        }
        ++cycles;
        const world::AgentFrame& frame = robot.frame();
        const world::BallBelief& ball = frame.world.ball;
        if (!frame.body.pose.isValid || !ball.isKnown) {
            continue;
        }
        ++known;
        const math::Pose torso = robot.torso();
        const math::Pose& believed = frame.body.pose.X_ST;
        trial.errorM += (believed.p - torso.p).head<2>().norm();
        const auto headingRad = [](const math::Pose& pose) {
            return std::atan2(pose.R(1, 1), pose.R(0, 1));
        };
        trial.errorRad += std::abs(math::wrapRad(headingRad(believed) - headingRad(torso)));
        trial.ballAgeS += ball.ageS;
        trial.ballErrorM += (ball.p_F - robot.simulation().ball().X_SBall.p).head<2>().norm();
    }
    const double ratio = 1.0 / std::max(known, 1);
    trial.errorM *= ratio;
    trial.errorRad *= ratio;
    trial.ballAgeS *= ratio;
    trial.ballErrorM *= ratio;
    trial.unknownRatio = 1.0 - static_cast<double>(known) / std::max(cycles, 1);
    return trial;
}

} // namespace

base::Expected<std::vector<VisionTrial>> benchVision(const robot::RobotModelPtr& model,
                                                     int typeNumber,
                                                     const VisionBenchSettings& settings,
                                                     const std::function<void()>& onTrial) {
    agents::SkillLibrary skills;
    const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    const std::uint64_t first = base::Rng(settings.seed).next();
    std::vector<std::unique_ptr<behavior::Behavior>> behaviors;
    for (int i = 0; i < settings.walks; ++i) {
        base::Rng rng(first + static_cast<std::uint64_t>(i));
        agents::ParameterTexts texts = {
            {"go-forward", fmt::format("{:.3f}", rng.uniform(0.2, 0.8))},
            {"go-turn",
             fmt::format("{:.3f}", (rng.below(2) == 0 ? 1.0 : -1.0) * rng.uniform(8.0, 25.0))}};
        if (!settings.look.empty()) {
            texts.emplace_back("look", settings.look);
        }
        auto made = registry.make("drive", texts, {*model, skills});
        if (!made) {
            return tl::unexpected(made.error());
        }
        behaviors.push_back(std::move(*made));
    }
    std::vector<VisionTrial> trials(behaviors.size());
    base::ThreadPool pool(settings.workers);
    pool.parallelFor(trials.size(), [&](std::size_t i, unsigned) {
        base::Rng rng(base::Rng(first + i).next());
        const std::uint64_t seed = rng.next();
        LoneRobot robot(model, typeNumber, *behaviors[i], settings.isExact, seed);
        trials[i] = walkRandomly(robot, settings, rng, field::newestField().dimensions);
        if (onTrial) {
            onTrial();
        }
    });
    return trials;
}

} // namespace sideline::training
