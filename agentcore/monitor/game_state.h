#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/field/field_model.h"
#include "agentcore/game/player_id.h"
#include "agentcore/game/server_kind.h"
#include "agentcore/monitor/remark.h"
#include "agentcore/protocol/sexpr.h"

namespace sideline::monitor {

/// Format of a monitor stream.
enum class StreamFormat : std::uint8_t {
    SimSpark, ///< rcssserver3d
    Rsmp,     ///< Robot Simulation Monitor Protocol of rcssservermj
};

/// The server that produces a stream format.
[[nodiscard]] constexpr game::ServerKind serverOf(StreamFormat format) {
    return format == StreamFormat::Rsmp ? game::ServerKind::Rcssservermj
                                        : game::ServerKind::SimSpark;
}

/// A foul announced by the server. The announcement is repeated, with the next index, in every
/// cycle in which the offender is held.
struct Foul {
    int index = 0; ///< sequence number; 0 in the old format, which has no index
    int type = 0;  ///< see `foulTypeName`
    game::PlayerId offender;
    [[nodiscard]] bool operator==(const Foul&) const = default;
};

/// Torques of a robot's motors. Only Sideline's simulators report them, in messages to its studio.
struct MotorTorques {
    game::PlayerId robot;
    std::vector<float> torquesNm; ///< one per joint of the robot's model; NaN if it is unknown
    [[nodiscard]] bool operator==(const MotorTorques& other) const;
};

/// The league's name of a foul type: crowding, touching, illegal defense, illegal attack,
/// incapable, kick-off, charging, self-collision, ball holding, double touch, hand foul. "foul type
/// N" for unknown types.
[[nodiscard]] std::string foulTypeName(int type);

/// Static data in the full messages of SimSpark and in all messages of rcssservermj: field, rules
/// and names of the play modes. Immutable.
struct Environment {
    /// Completed by `field::withPenaltyArea` or `field::withFootballMarkings`.
    field::FieldDimensions field;
    double ballRadiusM = 0.0;
    double ballMassKg = 0.0;
    double agentRadiusM = 0.0;
    double freeKickDistanceM = 0.0;
    double waitBeforeKickOffS = 0.0;
    double goalPauseS = 0.0;
    double kickInPauseS = 0.0;
    double halfTimeS = 0.0;
    double passModeMinOpponentBallDistanceM = 0.0;
    double passModeDurationS = 0.0;
    std::vector<std::string> playModes; ///< indexed by the code in `play_mode`
    /// Unknown predicates of the full message with their values as text.
    std::vector<std::pair<std::string, std::string>> others;
    [[nodiscard]] bool operator==(const Environment&) const = default;
};

/// State of the game after a message. A value; complete after the first full message.
struct GameState {
    double timeS = 0.0; ///< game clock, which may stop, jump or restart
    int half = 0;       ///< 1 or 2; 0 if not reported yet
    int scoreLeft = 0;
    int scoreRight = 0;
    int playMode = -1;    ///< index into the environment's play modes; -1 if not reported yet
    std::string teamLeft; ///< empty before a team connects
    std::string teamRight;
    std::optional<double> passModeScoreWaitLeftS; ///< set only in messages that report it
    std::optional<double> passModeScoreWaitRightS;
    std::vector<Foul> fouls;                        ///< only fouls announced in this message
    std::vector<MotorTorques> torques;              ///< only those of this message
    std::shared_ptr<const Environment> environment; ///< null before the first full message
    StreamFormat format = StreamFormat::SimSpark;
    /// Time since the start of the server, which never stops. Only rcssservermj reports this time.
    std::optional<double> serverTimeS;

    /// Name of the play mode in the stream; "?" if unknown.
    [[nodiscard]] std::string_view playModeName() const;
    /// Name of the team on `side`; empty if there is no team.
    [[nodiscard]] std::string_view teamName(game::Side side) const;
    /// Torques of a robot's motors, N m, one per joint of its model, NaN if it is unknown; empty if
    /// the message does not report them.
    [[nodiscard]] std::span<const float> motorTorquesNm(const game::PlayerId& robot) const;
    /// Radius of the ball, m: as reported by the stream, or SimSpark's default.
    [[nodiscard]] double ballRadiusM() const;
    [[nodiscard]] bool operator==(const GameState& other) const;
};

/// The predicate list of one monitor message, not yet applied to a state.
struct Predicates {
    std::optional<double> timeS;
    std::optional<int> half;
    std::optional<int> scoreLeft;
    std::optional<int> scoreRight;
    std::optional<int> playMode;
    std::optional<std::string> teamLeft;
    std::optional<std::string> teamRight;
    std::optional<double> passModeScoreWaitLeftS;
    std::optional<double> passModeScoreWaitRightS;
    std::vector<Foul> fouls;
    std::vector<MotorTorques> torques;
    Environment environment; ///< field and rules; only in a full message
    Remarks remarks;
};

/// Reads a predicate list: `((time 0.2)(score_left 1) ...)`.
///
/// @param reader at the first byte of the message; on return, past the list
/// Errors: Malformed or Truncated, with the byte offset in the message.
[[nodiscard]] base::Expected<Predicates> readPredicates(protocol::SexprReader& reader);

/// Reads further predicates up to the `)` of the enclosing list: `(time 0.2) ...)`. Errors as for
/// the function above.
[[nodiscard]] base::Expected<void> readMorePredicates(protocol::SexprReader& reader,
                                                      Predicates& predicates);

/// Appends the predicates of the motors' torques, such as `(torque 1 7 12.3 - -0.41)`: side (1
/// left, 2 right), number, N m with four digits, `-` for an unknown value. Other readers of the
/// stream skip them.
void appendTorques(const std::vector<MotorTorques>& torques, std::string& text);

/// The state after a message with these predicates.
///
/// A full message replaces the whole state; a difference changes only the listed values. Fouls,
/// torques and remaining pass-mode times apply to their message only.
[[nodiscard]] GameState applyPredicates(const GameState& state, Predicates predicates, bool full);

/// Sets the game values of predicates (not field and rules), with the fouls, torques and remaining
/// pass-mode times of this message.
void changeValues(GameState& game, Predicates predicates);

} // namespace sideline::monitor
