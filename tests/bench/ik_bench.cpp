// Cost of inverse kinematics and of the analysis of motions.
#include <array>
#include <vector>

#include <benchmark/benchmark.h>

#include "agentcore/base/rng.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/limb_kinematics.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/posture.h"
#include "motions/analysis/motion_analysis.h"

namespace {

using namespace sideline;
using robot::LimbId;

const robot::RobotModel& nao() {
    return robot::naoModel(robot::NaoType::Standard);
}

// Reachable targets of a limb, each with a start posture some degrees away.
struct Targets {
    explicit Targets(LimbId limb) : chain(*robot::limbChain(nao(), limb)) {
        base::Rng rng(1);
        std::vector<math::Pose> poses(nao().bodies().size());
        for (int i = 0; i < 1024; ++i) {
            std::vector<double> angles(nao().joints().size(), 0.0);
            std::vector<double> near;
            for (const robot::JointId id : chain.joints) {
                const robot::Joint& joint = nao().joint(id);
                angles[id.index()] = rng.uniform(joint.minRad, joint.maxRad);
                near.push_back(angles[id.index()] + rng.uniform(-0.1, 0.1));
            }
            robot::forwardKinematics(nao(), {}, angles, poses);
            tips.push_back(poses[chain.body.index()] * chain.X_BodyTip);
            nearRad.push_back(std::move(near));
        }
    }
    robot::LimbChain chain;
    std::vector<math::Pose> tips;
    std::vector<std::vector<double>> nearRad;
};

void forwardKinematicsOfOneNao(benchmark::State& state) {
    const std::vector<double> angles(nao().joints().size(), 0.3);
    std::vector<math::Pose> poses(nao().bodies().size());
    for (auto _ : state) {
        robot::forwardKinematics(nao(), math::Pose{}, angles, poses);
        benchmark::DoNotOptimize(poses.data());
    }
}
BENCHMARK(forwardKinematicsOfOneNao);

void legClosedForm(benchmark::State& state) {
    const Targets targets(LimbId::LeftFoot);
    const robot::LegKinematics leg(nao(), LimbId::LeftFoot);
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(leg.solve(targets.tips[++i % targets.tips.size()]));
    }
}
BENCHMARK(legClosedForm);

void legOutOfReach(benchmark::State& state) {
    Targets targets(LimbId::LeftFoot);
    for (math::Pose& tip : targets.tips) {
        tip.p.z() -= 0.2;
    }
    const robot::LegKinematics leg(nao(), LimbId::LeftFoot);
    std::size_t i = 0;
    for (auto _ : state) {
        const std::size_t k = ++i % targets.tips.size();
        benchmark::DoNotOptimize(leg.solve(targets.tips[k], targets.nearRad[k]));
    }
}
BENCHMARK(legOutOfReach);

// Starts near the solution, as when dragging a foot.
void legDampedLeastSquares(benchmark::State& state) {
    const Targets targets(LimbId::LeftFoot);
    std::size_t i = 0;
    for (auto _ : state) {
        const std::size_t k = ++i % targets.tips.size();
        benchmark::DoNotOptimize(robot::solveChain(
            nao(), targets.chain, {.X_TorsoTip = targets.tips[k]}, targets.nearRad[k]));
    }
}
BENCHMARK(legDampedLeastSquares);

void arm(benchmark::State& state) {
    const Targets targets(LimbId::LeftHand);
    std::size_t i = 0;
    for (auto _ : state) {
        const std::size_t k = ++i % targets.tips.size();
        benchmark::DoNotOptimize(
            robot::solveArm(nao(), LimbId::LeftHand, targets.tips[k].p, targets.nearRad[k]));
    }
}
BENCHMARK(arm);

void placeOnGround(benchmark::State& state) {
    const std::vector<double> angles(nao().joints().size(), 0.2);
    const auto rule = static_cast<robot::GroundRule>(state.range(0));
    for (auto _ : state) {
        benchmark::DoNotOptimize(robot::placeOnGround(nao(), angles, rule));
    }
}
BENCHMARK(placeOnGround)->Arg(0)->Arg(1)->Arg(2);

void selfOverlaps(benchmark::State& state) {
    std::vector<double> angles(nao().joints().size(), 0.0);
    angles[nao().findJoint("lle2").index()] = -0.3;
    std::vector<math::Pose> poses(nao().bodies().size());
    robot::forwardKinematics(nao(), {}, angles, poses);
    for (auto _ : state) {
        benchmark::DoNotOptimize(robot::selfOverlaps(nao(), poses));
    }
}
BENCHMARK(selfOverlaps);

// All joints, with a key every tenth of a second; the argument is the length in seconds.
void analyzeMotion(benchmark::State& state) {
    base::Rng rng(3);
    motion::JointTrajectory trajectory(nao().joints().size());
    trajectory.lengthS = static_cast<double>(state.range(0));
    for (std::size_t j = 0; j < nao().joints().size(); ++j) {
        std::vector<motion::TrajectoryKey> keys;
        for (int i = 0; i <= 10 * state.range(0); ++i) {
            keys.push_back({.timeS = 0.1 * i,
                            .angleRad = rng.uniform(-0.2, 0.2),
                            .curve = motion::Curve::Smooth});
        }
        trajectory.setKeys(robot::JointId(j), std::move(keys));
    }
    for (auto _ : state) {
        benchmark::DoNotOptimize(keyframe::analyze(trajectory, nao()));
    }
}
BENCHMARK(analyzeMotion)->Arg(2)->Arg(60)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
