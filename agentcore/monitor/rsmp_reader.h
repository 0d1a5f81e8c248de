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

/// Whether a message comes from rcssservermj: `((RSMP 1 0)...`.
[[nodiscard]] bool isRsmp(std::string_view message);

/// The content of an RSMP message without the scene.
struct RsmpHeader {
    bool isFull = false;
    std::optional<double> serverTimeS; ///< `gt`
    Predicates game;                   ///< `gs`; with an empty environment
    Remarks remarks;                   ///< unknown parts
};

/// Reads time, kind and game state of a message without its scene. Errors: Malformed, Truncated;
/// UnsupportedFormat for another major version of the protocol or of a part.
[[nodiscard]] base::Expected<RsmpHeader> readRsmpHeader(std::string_view message);

/// Field, rules and play modes (`ge`) of a message. Every message repeats them, so the last result
/// is cached and compared by its text.
class RsmpEnvironments {
public:
    /// @param text the predicates of the part including its `)`
    /// @param offset byte offset of the text in its message, for errors
    base::Expected<std::shared_ptr<const Environment>> read(std::string_view text,
                                                            std::size_t offset, Remarks& remarks);

private:
    std::string m_text;
    std::shared_ptr<const Environment> m_environment;
    Remarks m_remarks; ///< remarks on the cached text
};

/// A parsed message, not yet applied to a state.
struct RsmpMessage {
    RsmpHeader header;
    std::shared_ptr<const Environment> environment; ///< null if absent from the message
    bool hasScene = false;
    FullTree full; ///< set only for a full message; a difference is stored in the caller's tree
};

/// Reads a whole message. Parts may be in any order; unknown parts result in remarks.
/// @param diff receives the scene of a difference
/// Errors as for `readRsmpHeader`.
[[nodiscard]] base::Expected<RsmpMessage> readRsmpMessage(std::string_view message,
                                                          RsmpEnvironments& environments,
                                                          DiffTree& diff);

/// The state after a message: a full one replaces everything, a difference changes the listed
/// values.
[[nodiscard]] GameState applyRsmp(const GameState& state, RsmpMessage& message);

} // namespace sideline::monitor
