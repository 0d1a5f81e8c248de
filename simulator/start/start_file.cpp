// Reading and writing of start situation files.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/base/toml_section.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/posture.h"
#include "simulator/start/start_family.h"
#include "simulator/start/start_situation.h"

namespace sideline::simulator {

namespace {

namespace fs = std::filesystem;
using base::Error;
using base::ErrorCode;
using base::TomlSection;
using robot::JointId;

constexpr int kFileVersion = 1;
constexpr std::uint64_t kMaxFileBytes = 1U << 20U;
constexpr double kMinBallHeightM =
    game::kBallRadiusM - 0.005; // a resting ball sinks into the soft contact
constexpr double kMaxCoordinateM = 1000.0;
constexpr double kFastestMps = 100.0;
constexpr double kMaxDegPerS = 36000.0;
constexpr double kLimitToleranceDeg = 5.0; // joint limits are soft: logs contain small violations

constexpr int kMaxSimSparkNumber = 11;

bool isOfLeague(const robot::RobotModel& model) {
    return model.traits().server == game::ServerKind::Rcssservermj;
}

int maxStartNumber(const robot::RobotModel& model) {
    constexpr int kMaxLeagueNumber = 99;
    return isOfLeague(model) ? kMaxLeagueNumber : kMaxSimSparkNumber;
}

class Reader {
public:
    /// @param field nullptr: any field, and robots of either server
    Reader(const toml::table& table, const field::FieldDimensions* field,
           robot::RobotCatalog& robots)
        : m_top(table, {}, m_errors), m_field(field), m_catalog(robots) {}

    tl::expected<StartSituation, StartErrors> read() {
        readTop();
        if (const toml::table* ball = m_top.section("ball")) {
            readBall(*ball);
        } else {
            m_top.fail(m_top.line(), "there is no ball", "[ball] with position-m");
        }
        const auto robots = m_top.sections("robots");
        for (const toml::table* robot : robots.value_or(std::vector<const toml::table*>{})) {
            readRobot(*robot);
        }
        m_top.finish();
        if (!m_errors.empty()) {
            return tl::unexpected(std::move(m_errors));
        }
        return std::move(m_start);
    }

private:
    void readTop();
    void readBall(const toml::table& table);
    void readRobot(const toml::table& table);
    bool readKind(TomlSection& keys, StartRobot& robot);
    void readPlace(TomlSection& keys, StartRobot& robot);
    void readJoints(TomlSection& keys, std::string_view key, const StartRobot& robot,
                    std::vector<double>& values, bool areAngles);
    void readCommands(TomlSection& keys, StartRobot& robot);
    void checkPlace(const TomlSection& keys, const StartRobot& robot);
    std::optional<Eigen::Vector3d> vector(TomlSection& keys, std::string_view key,
                                          std::string_view what, double maxAbs);

