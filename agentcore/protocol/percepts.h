#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/game/player_id.h"
#include "agentcore/game/server_kind.h"
#include "agentcore/math/pose.h"
#include "agentcore/protocol/reuse.h"

namespace sideline::protocol {

struct GroundTruth;

/// Direction and distance as the server reports them: meters and degrees; theta is positive to the
/// left, phi is positive upward, both relative to the camera's forward axis.
struct Polar {
    double distanceM = 0.0;
    double thetaDeg = 0.0;
    double phiDeg = 0.0;
    [[nodiscard]] bool operator==(const Polar&) const = default;
};

/// A named vector: `(GYR (n torso) (rt 0.00 0.00 0.00))`, `(ACC ...)`; on rcssservermj also
/// `(pos (n torso_pos) (p x y z))`.
///
/// Body measurements are converted to our axes (x right, y forward, z up) for all servers;
/// positions are in the server frame.
struct VectorPercept {
    std::string_view name;
    Eigen::Vector3d value = Eigen::Vector3d::Zero(); ///< in degrees per second, m/s^2, or m
};
/// `(quat (n torso_quat) (q w x y z))` of rcssservermj: orientation, in the server frame, of a body
/// with the server's axes (x forward, y left, z up); rounded as received.
struct RotationPercept {
    std::string_view name;
    Eigen::Vector4d wxyz = Eigen::Vector4d::UnitX();
};
/// `(HJ (n hj1) (ax 0.00))`, or one axis of `(UJ (n laj1_2) (ax1 0.00) (ax2 0.00))`. On
/// rcssservermj `(HJ (n q_hj1)(ax 0.27)(vx 24.08))`; the name is stored without `q_`.
struct JointPercept {
    std::string_view name;
    int axis = 0; ///< 0 for hinges, 1 and 2 for universal joints
    double angleDeg = 0.0;
    std::optional<double> speedDegPerS = std::nullopt; ///< reported only by rcssservermj
};
/// `(FRP (n lf) (c x y z) (f x y z))`: meters and newtons in the foot's frame.
struct ForcePercept {
    std::string_view name;
    Eigen::Vector3d centerM = Eigen::Vector3d::Zero();
    Eigen::Vector3d forceN = Eigen::Vector3d::Zero();
};
/// `(TCH (n bumper) (val 1))`, or `(TCH n bumper val 1)` as in manuals.
struct TouchPercept {
    std::string_view name;
    bool isTouching = false;
};
/// A flag, goal post, ball or body part of a player. On rcssservermj also a line crossing, reported
/// by its name (`l_ruf`) or only by its kind (`L`, `T`, `X`, `P`, `G`), which several crossings
/// have in common.
struct SeenObject {
    std::string_view name;
    Polar polar;
    [[nodiscard]] bool operator==(const SeenObject&) const = default;
};
/// `(P (team T) (id 2) (head (pol ...)) ...)`; on servers with 360-degree vision also `(P (team T)
/// (id 2) (pol ...))` and `( (id head) (pol ...))`.
struct SeenPlayer {
    /// Empty for a player without a reported team. On rcssservermj the team's name, or `0` for the
    /// left team and `1` for the right one.
    std::string_view team;
    int unum = 0;                  ///< 0 if not reported
    std::vector<SeenObject> parts; ///< one unnamed part on servers that do not report body parts

    [[nodiscard]] bool operator==(const SeenPlayer&) const = default;
};

/// A list that was skipped.
struct UnreadPercept {
    enum class Reason : std::uint8_t {
        Unknown, ///< the word is unknown
        Failed,  ///< the word is known but its content is invalid
    };
    Reason reason = Reason::Unknown;
    std::string_view name;      ///< its first word; may be empty
    std::string_view text;      ///< the whole list with its parentheses
    std::size_t byteOffset = 0; ///< byte offset of `text` in the message
    const char* expected = "";  ///< for failed lists, the expected form
};

/// Kind of one entry of a vision percept.
enum class VisionKind : std::uint8_t {
    Object,
    Player,
    Line,
    CutLine,
    MyPosition, ///< part of `GroundTruth`, like the next two
    MyHeading,
    BallPosition,
    Unread, ///< stored in `Percepts::unread`
};
struct VisionEntry {
    VisionKind kind = VisionKind::Object;
    std::uint32_t index = 0; ///< index in the list of its kind
};

/// The content of a vision percept, without optional ground truth.
struct VisionPercept {
    std::vector<SeenObject> objects;
    RecycledVector<SeenPlayer> players;
    std::vector<std::pair<Polar, Polar>> lines;
    /// Lines with an end that the server lost when it clipped them at the edge of the view, which
    /// versions up to 0.7.3 sometimes do: `(L (pol 1.00 2.00 3.00) (pol nan nan nan))`.
    std::vector<std::pair<Polar, Polar>> cutLines;
    std::vector<VisionEntry> order; ///< entries in message order

