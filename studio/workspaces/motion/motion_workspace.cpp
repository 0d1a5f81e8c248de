#include "studio/workspaces/motion/motion_workspace.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <QFileInfo>

#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/nao.h"
#include "motions/check.h"
#include "motions/edit/pose_deg.h"
#include "motions/limb_paths.h"
#include "training/trial/motion_trial.h"
#include "widgets/common/icons.h"
#include "widgets/common/joint_model.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using widgets::MessageBar;

constexpr int kPlayTickMs = 16;

// Beside the settings, so that runs with settings of their own do not meet.
QString autosaveFolder(const QSettings& store) {
    return QFileInfo(store.fileName()).absolutePath() + QStringLiteral("/unsaved-motions");
}

} // namespace

MotionWorkspace::MotionWorkspace(const Parts& parts)
    : m_parts(parts),
      m_actions(parts.actions),
      m_store(parts.store),
      m_document(autosaveFolder(parts.store)),
      m_timeline(new widgets::MotionTimeline),
      m_pose(new widgets::PosePanel),
      m_motionPanel(new widgets::MotionPanel) {
    m_trials = std::make_unique<MotionTrialControls>(
        MotionTrialControls::Source{
            [this](int robot) { return trajectoryFor(robot); },
            [this](int robot) { return linkedFor(robot); }, [this] { return m_robot; },
            [this] { return m_document.title().toStdString(); },
            [this]() -> const AgentHost::Agent* {
                const auto& frame = m_parts.live.agentControls().shown();
                return frame ? m_parts.live.agents().findRobot(frame->identity.robot) : nullptr;
            }},
        parts.live.agents(), parts.messages, parts.store);
    m_library = std::make_unique<MotionLibrary>(parts.store, parts.window);
    for (const RobotChoice& robot : m_robots) {
        m_robotNames << robot.name;
    }
    m_robot = validRobot(m_store.value(QStringLiteral("motion/robot"), 0).toInt());
    m_motionPanel->setRobots(m_robotNames, m_robot);
    m_playTimer.setInterval(kPlayTickMs);
    m_playTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_playTimer, &QTimer::timeout, this, &MotionWorkspace::tick);
    connectPanels();
    connectActions();
    showVersion();
    updateActions();
}

MotionWorkspace::~MotionWorkspace() {
    m_document.disconnect(this);
    m_document.undoStack().disconnect(this);
    m_analysis.disconnect(this);
    m_trials->disconnect(this);
}

const robot::RobotModel& MotionWorkspace::model() const {
    return *m_robots[static_cast<std::size_t>(m_robot)].model;
}

int MotionWorkspace::validRobot(int robot) const {
    return std::clamp(robot, 0, static_cast<int>(m_robots.size()) - 1);
}

std::vector<WorkspacePanel> MotionWorkspace::panels() const {
    constexpr auto kRight = Qt::RightDockWidgetArea;
    return {{"motion-library", tr("Motions"), m_library->panel(), Qt::LeftDockWidgetArea, "motion"},
            {"motion-pose", tr("Pose"), m_pose, kRight, "motion"},
            {"motion-details", tr("Motion"), m_motionPanel, kRight, "motion"},
            {"motion-trial", tr("Simulation test"), m_trials->panel(), kRight, "motion"},
            {"motion-timeline", tr("Timeline"), m_timeline, Qt::BottomDockWidgetArea, "motion"}};
}

