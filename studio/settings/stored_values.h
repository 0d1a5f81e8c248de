#pragma once

#include <algorithm>

#include <QSettings>
#include <QString>

namespace sideline::studio {

/// Returns the key of the poses that users have stored by name.
[[nodiscard]] inline QString storedPosesKey() {
    return QStringLiteral("live/poses");
}

/// Reads an integer from a settings file, clamped to its range; the fallback if it is invalid.
[[nodiscard]] inline int readStoredInt(const QSettings& store, const QString& key, int fallback,
                                       int min, int max) {
    bool good = false;
    const int value = store.value(key, fallback).toInt(&good);
    return good ? std::clamp(value, min, max) : fallback;
}

} // namespace sideline::studio
