#include "studio/workspaces/motion/motion_files.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include <QDir>
#include <QFileInfo>
#include <QInputDialog>
#include <QLocale>

#include "agentcore/base/input_file.h"
#include "studio/session/file_kinds.h"
#include "studio/settings/stored_values.h"
#include "widgets/common/text_format.h"
#include "widgets/common/unsaved_question.h"

namespace sideline::studio {

namespace {

QString filterOf(const keyframe::FormatInfo& info) {
    return QStringLiteral("%1 (*%2)").arg(QLatin1String(info.name), QLatin1String(info.extension));
}

// Returns file dialog filters for the formats that can be written, Sideline's own first.
QStringList filters() {
    QStringList list;
    for (const keyframe::FormatInfo& info : keyframe::formats()) {
        if (info.canWrite) {
            list << filterOf(info);
        }
    }
    return list;
}

// Returns the format by file extension and chosen filter, as several formats use `.txt`.
keyframe::Format formatFor(const QString& file, const QString& filter) {
    const std::string ending = '.' + QFileInfo(file).suffix().toLower().toStdString();
    std::optional<keyframe::Format> first;
    for (const keyframe::FormatInfo& info : keyframe::formats()) {
        if (ending != info.extension || !info.canWrite) {
            continue;
        }
        if (filterOf(info) == filter) {
            return info.format;
        }
        first = first.value_or(info.format);
    }
    return first.value_or(keyframe::Format::Sideline);
}

} // namespace

MotionFiles::MotionFiles(const Parts& parts)
    : m_document(parts.document),
      m_robot(parts.robot),
      m_library(parts.library),
      m_messages(parts.messages),
      m_store(parts.store),
      m_window(parts.window) {}

QString MotionFiles::autosaveFolder(const QSettings& store) {
    return folderOfSettings(store, QStringLiteral("unsaved-motions"));
}

widgets::FileQuestion MotionFiles::question(const QString& title, const QString& filter) const {
    return {QStringLiteral("motions"), title, filter, m_document.file(), m_library.ownFolder()};
}

widgets::FileQuestion MotionFiles::question() const {
    return question(tr("Open motion"), motionFileFilter());
}

void MotionFiles::leave() {
    Q_EMIT left();
    m_messages.clear();
}

void MotionFiles::startNew(keyframe::Motion motion) {
    if (mayClose()) {
        leave();
        m_robot.chooseFor(motion);
        m_document.createFrom(std::move(motion));
        Q_EMIT begun();
        Q_EMIT opened();
    }
}

bool MotionFiles::open(const QString& file) {
    if (!mayClose()) {
        return false;
    }
    m_messages.dismiss(std::exchange(m_refusal, {}));
    auto read = m_document.open(file, m_robot.index());
    if (!read) {
        m_refusal = widgets::toQt(read.error().toString());
        m_messages.report(Severity::Error, m_refusal);
        return false;
    }
    leave();
    m_library.setCurrent(QFileInfo(file).absoluteFilePath());
    if (m_library.isShipped(file)) {
        m_document.detach();
    }
    m_robot.chooseFor(*m_document.motion());
    const std::vector<keyframe::Finding> findings = read->motions.front().findings;
    Q_EMIT begun();
    Q_EMIT findingsCame(findings);
    Q_EMIT filled();
    m_messages.report(findings, QFileInfo(file).fileName());
    if (read->motions.size() > 1) {
        offerOthers(QFileInfo(file).fileName(), {std::make_move_iterator(read->motions.begin() + 1),
                                                 std::make_move_iterator(read->motions.end())});
    }
    Q_EMIT opened();
    return true;
}

// Offers the other motions that a file contains.
void MotionFiles::offerOthers(const QString& file, std::vector<keyframe::ReadMotion> others) {
    const auto nameAt = [&](std::size_t i) {
        const QString name = widgets::toQt(others[i].motion.name);
        return name.isEmpty() ? tr("motion %1").arg(i + 2) : name;
    };
    const QString first = nameAt(0);
    QStringList names;
    for (std::size_t i = 0; i < others.size(); ++i) {
        names << QStringLiteral("%1  %2").arg(i + 2).arg(nameAt(i));
    }
    const bool isOne = others.size() == 1;
    const QString text =
        isOne ? tr("%1 contains 2 motions; this is the first. The other:").arg(file)
              : tr("%1 contains %2 motions; this is the first.").arg(file).arg(others.size() + 1);
    m_messages.report(Severity::Note, text, isOne ? first : tr("Choose..."),
                      [this, others = std::move(others), names, isOne] {
                          bool isChosen = isOne;
                          const QString name =
                              isOne ? names.front()
                                    : QInputDialog::getItem(m_window, tr("Choose a motion"),
                                                            tr("Motions in the file"), names, 0,
                                                            false, &isChosen);
                          if (isChosen && mayClose()) {
                              takeOther(others[static_cast<std::size_t>(names.indexOf(name))]);
                          }
                      });
}

void MotionFiles::takeOther(keyframe::ReadMotion read) {
    const QString name = widgets::toQt(read.motion.name);
    take(std::move(read.motion), {});
    m_document.undoStack().setClean();
    Q_EMIT findingsCame(read.findings);
    m_messages.report(read.findings, name.isEmpty() ? m_document.title() : name);
}

void MotionFiles::take(keyframe::Motion motion, const QString& note) {
    leave();
    if (!note.isEmpty()) {
        m_messages.report(Severity::Note, note);
    }
    m_document.create({});
    m_robot.chooseFor(motion);
    m_document.apply({std::move(motion), {}, tr("Import motion"), 0});
    Q_EMIT begun();
    Q_EMIT filled();
    Q_EMIT opened();
}

QString MotionFiles::proposedName() const {
    const QString name = widgets::toQt(m_document.named().name);
    return name.isEmpty() ? tr("motion") : name;
}

bool MotionFiles::mayClose() {
    if (!m_document.isModified()) {
        return true;
    }
    return widgets::maySaveOrDiscard(
        m_window, tr("Unsaved motion"), m_document.title(), [this] { return save(); },
        [this] { m_document.forget(); });
}

bool MotionFiles::save() {
    return m_document.file().isEmpty() ? askToSaveAs()
                                       : saveTo(m_document.file(), keyframe::Format::Sideline);
}

bool MotionFiles::saveTo(const QString& file, keyframe::Format format) {
    base::Expected<std::vector<keyframe::Finding>> findings;
    if (format != keyframe::Format::Sideline) {
        findings = MotionDocument::write(m_document.named(), file, format, m_robot.model());
    } else if (const auto saved = m_document.save(file, m_robot.model()); !saved) {
        findings = tl::unexpected(saved.error());
    }
    if (!findings) {
        m_messages.report(Severity::Error, widgets::toQt(findings.error().toString()));
        return false;
    }
    m_messages.report(Severity::Note, tr("Saved %1").arg(file));
    m_messages.report(*findings, tr("This format cannot hold everything"));
    Q_EMIT findingsCame(*findings);
    m_library.scan();
    return true;
}

bool MotionFiles::askToSaveAs() {
    QDir().mkpath(m_library.ownFolder());
    widgets::FileQuestion asked =
        question(tr("Save motion"), filterOf(keyframe::formatInfo(keyframe::Format::Sideline)));
    if (m_document.file().isEmpty()) { // proposes the user's own folder, not that of the source
        asked.kind = QStringLiteral("own-motions");
    }
    QString file = widgets::askToSave(m_window, asked,
                                      !m_document.file().isEmpty()
                                          ? QFileInfo(m_document.file()).fileName()
                                          : proposedName() + QStringLiteral(".motion"));
    if (file.isEmpty()) {
        return false;
    }
    const keyframe::FormatInfo& own = keyframe::formatInfo(keyframe::Format::Sideline);
    if (QFileInfo(file).suffix().isEmpty()) {
        file += QLatin1String(own.extension);
    } else if (!file.endsWith(QLatin1String(own.extension))) {
        // Other formats store less, and the omitted data would count as saved.
        m_messages.report(
            Severity::Warning,
            tr("Not saved: the name must end in %1, Sideline's own format; use 'Export motion' for "
               "other teams' formats")
                .arg(QLatin1String(own.extension)));
        return false;
    }
    return saveTo(file, keyframe::Format::Sideline);
}

void MotionFiles::askToOpen() {
    const QString file = widgets::askForFile(m_window, question());
    if (!file.isEmpty()) {
        open(file);
    }
}

// Reads values of the motion's parameters from a file with `name value` lines.
void MotionFiles::askForParameters() {
    const QString path = widgets::askForFile(
        m_window, question(tr("Load parameters"), tr("Parameter files (*.txt)")));
    if (path.isEmpty()) {
        return;
    }
    constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 20U;
    const auto text =
        base::readTextFile(path.toStdString(), kMaxBytes, "a file with `name value` lines");
    if (!text) {
        m_messages.report(Severity::Error, widgets::toQt(text.error().toString()));
        return;
    }
    const auto read = keyframe::readParameters(*text, path.toStdString());
    if (!read) {
        m_messages.report(Severity::Error, widgets::toQt(read.error().toString()));
        return;
    }
    keyframe::Motion motion = *m_document.motion();
    for (const auto& [name, value] : *read) {
        motion.parameters.insert_or_assign(name, value);
    }
    m_document.apply({std::move(motion), m_document.selection(),
                      tr("Load parameters from %1").arg(QFileInfo(path).fileName()), 0});
}

void MotionFiles::askToExport() {
    QString filter = filterOf(keyframe::formatInfo(keyframe::Format::FcpSlots));
    // Not the library by default, where exports would appear as motions of the same name.
    QString file = widgets::askToSave(m_window,
                                      {QStringLiteral("motion-exports"), tr("Export motion"),
                                       filters().join(QStringLiteral(";;"))},
                                      proposedName(), &filter);
    if (file.isEmpty()) {
        return;
    }
    if (QFileInfo(file).suffix().isEmpty()) {
        for (const keyframe::FormatInfo& info : keyframe::formats()) {
            if (filterOf(info) == filter) {
                file += QLatin1String(info.extension);
            }
        }
    }
    saveTo(file, formatFor(file, filter));
}

void MotionFiles::offerRecovery() {
    const auto found = MotionDocument::recoverable(autosaveFolder(m_store));
    if (found.empty()) {
        return;
    }
    // Further ones are offered at later starts.
    const MotionDocument::Recoverable& work = found.front();
    const QString name = work.originalFile.isEmpty() ? work.name : work.originalFile;
    m_messages.reportToStay(Severity::Note,
                            tr("Unsaved work on %1 from %2 can be recovered")
                                .arg(name.isEmpty() ? tr("a motion") : name,
                                     QLocale().toString(work.savedAt, QLocale::ShortFormat)),
                            tr("Recover"), [this, work] { recover(work); });
}

void MotionFiles::recover(const MotionDocument::Recoverable& work) {
    if (!mayClose()) {
        return;
    }
    leave();
    if (const auto done = m_document.recover(work); !done) {
        m_messages.reportToStay(Severity::Error, widgets::toQt(done.error().toString()));
    } else {
        Q_EMIT filled();
        Q_EMIT opened();
    }
}

} // namespace sideline::studio
