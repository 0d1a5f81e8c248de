#include "studio/settings/app_settings.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include "logs/match/match_log.h"
#include "studio/settings/stored_values.h"

namespace sideline::studio {

namespace {

constexpr int kMaxRecent = 10;
constexpr int kMaxRecorded = 4; // of them, sessions that nobody may have opened
const QString kRecentKey = QStringLiteral("recent/files");

QString key(const char* name) {
    return QStringLiteral("settings/") + QLatin1String(name);
}

QColor readColor(const QSettings& store, const char* name, const QColor& fallback) {
    const QColor color(store.value(key(name)).toString());
    return color.isValid() ? color : fallback;
}

double readDouble(const QSettings& store, const char* name, double fallback, double least,
                  double most) {
    bool good = false;
    const double value = store.value(key(name), fallback).toDouble(&good);
    return good && value == value ? std::clamp(value, least, most) : fallback;
}

// As one text each: a name may hold anything.
QStringList textsOf(const std::vector<NamedColor>& colors) {
    QStringList texts;
    for (const NamedColor& each : colors) {
        texts << each.color.name() + QLatin1Char(' ') + each.team;
    }
    return texts;
}

std::vector<NamedColor> readNamedColors(const QSettings& store) {
    std::vector<NamedColor> colors;
    for (const QString& text : store.value(key("namedColors")).toStringList()) {
        const QColor color(text.section(QLatin1Char(' '), 0, 0));
        const QString team = text.section(QLatin1Char(' '), 1).trimmed();
        if (color.isValid() && !team.isEmpty()) {
            colors.push_back({team, color});
        }
    }
    return colors;
}

bool lookAlike(const QColor& a, const QColor& b) {
    constexpr int kApart = 100; // of the three parts together
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) +
               std::abs(a.blue() - b.blue()) <
           kApart;
}

} // namespace

widgets::TeamColors AppSettings::colorsOf(const QString& leftTeam, const QString& rightTeam) const {
    const auto ownOf = [this](const QString& team) {
        const auto it = std::ranges::find_if(namedColors, [&](const NamedColor& each) {
            return each.team.compare(team, Qt::CaseInsensitive) == 0;
        });
        return it == namedColors.end() ? QColor() : it->color;
    };
    const QColor ownLeft = ownOf(leftTeam);
    const QColor ownRight = ownOf(rightTeam);
    widgets::TeamColors result{ownLeft.isValid() ? ownLeft : colors.left,
                               ownRight.isValid() ? ownRight : colors.right};
    if (lookAlike(result.left, result.right)) {
        if (!ownRight.isValid() && ownLeft.isValid()) {
            result.right = colors.left;
        } else if (!ownLeft.isValid() && ownRight.isValid()) {
            result.left = colors.right;
        }
    }
    return result;
}

viewer3d::SceneOptions AppSettings::sceneOptions(bool dark,
                                                 const widgets::TeamColors& match) const {
    viewer3d::SceneOptions options;
    options.leftColor = match.left;
    options.rightColor = match.right;
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
    s.theme = static_cast<Theme>(readStoredInt(store, key("theme"), 0, 0, 2));
    s.smoothReplay = store.value(key("smoothReplay"), s.smoothReplay).toBool();
    s.trailS = readDouble(store, "trailS", s.trailS, 0.0, 30.0);
    s.goalLeadS = readDouble(store, "goalLeadS", s.goalLeadS, 0.0, 30.0);
    s.eventKinds = store.value(key("eventKinds"), s.eventKinds).toUInt();
    s.colors.left = readColor(store, "leftColor", s.colors.left);
    s.colors.right = readColor(store, "rightColor", s.colors.right);
    s.namedColors = readNamedColors(store);
    s.shadows = store.value(key("shadows"), s.shadows).toBool();
    s.playerLabels = store.value(key("playerLabels"), s.playerLabels).toBool();
    s.teamNames = store.value(key("teamNames"), s.teamNames).toBool();
    s.regions = store.value(key("regions"), s.regions).toBool();
    s.offsideLines = store.value(key("offsideLines"), s.offsideLines).toBool();
    s.keepOut = store.value(key("keepOut"), s.keepOut).toBool();
    s.viewCones = store.value(key("viewCones"), s.viewCones).toBool();
    s.flipsField = store.value(key("flipsField"), s.flipsField).toBool();
    s.followsInField = store.value(key("followsInField"), s.followsInField).toBool();
    s.fovYDeg = readDouble(store, "fovYDeg", s.fovYDeg, 20.0, 120.0);
    s.wireframe = store.value(key("wireframe"), s.wireframe).toBool();
    s.detail = readStoredInt(store, key("detail"), s.detail, 0, 1);
    const int samples = readStoredInt(store, key("antialiasing"), s.antialiasing, -1, 8);
    s.antialiasing = samples == 0 || std::has_single_bit(static_cast<unsigned>(samples))
                         ? samples
                         : s.antialiasing;
    s.meshFolder = store.value(key("meshFolder")).toString();
    s.memoryMiB = readStoredInt(store, key("memoryMiB"), s.memoryMiB, 16, 65536);
    s.spoolDirectory = store.value(key("spoolDirectory")).toString();
    s.maxUnpackedMiB = readStoredInt(store, key("maxUnpackedMiB"), s.maxUnpackedMiB, 64, 1 << 20);
    s.layout = store.value(key("layout")).toString();
    return s;
}

void writeSettings(QSettings& store, const AppSettings& s) {
    store.setValue(key("theme"), static_cast<int>(s.theme));
    store.setValue(key("smoothReplay"), s.smoothReplay);
    store.setValue(key("trailS"), s.trailS);
    store.setValue(key("goalLeadS"), s.goalLeadS);
    store.setValue(key("eventKinds"), s.eventKinds);
    store.setValue(key("leftColor"), s.colors.left.name());
    store.setValue(key("rightColor"), s.colors.right.name());
    store.setValue(key("namedColors"), textsOf(s.namedColors));
    store.setValue(key("shadows"), s.shadows);
    store.setValue(key("playerLabels"), s.playerLabels);
    store.setValue(key("teamNames"), s.teamNames);
    store.setValue(key("regions"), s.regions);
    store.setValue(key("offsideLines"), s.offsideLines);
    store.setValue(key("keepOut"), s.keepOut);
    store.setValue(key("viewCones"), s.viewCones);
    store.setValue(key("flipsField"), s.flipsField);
    store.setValue(key("followsInField"), s.followsInField);
    store.setValue(key("fovYDeg"), s.fovYDeg);
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

void addRecordedSession(QSettings& store, const QString& file) {
    QStringList files = recentFiles(store);
    const QFileInfo recorded(file);
    int kept = 1;
    files.removeIf([&](const QString& other) {
        const QFileInfo info(other);
        return info.suffix() == recorded.suffix() && info.path() == recorded.path() &&
               ++kept > kMaxRecorded;
    });
    store.setValue(kRecentKey, files);
    addRecentFile(store, file);
}

std::filesystem::path spoolFolder(const AppSettings& settings) {
    return settings.spoolDirectory.isEmpty()
               ? logs::defaultSpoolDirectory()
               : std::filesystem::path(settings.spoolDirectory.toStdString());
}

} // namespace sideline::studio
