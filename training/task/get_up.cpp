#include <algorithm>
#include <sstream>

#include "training/task/figure_task.h"
#include "training/task/known_tasks.h"

namespace sideline::training {

namespace {

using keyframe::StartPose;

/// A robot stands or falls within this time after its last movement.
constexpr double kSettlesS = 1.0;

struct GetUpSettings {
    std::vector<StartPose> sides;
    TrialStart start;
    double longestS = 5.0;
    double heldS = 1.0;
    double travelPrice = 0.0;
    bool forbidsSelfCollisions = true;
};

// Fitness while it lies, from -0.1 to 1: current and maximum head height, and tilt; above 1 once it
// stands, and higher the sooner it does.
class GetUp final : public FigureTask {
public:
    explicit GetUp(GetUpSettings settings)
        : FigureTask(settings.forbidsSelfCollisions), m_settings(std::move(settings)) {}

    TrialStart start(base::Rng& rng) const override {
        TrialStart start = m_settings.start;
        start.pose = m_settings.sides[rng.below(m_settings.sides.size())];
        return start;
    }
    double longestS() const override { return m_settings.longestS; }

    Verdict verdict(const TrialFigures& figures) const override {
        if (figures.uprightS) {
            return figures.timeS - *figures.uprightS >= m_settings.heldS ? Verdict::Success
                                                                         : Verdict::Open;
        }
        // A robot that lies and holds its pose will not get up.
        const bool isHopeless =
            figures.isMoverDone && figures.timeS - figures.moverEndS >= kSettlesS;
        return isHopeless ? Verdict::Failure : Verdict::Open;
    }

    double fitness(const TrialFigures& figures, Verdict verdict) const override {
        const double price = m_settings.travelPrice * figures.jointTravelRad;
        if (verdict == Verdict::Success) {
            return 1.0 + m_settings.longestS - *figures.uprightS - price;
        }
        const auto height = [](double ratio) { return std::clamp(ratio, 0.0, 1.0); };
        const double heldS =
            figures.uprightS ? std::min(figures.timeS - *figures.uprightS, m_settings.heldS) : 0.0;
        return 0.3 * height(figures.bestHeadHeightRatio) + 0.3 * height(figures.headHeightRatio) +
               0.1 * figures.uprightCos + 0.25 * heldS / std::max(m_settings.heldS, 0.02) - price;
    }

private:
    TrialFailure unmetGoal(const TrialFigures& figures) const override {
        return figures.uprightS ? TrialFailure{FailureKind::TooLate, *figures.uprightS,
                                               figures.timeS - *figures.uprightS, m_settings.heldS}
                                : notUp(figures);
    }

    GetUpSettings m_settings;
};

constexpr std::string_view kAny = "any";

// @param text choices of `sideParameter`
std::vector<StartPose> sidesFrom(const std::string& text) {
    std::vector<StartPose> sides;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (word == kAny) {
            return {kLyingPoses.begin(), kLyingPoses.end()};
        }
        sides.push_back(*keyframe::startPoseFromName(word));
    }
    return sides;
}

agents::ParameterInfo sideParameter() {
    agents::ParameterInfo info{"side",
                               "side the robot lies on; if several are given, such as `back left`, "
                               "one is chosen at random",
                               std::string("front")};
    for (const StartPose pose : kLyingPoses) {
        info.choices.emplace_back(keyframe::startPoseName(pose));
    }
    info.choices.emplace_back(kAny);
    info.takesSeveral = true;
    return info;
}

} // namespace

TaskInfo getUpTask() {
    TaskInfo info;
    info.name = "get-up";
    info.summary = "Stand up from the ground as quickly as possible and stay upright";
    info.parameters =
        joined({{sideParameter(),
                 {"longest", "time limit of a trial", 5.0, "s", 0.5, 30.0},
                 {"held", "time the robot has to stay upright", 1.0, "s", 0.0, 10.0},
                 {"settle", "settling time before the robot may move", 0.3, "s", 0.0, 5.0},
                 {"travel-price", "penalty per rad of joint travel", 0.0, "1/rad", 0.0, 1.0},
                 selfCollisionParameter()},
                noiseParameters(5.0, 10.0)});
    info.make = [](const agents::Parameters& parameters) -> base::Expected<TaskPtr> {
        GetUpSettings settings;
        settings.sides = sidesFrom(parameters.text("side"));
        settings.longestS = parameters.number("longest");
        settings.heldS = parameters.number("held");
        settings.start.settleS = parameters.number("settle");
        settings.travelPrice = parameters.number("travel-price");
        settings.forbidsSelfCollisions = !parameters.flag("self-collisions");
        readNoise(parameters, settings.start);
        return std::make_shared<const GetUp>(std::move(settings));
    };
    return info;
}

} // namespace sideline::training
