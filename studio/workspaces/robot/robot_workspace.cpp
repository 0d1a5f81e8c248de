#include "studio/workspaces/robot/robot_workspace.h"

#include <algorithm>
#include <utility>

#include <QFile>
#include <QFileInfo>
#include <QMenu>
#include <QToolButton>

#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/import/robot_import.h"
#include "agentcore/robot/workshop/robot_edit.h"
#include "agentcore/robot/workshop/robot_structure.h"
#include "studio/session/robot_choices.h"
#include "widgets/common/icons.h"
#include "widgets/common/text_format.h"
#include "widgets/robot/robot_text.h"

namespace sideline::studio {

namespace {

using widgets::RobotPart;
using Severity = widgets::MessageBar::Severity;

constexpr double kBelowM = 0.08; // offset of a new body below its parent's origin

// Returns the name of a body or joint, as used by checks and edits.
QString partName(const robot::RobotModel& model, const RobotPart& part) {
    switch (part.kind) {
    case RobotPart::Kind::Body:
        return widgets::toQt(model.body(robot::BodyId(part.index)).name);
    case RobotPart::Kind::Joint:
        return widgets::toQt(robot::axisName(model, robot::JointId(part.index)));
    case RobotPart::Kind::Sensor:
        return widgets::toQt(model.percepts().perceptors[part.at()].name);
    case RobotPart::Kind::Robot:
        break;
    }
    return {};
}

std::optional<RobotPart> findPart(const robot::RobotModel& model, const QString& name) {
    const std::string target = name.toStdString();
    if (const robot::BodyId body = model.findBody(target); body.isValid()) {
        return RobotPart::of(body);
    }
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        if (robot::axisName(model, robot::JointId(i)) == target) {
            return RobotPart::of(robot::JointId(i));
        }
    }
    return std::nullopt;
}

} // namespace

RobotWorkspace::RobotWorkspace(const Parts& parts)
    : m_parts(parts),
      m_actions(parts.actions),
      m_document(RobotFiles::autosaveFolder(parts.store)),
      m_files({m_document, parts.messages, parts.store, parts.window}),
      m_analyses({m_document, m_files, parts.messages, parts.editedMotion}),
      m_tree(new widgets::RobotTreePanel(
          {m_actions.action("robot.open"), m_actions.action("robot.choose"),
           m_actions.action("robot.add-body"), m_actions.action("robot.remove"),
           m_actions.action("robot.try")})),
      m_properties(new widgets::RobotPropertyPanel) {
    connectPanels();
    connectDocument();
    connectActions();
    m_document.begin(robot::defaultRobot().shared(), robotName(robot::defaultRobot()));
}

RobotWorkspace::~RobotWorkspace() {
    m_document.disconnect(this);
    m_document.undoStack().disconnect(this);
    m_analyses.disconnect(this);
}

std::vector<WorkspacePanel> RobotWorkspace::panels() const {
    constexpr auto kBottom = Qt::BottomDockWidgetArea;
    return {{"robot-parts", tr("Robot"), m_tree, Qt::LeftDockWidgetArea, "robot"},
            {"robot-values", tr("Values"), m_properties, Qt::RightDockWidgetArea, "robot"},
            {"robot-checks", tr("Checks"), m_analyses.checks(), kBottom, "robot"},
            {"robot-reach", tr("Reach"), m_analyses.reach(), kBottom, "robot"},
            {"robot-torques", tr("Torques"), m_analyses.holding(), kBottom, "robot"},
            {"robot-compare", tr("Comparison"), m_analyses.comparison(), kBottom, "robot"},
            {"robot-dh", tr("DH tables"), m_analyses.dh(), kBottom, "robot"}};
}

std::vector<WorkspaceMenu> RobotWorkspace::menus() const {
    return {{tr("&Robot"),
             {"robot.choose", "robot.open", "robot.save", "robot.save-as", "robot.urdf", "",
              "robot.undo", "robot.redo", "", "robot.add-body", "robot.rename", "robot.remove", "",
              "robot.zero", "", "robot.try", "robot.motion"}}};
}

// XML files may be of any kind, so the first element determines the kind.
Claim RobotWorkspace::claim(const QString& path) const {
    if (path.endsWith(QStringLiteral(".rsg"), Qt::CaseInsensitive)) {
        return Claim::ByName;
    }
    return robot::isImportable(QFile::encodeName(path).toStdString()) ? Claim::ByContent
                                                                      : Claim::None;
}

