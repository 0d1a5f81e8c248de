#include "studio/workspaces/robot/robot_analyses.h"

#include <algorithm>
#include <utility>

#include <QDockWidget>
#include <QEvent>

#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/posture.h"
#include "motions/format/format.h"
#include "motions/library/library.h"
#include "motions/resolve.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using Clouds = std::vector<viewer3d::PoseOverlay::Cloud>;

constexpr std::uint64_t kReachSeed = 1;
const QString kDefaultMotion = QStringLiteral("squat"); // until the user chooses another one

// Results of the checks, with the bodies that overlap.
struct Checked {
    std::vector<robot::RobotFinding> findings;
    std::vector<robot::BodyId> overlapping;
};

Checked checkedRobot(const robot::RobotModel& model) {
    Checked checked{robot::checkRobot(model), {}};
    std::vector<math::Pose> poses(model.bodies().size());
    robot::forwardKinematics(model, {}, std::vector<double>(model.joints().size(), 0.0), poses);
    for (const robot::BodyOverlap& overlap : robot::selfOverlaps(model, poses)) {
        checked.overlapping.push_back(overlap.first);
        checked.overlapping.push_back(overlap.second);
    }
    return checked;
}

std::vector<widgets::ReachCloud> reachedBy(const robot::RobotModel& model,
                                           const QStringList& bodies, std::size_t count,
                                           const TaskControl& control) {
    std::vector<widgets::ReachCloud> clouds;
    for (const QString& name : bodies) {
        const robot::BodyId body = model.findBody(name.toStdString());
        if (control.isStopRequested() || !body.isValid()) {
            continue;
        }
        clouds.push_back(
            {name.toStdString(), robot::reachPoints(model, body, count, kReachSeed), count});
    }
    return clouds;
}

// Loads on a robot that performs a motion.
struct Held {
    keyframe::HoldingLoad load;
    keyframe::MotionAnalysisPtr analysis;
    std::string note;
};

base::Expected<Held> heldMotion(const keyframe::MotionPtr& given, const std::filesystem::path& file,
                                const robot::RobotModel& model, const TaskControl& control) {
    keyframe::MotionPtr motion = given;
    if (!motion) {
        auto read = keyframe::readMotionFile(file);
        if (!read) {
            return tl::unexpected(read.error());
        }
        motion = std::make_shared<const keyframe::Motion>(read->motions.front().motion);
    }
    const auto isCanceled = [&control] { return control.isStopRequested(); };
    const keyframe::Resolved resolved = keyframe::resolve(*motion, model);
    Held held;
    held.analysis = keyframe::analyze(*resolved.trajectory, model, {}, isCanceled);
    held.load = keyframe::holdingLoad(*held.analysis, model, motion->endS(), isCanceled);
    if (!resolved.findings.empty()) {
        held.note = resolved.findings.front().toString();
    }
    return held;
}

QStringList bodyNames(const robot::RobotModel& model) {
    QStringList names;
    for (const robot::Body& body : model.bodies()) {
        names << widgets::toQt(body.name);
    }
    return names;
}

QStringList handsAndFeet(const robot::RobotModel& model) {
    QStringList ends;
    for (const robot::BodyRole role : {robot::BodyRole::RightHand, robot::BodyRole::LeftHand,
                                       robot::BodyRole::RightFoot, robot::BodyRole::LeftFoot}) {
        if (const robot::BodyId body = model.findBody(role); body.isValid()) {
            ends << widgets::toQt(model.body(body).name);
        }
    }
    return ends;
}

} // namespace

RobotAnalyses::RobotAnalyses(const Parts& parts)
    : m_parts(parts),
      m_checks(new widgets::RobotCheckPanel),
      m_reach(new widgets::ReachPanel),
      m_holding(new widgets::HoldingPanel),
      m_comparison(new widgets::RobotComparePanel),
      m_dh(new widgets::DhPanel) {
    for (QWidget* panel :
         std::initializer_list<QWidget*>{m_checks, m_reach, m_holding, m_comparison, m_dh}) {
        panel->installEventFilter(this);
    }
    listMotions();
    connectPanels();
    connect(&parts.document, &RobotDocument::changed, this, &RobotAnalyses::update);
    connect(&parts.document, &RobotDocument::fileChanged, this, &RobotAnalyses::compare);
}

RobotAnalyses::~RobotAnalyses() = default;

