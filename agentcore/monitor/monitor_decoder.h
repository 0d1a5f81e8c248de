#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/rsmp_reader.h"
#include "agentcore/monitor/scene.h"
#include "agentcore/monitor/scene_reader.h"

namespace sideline::monitor {

enum class MessageKind : std::uint8_t {
    Full,       ///< `RSG` of SimSpark, `full` of RSMP: the whole scene
    Difference, ///< `RDS` or `diff`: changes since the last message
};

/// The beginning of a monitor message, with all values that an index requires.
struct MessageHeader {
    Predicates predicates;
    MessageKind kind = MessageKind::Difference;
    /// Time since the start of the server, which never stops; only in RSMP.
    std::optional<double> serverTimeS{};
    StreamFormat format = StreamFormat::SimSpark;
};

/// Reads the predicates and the kind of a message of SimSpark or RSMP without its scene. Errors:
/// Malformed, Truncated, UnsupportedFormat for another version of RSMP, each with its byte offset.
[[nodiscard]] base::Expected<MessageHeader> readMessageHeader(std::string_view message);

/// Findings of reading a message, in addition to the new state.
struct DecodeReport {
    MessageKind kind = MessageKind::Difference;
    bool hasTime = false;               ///< whether the message reported the game clock
    bool structureChanged = false;      ///< whether the scene tree differs from the previous one
    bool robotsInferredRemoved = false; ///< whether robots missing in the difference were removed
    Remarks remarks;                    ///< irregularities that did not prevent reading
    /// Set if the scene was unusable, because it was a difference without a tree or for another
    /// tree.
    std::optional<base::Error> outOfSync;
};

/// Applies monitor messages of SimSpark and rcssservermj (RSMP) to the state of the match.
///
/// The state after a message depends only on the previous state and the message; a full message
/// replaces everything, so decoding can start at any full message. One thread per decoder.
class MonitorDecoder {
public:
    /// Applies one message.
    ///
    /// @param message the S-expressions of one message, without length prefix or newline
    /// @param stamp frame number stored with the values of this message, from which their age
    ///     follows
    /// @return the report; on an error the scene is unchanged, and so is the game state unless the
    /// error comes after the predicates
    base::Expected<DecodeReport> decode(std::string_view message, std::uint32_t stamp);

    [[nodiscard]] const GameState& game() const { return m_game; }
    [[nodiscard]] const SceneState& scene() const { return m_scene; }

    /// Robots that may occur in the scene in addition to the built-in ones; may be null.
    void setKnownRobots(std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots) {
        m_known = std::move(robots);
    }

    /// Continues from a saved state.
    void restore(GameState game, SceneState scene);

private:
    base::Expected<DecodeReport> decodeRsmp(std::string_view message, std::uint32_t stamp);
    base::Expected<void> applyFull(protocol::SexprReader& reader, std::uint32_t stamp,
                                   DecodeReport& report);
    void replaceScene(FullTree tree, SceneObjects objects, std::uint32_t stamp,
                      DecodeReport& report);
    void changeScene(std::uint32_t stamp, DecodeReport& report);
    base::Expected<void> applyDifference(protocol::SexprReader& reader, std::uint32_t stamp,
                                         DecodeReport& report);

    GameState m_game;
    SceneState m_scene;
    std::shared_ptr<const std::vector<robot::RobotModelPtr>> m_known; ///< known robots; may be null
    DiffTree m_diff;                                                  // scratch
    RsmpEnvironments m_environments;
};

} // namespace sideline::monitor
