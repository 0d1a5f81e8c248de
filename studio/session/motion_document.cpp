#include "studio/session/motion_document.h"

#include <utility>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUndoCommand>
#include <QUuid>

#include "agentcore/robot/nao.h"
#include "motions/limits.h"
#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr int kAutosaveMs = 1500;
const QString kEnding = QStringLiteral(".motion");

QString sidecarOf(const QString& file) {
    return file + QStringLiteral(".json");
}

// UT Austin Villa keeps parameters in files of their own, one for each robot type: those beside the
// skill, or in the folder `paramfiles` near it.
struct FoundParameters {
    keyframe::Parameters values;
    std::vector<keyframe::Finding> findings;
};

FoundParameters parametersBeside(const QString& file, int robotType) {
    FoundParameters found;
    const QDir folder = QFileInfo(file).absoluteDir();
    const QString ofType = QStringLiteral("_t%1").arg(robotType);
    for (const QString& place :
         {QStringLiteral("."), QStringLiteral("paramfiles"), QStringLiteral("../paramfiles")}) {
        const QFileInfoList files =
            QDir(folder.filePath(place))
                .entryInfoList({QStringLiteral("*arams*.txt")}, QDir::Files);
        for (const QFileInfo& info : files) {
            QFile text(info.absoluteFilePath());
            const bool isOfOtherType = info.completeBaseName().contains(QStringLiteral("_t")) &&
                                       !info.completeBaseName().endsWith(ofType);
            if (isOfOtherType || !text.open(QIODevice::ReadOnly)) {
                continue;
            }
            const auto read = keyframe::readParameters(text.readAll().toStdString(),
                                                       info.fileName().toStdString());
            keyframe::Finding reported;
            reported.severity = keyframe::Finding::Severity::Note;
            reported.file = info.absoluteFilePath().toStdString();
            if (read) {
                found.values.insert(read->begin(), read->end());
                reported.text = "parameters come from this file";
            } else {
                reported.text = "parameters cannot be read: " + read.error().toString();
            }
            found.findings.push_back(std::move(reported));
        }
    }
    return found;
}

} // namespace

/// One step of the undo list: the versions before and after, which share what did not change.
class MotionDocument::EditCommand : public QUndoCommand {
public:
    EditCommand(MotionDocument& document, const widgets::MotionEdit& edit)
        : QUndoCommand(edit.text),
          m_document(document),
          m_gesture(edit.gesture),
          m_before(document.m_motion),
          m_after(std::make_shared<const keyframe::Motion>(edit.motion)),
          m_selectionBefore(document.m_selection),
          m_selectionAfter(edit.selection) {}

    void undo() override { m_document.show(m_before, m_selectionBefore); }
    void redo() override { m_document.show(m_after, m_selectionAfter); }
    [[nodiscard]] int id() const override { return m_gesture == 0 ? -1 : 1; }
    bool mergeWith(const QUndoCommand* other) override {
        const auto* next = static_cast<const EditCommand*>(other);
        if (next->m_gesture != m_gesture) {
            return false;
        }
        m_after = next->m_after;
        m_selectionAfter = next->m_selectionAfter;
        setText(next->text());
        setObsolete(*m_after == *m_before); // dragged back to where it was
        return true;
    }

private:
    MotionDocument& m_document;
    int m_gesture;
    keyframe::MotionPtr m_before;
    keyframe::MotionPtr m_after;
    keyframe::KeySelection m_selectionBefore;
    keyframe::KeySelection m_selectionAfter;
};

MotionDocument::MotionDocument(QString autosaveFolder, QObject* parent)
    : QObject(parent),
      m_motion(std::make_shared<const keyframe::Motion>()),
      m_autosaveFolder(std::move(autosaveFolder)) {
    m_autosaveTimer.setSingleShot(true);
    m_autosaveTimer.setInterval(kAutosaveMs);
    connect(&m_autosaveTimer, &QTimer::timeout, this, &MotionDocument::autosave);
    connect(&m_undo, &QUndoStack::cleanChanged, this, [this](bool isClean) {
        if (isClean) {
            removeAutosave();
        }
        Q_EMIT fileChanged();
    });
}

