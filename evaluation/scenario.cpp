#include "evaluation/scenario.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/protocol/percepts.h"
#include "evaluation/scenario_stage.h"

namespace sideline::evaluation {

namespace {

using base::ErrorCode;
using math::radFromDeg;
using robot::AxisRole;
using robot::LimbId;

using game::kStepS;
constexpr JointRole kPan{LimbId::Head, AxisRole::Yaw};
constexpr JointRole kTilt{LimbId::Head, AxisRole::Pitch};
constexpr std::size_t kStartCycles = 75; // by then the robot has landed and is at rest

// Moves a joint sinusoidally about a center.
void swing(ScenarioStage& stage, const JointRole& role, double timeS, double middleDeg,
           double widthDeg, double periodS) {
    const double rate = 2.0 * math::kPi / periodS;
    stage.follow(role, radFromDeg(middleDeg + widthDeg * std::sin(rate * timeS)),
                 radFromDeg(widthDeg) * rate * std::cos(rate * timeS));
}

void look(ScenarioStage& stage, double timeS) {
    swing(stage, kPan, timeS, 0.0, 80.0, 6.1);
    swing(stage, kTilt, timeS, -10.0, 15.0, 4.3);
}

// Turns the head fast enough to bend the neck in the physics: hinges that turn simultaneously yield
// by up to 0.09 degrees, which no joint angle shows.
void lookFast(ScenarioStage& stage, double timeS) {
    swing(stage, kPan, timeS, 0.0, 80.0, 3.1);
    swing(stage, kTilt, timeS, -10.0, 25.0, 2.3);
}

void glance(ScenarioStage& stage, double timeS) {
    swing(stage, kPan, timeS, 0.0, 45.0, 4.0);
}

void kickNowAndThen(ScenarioStage& stage) {
    constexpr std::size_t kEvery = 200;
    if (stage.cycle() % kEvery == 0) {
        stage.kickBall();
    }
}

void playStand(ScenarioStage& stage, double /*timeS*/) {
    kickNowAndThen(stage);
}

void playLook(ScenarioStage& stage, double timeS) {
    look(stage, timeS);
    kickNowAndThen(stage);
}

void playLookFast(ScenarioStage& stage, double timeS) {
    lookFast(stage, timeS);
    kickNowAndThen(stage);
}

// Bends hips, knees and ankles with level soles.
void playSquat(ScenarioStage& stage, double timeS) {
    constexpr double kPeriodS = 2.5;
    constexpr double kDepthDeg = 25.0;
    const double rate = 2.0 * math::kPi / kPeriodS;
    const double bendRad = radFromDeg(kDepthDeg) * (1.0 - std::cos(rate * timeS));
    const double speedRadPerS = radFromDeg(kDepthDeg) * rate * std::sin(rate * timeS);
    for (const LimbId leg : {LimbId::LeftFoot, LimbId::RightFoot}) {
        stage.follow({leg, AxisRole::Pitch, 0}, bendRad, speedRadPerS);
        stage.follow({leg, AxisRole::Pitch, 1}, -2.0 * bendRad, -2.0 * speedRadPerS);
        stage.follow({leg, AxisRole::Pitch, 2}, bendRad, speedRadPerS);
    }
    look(stage, timeS);
    kickNowAndThen(stage);
}

// Shifts the weight from foot to foot and swings the arms.
void playSway(ScenarioStage& stage, double timeS) {
    for (const bool isLeft : {true, false}) {
        const LimbId leg = isLeft ? LimbId::LeftFoot : LimbId::RightFoot;
        const LimbId arm = isLeft ? LimbId::LeftHand : LimbId::RightHand;
        swing(stage, {leg, AxisRole::Roll, 0}, timeS, 0.0, 6.0, 1.1);
        swing(stage, {leg, AxisRole::Roll, 1}, timeS, 0.0, -6.0, 1.1);
        swing(stage, {arm, AxisRole::Pitch}, timeS, -60.0, 50.0, isLeft ? 0.9 : 1.3);
    }
    glance(stage, timeS);
    kickNowAndThen(stage);
}

// The robot is pushed over, lies on the ground, and is placed upright; it falls in all four
// directions.
void playFall(ScenarioStage& stage, double timeS) {
    constexpr std::size_t kRound = 300; // duration of a repetition in cycles
    constexpr std::size_t kPushCycles = 10;
    constexpr std::size_t kRise = 200;
    constexpr double kForceN = 70.0;
    glance(stage, timeS);
    const std::size_t inRound = stage.cycle() % kRound;
    const std::size_t round = stage.cycle() / kRound;
    const math::Pose X_ST = stage.torso();
    const Eigen::Vector3d ahead = X_ST.R.col(1);
    if (inRound < kPushCycles && stage.cycle() >= kStartCycles) {
        const double turnRad = math::kPi / 2.0 * static_cast<double>(round);
        const Eigen::Vector3d level(ahead.x(), ahead.y(), 0.0);
        stage.push(kForceN *
                   (Eigen::AngleAxisd(turnRad, Eigen::Vector3d::UnitZ()) * level.normalized()));
    } else if (inRound == kRise) {
        stage.placeUpright(X_ST.p.x(), X_ST.p.y(), std::atan2(ahead.y(), ahead.x()));
    }
}

void playBeam(ScenarioStage& stage, double timeS) {
    constexpr std::size_t kEvery = 150;
    glance(stage, timeS);
    if (stage.cycle() % kEvery == 0) {
        base::Rng& rng = stage.rng();
        const double xM = rng.uniform(-13.0, -1.0);
        const double yM = rng.uniform(-8.0, 8.0);
        stage.answer(
            fmt::format("(beam {:.2f} {:.2f} {:.2f})", xM, yM, rng.uniform(-180.0, 180.0)));
    }
}

void playKidnap(ScenarioStage& stage, double timeS) {
    constexpr std::size_t kEvery = 200;
    glance(stage, timeS);
    if (stage.cycle() % kEvery == 0) {
        stage.placeAnywhere(false);
    }
}

// Rotates the robot by 180 degrees about the center of the field: the only other pose from which
// the lines look the same.
void playWrongSide(ScenarioStage& stage, double timeS) {
    constexpr std::size_t kEvery = 250;
    glance(stage, timeS);
    if (stage.cycle() % kEvery == 0) {
        const math::Pose X_ST = stage.torso();
        stage.placeUpright(-X_ST.p.x(), -X_ST.p.y(), std::atan2(-X_ST.R(1, 1), -X_ST.R(0, 1)));
    }
}

void playUpsideDown(ScenarioStage& stage, double timeS) {
    constexpr std::size_t kRound = 400;
    constexpr std::size_t kRise = 250;
    glance(stage, timeS);
    const std::size_t inRound = stage.cycle() % kRound;
    if (inRound == 0) {
        math::Pose X_ST = stage.torso();
        X_ST.R = X_ST.R * Eigen::AngleAxisd(math::kPi, Eigen::Vector3d::UnitY()).toRotationMatrix();
        X_ST.p.z() = stage.sizeRatio() * 0.35;
        stage.place(X_ST);
    } else if (inRound == kRise) {
        stage.placeAnywhere(false);
    }
}

struct Play {
    Scenario scenario;
    void (*play)(ScenarioStage&, double timeS);
    bool isBeforeKickOff = false;
    bool hasOthers = false;
};

constexpr std::array kPlays = {
    Play{{"stand", "Stands still and looks straight ahead.", 20.0}, playStand, false, true},
    Play{{"look", "Stands and sweeps its head widely.", 30.0}, playLook, false, true},
    Play{{"look-fast", "Stands and sweeps its head fast.", 30.0}, playLookFast, false, true},
    Play{{"squat", "Squats while looking around.", 30.0}, playSquat, false, true},
    Play{{"sway", "Sways from foot to foot and swings its arms.", 30.0}, playSway, false, true},
    Play{{"fall",
          "Is pushed over in all directions, stays down, and is placed upright unannounced.", 30.0},
         playFall},
    Play{{"beam", "Beams itself elsewhere every three seconds.", 30.0}, playBeam, true},
    Play{{"kidnap", "Is moved elsewhere every four seconds, unannounced.", 30.0}, playKidnap},
    Play{{"wrong-side", "Is moved to the mirrored position every five seconds, unannounced.", 30.0},
         playWrongSide},
    Play{{"upside-down", "Is turned upside down, stays down, and is placed upright elsewhere.",
          32.0},
         playUpsideDown}};

constexpr std::array kScenarios = [] {
    std::array<Scenario, kPlays.size()> scenarios;
    for (std::size_t i = 0; i < kPlays.size(); ++i) {
        scenarios[i] = kPlays[i].scenario;
    }
    return scenarios;
}();

std::size_t cyclesOf(double durationS) {
    return static_cast<std::size_t>(std::lround(durationS / kStepS));
}

} // namespace

std::span<const Scenario> scenarios() {
    return kScenarios;
}

base::Expected<ScenarioRun> runScenario(std::string_view name, const ScenarioOptions& options) {
    const auto* play =
        std::ranges::find(kPlays, name, [](const Play& each) { return each.scenario.name; });
    if (play == kPlays.end()) {
        std::vector<std::string_view> names;
        for (const Scenario& scenario : kScenarios) {
            names.push_back(scenario.name);
        }
        return base::failure(ErrorCode::NotFound, fmt::format("unknown scenario '{}'", name),
                             fmt::format("{}", fmt::join(names, ", ")));
    }
    auto made = ScenarioStage::make(std::string(name), options);
    if (!made) {
        return tl::unexpected(made.error());
    }
    ScenarioStage& stage = **made;
    const std::size_t count =
        cyclesOf(options.durationS > 0.0 ? options.durationS : play->scenario.durationS);
    base::Rng& rng = stage.rng();
    while (stage.cycle() < count) {
        stage.step();
        if (stage.cycle() == 1) {
            stage.answer("(init (unum 1)(teamname Own))");
            if (play->hasOthers) {
                stage.addOthers();
            }
        } else if (stage.cycle() == 5) {
            const double xM = rng.uniform(-12.0, -2.0);
            const double yM = rng.uniform(-6.0, 6.0);
            stage.answer(
                fmt::format("(beam {:.2f} {:.2f} {:.2f})", xM, yM, rng.uniform(-120.0, 120.0)));
        } else if (stage.cycle() == kStartCycles - 25 && !play->isBeforeKickOff) {
            stage.startPlay();
        } else if (stage.cycle() >= kStartCycles) {
            play->play(stage, kStepS * static_cast<double>(stage.cycle() - kStartCycles));
        }
    }
    return stage.finish();
}

base::Expected<ScenarioRun> replayInSimulator(const AgentStream& recorded,
                                              const ScenarioOptions& options) {
    constexpr double kLyingUp = 0.5;
    constexpr std::size_t kLyingCycles = 150;
    const auto& cycles = recorded.cycles();
    const bool hasCommands = std::ranges::any_of(
        cycles, [](const StreamCycle& cycle) { return !cycle.commands.empty(); });
    if (!hasCommands) {
        return base::failure(ErrorCode::InvalidArgument, "the stream contains no commands",
                             "a recording that includes the agent's messages");
    }
    ScenarioOptions used = options;
    used.typeNumber = recorded.typeNumber();
    used.robot = recorded.model().shared();
    auto made = ScenarioStage::make("replay of " + recorded.name(), used);
    if (!made) {
        return tl::unexpected(made.error());
    }
    ScenarioStage& stage = **made;
    const std::size_t count = options.durationS > 0.0
                                  ? std::min(cyclesOf(options.durationS), cycles.size())
                                  : cycles.size();
    const bool introducesItself = std::ranges::any_of(cycles, [](const StreamCycle& cycle) {
        return cycle.commands.find("(init ") != std::string_view::npos;
    });
    const TruthTrack reported = truthOfStream(recorded);
    protocol::Percepts percepts;
    bool isPlaying = false;
    std::size_t lying = 0;
    while (stage.cycle() < count) {
        const StreamCycle& cycle = cycles[stage.cycle()];
        stage.step();
        if (stage.cycle() == 1 && !introducesItself) {
            stage.answer("(init (unum 1)(teamname Own))");
        }
        stage.answer(cycle.commands);
        if (!isPlaying && protocol::parsePercepts(cycle.percepts, percepts) &&
            !percepts.playMode.empty() && percepts.playMode != "BeforeKickOff") {
            isPlaying = true;
            stage.startPlay();
        }
        // In open loop the robot eventually falls, to which its recorded commands do not react.
        const math::Pose X_ST = stage.torso();
        lying = X_ST.R(2, 2) < kLyingUp ? lying + 1 : 0;
        const TruthInstant* truth = reported.at(stage.cycle());
        if (lying > kLyingCycles && (truth != nullptr || reported.isEmpty())) {
            lying = 0;
            if (truth != nullptr) {
                stage.placeUpright(truth->p_SCamera.x(), truth->p_SCamera.y(), truth->headingRad);
            } else {
                stage.placeUpright(X_ST.p.x(), X_ST.p.y(), math::forwardHeadingRad(X_ST.R));
            }
        }
    }
    return stage.finish();
}

} // namespace sideline::evaluation