    StartErrors m_errors;
    StartSituation m_start;
    TomlSection m_top;
    const field::FieldDimensions* m_field;
    robot::RobotCatalog& m_catalog;
};

std::optional<Eigen::Vector3d> Reader::vector(TomlSection& keys, std::string_view key,
                                              std::string_view what, double maxAbs) {
    const auto numbers = keys.numbers(key, 3, what);
    if (!numbers) {
        return std::nullopt;
    }
    for (const double number : *numbers) {
        if (!(std::abs(number) <= maxAbs)) { // true for NaN, too
            keys.fail(keys.lineOf(key), fmt::format("`{}` contains {}", key, number),
                      fmt::format("numbers from -{0:g} to {0:g}", maxAbs));
            return std::nullopt;
        }
    }
    return Eigen::Vector3d((*numbers)[0], (*numbers)[1], (*numbers)[2]);
}

void Reader::readTop() {
    const auto version = m_top.integer("sideline-start", 1, 1000000);
    if (!version || *version != kFileVersion) {
        m_top.fail(m_top.lineOf("sideline-start"),
                   version ? fmt::format("unsupported version {} of a start situation", *version)
                           : "the version of the start situation is missing",
                   fmt::format("sideline-start = {}", kFileVersion));
        m_errors.back().code = version ? ErrorCode::UnsupportedFormat : ErrorCode::Malformed;
    }
    m_start.source = m_top.text("source").value_or("");
    const std::vector<std::string_view> modes(game::kPlayModeNames.begin(),
                                              game::kPlayModeNames.end());
    if (const auto mode = m_top.choice("play-mode", modes)) {
        m_start.playMode = *game::playModeFromName(*mode);
    }
    m_start.timeS = m_top.number("time-s", 0.0, 100000.0).value_or(0.0);
    m_start.half = m_top.integer("half", 1, 2).value_or(1);
    m_start.score = {m_top.integer("score-left", 0, 1000).value_or(0),
                     m_top.integer("score-right", 0, 1000).value_or(0)};
    m_start.teams = {m_top.text("team-left").value_or(""), m_top.text("team-right").value_or("")};
    if (!m_start.teams[0].empty() && m_start.teams[0] == m_start.teams[1]) {
        m_top.fail(m_top.lineOf("team-right"), "both teams have the same name", "different names");
    }
    if (const auto field = m_top.numbers("field-m", 2, "length and width of the field, m")) {
        m_start.fieldM = {(*field)[0], (*field)[1]};
        if (m_field != nullptr &&
            std::hypot((*field)[0] - m_field->lengthM, (*field)[1] - m_field->widthM) > 0.01) {
            m_top.fail(m_top.lineOf("field-m"),
                       fmt::format("the situation requires a field of {:g} m by {:g} m",
                                   (*field)[0], (*field)[1]),
                       fmt::format("the field of the match, {:g} by {:g}", m_field->lengthM,
                                   m_field->widthM));
        }
    }
}

void Reader::readBall(const toml::table& table) {
    TomlSection keys(table, "ball", m_errors);
    if (const auto p_S = vector(keys, "position-m", "x, y, z of its center", kMaxCoordinateM)) {
        m_start.p_SBall = *p_S;
        m_start.p_SBall.z() = std::max(p_S->z(), kMinBallHeightM);
    } else if (!keys.has("position-m")) {
        keys.fail(keys.line(), "the ball has no position", "position-m = [x, y, z]");
    }
    m_start.ballVelocity_SMps =
        vector(keys, "velocity-m-per-s", "its velocity along x, y, z", kFastestMps)
            .value_or(Eigen::Vector3d::Zero());
    m_start.ballTurning_SDegPerS =
        vector(keys, "turning-deg-per-s", "its angular velocity about x, y, z", kMaxDegPerS)
            .value_or(Eigen::Vector3d::Zero());
    keys.finish();
}

bool Reader::readKind(TomlSection& keys, StartRobot& robot) {
    robot.file = keys.text("robot").value_or(std::string(robot::kDefaultRobotFile));
    robot.type = keys.integer("type", 0, 1000).value_or(0);
    auto model = m_catalog.findPlayable(robot.file, robot.type);
    const int maxNumber = model ? maxStartNumber(**model) : kMaxSimSparkNumber;
    if (m_field != nullptr && model && isOfLeague(**model)) {
        model = base::failure(ErrorCode::InvalidArgument,
                              fmt::format("{} is a robot of rcssservermj, but the match is one of "
                                          "rcssserver3d",
                                          robot.file),
                              "a Nao or the scene file of another robot");
    }
    const auto side = keys.choice("side", {"left", "right"});
    const auto number = keys.integer("number", 1, maxNumber);
    if (!side && !keys.has("side")) {
        keys.fail(keys.line(), "the robot has no side", "side = \"left\" or \"right\"");
    }
    if (!number && !keys.has("number")) {
        keys.fail(keys.line(), "the robot has no number",
                  fmt::format("number = 1 to {}", maxNumber));
    }
    if (!side || !number) {
        return false;
    }
    robot.player = {*side == "left" ? game::Side::Left : game::Side::Right,
                    game::UniformNumber(*number)};
    if (m_start.find(robot.player) != nullptr) {
        keys.fail(keys.line(), fmt::format("{} occurs twice", game::toString(robot.player)),
                  "unique numbers");
    }
    if (!model) {
        keys.fail(keys.lineOf(keys.has("robot") ? "robot" : "type"), model.error().message,
                  model.error().expected);
        return false;
    }
    if (!m_start.robots.empty() && isOfLeague(**model) != isOfLeague(*m_start.robots[0].model)) {
        keys.fail(keys.lineOf(keys.has("robot") ? "robot" : "type"),
                  fmt::format("{} is a {}, but {} is a {}, a robot of another server",
                              game::toString(robot.player), (*model)->name(),
                              game::toString(m_start.robots[0].player),
                              m_start.robots[0].model->name()),
                  "robots of one server");
        return false;
    }
    robot.model = *model;
    robot.jointAnglesDeg.assign(robot.model->joints().size(), 0.0);
    robot.jointSpeedsDegPerS = robot.jointAnglesDeg;
    return true;
}

// Either the complete pose, or a position on the ground and a heading for an upright robot.
void Reader::readPlace(TomlSection& keys, StartRobot& robot) {
    const bool isWhole = keys.has("torso-m") || keys.has("orientation");
    if (isWhole) {
        if (const auto p_S = vector(keys, "torso-m", "x, y, z of the torso", kMaxCoordinateM)) {
            robot.p_STorso = *p_S;
        }
        if (const auto q = keys.numbers("orientation", 4, "a quaternion w, x, y, z")) {
            std::ranges::copy(*q, robot.orientation_STorso.begin());
            const double norm = std::hypot(std::hypot((*q)[0], (*q)[1]), (*q)[2], (*q)[3]);
            if (!(std::abs(norm - 1.0) < 0.01)) {
                keys.fail(keys.lineOf("orientation"),
                          fmt::format("the quaternion has the length {:.3g}", norm), "length 1");
            }
        }
        return;
    }
    const auto place = keys.numbers("place-m", 2, "x and y of the torso");
    const auto headingDeg = keys.number("heading-deg", -360.0, 360.0);
    if (!place) {
        if (!keys.has("place-m")) {
            keys.fail(keys.line(), fmt::format("{} has no position", game::toString(robot.player)),
                      "torso-m and orientation, or place-m and heading-deg");
        }
        return;
    }
    if (!(std::hypot((*place)[0], (*place)[1]) <= kMaxCoordinateM)) {
        keys.fail(keys.lineOf("place-m"), "the position is out of range",
                  fmt::format("numbers from -{0:g} to {0:g}", kMaxCoordinateM));
        return;
    }
    // Robots face along y.
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(
        math::radFromDeg(headingDeg.value_or(0.0) - 90.0), Eigen::Vector3d::UnitZ()));
    robot.orientation_STorso = {turn.w(), turn.x(), turn.y(), turn.z()};
    std::vector<double> anglesRad;
    for (const double angleDeg : robot.jointAnglesDeg) {
        anglesRad.push_back(math::radFromDeg(angleDeg));
    }
    const math::Pose standing =
        robot::placeOnGround(*robot.model, anglesRad, robot::GroundRule::LevelTorso);
    robot.p_STorso = {(*place)[0], (*place)[1], standing.p.z()};
}

void Reader::readJoints(TomlSection& keys, std::string_view key, const StartRobot& robot,
                        std::vector<double>& values, bool areAngles) {
    const toml::table* table = keys.section(key);
    if (table == nullptr) {
        return;
    }
    const robot::RobotModel& model = *robot.model;
    TomlSection joints(*table, std::string(key), m_errors);
    std::vector<std::string> names; // the section stores views of them
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        names.push_back(jointKey(model, JointId(i)));
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        const robot::Joint& joint = model.joint(JointId(i));
        if (joint.perceptor.empty()) {
            continue;
        }
        const double minDeg =
            areAngles ? std::max(math::degFromRad(joint.minRad) - kLimitToleranceDeg, -360.0)
                      : -kMaxDegPerS;
        const double maxDeg =
            areAngles ? std::min(math::degFromRad(joint.maxRad) + kLimitToleranceDeg, 360.0)
                      : kMaxDegPerS;
        values[i] = joints.number(names[i], minDeg, maxDeg).value_or(0.0);
    }
    joints.finish();
}

