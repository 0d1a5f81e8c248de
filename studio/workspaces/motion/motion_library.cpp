#include "studio/workspaces/motion/motion_library.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QPainter>
#include <QPainterPath>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QUrl>

#include "agentcore/base/attempt.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/posture.h"
#include "motions/format/format.h"
#include "motions/library/library.h"
#include "motions/picture/pose_picture.h"
#include "motions/resolve.h"
#include "studio/session/file_kinds.h"
#include "widgets/common/file_question.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::LibraryEntry;

const QString kOwnEnding = QStringLiteral(".motion");
const QString kFolders = QStringLiteral("motion/folders");
constexpr int kPicturePx = 128;              // twice the displayed size
constexpr qint64 kLargestFile = 4 << 20;     // bytes; larger files are not motions
constexpr int kMaxFiles = 2000;              // maximum number of files per folder
constexpr qint64 kLargestSource = 512 << 10; // bytes that are searched for names of motions

QString shippedFolder() {
    const std::filesystem::path program = QCoreApplication::applicationDirPath().toStdString();
    return widgets::toQt(keyframe::shippedMotionsFolder(program).string());
}

const robot::RobotModel& modelFor(const keyframe::Motion& motion) {
    for (const robot::RobotModelPtr& model : robot::builtInRobots()) {
        if (std::ranges::find(motion.robots, model->name()) != motion.robots.end()) {
            return *model; // exists until the program ends
        }
    }
    return robot::defaultRobot();
}

// Draws the middle pose of the motion, which shows more than the first one.
QImage pictureOf(const keyframe::Motion& motion) {
    const robot::RobotModel& model = modelFor(motion);
    const keyframe::Resolved resolved = keyframe::resolve(motion, model);
    std::vector<double> angles(model.joints().size(), 0.0);
    const double timeS =
        motion.keyframes.empty() ? 0.0 : motion.keyframes[motion.keyframes.size() / 2]->timeS;
    resolved.trajectory->sample(timeS, std::vector<double>(angles), angles);
    QImage image(kPicturePx, kPicturePx, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(kPicturePx, kPicturePx);
    const math::Pose X_STorso = robot::placeOnGround(model, angles, robot::GroundRule::LevelSole);
    for (const keyframe::PicturePolygon& polygon : keyframe::posePicture(model, angles, X_STorso)) {
        QPolygonF points;
        for (const Eigen::Vector2d& point : polygon.points) {
            points << QPointF(point.x(), point.y());
        }
        const QColor color = QColor::fromRgbF(static_cast<float>(polygon.color[0]),
                                              static_cast<float>(polygon.color[1]),
                                              static_cast<float>(polygon.color[2]));
        painter.setBrush(color);
        painter.setPen(QPen(color, 0.004)); // closes the gaps between faces
        painter.drawPolygon(points);
    }
    return image;
}

bool isReadable(const QFileInfo& info) {
    const std::string ending = '.' + info.suffix().toLower().toStdString();
    return info.size() <= kLargestFile &&
           std::ranges::any_of(keyframe::formats(), [&](const keyframe::FormatInfo& format) {
               return ending == format.extension;
           });
}

// Returns an entry for a file; nullopt for text that is not a motion.
std::optional<LibraryEntry> entryFor(const QFileInfo& info) {
    LibraryEntry entry;
    entry.path = info.absoluteFilePath();
    entry.name = info.completeBaseName();
    const auto read = keyframe::readMotionFile(entry.path.toStdString());
    if (!read) {
        // A table or text file is often not meant to be a motion; a file with an extension of a
        // motion format is, so its error is shown.
        const QString ending = info.suffix().toLower();
        if (ending == QStringLiteral("motion") || ending == QStringLiteral("skl") ||
            ending == QStringLiteral("mfb") || ending == QStringLiteral("pos")) {
            entry.problem = widgets::toQt(read.error().toString());
            return entry;
        }
        return std::nullopt;
    }
    const keyframe::Motion& motion = read->motions.front().motion;
    entry.description = widgets::toQt(motion.description);
    entry.format = QLatin1String(keyframe::formatInfo(read->format).name);
    for (const std::string& tag : motion.tags) {
        entry.tags << widgets::toQt(tag);
    }
    entry.lengthS = motion.endS();
    entry.keyframes = static_cast<int>(motion.keyframes.size());
    entry.picture = pictureOf(motion);
    return entry;
}

// Keeps the other files listed if this one cannot be read.
std::optional<LibraryEntry> entryOrProblem(const QFileInfo& info) {
    auto entry = base::attempt("reading the motion", [&] { return entryFor(info); });
    if (entry) {
        return std::move(*entry);
    }
    LibraryEntry bad;
    bad.path = info.absoluteFilePath();
    bad.name = info.completeBaseName();
    bad.problem = widgets::toQt(entry.error().toString());
    return bad;
}

// Names the files of a folder with their extensions if the names alone are the same, such as a
// motion and its exports.
void distinguishNames(std::vector<LibraryEntry>& entries) {
    std::map<std::pair<QString, QString>, int> counts;
    for (const LibraryEntry& entry : entries) {
        ++counts[{entry.folder, entry.name}];
    }
    for (LibraryEntry& entry : entries) {
        if (counts.at({entry.folder, entry.name}) > 1 && !entry.path.endsWith(kOwnEnding)) {
            entry.name = QFileInfo(entry.path).fileName();
        }
    }
}

// Text files of a folder that may contain names of motions: code, team files, other motions.
struct Source {
    QString path;
    QString text;
};

std::vector<Source> sourcesIn(const QString& folder) {
    static const std::set<QString> kEndings = {
        QStringLiteral("toml"), QStringLiteral("lua"), QStringLiteral("py"),
        QStringLiteral("java"), QStringLiteral("cc"),  QStringLiteral("cpp"),
        QStringLiteral("h"),    QStringLiteral("skl"), QStringLiteral("json")};
    std::vector<Source> sources;
    QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext() && sources.size() < kMaxFiles) {
        const QFileInfo info(files.next());
        QFile file(info.absoluteFilePath());
        if (kEndings.contains(info.suffix().toLower()) && info.size() <= kLargestSource &&
            file.open(QIODevice::ReadOnly)) {
            sources.push_back({info.absoluteFilePath(), QString::fromUtf8(file.readAll())});
        }
    }
    return sources;
}

