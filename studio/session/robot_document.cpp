#include "studio/session/robot_document.h"

#include <utility>

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include "agentcore/base/input_file.h"
#include "agentcore/robot/catalog/robot_description.h"
#include "agentcore/robot/rsg/scene_text.h"
#include "agentcore/robot/workshop/robot_edit.h"
#include "agentcore/robot/workshop/robot_structure.h"
#include "agentcore/robot/workshop/urdf_text.h"
#include "studio/session/version_command.h"
#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr qint64 kSameStepMs = 1000;
constexpr std::uint64_t kMaxBytes = std::uint64_t{16} << 20U;
const QString kEnding = QStringLiteral(".robot");
const QString kFormKey = QStringLiteral("sideline-unsaved-robot");
const QString kOriginKey = QStringLiteral("origin");
const QString kTitleKey = QStringLiteral("title");
const QString kTypeKey = QStringLiteral("type");
const QString kTakesTypeKey = QStringLiteral("takesType");
const QString kBeforeKey = QStringLiteral("before");
const QString kNowKey = QStringLiteral("now");

std::filesystem::path diskPath(const QString& file) {
    return QFile::encodeName(file).toStdString();
}

} // namespace

RobotDocument::RobotDocument(QString autosaveFolder, QObject* parent)
    : QObject(parent), m_copy(std::move(autosaveFolder), kEnding, [this] { return unsaved(); }) {
    connect(&m_copy, &UnsavedCopy::failed, this, &RobotDocument::autosaveFailed);
    connect(&m_undo, &QUndoStack::cleanChanged, this, [this](bool isClean) {
        if (isClean) {
            m_copy.remove();
        }
        Q_EMIT fileChanged();
    });
}

RobotDocument::~RobotDocument() {
    m_undo.disconnect(this);
    m_undo.clear();
}

QString RobotDocument::title() const {
    if (m_origin.isEmpty()) {
        return m_title;
    }
    const QString name = QFileInfo(m_origin).fileName();
    return m_takesType ? tr("%1, type %2").arg(name).arg(m_type) : name;
}

void RobotDocument::beginWith(const robot::RobotModelPtr& model) {
    {
        const QSignalBlocker blocker(m_undo);
        m_undo.clear();
    }
    m_undo.setClean();
    m_copy.remove();
    m_original = model;
    m_lastKey.clear();
    show(model);
    Q_EMIT fileChanged();
}

void RobotDocument::begin(const robot::RobotModelPtr& model, const QString& title) {
    m_file.clear();
    m_origin.clear();
    m_title = title;
    m_takesType = false;
    m_notes.clear();
    beginWith(model);
}

base::Expected<void> RobotDocument::open(const QString& file, int type) {
    const auto read = robot::readRobotFile(diskPath(file), type);
    if (!read) {
        return tl::unexpected(read.error());
    }
    m_origin = QFileInfo(file).absoluteFilePath();
    m_file = read->isWhole ? m_origin : QString();
    m_takesType = read->takesType;
    m_type = type;
    m_notes = read->notes;
    beginWith(read->model);
    return {};
}

base::Expected<void> RobotDocument::save(const QString& file) {
    // Uses the name that the robot will have when it is opened again, so that writing is
    // reproducible.
    const QFileInfo info(file);
    const std::string text =
        robot::rsg::sceneText(robot::renamed(*m_model, info.completeBaseName().toStdString()));
    if (auto saved = widgets::saveBytes(QByteArray::fromStdString(text), file); !saved) {
        return saved;
    }
    if (auto read = robot::checkReadsBack(diskPath(file), *m_model); !read) {
        return read;
    }
    m_origin = info.absoluteFilePath();
    m_file = m_origin;
    m_takesType = false;
    m_original = m_model;
    m_undo.setClean();
    m_copy.remove();
    Q_EMIT fileChanged();
    return {};
}

base::Expected<void> RobotDocument::writeUrdf(const QString& file) const {
    return widgets::saveBytes(QByteArray::fromStdString(robot::urdfText(*m_model)), file);
}

