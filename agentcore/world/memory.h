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
#include "agentcore/robot/limb_joints.h"
#include "agentcore/world/agent_frame.h"
#include "agentcore/world/formation.h"
#include "agentcore/world/short_text.h"

namespace sideline::world {

/// Identifies an object whose positions are remembered.
class ObjectKey {
public:
    static constexpr std::size_t kMaxLandmarks = 8;
    static constexpr std::size_t kCount = 2 + 2 * kTeamSize + kMaxLandmarks;

    [[nodiscard]] static ObjectKey self() { return ObjectKey(0); }
    [[nodiscard]] static ObjectKey ball() { return ObjectKey(1); }
    /// @param unum 1 to 11; other numbers return nothing
    [[nodiscard]] static std::optional<ObjectKey> player(bool isTeammate, int unum);
    /// @param index in `FieldModel::landmarks`
    [[nodiscard]] static std::optional<ObjectKey> landmark(std::size_t index);

    [[nodiscard]] std::size_t index() const { return m_index; }
    [[nodiscard]] bool operator==(const ObjectKey&) const = default;

private:
    explicit ObjectKey(std::size_t index) : m_index(index) {}
    std::size_t m_index;
};

/// Remembered state of an object at one time. Field frame F.
struct Recall {
    bool isKnown = false;  ///< known to the agent at that time
    bool isSeen = false;   ///< seen in that cycle (for the robot itself: saw landmarks)
    protocol::Polar polar; ///< as reported (of a player's first part); only if `isSeen`
    Eigen::Vector3d p_F = Eigen::Vector3d::Zero();
    Eigen::Vector3d velocity_FMps = Eigen::Vector3d::Zero();
};

/// Action of the robot in one cycle.
struct RememberedAction {
    std::uint64_t cycle = 0;
    std::span<const float> speedsRadPerS; ///< one per joint of the model; empty without commands
    std::string_view said;
    bool isBeamed = false;
    Eigen::Vector3d beam_F = Eigen::Vector3d::Zero(); ///< x, y in m and heading in rad
};

/// Other values of a cycle.
struct RememberedParameters {
    std::uint64_t cycle = 0;
    double atS = 0.0; ///< physics time since the first cycle
    double gameTimeS = 0.0;
    std::optional<game::PlayMode> playMode;
    BodyReadings readings;
    double viewPanRad = 0.0; ///< of the head joints
    double viewTiltRad = 0.0;
    bool isFallen = false;
};

/// Accuracy of predictions: the mean distance between predicted and later seen positions of an
/// object.
struct PredictionError {
    double meanM = 0.0;
    double largestM = 0.0;
    std::size_t count = 0; ///< number of evaluated predictions
};

/// Prediction horizons that are stored and evaluated.
inline constexpr std::array<double, 2> kPredictionHorizonsS = {0.1, 0.5};

/// An agent's memory of the last few seconds: percepts, actual and predicted positions, actions and
/// other state. Modeled on the "information storage" of the Hazard agent (team documentation,
/// section 4.1).
///
/// A ring buffer of fixed size; nothing is allocated later. All data are per cycle. Ages count back
/// from the last stored cycle. One thread at a time.
class Memory {
public:
    static constexpr std::size_t kDefaultCycles = 500; ///< 10 s

    /// @param field must outlive this object
    explicit Memory(const field::FieldModel& field, std::size_t cycles = kDefaultCycles);

    /// Stores a cycle: its percepts and the resulting beliefs.
    /// @param stepS physics time since the previous cycle
    void remember(const protocol::Percepts& percepts, const AgentFrame& frame, double stepS);
    /// Stores the joint speeds sent in the last stored cycle.
    void storeCommands(std::span<const JointBelief> joints);
    void said(std::string_view text);
    void beamed(const Eigen::Vector3d& beam_F);
    void clear();

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] std::size_t capacity() const { return m_moments.size(); }
    /// Age of the oldest cycle, s.
    [[nodiscard]] double spanS() const;

    /// State of an object at an earlier time. Position and velocity are interpolated between two
    /// cycles in which it was known; `isSeen` and `polar` come from the nearer cycle.
    /// @param ageS 0 to `spanS()`; other values return nothing
    [[nodiscard]] std::optional<Recall> at(ObjectKey key, double ageS) const;
    /// State in a single cycle.
    /// @param cyclesBack 0 for the last one; nothing is returned beyond `size()`
    [[nodiscard]] std::optional<Recall> inCycle(ObjectKey key, std::size_t cyclesBack) const;
    /// Predicted position of an object in a cycle, from the beliefs `horizonS` earlier.
    /// @param horizonS one of `kPredictionHorizonsS`
    [[nodiscard]] std::optional<Eigen::Vector3d> predicted_F(ObjectKey key, std::size_t cyclesBack,
                                                             double horizonS) const;
    /// Compares the predictions of an object with its later sightings.
    /// @param horizonS one of `kPredictionHorizonsS`; the count is 0 for other values
    [[nodiscard]] PredictionError predictionError(ObjectKey key, double horizonS) const;

    /// The action of a cycle; valid until the next `remember`.
    [[nodiscard]] std::optional<RememberedAction> action(std::size_t cyclesBack) const;
    [[nodiscard]] std::optional<RememberedParameters> parameters(std::size_t cyclesBack) const;

private:
    // Single precision: an accuracy of 0.1 mm is sufficient.
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
        /// Predicted position of the ball after each horizon.
        std::array<std::array<float, 3>, kPredictionHorizonsS.size()> ballAfter{};
        std::size_t jointCount = 0;
        std::array<float, robot::kMaxJoints> speedsRadPerS{};
        ShortText<24> said;
        bool isBeamed = false;
        Eigen::Vector3d beam_F = Eigen::Vector3d::Zero();
    };

    [[nodiscard]] const Moment& moment(std::size_t cyclesBack) const;
    [[nodiscard]] Moment& last();
    // Number of cycles back to the newest one at or before `atS`, a remembered time.
    [[nodiscard]] std::size_t cyclesBackAt(double atS) const;
    [[nodiscard]] static Recall recall(const Place& place);
    [[nodiscard]] static Eigen::Vector3d predictionOf(const Moment& moment, ObjectKey key,
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
    robot::AxisJoint m_pan; // head joint of `m_model`
    robot::AxisJoint m_tilt;
};

} // namespace sideline::world
