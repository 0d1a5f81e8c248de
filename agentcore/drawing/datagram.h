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

/// UDP port on which RoboViz and the studio receive drawings.
inline constexpr int kDrawingPort = 32769;
/// Length of RoboViz's receive buffer: RoboViz truncates longer datagrams, the studio does not.
inline constexpr std::size_t kRoboVizBufferBytes = 512;

/// Contents of a datagram.
struct ParsedDatagram {
    std::vector<Command> commands;
    /// Set if the rest of the datagram was unreadable, with byte offset and expected content. The
    /// commands before the error are valid.
    std::optional<base::Error> error;
};

/// Parses a datagram: one or more commands in sequence.
///
/// An unreadable command (unknown, truncated, with a number that is not finite) ends the datagram,
/// as in RoboViz; input that crashes RoboViz (a known command of an unknown kind) is an error like
/// any other. Text that is not UTF-8 is read as Latin-1, which clients older than RoboViz 2 sent.
/// Accepts any bytes; any thread.
[[nodiscard]] ParsedDatagram parseDatagram(std::string_view bytes);

/// A number in the protocol's six characters, rounded to fit: `3.1416`, `-12.50`.
///
/// @param value finite; limited to magnitude 99999
[[nodiscard]] std::string numberText(double value);

/// Appends the bytes of a command to a datagram.
///
/// Strings end at their first zero byte; polygon corners after the 255th are omitted. Errors:
/// InvalidArgument if a number is not finite, an agent's number is not 1 to 128, or a polygon has
/// no corners; nothing is then appended.
[[nodiscard]] base::Expected<void> appendCommand(std::string& bytes, const Command& command);

/// Datagrams ready to be sent, and the number of commands that could not be encoded.
struct EncodedDrawings {
    std::vector<std::string> datagrams;
    std::size_t leftOut = 0; ///< commands that cannot be encoded, such as shapes with NaN
};

/// Packs commands into as few datagrams as possible, in order, splitting only between commands.
///
/// A polygon too large for a datagram is split into several that share their first corner; a long
/// text is cut between characters, so that no datagram is longer than `maxBytes`.
/// @param maxBytes at least 128
[[nodiscard]] EncodedDrawings encodeDatagrams(std::span<const Command> commands,
                                              std::size_t maxBytes = kRoboVizBufferBytes);

} // namespace sideline::drawing
