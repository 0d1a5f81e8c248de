#include "simulator/sensing/percept_message.h"

#include <bit>
#include <limits>
#include <map>
#include <regex>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "simulator/sensing/seen_report.h"
#include "tests/support/agent_record.h"
#include "tests/support/test_files.h"

namespace sideline::simulator {
namespace {

using game::PlayerId;
using game::Side;
using game::UniformNumber;
using math::radFromDeg;
using robot::PerceptorKind;
using robot::RobotModel;

// Percepts from the real server (rcssserver3d 0.7.3), without See.
constexpr std::string_view kFirstMessageInTeam =
    "(time (now 1321.51))(GS (unum 1) (team left) (sl 0) (sr 0) (t 0.00) (pm BeforeKickOff))"
    "(GYR (n torso) (rt -0.00 -0.00 0.00))(ACC (n torso) (a -0.00 -0.00 29.42))"
    "(HJ (n hj1) (ax 0.00))(HJ (n hj2) (ax 0.00))(HJ (n raj1) (ax 0.00))"
    "(HJ (n raj2) (ax 0.00))(HJ (n raj3) (ax 0.00))(HJ (n raj4) (ax 0.00))"
    "(HJ (n laj1) (ax 0.00))(HJ (n laj2) (ax -0.00))(HJ (n laj3) (ax 0.00))"
    "(HJ (n laj4) (ax -0.00))(HJ (n rlj1) (ax -0.00))(HJ (n rlj2) (ax -0.00))"
    "(HJ (n rlj3) (ax 0.00))(HJ (n rlj4) (ax -0.00))(HJ (n rlj5) (ax -0.00))"
    "(HJ (n rlj6) (ax -0.00))(HJ (n llj1) (ax -0.00))(HJ (n llj2) (ax 0.00))"
    "(HJ (n llj3) (ax 0.00))(HJ (n llj4) (ax -0.00))(HJ (n llj5) (ax -0.00))"
    "(HJ (n llj6) (ax 0.00))";
constexpr std::string_view kWithWords =
    "(time (now 1614.41))(GS (sl 0) (sr 0) (t 0.00) (pm BeforeKickOff))"
    "(hear UTB 0.00 self o047eN*F4M39a)(hear UTA 0.00 -0.08 o047tx*F8Miaa)(GYR (n torso) (rt -0.01 "
    "-0.00 0.12))"
    "(ACC (n torso) (a 0.01 0.01 9.81))(HJ (n hj1) (ax 41.04))(HJ (n hj2) (ax -45.00))"
    "(HJ (n raj1) (ax -82.08))(HJ (n raj2) (ax -14.63))(HJ (n raj3) (ax 70.00))"
    "(HJ (n raj4) (ax 15.00))(HJ (n laj1) (ax -82.08))(HJ (n laj2) (ax 15.37))"
    "(HJ (n laj3) (ax -70.00))(HJ (n laj4) (ax -15.00))(HJ (n rlj1) (ax -0.00))"
    "(HJ (n rlj2) (ax -0.93))(HJ (n rlj3) (ax 26.61))(HJ (n rlj4) (ax -59.63))"
    "(HJ (n rlj5) (ax 32.96))(FRP (n rf) (c -0.00 -0.02 -0.01) (f 0.09 0.22 22.21))"
    "(HJ (n rlj6) (ax 0.93))(HJ (n llj1) (ax 0.00))(HJ (n llj2) (ax -0.93))"
    "(HJ (n llj3) (ax 26.61))(HJ (n llj4) (ax -59.63))(HJ (n llj5) (ax 32.96))"
    "(FRP (n lf) (c -0.00 -0.02 -0.01) (f 0.09 0.41 23.04))(HJ (n llj6) (ax 0.93))";
constexpr std::string_view kWithToes =
    "(time (now 1334.26))(GS (sl 0) (sr 0) (t 0.00) (pm BeforeKickOff))"
    "(GYR (n torso) (rt 0.00 -0.14 0.30))(ACC (n torso) (a 0.12 0.00 9.69))"
    "(HJ (n hj1) (ax -0.00))(HJ (n hj2) (ax -0.00))(HJ (n raj1) (ax -0.00))"
    "(HJ (n raj2) (ax 0.60))(HJ (n raj3) (ax 0.00))(HJ (n raj4) (ax 0.00))"
    "(HJ (n laj1) (ax -0.00))(HJ (n laj2) (ax 3.05))(HJ (n laj3) (ax -0.00))"
    "(HJ (n laj4) (ax -0.00))(HJ (n rlj1) (ax 0.00))(HJ (n rlj2) (ax 0.00))"
    "(HJ (n rlj3) (ax 4.07))(HJ (n rlj4) (ax -8.13))(HJ (n rlj5) (ax 4.07))"
    "(FRP (n rf) (c -0.01 -0.02 -0.01) (f 0.18 -0.21 15.44))(HJ (n rlj6) (ax 0.00))"
    "(FRP (n rf1) (c -0.02 -0.00 -0.00) (f 0.50 -0.21 5.33))(HJ (n rlj7) (ax 0.00))"
    "(HJ (n llj1) (ax -0.00))(HJ (n llj2) (ax -0.00))(HJ (n llj3) (ax 4.07))"
    "(HJ (n llj4) (ax -8.13))(HJ (n llj5) (ax 4.07))"
    "(FRP (n lf) (c -0.01 -0.02 -0.01) (f 0.18 0.19 17.32))(HJ (n llj6) (ax -0.00))"
    "(FRP (n lf1) (c -0.02 -0.00 -0.00) (f 0.50 0.19 6.69))(HJ (n llj7) (ax 0.00))";
// Vision of an upright robot at (-3.03, -0.04), heading 1.04 degrees.
constexpr std::string_view kSeen =
    "(See (G2R (pol 18.04 -4.42 0.77)) (G1R (pol 18.05 2.12 0.76)) (F1R "
    "(pol 20.68 28.31 -1.47)) (F2R (pol 20.58 -29.84 -1.43)) (B (pol 3.07 -0.47 -9.30)) (P "
    "(team REF) (id 1) (rlowerarm (pol 0.19 -34.87 -22.37)) (llowerarm "
    "(pol 0.19 34.52 -22.46))) (mypos -3.03 -0.04 0.54) (myorien 1.04) "
    "(ballpos 0.00 0.00 0.04) (L (pol 6.28 59.99 -5.07) (pol 5.89 -59.98 -5.22)) (L "
    "(pol 20.62 -29.99 -1.45) (pol 20.62 28.16 -1.57)) (L (pol 20.66 28.04 -1.42) "
    "(pol 11.47 59.97 -2.45)) (L (pol 20.61 -30.19 -1.34) (pol 11.63 -60.20 -2.71)) (L "
    "(pol 16.53 9.52 -1.85) (pol 16.51 -11.37 -2.03)) (L (pol 16.55 9.72 -1.84) "
    "(pol 18.25 8.57 -1.63)) (L (pol 16.52 -11.25 -1.92) (pol 18.28 -10.56 -1.58)) (L "
    "(pol 5.06 -1.14 -6.17) (pol 4.83 13.46 -6.21)) (L (pol 4.83 13.76 -6.25) "
    "(pol 4.16 27.04 -7.55)) (L (pol 4.17 26.84 -7.28) (pol 3.14 37.71 -10.14)) (L "
    "(pol 3.14 38.37 -9.73) (pol 1.94 39.55 -16.21)) (L (pol 1.93 39.70 -16.17) "
    "(pol 1.16 0.80 -27.64)) (L (pol 1.16 0.91 -27.51) (pol 1.89 -40.02 -16.54)) (L "
    "(pol 1.89 -39.95 -16.67) (pol 3.09 -38.87 -10.06)) (L (pol 3.09 -38.92 -10.17) "
    "(pol 4.13 -28.08 -7.71)) (L (pol 4.14 -28.13 -7.57) (pol 4.81 -14.86 -6.48)) (L "
    "(pol 4.81 -14.64 -6.50) (pol 5.06 -1.00 -6.06)))";

const RobotModel& nao(robot::NaoType type = robot::NaoType::Standard) {
    return robot::naoModel(type);
}

// A message without its See percept.
std::string withoutVision(std::string_view message) {
    const std::size_t begin = message.find("(See ");
    if (begin == std::string_view::npos) {
        return std::string(message);
    }
    std::size_t end = begin;
    int depth = 0;
    do {
        depth += message[end] == '(' ? 1 : message[end] == ')' ? -1 : 0;
        ++end;
    } while (depth > 0);
    return std::string(message.substr(0, begin)) + std::string(message.substr(end));
}

// The input that reproduces a message, within its digits.
class ReadBack {
public:
    ReadBack(const RobotModel& model, const protocol::Percepts& reported) {
        input.timeS = reported.serverTimeS.value_or(-1.0);
        input.game.timeS = reported.gameTimeS.value_or(-1.0);
        input.game.playMode = game::playModeFromName(reported.playMode).value();
        input.game.scoreLeft = reported.scoreLeft.value_or(-1);
        input.game.scoreRight = reported.scoreRight.value_or(-1);
        if (reported.unum) {
            input.game.place = PlayerId{reported.ownSide == "left" ? Side::Left : Side::Right,
                                        UniformNumber(*reported.unum)};
        }
        for (const protocol::Heard& heard : reported.heard) {
            HeardMessage word;
            const bool isFirstTeam = m_words.empty() || heard.team == input.game.teamNames[0];
            input.game.teamNames[isFirstTeam ? 0 : 1] = heard.team;
            word.speakerSide = isFirstTeam ? Side::Left : Side::Right;
            word.isOwn = heard.isOwn;
            word.directionDeg = static_cast<float>(heard.directionDeg);
            word.text = SpokenText(heard.text);
            m_words.push_back(word);
        }
        input.heard = m_words;
        input.numbers(PerceptorKind::Gyro) = reported.gyros.at(0).value.cast<float>();
        input.numbers(PerceptorKind::Accelerometer) =
            reported.accelerometers.at(0).value.cast<float>();
        m_anglesRad.resize(model.joints().size());
        for (const protocol::JointPercept& joint : reported.joints) {
            const std::size_t first = model.findJoint(joint.name).index();
            m_anglesRad.at(first + (joint.axis == 2 ? 1U : 0U)) = radFromDeg(joint.angleDeg);
        }
        input.jointAnglesRad = m_anglesRad;
        for (const protocol::ForcePercept& force : reported.forces) {
            for (const robot::Perceptor& perceptor : model.percepts().perceptors) {
                if (perceptor.name == force.name) {
                    m_touches.push_back({perceptor.body, force.centerM, force.forceN});
                }
            }
        }
        input.touches = m_touches;
    }
    ReadBack(const ReadBack&) = delete;
    ReadBack& operator=(const ReadBack&) = delete;

