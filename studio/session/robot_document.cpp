#include "studio/session/robot_document.h"

#include <utility>

#include <QFile>
#include <QFileInfo>
#include <QUndoCommand>

#include "agentcore/robot/catalog/robot_description.h"
#include "agentcore/robot/rsg/scene_text.h"
#include "agentcore/robot/workshop/robot_edit.h"
#include "agentcore/robot/workshop/robot_structure.h"
#include "agentcore/robot/workshop/urdf_text.h"
#include "widgets/common/save_file.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr qint64 kSameStepMs = 1000;

std::filesystem::path diskPath(const QString& file) {
    return QFile::encodeName(file).toStdString();
}

} // namespace

/// One step of the undo list: the versions before and after.
class RobotDocument::EditCommand : public QUndoCommand {
public:
    EditCommand(RobotDocument& document, robot::RobotModelPtr after, const QString& text,
                int gesture)
        : QUndoCommand(text),
          m_document(document),
          m_gesture(gesture),
          m_before(document.m_model),
          m_after(std::move(after)) {}

    void undo() override { m_document.show(m_before); }
    void redo() override { m_document.show(m_after); }
    [[nodiscard]] int id() const override { return m_gesture == 0 ? -1 : 1; }
    bool mergeWith(const QUndoCommand* other) override {
        const auto* next = static_cast<const EditCommand*>(other);
        if (next->m_gesture != m_gesture) {
            return false;
        }
        m_after = next->m_after;
        setObsolete(robot::describe(*m_after) == robot::describe(*m_before)); // back again
        return true;
    }

private:
    RobotDocument& m_document;
    int m_gesture;
    robot::RobotModelPtr m_before;
    robot::RobotModelPtr m_after;
};

RobotDocument::RobotDocument(QObject* parent) : QObject(parent) {
    connect(&m_undo, &QUndoStack::cleanChanged, this, &RobotDocument::fileChanged);
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
    beginWith(read->model);
    return {};
}

base::Expected<void> RobotDocument::save(const QString& file) {
    // Named as it will be when it is opened, so that what is written is what would be again.
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
    m_undo.push(new EditCommand(*this, std::make_shared<const robot::RobotModel>(model), text,
                                key.isEmpty() ? 0 : m_gesture)); // the stack owns it
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
}

} // namespace sideline::studio