void findUses(std::vector<LibraryEntry>& entries, const std::vector<Source>& sources) {
    for (LibraryEntry& entry : entries) {
        const QRegularExpression name(
            QStringLiteral("(?<![\\w-])%1(?![\\w-])")
                .arg(QRegularExpression::escape(QFileInfo(entry.path).completeBaseName())));
        for (const Source& source : sources) {
            if (source.path != entry.path && name.match(source.text).hasMatch()) {
                entry.usedBy << QFileInfo(source.path).fileName();
            }
        }
    }
}

} // namespace

MotionLibrary::MotionLibrary(QSettings& store, QWidget* window)
    : m_store(store),
      m_window(window),
      m_panel(new widgets::MotionLibraryPanel),
      m_scan(BackgroundTask::Policy::Newest) {
    using Panel = widgets::MotionLibraryPanel;
    connect(m_panel, &Panel::openRequested, this, &MotionLibrary::openRequested);
    connect(m_panel, &Panel::newRequested, this, &MotionLibrary::newRequested);
    connect(m_panel, &Panel::importRequested, this, &MotionLibrary::askToImport);
    connect(m_panel, &Panel::addFolderRequested, this, &MotionLibrary::askForFolder);
    connect(m_panel, &Panel::removeFolderRequested, this, &MotionLibrary::removeFolder);
    connect(m_panel, &Panel::renameRequested, this, &MotionLibrary::renameFile);
    connect(m_panel, &Panel::deleteRequested, this, &MotionLibrary::deleteFile);
    connect(m_panel, &Panel::showInFolderRequested, this, [](const QString& path) {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath()));
    });
}

QString MotionLibrary::ownFolder() const {
    const QString fallback = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) +
                             QStringLiteral("/Sideline motions");
    return m_store.value(QStringLiteral("motion/own-folder"), fallback).toString();
}

std::vector<MotionLibrary::Folder> MotionLibrary::folders() const {
    std::vector<Folder> all;
    all.push_back({shippedFolder(), tr("Shipped"), true});
    all.push_back({ownFolder(), tr("My motions"), false});
    for (const QString& path : m_store.value(kFolders).toStringList()) {
        all.push_back({path, QFileInfo(path).fileName(), false});
    }
    return all;
}

std::vector<std::filesystem::path> MotionLibrary::paths() const {
    std::vector<std::filesystem::path> all;
    for (const Folder& folder : folders()) {
        all.emplace_back(folder.path.toStdString());
    }
    std::rotate(all.begin(), all.begin() + 1, all.end());
    return all;
}