void RobotAnalyses::connectPanels() {
    connect(m_checks, &widgets::RobotCheckPanel::subjectChosen, this,
            &RobotAnalyses::subjectChosen);
    connect(m_comparison, &widgets::RobotComparePanel::subjectChosen, this,
            &RobotAnalyses::subjectChosen);
    connect(m_holding, &widgets::HoldingPanel::jointChosen, this, &RobotAnalyses::jointChosen);
    connect(m_dh, &widgets::DhPanel::jointChosen, this, &RobotAnalyses::jointChosen);
    connect(m_reach, &widgets::ReachPanel::pointsChanged, this, [this] {
        m_reachedModel.reset();
        update();
    });
    connect(m_reach, &widgets::ReachPanel::showChanged, this, &RobotAnalyses::shownChanged);
    connect(m_holding, &widgets::HoldingPanel::motionChosen, this, [this] {
        m_heldModel.reset();
        update();
    });
    connect(m_holding, &widgets::HoldingPanel::timeChosen, this, &RobotAnalyses::showPose);
    connect(m_comparison, &widgets::RobotComparePanel::otherChosen, this,
            &RobotAnalyses::chooseOther);
    QStringList others{tr("as opened or last saved")};
    for (const KnownRobot& robot : m_parts.files.known()) {
        others << robot.name;
    }
    others << tr("Robot file...");
    m_comparison->setOthers(others);
}

void RobotAnalyses::listMotions() {
    QStringList names{tr("the motion in the editor")};
    const auto files = keyframe::listMotions(keyframe::ownMotionsFolder());
    if (files) {
        for (const keyframe::LibraryFile& file : *files) {
            m_motions.push_back(file.path);
            names << widgets::toQt(file.name);
        }
    } else {
        m_holding->setNote(widgets::toQt(files.error().toString()));
    }
    m_holding->setMotions(names);
    m_holding->chooseMotion(std::max<int>(0, static_cast<int>(names.indexOf(kDefaultMotion))));
}

