#include "studio/settings/network_settings.h"

#include <algorithm>

namespace sideline::studio {

namespace {

constexpr int kMostPort = 65535;
const QString kDrawingPort = QStringLiteral("live/drawingPort");
const QString kBeliefPort = QStringLiteral("localise/beliefPort");
const QString kLetsOthersIn = QStringLiteral("network/letsOthersIn");

int readPort(const QSettings& store, const QString& key, int fallback) {
    bool good = false;
    const int port = store.value(key, fallback).toInt(&good);
    return good ? std::clamp(port, 0, kMostPort) : fallback;
}

} // namespace

NetworkSettings readNetworkSettings(const QSettings& store) {
    NetworkSettings settings;
    settings.drawingPort = readPort(store, kDrawingPort, settings.drawingPort);
    settings.beliefPort = readPort(store, kBeliefPort, settings.beliefPort);
    settings.letsOthersIn = store.value(kLetsOthersIn, settings.letsOthersIn).toBool();
    return settings;
}

void writeNetworkSettings(QSettings& store, const NetworkSettings& settings) {
    store.setValue(kDrawingPort, settings.drawingPort);
    store.setValue(kBeliefPort, settings.beliefPort);
    store.setValue(kLetsOthersIn, settings.letsOthersIn);
}

} // namespace sideline::studio
