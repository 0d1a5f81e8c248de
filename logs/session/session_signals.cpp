#include "logs/session/session_signals.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"

namespace sideline::logs {

using base::ErrorCode;
using base::Expected;
using world::AgentFrame;

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kMsPerNs = 1e-6;
constexpr std::uint64_t kAsk = 32; // frames between two polls of keepGoing

// Names are built in one string that grows and shrinks, for speed.
class Walk {
public:
    explicit Walk(const SignalVisitor& visit) : m_visit(visit) { m_path.reserve(64); }

    void value(std::string_view name, double value) {
        const std::size_t before = m_path.size();
        m_path += name;
        m_visit(m_path, value);
        m_path.resize(before);
    }
    void count(std::string_view name, std::size_t number) {
        value(name, static_cast<double>(number));
    }
    void vector(std::string_view name, const Eigen::Vector3d& vector) {
        const std::size_t before = m_path.size();
        m_path += name;
        value(".x", vector.x());
        value(".y", vector.y());
        value(".z", vector.z());
        m_path.resize(before);
    }
    void duration(std::string_view name, std::chrono::nanoseconds span) {
        value(name, static_cast<double>(span.count()) * kMsPerNs);
    }
    // Calls `inside` with the given parts appended to the path.
    template <typename Inside>
    void below(std::initializer_list<std::string_view> parts, Inside inside) {
        const std::size_t before = m_path.size();
        for (const std::string_view part : parts) {
            m_path += part;
        }
        inside();
        m_path.resize(before);
    }

private:
    const SignalVisitor& m_visit;
    std::string m_path;
};

class NumberText {
public:
    explicit NumberText(std::int64_t number) {
        m_end = std::to_chars(m_text.data(), m_text.data() + m_text.size(), number).ptr;
    }
    [[nodiscard]] std::string_view view() const {
        return {m_text.data(), static_cast<std::size_t>(m_end - m_text.data())};
    }

private:
    std::array<char, 24> m_text{};
    char* m_end = nullptr;
};

double headingDeg(const Eigen::Matrix3d& R) {
    return math::degFromRad(math::forwardHeadingRad(R));
}

double tiltDeg(const Eigen::Matrix3d& R) {
    return math::degFromRad(std::acos(std::clamp(R(2, 2), -1.0, 1.0)));
}

void walkGame(Walk& walk, const world::GameBelief& game) {
    walk.value("game.serverTimeS", game.serverTimeS);
    walk.value("game.gameTimeS", game.gameTimeS);
    walk.value("game.playMode", game.playMode ? static_cast<double>(*game.playMode) : kNone);
    walk.value("game.ownScore", game.ownScore);
    walk.value("game.opponentScore", game.opponentScore);
    walk.value("game.ageS", game.ageS);
}

void walkJoints(Walk& walk, const AgentFrame& frame) {
    const robot::RobotModelPtr& model = frame.identity.model;
    for (std::size_t i = 0; i < frame.body.joints.size(); ++i) {
        const world::JointBelief& joint = frame.body.joints[i];
        const NumberText number(static_cast<std::int64_t>(i));
        std::string_view name;
        std::string_view axis;
        if (model != nullptr && i < model->joints().size()) {
            const robot::Joint& known = model->joints()[i];
            name = known.effector.empty() ? known.perceptor : known.effector;
            axis = known.kind == robot::JointKind::Hinge
                       ? ""
                       : (known.kind == robot::JointKind::UniversalFirst ? "ax1." : "ax2.");
        }
        const std::string_view digits = name.empty() ? number.view() : "";
        walk.below({"body.joint.", name, digits, ".", axis}, [&] {
            walk.value("measuredDeg", math::degFromRad(joint.measuredRad));
            walk.value("expectedDeg", math::degFromRad(joint.expectedRad));
            walk.value("wantedDeg", math::degFromRad(joint.targetRad));
            walk.value("commandDegPerS", math::degFromRad(joint.commandRadPerS));
        });
    }
}

void walkBody(Walk& walk, const AgentFrame& frame) {
    const world::BodyBelief& body = frame.body;
    walkJoints(walk, frame);
    walk.vector("body.gyro_TDegPerS", body.gyro_TRadPerS * math::degFromRad(1.0));
    walk.vector("body.acceleration_TMps2", body.acceleration_TMps2);
    const auto nameOf = [&](robot::BodyId id) -> std::string_view {
        const robot::RobotModelPtr& model = frame.identity.model;
        return model != nullptr && id.isValid() && id.index() < model->bodies().size()
                   ? std::string_view(model->body(id).name)
                   : "unknown";
    };
    for (const world::ForceBelief& force : body.forces) {
        walk.below({"body.force.", nameOf(force.body), "."}, [&] {
            walk.vector("center_Body", force.center_Body);
            walk.vector("force_BodyN", force.force_BodyN);
        });
    }
    for (const robot::BodyId id : body.touching) {
        walk.below({"body.touching."}, [&] { walk.value(nameOf(id), 1.0); });
    }
    for (const world::BodyReadingInfo& reading : world::kBodyReadings) {
        walk.below({"body."}, [&] { walk.value(reading.signal, body.readings.*reading.member); });
    }
    walk.value("body.isFallen", body.isFallen ? 1.0 : 0.0);
    const localization::PoseEstimate& pose = body.pose;
    walk.value("body.pose.isValid", pose.isValid ? 1.0 : 0.0);
    walk.vector("body.pose.p_S", pose.X_ST.p);
    walk.value("body.pose.headingDeg", headingDeg(pose.X_ST.R));
    walk.value("body.pose.tiltDeg", tiltDeg(pose.X_ST.R));
    walk.value("body.pose.positionSigmaM", pose.positionSigmaM);
    walk.value("body.pose.headingSigmaDeg", math::degFromRad(pose.headingSigmaRad));
    walk.value("body.pose.cyclesSinceVision", pose.cyclesSinceVision);
    walk.vector("body.pose.velocity_SMps", pose.velocity_SMps);
    walk.vector("body.pose.cameraOffset_CM", pose.cameraOffset_CM);
    walk.value("body.pose.cameraOffsetSigmaM", pose.cameraOffsetSigmaM);
    walk.vector("body.p_F", body.X_FT.p);
    walk.value("body.heading_FDeg", headingDeg(body.X_FT.R));
}

void walkPlayers(Walk& walk, const std::vector<world::PlayerBelief>& players) {
    std::array<std::int64_t, 2> unknown = {0, 0};
    for (const world::PlayerBelief& player : players) {
        const bool isUnknown = player.unum == 0;
        const NumberText number(isUnknown ? ++unknown[player.isTeammate ? 0 : 1] : player.unum);
        walk.below({"world.", player.isTeammate ? "mate." : "opponent.", isUnknown ? "unknown" : "",
                    number.view(), "."},
                   [&] {
                       walk.vector("p_F", player.p_F);
                       walk.value("headingDeg",
                                  player.hasHeading ? math::degFromRad(player.headingRad) : kNone);
                       walk.value("isFallen", player.isFallen ? 1.0 : 0.0);
                       walk.value("ageS", player.ageS);
                       walk.vector("velocity_FMps", player.velocity_FMps);
                       walk.value("positionSigmaM", player.positionSigmaM);
                       walk.value("confidence", player.confidence);
                       walk.value("isHeard", player.isHeard ? 1.0 : 0.0);
                   });
    }
}

// Semi-major axis of the ellipse of one standard deviation.
double sigmaOnGround(const world::BallBelief& ball, Eigen::Index first) {
    const double a = ball.covariance(first, first);
    const double b = ball.covariance(first + 1, first + 1);
    const double c = ball.covariance(first, first + 1);
    return std::sqrt(std::max(0.5 * (a + b) + std::hypot(0.5 * (a - b), c), 0.0));
}

void walkBall(Walk& walk, const world::BallBelief& ball) {
    walk.value("world.ball.isKnown", ball.isKnown ? 1.0 : 0.0);
    walk.vector("world.ball.p_F", ball.p_F);
    walk.vector("world.ball.velocity_FMps", ball.velocity_FMps);
    walk.vector("world.ball.p_T", ball.p_T);
    walk.value("world.ball.ageS", ball.ageS);
    walk.value("world.ball.speedMps", ball.velocity_FMps.norm());
    walk.value("world.ball.positionSigmaM", sigmaOnGround(ball, 0));
    walk.value("world.ball.velocitySigmaMps", sigmaOnGround(ball, 3));
    walk.value("world.ball.isFlying", ball.isFlying ? 1.0 : 0.0);
    walk.value("world.ball.isHeard", ball.isHeard ? 1.0 : 0.0);
    walk.vector("world.ball.rest_F", ball.rest_F);
    walk.value("world.ball.confidence", ball.confidence);
}

void walkSituation(Walk& walk, const world::SituationBelief& situation) {
    const auto yes = [](bool is) { return is ? 1.0 : 0.0; };
    walk.value("situation.isRunning", yes(situation.isRunning));
    walk.value("situation.setPiece", static_cast<double>(situation.setPiece));
    walk.value("situation.isOwnRestart", yes(situation.isOwnRestart));
    walk.value("situation.mayTouchBall", yes(situation.mayTouchBall));
    walk.value("situation.mayShootAtGoal", yes(situation.mayShootAtGoal));
    walk.value("situation.mayBeam", yes(situation.mayBeam));
    walk.value("situation.modeForS", situation.modeForS);
    walk.value("situation.modeLeftS", situation.modeLeftS);
    walk.value("situation.half", situation.half);
    walk.value("situation.halfLeftS", situation.halfLeftS);
    walk.value("situation.keepAwayM", situation.keepAwayM);
    const auto place = [&](std::string_view name, bool isKnown, const Eigen::Vector2d& p_F) {
        walk.below({"situation.", name}, [&] {
            walk.value(".x", isKnown ? p_F.x() : kNone);
            walk.value(".y", isKnown ? p_F.y() : kNone);
        });
    };
    place("restart_F", situation.hasRestartPlace, situation.restart_F);
    place("home_F", situation.hasHome, situation.home_F);
    walk.value("situation.offsideLine_FM",
               situation.hasOffsideLine ? situation.offsideLine_FM : kNone);
    walk.value("situation.ownRankToBall", situation.ownRankToBall);
}

void walkWorld(Walk& walk, const world::WorldBelief& world) {
    walkBall(walk, world.ball);
    walk.value("world.hasVision", world.hasVision ? 1.0 : 0.0);
    walk.count("world.playerCount", world.players.size());
    walk.count("world.landmarkCount", world.landmarks.size());
    walk.count("world.lineCount", world.lines.size());
    walk.count("world.heardCount", world.heard.size());
    walkPlayers(walk, world.players);
    for (const world::SeenLandmark& landmark : world.landmarks) {
        walk.below({"world.landmark.", landmark.name}, [&] { walk.vector(".p_F", landmark.p_F); });
    }
    for (std::size_t i = 0; i < world.lines.size(); ++i) {
        const NumberText number(static_cast<std::int64_t>(i));
        walk.below({"world.line.", number.view()}, [&] {
            walk.vector(".from_F", world.lines[i].from_F);
            walk.vector(".to_F", world.lines[i].to_F);
        });
    }
    for (std::size_t i = 0; i < world.heard.size(); ++i) {
        const NumberText number(static_cast<std::int64_t>(i));
        walk.below({"world.heard.", number.view()}, [&] {
            walk.value(".directionDeg", math::degFromRad(world.heard[i].directionRad));
            walk.value(".isOwn", world.heard[i].isOwn ? 1.0 : 0.0);
            walk.value(".ageS", world.heard[i].ageS);
        });
    }
}

void walkRest(Walk& walk, const AgentFrame& frame) {
    walk.duration("timing.parseMs", frame.timing.parse);
    walk.duration("timing.updateMs", frame.timing.update);
    walk.duration("timing.decideMs", frame.timing.decide);
    walk.duration("timing.senseToActMs", frame.timing.senseToAct);
    walk.count("counters.unknownPercepts", frame.counters.unknownPercepts);
    walk.count("counters.damagedMessages", frame.counters.damagedMessages);
    walk.count("counters.missedCycles", frame.counters.missedCycles);
    walk.count("counters.lateAnswers", frame.counters.lateAnswers);
    walk.count("counters.reconnects", frame.counters.reconnects);
    walk.value("decision.isUserControlled", frame.decision.isUserControlled ? 1.0 : 0.0);
    const std::vector<world::DecisionNode>& nodes = frame.decision.trace.nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        walk.below({decisionSignalName(frame.decision.trace, i)}, [&] {
            walk.value(".score", nodes[i].score);
            walk.value(".chosen", nodes[i].isChosen ? 1.0 : 0.0);
            if (nodes[i].isLeaf()) {
                walk.value(".active", nodes[i].isActive ? 1.0 : 0.0);
            }
        });
    }
    walk.count("text.perceptBytes", frame.perceptText.size());
    walk.count("text.commandBytes", frame.commandText.size());
    walk.count("text.drawings", frame.drawings.size());
    walk.count("text.lines", frame.lines.size());
    for (const world::DebugValue& debug : frame.values) {
        walk.below({"debug."}, [&] { walk.value(debug.name, debug.value); });
    }
}

