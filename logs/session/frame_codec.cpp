#include "logs/session/frame_codec.h"

#include <bit>
#include <chrono>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "logs/session/frame_fields.h"

namespace sideline::logs {

namespace {

using world::AgentFrame;

constexpr std::uint8_t kFirstWithRobotTable = 3;

// Replaces a shape by an empty one of this kind.
template <std::size_t... kKinds>
void setShapeKind(drawing::Shape& shape, std::size_t kind,
                  std::index_sequence<kKinds...> /*kinds*/) {
    (void)((kind == kKinds ? (shape.emplace<kKinds>(), true) : false) || ...);
}
constexpr std::size_t kShapeKinds = std::variant_size_v<drawing::Shape>;

// Reads versions 1 to 5.
class PlainFields {
public:
    static constexpr bool kReads = true;
    static constexpr bool kIsPlain = true;

    PlainFields(FieldReader& reader, const RobotTable& robots, std::uint8_t version)
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
    void real(double& value, Precision /*precision*/, const double* /*hint*/ = nullptr) {
        value = m_reader.real();
    }
    void single(double& value, Precision /*precision*/) {
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
    template <typename T, typename Visit, typename Name>
    void named(std::vector<T>& values, Visit visit, Name /*nameOf*/) {
        list(values, visit);
    }
    template <typename Visit>
    void part(Visit visit) {
        visit();
    }
    [[nodiscard]] const FrameHints& hints() const { return m_hints; }
    void know(game::Side /*side*/, const std::string& /*percept*/, const std::string& /*command*/) {
    }
    void know(const math::Pose& /*X_FT*/) {}
    template <typename Visit>
    void shape(drawing::Shape& value, Visit visit) {
        setShapeKind(value, below(kShapeKinds), std::make_index_sequence<kShapeKinds>());
        std::visit([&](auto& shape) { visit(*this, shape); }, value);
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
    FieldReader& m_reader;
    const RobotTable& m_robots;
    FrameHints m_hints;
    std::uint8_t m_version;
};

// Writes and reads the newest version.
template <typename Bits>
class CodedFields {
public:
    static constexpr bool kReads = Bits::kReads;
    static constexpr bool kIsPlain = false;
    using Robots = std::conditional_t<kReads, const RobotTable, RobotTable>;

    CodedFields(FieldCoder<Bits>& coder, Robots& robots) : m_coder(coder), m_robots(robots) {}

    [[nodiscard]] static bool has(std::uint8_t version) { return version <= kFrameCodecVersion; }

    template <typename T>
    void integer(T& value) {
        auto coded = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
        m_coder.integer(coded);
        value = static_cast<T>(coded);
    }
    template <typename T>
    void number(T& value, std::uint64_t count) {
        auto coded = static_cast<std::uint64_t>(value);
        m_coder.integer(coded);
        if (coded >= count) {
            m_coder.fail("a number is out of its range");
            coded = 0;
        }
        value = static_cast<T>(coded);
    }
    void body(robot::BodyId& value) {
        auto id = value.value();
        integer(id);
        value = robot::BodyId(id);
    }
    void unum(game::UniformNumber& value) {
        int unum = value.value();
        integer(unum);
        value = game::UniformNumber(unum);
    }
    void flag(bool& value) { m_coder.flag(value); }
    void real(double& value, Precision precision, const double* hint = nullptr) {
        m_coder.real(value, precision, hint);
    }
    void single(double& value, Precision precision) { m_coder.real(value, precision); }
    void text(std::string& value) { m_coder.text(value); }
    void duration(std::chrono::nanoseconds& value) {
        std::int64_t count = value.count();
        integer(count);
        value = std::chrono::nanoseconds(count);
    }
    void playMode(std::optional<game::PlayMode>& value) {
        std::uint64_t mode = value ? static_cast<std::uint64_t>(*value) + 1 : 0;
        number(mode, game::kPlayModeNames.size() + 1);
        value = mode > 0 ? std::optional(static_cast<game::PlayMode>(mode - 1)) : std::nullopt;
    }
    void model(robot::RobotModelPtr& value) {
        std::uint64_t number = 0;
        if constexpr (!kReads) {
            number = m_robots.numberOf(value);
        }
        m_coder.integer(number);
        if constexpr (kReads) {
            if (!m_robots.has(number)) {
                return m_coder.fail("a robot that the session does not describe");
            }
            value = m_robots.find(number);
        }
    }
    template <typename T, typename Visit>
    void list(std::vector<T>& values, Visit visit) {
        const std::size_t count = countOf(values);
        for (std::size_t i = 0; i < count && hasEntry(values, i); ++i) {
            m_coder.beginEntry(i);
            visit(*this, values[i]);
            m_coder.endEntry();
        }
        m_coder.endList();
    }
    template <typename T, typename Visit, typename Name>
    void named(std::vector<T>& values, Visit visit, Name nameOf) {
        const std::size_t count = countOf(values);
        for (std::size_t i = 0; i < count && hasEntry(values, i); ++i) {
            const auto [name, tag] = nameOf(values[i]);
            m_coder.beginEntry(name, tag);
            visit(*this, values[i]);
            m_coder.endEntry();
        }
        m_coder.endList();
    }
    template <typename Visit>
    void part(Visit visit) {
        m_coder.beginPart(kShapeKinds);
        visit();
        m_coder.endPart();
    }
    template <typename Visit>
    void shape(drawing::Shape& value, Visit visit) {
        std::uint64_t kind = value.index();
        number(kind, kShapeKinds);
        if constexpr (kReads) {
            setShapeKind(value, kind, std::make_index_sequence<kShapeKinds>());
        }
        m_coder.beginPart(kind);
        std::visit([&](auto& shape) { visit(*this, shape); }, value);
        m_coder.endPart();
    }
    // Codes the ends of a line, which often continues the preceding line or closes the figure.
    void ends(Eigen::Vector3d& from_S, Eigen::Vector3d& to_S, Precision precision) {
        for (Eigen::Index i = 0; i < 3; ++i) {
            m_coder.real(from_S[i], precision, &m_lineEnd_S[i]);
        }
        if (from_S != m_lineEnd_S) {
            m_figureBegin_S = from_S;
        }
        for (Eigen::Index i = 0; i < 3; ++i) {
            m_coder.real(to_S[i], precision, &m_figureBegin_S[i]);
        }
        m_lineEnd_S = to_S;
    }
    void know(game::Side side, const std::string& perceptText, const std::string& commandText) {
        m_side = side;
        m_hints.read(perceptText, commandText);
    }
    void know(const math::Pose& X_FT) { m_X_FT = X_FT; }
    [[nodiscard]] game::Side side() const { return m_side; }
    [[nodiscard]] const math::Pose& torso() const { return m_X_FT; }
    [[nodiscard]] const FrameHints& hints() const { return m_hints; }
    [[nodiscard]] double lastReal(std::size_t ahead) { return m_coder.lastReal(ahead); }

private:
    template <typename T>
    std::size_t countOf(std::vector<T>& values) {
        std::uint64_t count = values.size();
        m_coder.count(count);
        if constexpr (kReads) {
            values.clear();
        }
        return static_cast<std::size_t>(count);
    }
    // Appends an entry when reading. A corrupt count stops at the end of the data.
    template <typename T>
    bool hasEntry(std::vector<T>& values, std::size_t place) {
        if constexpr (kReads) {
            m_coder.chargeEntry(sizeof(T));
            if (m_coder.isGood()) {
                values.emplace_back();
            }
        }
        return m_coder.isGood() && place < values.size();
    }

    FieldCoder<Bits>& m_coder;
    Robots& m_robots;
    FrameHints m_hints;
    game::Side m_side = game::Side::None;
    math::Pose m_X_FT;
    Eigen::Vector3d m_lineEnd_S = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_figureBegin_S = Eigen::Vector3d::Zero();
};

// Rounds numbers to the precision at which they are stored.
class RoundedFields {
public:
    static constexpr bool kReads = false;
    static constexpr bool kIsPlain = true;

    [[nodiscard]] static bool has(std::uint8_t /*version*/) { return true; }
    template <typename T>
    void integer(const T& /*value*/) {}
    template <typename T>
    void number(const T& /*value*/, std::uint64_t /*count*/) {}
    void body(robot::BodyId /*value*/) {}
    void unum(game::UniformNumber /*value*/) {}
    void flag(bool /*value*/) {}
    void real(double& value, Precision precision, const double* /*hint*/ = nullptr) {
        value = roundTo(value, precision);
    }
    void single(double& value, Precision precision) { value = roundTo(value, precision); }
    void text(const std::string& /*value*/) {}
    void duration(std::chrono::nanoseconds /*value*/) {}
    void playMode(const std::optional<game::PlayMode>& /*value*/) {}
    void model(const robot::RobotModelPtr& /*value*/) {}
    template <typename T, typename Visit>
    void list(std::vector<T>& values, Visit visit) {
        for (T& value : values) {
            visit(*this, value);
        }
    }
    template <typename T, typename Visit, typename Name>
    void named(std::vector<T>& values, Visit visit, Name /*nameOf*/) {
        list(values, visit);
    }
    template <typename Visit>
    void part(Visit visit) {
        visit();
    }
    template <typename Visit>
    void shape(drawing::Shape& value, Visit visit) {
        std::visit([&](auto& shape) { visit(*this, shape); }, value);
    }
    void know(game::Side /*side*/, const std::string& /*percept*/, const std::string& /*command*/) {
    }
    void know(const math::Pose& /*X_FT*/) {}
    [[nodiscard]] const FrameHints& hints() const { return m_hints; }

private:
    FrameHints m_hints;
};

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

void roundToRecorded(AgentFrame& frame) {
    RoundedFields rounded;
    visit(rounded, frame);
}

void writeFrame(FieldCoder<BitEncoder>& coder, AgentFrame& frame, RobotTable& robots) {
    coder.beginFrame();
    CodedFields<BitEncoder> fields(coder, robots);
    visit(fields, frame);
}

void readFrame(FieldCoder<BitDecoder>& coder, AgentFrame& frame, const RobotTable& robots) {
    coder.beginFrame();
    CodedFields<BitDecoder> fields(coder, robots);
    visit(fields, frame);
}

void readFrame(FieldReader& reader, AgentFrame& frame, const RobotTable& robots,
               std::uint8_t version) {
    PlainFields fields(reader, robots, version);
    visit(fields, frame);
}

} // namespace sideline::logs
