#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/robot/ids.h"

namespace sideline::robot {

/// The quantity that a perceptor reports; each comment gives the first word of its percept.
enum class PerceptorKind : std::uint8_t {
    Time,            ///< `time`: simulation time
    GameState,       ///< `GS`
    Hear,            ///< `hear`, one for each message heard
    Gyro,            ///< `GYR`: angular velocity of `body` in its own frame
    Accelerometer,   ///< `ACC`: acceleration of `body` in its own frame
    Hinge,           ///< `HJ`: angle of `joint`
    Universal,       ///< `UJ`: angles of `joint` (`ax1`) and of the following joint (`ax2`)
    Vision,          ///< `See`, from the origin of `body`
    ForceResistance, ///< `FRP`: force on `body`; not reported without contact
    Touch,           ///< `TCH`: whether `body` has contact
};

/// Properties of a kind of perceptor.
struct PerceptorKindInfo {
    /// What a perceptor of this kind is attached to.
    enum class Place : std::uint8_t { Robot, Joint, Body };

    PerceptorKind kind;
    std::string_view word; ///< the first word of its percepts
    std::string_view name; ///< name in descriptions of robots as JSON
    std::string_view node; ///< class of the node in a server's scene files
    const char* text;      ///< for display
    Place place = Place::Robot;
    bool hasName = false;            ///< whether its percept has a name
    bool needsContact = false;       ///< whether its body must have a collider
    std::string_view ending = {};    ///< ending of the names of added sensors; empty if none can be
                                     ///< added
    std::string_view otherNode = {}; ///< a second class of such nodes; may be empty
};

/// A row for each `PerceptorKind`, in its order. Scene files, descriptions, the robot workshop and
/// its panels use these rows.
inline constexpr auto kPerceptorKinds = [] {
    using enum PerceptorKind;
    using Info = PerceptorKindInfo;
    constexpr auto kOfJoint = Info::Place::Joint;
    constexpr auto kOfBody = Info::Place::Body;
    return std::to_array<Info>({
        {Time, "time", "time", "TimePerceptor", "time"},
        {GameState, "GS", "gameState", "GameStatePerceptor", "game state"},
        {Hear, "hear", "hear", "HearPerceptor", "hearing"},
        {Gyro, "GYR", "gyro", "GyroRatePerceptor", "gyro", kOfBody, true, false, "gyro"},
        {Accelerometer, "ACC", "accelerometer", "Accelerometer", "accelerometer", kOfBody, true,
         false, "acc"},
        {Hinge, "HJ", "hinge", "HingePerceptor", "joint angle", kOfJoint, true},
        {Universal, "UJ", "universal", "UniversalJointPerceptor", "joint angles", kOfJoint, true},
        {Vision, "See", "vision", "VisionPerceptor", "camera", kOfBody, false, false, "",
         "RestrictedVisionPerceptor"},
        {ForceResistance, "FRP", "forceResistance", "ForceResistancePerceptor", "force sensor",
         kOfBody, true, true, "force"},
        {Touch, "TCH", "touch", "TouchPerceptor", "touch sensor", kOfBody, true, true, "touch"},
    });
}();

/// Returns the row of a kind.
[[nodiscard]] constexpr const PerceptorKindInfo& perceptorInfo(PerceptorKind kind) {
    return kPerceptorKinds[static_cast<std::size_t>(kind)];
}
static_assert(
    [] {
        for (std::size_t i = 0; i < kPerceptorKinds.size(); ++i) {
            if (static_cast<std::size_t>(kPerceptorKinds[i].kind) != i) {
                return false;
            }
        }
        return true;
    }(),
    "the rows are in the order of the kinds");

/// One perceptor of a robot.
struct Perceptor {
    PerceptorKind kind = PerceptorKind::Time;
    std::string name; ///< `(n NAME)` of the percept; empty for time, GS, hear and See
    BodyId body;      ///< body that it is on; none for Time, GameState, Hear, Hinge, Universal
    JointId joint;    ///< for Hinge, the joint; for Universal, the first of its two joints;
                      ///< otherwise none
    [[nodiscard]] bool operator==(const Perceptor&) const = default;
};

/// Properties of the camera, which faces along its body's y axis, with z up.
struct VisionSettings {
    /// Half opening angles of the view in each direction. Not set for omnidirectional vision, such
    /// as that of the older `VisionPerceptor`, which reports a player as a single point.
    struct Cone {
        double halfWidthRad = 0.0;
        double halfHeightRad = 0.0;
        [[nodiscard]] bool operator==(const Cone&) const = default;
    };
    std::optional<Cone> cone;
    int intervalCycles = 1;             ///< cycles between vision frames
    bool hasNoise = false;              ///< whether the server adds noise
    bool seesLines = false;             ///< whether field lines are reported
    bool hasStaticAxes = false;         ///< whether directions are relative to the field
    bool reportsOwnPosition = false;    ///< `mypos`, ground truth
    bool reportsOwnOrientation = false; ///< `myorien`, ground truth
    bool reportsBallPosition = false;   ///< `ballpos`, ground truth
    [[nodiscard]] bool operator==(const VisionSettings&) const = default;
};

/// A point of a robot visible to others, the origin of `body`, with its name (`rlowerarm`).
struct VisiblePart {
    std::string name;
    BodyId body;
    [[nodiscard]] bool operator==(const VisiblePart&) const = default;
};

/// A robot's perceptors, and its parts that are visible to others.
///
/// `perceptors` is in the order of the percepts in the server's message, which is the order of the
/// nodes in its scene (`AgentAspect::UpdateCacheInternal`). For the Nao: time, GS, hear, GYR, ACC,
/// HJ hj1, HJ hj2, See, HJ of the right and the left arm, HJ of the right and the left leg, with
/// the FRP of a foot before the HJ of the joint that moves the foot (lj6), and the toe's FRP before
/// lj7. (Measured in recorded streams of rcssserver3d 0.7.3, types 0 and 4.)
struct PerceptorLayout {
    std::vector<Perceptor> perceptors;
    VisionSettings vision;
    /// The visible parts, in the order in which `(P ...)` lists them. If empty, the robot appears
    /// as a single point, the origin of its torso: `(P (team T)(id N)(pol d h v))`.
    std::vector<VisiblePart> visibleParts;
    [[nodiscard]] bool operator==(const PerceptorLayout&) const = default;
};

} // namespace sideline::robot
