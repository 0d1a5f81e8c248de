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
    Difference, ///< `RDS` or `diff`: what changed since the last message
};

/// The first part of a monitor message, enough to index it.
struct MessageHeader {
    Predicates predicates;
    MessageKind kind = MessageKind::Difference;
    /// Time since the server was started, which never stands still; only of RSMP.
    std::optional<double> serverTimeS{};
    StreamFormat format = StreamFormat::SimSpark;
};

/// Reads predicates and kind of a message of SimSpark or RSMP, not its scene. Errors: Malformed,
/// Truncated, UnsupportedFormat for another version of RSMP, each with the byte in the message.
[[nodiscard]] base::Expected<MessageHeader> readMessageHeader(std::string_view message);

/// What a message brought along, besides the new state.
struct DecodeReport {
    MessageKind kind = MessageKind::Difference;
    bool hasTime = false;            ///< the message reported the game clock
    bool structureChanged = false;   ///< the scene tree is another one than before
    bool robotsInferredGone = false; ///< robots were taken out because the difference lacks them
    Remarks remarks;                 ///< oddities that did not keep the message from being read
    /// Set when the scene part could not be used: a difference without or of another tree.
    std::optional<base::Error> outOfSync;
};

/// Folds monitor messages of SimSpark and of rcssservermj (RSMP) into the state of the match.
///
/// The state after a message depends only on the state before and the message; a full message
/// replaces everything, so that a fold may start at any of them. One thread per decoder.
class MonitorDecoder {
public:
    /// Applies one message.
    ///
    /// @param message the S-expressions of one message, without length prefix or newline
    /// @param stamp number that marks what this message carries (a frame number), for ages
    /// @return what happened; on an error the scene stays as it was, and the game state too
    /// unless the fault lies behind the predicates
    base::Expected<DecodeReport> decode(std::string_view message, std::uint32_t stamp);

    [[nodiscard]] const GameState& game() const { return m_game; }
    [[nodiscard]] const SceneState& scene() const { return m_scene; }

    /// Robots that may be in the scene, besides those that the program knows; may be null.
    void setKnownRobots(std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots) {
        m_known = std::move(robots);
    }

    /// Continues from a state that another decoder had.
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
    std::shared_ptr<const std::vector<robot::RobotModelPtr>> m_known; ///< may be null
    DiffTree m_diff;                                                  // scratch
    RsmpEnvironments m_environments;
};

} // namespace sideline::monitor
