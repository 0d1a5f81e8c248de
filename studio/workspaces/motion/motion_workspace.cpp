#include "studio/workspaces/motion/motion_workspace.h"

#include <string>
#include <utility>

#include "studio/workspaces/motion/motion_actions.h"
#include "studio/workspaces/motion/motion_capture.h"
#include "studio/workspaces/motion/motion_checker.h"
#include "studio/workspaces/motion/motion_display.h"
#include "studio/workspaces/motion/motion_files.h"
#include "studio/workspaces/motion/motion_playback.h"
#include "studio/workspaces/motion/motion_posing.h"
#include "studio/workspaces/motion/stored_poses.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

MotionWorkspace::MotionWorkspace(const Parts& parts)
    : m_parts(parts),
      m_actions(parts.actions),
      m_document(MotionFiles::autosaveFolder(parts.store)),
      m_robot(parts.store),
      m_messages(parts.messages),
      m_playing(parts.messages, widgets::MessageBar::Reach::Here),
      m_timeline(new widgets::MotionTimeline),
      m_posePanel(new widgets::PosePanel),
      m_motionPanel(new widgets::MotionPanel),
      m_library(std::make_unique<MotionLibrary>(parts.store, parts.window)),
      m_checker(std::make_unique<MotionChecker>(m_document, m_robot, m_posePanel)) {
    m_trials = std::make_unique<MotionTrialControls>(
        MotionTrialControls::Source{
            [this](int robot) { return m_checker->playedOn(robot); },
            [this](int robot) { return linkedFor(robot); }, [this] { return m_robot.index(); },
            [this]() -> const std::vector<RobotChoice>& { return m_robot.choices(); },
            [this] { return m_document.motion(); },
            [this] { return m_document.title().toStdString(); },
            [this]() -> const AgentHost::Agent* {
                const auto& frame = m_parts.agents.shown.shown();
                const AgentHost::Agent* agent =
                    frame ? m_parts.agents.host.findRobot(frame->identity.robot) : nullptr;
                return agent != nullptr && !agent->isProgram ? agent : nullptr;
            }},
        parts.agents.host, parts.messages, parts.store);
    m_playback = std::make_unique<MotionPlayback>(MotionPlayback::Parts{
        m_actions, m_document, m_cursor, *m_trials, m_timeline, m_motionPanel, parts.store});
    m_display = std::make_unique<MotionDisplay>(MotionDisplay::Parts{
        m_document, m_robot, *m_checker, m_cursor, *m_playback, *m_trials, m_posePanel});
    m_posing = std::make_unique<MotionPosing>(
        MotionPosing::Parts{m_document, m_robot, m_cursor, *m_display, *m_trials, m_messages,
                            m_posePanel, m_motionPanel, m_timeline});
    m_capture = std::make_unique<MotionCapture>(
        MotionCapture::Parts{m_actions, parts.agents, m_document, m_cursor, *m_posing, *m_trials,
                             m_messages, m_timeline});
    m_files = std::make_unique<MotionFiles>(
        MotionFiles::Parts{m_document, m_robot, *m_library, m_messages, parts.store, parts.window});
    m_motionPanel->setRobots(m_robot.names(), m_robot.index());
    connectDocument();
    connectPanels();
    connectStoredPoses({*m_posePanel, *parts.joints, parts.store, m_messages});
    connectTrials();
    connectFiles();
    connectActions();
    showVersion();
    updateActions();
}

MotionWorkspace::~MotionWorkspace() {
    m_document.disconnect(this);
    m_document.undoStack().disconnect(this);
    m_checker->disconnect(this);
    m_trials->disconnect(this);
}

std::vector<WorkspacePanel> MotionWorkspace::panels() const {
    constexpr auto kRight = Qt::RightDockWidgetArea;
    return {{"motion-library", tr("Motions"), m_library->panel(), Qt::LeftDockWidgetArea, "motion"},
            {"motion-pose", tr("Pose"), m_posePanel, kRight, "motion"},
            {"motion-details", tr("Motion"), m_motionPanel, kRight, "motion"},
            {"motion-trial", tr("Simulation test"), m_trials->panel(), kRight, "motion"},
            {"motion-timeline", tr("Timeline"), m_timeline, Qt::BottomDockWidgetArea, "motion"}};
}

