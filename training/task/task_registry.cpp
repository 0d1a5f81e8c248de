#include "training/task/task_registry.h"

#include "agentcore/math/angles.h"
#include "training/task/known_tasks.h"

namespace sideline::training {

using keyframe::StartPose;

std::span<const TaskInfo> taskInfos() {
    static const std::vector<TaskInfo> kTasks = {
        getUpTask(),  kickTask(),   dribbleTask(), standTask(), walkTask(),  turnTask(),
        followTask(), walkToTask(), stopTask(),    diveTask(),  trackTask(), playTask()};
    return kTasks;
}

base::Expected<TaskPtr> makeTask(std::string_view name, const agents::ParameterTexts& settings) {
    const auto info = agents::findNamed(taskInfos(), "task", name);
    if (!info) {
        return tl::unexpected(info.error());
    }
    const auto parameters = agents::readParameters("task", name, (*info)->parameters, settings);
    if (!parameters) {
        return tl::unexpected(parameters.error());
    }
    return (*info)->make(*parameters);
}

std::vector<agents::ParameterInfo> noiseParameters(double jointDeg, double headingDeg) {
    return {{"joint-noise", "standard deviation of each joint angle in the start pose", jointDeg,
             "deg", 0.0, 45.0},
            {"heading-noise", "standard deviation of the initial heading", headingDeg, "deg", 0.0,
             180.0}};
}

void readNoise(const agents::Parameters& parameters, TrialStart& start) {
    start.jointNoiseRad = math::radFromDeg(parameters.number("joint-noise"));
    start.headingNoiseRad = math::radFromDeg(parameters.number("heading-noise"));
}

std::vector<agents::ParameterInfo> pushParameters(double pushMps, double everyS) {
    return {{"push", "change of the robot's velocity by each push", pushMps, "m/s", 0.0, 3.0},
            {"push-every", "interval between pushes", everyS, "s", 0.1, 60.0}};
}

void readPushes(const agents::Parameters& parameters, TrialStart& start) {
    start.pushMps = parameters.number("push");
    start.pushEveryS = parameters.number("push-every");
}

std::vector<agents::ParameterInfo> ballParameters(double forwardM, double noiseM) {
    return {
        {"ball-forward", "ball position ahead of the midpoint between the feet", forwardM, "m",
         -1.0, 1.0},
        {"ball-left", "ball position to the left of the midpoint between the feet", 0.0, "m", -1.0,
         1.0},
        {"ball-noise", "standard deviation of the ball position, per axis", noiseM, "m", 0.0, 0.2}};
}

void readBall(const agents::Parameters& parameters, TrialStart& start) {
    start.ballFromFeetM = {parameters.number("ball-forward"), parameters.number("ball-left")};
    start.ballNoiseM = parameters.number("ball-noise");
}

std::vector<agents::ParameterInfo> ballSpreadParameters(double spreadM, double sightM) {
    return {
        {"ball-spread", "maximum deviation of the ball position, per axis", spreadM, "m", 0.0, 1.0},
        {"sight-noise", "standard deviation of the observed ball position, per axis", sightM, "m",
         0.0, 0.2}};
}

TrialStart withBallSpread(TrialStart start, double spreadM, base::Rng& rng) {
    if (spreadM > 0.0) {
        start.ballFromFeetM.x() += rng.uniform(-spreadM, spreadM);
        start.ballFromFeetM.y() += rng.uniform(-spreadM, spreadM);
    }
    return start;
}

std::vector<agents::ParameterInfo> joined(
    std::initializer_list<std::vector<agents::ParameterInfo>> lists) {
    std::vector<agents::ParameterInfo> all;
    for (const auto& list : lists) {
        all.insert(all.end(), list.begin(), list.end());
    }
    return all;
}

agents::ParameterInfo selfCollisionParameter() {
    return {"self-collisions", "allow self-collisions; otherwise they fail the trial", false};
}

agents::ParameterInfo startParameter(bool acceptsBall) {
    agents::ParameterInfo info{"start", "start pose: standing, or lying on one side",
                               std::string(keyframe::startPoseName(StartPose::Standing))};
    info.choices.emplace_back(keyframe::startPoseName(StartPose::Standing));
    for (const StartPose pose : kLyingPoses) {
        info.choices.emplace_back(keyframe::startPoseName(pose));
    }
    if (acceptsBall) {
        info.description = "start pose: standing, lying on one side, or standing at the ball";
        info.choices.emplace_back(keyframe::startPoseName(StartPose::OnBall));
    }
    return info;
}

StartPose startPoseOf(const agents::Parameters& parameters) {
    return *keyframe::startPoseFromName(parameters.text("start"));
}

} // namespace sideline::training