void Reader::readCommands(TomlSection& keys, StartRobot& robot) {
    const toml::table* table = keys.section("commanded-speeds-deg-per-s");
    if (table == nullptr) {
        return;
    }
    TomlSection joints(*table, "commanded-speeds-deg-per-s", m_errors);
    const auto cycles =
        static_cast<std::size_t>(joints.integer("cycles", 1, kMaxCommandedCycles).value_or(0));
    if (!joints.has("cycles")) {
        joints.fail(joints.line(), "the number of cycles is missing",
                    fmt::format("`cycles`, 1 to {}", kMaxCommandedCycles));
    }
    const std::size_t count = robot.model->joints().size();
    robot.commandedDegPerS.assign(cycles, std::vector<double>(count, 0.0));
    std::vector<std::string> names; // the section stores views of them
    for (std::size_t i = 0; i < count; ++i) {
        names.push_back(jointKey(*robot.model, JointId(i)));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const auto speeds = names[i].empty() || cycles == 0
                                ? std::nullopt
                                : joints.numbers(names[i], cycles, "a speed for each of `cycles`");
        for (std::size_t cycle = 0; speeds && cycle < cycles; ++cycle) {
            const double speed = (*speeds)[cycle];
            if (!(std::abs(speed) <= kMaxDegPerS)) {
                joints.fail(joints.lineOf(names[i]),
                            fmt::format("{}: {} is out of range", names[i], speed),
                            fmt::format("speeds from -{0:g} to {0:g}", kMaxDegPerS));
                break;
            }
            robot.commandedDegPerS[cycle][i] = speed;
        }
    }
    if (cycles > 0) {
        joints.finish();
    }
}