    PerceptInput input;

private:
    std::vector<HeardMessage> m_words;
    std::vector<double> m_anglesRad;
    std::vector<BodyTouch> m_touches;
};

std::string writtenAgain(const RobotModel& model, std::string_view message) {
    const auto reported = protocol::parsePercepts(message);
    if (!reported) {
        return reported.error().toString();
    }
    const ReadBack readBack(model, *reported);
    VisionSensor eyes(1);
    std::string text;
    writePercepts(model, readBack.input, {}, eyes, text);
    return text;
}

TEST(PerceptMessageTest, WritesRecordedMessagesByteForByte) {
    EXPECT_EQ(writtenAgain(nao(), kFirstMessageInTeam), kFirstMessageInTeam);
    EXPECT_EQ(writtenAgain(nao(), kWithWords), kWithWords);
    EXPECT_EQ(writtenAgain(nao(robot::NaoType::Toes), kWithToes), kWithToes);
}

TEST(PerceptMessageTest, WritesWholeStreamsByteForByte) {
    for (const char* name :
         {"agent/ut-fine00", "agent/ut-fine02", "agent/ut-player00", "agent/ut-player02",
          "sim/arms-t0.agent", "sim/ball-t0.agent", "sim/limits-t0.agent", "sim/squat-t0.agent",
          "sim/squat-t4.agent", "sim/stand-t0.agent"}) {
        SIDELINE_SHARED_OR_SKIP(file, std::string(name) + ".rec.gz");
        const RobotModel* model = nullptr;
        for (const tests::AgentRecord& record : tests::readAgentRecords(file)) {
            if (!record.isFromServer) {
                continue;
            }
            const std::string reported = withoutVision(record.message);
            if (model == nullptr) { // the first message identifies the robot
                for (const robot::NaoType type : robot::kNaoTypes) {
                    const bool hasToes = type == robot::NaoType::Toes;
                    if ((reported.find("rlj7") != std::string::npos) == hasToes) {
                        model = &nao(type);
                        break;
                    }
                }
            }
            ASSERT_EQ(writtenAgain(*model, reported), reported) << name;
        }
    }
}

// Numbers replaced by '#'.
std::string structureOf(std::string_view text) {
    static const std::regex kNumber("-?[0-9]+\\.[0-9]+");
    return std::regex_replace(std::string(text), kNumber, "#");
}

TEST(PerceptMessageTest, VisionHasTheStructureOfARecordedOne) {
    const field::FieldModel field(field::newestField().dimensions);
    VisionScene scene(field);
    scene.beginCycle({0, 0, 0.042});
    Viewer viewer;
    viewer.side = Side::Left;
    viewer.X_SCamera.p = {-3.03, -0.04, 0.54};
    viewer.X_SCamera.R =
        Eigen::AngleAxisd(radFromDeg(1.04 - 90.0), Eigen::Vector3d::UnitZ()).toRotationMatrix();
    scene.addPlayer({Side::Left, UniformNumber(1)}, "REF", viewer.X_SCamera.p);
    scene.addPart("head", viewer.X_SCamera.p);
    scene.addPart("rlowerarm", viewer.X_SCamera * Eigen::Vector3d(0.1, 0.145, -0.072));
    scene.addPart("llowerarm", viewer.X_SCamera * Eigen::Vector3d(-0.1, 0.145, -0.072));
    scene.addPart("rfoot", viewer.X_SCamera * Eigen::Vector3d(0.055, 0, -0.5));
    scene.addPart("lfoot", viewer.X_SCamera * Eigen::Vector3d(-0.055, 0, -0.5));
    SensorSwitches switches;
    switches.groundTruth = true;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        std::string text;
        VisionSensor(seed).see(scene, viewer, nao().percepts().vision, switches, text);
        ASSERT_EQ(structureOf(text), structureOf(kSeen)) << text;
    }
}

TEST(PerceptMessageTest, VisionFollowsTheHeadJoints) {
    const auto reported = protocol::parsePercepts(kWithWords);
    ASSERT_TRUE(reported);
    ReadBack readBack(nao(), *reported);
    const field::FieldModel field(field::newestField().dimensions);
    VisionScene scene(field);
    scene.beginCycle({0, 0, 0.042});
    readBack.input.scene = &scene;
    VisionSensor eyes(1);
    std::string text;
    writePercepts(nao(), readBack.input, {}, eyes, text);
    EXPECT_NE(text.find("(HJ (n hj2) (ax -45.00))(See ("), std::string::npos);
    EXPECT_NE(text.find(")))(HJ (n raj1)"), std::string::npos);
    EXPECT_EQ(withoutVision(text), kWithWords);
    ASSERT_TRUE(protocol::parsePercepts(text)->vision);

    // Once the text is large enough, writing allocates nothing.
    text.reserve(2 * text.size());
    const char* const bytes = text.data();
    for (int i = 0; i < 10; ++i) {
        writePercepts(nao(), readBack.input, {}, eyes, text);
        ASSERT_EQ(text.data(), bytes);
    }
}

TEST(PerceptMessageTest, OlderRobotsReportPairsOfAngles) {
    const RobotModel& model = robot::soccerbot056Model();
    std::vector<double> anglesRad(model.joints().size(), radFromDeg(10.0));
    anglesRad[model.findJoint("laj1_2").index() + 1] = radFromDeg(-20.0);
    const robot::Perceptor* foot = nullptr;
    for (const robot::Perceptor& perceptor : model.percepts().perceptors) {
        if (perceptor.kind == robot::PerceptorKind::ForceResistance) {
            foot = &perceptor;
        }
    }
    ASSERT_NE(foot, nullptr);
    const std::array touches = {BodyTouch{foot->body, {0, 0, -0.05}, {0, 0, 12.5}}};
    PerceptInput input;
    input.game.reportsScore = false;
    input.jointAnglesRad = anglesRad;
    input.touches = touches;
    VisionSensor eyes(1);
    std::string text;
    writePercepts(model, input, {}, eyes, text);
    EXPECT_NE(text.find("(UJ (n laj1_2) (ax1 10.00) (ax2 -20.00))"), std::string::npos) << text;
    EXPECT_NE(text.find("(FRP (n " + foot->name + ") (c 0.00 0.00 -0.05) (f 0.00 0.00 12.50))"),
              std::string::npos);
    EXPECT_NE(text.find("(GS (t 0.00) (pm BeforeKickOff))"), std::string::npos);
    EXPECT_EQ(text.find("(See"), std::string::npos);
}

TEST(PerceptMessageTest, TouchIsReportedWithOneOrZero) {
    robot::PerceptorLayout layout;
    layout.perceptors = {
        {robot::PerceptorKind::Touch, "bumper", robot::BodyId(std::size_t{0}), {}}};
    const RobotModel model("box", std::vector<robot::Body>(1), {}, layout);
    const std::array touches = {BodyTouch{robot::BodyId(std::size_t{0})}};
    PerceptInput input;
    VisionSensor eyes(1);
    std::string text;
    writePercepts(model, input, {}, eyes, text);
    EXPECT_EQ(text, "(TCH (n bumper) (val 0))");
    input.touches = touches;
    writePercepts(model, input, {}, eyes, text);
    EXPECT_EQ(text, "(TCH (n bumper) (val 1))");
}

TEST(PerceptMessageTest, OlderServersOmitTheSpeakersTeam) {
    const std::array words = {HeardMessage{Side::Left, false, -30.5F, SpokenText("hello")}};
    robot::PerceptorLayout layout;
    layout.perceptors = {{robot::PerceptorKind::Hear, "", {}, {}}};
    const RobotModel model("ear", std::vector<robot::Body>(1), {}, layout);
    PerceptInput input;
    input.heard = words;
    input.game.timeS = 12.3;
    input.game.teamNames = {"Us", "Them"};
    VisionSensor eyes(1);
    std::string text;
    writePercepts(model, input, {}, eyes, text);
    EXPECT_EQ(text, "(hear Us 12.30 -30.50 hello)");
    input.game.labelsMessages = false;
    writePercepts(model, input, {}, eyes, text);
    EXPECT_EQ(text, "(hear 12.30 -30.50 hello)");
}

// All percepts and their order, as bits.
class Bits {
public:
    explicit Bits(const protocol::Percepts& percepts) {
        for (const auto& number : {percepts.serverTimeS, percepts.gameTimeS}) {
            add(number.value_or(-1.0));
        }
        for (const auto& number : {percepts.unum, percepts.scoreLeft, percepts.scoreRight}) {
            add(number.value_or(-1));
        }
        add(percepts.playMode);
        add(percepts.ownSide);
        for (const auto* list : {&percepts.gyros, &percepts.accelerometers}) {
            for (const protocol::VectorPercept& each : *list) {
                add(each.name);
                add(each.value);
            }
        }
        for (const protocol::JointPercept& each : percepts.joints) {
            add(each.name);
            add(each.axis);
            add(each.angleDeg);
        }
        for (const protocol::ForcePercept& each : percepts.forces) {
            add(each.name);
            add(each.centerM);
            add(each.forceN);
        }
        for (const protocol::Heard& each : percepts.heard) {
            add(each.team);
            add(each.timeS);
            add(each.isOwn ? 1 : 0);
            add(each.directionDeg);
            add(each.text);
        }
        for (const protocol::PerceptEntry& each : percepts.order) {
            add(static_cast<int>(each.kind));
            add(static_cast<int>(each.index));
        }
        if (percepts.vision) {
            add(*percepts.vision);
        }
    }
    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    void add(const protocol::VisionPercept& vision) {
        for (const protocol::SeenObject& each : vision.objects) {
            add(each);
        }
        for (const protocol::SeenPlayer& each : vision.players) {
            add(each.team);
            add(each.unum);
            for (const protocol::SeenObject& part : each.parts) {
                add(part);
            }
        }
        for (const auto* list : {&vision.lines, &vision.cutLines}) {
            for (const auto& [from, to] : *list) {
                add(from);
                add(to);
            }
        }
        for (const protocol::VisionEntry& each : vision.order) {
            add(static_cast<int>(each.kind));
            add(static_cast<int>(each.index));
        }
    }
    void add(const protocol::SeenObject& object) {
        add(object.name);
        add(object.polar);
    }
    void add(const protocol::Polar& polar) {
        add(Eigen::Vector3d(polar.distanceM, polar.thetaDeg, polar.phiDeg));
    }
    void add(const Eigen::Vector3d& v) {
        for (const double value : v) {
            add(value);
        }
    }
    void add(double value) { m_text += std::to_string(std::bit_cast<std::uint64_t>(value)) + ' '; }
    void add(int value) { m_text += std::to_string(value) + ' '; }
    void add(std::string_view text) { m_text.append(text).append(" "); }

