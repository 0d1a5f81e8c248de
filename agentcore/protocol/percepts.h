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

/// A direction and distance as the server reports them: meters and degrees; theta is positive to
/// the left, phi is positive upwards, both from the camera's forward axis.
struct Polar {
    double distanceM = 0.0;
    double thetaDeg = 0.0;
    double phiDeg = 0.0;
    [[nodiscard]] bool operator==(const Polar&) const = default;
};

/// A named vector: `(GYR (n torso) (rt 0.00 0.00 0.00))`, `(ACC ...)`; on rcssservermj also
/// `(pos (n torso_pos) (p x y z))`.
///
/// What a body feels is in this program's axes (x to the right, y forward, z up) whatever those of
/// the server; a position is in the server frame.
struct VectorPercept {
    std::string_view name;
    Eigen::Vector3d value = Eigen::Vector3d::Zero(); ///< degrees per second, m/s^2, or m
};
/// `(quat (n torso_quat) (q w x y z))` of rcssservermj: how a body with the server's axes (x
/// forward, y to the left, z up) is turned in the server frame; as it came, rounded.
struct RotationPercept {
    std::string_view name;
    Eigen::Vector4d wxyz = Eigen::Vector4d::UnitX();
};
/// `(HJ (n hj1) (ax 0.00))`, or one axis of `(UJ (n laj1_2) (ax1 0.00) (ax2 0.00))`. On
/// rcssservermj `(HJ (n q_hj1)(ax 0.27)(vx 24.08))`; the name here is without `q_`.
struct JointPercept {
    std::string_view name;
    int axis = 0; ///< 0 for hinges, 1 and 2 for universal joints
    double angleDeg = 0.0;
    std::optional<double> speedDegPerS = std::nullopt; ///< only rcssservermj reports it
};
/// `(FRP (n lf) (c x y z) (f x y z))`: meters and newtons in the foot's frame.
struct ForcePercept {
    std::string_view name;
    Eigen::Vector3d centerM = Eigen::Vector3d::Zero();
    Eigen::Vector3d forceN = Eigen::Vector3d::Zero();
};
/// `(TCH (n bumper) (val 1))`, and as manuals have it `(TCH n bumper val 1)`.
struct TouchPercept {
    std::string_view name;
    bool isTouching = false;
};
/// A flag, a goal post, the ball, or a part of a player's body. On rcssservermj also a crossing of
/// lines: by name (`l_ruf`), or only by its kind, the same for many of them (`L`, `T`, `X`, `P`,
/// `G`).
struct SeenObject {
    std::string_view name;
    Polar polar;
    [[nodiscard]] bool operator==(const SeenObject&) const = default;
};
/// `(P (team T) (id 2) (head (pol ...)) ...)`; on servers with 360-degree vision also
/// `(P (team T) (id 2) (pol ...))` and `( (id head) (pol ...))`.
struct SeenPlayer {
    /// Empty for one that comes without a name. On rcssservermj the name, or `0` for the left team
    /// and `1` for the right one.
    std::string_view team;
    int unum = 0;                  ///< 0 if it is not reported
    std::vector<SeenObject> parts; ///< one without a name for servers that report no parts

    [[nodiscard]] bool operator==(const SeenPlayer&) const = default;
};

/// A list that was ignored.
struct UnreadPercept {
    enum class Reason : std::uint8_t {
        Unknown, ///< its word is none that is known
        Failed,  ///< the word is known, but what is behind it is not what it demands
    };
    Reason reason = Reason::Unknown;
    std::string_view name;      ///< its word; empty if it has none
    std::string_view text;      ///< all of it, with its parentheses
    std::size_t byteOffset = 0; ///< of `text` in the message
    const char* expected = "";  ///< for failed ones, what would have been right
};

/// What stands in a vision percept at one place.
enum class VisionKind : std::uint8_t {
    Object,
    Player,
    Line,
    CutLine,
    MyPosition, ///< of `GroundTruth`, as the next two
    MyHeading,
    BallPosition,
    Unread, ///< in `Percepts::unread`
};
struct VisionEntry {
    VisionKind kind = VisionKind::Object;
    std::uint32_t index = 0; ///< in the list of its kind
};

/// What a vision percept reports, without the ground truth that servers add when set to.
struct VisionPercept {
    std::vector<SeenObject> objects;
    RecycledVector<SeenPlayer> players;
    std::vector<std::pair<Polar, Polar>> lines;
    /// Lines of which the server lost an end where it cut them at the edge of the view, as versions
    /// up to 0.7.3 do at times: `(L (pol 1.00 2.00 3.00) (pol nan nan nan))`.
    std::vector<std::pair<Polar, Polar>> cutLines;
    std::vector<VisionEntry> order; ///< as the server reported it

    /// Empties everything and keeps the memory.
    void clear();
};
/// `(hear TEAM 12.3 self hello)`, `(hear 12.3 -30.5 hello)`; on rcssservermj `(-30 aGVsbG8=)`, one
/// of those that a microphone hears.
struct Heard {
    std::string_view team; ///< empty on servers that do not label messages
    double timeS = 0.0;
    bool isOwn = false;
    double directionDeg = 0.0; ///< 0 for own words
    std::string_view text;
    bool isBase64 = false; ///< whether `text` is to be decoded; rcssservermj's is
};
/// `(MIC hear (-30 aGVsbG8=) ...)` of rcssservermj; nobody may be heard.
struct MicrophonePercept {
    std::string_view name;
    std::uint32_t first = 0; ///< in `Percepts::heard`
    std::uint32_t count = 0;
};

