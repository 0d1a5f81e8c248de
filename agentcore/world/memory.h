#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/formation.h"
#include "agentcore/world/short_text.h"

namespace sideline::world {

/// A thing whose places are remembered.
class ObjectKey {
public:
    static constexpr std::size_t kMostLandmarks = 8;
    static constexpr std::size_t kCount = 2 + 2 * kTeamSize + kMostLandmarks;

    [[nodiscard]] static ObjectKey self() { return ObjectKey(0); }
    [[nodiscard]] static ObjectKey ball() { return ObjectKey(1); }
    /// @param unum 1 to 11; nothing comes back for others
    [[nodiscard]] static std::optional<ObjectKey> player(bool isTeammate, int unum);
    /// @param index in `FieldModel::landmarks`
    [[nodiscard]] static std::optional<ObjectKey> landmark(std::size_t index);

    [[nodiscard]] std::size_t index() const { return m_index; }
    [[nodiscard]] bool operator==(const ObjectKey&) const = default;

private:
    explicit ObjectKey(std::size_t index) : m_index(index) {}
    std::size_t m_index;
};

/// What is remembered of a thing at a moment. Field frame F.
struct Recall {
    bool isKnown = false; ///< it was believed in
    bool isSeen = false;  ///< it was seen in this very cycle (the robot itself: landmarks were)
    protocol::Polar
        polar; ///< as the server reported it; of a player its first part; only if `isSeen`
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity_FMps = Eigen::Vector3d::Zero();
};

/// What the robot did in a cycle.
struct RememberedAction {
    std::uint64_t cycle = 0;
    std::span<const float> speedsRadPerS; ///< one per joint of the model; empty if none was sent
    std::string_view said;
    bool isBeamed = false;
    Eigen::Vector3d beam_F = Eigen::Vector3d::Zero(); ///< x, y in m and heading in rad
};

/// The other numbers of a cycle.
struct RememberedParameters {
    std::uint64_t cycle = 0;
    double atS = 0.0; ///< physics time since the memory began
    double gameTimeS = 0.0;
    std::optional<game::PlayMode> playMode;
    double batteryLevel = -1.0; ///< negative: not reported
    double temperatureC = -1.0;
    double viewPanRad = 0.0; ///< of the head's joints
    double viewTiltRad = 0.0;
    bool isFallen = false;
};

/// How well predictions came true: the mean distance between where a thing was said to be and where
/// it was seen later.
struct PredictionError {
    double meanM = 0.0;
    double largestM = 0.0;
    std::size_t count = 0; ///< predictions that could be judged
};

/// Horizons of the predictions that are kept and judged.
inline constexpr std::array<double, 2> kPredictionHorizonsS = {0.1, 0.5};

/// What an agent remembers of its last seconds: what it perceived, where things were and were said
/// to be, what it did, and how the rest was. Modelled on the "information storage" of the Hazard
/// agent (team documentation, section 4.1).
///
/// A ring of fixed size that is made once; nothing is allocated later. Everything is per cycle.
/// Ages count back from the cycle that was remembered last. One thread at a time.
class Memory {
public:
    static constexpr std::size_t kDefaultCycles = 500; ///< 10 s

    /// @param field outlives this
    explicit Memory(const field::FieldModel& field, std::size_t cycles = kDefaultCycles);

    /// Takes a cycle: what was perceived and what is believed since.
    /// @param stepS physics time since the cycle before
    void remember(const protocol::Percepts& percepts, const AgentFrame& frame, double stepS);
    /// Joint speeds that were sent in reply to the cycle that was remembered last.
    void acted(std::span<const JointBelief> joints);
    void said(std::string_view text);
    void beamed(const Eigen::Vector3d& beam_F);
    void clear();

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] std::size_t capacity() const { return m_moments.size(); }
    /// Age of the oldest cycle, s.
    [[nodiscard]] double spanS() const;

    /// Where a thing was. Between two cycles in which it was known place and speed are
    /// interpolated; `isSeen` and `polar` are those of the nearer cycle.
    /// @param ageS 0 to `spanS()`; nothing comes back for others
    [[nodiscard]] std::optional<Recall> at(ObjectKey thing, double ageS) const;
    /// As it was in a whole cycle.
    /// @param cyclesBack 0 for the last one; nothing comes back beyond `size()`
    [[nodiscard]] std::optional<Recall> inCycle(ObjectKey thing, std::size_t cyclesBack) const;
    /// Age of the last vision frame, s; nothing if it has not been seen in all that is remembered.
    [[nodiscard]] std::optional<double> lastSeenS(ObjectKey thing) const;
    /// Where a thing was said to be at that moment, by what was believed `horizonS` before.
    /// @param horizonS one of `kPredictionHorizonsS`
    [[nodiscard]] std::optional<Eigen::Vector3d> predicted_F(ObjectKey thing,
                                                             std::size_t cyclesBack,
                                                             double horizonS) const;
    /// Judges the predictions of a thing by its later vision frames.
    /// @param horizonS one of `kPredictionHorizonsS`; count is 0 for others
    [[nodiscard]] PredictionError predictionError(ObjectKey thing, double horizonS) const;

    /// What was done in a cycle; valid until the next `remember`.
    [[nodiscard]] std::optional<RememberedAction> action(std::size_t cyclesBack) const;
    [[nodiscard]] std::optional<RememberedParameters> parameters(std::size_t cyclesBack) const;

private:
    // In single precision: a tenth of a millimeter is enough here.
    struct Place {
        bool isKnown = false;
        bool isSeen = false;
        std::array<float, 3> polar{};
        std::array<float, 3> p_F{};
        std::array<float, 3> velocity{};
    };
    struct Moment {
        RememberedParameters parameters;
        std::array<Place, ObjectKey::kCount> places{};
        /// Where the ball will be after each horizon.
        std::array<std::array<float, 3>, kPredictionHorizonsS.size()> ballAfter{};
        std::size_t jointCount = 0;
        std::array<float, robot::kMaxJoints> speedsRadPerS{};
        ShortText<24> said;
        bool isBeamed = false;
        Eigen::Vector3d beam_F = Eigen::Vector3d::Zero();
    };

    [[nodiscard]] const Moment& moment(std::size_t cyclesBack) const;
    [[nodiscard]] Moment& last();
    // The newest cycle that is not after a time within the span.
    [[nodiscard]] std::size_t cyclesBackAt(double atS) const;
    [[nodiscard]] static Recall recall(const Place& place);
    [[nodiscard]] static Eigen::Vector3d predictionOf(const Moment& moment, ObjectKey thing,
                                                      std::size_t horizon);
    void rememberBeliefs(const AgentFrame& frame, Moment& moment) const;
    void rememberVision(const protocol::VisionPercept& vision, const AgentIdentity& self,
                        Moment& moment) const;

    const field::FieldModel& m_field;
    std::vector<Moment> m_moments;
    std::size_t m_next = 0;
    std::size_t m_size = 0;
    double m_atS = 0.0;
    robot::RobotModelPtr m_model;
    robot::JointId m_pan; // of the head of `m_model`
    robot::JointId m_tilt;
};

} // namespace sideline::world
