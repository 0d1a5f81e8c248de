#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "agentcore/robot/ids.h"

namespace sideline::robot {

/// What a perceptor reports; the percept's first word on the wire stands behind each.
enum class PerceptorKind : std::uint8_t {
    Time,            ///< `time`: simulation time
    GameState,       ///< `GS`
    Hear,            ///< `hear`, one for each word that was heard; mostly none
    Gyro,            ///< `GYR`: turning speed of `body` in its own frame
    Accelerometer,   ///< `ACC`: acceleration of `body` in its own frame
    Hinge,           ///< `HJ`: angle of `joint`
    Universal,       ///< `UJ`: angles of `joint` (`ax1`) and of the joint after it (`ax2`)
    Vision,          ///< `See`, from the origin of `body`
    ForceResistance, ///< `FRP`: force on `body`; nothing while nothing touches it
    Touch,           ///< `TCH`: whether something touches `body`
};

/// One perceptor of a robot.
struct Perceptor {
    PerceptorKind kind = PerceptorKind::Time;
    std::string name; ///< `(n NAME)` of the percept; empty for time, GS, hear and See
    BodyId body;      ///< where it sits; none for Time, GameState, Hear, Hinge, Universal
    JointId joint;    ///< Hinge: the joint; Universal: the first of its two; none otherwise
    [[nodiscard]] bool operator==(const Perceptor&) const = default;
};

/// How a robot sees; the camera looks along y of its body, with z up.
struct VisionSettings {
    /// Half opening angles of the view, to each side. Nothing when it sees all around, as the older
    /// `VisionPerceptor`, which reports players as one point and not part by part.
    struct Cone {
        double halfWidthRad = 0.0;
        double halfHeightRad = 0.0;
        [[nodiscard]] bool operator==(const Cone&) const = default;
    };
    std::optional<Cone> cone;
    int intervalCycles = 1;           ///< sees in every n-th cycle
    bool hasNoise = false;            ///< whether the server falsifies what is seen
    bool seesLines = false;           ///< whether field lines are reported
    bool hasStaticAxes = false;       ///< whether directions stay those of the field
    bool tellsOwnPosition = false;    ///< `mypos`, ground truth
    bool tellsOwnOrientation = false; ///< `myorien`, ground truth
    bool tellsBallPosition = false;   ///< `ballpos`, ground truth
    [[nodiscard]] bool operator==(const VisionSettings&) const = default;
};

/// A point of a robot that others see, the origin of `body`, under this name (`rlowerarm`).
struct VisiblePart {
    std::string name;
    BodyId body;
    [[nodiscard]] bool operator==(const VisiblePart&) const = default;
};

/// All that a robot perceives, and what others perceive of it.
///
/// `perceptors` stands in the order in which the server's message lists the percepts: the order of
/// the nodes in its scene (`AgentAspect::UpdateCacheInternal`). For the Nao: time, GS, hear, GYR,
/// ACC, HJ hj1, HJ hj2, See, HJ of the right and the left arm, HJ of the right and the left leg,
/// with the FRP of a foot before the HJ of the joint that carries it (lj6), the toe's FRP before
/// lj7. [M: recorded streams of rcssserver3d 0.7.3, types 0 and 4]
struct PerceptorLayout {
    std::vector<Perceptor> perceptors;
    VisionSettings vision;
    /// In the order in which `(P ...)` lists them. A robot without any is seen as one point, the
    /// origin of its torso: `(P (team T)(id N)(pol d h v))`.
    std::vector<VisiblePart> visibleParts;
    [[nodiscard]] bool operator==(const PerceptorLayout&) const = default;
};

} // namespace sideline::robot
