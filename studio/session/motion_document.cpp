#include "studio/session/motion_document.h"

#include <utility>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "agentcore/robot/built_in_robots.h"
#include "motions/limits.h"
#include "studio/session/version_command.h"
#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

const QString kEnding = QStringLiteral(".motion");

// UT Austin Villa keeps parameters in separate files, one for each robot type: next to the skill,
// or in the folder `paramfiles` near it.
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
            keyframe::Finding finding;
            finding.severity = keyframe::Finding::Severity::Note;
            finding.file = info.absoluteFilePath().toStdString();
            if (read) {
                found.values.insert(read->begin(), read->end());
                finding.text = "parameters were read from this file";
            } else {
                finding.text = "parameters cannot be read: " + read.error().toString();
            }
            found.findings.push_back(std::move(finding));
        }
    }
    return found;
}

} // namespace

MotionDocument::MotionDocument(QString autosaveFolder, QObject* parent)
    : QObject(parent),
      m_motion(std::make_shared<const keyframe::Motion>()),
      m_copy(std::move(autosaveFolder), kEnding, [this] { return unsaved(); }) {
    connect(&m_copy, &UnsavedCopy::failed, this, &MotionDocument::autosaveFailed);
    connect(&m_undo, &QUndoStack::cleanChanged, this, [this](bool isClean) {
        if (isClean) {
            m_copy.remove();
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

keyframe::Motion MotionDocument::named() const {
    keyframe::Motion motion = *m_motion;
    motion.name = keyframe::nameOf(motion, (m_file.isEmpty() ? m_origin : m_file).toStdString());
    return motion;
}

void MotionDocument::begin(keyframe::Motion motion, const QString& file) {
    forget();
    m_file = file;
    m_origin = file;
    show({std::make_shared<const keyframe::Motion>(std::move(motion)), {}});
    Q_EMIT fileChanged();
}

void MotionDocument::create(const QString& name) {
    keyframe::Motion motion;
    motion.name = name.toStdString();
    createFrom(std::move(motion));
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
    // A file with several motions cannot be saved from one of its motions.
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
    // Our own format stores everything, so there are no findings to report.
    if (const auto written = write(*m_motion, file, keyframe::Format::Sideline, model); !written) {
        return tl::unexpected(written.error());
    }
    m_file = QFileInfo(file).absoluteFilePath();
    m_origin = m_file;
    m_undo.setClean();
    m_copy.remove();
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
    const VersionCommand<Version>::Document document{
        [this](const Version& version) { show(version); },
        [](const Version& a, const Version& b) { return *a.motion == *b.motion; }};
    m_undo.push(new VersionCommand<Version>( // the stack owns it
        edit.text, {m_motion, m_selection},
        {std::make_shared<const keyframe::Motion>(edit.motion), edit.selection}, document,
        edit.gesture));
}

void MotionDocument::select(const keyframe::KeySelection& selection) {
    if (selection != m_selection) {
        m_selection = selection;
        Q_EMIT selectionChanged();
    }
}

void MotionDocument::show(const Version& version) {
    m_motion = version.motion;
    ++m_version;
    Q_EMIT changed();
    select(version.selection);
    m_copy.change();
}

std::optional<UnsavedCopy::Content> MotionDocument::unsaved() const {
    if (!isModified()) {
        return std::nullopt;
    }
    // Our own format stores everything; the model matters only to formats that list all joints.
    const auto text =
        keyframe::writeMotion(*m_motion, keyframe::Format::Sideline, robot::defaultRobot());
    return UnsavedCopy::Content{
        text.map([](const auto& written) { return QByteArray::fromStdString(written.text); }),
        m_file, widgets::toQt(m_motion->name)};
}

void MotionDocument::forget() {
    m_copy.remove();
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
    return UnsavedCopy::leftIn(folder, kEnding);
}

base::Expected<void> MotionDocument::recover(const Recoverable& left) {
    auto read = keyframe::readMotionFile(left.autosaveFile.toStdString());
    if (!read) {
        return tl::unexpected(read.error());
    }
    begin({}, left.originalFile);
    apply({std::move(read->motions.front().motion), {}, tr("Recover unsaved work"), 0});
    autosave();
    UnsavedCopy::discard(left);
    return {};
}

} // namespace sideline::studio