const widgets::MotionView& MotionWorkspace::view() const {
    return m_checker->view();
}

MotionStage* MotionWorkspace::stage() {
    if (m_display->stage() == nullptr) {
        MotionStage* stage = m_display->makeStage();
        m_posing->connectStage(*stage);
        connect(&stage->view(), &viewer3d::MatchView::filesDropped, this,
                [this](const QStringList& files) { Q_EMIT openRequested({files.front()}); });
    }
    return m_display->stage();
}

std::optional<WorkspaceCenter> MotionWorkspace::center() {
    return WorkspaceCenter{stage(), {&stage()->view(), stage()->viewWidget()}};
}

QString MotionWorkspace::windowTitle() const {
    return m_document.title() + QStringLiteral("[*]");
}

MotionWorkspace::Question MotionWorkspace::fileQuestion() const {
    return m_files->question();
}

void MotionWorkspace::setActive(bool isActive) {
    m_display->setActive(isActive);
    if (!isActive) {
        m_playing.withdraw();
        m_playback->setPlaying(false);
        m_trials->setPlaying(false);
        return;
    }
    followStartRobot();
    m_library->scan();
    m_trials->refresh();
    m_display->show();
    if (!std::exchange(m_recoveryOffered, true)) {
        begin();
    }
}

void MotionWorkspace::applySettings(const AppliedSettings& settings) {
    m_display->setOptions(
        settings.settings.sceneOptions(settings.isDark, settings.settings.colors));
}

void MotionWorkspace::begin() {
    m_files->offerRecovery();
}

bool MotionWorkspace::openFile(const QString& file) {
    return m_files->open(file);
}

void MotionWorkspace::takeMotion(keyframe::Motion motion, const QString& note) {
    m_files->take(std::move(motion), note);
}

bool MotionWorkspace::save() {
    return m_files->save();
}

bool MotionWorkspace::saveTo(const QString& file, keyframe::Format format) {
    return m_files->saveTo(file, format);
}

bool MotionWorkspace::mayClose() {
    return m_files->mayClose();
}

void MotionWorkspace::setTime(double timeS) {
    m_playback->setTime(timeS);
}

void MotionWorkspace::setRobot(int robot) {
    m_robot.choose(robot);
    m_trials->setShown(false);
    m_checker->dropAnalysis();
    showVersion();
}

void MotionWorkspace::followStartRobot() {
    if (m_robot.followStart(m_document)) {
        setRobot(m_robot.index());
        m_motionPanel->setRobots(m_robot.names(), m_robot.index());
    }
}

bool MotionWorkspace::startNewFor(const robot::RobotModelPtr& model) {
    if (!mayClose()) {
        return false;
    }
    m_robot.add(model);
    keyframe::Motion motion;
    motion.robots = {model->name()};
    m_files->startNew(std::move(motion));
    setRobot(m_robot.index());
    return true;
}

void MotionWorkspace::connectDocument() {
    const auto warn = [this](const QString& text) {
        m_messages.report(MotionMessages::Severity::Warning, text);
    };
    connect(&m_document, &MotionDocument::changed, this, &MotionWorkspace::showVersion);
    connect(&m_document, &MotionDocument::selectionChanged, this, [this] {
        m_timeline->setSelection(m_document.selection());
        updateActions();
    });
    connect(&m_document, &MotionDocument::fileChanged, this, [this] {
        m_library->setCurrent(m_document.file());
        m_display->show();
        updateActions();
        Q_EMIT titleChanged();
    });
    connect(&m_document, &MotionDocument::autosaveFailed, this,
            [warn](const QString& text) { warn(tr("Cannot back up unsaved work: %1").arg(text)); });
    connect(&m_document, &MotionDocument::refused, this, warn);
    connect(&m_document.undoStack(), &QUndoStack::indexChanged, this,
            &MotionWorkspace::updateActions);
    connect(m_checker.get(), &MotionChecker::analyzed, this, [this] {
        m_timeline->setView(view());
        m_motionPanel->setView(view());
        m_display->show();
    });
    connect(m_checker.get(), &MotionChecker::failed, this, [this](const QString& text) {
        m_messages.report(MotionMessages::Severity::Error, text);
    });
    connect(m_playback.get(), &MotionPlayback::shownChanged, m_display.get(), &MotionDisplay::show);
}

