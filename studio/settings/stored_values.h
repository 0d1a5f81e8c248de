#pragma once

#include <algorithm>

#include <QSettings>

namespace sideline::studio {

/// A whole number of a settings file, brought into its range; the fallback for what is none.
[[nodiscard]] inline int readStoredInt(const QSettings& store, const QString& key, int fallback,
                                       int least, int most) {
    bool good = false;
    const int value = store.value(key, fallback).toInt(&good);
    return good ? std::clamp(value, least, most) : fallback;
}

} // namespace sideline::studio