void RobotWorkspace::open(const OpenRequest& request) {
    m_files.open(request.path);
}

RobotStage* RobotWorkspace::stage() {
    if (m_stage == nullptr) {
        m_stage = new RobotStage;
        m_stage->setOptions(m_options);
        connect(m_stage, &RobotStage::partPicked, this, &RobotWorkspace::choose);
        connect(&m_stage->view(), &viewer3d::MatchView::filesDropped, this,
                [this](const QStringList& files) { Q_EMIT openRequested({files.front()}); });
        showTitle();
        showStage();
    }
    return m_stage;
}

std::optional<WorkspaceCenter> RobotWorkspace::center() {
    return WorkspaceCenter{stage(), {&stage()->view(), stage()->viewWidget()}};
}

QString RobotWorkspace::windowTitle() const {
    return m_document.title() + QStringLiteral("[*]");
}

void RobotWorkspace::applySettings(const AppliedSettings& settings) {
    m_options = settings.settings.sceneOptions(settings.isDark, settings.settings.colors);
    if (m_stage) {
        m_stage->setOptions(m_options);
    }
}

void RobotWorkspace::setActive(bool isActive) {
    m_isActive = isActive;
    m_analyses.setActive(isActive);
    if (!isActive) {
        return;
    }
    if (!m_document.isModified() && m_document.origin().isEmpty()) {
        if (const auto chosen =
                newlyChosenRobot(m_parts.store, QStringLiteral("robot/startRobot"))) {
            m_document.begin(chosen, robotName(*chosen));
            std::ranges::fill(m_anglesRad, 0.0);
        }
    }
    showVersion();
}

void RobotWorkspace::showOpened() {
    if (const QString& file = m_document.origin(); !file.isEmpty()) {
        Q_EMIT fileUsed(file);
    }
    Q_EMIT arrived({QStringLiteral("Robot")});
}

void RobotWorkspace::connectPanels() {
    connect(m_tree, &widgets::RobotTreePanel::partChosen, this, &RobotWorkspace::choose);
    connect(m_tree, &widgets::RobotTreePanel::nameRequested, m_actions.action("robot.rename"),
            &QAction::trigger);
    using Properties = widgets::RobotPropertyPanel;
    connect(m_properties, &Properties::edited, this, [this](const QString& assignment) {
        m_document.set(assignment, m_properties->changesBothSides());
    });
    connect(m_properties, &Properties::bodyRenamed, this, [this](const QString& name) {
        const auto renamed =
            robot::renameBody(*m_document.model(), robot::BodyId(m_part.index), name.toStdString());
        m_partName = renamed ? name : m_partName;
        m_document.apply(renamed, tr("Rename body"));
    });
    connect(m_properties, &Properties::connectionChosen, this,
            [this](robot::Connection connection) {
                m_document.apply(robot::connectBody(*m_document.model(),
                                                    robot::BodyId(m_part.index), connection),
                                 tr("Change joint of %1").arg(m_partName));
            });
    connect(m_properties, &Properties::jointRenamed, this,
            [this](const QString& perceptor, const QString& effector) {
                const robot::JointId joint(m_part.index);
                m_partName.clear(); // the index of the joint stays valid, but not its name
                m_document.apply(robot::renameJoint(*m_document.model(), joint,
                                                    perceptor.toStdString(),
                                                    effector.toStdString()),
                                 tr("Rename joint"));
                m_partName = partName(*m_document.model(), m_part);
            });
    connect(m_properties, &Properties::sensorRequested, this, [this](robot::PerceptorKind kind) {
        m_document.apply(
            robot::addSensor(*m_document.model(), bodyOf(*m_document.model(), m_part), kind),
            tr("Add sensor"));
    });
    connect(m_properties, &Properties::angleChosen, this, [this](double angleRad) {
        m_anglesRad[m_part.at()] = angleRad;
        showStage();
        updateActions();
    });
    connect(&m_analyses, &RobotAnalyses::shownChanged, this, &RobotWorkspace::showStage);
    connect(&m_analyses, &RobotAnalyses::subjectChosen, this, &RobotWorkspace::chooseNamed);
    connect(&m_analyses, &RobotAnalyses::jointChosen, this,
            [this](robot::JointId joint) { choose(RobotPart::of(joint)); });
    connect(&m_analyses, &RobotAnalyses::poseChosen, this,
            [this](const std::vector<double>& anglesRad) {
                m_anglesRad = anglesRad;
                m_properties->setAngles(m_anglesRad);
                showStage();
                updateActions();
            });
}

