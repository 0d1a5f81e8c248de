#pragma once

#include <optional>
#include <string>

#include <QSettings>
#include <QString>
#include <tl/expected.hpp>

#include "widgets/live/simulator_view.h"

namespace sideline::studio {

/// What the user has chosen for live matches. A value; ranges are enforced when it is read.
struct LiveSettings {
    int seed = 1;
    bool isExact = false; ///< ODE's own solver instead of the fast one
    double speed = 1.0;   ///< times real time; 0 for as fast as possible
    int agentPort = 3100;
    int monitorPort = 3200;
    bool opensPorts = true;
    bool waitsForAgents = false;       ///< sync mode
    std::string address = "127.0.0.1"; ///< to listen on; of the network settings, not kept here
    bool startsWithAgent = true;       ///< the simulator, with one agent of ours on the field
    QString host = QStringLiteral("127.0.0.1"); ///< of the server connected to last
    int port = 3200;                            ///< its monitor port
    widgets::PhysicsChoice physics;             ///< drawn in the 3D view
    [[nodiscard]] bool operator==(const LiveSettings&) const = default;
};

/// Reads the settings under `live/`; values that are missing or none are the defaults.
[[nodiscard]] LiveSettings readLiveSettings(const QSettings& store);
void writeLiveSettings(QSettings& store, const LiveSettings& settings);

/// A server's address as people write it: `host`, `host:port`, `1.2.3.4:3200`, `[::1]:3200`.
struct HostPort {
    QString host;
    int port = 3200;
    /// As people write it.
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool operator==(const HostPort&) const = default;
};
/// An address as somebody types it, or what is wrong with it, in a sentence for display.
[[nodiscard]] tl::expected<HostPort, QString> readHostPort(const QString& text);
/// Nothing for what is no address: an empty host, or a port that is none.
[[nodiscard]] std::optional<HostPort> parseHostPort(const QString& text);

} // namespace sideline::studio
