#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/drawing/command.h"

namespace sideline::drawing {

/// UDP port on which RoboViz, and we, receive drawings.
inline constexpr int kDrawingPort = 32769;
/// Length of RoboViz's receive buffer: the tail of a longer datagram is lost there, not here.
inline constexpr std::size_t kRoboVizBufferBytes = 512;

/// What was in a datagram.
struct ParsedDatagram {
    std::vector<Command> commands;
    /// Set if the rest of the datagram could not be read; names the byte and what was expected.
    /// The commands in front of it hold.
    std::optional<base::Error> error;
};

/// Reads a datagram: one or more commands back to back.
///
/// A command that cannot be read (unknown, truncated, a number that is no finite number) ends the
/// datagram, as in RoboViz; what RoboViz does not survive (a known command of an unknown kind) is
/// an error like any other here. Text that is not UTF-8 is taken for Latin-1, which clients older
/// than RoboViz 2 sent. Any bytes, any thread; never fails otherwise.
[[nodiscard]] ParsedDatagram parseDatagram(std::string_view bytes);

/// A number in the protocol's six characters, rounded to what fits: `3.1416`, `-12.50`.
///
/// @param value finite; beyond 99999 it is cut to that
[[nodiscard]] std::string numberText(double value);

/// Adds the bytes of a command to a datagram.
///
/// Strings end at their first zero byte; a polygon's corners behind the 255th are omitted.
/// Errors: InvalidArgument if a number is not finite, an agent's number is not 1 to 128, or a
/// polygon has no corners; nothing is added then.
[[nodiscard]] base::Expected<void> appendCommand(std::string& bytes, const Command& command);

/// Datagrams that are ready to be sent, and what could not be put into them.
struct EncodedDrawings {
    std::vector<std::string> datagrams;
    std::size_t leftOut = 0; ///< commands that have no bytes, as shapes with NaN
};

/// Packs commands into as few datagrams as possible, in order, cut only between commands.
///
/// A polygon too large for a datagram becomes several that share their first corner, a long text
/// is cut at the end of a character, so that no datagram is longer than `maxBytes`.
/// @param maxBytes at least 128
[[nodiscard]] EncodedDrawings encodeDatagrams(std::span<const Command> commands,
                                              std::size_t maxBytes = kRoboVizBufferBytes);

} // namespace sideline::drawing
