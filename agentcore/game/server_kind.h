#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sideline::game {

/// The servers on which matches are played. They differ in robots, in agent messages and in the
/// commands open to trainers.
enum class ServerKind : std::uint8_t {
    SimSpark,     ///< `rcssserver3d` and Sideline's own server
    Rcssservermj, ///< `rcssservermj`, on MuJoCo
};

inline constexpr std::array kServerKinds = {ServerKind::SimSpark, ServerKind::Rcssservermj};

/// The name of a server in files and on command lines: the name of its program.
[[nodiscard]] constexpr std::string_view serverKindName(ServerKind kind) {
    return kind == ServerKind::SimSpark ? "rcssserver3d" : "rcssservermj";
}

[[nodiscard]] constexpr std::optional<ServerKind> serverKindFromName(std::string_view name) {
    for (const ServerKind kind : kServerKinds) {
        if (serverKindName(kind) == name) {
            return kind;
        }
    }
    return std::nullopt;
}

/// The default agent port of a server.
[[nodiscard]] constexpr std::uint16_t defaultAgentPort(ServerKind kind) {
    return kind == ServerKind::SimSpark ? 3100 : 60000;
}

/// The default monitor port of a server.
[[nodiscard]] constexpr std::uint16_t defaultMonitorPort(ServerKind kind) {
    return kind == ServerKind::SimSpark ? 3200 : 60001;
}

} // namespace sideline::game
