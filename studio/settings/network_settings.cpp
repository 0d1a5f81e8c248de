#include "studio/settings/network_settings.h"

#include "studio/settings/stored_values.h"

namespace sideline::studio {

namespace {

constexpr int kMaxNetworkPort = 65535;
const QString kDrawingPort = QStringLiteral("live/drawingPort");
const QString kBeliefPort = QStringLiteral("localize/beliefPort");
const QString kLetsOthersIn = QStringLiteral("network/letsOthersIn");

} // namespace

NetworkSettings readNetworkSettings(const QSettings& store) {
    NetworkSettings settings;
    settings.drawingPort =
        readStoredInt(store, kDrawingPort, settings.drawingPort, 0, kMaxNetworkPort);
    settings.beliefPort =
        readStoredInt(store, kBeliefPort, settings.beliefPort, 0, kMaxNetworkPort);
    settings.letsOthersIn = store.value(kLetsOthersIn, settings.letsOthersIn).toBool();
    return settings;
}

void writeNetworkSettings(QSettings& store, const NetworkSettings& settings) {
    store.setValue(kDrawingPort, settings.drawingPort);
    store.setValue(kBeliefPort, settings.beliefPort);
    store.setValue(kLetsOthersIn, settings.letsOthersIn);
}

} // namespace sideline::studio