// Returns the first and last index of a range in an agent's track; none if it is empty.
Expected<std::optional<std::pair<std::uint64_t, std::uint64_t>>> placesOf(
    SessionReader& reader, const SessionRange& range) {
    std::optional<std::pair<std::uint64_t, std::uint64_t>> places;
    auto last = reader.positionAt(range.agent, range.to);
    if (!last) {
        return tl::unexpected(std::move(last.error()));
    }
    // The first frame at or after `from` follows the last one before it.
    std::uint64_t first = 0;
    if (range.from > std::chrono::nanoseconds::min()) {
        auto before = reader.positionAt(range.agent, range.from - std::chrono::nanoseconds(1));
        if (!before) {
            return tl::unexpected(std::move(before.error()));
        }
        first = *before ? **before + 1 : 0;
    }
    if (*last && first <= **last) {
        places.emplace(first, **last);
    }
    return places;
}

} // namespace

std::string decisionSignalName(const world::DecisionTrace& trace, std::size_t node) {
    std::string name = "decision." + std::to_string(node) + ".";
    for (const char c : trace.nodes[node].name) {
        const bool isWord =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (isWord || (name.back() != '-' && name.back() != '.')) {
            name += isWord ? c : '-';
        }
    }
    if (name.back() == '-' || name.back() == '.') {
        name.pop_back();
    }
    return name;
}

