#include "studio/settings/server_choice.h"

#include <algorithm>

#include "studio/settings/stored_values.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr int kMaxServerPort = 65535;
constexpr int kLastGamePhase = 4;
constexpr int kLastChoice = static_cast<int>(ServerChoice::Rcssservermj);

QString serverKey(const launcher::ServerOptions& options, const char* name) {
    return QStringLiteral("live/server/%1/%2")
        .arg(widgets::toQt(std::string(game::serverKindName(options.kind))), QLatin1String(name));
}

void readOptions(const QSettings& store, launcher::ServerOptions& o) {
    const auto text = [&](const char* name) {
        return store.value(serverKey(o, name)).toString().toStdString();
    };
    const auto flag = [&](const char* name, bool fallback) {
        return store.value(serverKey(o, name), fallback).toBool();
    };
    const auto port = [&](const char* name, std::uint16_t fallback) {
        return static_cast<std::uint16_t>(
            readStoredInt(store, serverKey(o, name), fallback, 1, kMaxServerPort));
    };
    o.program = text("program");
    o.arguments = text("arguments");
    o.folder = text("folder");
    o.agentPort = port("agentPort", o.agentPort);
    o.monitorPort = port("monitorPort", o.monitorPort);
    o.isSync = flag("sync", o.isSync);
    o.isSequential = flag("sequential", o.isSequential);
    o.isRealtime = flag("realtime", o.isRealtime);
    o.isRendered = flag("render", o.isRendered);
    o.field = text("field");
    o.rules = text("rules");
    o.phase = readStoredInt(store, serverKey(o, "phase"), 0, 0, kLastGamePhase);
    o.startTimeS = std::max(0.0, store.value(serverKey(o, "time"), 0.0).toDouble());
}

void writeOptions(QSettings& store, const launcher::ServerOptions& o) {
    const auto put = [&](const char* name, const QVariant& value) {
        store.setValue(serverKey(o, name), value);
    };
    put("program", widgets::toQt(o.program));
    put("arguments", widgets::toQt(o.arguments));
    put("folder", widgets::toQt(o.folder.string()));
    put("agentPort", o.agentPort);
    put("monitorPort", o.monitorPort);
    put("sync", o.isSync);
    put("sequential", o.isSequential);
    put("realtime", o.isRealtime);
    put("render", o.isRendered);
    put("field", widgets::toQt(o.field));
    put("rules", widgets::toQt(o.rules));
    put("phase", o.phase);
    put("time", o.startTimeS);
}

} // namespace

ChosenServer readServerChoice(const QSettings& store) {
    ChosenServer chosen;
    chosen.which = static_cast<ServerChoice>(
        readStoredInt(store, QStringLiteral("live/server/which"), 0, 0, kLastChoice));
    readOptions(store, chosen.simSpark);
    readOptions(store, chosen.mujoco);
    return chosen;
}

void writeServerChoice(QSettings& store, const ChosenServer& chosen) {
    store.setValue(QStringLiteral("live/server/which"), static_cast<int>(chosen.which));
    writeOptions(store, chosen.simSpark);
    writeOptions(store, chosen.mujoco);
}

} // namespace sideline::studio
