#pragma once

#include <algorithm>

#include <QSettings>

namespace sideline::studio {

/// Reads an integer of a settings file, clamped to its range; the fallback if it is invalid.
[[nodiscard]] inline int readStoredInt(const QSettings& store, const QString& key, int fallback,
                                       int least, int most) {
    bool good = false;
    const int value = store.value(key, fallback).toInt(&good);
    return good ? std::clamp(value, least, most) : fallback;
}

} // namespace sideline::studio