    /// Removes all elements but keeps the memory.
    void clear();
};
/// `(hear TEAM 12.3 self hello)`, `(hear 12.3 -30.5 hello)`; on rcssservermj `(-30 aGVsbG8=)`
/// inside a microphone percept.
struct Heard {
    std::string_view team; ///< empty on servers that do not label messages
    double timeS = 0.0;
    bool isOwn = false;
    double directionDeg = 0.0; ///< 0 for the agent's own messages
    std::string_view text;
    bool isBase64 = false; ///< whether `text` must be decoded; true for rcssservermj
};
/// `(MIC hear (-30 aGVsbG8=) ...)` of rcssservermj; may be empty.
struct MicrophonePercept {
    std::string_view name;
    std::uint32_t first = 0; ///< index into `Percepts::heard`
    std::uint32_t count = 0;
};

/// Kind of one entry of a message.
enum class PerceptKind : std::uint8_t {
    Time,
    GameState,
    AgentState,
    Gyro,
    Accelerometer,
    Hinge,
    UniversalJoint, ///< two joints; the first one at `index`
    Force,
    Touch,
    VisionPercept,
    Heard,
    Rotation,
    Position,
    Microphone,
    Unread,
};
inline constexpr std::size_t kPerceptKindCount = static_cast<std::size_t>(PerceptKind::Unread) + 1;

/// The server's keyword of a kind: `time`, `GS`, ...; empty for `Unread`.
[[nodiscard]] std::string_view perceptWord(PerceptKind kind);

struct PerceptEntry {
    PerceptKind kind = PerceptKind::Unread;
    std::uint32_t index = 0; ///< index in the list of its kind
};

/// All percepts of one server message. Strings point into the message.
struct Percepts {
    game::ServerKind server = game::ServerKind::SimSpark; ///< origin of the message
    std::optional<double> serverTimeS;                    ///< `time`
    std::optional<double> gameTimeS;                      ///< `GS (t ...)`
    std::string_view playMode;
    std::optional<int> unum;   ///< set only once, when the server assigns it
    std::string_view ownSide;  ///< `left`, `right` or `none`; set only once as well
    std::string_view teamLeft; ///< reported only by rcssservermj; empty before a team joins
    std::string_view teamRight;
    std::optional<int> scoreLeft;
    std::optional<int> scoreRight;
    std::optional<double> batteryLevel;        ///< `AgentState (battery ...)`
    std::optional<double> temperatureC;        ///< `AgentState (temp ...)`, in the server's scale
    std::optional<Eigen::Vector2i> panTiltDeg; ///< `AgentState (pan_tilt ...)`
    std::vector<VectorPercept> gyros;
    std::vector<VectorPercept> accelerometers;
    std::vector<RotationPercept>
        rotations; ///< only on rcssservermj; without noise, like `positions`
    std::vector<VectorPercept> positions;
    std::vector<JointPercept> joints;
    std::vector<ForcePercept> forces;
    std::vector<TouchPercept> touches;
    KeptOptional<VisionPercept> vision; ///< set only in every second or third message, depending on
                                        ///< the server
    std::vector<Heard> heard;
    std::vector<MicrophonePercept> microphones; ///< only on rcssservermj
    std::vector<UnreadPercept> unread;          ///< unknown and failed lists, including nested ones
    std::vector<PerceptEntry> order;            ///< entries in message order

    /// Removes all elements but keeps the memory.
    void clear();
    /// Reserves memory for the longest messages of a game with 22 players, so that subsequent
    /// parsing and copying allocate nothing.
    void reserve();
};

/// Pose of the torso in the server frame, in our axes, as rcssservermj reports it in every message;
/// not set on other servers or for implausible values.
[[nodiscard]] std::optional<math::Pose> reportedTorso(const Percepts& percepts);

/// The side of a team named in a message of rcssservermj; not set if the message does not name the
/// team.
[[nodiscard]] std::optional<game::Side> sideOf(const Percepts& percepts, std::string_view team);

/// Maximum length of a message; real messages have up to 20 kB.
inline constexpr std::size_t kMaxPerceptBytes = std::size_t{1} << 20U;

/// Parses a server message into `percepts` and reuses its memory: allocates nothing after warm-up
/// (see `Percepts::reserve`). The server is identified by the message: joints of rcssservermj are
/// named `q_...`; any other message is assumed to be SimSpark's.
///
/// Lists with an unknown word or invalid content (including non-finite numbers) are stored in
/// `unread` and the rest is used; within `See`, `GS` and `AgentState` each list is independent.
/// Words: rcssserver3d up to 0.7.3, perceptors of `plugin/soccer`, `plugin/sparkagent`,
/// `plugin/collisionperceptor`, `plugin/gyrorateperceptor`, `plugin/accelerometer`; rcssservermj
/// (branch `monitor-protocol`, 45ef386), and the vision percepts of its version 0.2.0.
///
/// @param message must outlive the strings in `percepts`
/// Errors: Malformed, Truncated or LimitExceeded with the byte offset if the text is not an
/// S-expression of lists; `percepts` is then empty.
[[nodiscard]] base::Expected<void> parsePercepts(std::string_view message, Percepts& percepts);

/// Also reads the ground truth, if there is any (`protocol/ground_truth.h`).
[[nodiscard]] base::Expected<void> parsePercepts(std::string_view message, Percepts& percepts,
                                                 GroundTruth& truth);

/// Parses into a new value.
[[nodiscard]] base::Expected<Percepts> parsePercepts(std::string_view message);

/// Writes percepts as their server does: in the order of `order`, or in the server's default order
/// if `order` is empty; unreadable lists are written unchanged (those in `GS` and `AgentState` are
/// lost). Percepts parsed from a real server's message give the same bytes. Allocates nothing if
/// `order` is not empty and `out` is large enough. Ground truth is omitted without `truth`.
void writePercepts(const Percepts& percepts, std::string& out);
void writePercepts(const Percepts& percepts, const GroundTruth& truth, std::string& out);

} // namespace sideline::protocol
