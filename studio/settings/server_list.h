#pragma once

#include <vector>

#include <QSettings>
#include <QString>

#include "studio/settings/live_settings.h"

namespace sideline::studio {

/// A server with a name given by the user.
struct NamedServer {
    QString name;
    HostPort address;
    [[nodiscard]] bool operator==(const NamedServer&) const = default;
};

/// The user's servers: the named ones in the order in which they were added, and at most eight
/// recent ones, newest first.
struct ServerList {
    std::vector<NamedServer> named;
    std::vector<HostPort> recent;
    [[nodiscard]] bool operator==(const ServerList&) const = default;
};

/// Reads the list under `live/`; invalid entries are omitted.
[[nodiscard]] ServerList readServers(const QSettings& store);
void writeServers(QSettings& store, const ServerList& servers);
/// Moves a server to the front of the recent ones.
void addRecentServer(QSettings& store, const HostPort& address);

} // namespace sideline::studio