void visitAgentSignals(const AgentFrame& frame, const SignalVisitor& visit) {
    Walk walk(visit);
    walk.count("cycle", frame.cycle);
    walkGame(walk, frame.game);
    walkBody(walk, frame);
    walkWorld(walk, frame.world);
    walkSituation(walk, frame.situation);
    walkRest(walk, frame);
}

std::vector<std::string> agentSignalNames(const AgentFrame& frame) {
    std::vector<std::string> names;
    visitAgentSignals(frame,
                      [&](std::string_view name, double /*value*/) { names.emplace_back(name); });
    return names;
}

Expected<void> visitFrames(SessionReader& reader, const SessionRange& range,
                           const std::function<bool(const SessionFrame&)>& take) {
    const auto places = placesOf(reader, range);
    if (!places) {
        return tl::unexpected(places.error());
    }
    if (!*places) {
        return {};
    }
    for (std::uint64_t place = (*places)->first; place <= (*places)->second; ++place) {
        auto frame = reader.frame(range.agent, place);
        if (!frame && frame.error().code == ErrorCode::Malformed) {
            continue; // recorded by the reader; later chunks may be intact
        }
        if (!frame) {
            return tl::unexpected(std::move(frame.error()));
        }
        if (!take(*frame)) {
            break;
        }
    }
    return {};
}

