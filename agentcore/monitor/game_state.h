#pragma once

#include <cstdint>
#include <memory>
#include <optional>
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

/// Which servers speak a stream.
enum class StreamFormat : std::uint8_t {
    SimSpark, ///< rcssserver3d
    Rsmp,     ///< rcssservermj: Robot Simulation Monitor Protocol
};

/// Which server speaks a stream.
[[nodiscard]] constexpr game::ServerKind serverOf(StreamFormat format) {
    return format == StreamFormat::Rsmp ? game::ServerKind::Rcssservermj
                                        : game::ServerKind::SimSpark;
}

/// A foul as the server announces it. It repeats the announcement in every cycle in which it
/// still holds the offender, each time with the next index.
struct Foul {
    int index = 0; ///< running number; 0 in the old form without one
    int type = 0;  ///< see `foulTypeName`
    game::PlayerId offender;
    [[nodiscard]] bool operator==(const Foul&) const = default;
};

/// The league's word for a foul type: crowding, touching, illegal defense, illegal attack,
/// incapable, kick-off, charging, self-collision, ball holding, double touch, hand foul.
/// "foul type N" for a number that no server known to us sends.
[[nodiscard]] std::string foulTypeName(int type);

/// What only full messages of SimSpark carry, and all of rcssservermj: field, rules, and the names
/// of the play modes. Immutable.
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
    std::vector<std::string> playModes; ///< index is the code in `play_mode`
    /// Predicates of the full message that we do not know, with their values as text.
    std::vector<std::pair<std::string, std::string>> others;
    [[nodiscard]] bool operator==(const Environment&) const = default;
};

/// State of the game after a message. A value; complete after a full message.
struct GameState {
    double timeS = 0.0; ///< game clock; may stand still, jump, or start again
    int half = 0;       ///< 1 or 2; 0 if not reported yet
    int scoreLeft = 0;
    int scoreRight = 0;
    int playMode = -1;    ///< index into the environment's play modes; -1 if not reported yet
    std::string teamLeft; ///< empty while no team has connected
    std::string teamRight;
    std::optional<double> passModeScoreWaitLeftS; ///< only in messages that say so
    std::optional<double> passModeScoreWaitRightS;
    std::vector<Foul> fouls;                        ///< announced in this very message
    std::shared_ptr<const Environment> environment; ///< null before the first full message
    StreamFormat format = StreamFormat::SimSpark;
    /// Time since the server was started, which never stands still; only rcssservermj reports it.
    std::optional<double> serverTimeS;

    /// Name of the play mode as the stream calls it, "?" if it is unknown.
    [[nodiscard]] std::string_view playModeName() const;
    /// Name of the team on `side`; empty if there is none.
    [[nodiscard]] std::string_view teamName(game::Side side) const;
    /// Radius of the ball, m: what the stream reports, or that of SimSpark's.
    [[nodiscard]] double ballRadiusM() const;
    [[nodiscard]] bool operator==(const GameState& other) const;
};

/// The predicate list in front of one monitor message, as read; not yet applied to anything.
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
    Environment environment; ///< what a full message says of field and rules
    Remarks remarks;
};

/// Reads a predicate list: `((time 0.2)(score_left 1) ...)`.
///
/// @param reader stands at the first byte of the message; afterwards behind the list
/// Errors: Malformed or Truncated with the byte in the message.
[[nodiscard]] base::Expected<Predicates> readPredicates(protocol::SexprReader& reader);

/// Reads more predicates, up to the `)` of the list that they are in: `(time 0.2) ...)`.
/// Errors as above.
[[nodiscard]] base::Expected<void> readMorePredicates(protocol::SexprReader& reader,
                                                      Predicates& predicates);

/// The state after a message with these predicates.
///
/// A full message replaces the whole state, whatever was before; a difference changes what it
/// names. Fouls and pass-mode waits belong to the one message that carries them.
[[nodiscard]] GameState applyPredicates(const GameState& state, Predicates predicates, bool full);

/// Sets what predicates say of the game (not of field and rules), with the fouls and waits of this
/// one message.
void changeValues(GameState& game, Predicates predicates);

} // namespace sideline::monitor