void MotionWorkspace::connectPanels() {
    connect(m_timeline, &widgets::MotionTimeline::selectionChanged, &m_document,
            &MotionDocument::select);
    connect(m_timeline, &widgets::MotionTimeline::edited, &m_document, &MotionDocument::apply);
    connect(m_timeline, &widgets::MotionTimeline::findingActivated, this,
            &MotionWorkspace::goToFinding);
    connect(m_timeline, &widgets::MotionTimeline::keyframeRequested, this, [this](double timeS) {
        setTime(timeS);
        m_posing->storeKeyframe();
    });
    connect(m_timeline, &widgets::MotionTimeline::jointChosen, this, [this](const QString& joint) {
        m_posePanel->chooseJoint(model().findJoint(joint.toStdString()));
        m_display->show();
    });
    connect(m_motionPanel, &widgets::MotionPanel::edited, this, [this](widgets::MotionEdit edit) {
        if (edit.selection.empty()) {
            edit.selection = m_document.selection();
        }
        m_document.apply(edit);
    });
    connect(m_motionPanel, &widgets::MotionPanel::robotChosen, this, &MotionWorkspace::setRobot);
    connect(m_motionPanel, &widgets::MotionPanel::findingActivated, this,
            &MotionWorkspace::goToFinding);
    connect(m_posePanel, &widgets::PosePanel::optionsChanged, this, [this] {
        m_checker->analyze();
        m_display->show();
    });
    connect(&m_robot, &MotionRobot::chosenForMotion, this, [this] {
        m_motionPanel->setRobots(m_robot.names(), m_robot.index());
        m_checker->update(); // must precede drawing, since the robots differ in their joints
    });
}

void MotionWorkspace::connectTrials() {
    connect(m_trials.get(), &MotionTrialControls::setupChanged, this,
            &MotionWorkspace::changeTrial);
    connect(m_trials.get(), &MotionTrialControls::remedyChosen, this,
            [this](const keyframe::Motion& remedy, const QString& what) {
                m_document.apply({remedy, {}, what, 0});
            });
    connect(m_trials.get(), &MotionTrialControls::started, this,
            [this] { Q_EMIT panelRequested(QStringLiteral("motion-trial")); });
    connect(m_trials.get(), &MotionTrialControls::playsOnRobot, this, [this](const QString& robot) {
        m_playing.withdraw();
        m_playing.show(widgets::MessageBar::Severity::Note, tr("Playing on %1").arg(robot),
                       tr("Show the match"),
                       [this] { Q_EMIT layoutRequested(QStringLiteral("Live")); });
    });
    connect(m_trials.get(), &MotionTrialControls::played, this,
            [this](const std::shared_ptr<const widgets::PlayedJoints>& joints) {
                // Measured joints of a mirrored motion, or of another robot, do not correspond to
                // its keys.
                const bool isOfKeys =
                    !m_document.motion()->mirrored && m_trials->shownRobot() == m_robot.index();
                m_checker->setPlayed(isOfKeys ? joints : nullptr);
                m_timeline->setView(view());
            });
    connect(&m_parts.agents.host, &AgentHost::agentsChanged, this, [this] { m_trials->refresh(); });
}

void MotionWorkspace::changeTrial(const keyframe::TrialSetup& setup) {
    keyframe::Motion motion = *m_document.motion();
    motion.trial = setup;
    m_document.apply({std::move(motion), m_document.selection(), tr("Change simulation test"),
                      m_trialSteps.of(m_trials.get())});
}

