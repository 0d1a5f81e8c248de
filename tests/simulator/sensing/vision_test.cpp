#include "simulator/sensing/vision.h"

#include <cmath>

#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "simulator/sensing/view_window.h"

namespace sideline::simulator {
namespace {

using game::PlayerId;
using game::Side;
using game::UniformNumber;
using math::radFromDeg;

const SensorSwitches kExact = {.visionNoise = false, .visionCalibrationError = false};

const robot::VisionSettings& naoEyes() {
    return robot::naoModel(robot::NaoType::Standard).percepts().vision;
}

const field::FieldModel& fieldModel() {
    static const field::FieldModel kField(field::newestField().dimensions);
    return kField;
}

VisionScene sceneWithBall(const Eigen::Vector3d& p_SBall) {
    VisionScene scene(fieldModel());
    scene.beginCycle(p_SBall);
    return scene;
}

// A camera that looks along +y of the server frame, unless rotated.
Viewer cameraAt(const Eigen::Vector3d& p_S, double turnedDeg = 0.0, Side side = Side::Left) {
    Viewer viewer;
    viewer.X_SCamera.p = p_S;
    viewer.X_SCamera.R =
        Eigen::AngleAxisd(radFromDeg(turnedDeg), Eigen::Vector3d::UnitZ()).toRotationMatrix();
    viewer.side = side;
    return viewer;
}

std::string see(const VisionScene& scene, const Viewer& viewer,
                const SensorSwitches& switches = kExact,
                const robot::VisionSettings& settings = naoEyes(), std::uint64_t seed = 1) {
    std::string text;
    VisionSensor(seed).see(scene, viewer, settings, switches, text);
    return text;
}

bool contains(const std::string& text, std::string_view what) {
    return text.find(what) != std::string::npos;
}

// The point in a direction given as in percepts, as seen from `cameraAt(p_S)`.
Eigen::Vector3d towards(double distanceM, double thetaDeg, double phiDeg) {
    const double thetaRad = radFromDeg(thetaDeg);
    const double phiRad = radFromDeg(phiDeg);
    return distanceM * Eigen::Vector3d(-std::sin(thetaRad) * std::cos(phiRad),
                                       std::cos(thetaRad) * std::cos(phiRad), std::sin(phiRad));
}

TEST(VisionTest, ReportsLandmarksBallPlayersTruthAndLinesInTheServersOrder) {
    VisionScene scene = sceneWithBall({-5, 0, 0.042});
    scene.addPlayer({Side::Left, UniformNumber(7)}, "Us", {-12, 1, 0.4});
    scene.addPart("head", {-12, 1, 0.54});
    scene.addPart("rlowerarm", {10, 0, 0.3}); // behind the camera
    scene.addPlayer({Side::Right, UniformNumber(10)}, "Them", {-12, -1, 0.4});
    scene.addPart("lfoot", {-12, -1, 0.1});
    SensorSwitches switches = kExact;
    switches.groundTruth = true;
    const std::string text = see(scene, cameraAt({0, 0, 0.54}, 90.0), switches);
    EXPECT_EQ(text.substr(0, text.find("(L ")),
              "(See (G1L (pol 15.04 -4.00 0.99)) (G2L (pol 15.04 4.00 0.99)) "
              "(F1L (pol 18.04 -33.69 -1.72)) (F2L (pol 18.04 33.69 -1.72)) "
              "(B (pol 5.02 0.00 -5.69)) "
              "(P (team Us) (id 7) (head (pol 12.04 -4.76 0.00))) "
              "(P (team Them) (id 10) (lfoot (pol 12.05 4.76 -2.09))) "
              "(mypos 0.00 0.00 0.54) (myorien 180.00) (ballpos -5.00 0.00 0.04) ");
    EXPECT_TRUE(text.ends_with(")))"));
}

TEST(VisionTest, RightTeamGroundTruthIsRotatedAndKeepsZeros) {
    SensorSwitches switches = kExact;
    switches.groundTruth = true;
    const std::string text =
        see(sceneWithBall({0, 0, 0.042}), cameraAt({14, -9, 0.54}, 90.0, Side::Right), switches);
    EXPECT_TRUE(contains(text, "(mypos -14.00 9.00 0.54) (myorien -0.00) "
                               "(ballpos -0.00 -0.00 0.04)"))
        << text;
}

TEST(VisionTest, ErrorsHaveTheServersStandardDeviations) {
    const VisionScene scene = sceneWithBall(towards(10.0, 20.0, -10.0));
    SensorSwitches switches;
    switches.visionCalibrationError = false;
    switches.visionQuantization = false;
    VisionSensor sensor(3);
    constexpr int kSamples = 20000;
    const Eigen::Array3d truth(10.0, 20.0, -10.0);
    const Eigen::Array3d sigma(0.00965, 0.1480, 0.1225);
    Eigen::Array3d sum = Eigen::Array3d::Zero();
    Eigen::Array3d squares = Eigen::Array3d::Zero();
    std::string text;
    for (int i = 0; i < kSamples; ++i) {
        text.clear();
        sensor.see(scene, cameraAt({0, 0, 0}), naoEyes(), switches, text);
        const auto percepts = protocol::parsePercepts(text);
        ASSERT_TRUE(percepts && percepts->vision);
        const auto& ball = percepts->vision->objects.back();
        ASSERT_EQ(ball.name, "B");
        const Eigen::Array3d error =
            Eigen::Array3d(ball.polar.distanceM, ball.polar.thetaDeg, ball.polar.phiDeg) - truth;
        sum += error;
        squares += error * error;
    }
    const Eigen::Array3d measured = (squares / kSamples).sqrt() / sigma;
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(measured[i], 1.0, 0.03);
        EXPECT_LT(std::abs(sum[i] / kSamples), 0.03 * sigma[i]);
    }
}

TEST(VisionTest, EachCameraHasOneConstantError) {
    SensorSwitches switches;
    switches.visionNoise = false;
    switches.visionQuantization = false;
    const VisionScene scene = sceneWithBall({0, 2, 0});
    Eigen::Array3d squares = Eigen::Array3d::Zero();
    constexpr int kAgents = 3000;
    for (int i = 0; i < kAgents; ++i) {
        const Eigen::Array3d error =
            VisionSensor(static_cast<std::uint64_t>(i)).calibrationErrorM();
        ASSERT_LE(error.abs().maxCoeff(), 0.005);
        squares += error * error;
    }
    for (const double square : squares) { // uniform in +-5 mm
        EXPECT_NEAR(std::sqrt(square / kAgents), 0.005 / std::sqrt(3.0), 1e-4);
    }
    VisionSensor sensor(5);
    const Eigen::Vector3d seen = Eigen::Vector3d(0, 2, 0) + sensor.calibrationErrorM();
    for (int i = 0; i < 2; ++i) {
        std::string text;
        sensor.see(scene, cameraAt({0, 0, 0}), naoEyes(), switches, text);
        const auto percepts = protocol::parsePercepts(text);
        ASSERT_TRUE(percepts && percepts->vision);
        const auto& ball = percepts->vision->objects.back();
        EXPECT_NEAR(ball.polar.distanceM, seen.norm(), 1e-5);
        EXPECT_NEAR(ball.polar.thetaDeg, math::degFromRad(std::atan2(-seen.x(), seen.y())), 1e-4);
    }
}

TEST(VisionTest, SeesSixtyDegreesToEachSideAndNothingClose) {
    const auto seesBall = [](const Eigen::Vector3d& p, const SensorSwitches& switches = kExact) {
        return contains(see(sceneWithBall(p), cameraAt({0, 0, 0}), switches), "(B ");
    };
    for (const double sign : {-1.0, 1.0}) {
        EXPECT_TRUE(seesBall(towards(3.0, sign * 59.99, 0.0)));
        EXPECT_FALSE(seesBall(towards(3.0, sign * 60.01, 0.0)));
        EXPECT_TRUE(seesBall(towards(3.0, sign * 59.99, 59.99))); // a cone, not a rectangle
        EXPECT_FALSE(seesBall(towards(3.0, 0.0, sign * 60.01)));
    }
    EXPECT_FALSE(seesBall({0, -3, 0}));
    EXPECT_TRUE(seesBall({0, 0.1001, 0}));
    EXPECT_FALSE(seesBall({0, 0.0999, 0}));
    SensorSwitches allAround = kExact;
    allAround.restrictsViewToCone = false;
    EXPECT_TRUE(seesBall({0, -3, 0}, allAround));
    EXPECT_FALSE(seesBall({0, -0.0999, 0}, allAround));
}

// The cone is tested before noise is added: percepts may lie outside it, but objects outside are
// never seen.
TEST(VisionTest, NoiseDoesNotAffectVisibility) {
    SensorSwitches switches;
    switches.visionCalibrationError = false;
    VisionSensor sensor(11);
    bool beyond = false;
    for (int i = 0; i < 200; ++i) {
        std::string inside;
        sensor.see(sceneWithBall(towards(3.0, 59.99, 0.0)), cameraAt({0, 0, 0}), naoEyes(),
                   switches, inside);
        EXPECT_TRUE(contains(inside, "(B "));
        beyond = beyond || contains(inside, "(B (pol 3.00 60.");
        std::string outside;
        sensor.see(sceneWithBall(towards(3.0, 60.01, 0.0)), cameraAt({0, 0, 0}), naoEyes(),
                   switches, outside);
        EXPECT_FALSE(contains(outside, "(B "));
    }
    EXPECT_TRUE(beyond);
}

TEST(VisionTest, PlayersWithoutTeamOrPartsInViewAreNotSeen) {
    VisionScene scene = sceneWithBall({0, 3, 0});
    scene.addPlayer({}, "", {0, 3, 0});
    scene.addPart("head", {0, 3, 0});
    scene.addPlayer({Side::Left, UniformNumber(2)}, "Us", {0, 3, 0});
    scene.addPart("head", {0, -3, 0});
    scene.addPlayer({Side::Left, UniformNumber(3)}, "Us", {0, 3, 0}); // a robot without parts
    EXPECT_FALSE(contains(see(scene, cameraAt({0, 0, 0})), "(P"));
}

TEST(VisionTest, PlayersOfTheLastCycleAreNotSeen) {
    VisionScene scene = sceneWithBall({0, 5, 0});
    scene.addPlayer({Side::Left, UniformNumber(7)}, "Us", {0, 4, 0.4});
    scene.addPart("head", {0, 4, 0.54});
    ASSERT_TRUE(contains(see(scene, cameraAt({0, 0, 0.54})), "(id 7)"));
    scene.beginCycle({0, 5, 0});
    scene.addPlayer({Side::Right, UniformNumber(2)}, "Them", {0, 3, 0.4});
    scene.addPart("lfoot", {0, 3, 0.1});
    const std::string text = see(scene, cameraAt({0, 0, 0.54}));
    EXPECT_FALSE(contains(text, "(id 7)")) << text;
    EXPECT_TRUE(contains(text, "(P (team Them) (id 2) (lfoot ")) << text;
}

TEST(VisionTest, LinesEndAtTheEdgeOfTheView) {
    // Above the field center, left of the halfway line, looking along +x.
    const std::string text = see(sceneWithBall({0, 0, 0.042}), cameraAt({-1, 0, 0.5}, -90.0));
    const auto percepts = protocol::parsePercepts(text);
    ASSERT_TRUE(percepts && percepts->vision);
    ASSERT_FALSE(percepts->vision->lines.empty());
    const auto& [right, left] = percepts->vision->lines.front(); // the halfway line
    EXPECT_NEAR(std::abs(right.thetaDeg), 60.0, 0.02);
    EXPECT_NEAR(std::abs(left.thetaDeg), 60.0, 0.02);
    EXPECT_NEAR(right.distanceM, std::sqrt(4.0 + 0.25), 0.01);
}

TEST(ViewWindowTest, ClippedEndsLieOnLineAndEdge) {
    const ViewWindow window({radFromDeg(60.0), radFromDeg(60.0)});
    base::Rng rng(5);
    int seen = 0;
    int lost = 0; // because of the server's law of sines
    for (int i = 0; i < 20000; ++i) {
        const auto point = [&] {
            return Eigen::Vector3f(static_cast<float>(rng.uniform(-10, 10)),
                                   static_cast<float>(rng.uniform(-10, 10)), -0.5F);
        };
        const Eigen::Vector3f begin = point();
        const Eigen::Vector3f end = point();
        const auto line = window.clip(begin, end);
        if (!line) {
            continue;
        }
        ++seen;
        for (const PolarPoint& p : {line->begin, line->end}) {
            if (std::isnan(p.distanceM)) {
                ++lost;
                continue;
            }
            EXPECT_LE(std::abs(p.thetaDeg), 60.5F);
            const Eigen::Vector3d at =
                towards(static_cast<double>(p.distanceM), static_cast<double>(p.thetaDeg),
                        static_cast<double>(p.phiDeg));
            const Eigen::Vector3d along = (end - begin).cast<double>().normalized();
            const Eigen::Vector3d offset = at - begin.cast<double>();
            EXPECT_LT(offset.cross(along).norm(), 2e-3);
        }
    }
    EXPECT_GT(seen, 5000);
    EXPECT_LT(lost, seen / 50);
}

TEST(VisionTest, OlderRobotsSeeAllDirectionsAndPlayersAsPoints) {
    const robot::VisionSettings& eyes = robot::soccerbot056Model().percepts().vision;
    ASSERT_FALSE(eyes.cone);
    VisionScene scene = sceneWithBall({0, -3, 0.042});
    scene.addPlayer({Side::Left, UniformNumber(1)}, "Us", {0, 0, 0.5}); // the robot itself
    scene.addPlayer({Side::Right, UniformNumber(2)}, "Them", {4, 0, 0.5});
    scene.addPart("head", {4, 0, 0.64});
    scene.addPlayer({}, "", {0, 5, 0.5});
    const std::string text = see(scene, cameraAt({0, 0, 0.5}), kExact, eyes);
    EXPECT_TRUE(contains(text, "(B (pol 3.03 180.00 -8.68)) "
                               "(P (team Them) (id 2) (pol 4.00 -90.00 0.00)) "
                               "( (id head) (pol 4.00 -90.00 2.00)) "
                               "( (id 0) (pol 5.00 0.00 0.00)))"))
        << text;
    EXPECT_TRUE(contains(text, "(G1L ") && contains(text, "(G1R "));
}

TEST(VisionTest, StaticAxesAreFieldAxes) {
    robot::VisionSettings eyes;
    eyes.hasStaticAxes = true;
    const VisionScene scene = sceneWithBall({3, 0, 0.5});
    const std::string left = see(scene, cameraAt({0, 0, 0.5}, 30.0), kExact, eyes);
    EXPECT_TRUE(contains(left, "(B (pol 3.00 0.00 0.00))")) << left;
    const std::string right = see(scene, cameraAt({0, 0, 0.5}, 30.0, Side::Right), kExact, eyes);
    EXPECT_TRUE(contains(right, "(B (pol 3.00 180.00 0.00))") ||
                contains(right, "(B (pol 3.00 -180.00 0.00))"))
        << right;
    eyes.cone = robot::VisionSettings::Cone{radFromDeg(45.0), radFromDeg(45.0)};
    EXPECT_TRUE(contains(
        see(sceneWithBall(Eigen::Vector3d(0.1, 3, 0.5)), cameraAt({0, 0, 0.5}), kExact, eyes),
        "(B ")); // twice the half angle
}

TEST(VisionTest, CopiedCameraContinuesIdentically) {
    const VisionScene scene = sceneWithBall({0, 3, 0});
    VisionSensor sensor(9);
    std::string text;
    sensor.see(scene, cameraAt({0, 0, 0}), naoEyes(), {}, text);
    VisionSensor copy = sensor;
    std::string one;
    std::string other;
    sensor.see(scene, cameraAt({0, 0, 0}), naoEyes(), {}, one);
    copy.see(scene, cameraAt({0, 0, 0}), naoEyes(), {}, other);
    EXPECT_EQ(one, other);
    EXPECT_NE(one, text);
}

TEST(VisionTest, RobotsGetVisionEveryThirdCycle) {
    EXPECT_FALSE(seesInCycle(naoEyes(), 1));
    EXPECT_FALSE(seesInCycle(naoEyes(), 2));
    EXPECT_TRUE(seesInCycle(naoEyes(), 3));
    EXPECT_TRUE(seesInCycle(robot::soccerbot056Model().percepts().vision, 1));
}

} // namespace
} // namespace sideline::simulator
