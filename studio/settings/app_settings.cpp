#include "studio/settings/app_settings.h"

#include <algorithm>
#include <bit>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include "logs/match/match_log.h"

namespace sideline::studio {

namespace {

constexpr int kMaxRecent = 10;
const QString kRecentKey = QStringLiteral("recent/files");

QString key(const char* name) {
    return QStringLiteral("settings/") + QLatin1String(name);
}

QColor readColour(const QSettings& store, const char* name, const QColor& fallback) {
    const QColor colour(store.value(key(name)).toString());
    return colour.isValid() ? colour : fallback;
}

int readInt(const QSettings& store, const char* name, int fallback, int least, int most) {
    bool good = false;
    const int value = store.value(key(name), fallback).toInt(&good);
    return good ? std::clamp(value, least, most) : fallback;
}

double readDouble(const QSettings& store, const char* name, double fallback, double least,
                  double most) {
    bool good = false;
    const double value = store.value(key(name), fallback).toDouble(&good);
    return good && value == value ? std::clamp(value, least, most) : fallback;
}

} // namespace

viewer3d::SceneOptions AppSettings::sceneOptions(bool dark) const {
    viewer3d::SceneOptions options;
    options.leftColour = colours.left;
    options.rightColour = colours.right;
    options.background = dark ? QColor(0x27, 0x2d, 0x36) : QColor(0xbf, 0xcc, 0xdb);
    options.shadows = shadows;
    options.playerLabels = playerLabels;
    options.teamNames = teamNames;
    options.wireframe = wireframe;
    options.detail = detail;
    return options;
}

AppSettings readSettings(const QSettings& store) {
    AppSettings s;
    s.theme = static_cast<Theme>(readInt(store, "theme", 0, 0, 2));
    s.smoothReplay = store.value(key("smoothReplay"), s.smoothReplay).toBool();
    s.trailS = readDouble(store, "trailS", s.trailS, 0.0, 30.0);
    s.goalLeadS = readDouble(store, "goalLeadS", s.goalLeadS, 0.0, 30.0);
    s.eventKinds = store.value(key("eventKinds"), s.eventKinds).toUInt();
    s.colours.left = readColour(store, "leftColour", s.colours.left);
    s.colours.right = readColour(store, "rightColour", s.colours.right);
    s.shadows = store.value(key("shadows"), s.shadows).toBool();
    s.playerLabels = store.value(key("playerLabels"), s.playerLabels).toBool();
    s.teamNames = store.value(key("teamNames"), s.teamNames).toBool();
    s.regions = store.value(key("regions"), s.regions).toBool();
    s.offsideLines = store.value(key("offsideLines"), s.offsideLines).toBool();
    s.wireframe = store.value(key("wireframe"), s.wireframe).toBool();
    s.detail = readInt(store, "detail", s.detail, 0, 1);
    const int samples = readInt(store, "antialiasing", s.antialiasing, -1, 8);
    s.antialiasing = samples == 0 || std::has_single_bit(static_cast<unsigned>(samples))
                         ? samples
                         : s.antialiasing;
    s.meshFolder = store.value(key("meshFolder")).toString();
    s.memoryMiB = readInt(store, "memoryMiB", s.memoryMiB, 16, 65536);
    s.spoolDirectory = store.value(key("spoolDirectory")).toString();
    s.maxUnpackedMiB = readInt(store, "maxUnpackedMiB", s.maxUnpackedMiB, 64, 1 << 20);
    s.layout = store.value(key("layout")).toString();
    return s;
}

void writeSettings(QSettings& store, const AppSettings& s) {
    store.setValue(key("theme"), static_cast<int>(s.theme));
    store.setValue(key("smoothReplay"), s.smoothReplay);
    store.setValue(key("trailS"), s.trailS);
    store.setValue(key("goalLeadS"), s.goalLeadS);
    store.setValue(key("eventKinds"), s.eventKinds);
    store.setValue(key("leftColour"), s.colours.left.name());
    store.setValue(key("rightColour"), s.colours.right.name());
    store.setValue(key("shadows"), s.shadows);
    store.setValue(key("playerLabels"), s.playerLabels);
    store.setValue(key("teamNames"), s.teamNames);
    store.setValue(key("regions"), s.regions);
    store.setValue(key("offsideLines"), s.offsideLines);
    store.setValue(key("wireframe"), s.wireframe);
    store.setValue(key("detail"), s.detail);
    store.setValue(key("antialiasing"), s.antialiasing);
    store.setValue(key("meshFolder"), s.meshFolder);
    store.setValue(key("memoryMiB"), s.memoryMiB);
    store.setValue(key("spoolDirectory"), s.spoolDirectory);
    store.setValue(key("maxUnpackedMiB"), s.maxUnpackedMiB);
    store.setValue(key("layout"), s.layout);
}

QStringList recentFiles(const QSettings& store) {
    QStringList files = store.value(kRecentKey).toStringList();
    files.removeIf([](const QString& file) { return !QFileInfo::exists(file); });
    return files;
}

void addRecentFile(QSettings& store, const QString& file) {
    QStringList files = recentFiles(store);
    files.removeAll(file);
    files.prepend(file);
    store.setValue(kRecentKey, QStringList(files.mid(0, kMaxRecent)));
}

QString findShipped(const QString& name, const QString& inSource) {
    const QDir programs(QCoreApplication::applicationDirPath());
    for (const QString& path :
         {programs.filePath(QStringLiteral("../share/sideline/") + name), inSource}) {
        if (QFileInfo::exists(path)) {
            return QFileInfo(path).canonicalFilePath();
        }
    }
    return {};
}

std::filesystem::path spoolFolder(const AppSettings& settings) {
    return settings.spoolDirectory.isEmpty()
               ? logs::defaultSpoolDirectory()
               : std::filesystem::path(settings.spoolDirectory.toStdString());
}

} // namespace sideline::studio
