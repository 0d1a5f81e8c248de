#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "training/task/figure_task.h"
#include "training/task/known_tasks.h"

namespace sideline::training {

namespace {

using motion::WalkCommand;

struct FollowSettings {
    TrialStart start;
    double longestS = 10.0;
    double everyS = 2.5;
    WalkCommand most; ///< maximum commands
    double backwardMps = 0.5;
    double fallPrice = 3.0;
    bool forbidsSelfCollisions = true;
    double lyingRatio = 0.0;
    TrialStart lying; ///< start of the trials that begin lying
};

constexpr double kGetsUpS = 3.0; // time for getting up before the first command

// Issues varying walk commands; scores the distance covered along them.
class Follow final : public FigureTask {
public:
    explicit Follow(FollowSettings settings)
        : FigureTask(settings.forbidsSelfCollisions),
          m_settings(std::move(settings)),
          m_fastest(fastestOf(m_settings)) {}

    TrialStart start(base::Rng& rng) const override {
        const bool isLying = rng.uniform(0.0, 1.0) < m_settings.lyingRatio;
        TrialStart start = isLying ? m_settings.lying : m_settings.start;
        if (isLying) {
            start.pose = kLyingPoses[rng.below(kLyingPoses.size())];
        }
        for (double fromS = isLying ? kGetsUpS : 0.0; fromS < m_settings.longestS;
             fromS += m_settings.everyS) {
            start.commands.push_back({fromS, draw(rng)});
        }
        return start;
    }
    double longestS() const override { return m_settings.longestS; }
    Verdict verdict(const TrialFigures& figures) const override {
        const bool isDown = !figures.beganUpright && figures.timeS > kGetsUpS &&
                            game::isFallen(figures.uprightCos, figures.headHeightRatio);
        return figures.fellS || isDown ? Verdict::Failure : Verdict::Open;
    }
    double fitness(const TrialFigures& figures, Verdict verdict) const override {
        return figures.followedM - (verdict == Verdict::Failure ? m_settings.fallPrice : 0.0);
    }
    bool isGoodAtEnd(const TrialFigures& figures) const override {
        static_cast<void>(figures);
        return true;
    }

private:
    TrialFailure unmetGoal(const TrialFigures& figures) const override { return notUp(figures); }
    // Mostly draws a maximum speed in one direction or a halt; otherwise a random command.
    WalkCommand draw(base::Rng& rng) const {
        const WalkCommand& most = m_settings.most;
        const std::uint64_t kind = rng.below(10);
        if (kind == 6) {
            return {};
        }
        if (kind < 6 && !m_fastest.empty()) {
            const WalkCommand& fastest = m_fastest[rng.below(m_fastest.size())];
            const double side = rng.below(2) == 0 ? 1.0 : -1.0;
            return {fastest.forwardMps, side * fastest.leftMps, side * fastest.turnRadPerS};
        }
        const double forward = rng.uniform(-m_settings.backwardMps, most.forwardMps);
        const double left = rng.uniform(-most.leftMps, most.leftMps);
        return {forward, left, rng.uniform(-most.turnRadPerS, most.turnRadPerS)};
    }

    // Returns the enabled directions; forward and lateral twice as often as the others.
    static std::vector<WalkCommand> fastestOf(const FollowSettings& settings) {
        const WalkCommand ahead{settings.most.forwardMps, 0.0, 0.0};
        const WalkCommand lateral{0.0, settings.most.leftMps, 0.0};
        std::vector<WalkCommand> all = {ahead,   ahead,   {-settings.backwardMps, 0.0, 0.0},
                                        lateral, lateral, {0.0, 0.0, settings.most.turnRadPerS}};
        std::erase_if(all, [](const WalkCommand& command) { return command.isZero(); });
        return all;
    }

    FollowSettings m_settings;
    std::vector<WalkCommand> m_fastest;
};

} // namespace

TaskInfo followTask() {
    TaskInfo info;
    info.name = "follow";
    info.summary = "Follow changing velocity commands in any direction";
    info.parameters = joined(
        {{{"longest", "duration of the walk", 10.0, "s", 0.5, 600.0},
          {"every", "interval between commands", 2.5, "s", 0.1, 60.0},
          {"forward", "maximum commanded forward speed", 1.0, "m/s", 0.0, 5.0},
          {"backward", "maximum commanded backward speed", 0.5, "m/s", 0.0, 5.0},
          {"left", "maximum commanded sideways speed", 0.5, "m/s", 0.0, 5.0},
          {"turn", "maximum commanded turn rate", 120.0, "deg/s", 0.0, 360.0},
          {"lying",
           "fraction of trials that start lying down, for behaviors that get up; commands begin "
           "after 3 s",
           0.0, "", 0.0, 1.0},
          {"fall-price", "penalty for a fall", 3.0, "m", 0.0, 100.0},
          {"settle", "settling time before the robot may move", 0.4, "s", 0.0, 5.0},
          selfCollisionParameter()},
         pushParameters(0.0, 5.0),
         noiseParameters(1.0, 0.0)});
    info.make = [](const agents::Parameters& parameters) -> base::Expected<TaskPtr> {
        FollowSettings settings;
        settings.longestS = parameters.number("longest");
        settings.everyS = parameters.number("every");
        settings.most = {parameters.number("forward"), parameters.number("left"),
                         math::radFromDeg(parameters.number("turn"))};
        settings.backwardMps = parameters.number("backward");
        settings.fallPrice = parameters.number("fall-price");
        settings.forbidsSelfCollisions = !parameters.flag("self-collisions");
        settings.start.settleS = parameters.number("settle");
        readPushes(parameters, settings.start);
        readNoise(parameters, settings.start);
        settings.lyingRatio = parameters.number("lying");
        settings.lying = settings.start;
        settings.lying.jointNoiseRad = math::radFromDeg(5.0);
        settings.lying.headingNoiseRad = math::radFromDeg(10.0);
        return std::make_shared<const Follow>(std::move(settings));
    };
    return info;
}

} // namespace sideline::training
