#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <QString>
#include <QStringList>

#include "agentcore/game/player_id.h"
#include "agentcore/game/server_kind.h"

namespace sideline::widgets {

/// One robot of a live match, for a list.
struct LiveRobotView {
    game::PlayerId id;
    QString team;
    int typeNumber = -1;  ///< type of a Nao; -1 if unknown
    bool hasAgent = true; ///< false for robots that the user has added
    bool isHeld = false;
    int waitMs = 0;         ///< time per cycle that the match waits for its agent; 0: negligible
    int waitingS = 0;       ///< time that the match has been waiting for its agent; 0: not waiting
    bool isSkipped = false; ///< the match continues without its agent
    bool isStandIn = false; ///< will be controlled by the agent that receives its number
    QString model{};        ///< `T1`, `K1` or `PiPlus`; empty for others
    [[nodiscard]] bool operator==(const LiveRobotView&) const = default;
};

/// A switch of the simulator.
struct SwitchView {
    QString key;  ///< reported back when it is toggled
    QString text; ///< label
    QString tip;  ///< its effect, and the consequence of turning it off
    bool isOn = true;
    [[nodiscard]] bool operator==(const SwitchView&) const = default;
};

/// State of a live match: of the embedded simulator, or of an external server.
struct SimulatorView {
    enum class Source : std::uint8_t { None, Simulator, Server };
    Source source = Source::None;
    QString serverName; ///< `host:port`, only for `Server`
    /// Kind of server; nullopt until its first message, unless the studio has started it.
    std::optional<game::ServerKind> serverKind;
    bool isStarted = false;   ///< a `Server` that the studio runs, and stops with the match
    bool isConnected = false; ///< connected to the server; false while reconnecting
    bool isPaused = false;
    bool isWaitingToStart = false; ///< a start situation waits for its players
    double speed = 1.0; ///< requested speed, as a multiple of real time; 0 for as fast as possible
    double measuredSpeed = 0.0; ///< measured speed, as a multiple of real time
    std::uint64_t cycle = 0;    ///< number of the server cycle; 20 ms each
    double gameTimeS = 0.0;
    int playMode = -1;   ///< number of the mode; -1 if unknown
    int agentPort = 0;   ///< 0 while agents cannot connect, or if unknown
    int monitorPort = 0; ///< 0 while monitors cannot connect
    int monitorCount = 0;
    std::vector<LiveRobotView> robots;
    QStringList snapshots; ///< names of snapshots, oldest first
};

/// A robot that the user wants on the field.
struct NewRobotView {
    QString team;
    int unum = 1;
    int typeNumber = 0; ///< type of a Nao
    QString model{};    ///< `T1`, `K1` or `PiPlus`; empty: a Nao
    [[nodiscard]] bool operator==(const NewRobotView&) const = default;
};

/// Physical quantities drawn in the 3D view.
struct PhysicsChoice {
    bool forces = false;
    bool torques = false;
    bool masses = false;
    bool colliders = false;
    [[nodiscard]] bool any() const { return forces || torques || masses || colliders; }
    [[nodiscard]] bool operator==(const PhysicsChoice&) const = default;
};

} // namespace sideline::widgets