void RobotWorkspace::connectDocument() {
    connect(&m_document, &RobotDocument::changed, this, &RobotWorkspace::showVersion);
    connect(&m_document, &RobotDocument::fileChanged, this, [this] {
        showTitle();
        updateActions();
        Q_EMIT titleChanged();
    });
    connect(&m_document, &RobotDocument::refused, this, [this](const QString& text) {
        m_parts.messages.dismiss(std::exchange(m_refusal, text));
        m_parts.messages.show(Severity::Warning, text);
        m_properties->revert();
    });
    connect(&m_document, &RobotDocument::autosaveFailed, this, [this](const QString& text) {
        m_parts.messages.show(Severity::Warning, tr("Cannot back up unsaved work: %1").arg(text));
    });
    connect(&m_document.undoStack(), &QUndoStack::indexChanged, this,
            &RobotWorkspace::updateActions);
    connect(&m_files, &RobotFiles::opened, this, [this] {
        std::ranges::fill(m_anglesRad, 0.0);
        choose({});
        showVersion();
        showOpened();
    });
}

void RobotWorkspace::connectActions() {
    const auto when = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    auto* known = new QMenu(m_parts.window);
    for (std::size_t i = 0; i < m_files.known().size(); ++i) {
        known->addAction(m_files.known()[i].name, this,
                         [this, i] { m_files.openKnown(static_cast<int>(i)); });
    }
    m_actions.action("robot.choose")->setMenu(known);
    for (auto* button : m_tree->findChildren<QToolButton*>()) {
        if (button->defaultAction() == m_actions.action("robot.choose")) {
            button->setPopupMode(QToolButton::InstantPopup);
        }
    }
    when("robot.open", [this] { m_files.askToOpen(); });
    when("robot.save", [this] { m_files.save(); });
    when("robot.save-as", [this] { m_files.askToSaveAs(); });
    when("robot.urdf", [this] { m_files.askToExport(); });
    when("robot.undo", [this] { m_document.undoStack().undo(); });
    when("robot.redo", [this] { m_document.undoStack().redo(); });
    when("robot.add-body", [this] { addBody(); });
    when("robot.remove", [this] { removePart(); });
    when("robot.rename", [this] {
        Q_EMIT panelRequested(QStringLiteral("robot-values"));
        m_properties->editName();
    });
    when("robot.zero", [this] {
        std::ranges::fill(m_anglesRad, 0.0);
        m_properties->setAngles(m_anglesRad);
        showStage();
        updateActions();
    });
    when("robot.try", [this] { Q_EMIT tryRequested(playable()); });
    when("robot.motion", [this] { Q_EMIT motionRequested(playable()); });
}

// Returns the robot for agents, under its own name unless that is the name of a server's robot.
robot::RobotModelPtr RobotWorkspace::playable() const {
    const robot::RobotModelPtr& model = m_document.model();
    if (m_document.origin().isEmpty() && !m_document.isModified()) {
        return model;
    }
    const std::string name = m_document.origin().isEmpty()
                                 ? "my-" + model->name()
                                 : QFileInfo(m_document.origin()).completeBaseName().toStdString();
    robot::RobotTraits traits = model->traits();
    traits.scenePath = "rsg/agent/" + name + ".rsg";
    return std::make_shared<const robot::RobotModel>(
        name, std::vector<robot::Body>(model->bodies().begin(), model->bodies().end()),
        std::vector<robot::Joint>(model->joints().begin(), model->joints().end()),
        model->percepts(), traits);
}

void RobotWorkspace::choose(const RobotPart& part) {
    m_part = part;
    m_partName = partName(*m_document.model(), part);
    m_tree->setPart(part);
    m_properties->setRobot(m_document.model(), part);
    showStage();
    updateActions();
}

void RobotWorkspace::chooseNamed(const QString& subject) {
    if (const auto part = findPart(*m_document.model(), subject)) {
        choose(*part);
    } else {
        choose({});
    }
    Q_EMIT panelRequested(QStringLiteral("robot-values"));
}