/// What stands in a message at one place.
enum class PerceptKind : std::uint8_t {
    Time,
    GameState,
    AgentState,
    Gyro,
    Accelerometer,
    Hinge,
    UniversalJoint, ///< two joints, the first at `index`
    Force,
    Touch,
    VisionPercept,
    Heard,
    Rotation,
    Position,
    Microphone,
    Unread,
};
inline constexpr std::size_t kPerceptKindCount = 15;

/// The server's word for a kind: `time`, `GS`, ... ; empty for `Unread`.
[[nodiscard]] std::string_view perceptWord(PerceptKind kind);

struct PerceptEntry {
    PerceptKind kind = PerceptKind::Unread;
    std::uint32_t index = 0; ///< in the list of its kind
};

/// Everything that a message from the server reported an agent. Texts point into the message.
struct Percepts {
    game::ServerKind server = game::ServerKind::SimSpark; ///< whose message it is
    std::optional<double> serverTimeS;                    ///< `time`
    std::optional<double> gameTimeS;                      ///< `GS (t ...)`
    std::string_view playMode;
    std::optional<int> unum;   ///< only once, when the server gave it
    std::string_view ownSide;  ///< `left`, `right` or `none`, likewise
    std::string_view teamLeft; ///< only rcssservermj reports them; empty until a team is there
    std::string_view teamRight;
    std::optional<int> scoreLeft;
    std::optional<int> scoreRight;
    std::optional<double> batteryLevel;        ///< `AgentState (battery ...)`
    std::optional<double> temperatureC;        ///< `AgentState (temp ...)`, as the server counts
    std::optional<Eigen::Vector2i> panTiltDeg; ///< `AgentState (pan_tilt ...)`
    std::vector<VectorPercept> gyros;
    std::vector<VectorPercept> accelerometers;
    std::vector<RotationPercept> rotations; ///< only on rcssservermj, as `positions`: without error
    std::vector<VectorPercept> positions;
    std::vector<JointPercept> joints;
    std::vector<ForcePercept> forces;
    std::vector<TouchPercept> touches;
    KeptOptional<VisionPercept> vision; ///< only in every third message, or every second one
    std::vector<Heard> heard;
    std::vector<MicrophonePercept> microphones; ///< only on rcssservermj
    std::vector<UnreadPercept> unread; ///< unknown and failed ones, also those inside others
    std::vector<PerceptEntry> order;   ///< as the server reported them

    /// Empties everything and keeps the memory.
    void clear();
    /// Makes room for the longest messages of a game of 22 players, so that reading and copying
    /// them into this allocates nothing later.
    void reserve();
    /// How many of `unread` are so for this reason.
    [[nodiscard]] std::size_t unreadCount(UnreadPercept::Reason reason) const;
};

/// Where the torso is, and how it is turned in the server frame, in this program's axes, as
/// rcssservermj tells it in every message; nothing on other servers, or if it makes no sense.
[[nodiscard]] std::optional<math::Pose> toldTorso(const Percepts& percepts);

/// The side of a team that rcssservermj names in its message; nothing if it does not.
[[nodiscard]] std::optional<game::Side> sideOf(const Percepts& percepts, std::string_view team);

/// Longest message that is read; real ones have up to 20 kB.
inline constexpr std::size_t kMaxPerceptBytes = std::size_t{1} << 20U;

/// Reads a message from a server into `percepts`, whose memory is used again: nothing is
/// allocated once it has grown (see `Percepts::reserve`). Which server it is shows in the message:
/// rcssservermj's joints are called `q_...`; any other message is SimSpark's.
///
/// A list whose word is not known, or that does not hold what its word demands (also a number that
/// is not finite), is omitted, kept in `unread`, and the rest counts; within `See`, `GS` and
/// `AgentState` each list stands for itself.
/// Words: rcssserver3d 0.7.3 and before, perceptors of `plugin/soccer`, `plugin/sparkagent`,
/// `plugin/collisionperceptor`, `plugin/gyrorateperceptor`, `plugin/accelerometer`; rcssservermj
/// (branch `monitor-protocol`, 45ef386), and its vision of version 0.2.0.
///
/// @param message must outlive the use of the texts in `percepts`
/// Errors: Malformed, Truncated or LimitExceeded with the byte, when the text is no S-expression of
/// lists; `percepts` is empty then.
[[nodiscard]] base::Expected<void> parsePercepts(std::string_view message, Percepts& percepts);

/// The same with the ground truth that stands in it, if any (`protocol/ground_truth.h`).
[[nodiscard]] base::Expected<void> parsePercepts(std::string_view message, Percepts& percepts,
                                                 GroundTruth& truth);

/// The same into a new value.
[[nodiscard]] base::Expected<Percepts> parsePercepts(std::string_view message);

/// Appends percepts as their server writes them: in the order of `order`, or where that is empty in
/// the server's usual one; lists that could not be read go out as they came (in `GS` and
/// `AgentState` they are lost). What was read from a real server's message gives its bytes again.
/// Nothing is allocated once `out` is large enough, if there is an order. Without `truth` the
/// ground truth is omitted.
void writePercepts(const Percepts& percepts, std::string& out);
void writePercepts(const Percepts& percepts, const GroundTruth& truth, std::string& out);

} // namespace sideline::protocol