void MotionWorkspace::connectFiles() {
    connect(m_files.get(), &MotionFiles::left, this, [this] {
        m_checker->clear();
        m_trials->clear();
        m_timeline->setView({});
    });
    connect(m_files.get(), &MotionFiles::begun, this, [this] {
        followStartRobot();
        m_display->turnTorso(m_checker->R_STorsoAtStart());
        setTime(0.0);
    });
    connect(m_files.get(), &MotionFiles::findingsCame, this,
            [this](const std::vector<keyframe::Finding>& findings) {
                m_checker->setFileFindings(findings);
                showVersion();
            });
    connect(m_files.get(), &MotionFiles::filled, m_timeline, &widgets::MotionTimeline::showAll);
    connect(m_files.get(), &MotionFiles::opened, this, &MotionWorkspace::showOpened);
    connect(m_library.get(), &MotionLibrary::openRequested, m_files.get(), &MotionFiles::open);
    connect(m_library.get(), &MotionLibrary::newRequested, m_actions.action("motion.new"),
            &QAction::trigger);
    connect(m_library.get(), &MotionLibrary::problem, this, [this](const QString& text) {
        m_messages.reportToStay(MotionMessages::Severity::Warning, text);
    });
}

void MotionWorkspace::showOpened() {
    if (const QString& file = m_document.origin(); !file.isEmpty()) {
        Q_EMIT fileUsed(file);
    }
    Q_EMIT arrived({QStringLiteral("Motion"), true});
}

void MotionWorkspace::connectActions() {
    const auto when = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    when("motion.new", [this] { m_files->startNew(); });
    when("motion.open", [this] { m_files->askToOpen(); });
    when("motion.save", [this] { save(); });
    when("motion.save-as", [this] { m_files->askToSaveAs(); });
    when("motion.export", [this] { m_files->askToExport(); });
    when("motion.parameters", [this] { m_files->askForParameters(); });
    when("motion.undo", [this] { m_document.undoStack().undo(); });
    when("motion.redo", [this] { m_document.undoStack().redo(); });
    when("motion.store", [this] { m_posing->storeKeyframe(); });
    when("motion.copy", [this] {
        if (m_document.selection().empty()) {
            m_posing->copyPose();
            m_posePanel->setCanPaste(true);
        } else {
            m_timeline->copySelection();
        }
    });
    when("motion.flip", [this] {
        if (m_document.selection().empty()) {
            m_posing->flipPose();
        } else {
            m_timeline->flipSelection();
        }
    });
    when("motion.mirror", [this] { m_posing->mirrorMotion(); });
    when("motion.try", [this] {
        m_playback->setPlaying(false);
        m_trials->tryOnPhysics();
    });
    when("motion.optimize", [this] { Q_EMIT optimizeRequested(); });
    when("motion.play-live", [this] { m_trials->playOnRobot(); });
    when("motion.show-trial", [this] { m_trials->setShown(!m_trials->isShown()); });
    m_actions.action("motion.show-trial")->setIconText(tr("Test / motion"));
    connectTimelineActions(m_actions, m_timeline);
    connectViewActions(m_actions, *m_display);
}

// Shows another version of the motion.
void MotionWorkspace::showVersion() {
    m_cursor.dropUnstored();
    m_checker->update();
    if (m_trials->shownRobot() != m_robot.index()) {
        m_checker->setPlayed(nullptr);
    }
    m_timeline->setView(view());
    m_motionPanel->setView(view());
    m_posePanel->setView(view());
    m_trials->setMotion(*m_document.motion());
    m_checker->analyze();
    m_display->show();
    updateActions();
}

void MotionWorkspace::updateActions() {
    updateMotionActions(m_actions, m_document);
    m_posePanel->setCanPaste(m_posing->hasCopiedPose());
}

void MotionWorkspace::goToFinding(const keyframe::Finding& finding) {
    if (finding.timeS) {
        setTime(*finding.timeS);
    }
    m_posing->chooseJoint(finding.joint);
}

// Returns the motion for a robot, with the targets of its branches.
keyframe::Linked MotionWorkspace::linkedFor(int robot) const {
    const QString& file = m_document.file().isEmpty() ? m_document.origin() : m_document.file();
    keyframe::BranchPlaces places;
    places.file = file.toStdString();
    places.libraries = m_library->paths();
    return keyframe::linkBranches(*m_document.motion(), m_checker->playedOn(robot),
                                  m_robot.modelOf(robot), places);
}

} // namespace sideline::studio
