#pragma once

#include <algorithm>

#include <QFileInfo>
#include <QSettings>
#include <QString>

namespace sideline::studio {

/// Returns the key of the poses that users have stored by name.
[[nodiscard]] inline QString storedPosesKey() {
    return QStringLiteral("live/poses");
}

/// Returns the key of the team files opened last, newest first.
[[nodiscard]] inline QString recentTeamsKey() {
    return QStringLiteral("teams/recent");
}

/// Returns the key of the team files that are open, which the next run opens again.
[[nodiscard]] inline QString openTeamsKey() {
    return QStringLiteral("teams/open");
}

/// Returns a folder next to the settings' file, so that programs with other settings use another
/// folder.
[[nodiscard]] inline QString folderOfSettings(const QSettings& store, const QString& name) {
    return QFileInfo(store.fileName()).absolutePath() + QLatin1Char('/') + name;
}

/// Reads an integer from a settings file, clamped to its range; the fallback if it is invalid.
[[nodiscard]] inline int readStoredInt(const QSettings& store, const QString& key, int fallback,
                                       int min, int max) {
    bool good = false;
    const int value = store.value(key, fallback).toInt(&good);
    return good ? std::clamp(value, min, max) : fallback;
}

} // namespace sideline::studio