bool RobotAnalyses::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide) {
        QMetaObject::invokeMethod(this, &RobotAnalyses::update, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

void RobotAnalyses::setActive(bool isActive) {
    m_isActive = isActive;
    if (isActive) {
        watchDocks();
        m_heldModel.reset(); // the motion in the editor may have changed
        update();
    }
}

// Of tabbed docks, all but the front one are outside the window, but not hidden.
bool RobotAnalyses::isSeen(const QWidget* panel) {
    return panel != nullptr && panel->isVisible() && !panel->visibleRegion().isEmpty();
}

void RobotAnalyses::watchDocks() {
    if (std::exchange(m_watchesDocks, true)) {
        return;
    }
    for (QWidget* panel :
         std::initializer_list<QWidget*>{m_checks, m_reach, m_holding, m_comparison, m_dh}) {
        for (QWidget* each = panel; each != nullptr; each = each->parentWidget()) {
            if (auto* dock = qobject_cast<QDockWidget*>(each)) {
                connect(dock, &QDockWidget::visibilityChanged, this, &RobotAnalyses::update,
                        Qt::QueuedConnection);
            }
        }
    }
}

bool RobotAnalyses::isDone() const {
    return !m_checkTask.isRunning() && !m_reachTask.isRunning() && !m_holdingTask.isRunning();
}

// Updates the visible panels after a change of the robot.
void RobotAnalyses::update() {
    const robot::RobotModelPtr& model = m_parts.document.model();
    if (!model || !m_isActive || !m_checks) {
        return;
    }
    if (m_checkedModel != model) {
        runChecks(); // needed even without the panel, as the 3D view shows overlaps
    }
    m_reach->setBodies(bodyNames(*model), handsAndFeet(*model));
    if (m_reachedModel != model && isSeen(m_reach)) {
        runReach();
    }
    if (m_heldModel != model && isSeen(m_holding)) {
        runHolding();
    }
    if (isSeen(m_comparison)) {
        compare();
    }
    if (m_dhModel != model && isSeen(m_dh)) {
        m_dhModel = model;
        m_dh->setRobot(model);
    }
    Q_EMIT shownChanged();
}

void RobotAnalyses::runChecks() {
    const robot::RobotModelPtr model = m_parts.document.model();
    m_checkedModel = model;
    m_overlapping.clear();
    m_checks->setBusy(true);
    m_checkTask.start(
        "checking the robot", [model](const TaskControl&) { return checkedRobot(*model); },
        [this, model](const base::Expected<Checked>& checked) {
            m_checks->setBusy(false);
            if (!checked) {
                m_parts.messages.show(widgets::MessageBar::Severity::Error,
                                      widgets::toQt(checked.error().toString()));
                return;
            }
            m_overlapping = checked->overlapping;
            m_checks->setFindings(checked->findings, *model);
            Q_EMIT shownChanged();
        });
}

void RobotAnalyses::runReach() {
    const robot::RobotModelPtr model = m_parts.document.model();
    m_reachedModel = model;
    m_reach->setBusy(true);
    m_reachTask.start(
        "computing the reach of the robot",
        [model, bodies = m_reach->chosen(), count = static_cast<std::size_t>(m_reach->count())](
            const TaskControl& control) { return reachedBy(*model, bodies, count, control); },
        [this](const base::Expected<std::vector<widgets::ReachCloud>>& clouds) {
            m_reach->setBusy(false);
            if (!clouds) {
                m_parts.messages.show(widgets::MessageBar::Severity::Error,
                                      widgets::toQt(clouds.error().toString()));
                return;
            }
            m_reach->setClouds(*clouds);
            auto drawn = std::make_shared<Clouds>();
            for (std::size_t i = 0; i < clouds->size(); ++i) {
                const QColor color = widgets::ReachPanel::colorOf(i);
                drawn->push_back(
                    {(*clouds)[i].points_T, {color.redF(), color.greenF(), color.blueF()}});
            }
            m_clouds = drawn;
            Q_EMIT shownChanged();
        });
}

void RobotAnalyses::runHolding() {
    const robot::RobotModelPtr model = m_parts.document.model();
    m_heldModel = model;
    const int chosen = m_holding->motion();
    const keyframe::MotionPtr motion = chosen <= 0 ? m_parts.editedMotion() : nullptr;
    if (chosen <= 0 && (!motion || motion->keyframes.empty())) {
        m_holdingTask.cancel();
        m_holding->setBusy(false);
        m_holding->setLoad(model, {});
        m_holding->setNote(tr("The motion editor has no motion: choose another one"));
        return;
    }
    const std::filesystem::path file =
        chosen > 0 ? m_motions[static_cast<std::size_t>(chosen - 1)] : std::filesystem::path();
    m_holding->setNote({});
    m_holding->setBusy(true);
    m_holdingTask.start(
        "computing the torques of the motion",
        [model, motion, file](const TaskControl& control) {
            return heldMotion(motion, file, *model, control);
        },
        [this, model](const base::Expected<Held>& held) {
            m_holding->setBusy(false);
            m_motion = held ? held->analysis : nullptr;
            m_holding->setNote(widgets::toQt(held ? held->note : held.error().toString()));
            m_holding->setLoad(model, held ? held->load : keyframe::HoldingLoad());
        });
}

void RobotAnalyses::showPose(double timeS) {
    const keyframe::MotionSample* sample = m_motion ? m_motion->at(timeS) : nullptr;
    if (sample != nullptr && m_heldModel == m_parts.document.model()) {
        Q_EMIT poseChosen(sample->anglesRad);
    }
}

void RobotAnalyses::chooseOther(int index) {
    const auto& known = m_parts.files.known();
    if (index == static_cast<int>(known.size()) + 1) {
        m_other = m_parts.files.askForOther();
        if (!m_other.model) {
            m_comparison->setOther(0);
        }
    } else {
        m_other = index > 0 ? known[static_cast<std::size_t>(index - 1)] : KnownRobot();
    }
    compare();
}

void RobotAnalyses::compare() {
    const robot::RobotModelPtr& model = m_parts.document.model();
    if (!model || !m_comparison) {
        return;
    }
    const robot::RobotModelPtr& before =
        m_other.model ? m_other.model : m_parts.document.original();
    m_comparison->setValues(m_other.model ? m_other.name : tr("before"), tr("now"),
                            robot::compareRobots(*before, *model));
}

std::shared_ptr<const Clouds> RobotAnalyses::clouds() const {
    const bool isRequested = isSeen(m_reach) && m_reach->showsPoints();
    return isRequested ? m_clouds : nullptr;
}

} // namespace sideline::studio
