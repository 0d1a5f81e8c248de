#include "studio/session/experiment_list.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <utility>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

#include "agentcore/robot/catalog/robot_catalog.h"
#include "studio/session/robot_choices.h"
#include "training/experiment/experiment_folder.h"
#include "training/experiment/experiment_settings.h"
#include "training/optimizer/optimizer_registry.h"
#include "widgets/common/name_text.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using training::ExperimentFolder;
using widgets::ExperimentRow;
using widgets::ExperimentState;

constexpr int kListRefreshMs = 1000;
// A process that has not appeared after this time is considered not started.
constexpr int kStartsWithinS = 15;
constexpr qint64 kLogEndBytes = 4096;

std::filesystem::path pathOf(const QString& folder) {
    return folder.toStdString();
}

// Finds the program that runs experiments: next to this one, or in the build tree.
QString findProgram() {
    const QString own = QCoreApplication::applicationDirPath();
    for (const QString& file :
         {own + QStringLiteral("/sideline"), own + QStringLiteral("/../cli/sideline")}) {
        if (QFileInfo(file).isExecutable()) {
            return QFileInfo(file).absoluteFilePath();
        }
    }
    return {};
}

QString logFile(const QString& folder) {
    return folder + QStringLiteral("/train.log");
}

// Returns the error that the program ended with; empty if there was none.
QString errorIn(const QString& folder) {
    QFile file(logFile(folder));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    file.seek(std::max<qint64>(0, file.size() - kLogEndBytes));
    const QString text = QString::fromUtf8(file.readAll()).trimmed();
    const QString prefix = QStringLiteral("sideline: ");
    const qsizetype begin = text.lastIndexOf(QLatin1Char('\n') + prefix);
    if (begin >= 0) {
        return text.mid(begin + 1 + prefix.size());
    }
    return text.startsWith(prefix) ? text.mid(prefix.size()) : QString();
}

QString nameOfRobot(const std::string& name) {
    const auto model = robot::RobotCatalog().namedOfAny(name);
    return model ? robotName(**model) : widgets::toQt(name);
}

QString nameOfOptimizer(const std::string& name) {
    const auto& infos = training::optimizerInfos();
    const auto found = std::ranges::find(infos, name, &training::OptimizerInfo::name);
    return found == infos.end() ? widgets::toQt(name)
                                : widgets::firstClause(widgets::toQt(found->summary));
}

QString aboutText(const training::ExperimentSettings& settings,
                  const training::Checkpoint& checkpoint) {
    QStringList robots;
    for (const std::string& robot : settings.robots) {
        robots << nameOfRobot(robot);
    }
    QString text = ExperimentList::tr("%1 with %2, seed %3, on %4")
                       .arg(widgets::titleText(widgets::toQt(settings.task)),
                            nameOfOptimizer(settings.optimizer))
                       .arg(settings.seed)
                       .arg(robots.join(QStringLiteral(", ")));
    if (checkpoint.champion) {
        text += ExperimentList::tr("\nChampion: fitness %1, succeeded in %2% of %3 trials")
                    .arg(checkpoint.champion->validated.fitness, 0, 'g', 4)
                    .arg(100.0 * checkpoint.champion->validated.successRate, 0, 'f', 0)
                    .arg(checkpoint.champion->validated.trials);
    }
    return text;
}

ExperimentRow readRow(const QString& folder) {
    ExperimentRow row;
    row.folder = folder;
    row.name = QFileInfo(folder).fileName();
    const auto settings = training::readExperiment(pathOf(folder) / "experiment.toml");
    if (!settings) {
        row.state = ExperimentState::Unusable;
        row.about = widgets::toQt(settings.error().front().toString());
        return row;
    }
    row.name = widgets::toQt(settings->name);
    row.generations = static_cast<quint64>(settings->generations);
    const auto checkpoint = ExperimentFolder::readCheckpoint(pathOf(folder));
    if (!checkpoint) {
        row.state = ExperimentState::Unusable;
        row.about = widgets::toQt(checkpoint.error().toString());
        return row;
    }
    row.generation = checkpoint->generation;
    const auto& champion = checkpoint->champion;
    const bool isReached =
        settings->target && champion && champion->validated.fitness >= *settings->target;
    row.state = row.generation >= row.generations || isReached ? ExperimentState::Finished
                : row.generation > 0                           ? ExperimentState::Paused
                                                               : ExperimentState::New;
    if (champion) {
        row.champion = champion->validated.fitness;
        row.championSuccess = champion->validated.successRate;
    }
    row.about = aboutText(*settings, *checkpoint);
    return row;
}

// Adds values that may change without a change of any file.
void addProcess(ExperimentRow& row) {
    if (row.state == ExperimentState::Unusable) {
        return;
    }
    if (ExperimentFolder::isRunning(pathOf(row.folder))) {
        row.state = ExperimentState::Running;
        row.isElsewhere = !ExperimentFolder::runner(pathOf(row.folder)).has_value() &&
                          ExperimentFolder::isRunning(pathOf(row.folder));
        return;
    }
    const QString error = row.state == ExperimentState::Finished ? QString() : errorIn(row.folder);
    if (!error.isEmpty()) {
        row.state = ExperimentState::Failed;
        row.about = error;
    }
}

} // namespace

ExperimentList::ExperimentList(QString library, QObject* parent)
    : QObject(parent), m_library(std::move(library)), m_refresh(BackgroundTask::Policy::Newest) {
    m_timer.setInterval(kListRefreshMs);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (!m_refresh.isRunning()) {
            refresh();
        }
    });
}

void ExperimentList::setOpened(const QStringList& folders) {
    m_opened = folders;
    refresh();
}

