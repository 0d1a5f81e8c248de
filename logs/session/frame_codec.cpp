#include "logs/session/frame_codec.h"

#include <bit>
#include <optional>
#include <type_traits>

namespace sideline::logs {

namespace {

using world::AgentFrame;

constexpr std::uint8_t kFirstWithRobotTable = 3;

// The two directions: `Out` reads const values, `In` assigns them. One function per struct then
// lists its fields once, by a structured binding that fails to compile when a field is added.
class Out {
public:
    Out(FieldWriter& writer, RobotTable& robots) : m_writer(writer), m_robots(robots) {}

    // Whether frames of this version have the fields added in a newer one.
    [[nodiscard]] static bool has(std::uint8_t version) { return version <= kFrameCodecVersion; }

    template <typename T>
    void integer(const T& value) {
        m_writer.integer(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
    }
    template <typename T>
    void number(const T& value, std::uint64_t /*count*/) {
        integer(static_cast<std::int64_t>(value));
    }
    void body(robot::BodyId value) { integer(value.value()); }
    void unum(game::UniformNumber value) { integer(value.value()); }
    void flag(bool value) { m_writer.integer(value ? 1 : 0); }
    void real(double value) { m_writer.real(value); }
    void single(double value) {
        m_writer.integer(std::bit_cast<std::uint32_t>(static_cast<float>(value)));
    }
    void text(const std::string& value) { m_writer.text(value); }
    void duration(std::chrono::nanoseconds value) { integer(value.count()); }
    void playMode(const std::optional<game::PlayMode>& value) {
        m_writer.integer(value ? static_cast<std::uint64_t>(*value) + 1 : 0);
    }
    void model(const robot::RobotModelPtr& value) { m_writer.integer(m_robots.numberOf(value)); }
    template <typename T, typename Visit>
    void list(const std::vector<T>& values, Visit visit) {
        m_writer.integer(values.size());
        for (const T& value : values) {
            visit(*this, value);
        }
    }
    template <typename Visit>
    void shape(const drawing::Shape& value, Visit visit) {
        m_writer.integer(value.index());
        std::visit([&](const auto& shape) { visit(*this, shape); }, value);
    }

private:
    FieldWriter& m_writer;
    RobotTable& m_robots;
};

class In {
public:
    In(FieldReader& reader, const RobotTable& robots, std::uint8_t version)
        : m_reader(reader), m_robots(robots), m_version(version) {}

    [[nodiscard]] bool has(std::uint8_t version) const { return version <= m_version; }

    template <typename T>
    void integer(T& value) {
        value = static_cast<T>(m_reader.integer());
    }
    // An integer or enumerator below `count`.
    template <typename T>
    void number(T& value, std::uint64_t count) {
        value = static_cast<T>(below(count));
    }
    void body(robot::BodyId& value) {
        value = robot::BodyId(static_cast<std::int32_t>(m_reader.integer()));
    }
    void unum(game::UniformNumber& value) {
        value = game::UniformNumber(static_cast<int>(m_reader.integer()));
    }
    void flag(bool& value) { value = below(2) == 1; }
    void real(double& value) { value = m_reader.real(); }
    void single(double& value) {
        value = static_cast<double>(
            std::bit_cast<float>(static_cast<std::uint32_t>(m_reader.integer())));
    }
    void text(std::string& value) { m_reader.text(value); }
    void duration(std::chrono::nanoseconds& value) {
        value = std::chrono::nanoseconds(static_cast<std::int64_t>(m_reader.integer()));
    }
    void playMode(std::optional<game::PlayMode>& value) {
        const std::uint64_t number = below(game::kPlayModeNames.size() + 1);
        value.reset();
        if (number > 0) {
            value = static_cast<game::PlayMode>(number - 1);
        }
    }
    void model(robot::RobotModelPtr& value) {
        const std::uint64_t number = m_reader.integer();
        const bool isOld = m_version < kFirstWithRobotTable;
        if (isOld ? number > kMaxBuiltInNumber : !m_robots.has(number)) {
            m_reader.fail("a robot that the session does not describe");
            return;
        }
        if (isOld) {
            value = builtInRobotOf(number);
        } else {
            value = m_robots.find(number);
        }
    }
    template <typename T, typename Visit>
    void list(std::vector<T>& values, Visit visit) {
        // Every entry takes at least one byte, which limits the allocation for a damaged count.
        const auto count = static_cast<std::size_t>(below(m_reader.bytesLeft() + 1));
        m_reader.charge(count * sizeof(T));
        values.resize(m_reader.isGood() ? count : 0);
        for (T& value : values) {
            visit(*this, value);
        }
    }
    template <typename Visit>
    void shape(drawing::Shape& value, Visit visit) {
        const std::uint64_t kind = below(std::variant_size_v<drawing::Shape>);
        emplace(value, kind, visit,
                std::make_index_sequence<std::variant_size_v<drawing::Shape>>());
    }

private:
    std::uint64_t below(std::uint64_t count) {
        const std::uint64_t value = m_reader.integer();
        if (value >= count) {
            m_reader.fail("a number is out of its range");
            return 0;
        }
        return value;
    }
    template <typename Visit, std::size_t... kKinds>
    void emplace(drawing::Shape& value, std::uint64_t kind, Visit visit,
                 std::index_sequence<kKinds...> /*kinds*/) {
        (void)((kind == kKinds ? (visit(*this, value.emplace<kKinds>()), true) : false) || ...);
    }

