#include "tests/logs/session/random_frames.h"

#include <bit>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"

namespace sideline::tests {

using base::Rng;

namespace {

double anyReal(Rng& rng) {
    switch (rng.below(9)) {
    case 0:
        return 0.0;
    case 1:
        return -0.0;
    case 2:
        return std::numeric_limits<double>::quiet_NaN();
    case 3:
        return std::bit_cast<double>(std::uint64_t{0x7ff8000000001234}); // a NaN with a payload
    case 4:
        return rng.below(2) == 0 ? std::numeric_limits<double>::infinity()
                                 : -std::numeric_limits<double>::infinity();
    case 5:
        return (static_cast<double>(rng.below(40000)) - 20000.0) / 100.0 *
               (std::numbers::pi / 180.0);
    case 6:
        return (static_cast<double>(rng.below(200000)) - 100000.0) / 1000.0;
    case 7:
        return std::bit_cast<double>(rng.next());
    default:
        return rng.uniform(-10.0, 10.0);
    }
}

std::string anyText(Rng& rng) {
    static constexpr std::uint64_t kLengths[] = {0, 1, 7, 20, 300, 3000};
    const auto length = kLengths[rng.below(6)];
    std::string text;
    for (std::uint64_t i = 0; i < length; ++i) {
        text.push_back(static_cast<char>(rng.below(8) == 0 ? rng.below(256) : 'a' + rng.below(26)));
    }
    return text;
}

Eigen::Vector3d anyVector(Rng& rng) {
    return {anyReal(rng), anyReal(rng), anyReal(rng)};
}

math::Pose anyPose(Rng& rng) {
    math::Pose pose;
    for (Eigen::Index i = 0; i < pose.R.size(); ++i) {
        pose.R.data()[i] = anyReal(rng);
    }
    pose.p = anyVector(rng);
    return pose;
}

std::chrono::nanoseconds anyTime(Rng& rng) {
    return std::chrono::nanoseconds(static_cast<std::int64_t>(rng.next()));
}

drawing::Color anyColor(Rng& rng) {
    const auto part = [&] { return static_cast<std::uint8_t>(rng.below(256)); };
    return {part(), part(), part(), part()};
}

drawing::Shape anyShape(Rng& rng) {
    switch (rng.below(6)) {
    case 0:
        return drawing::Circle{
            {anyReal(rng), anyReal(rng)}, anyReal(rng), anyReal(rng), anyColor(rng)};
    case 1:
        return drawing::Line{anyVector(rng), anyVector(rng), anyReal(rng), anyColor(rng)};
    case 2:
        return drawing::Point{anyVector(rng), anyReal(rng), anyColor(rng)};
    case 3:
        return drawing::Sphere{anyVector(rng), anyReal(rng), anyColor(rng)};
    case 4: {
        drawing::Polygon polygon;
        for (std::uint64_t i = rng.below(6); i > 0; --i) {
            polygon.corners_S.push_back(anyVector(rng));
        }
        polygon.color = anyColor(rng);
        return polygon;
    }
    default:
        return drawing::Annotation{anyVector(rng), anyText(rng), anyColor(rng)};
    }
}

bool anyFlag(Rng& rng) {
    return rng.below(2) == 1;
}

Eigen::Vector2d anyPlace(Rng& rng) {
    return {anyReal(rng), anyReal(rng)};
}

void fillBall(world::BallBelief& ball, Rng& rng) {
    ball = {anyFlag(rng), anyVector(rng), anyVector(rng), anyVector(rng), anyReal(rng)};
    // Recordings store these in single precision.
    for (Eigen::Index row = 0; row < 6; ++row) {
        for (Eigen::Index column = row; column < 6; ++column) {
            const auto value = static_cast<double>(static_cast<float>(rng.uniform(-1.0, 1.0)));
            ball.covariance(row, column) = ball.covariance(column, row) = value;
        }
    }
    ball.isFlying = anyFlag(rng);
    ball.isHeard = anyFlag(rng);
    ball.rest_F = anyVector(rng);
    ball.confidence = anyReal(rng);
}

void fillPlayer(world::PlayerBelief& player, Rng& rng) {
    player = {anyFlag(rng),   static_cast<int>(rng.below(12)),
              anyVector(rng), anyReal(rng),
              anyFlag(rng),   anyFlag(rng),
              anyReal(rng)};
    player.velocity_FMps = anyVector(rng);
    player.positionSigmaM = anyReal(rng);
    player.confidence = anyReal(rng);
    player.isHeard = anyFlag(rng);
    for (world::PartBelief& part : player.parts) {
        part = {anyFlag(rng), anyVector(rng)};
    }
}

void fillSituation(world::SituationBelief& situation, Rng& rng) {
    situation = {.isRunning = anyFlag(rng),
                 .setPiece = static_cast<world::SetPiece>(rng.below(8)),
                 .isOwnRestart = anyFlag(rng),
                 .mayTouchBall = anyFlag(rng),
                 .mayShootAtGoal = anyFlag(rng),
                 .mayBeam = anyFlag(rng),
                 .modeForS = anyReal(rng),
                 .modeLeftS = anyReal(rng),
                 .half = static_cast<int>(rng.below(3)),
                 .halfLeftS = anyReal(rng),
                 .hasRestartPlace = anyFlag(rng),
                 .restart_F = anyPlace(rng),
                 .keepAwayM = anyReal(rng),
                 .hasOffsideLine = anyFlag(rng),
                 .offsideLine_FM = anyReal(rng),
                 .teammatesByBall = {},
                 .opponentsByBall = {},
                 .ownRankToBall = static_cast<int>(rng.below(11)),
                 .nearestOpponent = static_cast<int>(rng.below(12)) - 1,
                 .hasHome = anyFlag(rng),
                 .home_F = anyPlace(rng)};
    for (std::uint64_t i = rng.below(11); i > 0; --i) {
        situation.teammatesByBall.push_back(static_cast<int>(rng.below(22)));
        situation.opponentsByBall.push_back(static_cast<int>(rng.next()));
    }
}

void fillBody(world::BodyBelief& body, Rng& rng) {
    for (std::uint64_t i = rng.below(26); i > 0; --i) {
        body.joints.push_back({anyReal(rng), anyReal(rng), anyReal(rng), anyReal(rng)});
    }
    body.gyro_TRadPerS = anyVector(rng);
    body.acceleration_TMps2 = anyVector(rng);
    for (std::uint64_t i = rng.below(3); i > 0; --i) {
        body.forces.push_back({robot::BodyId(static_cast<std::int32_t>(rng.below(20))),
                               anyVector(rng), anyVector(rng)});
        body.touching.emplace_back(static_cast<std::int32_t>(rng.below(21)) - 1);
    }
    for (const world::BodyReadingInfo& reading : world::kBodyReadings) {
        body.readings.*reading.member = anyReal(rng);
    }
    body.pose = {rng.below(2) == 1, anyPose(rng), anyReal(rng), anyReal(rng),
                 static_cast<int>(rng.next())};
    body.pose.velocity_SMps = anyVector(rng);
    body.pose.cameraOffset_CM = anyVector(rng);
    body.pose.cameraOffsetSigmaM = anyReal(rng);
    body.X_FT = anyPose(rng);
    body.isFallen = rng.below(2) == 1;
}

void fillWorld(world::WorldBelief& world, Rng& rng) {
    fillBall(world.ball, rng);
    world.hasVision = rng.below(2) == 1;
    for (std::uint64_t i = rng.below(5); i > 0; --i) {
        fillPlayer(world.players.emplace_back(), rng);
        world.landmarks.push_back({anyText(rng), anyVector(rng)});
        world.lines.push_back({anyVector(rng), anyVector(rng)});
        world.heard.push_back(
            {anyText(rng), anyText(rng), anyReal(rng), rng.below(2) == 1, anyReal(rng)});
    }
}

// Formats a complete frame as text, with all bits; independent of the codec.
class Describer {
public:
    std::string text;
    void add(std::string_view what, std::uint64_t value) {
        text += fmt::format("{}={:x}\n", what, value);
    }
    void add(std::string_view what, double value) {
        add(what, std::bit_cast<std::uint64_t>(value));
    }
    void add(std::string_view what, const std::string& value) {
        text += fmt::format("{}={}:{}\n", what, value.size(), value);
    }
    void add(std::string_view what, const Eigen::Vector3d& v) {
        add(what, v.x());
        add(what, v.y());
        add(what, v.z());
    }
    void add(std::string_view what, const math::Pose& pose) {
        for (Eigen::Index i = 0; i < pose.R.size(); ++i) {
            add(what, pose.R.data()[i]);
        }
        add(what, pose.p);
    }
    void add(std::string_view what, std::chrono::nanoseconds time) {
        add(what, static_cast<std::uint64_t>(time.count()));
    }
    void integer(std::string_view what, std::int64_t value) {
        add(what, static_cast<std::uint64_t>(value));
    }
    void add(std::string_view what, const drawing::Color& c) {
        text += fmt::format("{}={},{},{},{}\n", what, c.red, c.green, c.blue, c.alpha);
    }
};

void describeShape(Describer& d, const drawing::NamedShape& named) {
    d.add("set", named.set);
    d.integer("shape", static_cast<std::int64_t>(named.shape.index()));
    if (const auto* circle = std::get_if<drawing::Circle>(&named.shape)) {
        d.add("circle.x", circle->center_S.x());
        d.add("circle.y", circle->center_S.y());
        d.add("circle.radius", circle->radiusM);
        d.add("circle.thickness", circle->thicknessPx);
        d.add("circle.color", circle->color);
    } else if (const auto* line = std::get_if<drawing::Line>(&named.shape)) {
        d.add("line.from", line->from_S);
        d.add("line.to", line->to_S);
        d.add("line.thickness", line->thicknessPx);
        d.add("line.color", line->color);
    } else if (const auto* point = std::get_if<drawing::Point>(&named.shape)) {
        d.add("point.p", point->p_S);
        d.add("point.size", point->sizePx);
        d.add("point.color", point->color);
    } else if (const auto* sphere = std::get_if<drawing::Sphere>(&named.shape)) {
        d.add("sphere.center", sphere->center_S);
        d.add("sphere.radius", sphere->radiusM);
        d.add("sphere.color", sphere->color);
    } else if (const auto* polygon = std::get_if<drawing::Polygon>(&named.shape)) {
        for (const Eigen::Vector3d& corner : polygon->corners_S) {
            d.add("polygon.corner", corner);
        }
        d.add("polygon.color", polygon->color);
    } else if (const auto* note = std::get_if<drawing::Annotation>(&named.shape)) {
        d.add("annotation.p", note->p_S);
        d.add("annotation.text", note->text);
        d.add("annotation.color", note->color);
    }
}

void describeBody(Describer& d, const world::BodyBelief& body) {
    for (const world::JointBelief& joint : body.joints) {
        d.add("measured", joint.measuredRad);
        d.add("expected", joint.expectedRad);
        d.add("wanted", joint.targetRad);
        d.add("command", joint.commandRadPerS);
    }
    d.add("gyro", body.gyro_TRadPerS);
    d.add("acceleration", body.acceleration_TMps2);
    for (const world::ForceBelief& force : body.forces) {
        d.integer("force.body", force.body.value());
        d.add("force.center", force.center_Body);
        d.add("force.force", force.force_BodyN);
    }
    for (const robot::BodyId id : body.touching) {
        d.integer("touching", id.value());
    }
    for (const world::BodyReadingInfo& reading : world::kBodyReadings) {
        d.add(reading.signal, body.readings.*reading.member);
    }
    d.integer("pose.valid", body.pose.isValid ? 1 : 0);
    d.add("pose.X_ST", body.pose.X_ST);
    d.add("pose.sigma", body.pose.positionSigmaM);
    d.add("pose.headingSigma", body.pose.headingSigmaRad);
    d.integer("pose.cycles", body.pose.cyclesSinceVision);
    d.add("pose.velocity", body.pose.velocity_SMps);
    d.add("pose.cameraOffset", body.pose.cameraOffset_CM);
    d.add("pose.cameraOffsetSigma", body.pose.cameraOffsetSigmaM);
    d.add("X_FT", body.X_FT);
    d.integer("fallen", body.isFallen ? 1 : 0);
}

void describeWorld(Describer& d, const world::WorldBelief& world) {
    d.integer("ball.known", world.ball.isKnown ? 1 : 0);
    d.add("ball.p_F", world.ball.p_F);
    d.add("ball.velocity", world.ball.velocity_FMps);
    d.add("ball.p_T", world.ball.p_T);
    d.add("ball.age", world.ball.ageS);
    for (Eigen::Index i = 0; i < world.ball.covariance.size(); ++i) {
        d.add("ball.covariance", world.ball.covariance.data()[i]);
    }
    d.integer("ball.is", (world.ball.isFlying ? 1 : 0) + (world.ball.isHeard ? 2 : 0));
    d.add("ball.rest", world.ball.rest_F);
    d.add("ball.confidence", world.ball.confidence);
    d.integer("sight", world.hasVision ? 1 : 0);
    for (const world::PlayerBelief& player : world.players) {
        d.integer("player", (player.isTeammate ? 1 : 0) + (player.hasHeading ? 2 : 0) +
                                (player.isFallen ? 4 : 0) + player.unum * 8);
        d.add("player.p_F", player.p_F);
        d.add("player.heading", player.headingRad);
        d.add("player.age", player.ageS);
        d.add("player.velocity", player.velocity_FMps);
        d.add("player.sigma", player.positionSigmaM);
        d.add("player.confidence", player.confidence);
        d.integer("player.heard", player.isHeard ? 1 : 0);
        for (const world::PartBelief& part : player.parts) {
            d.integer("part.seen", part.isSeen ? 1 : 0);
            d.add("part.p_F", part.p_F);
        }
    }
    for (const world::SeenLandmark& landmark : world.landmarks) {
        d.add("landmark", landmark.name);
        d.add("landmark.p_F", landmark.p_F);
    }
    for (const world::SeenLine& line : world.lines) {
        d.add("line.from", line.from_F);
        d.add("line.to", line.to_F);
    }
    for (const world::WorldBelief::Heard& heard : world.heard) {
        d.add("heard.team", heard.team);
        d.add("heard.text", heard.text);
        d.add("heard.direction", heard.directionRad);
        d.integer("heard.own", heard.isOwn ? 1 : 0);
        d.add("heard.age", heard.ageS);
    }
}

void describeSituation(Describer& d, const world::SituationBelief& situation) {
    d.integer("situation", (situation.isRunning ? 1 : 0) + (situation.isOwnRestart ? 2 : 0) +
                               (situation.mayTouchBall ? 4 : 0) +
                               (situation.mayShootAtGoal ? 8 : 0) + (situation.mayBeam ? 16 : 0) +
                               (situation.hasRestartPlace ? 32 : 0) +
                               (situation.hasOffsideLine ? 64 : 0) + (situation.hasHome ? 128 : 0));
    d.integer("setPiece", static_cast<std::int64_t>(situation.setPiece));
    d.add("modeFor", situation.modeForS);
    d.add("modeLeft", situation.modeLeftS);
    d.integer("half", situation.half);
    d.add("halfLeft", situation.halfLeftS);
    d.add("restart.x", situation.restart_F.x());
    d.add("restart.y", situation.restart_F.y());
    d.add("keepAway", situation.keepAwayM);
    d.add("offside", situation.offsideLine_FM);
    for (const int i : situation.teammatesByBall) {
        d.integer("mate", i);
    }
    for (const int i : situation.opponentsByBall) {
        d.integer("opponent", i);
    }
    d.integer("rank", situation.ownRankToBall);
    d.integer("nearest", situation.nearestOpponent);
    d.add("home.x", situation.home_F.x());
    d.add("home.y", situation.home_F.y());
}

std::string describe(const world::AgentFrame& frame) {
    Describer d;
    d.add("cycle", frame.cycle);
    d.add("team", frame.identity.team);
    d.integer("side", static_cast<std::int64_t>(frame.identity.robot.side));
    d.integer("unum", frame.identity.robot.unum.value());
    d.integer("type", frame.identity.typeNumber);
    d.integer("model",
              static_cast<std::int64_t>(std::bit_cast<std::uintptr_t>(frame.identity.model.get())));
    d.add("percepts", frame.perceptText);
    d.add("commands", frame.commandText);
    d.add("receivedAt", frame.timing.receivedAt);
    d.add("parse", frame.timing.parse);
    d.add("update", frame.timing.update);
    d.add("decide", frame.timing.decide);
    d.add("senseToAct", frame.timing.senseToAct);
    d.add("unknown", frame.counters.unknownPercepts);
    d.add("damaged", frame.counters.damagedMessages);
    d.add("missed", frame.counters.missedCycles);
    d.add("late", frame.counters.lateAnswers);
    d.add("reconnects", frame.counters.reconnects);
    d.add("serverTime", frame.game.serverTimeS);
    d.add("gameTime", frame.game.gameTimeS);
    d.integer("playMode", frame.game.playMode ? static_cast<int>(*frame.game.playMode) : -1);
    d.integer("ownScore", frame.game.ownScore);
    d.integer("opponentScore", frame.game.opponentScore);
    d.add("game.age", frame.game.ageS);
    describeBody(d, frame.body);
    describeWorld(d, frame.world);
    describeSituation(d, frame.situation);
    d.add("behavior", frame.decision.behavior);
    d.add("reason", frame.decision.reason);
    d.integer("user", frame.decision.isUserControlled ? 1 : 0);
    d.add("maker", frame.decision.trace.maker);
    d.add("fault", frame.decision.trace.fault);
    for (const world::DecisionNode& node : frame.decision.trace.nodes) {
        d.add(node.name, node.score);
        d.add("does", node.behavior);
        d.integer("depth", node.depth);
        d.integer("line", node.line);
        d.integer("chosen", node.isChosen ? 1 : 0);
        d.integer("active", node.isActive ? 1 : 0);
        d.integer("terms", static_cast<int>(node.terms));
    }
    for (const world::DecisionTerm& term : frame.decision.trace.terms) {
        d.add(term.text, term.value);
        d.add("truth", term.truth);
    }
    for (const world::DebugValue& value : frame.values) {
        d.add(value.name, value.value);
    }
    for (const drawing::NamedShape& named : frame.drawings) {
        describeShape(d, named);
    }
    for (const std::string& line : frame.lines) {
        d.add("line", line);
    }
    return d.text;
}

world::DecisionTrace anyTrace(Rng& rng) {
    world::DecisionTrace trace;
    trace.maker = anyText(rng);
    if (trace.isEmpty()) {
        return trace; // for decisions without explanation
    }
    trace.fault = anyText(rng);
    for (std::uint64_t i = rng.below(6); i > 0; --i) {
        world::DecisionNode node;
        node.name = anyText(rng);
        node.behavior = anyText(rng);
        node.depth = static_cast<int>(rng.below(9));
        node.line = static_cast<int>(rng.next());
        node.score = anyReal(rng);
        node.isChosen = rng.below(2) == 1;
        node.isActive = rng.below(2) == 1;
        node.terms = static_cast<std::uint32_t>(rng.below(4));
        trace.nodes.push_back(std::move(node));
        trace.terms.push_back({anyText(rng), anyReal(rng), anyReal(rng)});
    }
    return trace;
}

} // namespace

world::AgentFrame randomFrame(Rng& rng) {
    world::AgentFrame frame;
    frame.cycle = rng.next();
    frame.identity.team = anyText(rng);
    frame.identity.robot = {static_cast<game::Side>(rng.below(3)),
                            game::UniformNumber(static_cast<int>(rng.below(12)))};
    frame.identity.typeNumber = static_cast<int>(rng.below(5));
    const std::uint64_t model = rng.below(8);
    if (model < 5) {
        frame.identity.model = robot::naoModel(robot::kNaoTypes[model]).shared();
    } else if (model < 7) {
        frame.identity.model =
            robot::soccerbot056Model(model == 5 ? robot::Soccerbot056Stops::None
                                                : robot::Soccerbot056Stops::Described)
                .shared();
    }
    frame.perceptText = anyText(rng);
    frame.commandText = anyText(rng);
    frame.timing = {anyTime(rng), anyTime(rng), anyTime(rng), anyTime(rng), anyTime(rng)};
    frame.counters = {rng.next(), rng.below(9), rng.below(9), rng.below(9), rng.below(9)};
    frame.game = {anyReal(rng),
                  anyReal(rng),
                  std::nullopt,
                  static_cast<int>(rng.next()),
                  static_cast<int>(rng.below(9)),
                  anyReal(rng)};
    if (rng.below(2) == 0) {
        frame.game.playMode = static_cast<game::PlayMode>(rng.below(21));
    }
    fillBody(frame.body, rng);
    fillWorld(frame.world, rng);
    fillSituation(frame.situation, rng);
    frame.decision = {anyText(rng), anyText(rng), rng.below(2) == 1, anyTrace(rng)};
    for (std::uint64_t i = rng.below(6); i > 0; --i) {
        frame.values.push_back({anyText(rng), anyReal(rng)});
        frame.drawings.push_back({anyText(rng), anyShape(rng)});
        frame.lines.push_back(anyText(rng));
    }
    return frame;
}

std::shared_ptr<world::AgentFrame> plainFrame(std::uint64_t cycle,
                                              std::chrono::nanoseconds receivedAt, int unum) {
    auto frame = std::make_shared<world::AgentFrame>();
    frame->cycle = cycle;
    frame->identity = {"Testers",
                       {game::Side::Left, game::UniformNumber(unum)},
                       0,
                       robot::naoModel(robot::NaoType::Standard).shared()};
    frame->perceptText =
        fmt::format("(time (now {:.2f}))(GS (unum {}) (t 0.00) (pm BeforeKickOff))",
                    10.0 + 0.02 * static_cast<double>(cycle), unum);
    frame->commandText = fmt::format("(he1 {})", cycle % 10);
    frame->timing.receivedAt = receivedAt;
    frame->timing.senseToAct = std::chrono::microseconds(200 + cycle % 50);
    frame->game.serverTimeS = 10.0 + 0.02 * static_cast<double>(cycle);
    frame->game.gameTimeS = 0.02 * static_cast<double>(cycle);
    frame->body.joints.resize(frame->identity.model->joints().size());
    for (std::size_t i = 0; i < frame->body.joints.size(); ++i) {
        frame->body.joints[i].measuredRad = 1e-3 * static_cast<double>((cycle + i) % 100);
    }
    frame->values.push_back({"head.errorRad", 0.5 * static_cast<double>(cycle)});
    return frame;
}

std::string difference(const world::AgentFrame& a, const world::AgentFrame& b) {
    const std::string first = describe(a);
    const std::string second = describe(b);
    if (first == second) {
        return {};
    }
    std::size_t at = 0;
    while (at < first.size() && at < second.size() && first[at] == second[at]) {
        ++at;
    }
    const std::size_t line = at == 0 ? 0 : first.rfind('\n', at - 1) + 1;
    return fmt::format("'{}' is not '{}'", first.substr(line, 80), second.substr(line, 80));
}

} // namespace sideline::tests
