#include "studio/settings/app_settings.h"

#include <algorithm>
#include <cstdlib>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include "logs/match/match_log.h"
#include "studio/settings/setting_table.h"

namespace sideline::studio {

namespace {

constexpr int kMaxRecent = 10;
// Maximum number of recorded sessions among the recent files; the user may never have opened them.
constexpr int kMaxRecorded = 4;
const QString kRecentKey = QStringLiteral("recent/files");

QString key(const char* name) {
    return QStringLiteral("settings/") + QLatin1String(name);
}

QColor readColor(const QSettings& store, const char* name, const QColor& fallback) {
    const QColor color(store.value(key(name)).toString());
    return color.isValid() ? color : fallback;
}

// Stores each color as a single string, because a name may contain any character.
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
    constexpr int kMinColorDifference = 100; // sum of the differences of red, green and blue
    return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) +
               std::abs(a.blue() - b.blue()) <
           kMinColorDifference;
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
    readTable(store, s);
    s.eventKinds = store.value(key("eventKinds"), s.eventKinds).toUInt();
    s.colors.left = readColor(store, "leftColor", s.colors.left);
    s.colors.right = readColor(store, "rightColor", s.colors.right);
    s.namedColors = readNamedColors(store);
    return s;
}

void writeSettings(QSettings& store, const AppSettings& s) {
    writeTable(store, s);
    store.setValue(key("eventKinds"), s.eventKinds);
    store.setValue(key("leftColor"), s.colors.left.name());
    store.setValue(key("rightColor"), s.colors.right.name());
    store.setValue(key("namedColors"), textsOf(s.namedColors));
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

QString examplesFolder(const QString& kind) {
    return findShipped(QStringLiteral("examples/") + kind,
                       QStringLiteral(SIDELINE_EXAMPLES_PATH "/") + kind);
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