    FieldReader& m_reader;
    const RobotTable& m_robots;
    std::uint8_t m_version;
};

// Matches T and const T.
template <typename T, typename U>
concept Like = std::is_same_v<std::remove_const_t<T>, U>;

template <typename Codec, typename Matrix>
void visitReals(Codec& codec, Matrix& matrix) {
    for (Eigen::Index i = 0; i < matrix.size(); ++i) {
        codec.real(matrix.data()[i]);
    }
}

template <typename Codec, Like<math::Pose> T>
void visit(Codec& codec, T& value) {
    auto& [R, p] = value;
    visitReals(codec, R);
    visitReals(codec, p);
}

template <typename Codec, Like<world::AgentIdentity> T>
void visit(Codec& codec, T& value) {
    auto& [team, robot, typeNumber, model] = value;
    auto& [side, unum] = robot;
    codec.text(team);
    codec.number(side, 3);
    codec.unum(unum);
    codec.integer(typeNumber);
    codec.model(model);
}

template <typename Codec, Like<world::CycleTiming> T>
void visit(Codec& codec, T& value) {
    auto& [receivedAt, parse, update, decide, senseToAct] = value;
    codec.duration(receivedAt);
    codec.duration(parse);
    codec.duration(update);
    codec.duration(decide);
    codec.duration(senseToAct);
}

template <typename Codec, Like<world::AgentCounters> T>
void visit(Codec& codec, T& value) {
    auto& [unknownPercepts, damagedMessages, missedCycles, lateAnswers, reconnects] = value;
    codec.integer(unknownPercepts);
    codec.integer(damagedMessages);
    codec.integer(missedCycles);
    codec.integer(reconnects);
    if (codec.has(5)) {
        codec.integer(lateAnswers);
    }
}

template <typename Codec, Like<world::GameBelief> T>
void visit(Codec& codec, T& value) {
    auto& [serverTimeS, gameTimeS, playMode, ownScore, opponentScore, ageS] = value;
    codec.real(serverTimeS);
    codec.real(gameTimeS);
    codec.playMode(playMode);
    codec.integer(ownScore);
    codec.integer(opponentScore);
    if (codec.has(2)) {
        codec.real(ageS);
    }
}

template <typename Codec, Like<world::JointBelief> T>
void visit(Codec& codec, T& value) {
    auto& [measuredRad, expectedRad, targetRad, commandRadPerS] = value;
    codec.real(measuredRad);
    codec.real(expectedRad);
    codec.real(targetRad);
    codec.real(commandRadPerS);
}

template <typename Codec, Like<world::ForceBelief> T>
void visit(Codec& codec, T& value) {
    auto& [body, center_Body, force_BodyN] = value;
    codec.body(body);
    visitReals(codec, center_Body);
    visitReals(codec, force_BodyN);
}

template <typename Codec, Like<localization::PoseEstimate> T>
void visit(Codec& codec, T& value) {
    // The covariance can be recomputed from the percepts.
    auto& [isValid, X_ST, positionSigmaM, headingSigmaRad, cyclesSinceVision, velocity_SMps,
           hasCovariance, covariance, cameraOffset_CM, cameraOffsetSigmaM] = value;
    codec.flag(isValid);
    visit(codec, X_ST);
    codec.real(positionSigmaM);
    codec.real(headingSigmaRad);
    codec.integer(cyclesSinceVision);
    if (codec.has(2)) {
        visitReals(codec, velocity_SMps);
        visitReals(codec, cameraOffset_CM);
        codec.real(cameraOffsetSigmaM);
    }
}

// The readings that versions `first` to `last` added.
template <typename Codec, Like<world::BodyReadings> T>
void visitReadings(Codec& codec, T& readings, std::uint8_t first, std::uint8_t last) {
    for (const world::BodyReadingInfo& reading : world::kBodyReadings) {
        if (reading.sinceVersion >= first && reading.sinceVersion <= last &&
            codec.has(reading.sinceVersion)) {
            codec.real(readings.*reading.member);
        }
    }
}

template <typename Codec, Like<world::BodyBelief> T>
void visit(Codec& codec, T& value) {
    // `up_T` can be recomputed from gyro and accelerometer.
    auto& [joints, gyro_TRadPerS, acceleration_TMps2, up_T, forces, touching, readings, pose, X_FT,
           isFallen] = value;
    const auto each = [](auto& inner, auto& entry) { visit(inner, entry); };
    codec.list(joints, each);
    visitReals(codec, gyro_TRadPerS);
    visitReals(codec, acceleration_TMps2);
    codec.list(forces, each);
    codec.list(touching, [](auto& inner, auto& body) { inner.body(body); });
    visitReadings(codec, readings, 1, 1);
    visit(codec, pose);
    visit(codec, X_FT);
    codec.flag(isFallen);
}

// Single precision suffices for a covariance, and its lower triangle mirrors the upper one.
template <typename Codec, typename Matrix>
void visitCovariance(Codec& codec, Matrix& matrix) {
    for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
        for (Eigen::Index row = 0; row <= column; ++row) {
            codec.single(matrix(row, column));
            if constexpr (!std::is_const_v<Matrix>) {
                matrix(column, row) = matrix(row, column);
            }
        }
    }
}

template <typename Codec, Like<world::BallBelief> T>
void visit(Codec& codec, T& value) {
    auto& [isKnown, p_F, velocity_FMps, p_T, ageS, covariance, isFlying, isHeard, rest_F,
           confidence] = value;
    codec.flag(isKnown);
    visitReals(codec, p_F);
    visitReals(codec, velocity_FMps);
    visitReals(codec, p_T);
    codec.real(ageS);
    if (codec.has(2)) {
        visitCovariance(codec, covariance);
        codec.flag(isFlying);
        codec.flag(isHeard);
        visitReals(codec, rest_F);
        codec.real(confidence);
    }
}

template <typename Codec, Like<world::PartBelief> T>
void visit(Codec& codec, T& value) {
    auto& [isSeen, p_F] = value;
    codec.flag(isSeen);
    visitReals(codec, p_F);
}

template <typename Codec, Like<world::PlayerBelief> T>
void visit(Codec& codec, T& value) {
    auto& [isTeammate, unum, p_F, headingRad, hasHeading, isFallen, ageS, velocity_FMps,
           positionSigmaM, confidence, isHeard, parts] = value;
    codec.flag(isTeammate);
    codec.integer(unum);
    visitReals(codec, p_F);
    codec.real(headingRad);
    codec.flag(hasHeading);
    codec.flag(isFallen);
    codec.real(ageS);
    if (codec.has(2)) {
        visitReals(codec, velocity_FMps);
        codec.real(positionSigmaM);
        codec.real(confidence);
        codec.flag(isHeard);
        for (auto& part : parts) {
            visit(codec, part);
        }
    }
}

template <typename Codec, Like<world::SeenLandmark> T>
void visit(Codec& codec, T& value) {
    auto& [name, p_F] = value;
    codec.text(name);
    visitReals(codec, p_F);
}

template <typename Codec, Like<world::SeenLine> T>
void visit(Codec& codec, T& value) {
    auto& [from_F, to_F] = value;
    visitReals(codec, from_F);
    visitReals(codec, to_F);
}

template <typename Codec, Like<world::WorldBelief::Heard> T>
void visit(Codec& codec, T& value) {
    auto& [team, text, directionRad, isOwn, ageS] = value;
    codec.text(team);
    codec.text(text);
    codec.real(directionRad);
    codec.flag(isOwn);
    codec.real(ageS);
}

template <typename Codec, Like<world::WorldBelief> T>
void visit(Codec& codec, T& value) {
    auto& [ball, players, hasVision, landmarks, lines, heard] = value;
    const auto each = [](auto& inner, auto& entry) { visit(inner, entry); };
    visit(codec, ball);
    codec.flag(hasVision);
    codec.list(players, each);
    codec.list(landmarks, each);
    codec.list(lines, each);
    codec.list(heard, each);
}

template <typename Codec, Like<world::SituationBelief> T>
void visit(Codec& codec, T& value) {
    auto& [isRunning, setPiece, isOwnRestart, mayTouchBall, mayShootAtGoal, mayBeam, modeForS,
           modeLeftS, half, halfLeftS, hasRestartPlace, restart_F, keepAwayM, hasOffsideLine,
           offsideLine_FM, teammatesByBall, opponentsByBall, ownRankToBall, nearestOpponent,
           hasHome, home_F] = value;
    codec.flag(isRunning);
    codec.number(setPiece, static_cast<std::uint64_t>(world::SetPiece::Pass) + 1);
    codec.flag(isOwnRestart);
    codec.flag(mayTouchBall);
    codec.flag(mayShootAtGoal);
    codec.flag(mayBeam);
    codec.real(modeForS);
    codec.real(modeLeftS);
    codec.integer(half);
    codec.real(halfLeftS);
    codec.flag(hasRestartPlace);
    visitReals(codec, restart_F);
    codec.real(keepAwayM);
    codec.flag(hasOffsideLine);
    codec.real(offsideLine_FM);
    codec.integer(ownRankToBall);
    codec.integer(nearestOpponent);
    codec.flag(hasHome);
    visitReals(codec, home_F);
    const auto each = [](auto& inner, auto& entry) { inner.integer(entry); };
    codec.list(teammatesByBall, each);
    codec.list(opponentsByBall, each);
}

template <typename Codec, Like<world::DecisionTerm> T>
void visit(Codec& codec, T& term) {
    auto& [text, value, truth] = term;
    codec.text(text);
    codec.real(value);
    codec.real(truth);
}

template <typename Codec, Like<world::DecisionNode> T>
void visit(Codec& codec, T& value) {
    auto& [name, behavior, depth, line, score, isChosen, isActive, terms] = value;
    codec.text(name);
    codec.text(behavior);
    codec.integer(depth);
    codec.integer(line);
    codec.real(score);
    codec.flag(isChosen);
    codec.flag(isActive);
    codec.integer(terms);
}

template <typename Codec, Like<world::DecisionTrace> T>
void visit(Codec& codec, T& value) {
    auto& [maker, fault, nodes, terms] = value;
    const auto each = [](auto& inner, auto& entry) { visit(inner, entry); };
    codec.text(maker);
    codec.text(fault);
    codec.list(nodes, each);
    codec.list(terms, each);
}

// Most frames have no trace; from version 4 on a flag marks those that do.
template <typename Codec, Like<world::Decision> T>
void visit(Codec& codec, T& value) {
    auto& [behavior, reason, isUserControlled, trace] = value;
    codec.text(behavior);
    codec.text(reason);
    constexpr unsigned kControlled = 1;
    constexpr unsigned kTraced = 2;
    unsigned flags = 0;
    if constexpr (std::is_const_v<T>) {
        const bool isTraced = !trace.isEmpty();
        flags = (isUserControlled ? kControlled : 0U) | (isTraced ? kTraced : 0U);
    }
    codec.number(flags, codec.has(4) ? 4 : 2);
    if constexpr (!std::is_const_v<T>) {
        isUserControlled = (flags & kControlled) != 0;
        trace.clear();
    }
    if ((flags & kTraced) != 0) {
        visit(codec, trace);
    }
}

template <typename Codec, Like<world::DebugValue> T>
void visit(Codec& codec, T& entry) {
    auto& [name, value] = entry;
    codec.text(name);
    codec.real(value);
}

template <typename Codec, Like<drawing::Color> T>
void visit(Codec& codec, T& value) {
    auto& [red, green, blue, alpha] = value;
    codec.number(red, 256);
    codec.number(green, 256);
    codec.number(blue, 256);
    codec.number(alpha, 256);
}

template <typename Codec, Like<drawing::Circle> T>
void visit(Codec& codec, T& value) {
    auto& [center_S, radiusM, thicknessPx, color] = value;
    visitReals(codec, center_S);
    codec.real(radiusM);
    codec.real(thicknessPx);
    visit(codec, color);
}

template <typename Codec, Like<drawing::Line> T>
void visit(Codec& codec, T& value) {
    auto& [from_S, to_S, thicknessPx, color] = value;
    visitReals(codec, from_S);
    visitReals(codec, to_S);
    codec.real(thicknessPx);
    visit(codec, color);
}

template <typename Codec, Like<drawing::Point> T>
void visit(Codec& codec, T& value) {
    auto& [p_S, sizePx, color] = value;
    visitReals(codec, p_S);
    codec.real(sizePx);
    visit(codec, color);
}

template <typename Codec, Like<drawing::Sphere> T>
void visit(Codec& codec, T& value) {
    auto& [center_S, radiusM, color] = value;
    visitReals(codec, center_S);
    codec.real(radiusM);
    visit(codec, color);
}

template <typename Codec, Like<drawing::Polygon> T>
void visit(Codec& codec, T& value) {
    auto& [corners_S, color] = value;
    codec.list(corners_S, [](auto& inner, auto& corner) { visitReals(inner, corner); });
    visit(codec, color);
}

template <typename Codec, Like<drawing::Annotation> T>
void visit(Codec& codec, T& value) {
    auto& [p_S, text, color] = value;
    visitReals(codec, p_S);
    codec.text(text);
    visit(codec, color);
}

template <typename Codec, Like<drawing::NamedShape> T>
void visit(Codec& codec, T& value) {
    auto& [set, shape] = value;
    codec.text(set);
    codec.shape(shape, [](auto& inner, auto& kind) { visit(inner, kind); });
}

// Fields of fixed layout come first, so that their position is the same in every frame.
template <typename Codec, Like<AgentFrame> T>
void visit(Codec& codec, T& frame) {
    auto& [cycle, identity, perceptText, commandText, timing, counters, game, body, world,
           situation, decision, values, drawings, lines] = frame;
    const auto each = [](auto& inner, auto& entry) { visit(inner, entry); };
    codec.integer(cycle);
    visit(codec, identity);
    visit(codec, timing);
    visit(codec, counters);
    visit(codec, game);
    codec.text(perceptText);
    codec.text(commandText);
    visit(codec, decision);
    visit(codec, body);
    visit(codec, world);
    codec.list(values, each);
    codec.list(drawings, each);
    codec.list(lines, [](auto& inner, auto& line) { inner.text(line); });
    if (codec.has(2)) {
        visit(codec, situation);
    }
    visitReadings(codec, body.readings, 2, kFrameCodecVersion);
}

} // namespace

std::size_t approximateBytes(const AgentFrame& frame) {
    std::size_t bytes = sizeof(AgentFrame) + frame.perceptText.size() + frame.commandText.size() +
                        frame.decision.behavior.size() + frame.decision.reason.size() +
                        frame.body.joints.size() * sizeof(world::JointBelief) +
                        frame.body.forces.size() * sizeof(world::ForceBelief) +
                        frame.body.touching.size() * sizeof(robot::BodyId) +
                        frame.world.players.size() * sizeof(world::PlayerBelief) +
                        frame.world.landmarks.size() * sizeof(world::SeenLandmark) +
                        frame.world.lines.size() * sizeof(world::SeenLine) +
                        frame.world.heard.size() * sizeof(world::WorldBelief::Heard) +
                        frame.situation.teammatesByBall.size() * sizeof(int) +
                        frame.situation.opponentsByBall.size() * sizeof(int) +
                        frame.values.size() * (sizeof(world::DebugValue) + sizeof(double)) +
                        frame.drawings.size() * sizeof(drawing::NamedShape);
    for (const world::DecisionNode& node : frame.decision.trace.nodes) {
        bytes += sizeof(node) + node.name.size() + node.behavior.size();
    }
    for (const world::DecisionTerm& term : frame.decision.trace.terms) {
        bytes += sizeof(term) + term.text.size();
    }
    for (const drawing::NamedShape& drawn : frame.drawings) {
        if (const auto* polygon = std::get_if<drawing::Polygon>(&drawn.shape)) {
            bytes += polygon->corners_S.size() * sizeof(Eigen::Vector3d);
        }
    }
    for (const std::string& line : frame.lines) {
        bytes += sizeof(std::string) + line.size();
    }
    return bytes;
}

void writeFrame(FieldWriter& writer, const AgentFrame& frame, RobotTable& robots) {
    Out codec(writer, robots);
    visit(codec, frame);
}

void readFrame(FieldReader& reader, AgentFrame& frame, const RobotTable& robots,
               std::uint8_t version) {
    In codec(reader, robots, version);
    visit(codec, frame);
}

} // namespace sideline::logs