void MotionWorkspace::connectPanels() {
    connect(&m_document, &MotionDocument::changed, this, &MotionWorkspace::showVersion);
    connect(&m_document, &MotionDocument::selectionChanged, this, &MotionWorkspace::showSelection);
    connect(&m_document, &MotionDocument::fileChanged, this, [this] {
        m_library->setCurrent(m_document.file());
        showPose();
        updateActions();
        Q_EMIT titleChanged();
    });
    connect(&m_document, &MotionDocument::autosaveFailed, this, [this](const QString& text) {
        tell(MessageBar::Severity::Warning, tr("Cannot back up unsaved work: %1").arg(text));
    });
    connect(&m_analysis, &MotionAnalysisJob::analyzed, this,
            [this](const keyframe::MotionAnalysisPtr& analysis, quint64 version) {
                m_view.analysis = analysis;
                m_analyzedVersion = version;
                showFindings(analysis->findings);
                m_timeline->setView(m_view);
                m_motionPanel->setView(m_view);
                showPose();
            });
    connect(&m_analysis, &MotionAnalysisJob::failed, this,
            [this](const QString& text) { tell(MessageBar::Severity::Error, text); });
    connect(&m_document, &MotionDocument::refused, this,
            [this](const QString& text) { tell(MessageBar::Severity::Warning, text); });
    connect(m_timeline, &widgets::MotionTimeline::cursorMoved, this, &MotionWorkspace::setTime);
    connect(m_timeline, &widgets::MotionTimeline::selectionChanged, &m_document,
            &MotionDocument::select);
    connect(m_timeline, &widgets::MotionTimeline::edited, &m_document, &MotionDocument::apply);
    connect(m_timeline, &widgets::MotionTimeline::findingActivated, this,
            &MotionWorkspace::goToFinding);
    connect(m_timeline, &widgets::MotionTimeline::keyframeRequested, this, [this](double timeS) {
        setTime(timeS);
        storeKeyframe();
    });
    connect(m_timeline, &widgets::MotionTimeline::jointChosen, this, [this](const QString& joint) {
        m_pose->chooseJoint(model().findJoint(joint.toStdString()));
        showPose();
    });
    connect(m_motionPanel, &widgets::MotionPanel::edited, this, [this](widgets::MotionEdit edit) {
        if (edit.selection.empty()) {
            edit.selection = m_document.selection();
        }
        m_document.apply(edit);
    });
    connect(m_motionPanel, &widgets::MotionPanel::limbTargetRequested, this,
            [this](int limb) { targetLimb(static_cast<keyframe::Limb>(limb)); });
    connect(m_motionPanel, &widgets::MotionPanel::robotChosen, this, &MotionWorkspace::setRobot);
    connect(m_motionPanel, &widgets::MotionPanel::findingActivated, this,
            &MotionWorkspace::goToFinding);
    connect(m_motionPanel, &widgets::MotionPanel::entryPoseRequested, this, [this] {
        keyframe::Motion motion = *m_document.motion();
        keyframe::EntryPose entry = motion.entry.value_or(keyframe::EntryPose{});
        entry.anglesDeg.clear();
        for (const auto& [joint, angleDeg] : shownPose()) {
            entry.anglesDeg[joint] = angleDeg;
        }
        motion.entry = entry;
        m_document.apply({motion, m_document.selection(), tr("Set the entry pose"), 0});
    });
    connectPosePanel();
    connectRecorder();
    connect(m_trials.get(), &MotionTrialControls::shownChanged, this,
            &MotionWorkspace::followTrial);
    connect(m_trials.get(), &MotionTrialControls::setupChanged, this,
            [this](const keyframe::TrialSetup& setup) {
                keyframe::Motion motion = *m_document.motion();
                motion.trial = setup;
                m_document.apply({std::move(motion), m_document.selection(),
                                  tr("Change simulation test"), m_trialSteps.of(m_trials.get())});
            });
    connect(m_trials.get(), &MotionTrialControls::started, this, &MotionWorkspace::trialStarted);
    connect(m_trials.get(), &MotionTrialControls::recordRequested, this,
            &MotionWorkspace::keyFromRobot);
    connect(m_trials.get(), &MotionTrialControls::played, this,
            [this](const std::shared_ptr<const widgets::PlayedJoints>& joints) {
                // Measured joints of a mirrored motion, or of another robot, are not those of its
                // keys.
                const bool isOfKeys =
                    !m_document.motion()->mirrored && m_trials->shownRobot() == m_robot;
                m_view.played = isOfKeys ? joints : nullptr;
                m_timeline->setView(m_view);
            });
    connect(m_library.get(), &MotionLibrary::openRequested, this,
            [this](const QString& file) { openFile(file); });
    connect(m_library.get(), &MotionLibrary::newRequested, m_actions.action("motion.new"),
            &QAction::trigger);
    connect(m_library.get(), &MotionLibrary::problem, this, [this](const QString& text) {
        m_parts.messages.show(MessageBar::Severity::Warning, text);
    });
    connect(&m_parts.live.agents(), &AgentHost::agentsChanged, this,
            [this] { m_trials->refresh(); });
    connect(&m_document.undoStack(), &QUndoStack::indexChanged, this, [this] { updateActions(); });
}

