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
    int typeNumber = -1;  ///< -1 if unknown
    bool hasAgent = true; ///< false for robots that the user has put there
    bool isHeld = false;
    int waitMs = 0;            ///< that the match waits for its agent per cycle; 0 for hardly
    int waitingS = 0;          ///< that the match waits for its agent just now; 0 for not
    bool isLeftBehind = false; ///< the match continues without its agent
    bool isStandIn = false;    ///< of a start situation: whoever gets its number takes it over
    [[nodiscard]] bool operator==(const LiveRobotView&) const = default;
};

/// One thing of the simulator that can be switched on and off.
struct SwitchView {
    QString key;  ///< reported back when it is toggled
    QString text; ///< in plain words
    QString tip;  ///< what it does, and what is lost without it
    bool isOn = true;
    [[nodiscard]] bool operator==(const SwitchView&) const = default;
};

/// How a live match is doing: of the embedded simulator, or of a server that we watch.
struct SimulatorView {
    enum class Source : std::uint8_t { None, Simulator, Server };
    Source source = Source::None;
    QString serverName; ///< `host:port`, only for `Server`
    /// What server it is; nothing until its first message, unless we have started it.
    std::optional<game::ServerKind> serverKind;
    bool isStarted = false;   ///< a `Server` that the studio runs, and stops with the match
    bool isConnected = false; ///< to the server; false while it is tried again
    bool isPaused = false;
    bool isWaitingToStart = false; ///< a start situation waits for its players
    double speed = 1.0;            ///< wanted, times real time; 0 for as fast as possible
    double measuredSpeed = 0.0;    ///< times real time
    std::uint64_t cycle = 0;       ///< 20 ms each
    double gameTimeS = 0.0;
    int playMode = -1;   ///< number of the mode; -1 if unknown
    int agentPort = 0;   ///< 0 while agents cannot connect, or where it is not known
    int monitorPort = 0; ///< 0 while monitors cannot connect
    int monitorCount = 0;
    std::vector<LiveRobotView> robots;
    QStringList snapshots; ///< names of snapshots, oldest first
};

/// A robot that the user wants on the field.
struct NewRobotView {
    QString team;
    int unum = 1;
    int typeNumber = 0;
    [[nodiscard]] bool operator==(const NewRobotView&) const = default;
};

/// What of the physical world is drawn into the 3D view.
struct PhysicsChoice {
    bool forces = false;
    bool torques = false;
    bool masses = false;
    bool colliders = false;
    [[nodiscard]] bool any() const { return forces || torques || masses || colliders; }
    [[nodiscard]] bool operator==(const PhysicsChoice&) const = default;
};

} // namespace sideline::widgets