void RobotDocument::apply(const robot::RobotModel& model, const QString& text, const QString& key) {
    if (robot::describe(model) == robot::describe(*m_model)) {
        return;
    }
    const bool isSameStep = !key.isEmpty() && key == m_lastKey && m_lastEdit.isValid() &&
                            m_lastEdit.elapsed() < kSameStepMs;
    if (!isSameStep) {
        ++m_gesture;
    }
    m_lastKey = key;
    m_lastEdit.start();
    const VersionCommand<robot::RobotModelPtr>::Document document{
        [this](const robot::RobotModelPtr& version) { show(version); },
        [](const robot::RobotModelPtr& a, const robot::RobotModelPtr& b) {
            return robot::describe(*a) == robot::describe(*b);
        }};
    m_undo.push(new VersionCommand<robot::RobotModelPtr>( // the stack owns it
        text, m_model, std::make_shared<const robot::RobotModel>(model), document,
        key.isEmpty() ? 0 : m_gesture));
}

void RobotDocument::apply(const base::Expected<robot::RobotModel>& model, const QString& text) {
    if (model) {
        apply(*model, text);
    } else {
        Q_EMIT refused(widgets::toQt(model.error().toString()));
    }
}

void RobotDocument::set(const QString& assignment, bool bothSides) {
    robot::RobotEdit edit(*m_model);
    const std::string text = assignment.toStdString();
    const auto done = bothSides ? edit.setBothSides(text) : edit.set(text);
    if (!done) {
        Q_EMIT refused(widgets::toQt(done.error().toString()));
        return;
    }
    const QString key = assignment.section(QLatin1Char('='), 0, 0);
    const QString what = key.section(QLatin1Char('.'), -1);
    apply(edit.build(m_model->name()),
          tr("Set %1 of %2").arg(what, key.section(QLatin1Char('.'), 0, -2)), key);
}

void RobotDocument::show(const robot::RobotModelPtr& model) {
    m_model = model;
    Q_EMIT changed();
    m_copy.change();
}

// Stores the original and the edited robot, both completely and exactly, with their settings.
std::optional<UnsavedCopy::Content> RobotDocument::unsaved() const {
    if (!isModified()) {
        return std::nullopt;
    }
    const QJsonObject work{{kFormKey, 1},
                           {kOriginKey, m_origin},
                           {kTitleKey, m_title},
                           {kTypeKey, m_type},
                           {kTakesTypeKey, m_takesType},
                           {kBeforeKey, widgets::toQt(robot::describe(*m_original))},
                           {kNowKey, widgets::toQt(robot::describe(*m_model))}};
    return UnsavedCopy::Content{QJsonDocument(work).toJson(), m_file, title()};
}

std::vector<UnsavedCopy::Leftover> RobotDocument::recoverable(const QString& folder) {
    return UnsavedCopy::leftIn(folder, kEnding);
}

base::Expected<void> RobotDocument::recover(const UnsavedCopy::Leftover& left) {
    const auto text = base::readTextFile(diskPath(left.autosaveFile), kMaxBytes, "a robot");
    if (!text) {
        return tl::unexpected(text.error());
    }
    const QJsonObject work = QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object();
    const auto before = robot::readDescription(work[kBeforeKey].toString().toStdString());
    const auto now = robot::readDescription(work[kNowKey].toString().toStdString());
    for (const auto* each : {&before, &now}) {
        if (!*each) {
            return tl::unexpected(each->error().inFile(left.autosaveFile.toStdString()));
        }
    }
    m_file = left.originalFile;
    m_origin = work[kOriginKey].toString();
    m_title = work[kTitleKey].toString();
    m_type = work[kTypeKey].toInt();
    m_takesType = work[kTakesTypeKey].toBool();
    beginWith(*before);
    apply(**now, tr("Recover unsaved work"));
    autosave();
    UnsavedCopy::discard(left);
    return {};
}

} // namespace sideline::studio
