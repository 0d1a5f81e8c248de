#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/remark.h"
#include "agentcore/monitor/scene_reader.h"

namespace sideline::monitor {

/// Whether a message is one of rcssservermj: `((RSMP 1 0)...`.
[[nodiscard]] bool isRsmp(std::string_view message);

/// What an RSMP message says besides the scene.
struct RsmpHeader {
    bool isFull = false;
    std::optional<double> serverTimeS; ///< `gt`
    Predicates game;                   ///< `gs`; its environment is empty
    Remarks remarks;                   ///< parts that are not known
};

/// Reads time, kind and game of a message without reading its scene. Errors: Malformed, Truncated;
/// UnsupportedFormat for another major version of the protocol or of a part.
[[nodiscard]] base::Expected<RsmpHeader> readRsmpHeader(std::string_view message);

/// Field, rules and play modes (`ge`) as a message has them. Since each message repeats them, those
/// that were read last are kept and compared as text.
class RsmpEnvironments {
public:
    /// @param text the predicates of the part, with its `)`
    /// @param offset byte of the text in its message, for errors
    base::Expected<std::shared_ptr<const Environment>> read(std::string_view text,
                                                            std::size_t offset, Remarks& remarks);

private:
    std::string m_text;
    std::shared_ptr<const Environment> m_environment;
    Remarks m_remarks; ///< of the text
};

/// A message as parsed, not yet applied to anything.
struct RsmpMessage {
    RsmpHeader header;
    std::shared_ptr<const Environment> environment; ///< null if the message has none
    bool hasScene = false;
    FullTree full; ///< only of a full message; a difference is in the tree given to the reader
};

/// Reads a whole message. Parts may come in any order; those that are not known are remarks.
/// @param diff receives the scene of a difference
/// Errors as for the header.
[[nodiscard]] base::Expected<RsmpMessage> readRsmpMessage(std::string_view message,
                                                          RsmpEnvironments& environments,
                                                          DiffTree& diff);

/// The state after a message: a full one replaces everything, a difference changes what it says.
[[nodiscard]] GameState applyRsmp(const GameState& state, RsmpMessage& message);

} // namespace sideline::monitor