void Reader::checkPlace(const TomlSection& keys, const StartRobot& robot) {
    for (const StartRobot& other : m_start.robots) {
        if ((other.p_STorso - robot.p_STorso).norm() < kMinTorsoDistanceM) {
            m_errors.push_back(
                {.code = ErrorCode::InvalidArgument,
                 .message = fmt::format("{} overlaps {}", game::toString(robot.player),
                                        game::toString(other.player)),
                 .expected = "robots that do not overlap",
                 .file = {},
                 .line = keys.line(),
                 .byteOffset = {}});
        }
    }
}

void Reader::readRobot(const toml::table& table) {
    TomlSection keys(table, "robots", m_errors);
    StartRobot robot;
    if (!readKind(keys, robot)) {
        return; // the meaning of the other keys depends on it
    }
    readJoints(keys, "joint-angles-deg", robot, robot.jointAnglesDeg, true);
    readJoints(keys, "joint-speeds-deg-per-s", robot, robot.jointSpeedsDegPerS, false);
    readCommands(keys, robot);
    const std::size_t errorCount = m_errors.size();
    readPlace(keys, robot);
    robot.velocity_SMps =
        vector(keys, "velocity-m-per-s", "velocity of the torso along x, y, z", kFastestMps)
            .value_or(Eigen::Vector3d::Zero());
    robot.turning_SDegPerS = vector(keys, "turning-deg-per-s",
                                    "angular velocity of the torso about x, y, z", kMaxDegPerS)
                                 .value_or(Eigen::Vector3d::Zero());
    if (m_errors.size() == errorCount) {
        checkPlace(keys, robot);
    }
    keys.finish();
    m_start.robots.push_back(std::move(robot));
}

std::string textOf(const Eigen::Vector3d& v) {
    return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z());
}

// Joints at zero are omitted.
void appendJoints(std::string& text, std::string_view key, const StartRobot& robot,
                  const std::vector<double>& values) {
    std::string joints;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string name = jointKey(*robot.model, JointId(i));
        if (values[i] != 0.0 && !name.empty()) {
            const bool isBare = name.find('/') == std::string::npos;
            joints += fmt::format("{}{} = {}", joints.empty() ? "" : ", ",
                                  isBare ? name : base::tomlText(name), values[i]);
        }
    }
    if (!joints.empty()) {
        text += fmt::format("{} = {{ {} }}\n", key, joints);
    }
}

void appendCommands(std::string& text, const StartRobot& robot) {
    if (robot.commandedDegPerS.empty()) {
        return;
    }
    text +=
        fmt::format("commanded-speeds-deg-per-s = {{ cycles = {}", robot.commandedDegPerS.size());
    for (std::size_t i = 0; i < robot.model->joints().size(); ++i) {
        const std::string name = jointKey(*robot.model, JointId(i));
        std::string speeds;
        bool isMoved = false;
        for (const std::vector<double>& cycle : robot.commandedDegPerS) {
            speeds += fmt::format("{}{}", speeds.empty() ? "" : ", ", cycle[i]);
            isMoved = isMoved || cycle[i] != 0.0;
        }
        if (isMoved && !name.empty()) {
            text += fmt::format(", {} = [{}]",
                                name.find('/') == std::string::npos ? name : base::tomlText(name),
                                speeds);
        }
    }
    text += " }\n";
}

tl::expected<StartSituation, StartErrors> parseOn(const field::FieldDimensions* field,
                                                  std::string_view text, const fs::path& file,
                                                  robot::RobotCatalog& robots) {
    const toml::parse_result parsed = toml::parse(text, file.string());
    if (!parsed) {
        Error error;
        error.code = ErrorCode::Malformed;
        error.message = std::string(parsed.error().description());
        error.expected = "TOML";
        error.file = file.string();
        error.line = parsed.error().source().begin.line;
        return tl::unexpected(StartErrors{std::move(error)});
    }
    auto read = Reader(parsed.table(), field, robots).read();
    if (!read) {
        for (Error& error : read.error()) {
            error = error.inFile(file.string());
        }
    }
    return read;
}