Expected<std::vector<std::string>> listAgentSignals(SessionReader& reader,
                                                    const SessionRange& range) {
    std::vector<std::string> names;
    std::vector<std::string> debugNames;
    std::set<std::string, std::less<>> known;
    auto done = visitFrames(reader, range, [&](const SessionFrame& frame) {
        visitAgentSignals(*frame.frame, [&](std::string_view name, double /*value*/) {
            if (!known.contains(name)) {
                known.emplace(name);
                (name.starts_with("debug.") ? debugNames : names).emplace_back(name);
            }
        });
        return true;
    });
    if (!done) {
        return tl::unexpected(std::move(done.error()));
    }
    names.insert(names.end(), debugNames.begin(), debugNames.end());
    return names;
}

Expected<AgentSignalTable> readAgentSignals(SessionReader& reader, const SessionRange& range,
                                            std::vector<std::string> names,
                                            const std::function<bool()>& keepGoing) {
    const bool areChosen = !names.empty();
    if (!areChosen) {
        auto all = listAgentSignals(reader, range);
        if (!all) {
            return tl::unexpected(std::move(all.error()));
        }
        names = std::move(*all);
    }
    AgentSignalTable table;
    table.names = std::move(names);
    table.values.resize(table.names.size());
    std::map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < table.names.size(); ++i) {
        places.emplace(table.names[i], i);
    }
    std::vector<bool> seen(table.names.size(), false);
    auto done = visitFrames(reader, range, [&](const SessionFrame& frame) {
        if (table.cycles.size() % kAsk == 0 && keepGoing && !keepGoing()) {
            return false;
        }
        table.cycles.push_back(frame.frame->cycle);
        table.at.push_back(frame.at);
        table.gameTimeS.push_back(frame.frame->game.gameTimeS);
        for (std::vector<double>& column : table.values) {
            column.push_back(kNone);
        }
        visitAgentSignals(*frame.frame, [&](std::string_view name, double value) {
            if (const auto place = places.find(name); place != places.end()) {
                table.values[place->second].back() = value;
                seen[place->second] = true;
            }
        });
        return true;
    });
    if (!done) {
        return tl::unexpected(std::move(done.error()));
    }
    const auto missing = std::ranges::find(seen, false);
    if (areChosen && !table.cycles.empty() && missing != seen.end()) {
        return base::failure(
            ErrorCode::InvalidArgument,
            fmt::format("unknown signal '{}'",
                        table.names[static_cast<std::size_t>(missing - seen.begin())]),
            "a name from `--list-signals`");
    }
    return table;
}

} // namespace sideline::logs