void MotionWorkspace::connectPosePanel() {
    connect(m_pose, &widgets::PosePanel::posed, this,
            [this](const keyframe::PoseDeg& posed, int gesture) { pose(posed, gesture, {}); });
    connect(m_pose, &widgets::PosePanel::storeRequested, this, &MotionWorkspace::storeKeyframe);
    connect(m_pose, &widgets::PosePanel::removeRequested, this, [this] {
        keyframe::KeySelection keys = keyframe::keysOfKeyframe(*m_document.motion(), m_timeS);
        std::erase_if(keys, [this](const keyframe::KeyRef& key) {
            return m_document.motion()->locked.contains(key.joint);
        });
        apply(keyframe::removeKeys(*m_document.motion(), keys), tr("Remove keyframe"));
    });
    connect(m_pose, &widgets::PosePanel::copyRequested, this,
            [this] { m_copiedPose = shownPose(); });
    connect(m_pose, &widgets::PosePanel::pasteRequested, this, &MotionWorkspace::pastePose);
    connect(m_pose, &widgets::PosePanel::flipRequested, this, &MotionWorkspace::flipPose);
    connect(m_pose, &widgets::PosePanel::zeroRequested, this, &MotionWorkspace::zeroPose);
    connect(m_pose, &widgets::PosePanel::jointChosen, this, [this](robot::JointId joint) {
        m_timeline->setChosenJoints({model().joint(joint).effector});
        showPose();
    });
    connect(m_pose, &widgets::PosePanel::optionsChanged, this, [this] {
        analyze();
        showPose();
    });
    connect(m_pose, &widgets::PosePanel::keyToggled, this, &MotionWorkspace::toggleKey);
    // Poses by name are those of the panel Joints, whichever of the two changes them.
    widgets::JointPanel* joints = m_parts.live.agentControls().jointPanel();
    const auto take = [this](const QByteArray& json) {
        if (const auto read = m_pose->setPoses(json); !read) {
            m_parts.messages.show(MessageBar::Severity::Warning,
                                  widgets::toQt(read.error().toString()));
        }
    };
    const QByteArray kept = m_store.value(AgentControls::posesKey()).toByteArray();
    if (!kept.isEmpty()) {
        take(kept);
    }
    connect(joints, &widgets::JointPanel::posesChanged, this, take);
    connect(m_pose, &widgets::PosePanel::posesChanged, this,
            [this, joints](const QByteArray& json) {
                m_store.setValue(AgentControls::posesKey(), json);
                static_cast<void>(joints->setPoses(json)); // what one panel wrote the other reads
            });
}

MotionStage* MotionWorkspace::stage() {
    if (!m_stage) {
        m_stage = new MotionStage; // belongs to whoever shows it
        m_stage->setOptions(m_sceneOptions);
        connectStage();
    }
    return m_stage;
}

void MotionWorkspace::connectStage() {
    connect(m_stage, &MotionStage::posed, this, [this](keyframe::PoseDeg posed, int gesture, bool) {
        if (m_pose->options().mirrors) {
            for (const auto& [joint, angleDeg] : keyframe::flippedPose(posed)) {
                posed.emplace(joint, angleDeg);
            }
        }
        pose(posed, gesture, tr("limb"));
    });
    connect(m_stage, &MotionStage::poseCanceled, this, [this](int gesture) {
        if (gesture == m_lastGesture && m_document.undoStack().canUndo()) {
            m_document.undoStack().undo();
            m_lastGesture = 0;
        }
        showPose();
    });
    connect(m_stage, &MotionStage::poseEnded, this, &MotionWorkspace::showPose);
    connect(m_stage, &MotionStage::jointPicked, this, [this](robot::JointId joint) {
        m_pose->chooseJoint(joint);
        m_timeline->setChosenJoints({model().joint(joint).effector});
        showPose();
    });
}

void MotionWorkspace::setActive(bool isActive) {
    m_isActive = isActive;
    if (!isActive) {
        setPlaying(false);
        m_trials->setPlaying(false);
        return;
    }
    m_library->scan();
    m_trials->refresh();
    showPose();
    if (!std::exchange(m_recoveryOffered, true)) {
        offerRecovery();
    }
}

void MotionWorkspace::setOptions(const viewer3d::SceneOptions& options) {
    m_sceneOptions = options;
    if (m_stage) {
        m_stage->setOptions(options);
    }
}

