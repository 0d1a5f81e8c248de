#include "logs/match/signals.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "agentcore/math/angles.h"

namespace sideline::logs {

namespace {

using monitor::MatchFrame;
using monitor::ObjectId;
using monitor::RobotFrame;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr FrameNumber kChunk = 32;

std::string_view quantityName(Quantity quantity) {
    switch (quantity) {
    case Quantity::XM:
        return "x";
    case Quantity::YM:
        return "y";
    case Quantity::ZM:
        return "z";
    case Quantity::SpeedMps:
        return "speed";
    case Quantity::HeadingDeg:
        return "heading";
    case Quantity::TiltDeg:
        return "tilt";
    case Quantity::JointDeg:
        return "joint";
    case Quantity::TorqueNm:
        return "torque";
    case Quantity::TorqueRatio:
        return "torque_ratio";
    case Quantity::GameTimeS:
        return "time";
    case Quantity::ScoreLeft:
        return "score_left";
    case Quantity::ScoreRight:
        return "score_right";
    case Quantity::PlayMode:
        return "play_mode";
    case Quantity::BallDistanceM:
        return "ball_distance";
    case Quantity::AgentValue:
        break; // named by its path
    }
    return "?";
}

bool isOfJoint(Quantity quantity) {
    return quantity == Quantity::JointDeg || quantity == Quantity::TorqueNm ||
           quantity == Quantity::TorqueRatio;
}

// Returns the last component of an agent value's path.
std::string_view valueName(std::string_view path) {
    return path.substr(path.rfind('.') + 1); // the whole path if it has no dot
}

// Whether the rest of a name after these letters is a unit: after a word as in `ageS`, or after the
// frame of a vector as in `offsideLine_FM`, but not the frame itself as in `p_S`.
bool isUnitSuffix(std::string_view letters) {
    const auto isLower = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    const std::size_t size = letters.size();
    return size > 0 && (isLower(letters[size - 1]) ||
                        (size > 1 && letters[size - 1] != '_' && letters[size - 2] == '_'));
}

double poseValue(Quantity quantity, const math::Pose& pose) {
    switch (quantity) {
    case Quantity::XM:
        return pose.p.x();
    case Quantity::YM:
        return pose.p.y();
    default:
        return pose.p.z();
    }
}

// Torque or its ratio to the limit.
double torqueValue(const SignalId& id, const RobotFrame& robot, const MatchFrame& frame) {
    const std::span<const float> torquesNm = frame.game.motorTorquesNm(robot.id);
    const auto joint = static_cast<std::size_t>(id.joint); // -1 wraps to a huge index
    if (robot.model == nullptr || joint >= torquesNm.size() ||
        joint >= robot.model->joints().size()) {
        return kNone;
    }
    const double limitNm = robot.model->joints()[joint].dynamics.maxTorqueNm;
    return id.quantity == Quantity::TorqueNm ? torquesNm[joint]
           : limitNm > 0.0                   ? std::abs(torquesNm[joint]) / limitNm
                                             : kNone;
}

double robotValue(const SignalId& id, const RobotFrame& robot, const MatchFrame& frame) {
    switch (id.quantity) {
    case Quantity::HeadingDeg:
        return math::degFromRad(robot.headingRad());
    case Quantity::TiltDeg:
        return math::degFromRad(robot.tiltRad());
    case Quantity::JointDeg:
        return id.joint >= 0 && static_cast<std::size_t>(id.joint) < robot.jointAnglesRad.size()
                   ? math::degFromRad(robot.jointAnglesRad[static_cast<std::size_t>(id.joint)])
                   : kNone;
    case Quantity::TorqueNm:
    case Quantity::TorqueRatio:
        return torqueValue(id, robot, frame);
    case Quantity::BallDistanceM:
        return frame.ball ? (frame.ball->X_SBall.p - robot.X_STorso().p).head<2>().norm() : kNone;
    default:
        return kNone;
    }
}

} // namespace

const robot::RobotModel* modelOfJoint(const SignalId& id, const MatchFrame& frame) {
    const RobotFrame* robot = frame.findRobot(id.object.robot);
    const bool hasJoint = isOfJoint(id.quantity) && robot != nullptr && robot->model != nullptr &&
                          id.joint >= 0 &&
                          static_cast<std::size_t>(id.joint) < robot->model->joints().size();
    return hasJoint ? robot->model.get() : nullptr;
}

std::string signalName(const SignalId& id, const MatchFrame* frame) {
    switch (id.object.kind) {
    case ObjectId::Kind::None:
        return fmt::format("game.{}", quantityName(id.quantity));
    case ObjectId::Kind::Ball:
        return fmt::format("ball.{}", quantityName(id.quantity));
    case ObjectId::Kind::Robot:
        break;
    }
    if (id.quantity == Quantity::AgentValue) { // distinct from the ground truth of its robot
        return fmt::format("{}.{} {}", game::sideName(id.object.robot.side),
                           id.object.robot.unum.value(), id.path);
    }
    const RobotFrame* robot = frame != nullptr ? frame->findRobot(id.object.robot) : nullptr;
    std::string what(quantityName(id.quantity));
    if (isOfJoint(id.quantity)) {
        const robot::RobotModel* model = frame != nullptr ? modelOfJoint(id, *frame) : nullptr;
        what = model != nullptr ? model->perceptorName(robot::JointId(id.joint)) : std::string();
        what = what.empty() ? fmt::format("joint{}", id.joint) : what;
        if (id.quantity != Quantity::JointDeg) {
            what = fmt::format("{}.{}", quantityName(id.quantity), what);
        }
    } else if (id.object.body > 0) {
        const bool known = robot != nullptr && robot->model != nullptr &&
                           static_cast<std::size_t>(id.object.body) < robot->X_SBody.size();
        what = fmt::format("{}.{}",
                           known ? robot->model->body(robot::BodyId(id.object.body)).name
                                 : fmt::format("body{}", id.object.body),
                           what);
    }
    return fmt::format("{}.{}.{}", game::sideName(id.object.robot.side),
                       id.object.robot.unum.value(), what);
}

namespace {

// Returns the first of these quantities with this name.
std::optional<Quantity> quantityOf(std::string_view name, std::span<const Quantity> among) {
    const auto found = std::ranges::find(among, name, quantityName);
    return found == among.end() ? std::nullopt : std::optional(*found);
}

constexpr std::array kPlaces = {Quantity::XM, Quantity::YM, Quantity::ZM, Quantity::SpeedMps};
constexpr std::array kOfGame = {Quantity::GameTimeS, Quantity::PlayMode, Quantity::ScoreLeft,
                                Quantity::ScoreRight};
constexpr std::array kTorques = {Quantity::TorqueNm, Quantity::TorqueRatio};
constexpr std::array kOfRobot = {Quantity::HeadingDeg, Quantity::TiltDeg, Quantity::BallDistanceM};

// A signal of a robot, by its name without side and number.
SignalId ofRobotNamed(std::string_view name, ObjectId robot) {
    for (const std::span<const Quantity> among :
         {std::span<const Quantity>(kPlaces), std::span<const Quantity>(kOfRobot)}) {
        if (const auto quantity = quantityOf(name, among)) {
            return {*quantity, robot, -1};
        }
    }
    if (const auto quantity = quantityOf(name.substr(0, name.find('.')), kTorques);
        quantity && name.find('.') != std::string_view::npos) {
        return {*quantity, robot, -1};
    }
    const std::size_t dot = name.rfind('.');
    const auto ofBody =
        dot == std::string_view::npos ? std::nullopt : quantityOf(name.substr(dot + 1), kPlaces);
    if (ofBody) {
        robot.body = -1;
        return {*ofBody, robot, -1};
    }
    return {Quantity::JointDeg, robot, -1};
}

} // namespace

std::optional<SignalId> signalNamed(std::string_view name) {
    constexpr int kMaxNumber = 99;
    const auto after = [&](std::string_view prefix) {
        return name.starts_with(prefix) ? name.substr(prefix.size()) : std::string_view();
    };
    const auto made = [](std::optional<Quantity> quantity, const ObjectId& object) {
        return quantity ? std::optional(SignalId{*quantity, object, -1}) : std::nullopt;
    };
    if (const auto rest = after("game."); !rest.empty()) {
        return made(quantityOf(rest, kOfGame), {});
    }
    if (const auto rest = after("ball."); !rest.empty()) {
        return made(quantityOf(rest, kPlaces), ObjectId::ball());
    }
    for (const game::Side side : {game::Side::Left, game::Side::Right}) {
        const std::string_view rest = after(fmt::format("{}.", game::sideName(side)));
        int number = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        const auto length = static_cast<std::size_t>(end - rest.data());
        if (error != std::errc() || number < 1 || number > kMaxNumber ||
            length + 1 >= rest.size()) {
            continue;
        }
        const game::PlayerId player{side, game::UniformNumber(number)};
        const std::string_view what = rest.substr(length + 1);
        if (rest[length] == ' ') {
            return SignalId::ofAgent(player, std::string(what));
        }
        if (rest[length] == '.') {
            return ofRobotNamed(what, ObjectId::ofRobot(player));
        }
    }
    return std::nullopt;
}

SignalId resolvedSignal(SignalId id, std::string_view name, const MatchFrame& frame) {
    const RobotFrame* robot = frame.findRobot(id.object.robot);
    const bool isJoint = isOfJoint(id.quantity);
    if (id.object.kind != ObjectId::Kind::Robot || robot == nullptr || robot->model == nullptr ||
        (!isJoint && id.object.body == 0)) {
        return id;
    }
    std::int32_t& place = isJoint ? id.joint : id.object.body;
    const auto count = static_cast<std::int32_t>(isJoint ? robot->model->joints().size()
                                                         : robot->model->bodies().size());
    for (place = isJoint ? 0 : 1; place < count; ++place) {
        if (signalName(id, &frame) == name) {
            return id;
        }
    }
    place = -1; // this robot has no joint or body of that name
    return id;
}

std::string_view signalUnit(Quantity quantity) {
    switch (quantity) {
    case Quantity::XM:
    case Quantity::YM:
    case Quantity::ZM:
    case Quantity::BallDistanceM:
        return "m";
    case Quantity::SpeedMps:
        return "m/s";
    case Quantity::HeadingDeg:
    case Quantity::TiltDeg:
    case Quantity::JointDeg:
        return "deg";
    case Quantity::GameTimeS:
        return "s";
    case Quantity::ScoreLeft:
    case Quantity::ScoreRight:
    case Quantity::PlayMode:
    case Quantity::TorqueRatio:
    case Quantity::AgentValue:
        break;
    case Quantity::TorqueNm:
        return "Nm";
    }
    return "";
}

std::string_view signalUnit(const SignalId& id) {
    return id.quantity == Quantity::AgentValue ? agentValueUnit(id.path) : signalUnit(id.quantity);
}

std::string_view agentValueUnit(std::string_view path) {
    if (path.starts_with("body.touching.")) { // ends with the name of a body
        return "";
    }
    const bool isVector = path.ends_with(".x") || path.ends_with(".y") || path.ends_with(".z");
    const std::string_view name = valueName(isVector ? path.substr(0, path.size() - 2) : path);
    using Unit = std::pair<std::string_view, std::string_view>;
    static constexpr std::array kUnits = {
        Unit{"DegPerS", "deg/s"}, Unit{"RadPerS", "rad/s"}, Unit{"Mps2", "m/s\u00b2"},
        Unit{"Mps", "m/s"},       Unit{"Deg", "deg"},       Unit{"Rad", "rad"},
        Unit{"Kg", "kg"},         Unit{"Hz", "Hz"},         Unit{"Nm", "Nm"},
        Unit{"Ms", "ms"},         Unit{"M", "m"},           Unit{"S", "s"},
        Unit{"N", "N"},           Unit{"C", "\u00b0C"}};
    for (const auto& [ending, unit] : kUnits) {
        if (name.ends_with(ending) && isUnitSuffix(name.substr(0, name.size() - ending.size()))) {
            return unit;
        }
    }
    return isVector ? "m" : ""; // names of positions have no unit
}

bool isHeading(const SignalId& id) {
    if (id.quantity != Quantity::AgentValue) {
        return id.quantity == Quantity::HeadingDeg;
    }
    const std::string_view name = valueName(id.path);
    return name == "headingDeg" || name == "heading_FDeg" || name == "directionDeg";
}

std::vector<SignalId> availableSignals(const MatchFrame& frame) {
    std::vector<SignalId> signals;
    for (const Quantity quantity : kOfGame) {
        signals.push_back({quantity, {}, -1});
    }
    if (frame.ball) {
        for (const Quantity quantity : kPlaces) {
            signals.push_back({quantity, ObjectId::ball(), -1});
        }
    }
    std::vector<const RobotFrame*> robots; // robots in the order of the stream
    for (const RobotFrame& robot : frame.robots) {
        if (frame.findRobot(robot.id) == &robot) { // robots that have no number yet share an id
            robots.push_back(&robot);
        }
    }
    std::ranges::sort(robots, {}, &RobotFrame::id);
    for (const RobotFrame* each : robots) {
        const RobotFrame& robot = *each;
        const ObjectId id = ObjectId::ofRobot(robot.id);
        for (const Quantity quantity : kPlaces) {
            signals.push_back({quantity, id, -1});
        }
        for (const Quantity quantity : kOfRobot) {
            signals.push_back({quantity, id, -1});
        }
        for (std::size_t joint = 0; joint < robot.jointAnglesRad.size(); ++joint) {
            signals.push_back({Quantity::JointDeg, id, static_cast<std::int32_t>(joint)});
        }
        const std::size_t torqueCount =
            std::min(frame.game.motorTorquesNm(robot.id).size(), robot.jointAnglesRad.size());
        for (const Quantity quantity : kTorques) {
            for (std::size_t joint = 0; joint < torqueCount; ++joint) {
                signals.push_back({quantity, id, static_cast<std::int32_t>(joint)});
            }
        }
    }
    return signals;
}

double signalValue(const SignalId& id, const MatchFrame& frame, const MatchFrame* before) {
    switch (id.quantity) {
    case Quantity::GameTimeS:
        return frame.game.timeS;
    case Quantity::ScoreLeft:
        return frame.game.scoreLeft;
    case Quantity::ScoreRight:
        return frame.game.scoreRight;
    case Quantity::PlayMode:
        return frame.game.playMode;
    case Quantity::XM:
    case Quantity::YM:
    case Quantity::ZM: {
        const auto pose = frame.findPose(id.object);
        return pose ? poseValue(id.quantity, *pose) : kNone;
    }
    case Quantity::SpeedMps: {
        const auto velocity =
            before != nullptr ? monitor::velocityMps(*before, frame, id.object) : std::nullopt;
        return velocity ? velocity->norm() : kNone;
    }
    default:
        break;
    }
    const RobotFrame* robot = frame.findRobot(id.object.robot);
    return robot != nullptr ? robotValue(id, *robot, frame) : kNone;
}

bool isBroken(const SignalId& id, const MatchFrame& before, const MatchFrame& after) {
    switch (id.quantity) {
    case Quantity::XM:
    case Quantity::YM:
    case Quantity::ZM:
    case Quantity::SpeedMps:
    case Quantity::HeadingDeg:
    case Quantity::TiltDeg:
        return monitor::hasTeleported(before, after, id.object);
    case Quantity::BallDistanceM:
        return monitor::hasTeleported(before, after, id.object) ||
               monitor::hasTeleported(before, after, ObjectId::ball());
    default:
        return false; // joints have no position; their angles continue, as does the game
    }
}

TableRows rowsBetween(std::span<const double> timesS, double beginS, double endS) {
    constexpr double kToleranceS = 1e-6; // frame times are sums of steps
    const auto first = std::ranges::lower_bound(timesS, beginS - kToleranceS) - timesS.begin();
    const auto end = std::ranges::upper_bound(timesS, endS + kToleranceS) - timesS.begin();
    return {static_cast<std::size_t>(first), static_cast<std::size_t>(std::max(first, end))};
}

base::Expected<SignalTable> extractSignals(FrameReader& reader, std::vector<SignalId> signals,
                                           FrameNumber first, FrameNumber last,
                                           const std::function<bool()>& keepGoing) {
    SignalTable table;
    table.signals = std::move(signals);
    table.values.resize(table.signals.size());
    table.breaks.resize(table.signals.size());
    monitor::MatchFramePtr before;
    if (first > 0) {
        if (auto frame = reader.frame(first - 1)) {
            before = (*frame)->health.good() ? *frame : nullptr;
        }
    }
    for (FrameNumber n = first; n <= last; ++n) {
        if ((n - first) % kChunk == 0 && !keepGoing()) {
            break;
        }
        auto frame = reader.frame(n);
        if (!frame) {
            return tl::unexpected(std::move(frame.error()));
        }
        table.frames.push_back(n);
        table.recordTimeS.push_back((*frame)->recordTimeS);
        table.gameTimeS.push_back((*frame)->game.timeS);
        const bool isGood = (*frame)->health.good();
        table.unreadableFrames += isGood ? 0 : 1;
        for (std::size_t i = 0; i < table.signals.size(); ++i) {
            const SignalId& id = table.signals[i];
            table.values[i].push_back(isGood ? signalValue(id, **frame, before.get()) : kNone);
            table.breaks[i].push_back(isGood && before && isBroken(id, *before, **frame) ? 1 : 0);
        }
        before = isGood ? std::move(*frame) : nullptr;
    }
    return table;
}

} // namespace sideline::logs
