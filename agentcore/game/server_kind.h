#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sideline::game {

/// The servers that matches are played on. They differ in their robots, in what agents send and
/// receive, and in what trainers may ask for.
enum class ServerKind : std::uint8_t {
    SimSpark,     ///< `rcssserver3d`, and Sideline's own server
    Rcssservermj, ///< `rcssservermj`, on MuJoCo
};

inline constexpr std::array kServerKinds = {ServerKind::SimSpark, ServerKind::Rcssservermj};

/// How a server is called in files and on command lines: the name of its program.
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

/// The port on which a server waits for agents unless it is told otherwise.
[[nodiscard]] constexpr std::uint16_t usualAgentPort(ServerKind kind) {
    return kind == ServerKind::SimSpark ? 3100 : 60000;
}

/// The port on which a server waits for monitors unless it is told otherwise.
[[nodiscard]] constexpr std::uint16_t usualMonitorPort(ServerKind kind) {
    return kind == ServerKind::SimSpark ? 3200 : 60001;
}

} // namespace sideline::game
