#pragma once

#include <optional>
#include <string>

#include <QSettings>
#include <QString>
#include <tl/expected.hpp>

#include "agentcore/game/server_kind.h"
#include "agentcore/net/host_port.h"
#include "widgets/live/simulator_view.h"

namespace sideline::studio {

/// Settings for live matches. A value type; ranges are enforced when it is read.
struct LiveSettings {
    /// Name of the robot model that the simulator starts with: `nao0`, `T1`. It determines which
    /// kind of server is simulated.
    std::string robot = "nao0";
    std::string ruleBook = "ssim26"; ///< for T1, K1 and PiPlus; see `simulator::LeagueArguments`
    std::string field;               ///< field for these robots; empty: that of the rule book
    int seed = 1;
    bool isExact = false; ///< ODE's own solver instead of the fast one
    double speed = 1.0;   ///< multiple of real time; 0: as fast as possible
    int agentPort = 3100;
    int monitorPort = 3200;
    bool opensPorts = true;
    bool waitsForAgents = false; ///< sync mode
    /// Address to listen on; from the network settings, not stored here.
    std::string address = "127.0.0.1";
    bool startsWithAgent = true; ///< the simulator starts with a built-in agent on the field
    QString host = QStringLiteral("127.0.0.1"); ///< host of the last server
    int port = 3200;                            ///< monitor port of the last server
    widgets::PhysicsChoice physics;             ///< drawn in the 3D view

    /// The kind of server on which the robot plays.
    [[nodiscard]] game::ServerKind family() const;
    /// Chooses a robot. Ports that are the defaults of one kind of server become those of the other
    /// if the kind changes.
    void chooseRobot(std::string name);
    [[nodiscard]] bool operator==(const LiveSettings&) const = default;
};

/// Reads the settings under `live/`; missing or invalid values are replaced by the defaults.
[[nodiscard]] LiveSettings readLiveSettings(const QSettings& store);
void writeLiveSettings(QSettings& store, const LiveSettings& settings);

using net::HostPort;

/// Parses the address of a monitor server typed by the user. Errors: a sentence for display.
[[nodiscard]] tl::expected<HostPort, QString> readHostPort(const QString& text);
/// Parses such an address; empty for an invalid one.
[[nodiscard]] std::optional<HostPort> parseHostPort(const QString& text);

} // namespace sideline::studio