    std::string m_text;
};

// Writes the same percepts as text and as values, with the same noise.
void expectValuesAsRead(const RobotModel& model, const PerceptInput& input, VisionSensor& eyes) {
    VisionSensor eyesOfReader = eyes;
    std::string message;
    writePercepts(model, input, {}, eyesOfReader, message);
    const auto read = protocol::parsePercepts(message);
    ASSERT_TRUE(read && read->unread.empty()) << message;
    protocol::Percepts reported;
    reported.playMode = "of another message";
    ASSERT_TRUE(fillPercepts(model, input, {}, eyes, reported));
    ASSERT_EQ(Bits(reported).text(), Bits(*read).text()) << message;
    std::string again;
    protocol::writePercepts(reported, again);
    ASSERT_EQ(again, message);
}

TEST(PerceptValuesTest, MatchTheParsedMessage) {
    VisionSensor eyes(1);
    for (const auto& [type, message] : {std::pair(robot::NaoType::Standard, kFirstMessageInTeam),
                                        std::pair(robot::NaoType::Standard, kWithWords),
                                        std::pair(robot::NaoType::Toes, kWithToes)}) {
        const ReadBack readBack(nao(type), protocol::parsePercepts(message).value());
        expectValuesAsRead(nao(type), readBack.input, eyes);
    }
}

TEST(PerceptValuesTest, VisionMatchesTheParsedMessage) {
    const field::FieldModel field(field::newestField().dimensions);
    VisionScene scene(field);
    base::Rng rng(11);
    VisionSensor eyes(5);
    ReadBack readBack(nao(), protocol::parsePercepts(kWithWords).value());
    for (int look = 0; look < 2000; ++look) {
        scene.beginCycle({rng.uniform(-15, 15), rng.uniform(-10, 10), 0.042});
        for (int number = 1; number <= 4; ++number) {
            const Eigen::Vector3d p_S(rng.uniform(-15, 15), rng.uniform(-10, 10), 0.4);
            scene.addPlayer({number % 2 == 0 ? Side::Left : Side::Right, UniformNumber(number)},
                            number == 4 ? "" : "T" + std::to_string(number % 2), p_S);
            scene.addPart("head", p_S + Eigen::Vector3d(0, 0, 0.15));
            scene.addPart("lfoot", p_S - Eigen::Vector3d(0, 0, 0.35));
        }
        Viewer viewer;
        viewer.X_SCamera.p = {rng.uniform(-15, 15), rng.uniform(-10, 10), rng.uniform(0.1, 0.6)};
        viewer.X_SCamera.R = (Eigen::AngleAxisd(rng.uniform(-3.2, 3.2), Eigen::Vector3d::UnitZ()) *
                              Eigen::AngleAxisd(rng.uniform(-1.5, 1.5), Eigen::Vector3d::UnitX()))
                                 .toRotationMatrix();
        readBack.input.scene = &scene;
        readBack.input.viewer = viewer;
        ASSERT_NO_FATAL_FAILURE(expectValuesAsRead(nao(), readBack.input, eyes));
    }
}

// The server loses some ends of lines, and older versions report players differently.
TEST(PerceptValuesTest, AllReportFormsAreParsedIdentically) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const auto report = [](auto& to) {
        to.begin();
        to.object("F1L", {1.234F, -0.001F, 3.0F});
        to.line({1.0F, 2.0F, 3.0F}, {4.005F, 5.0F, -6.0F});
        to.line({1.0F, 2.0F, 3.0F}, {kNan, -kNan, kInfinity});
        to.line({-kInfinity, 2.126F, 3.0F}, {1.0F, 2.0F, 3.0F});
        to.beginPlayer("Us", 7);
        to.part("head", {1.5F, 2.5F, 3.5F});
        to.part("lfoot", {1.25F, 2.25F, 3.25F});
        to.endPlayer();
        to.beginPlayer("Them", 2);
        to.place({9.0F, 8.0F, 7.0F});
        to.endPlayer();
        to.beginPlayer("", 0);
        to.place({3.0F, 2.0F, 1.0F});
        to.endPlayer();
        to.unnamedPart("rfoot", {4.0F, 5.0F, 6.0F});
        to.end();
    };
    std::string message;
    SeenAsText asText(message, true);
    report(asText);
    const auto read = protocol::parsePercepts(message);
    ASSERT_TRUE(read && read->unread.empty()) << message;
    ASSERT_EQ(read->vision->cutLines.size(), 2U);
    protocol::Percepts reported;
    SeenAsValues asValues(reported.vision.emplace());
    report(asValues);
    EXPECT_TRUE(asValues.isWhole());
    reported.order = read->order;
    EXPECT_EQ(Bits(reported).text(), Bits(*read).text()) << message;
}

