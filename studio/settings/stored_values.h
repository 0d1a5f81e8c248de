#pragma once

#include <algorithm>

#include <QSettings>
#include <QString>

namespace sideline::studio {

/// Where the poses are kept that users have stored by name.
[[nodiscard]] inline QString storedPosesKey() {
    return QStringLiteral("live/poses");
}

/// A whole number of a settings file, brought into its range; the fallback for what is none.
[[nodiscard]] inline int readStoredInt(const QSettings& store, const QString& key, int fallback,
                                       int min, int max) {
    bool good = false;
    const int value = store.value(key, fallback).toInt(&good);
    return good ? std::clamp(value, min, max) : fallback;
}

} // namespace sideline::studio