void ExperimentList::setWatching(bool isOn) {
    if (isOn) {
        refresh();
        m_timer.start();
    } else {
        m_timer.stop();
    }
}

ExperimentList::KnownRows ExperimentList::readRows(const QString& library,
                                                   const QStringList& opened,
                                                   const KnownRows& before) {
    QStringList folders;
    for (const QFileInfo& entry :
         QDir(library).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        if (isExperimentFolder(entry.absoluteFilePath())) {
            folders << entry.absoluteFilePath();
        }
    }
    const auto own = folders.size();
    for (const QString& folder : opened) {
        if (!folders.contains(folder)) {
            folders << folder;
        }
    }
    KnownRows rows;
    for (qsizetype i = 0; i < folders.size(); ++i) {
        const QString& folder = folders[i];
        Known known;
        known.settingsTime = QFileInfo(folder + QStringLiteral("/experiment.toml")).lastModified();
        known.checkpointTime = QFileInfo(folder + QStringLiteral("/checkpoint")).lastModified();
        const auto old = before.find(folder);
        const bool isSame = old != before.end() && known.settingsTime.isValid() &&
                            old->second.settingsTime == known.settingsTime &&
                            old->second.checkpointTime == known.checkpointTime;
        known.row = isSame ? old->second.row : readRow(folder);
        known.row.isOwn = i < own;
        rows.emplace(folder, std::move(known));
    }
    return rows;
}

void ExperimentList::refresh() {
    m_refresh.start(
        "refreshing the experiments",
        [library = m_library, opened = m_opened, before = m_known](const TaskControl&) {
            std::pair<KnownRows, std::vector<ExperimentRow>> found;
            found.first = readRows(library, opened, before);
            for (const auto& [folder, known] : found.first) {
                found.second.push_back(known.row);
                addProcess(found.second.back());
            }
            return found;
        },
        [this](base::Expected<std::pair<KnownRows, std::vector<ExperimentRow>>> found) {
            if (!found) {
                return; // the next refresh may succeed
            }
            m_known = std::move(found->first);
            std::vector<ExperimentRow> rows = std::move(found->second);
            for (ExperimentRow& row : rows) {
                const auto started = m_started.find(row.folder);
                const bool isNew =
                    started != m_started.end() &&
                    started->second.secsTo(QDateTime::currentDateTime()) < kStartsWithinS;
                if (row.state == ExperimentState::Running || row.state == ExperimentState::Failed ||
                    row.state == ExperimentState::Finished || !isNew) {
                    m_started.erase(row.folder);
                } else {
                    row.state = ExperimentState::Running;
                }
                if (row.state != ExperimentState::Running) {
                    m_pausing.remove(row.folder);
                } else if (m_pausing.contains(row.folder)) {
                    row.state = ExperimentState::Pausing;
                }
            }
            if (rows != m_rows) {
                m_rows = std::move(rows);
                Q_EMIT changed();
            }
        });
}

const ExperimentRow* ExperimentList::find(const QString& folder) const {
    const auto found = std::ranges::find(m_rows, folder, &ExperimentRow::folder);
    return found == m_rows.end() ? nullptr : &*found;
}

QString ExperimentList::start(const QString& folder) {
    if (ExperimentFolder::isRunning(pathOf(folder))) {
        return tr("%1 is already running").arg(folder);
    }
    const QString program = findProgram();
    if (program.isEmpty()) {
        return tr("The program sideline, which runs experiments, is not next to %1")
            .arg(QCoreApplication::applicationFilePath());
    }
    QProcess process;
    process.setProgram(program);
    process.setArguments({QStringLiteral("train"), folder, QStringLiteral("--resume")});
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(logFile(folder));
    process.setWorkingDirectory(folder);
    if (!process.startDetached()) {
        return tr("Cannot start %1: %2").arg(program, process.errorString());
    }
    m_started[folder] = QDateTime::currentDateTime();
    refresh();
    return {};
}

QString ExperimentList::pause(const QString& folder) {
    const auto runner = ExperimentFolder::runner(pathOf(folder));
    if (!runner) {
        return ExperimentFolder::isRunning(pathOf(folder))
                   ? tr("%1 is running on another computer: pause it there").arg(folder)
                   : tr("%1 is no longer running").arg(folder);
    }
    if (::kill(*runner, SIGINT) != 0) {
        return widgets::toQt(
            base::systemError(errno, "cannot pause the experiment", folder.toStdString())
                .toString());
    }
    m_pausing.insert(folder);
    refresh();
    return {};
}

QString ExperimentList::remove(const QString& folder) {
    if (ExperimentFolder::isRunning(pathOf(folder))) {
        return tr("%1 is running: pause it first").arg(folder);
    }
    // The trash is in this folder, which does not exist yet for a new account.
    QDir().mkpath(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation));
    if (!QFile::moveToTrash(folder)) {
        return tr("Cannot move %1 to the trash").arg(folder);
    }
    m_opened.removeAll(folder);
    refresh();
    return {};
}

QString ExperimentList::newFolder(const QString& name) const {
    QString plain = name.simplified();
    plain.replace(QRegularExpression(QStringLiteral("[/\\\\:*?\"<>|]")), QStringLiteral("-"));
    if (plain.isEmpty() || plain.startsWith(QLatin1Char('.'))) {
        plain.prepend(QStringLiteral("experiment"));
    }
    QString folder = m_library + QLatin1Char('/') + plain;
    for (int i = 2; QFileInfo::exists(folder); ++i) {
        folder = QStringLiteral("%1/%2 %3").arg(m_library, plain).arg(i);
    }
    return folder;
}

bool ExperimentList::isExperimentFolder(const QString& path) {
    return QFileInfo(path).isDir() && QFileInfo::exists(path + QStringLiteral("/experiment.toml"));
}

} // namespace sideline::studio