tl::expected<std::string, StartErrors> textIn(const fs::path& file) {
    auto text = base::readTextFile(file, kMaxFileBytes, "a start situation");
    if (!text) {
        return tl::unexpected(StartErrors{std::move(text.error())});
    }
    return std::move(*text);
}

} // namespace

tl::expected<StartSituation, StartErrors> parseStart(std::string_view text, const fs::path& file,
                                                     const field::FieldDimensions& field,
                                                     robot::RobotCatalog& robots) {
    return parseOn(&field, text, file, robots);
}

tl::expected<StartSituation, StartErrors> parseStartOfAnyFamily(std::string_view text,
                                                                const fs::path& file,
                                                                robot::RobotCatalog& robots) {
    return parseOn(nullptr, text, file, robots);
}

tl::expected<StartSituation, StartErrors> readStart(const fs::path& file,
                                                    const field::FieldDimensions& field,
                                                    robot::RobotCatalog& robots) {
    return textIn(file).and_then(
        [&](const std::string& text) { return parseStart(text, file, field, robots); });
}

tl::expected<StartSituation, StartErrors> readStartOfAnyFamily(const fs::path& file,
                                                               robot::RobotCatalog& robots) {
    return textIn(file).and_then(
        [&](const std::string& text) { return parseStartOfAnyFamily(text, file, robots); });
}

base::Expected<std::optional<game::ServerKind>> familyOf(const StartSituation& start) {
    std::optional<game::ServerKind> family;
    for (const StartRobot& robot : start.robots) {
        const game::ServerKind own = robot.model->traits().server;
        if (family.value_or(own) != own) {
            return base::failure(ErrorCode::InvalidArgument,
                                 fmt::format("{} is a {}, which belongs to another server than "
                                             "the robots before it",
                                             game::toString(robot.player), robot.model->name()),
                                 "robots of one server");
        }
        family = own;
    }
    return family;
}

std::string textOf(const StartSituation& start) {
    std::string text = fmt::format("sideline-start = {}\n", kFileVersion);
    const auto addText = [&](std::string_view key, const std::string& value) {
        if (!value.empty()) {
            text += fmt::format("{} = {}\n", key, base::tomlText(value));
        }
    };
    addText("source", start.source);
    addText("play-mode", std::string(game::playModeName(start.playMode)));
    text += fmt::format("time-s = {}\nhalf = {}\nscore-left = {}\nscore-right = {}\n", start.timeS,
                        start.half, start.score[0], start.score[1]);
    addText("team-left", start.teams[0]);
    addText("team-right", start.teams[1]);
    if (start.fieldM) {
        text += fmt::format("field-m = [{}, {}]\n", (*start.fieldM)[0], (*start.fieldM)[1]);
    }
    text += fmt::format("\n[ball]\nposition-m = {}\n", textOf(start.p_SBall));
    const auto addVector = [&](std::string_view key, const Eigen::Vector3d& v) {
        if (!v.isZero(0.0)) {
            text += fmt::format("{} = {}\n", key, textOf(v));
        }
    };
    addVector("velocity-m-per-s", start.ballVelocity_SMps);
    addVector("turning-deg-per-s", start.ballTurning_SDegPerS);
    for (const StartRobot& robot : start.robots) {
        const auto& [w, x, y, z] = robot.orientation_STorso;
        text += fmt::format("\n[[robots]]\nside = \"{}\"\nnumber = {}\n",
                            robot.player.side == game::Side::Left ? "left" : "right",
                            robot.player.unum.value());
        if (robot.file != robot::kDefaultRobotFile) {
            addText("robot", robot.file);
        }
        text += fmt::format("type = {}\ntorso-m = {}\norientation = [{}, {}, {}, {}]\n", robot.type,
                            textOf(robot.p_STorso), w, x, y, z);
        addVector("velocity-m-per-s", robot.velocity_SMps);
        addVector("turning-deg-per-s", robot.turning_SDegPerS);
        appendJoints(text, "joint-angles-deg", robot, robot.jointAnglesDeg);
        appendJoints(text, "joint-speeds-deg-per-s", robot, robot.jointSpeedsDegPerS);
        appendCommands(text, robot);
    }
    return text;
}

} // namespace sideline::simulator