MotionDocument::~MotionDocument() {
    m_undo.disconnect(this);
    m_undo.clear();
}

QString MotionDocument::title() const {
    if (!m_file.isEmpty()) {
        return QFileInfo(m_file).fileName();
    }
    if (!m_origin.isEmpty()) {
        return QFileInfo(m_origin).fileName();
    }
    return m_motion->name.empty() ? tr("New motion") : widgets::toQt(m_motion->name);
}

void MotionDocument::begin(keyframe::Motion motion, const QString& file) {
    forget();
    m_file = file;
    m_origin = file;
    show(std::make_shared<const keyframe::Motion>(std::move(motion)), {});
    Q_EMIT fileChanged();
}

void MotionDocument::create(const QString& name) {
    keyframe::Motion motion;
    motion.name = name.toStdString();
    begin(std::move(motion), {});
}

void MotionDocument::detach() {
    m_file.clear();
    m_origin.clear();
    Q_EMIT fileChanged();
}

base::Expected<keyframe::MotionFile> MotionDocument::open(const QString& file, int robotType,
                                                          std::size_t index) {
    FoundParameters found;
    if (file.endsWith(QStringLiteral(".skl"), Qt::CaseInsensitive)) {
        found = parametersBeside(file, robotType);
    }
    keyframe::ReadOptions options;
    options.parameters = found.values;
    auto read = keyframe::readMotionFile(file.toStdString(), options);
    if (!read) {
        return read;
    }
    for (keyframe::ReadMotion& one : read->motions) {
        if (!one.motion.parameters.empty()) {
            one.findings.insert(one.findings.begin(), found.findings.begin(), found.findings.end());
        }
    }
    const std::size_t chosen = std::min(index, read->motions.size() - 1);
    // A file with several motions cannot be written back from one of them.
    const bool isWhole = read->motions.size() == 1 && read->format == keyframe::Format::Sideline;
    const QString path = QFileInfo(file).absoluteFilePath();
    begin(read->motions[chosen].motion, isWhole ? path : QString());
    m_origin = path;
    Q_EMIT fileChanged();
    return read;
}

base::Expected<std::vector<keyframe::Finding>> MotionDocument::write(
    const keyframe::Motion& motion, const QString& file, keyframe::Format format,
    const robot::RobotModel& model) {
    auto written = keyframe::writeMotion(motion, format, model);
    if (!written) {
        return tl::unexpected(written.error().inFile(file.toStdString()));
    }
    if (const auto done = widgets::saveBytes(QByteArray::fromStdString(written->text), file);
        !done) {
        return tl::unexpected(done.error());
    }
    return std::move(written->findings);
}

base::Expected<void> MotionDocument::save(const QString& file, const robot::RobotModel& model) {
    // Our own format holds everything: there is nothing to be notified of what it could not.
    if (const auto written = write(*m_motion, file, keyframe::Format::Sideline, model); !written) {
        return tl::unexpected(written.error());
    }
    m_file = QFileInfo(file).absoluteFilePath();
    m_origin = m_file;
    m_undo.setClean();
    removeAutosave();
    Q_EMIT fileChanged();
    return {};
}

void MotionDocument::apply(const widgets::MotionEdit& edit) {
    if (edit.motion == *m_motion) {
        select(edit.selection);
        return;
    }
    if (const auto fits = keyframe::checkSize(edit.motion); !fits) {
        Q_EMIT refused(widgets::toQt(fits.error().toString()));
        return;
    }
    m_undo.push(new EditCommand(*this, edit)); // the stack owns it
}

void MotionDocument::select(const keyframe::KeySelection& selection) {
    if (selection != m_selection) {
        m_selection = selection;
        Q_EMIT selectionChanged();
    }
}