// Shows another version of the robot, and selects the part that has the same name as before.
void RobotWorkspace::showVersion() {
    const robot::RobotModelPtr& model = m_document.model();
    m_anglesRad.resize(model->joints().size(), 0.0);
    const std::size_t counts[] = {1, model->bodies().size(), model->joints().size(),
                                  model->percepts().perceptors.size()};
    const bool isThere = m_part.at() < counts[static_cast<std::size_t>(m_part.kind)];
    if (!m_partName.isEmpty() && (!isThere || partName(*model, m_part) != m_partName)) {
        m_part = findPart(*model, m_partName).value_or(RobotPart{});
    } else if (!isThere) {
        m_part = {};
    }
    m_partName = partName(*model, m_part);
    m_tree->setRobot(model);
    m_tree->setPart(m_part);
    m_properties->setRobot(model, m_part);
    m_properties->setAngles(m_anglesRad);
    m_parts.messages.dismiss(std::exchange(m_refusal, {}));
    showTitle();
    showStage();
    updateActions();
}

void RobotWorkspace::showTitle() {
    if (m_stage) {
        m_stage->setHeadline(m_document.title() +
                                 (m_document.isModified() ? QStringLiteral(" *") : QString()),
                             widgets::robotSummary(*m_document.model()));
    }
}

void RobotWorkspace::showStage() {
    if (m_stage && m_isActive && m_anglesRad.size() == m_document.model()->joints().size()) {
        m_stage->show({m_document.model(), m_anglesRad, m_part, m_analyses.overlapping(),
                       m_analyses.clouds()});
    }
}

void RobotWorkspace::addBody() {
    const robot::RobotModel& model = *m_document.model();
    robot::NewBody body;
    body.name = robot::freeBodyName(model);
    body.parent = bodyOf(model, m_part);
    body.p_ParentBody = {0.0, 0.0, -kBelowM};
    auto added = robot::addBody(model, body);
    if (added) {
        m_part = RobotPart::of(robot::BodyId(added->bodies().size() - 1));
        m_partName = widgets::toQt(body.name);
    }
    m_document.apply(added, tr("Add body"));
    if (added) {
        choose(m_part);
        m_properties->editName();
    }
}

// Removes a part and selects its parent.
void RobotWorkspace::removePart() {
    const robot::RobotModel& model = *m_document.model();
    const robot::BodyId body = bodyOf(model, m_part);
    const QString what = m_partName;
    switch (m_part.kind) {
    case RobotPart::Kind::Robot:
        return;
    case RobotPart::Kind::Body: {
        const auto without = robot::removeBody(model, body);
        if (without) {
            choose(RobotPart::of(model.body(body).parent));
        }
        m_document.apply(without, tr("Remove %1").arg(what));
        return;
    }
    case RobotPart::Kind::Joint:
        choose(RobotPart::of(body));
        m_document.apply(robot::connectBody(model, body, robot::Connection::Fixed),
                         tr("Remove joint %1").arg(what));
        return;
    case RobotPart::Kind::Sensor: {
        const auto without = robot::removeSensor(model, m_part.at());
        if (without) {
            choose(RobotPart::of(body));
        }
        m_document.apply(without, tr("Remove sensor %1").arg(what));
        return;
    }
    }
}

void RobotWorkspace::updateActions() {
    const QUndoStack& stack = m_document.undoStack();
    const auto named = [this](const char* id, const QString& what, const QString& step, bool can) {
        QAction* action = m_actions.action(id);
        action->setEnabled(can);
        action->setText(can ? QStringLiteral("%1: %2").arg(what, step) : what);
    };
    named("robot.undo", tr("Undo"), stack.undoText(), stack.canUndo());
    named("robot.redo", tr("Redo"), stack.redoText(), stack.canRedo());
    const bool isBody = m_part.kind == RobotPart::Kind::Body;
    m_actions.action("robot.remove")
        ->setEnabled(m_part.kind != RobotPart::Kind::Robot && !(isBody && m_part.index == 0));
    m_actions.action("robot.rename")
        ->setEnabled((isBody && m_part.index != 0) || m_part.kind == RobotPart::Kind::Joint);
    m_actions.action("robot.zero")->setEnabled(std::ranges::any_of(m_anglesRad, [](double angle) {
        return angle != 0.0;
    }));
    const bool isOfSimSpark = m_document.model()->traits().server == game::ServerKind::SimSpark;
    m_actions.action("robot.try")->setEnabled(isOfSimSpark);
}

} // namespace sideline::studio