TEST(PerceptValuesTest, RejectsTextOnlyContentWithoutSideEffects) {
    const field::FieldModel field(field::newestField().dimensions);
    VisionScene scene(field);
    scene.beginCycle({0, 0, 0.042});
    ReadBack readBack(nao(), protocol::parsePercepts(kWithWords).value());
    readBack.input.scene = &scene;
    VisionSensor eyes(1);
    const auto stated = [&](const SensorSwitches& switches) {
        protocol::Percepts reported;
        return fillPercepts(nao(), readBack.input, switches, eyes, reported);
    };
    VisionSensor fresh(1);
    EXPECT_FALSE(stated({.visionQuantization = false}));
    EXPECT_FALSE(stated({.groundTruth = true}));
    float& accelerationMps2 = readBack.input.numbers(PerceptorKind::Accelerometer).x();
    accelerationMps2 = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(stated({}));
    accelerationMps2 = std::numeric_limits<float>::infinity();
    EXPECT_FALSE(stated({}));
    accelerationMps2 = 0.0F;
    scene.addPlayer({Side::Left, UniformNumber(1)}, "two words", {-2.0, 3.0, 0.4});
    scene.addPart("head", {-2.0, 3.0, 0.5});
    EXPECT_FALSE(stated({}));
    std::string text;
    std::string textOfFresh;
    writePercepts(nao(), readBack.input, {}, eyes, text);
    writePercepts(nao(), readBack.input, {}, fresh, textOfFresh);
    EXPECT_EQ(text, textOfFresh) << "no noise was drawn";
}

} // namespace
} // namespace sideline::simulator
