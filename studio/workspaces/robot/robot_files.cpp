#include "studio/workspaces/robot/robot_files.h"

#include <utility>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QInputDialog>
#include <QLocale>
#include <QMessageBox>

#include "studio/session/robot_choices.h"
#include "studio/settings/stored_values.h"
#include "widgets/common/text_format.h"
#include "widgets/common/unsaved_question.h"

namespace sideline::studio {

namespace {

using Severity = widgets::MessageBar::Severity;

constexpr int kMaxTypes = 100;
constexpr std::size_t kMaxShownNotes = 4; // maximum number of lines in a message
const QString kSceneEnding = QStringLiteral(".rsg");

QString robotFilter() {
    return RobotFiles::tr("Robots (*.rsg *.urdf *.xml *.mjcf);;Scene files (*.rsg);;"
                          "URDF and MJCF (*.urdf *.xml *.mjcf)");
}

} // namespace

std::vector<KnownRobot> robotsToOpen() {
    std::vector<KnownRobot> robots;
    for (const RobotChoice& choice : playableRobots()) {
        robots.push_back({choice.about, choice.model});
    }
    return robots;
}

RobotFiles::RobotFiles(const Parts& parts) : m_parts(parts) {}

widgets::FileQuestion RobotFiles::question(const QString& title, const QString& filter) const {
    return {QStringLiteral("robots"), title, filter, m_parts.document.file()};
}

widgets::FileQuestion RobotFiles::question() const {
    return question(tr("Open a robot's file"), robotFilter());
}

void RobotFiles::report(const base::Error& error) {
    m_parts.messages.dismiss(std::exchange(m_refusal, widgets::toQt(error.toString())));
    m_parts.messages.show(Severity::Error, m_refusal);
}

void RobotFiles::report(const std::vector<robot::ImportNote>& notes) {
    m_parts.messages.dismiss(std::exchange(m_notes, {}));
    if (notes.empty()) {
        return;
    }
    QStringList lines;
    for (std::size_t i = 0; i < notes.size() && i < kMaxShownNotes; ++i) {
        lines << widgets::toQt(notes[i].toString());
    }
    m_notes = lines.join(QLatin1Char('\n'));
    if (notes.size() > kMaxShownNotes) {
        m_notes += tr("\nand %1 more; `sideline robot check` lists all")
                       .arg(notes.size() - kMaxShownNotes);
    }
    m_parts.messages.show(Severity::Note, m_notes);
}

void RobotFiles::openKnown(int index) {
    const KnownRobot& robot = m_known[static_cast<std::size_t>(index)];
    if (mayClose()) {
        m_parts.document.begin(robot.model, robotName(*robot.model));
        Q_EMIT opened();
    }
}

bool RobotFiles::open(const QString& file, int type) {
    if (!mayClose()) {
        return false;
    }
    m_parts.messages.dismiss(std::exchange(m_refusal, {}));
    if (const auto read = m_parts.document.open(file, type); !read) {
        report(read.error());
        return false;
    }
    report(m_parts.document.notes());
    if (m_parts.document.takesType()) {
        m_parts.messages.show(Severity::Note,
                              tr("%1 describes several types; this is type %2")
                                  .arg(QFileInfo(file).fileName())
                                  .arg(type),
                              tr("Another type..."), [this] { askForType(); });
    }
    Q_EMIT opened();
    return true;
}

void RobotFiles::askToOpen() {
    const QString file = widgets::askForFile(m_parts.window, question());
    if (!file.isEmpty()) {
        open(file);
    }
}

void RobotFiles::askForType() {
    bool isChosen = false;
    const int type =
        QInputDialog::getInt(m_parts.window, tr("Robot type"), tr("Type of the scene file"),
                             m_parts.document.type(), 0, kMaxTypes, 1, &isChosen);
    if (isChosen) {
        open(m_parts.document.origin(), type);
    }
}

bool RobotFiles::save() {
    return m_parts.document.file().isEmpty() ? askToSaveAs() : saveTo(m_parts.document.file());
}

bool RobotFiles::askToSaveAs() {
    const RobotDocument& document = m_parts.document;
    const QString name =
        widgets::toQt(document.model()->name()).replace(QLatin1Char(' '), QLatin1Char('-'));
    QString file = widgets::askToSave(
        m_parts.window, question(tr("Save robot"), tr("Scene files (*.rsg)")),
        !document.file().isEmpty() ? QFileInfo(document.file()).fileName()
                                   : QStringLiteral("my-%1%2").arg(name, kSceneEnding));
    if (file.isEmpty()) {
        return false;
    }
    if (QFileInfo(file).suffix().isEmpty()) {
        file += kSceneEnding;
        // The dialog has not checked whether the name with the added extension exists.
        if (QFile::exists(file) &&
            QMessageBox::question(m_parts.window, tr("Save robot"),
                                  tr("%1 already exists. Replace it?").arg(file)) !=
                QMessageBox::Yes) {
            return false;
        }
    }
    return saveTo(file);
}

bool RobotFiles::saveTo(const QString& file) {
    m_parts.messages.dismiss(std::exchange(m_refusal, {}));
    if (const auto saved = m_parts.document.save(file); !saved) {
        report(saved.error());
        return false;
    }
    const bool isReduced = !robot::withoutShapeInertia(*m_parts.document.model()).empty();
    m_parts.messages.show(
        Severity::Note,
        isReduced ? tr("Saved %1 and verified it by reading it back, apart from centers of mass "
                       "and inertias, which scene files lack")
                        .arg(file)
                  : tr("Saved %1 and verified it by reading it back").arg(file));
    return true;
}

void RobotFiles::askToExport() {
    const QString file = widgets::askToSave(
        m_parts.window,
        question(tr("Export robot as URDF"), tr("Unified Robot Description Format (*.urdf)")),
        widgets::toQt(m_parts.document.model()->name()) + QStringLiteral(".urdf"));
    if (file.isEmpty()) {
        return;
    }
    if (const auto saved = m_parts.document.writeUrdf(file); !saved) {
        report(saved.error());
    } else {
        m_parts.messages.show(Severity::Note, tr("Saved %1").arg(file));
    }
}

bool RobotFiles::mayClose() {
    if (!m_parts.document.isModified()) {
        return true;
    }
    return widgets::maySaveOrDiscard(
        m_parts.window, tr("Unsaved robot"), m_parts.document.title(), [this] { return save(); },
        [this] { m_parts.document.forget(); });
}

QString RobotFiles::autosaveFolder(const QSettings& store) {
    return folderOfSettings(store, QStringLiteral("unsaved-robots"));
}

void RobotFiles::offerRecovery() {
    const auto found = RobotDocument::recoverable(autosaveFolder(m_parts.store));
    if (found.empty()) {
        return;
    }
    const UnsavedCopy::Leftover work = found.front(); // further ones are offered at later starts
    m_parts.messages.show(Severity::Note,
                          tr("Unsaved work on %1 from %2 can be recovered")
                              .arg(work.name.isEmpty() ? tr("a robot") : work.name,
                                   QLocale().toString(work.savedAt, QLocale::ShortFormat)),
                          tr("Recover"), [this, work] { recover(work); });
}

void RobotFiles::recover(const UnsavedCopy::Leftover& work) {
    if (!mayClose()) {
        return;
    }
    if (const auto done = m_parts.document.recover(work); !done) {
        report(done.error());
    } else {
        Q_EMIT opened();
    }
}

KnownRobot RobotFiles::askForOther() {
    const QString file = widgets::askForFile(
        m_parts.window, question(tr("Compare with a robot's file"), robotFilter()));
    if (file.isEmpty()) {
        return {};
    }
    const auto read = robot::readRobotFile(QFile::encodeName(file).toStdString(), 0);
    if (!read) {
        report(read.error());
        return {};
    }
    report(read->notes);
    return {QFileInfo(file).fileName(), read->model};
}

} // namespace sideline::studio