void MotionDocument::show(const keyframe::MotionPtr& motion,
                          const keyframe::KeySelection& selection) {
    m_motion = motion;
    ++m_version;
    Q_EMIT changed();
    select(selection);
    if (!m_autosaveFolder.isEmpty()) {
        m_autosaveTimer.start();
    }
}

void MotionDocument::autosave() {
    m_autosaveTimer.stop();
    if (m_autosaveFolder.isEmpty() || !isModified()) {
        return;
    }
    if (m_autosaveFile.isEmpty()) {
        QDir().mkpath(m_autosaveFolder);
        const QString id = QUuid::createUuid().toString(QUuid::WithoutBraces);
        m_autosaveFile = m_autosaveFolder + QLatin1Char('/') + id + kEnding;
        m_lock = std::make_unique<QLockFile>(m_autosaveFile + QStringLiteral(".lock"));
        m_lock->setStaleLockTime(0);
        m_lock->tryLock();
    }
    // The own format holds everything; the model only matters to formats that list all joints.
    const auto text = keyframe::writeMotion(*m_motion, keyframe::Format::Sideline,
                                            robot::naoModel(robot::NaoType::Standard));
    const QJsonObject about{
        {QStringLiteral("file"), m_file},
        {QStringLiteral("name"), widgets::toQt(m_motion->name)},
        {QStringLiteral("savedAt"), QDateTime::currentDateTimeUtc().toString(Qt::ISODate)}};
    auto done = text ? widgets::saveBytes(QByteArray::fromStdString(text->text), m_autosaveFile)
                     : base::Expected<void>(tl::unexpected(text.error()));
    if (done) {
        done = widgets::saveBytes(QJsonDocument(about).toJson(), sidecarOf(m_autosaveFile));
    }
    if (!done && !std::exchange(m_isAutosaveFailureReported, true)) {
        Q_EMIT autosaveFailed(widgets::toQt(done.error().toString()));
    }
}

void MotionDocument::removeAutosave() {
    m_autosaveTimer.stop();
    if (!m_autosaveFile.isEmpty()) {
        QFile::remove(m_autosaveFile);
        QFile::remove(sidecarOf(m_autosaveFile));
        m_autosaveFile.clear();
        m_lock.reset();
    }
}

void MotionDocument::forget() {
    removeAutosave();
    const bool wasModified = isModified();
    {
        const QSignalBlocker blocker(m_undo);
        m_undo.clear();
    }
    m_undo.setClean();
    if (wasModified) {
        Q_EMIT fileChanged();
    }
}

std::vector<MotionDocument::Recoverable> MotionDocument::recoverable(const QString& folder) {
    std::vector<Recoverable> found;
    const QFileInfoList files =
        QDir(folder).entryInfoList({QLatin1Char('*') + kEnding}, QDir::Files, QDir::Time);
    for (const QFileInfo& info : files) {
        QLockFile lock(info.absoluteFilePath() + QStringLiteral(".lock"));
        lock.setStaleLockTime(0); // held as long as its program lives
        if (!lock.tryLock()) {
            continue;
        }
        QFile sidecar(sidecarOf(info.absoluteFilePath()));
        QJsonObject about;
        if (sidecar.open(QIODevice::ReadOnly)) {
            about = QJsonDocument::fromJson(sidecar.readAll()).object();
        }
        found.push_back({info.absoluteFilePath(), about[QStringLiteral("file")].toString(),
                         about[QStringLiteral("name")].toString(), info.lastModified()});
    }
    return found;
}

base::Expected<void> MotionDocument::recover(const Recoverable& left) {
    auto read = keyframe::readMotionFile(left.autosaveFile.toStdString());
    if (!read) {
        return tl::unexpected(read.error());
    }
    begin({}, left.originalFile);
    apply({std::move(read->motions.front().motion), {}, tr("Recover unsaved work"), 0});
    autosave();
    discard(left);
    return {};
}

void MotionDocument::discard(const Recoverable& left) {
    QFile::remove(left.autosaveFile);
    QFile::remove(sidecarOf(left.autosaveFile));
}

} // namespace sideline::studio