void MotionWorkspace::offerRecovery() {
    for (const MotionDocument::Recoverable& left :
         MotionDocument::recoverable(autosaveFolder(m_store))) {
        const QString name = left.originalFile.isEmpty() ? left.name : left.originalFile;
        m_parts.messages.show(
            MessageBar::Severity::Note,
            tr("Sideline closed unexpectedly. Unsaved work on %1 from %2 can be recovered")
                .arg(name.isEmpty() ? tr("a motion") : name,
                     QLocale().toString(left.savedAt, QLocale::ShortFormat)),
            tr("Recover"), [this, left] {
                if (!mayClose()) {
                    return;
                }
                leaveDocument();
                if (const auto done = m_document.recover(left); !done) {
                    m_parts.messages.show(MessageBar::Severity::Error,
                                          widgets::toQt(done.error().toString()));
                } else {
                    m_timeline->showAll();
                    Q_EMIT opened();
                }
            });
        break; // one at a time; the next start offers the next
    }
}

// Another version of the motion is on the screen.
void MotionWorkspace::showVersion() {
    m_working.clear();
    m_view.motion = m_document.motion();
    m_view.model = model().shared();
    keyframe::Resolved resolved = keyframe::resolve(*m_view.motion, model());
    m_played = resolved.trajectory;
    m_view.trajectory = m_played;
    if (m_view.motion->mirrored) {
        // What is posed are the motion's own joints, whatever side they are played with.
        keyframe::Motion asWritten = *m_view.motion;
        asWritten.mirrored = false;
        m_view.trajectory = keyframe::resolve(asWritten, model()).trajectory;
    }
    m_checkFindings = keyframe::check(*m_view.motion, model(), std::move(resolved));
    m_checkFindings.insert(m_checkFindings.begin(), m_fileFindings.begin(), m_fileFindings.end());
    // Of the analysis the findings of the version before stay until the new ones are there.
    showFindings(std::exchange(m_view.findings, {}));
    if (m_trials->shownRobot() != m_robot) {
        m_view.played = nullptr;
    }
    m_timeline->setView(m_view);
    m_motionPanel->setView(m_view);
    m_pose->setView(m_view);
    m_trials->setMotion(*m_view.motion);
    analyze();
    showPose();
    updateActions();
}

// What `check` and the file had to say, and of the analysis what only it can see.
void MotionWorkspace::showFindings(const std::vector<keyframe::Finding>& analyzed) {
    m_view.findings = m_checkFindings;
    std::ranges::copy_if(analyzed, std::back_inserter(m_view.findings), keyframe::isOfPosture);
}

// Get-ups are posed on a robot that lies, and rests as it falls.
bool MotionWorkspace::beginsLying() const {
    return keyframe::isLying(keyframe::suggestedTrial(*m_document.motion()).start);
}

robot::GroundRule MotionWorkspace::groundRule() const {
    return beginsLying() ? robot::GroundRule::Rest
                         : static_cast<robot::GroundRule>(m_pose->options().ground);
}

Eigen::Matrix3d MotionWorkspace::R_STorsoAtStart() const {
    return training::torsoTurn(keyframe::suggestedTrial(*m_document.motion()).start);
}

void MotionWorkspace::analyze() {
    m_analysis.start(m_view.trajectory, model(), groundRule(), R_STorsoAtStart(),
                     m_document.version());
}

void MotionWorkspace::showSelection() {
    m_timeline->setSelection(m_document.selection());
    updateActions();
}

void MotionWorkspace::setTime(double timeS) {
    timeS = std::max(0.0, timeS);
    if (timeS != m_timeS) {
        m_working.clear();
    }
    m_timeS = timeS;
    m_timeline->setCursor(timeS);
    m_motionPanel->setCursor(timeS);
    if (m_trials->isShown()) { // one clock for both
        m_trials->setMotionTime(timeS);
    } else {
        showPose();
    }
}

void MotionWorkspace::setRobot(int robot) {
    m_robot = validRobot(robot);
    m_store.setValue(QStringLiteral("motion/robot"), m_robot);
    m_trials->setShown(false);
    m_view.analysis = nullptr;
    showVersion();
}

keyframe::PoseDeg MotionWorkspace::shownPose() const {
    return keyframe::poseDeg(model(), m_anglesRad);
}

void MotionWorkspace::apply(keyframe::Edited edited, const QString& text, int gesture) {
    m_lastGesture = gesture;
    m_document.apply({std::move(edited.motion), std::move(edited.selection), text, gesture});
}

// Without what is locked; reports why otherwise.
keyframe::PoseDeg MotionWorkspace::unlocked(keyframe::PoseDeg pose) {
    const auto& locked = m_document.motion()->locked;
    const bool wasEmpty = pose.empty();
    std::erase_if(pose, [&](const auto& each) { return locked.contains(each.first); });
    if (pose.empty() && !wasEmpty) {
        tell(MessageBar::Severity::Note,
             tr("These joints are locked; unlock them with the padlock in the timeline"));
    }
    return pose;
}

