#pragma once

#include <vector>

#include <QSettings>
#include <QString>

#include "studio/settings/live_settings.h"

namespace sideline::studio {

/// A server that the user has given a name.
struct NamedServer {
    QString name;
    HostPort address;
    [[nodiscard]] bool operator==(const NamedServer&) const = default;
};

/// Servers that the user knows: those with a name as they were added, and those connected to last,
/// newest first, at most eight.
struct ServerList {
    std::vector<NamedServer> named;
    std::vector<HostPort> recent;
    [[nodiscard]] bool operator==(const ServerList&) const = default;
};

/// Reads the list under `live/`; what is no server there is omitted.
[[nodiscard]] ServerList readServers(const QSettings& store);
void writeServers(QSettings& store, const ServerList& servers);
/// Puts a server to the front of those connected to last.
void addRecentServer(QSettings& store, const HostPort& address);

} // namespace sideline::studio
