#include "studio/settings/server_list.h"

#include <algorithm>

#include <QStringList>

#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr std::size_t kMaxRecentServers = 8;
const QString kNamedServersKey = QStringLiteral("live/servers"); // `HOST:PORT NAME` each
const QString kRecentServersKey = QStringLiteral("live/recentServers");

} // namespace

ServerList readServers(const QSettings& store) {
    ServerList servers;
    for (const QString& text : store.value(kNamedServersKey).toStringList()) {
        const auto address = parseHostPort(text.section(QLatin1Char(' '), 0, 0));
        const QString name = text.section(QLatin1Char(' '), 1).trimmed();
        if (address && !name.isEmpty()) {
            servers.named.push_back({name, *address});
        }
    }
    for (const QString& text : store.value(kRecentServersKey).toStringList()) {
        if (const auto address = parseHostPort(text);
            address && servers.recent.size() < kMaxRecentServers) {
            servers.recent.push_back(*address);
        }
    }
    return servers;
}

void writeServers(QSettings& store, const ServerList& servers) {
    QStringList named;
    for (const NamedServer& server : servers.named) {
        named << QStringLiteral("%1 %2").arg(widgets::toQt(server.address.text()), server.name);
    }
    QStringList recent;
    for (const HostPort& address : servers.recent) {
        recent << widgets::toQt(address.text());
    }
    store.setValue(kNamedServersKey, named);
    store.setValue(kRecentServersKey, recent);
}

void addRecentServer(QSettings& store, const HostPort& address) {
    ServerList servers = readServers(store);
    std::erase(servers.recent, address);
    servers.recent.insert(servers.recent.begin(), address);
    servers.recent.resize(std::min(servers.recent.size(), kMaxRecentServers));
    writeServers(store, servers);
}

} // namespace sideline::studio