void MotionWorkspace::pose(const keyframe::PoseDeg& wanted, int gesture, const QString& what) {
    const keyframe::PoseDeg pose = unlocked(wanted);
    if (pose.empty()) {
        return;
    }
    m_trials->setShown(false);
    if (!m_pose->options().storesKeys && !m_document.motion()->keyframeAt(m_timeS)) {
        for (const auto& [joint, angleDeg] : pose) {
            m_working[joint] = angleDeg;
        }
        showPose();
        return;
    }
    const QString name = !what.isEmpty() ? what
                         : pose.size() == 1
                             ? widgets::jointText(model(), pose.begin()->first).toLower()
                             : tr("%n joints", nullptr, static_cast<int>(pose.size()));
    keyframe::Edited edited = keyframe::setPose(*m_document.motion(), m_timeS, pose);
    edited.selection = m_document.selection();
    apply(std::move(edited), tr("Pose %1").arg(name), gesture);
}

void MotionWorkspace::storeKeyframe() {
    const keyframe::PoseDeg pose = unlocked(shownPose());
    const bool isNew = !m_document.motion()->keyframeAt(m_timeS);
    apply(keyframe::setPose(*m_document.motion(), m_timeS, pose),
          isNew ? tr("Store keyframe at %1 s").arg(m_timeS, 0, 'f', 2)
                : tr("Store pose in keyframe at %1 s").arg(m_timeS, 0, 'f', 2));
}

void MotionWorkspace::pastePose(bool isFlipped) {
    if (m_copiedPose.empty()) {
        m_parts.messages.show(MessageBar::Severity::Note, tr("No pose copied yet"));
        return;
    }
    pose(isFlipped ? keyframe::flippedPose(m_copiedPose) : m_copiedPose, 0, tr("from clipboard"));
}

void MotionWorkspace::flipPose() {
    pose(keyframe::flippedPose(shownPose()), 0, tr("mirrored"));
}

void MotionWorkspace::zeroPose() {
    keyframe::PoseDeg zero = shownPose();
    for (auto& [joint, angleDeg] : zero) {
        angleDeg = 0.0;
    }
    pose(zero, 0, tr("zero"));
}

void MotionWorkspace::toggleKey(robot::JointId joint, bool isOn) {
    const std::string& effector = model().joint(joint).effector;
    if (isOn) {
        pose({{effector, shownPose()[effector]}}, 0, {});
    } else if (!unlocked({{effector, 0.0}}).empty()) {
        apply(keyframe::removeKeys(*m_document.motion(), {{m_timeS, effector}}),
              tr("Remove key of %1").arg(widgets::jointText(model(), effector).toLower()));
    }
}

// The limb is sent to where it is now, from then on as a place in space.
void MotionWorkspace::targetLimb(keyframe::Limb limb) {
    const auto chain = robot::limbChain(model(), static_cast<robot::LimbId>(limb));
    if (!chain || m_anglesRad.empty()) {
        return;
    }
    std::vector<math::Pose> X_TorsoBody(model().bodies().size());
    robot::forwardKinematics(model(), {}, m_anglesRad, X_TorsoBody);
    keyframe::LimbTarget target;
    const keyframe::LimbPoint point =
        keyframe::limbPoint(X_TorsoBody[chain->body.index()] * chain->X_BodyTip);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto axis = static_cast<Eigen::Index>(i);
        target.place.positionM[i] = std::round(point.positionM[axis] * 1e4) / 1e4;
        target.place.rollPitchYawDeg[i] = keyframe::roundedDeg(point.rollPitchYawRad[axis]);
    }
    apply(keyframe::setLimbTarget(*m_document.motion(), m_timeS, limb, target),
          tr("Target for the %1")
              .arg(widgets::toQt(keyframe::limbName(limb))
                       .replace(QLatin1Char('-'), QLatin1Char(' '))));
}

void MotionWorkspace::mirrorMotion() {
    m_document.apply({keyframe::mirrored(*m_document.motion()), {}, tr("Mirror the motion"), 0});
}

void MotionWorkspace::goToFinding(const keyframe::Finding& finding) {
    if (finding.timeS) {
        setTime(*finding.timeS);
    }
    if (const robot::JointId joint = model().findJoint(finding.joint); joint.isValid()) {
        m_pose->chooseJoint(joint);
        m_timeline->setChosenJoints({finding.joint});
        showPose();
    }
}

} // namespace sideline::studio