bool MotionLibrary::isShipped(const QString& file) const {
    const QString shipped = QFileInfo(shippedFolder()).absoluteFilePath();
    return QFileInfo(file).absoluteFilePath().startsWith(shipped + QLatin1Char('/'));
}

void MotionLibrary::scan() {
    QStringList titles;
    for (const Folder& folder : folders()) {
        titles << folder.title;
    }
    m_panel->setFolders(titles);
    const auto read = [all = folders()](const TaskControl& control) {
        std::vector<LibraryEntry> entries;
        for (const Folder& folder : all) {
            std::vector<LibraryEntry> found;
            QDirIterator files(folder.path, QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext() && found.size() < kMaxFiles && !control.isStopRequested()) {
                const QFileInfo info(files.next());
                if (!isReadable(info)) {
                    continue;
                }
                if (auto entry = entryOrProblem(info)) {
                    const QString below = QDir(folder.path).relativeFilePath(info.absolutePath());
                    entry->folder = below == QStringLiteral(".")
                                        ? folder.title
                                        : folder.title + QLatin1Char('/') + below;
                    entry->isShipped = folder.isShipped;
                    found.push_back(std::move(*entry));
                }
            }
            findUses(found, sourcesIn(folder.path));
            distinguishNames(found);
            std::ranges::sort(found, {}, &LibraryEntry::path);
            std::ranges::move(found, std::back_inserter(entries));
        }
        return entries;
    };
    m_scan.start("reading the motions", read,
                 [this](base::Expected<std::vector<LibraryEntry>> entries) {
                     if (!entries) {
                         Q_EMIT problem(widgets::toQt(entries.error().toString()));
                     } else if (m_panel) {
                         m_panel->setEntries(std::move(*entries));
                     }
                 });
}

void MotionLibrary::setCurrent(const QString& file) {
    if (m_panel) {
        m_panel->setCurrent(file);
    }
}

// Copies other teams' files into the user's own folder, and opens the first.
void MotionLibrary::askToImport() {
    const QStringList files = widgets::askForFiles(
        m_window, {QStringLiteral("motion-imports"), tr("Import motions"), motionFileFilter()});
    QDir().mkpath(ownFolder());
    QStringList imported;
    for (const QString& file : files) {
        const QString target = ownFolder() + QLatin1Char('/') + QFileInfo(file).fileName();
        if (QFile::copy(file, target) || QFileInfo(file) == QFileInfo(target)) {
            imported << target;
        } else {
            Q_EMIT problem(QFileInfo::exists(target)
                               ? tr("%1 already exists").arg(target)
                               : tr("Cannot copy %1 to %2").arg(file, target));
        }
    }
    if (!imported.isEmpty()) {
        scan();
        Q_EMIT openRequested(imported.front());
    }
}

void MotionLibrary::askForFolder() {
    const QString path = widgets::askForFolder(
        m_window, {QStringLiteral("motion-folders"), tr("Motion folder"), {}, {}, ownFolder()});
    QStringList paths = m_store.value(kFolders).toStringList();
    if (!path.isEmpty() && !paths.contains(path)) {
        paths << path;
        m_store.setValue(kFolders, paths);
        scan();
    }
}

void MotionLibrary::removeFolder(const QString& title) {
    QStringList paths = m_store.value(kFolders).toStringList();
    paths.removeIf([&](const QString& path) { return QFileInfo(path).fileName() == title; });
    m_store.setValue(kFolders, paths);
    scan();
}

void MotionLibrary::renameFile(const QString& path, const QString& name) {
    const QFileInfo info(path);
    const QString target = QStringLiteral("%1/%2.%3").arg(info.absolutePath(), name, info.suffix());
    if (name.isEmpty() || name.contains(QLatin1Char('/')) || !QFile::rename(path, target)) {
        Q_EMIT problem(tr("Cannot rename %1 to %2").arg(info.fileName(), name));
    }
    scan();
}

void MotionLibrary::deleteFile(const QString& path) {
    const auto answer = QMessageBox::question(
        m_window, tr("Delete motion"), tr("Move %1 to the trash?").arg(QFileInfo(path).fileName()));
    if (answer == QMessageBox::Yes && !QFile::moveToTrash(path)) {
        Q_EMIT problem(tr("Cannot delete %1").arg(path));
    }
    scan();
}

} // namespace sideline::studio
