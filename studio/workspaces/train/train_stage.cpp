#include "studio/workspaces/train/train_stage.h"

#include <algorithm>
#include <iterator>

#include <QVBoxLayout>

#include "agentcore/robot/built_in_robots.h"

namespace sideline::studio {

namespace {

constexpr int kTickMs = 16;
constexpr double kEndRestS = 0.8; ///< pause at the end before the trial restarts

// Returns the moment shown at the given time: the last one before or at it.
const training::TrialMoment& momentAt(const training::RecordedTrial& trial, double timeS) {
    const auto behind =
        std::ranges::upper_bound(trial.moments, timeS + 1e-6, {}, &training::TrialMoment::timeS);
    return behind == trial.moments.begin() ? trial.moments.front() : *std::prev(behind);
}

} // namespace

TrainStage::TrainStage(QWidget* parent)
    : QWidget(parent), m_stage(new MotionStage), m_bar(new widgets::PlayBar) {
    setObjectName(QStringLiteral("train-stage"));
    m_stage->viewWidget()->setObjectName(QStringLiteral("train-view"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_stage, 1);
    column->addWidget(m_bar);
    m_timer.setInterval(kTickMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &TrainStage::tick);
    connect(m_bar, &widgets::PlayBar::playRequested, this, &TrainStage::setPlaying);
    connect(m_bar, &widgets::PlayBar::timeRequested, this, &TrainStage::goTo);
    // An empty stage shows a robot in its default pose.
    const robot::RobotModel& model = robot::defaultRobot();
    MotionStage::Scene scene;
    scene.model = model.shared();
    scene.anglesRad.assign(model.joints().size(), 0.0);
    scene.X_STorso = robot::placeOnGround(model, scene.anglesRad, robot::GroundRule::LevelSole,
                                          Eigen::Matrix3d::Identity());
    scene.canPose = false;
    m_stage->show(scene);
}

double TrainStage::lengthS() const {
    const double ghostS = m_ghost ? m_ghost->moments.back().timeS : 0.0;
    return m_trial ? std::max(m_trial->moments.back().timeS, ghostS) : 0.0;
}

void TrainStage::setTrial(const training::RecordedTrialPtr& trial,
                          const training::RecordedTrialPtr& ghost, double fromS) {
    const bool isOther = trial != m_trial;
    m_trial = trial;
    m_ghost = ghost;
    if (isOther) {
        m_timeS = std::clamp(fromS, 0.0, lengthS());
        setPlaying(trial != nullptr && m_isActive);
    }
    show();
}

void TrainStage::setTitle(const QString& individual, const QString& trial) {
    m_individual = individual;
    m_which = trial;
    m_stage->setHeadline(m_individual, m_which);
}

void TrainStage::setPlaying(bool isPlaying) {
    if (isPlaying && m_trial) {
        if (m_timeS >= lengthS()) {
            m_timeS = 0.0;
        }
        m_clock.start();
        m_timer.start();
    } else {
        m_timer.stop();
    }
    show();
}

void TrainStage::goTo(double timeS) {
    m_timer.stop();
    m_timeS = std::clamp(timeS, 0.0, lengthS());
    show();
}

void TrainStage::setActive(bool isActive) {
    m_isActive = isActive;
    if (!isActive) {
        setPlaying(false);
    }
    show();
}

void TrainStage::tick() {
    m_timeS += m_bar->speed() * static_cast<double>(m_clock.restart()) / 1000.0;
    if (m_timeS > lengthS() + kEndRestS) {
        m_timeS = 0.0;
    }
    show();
}

void TrainStage::show() {
    m_bar->setState(std::min(m_timeS, lengthS()), lengthS(), isPlaying());
    if (!m_trial || !m_isActive) {
        return;
    }
    const training::TrialMoment& moment = momentAt(*m_trial, m_timeS);
    Q_EMIT momentShown(moment);
    const math::Pose X_StageS = stageFromTrial(m_trial->moments.front().X_SBody.front());
    MotionStage::Scene scene;
    scene.model = m_trial->model;
    scene.anglesRad = moment.anglesRad;
    for (const math::Pose& X_SBody : moment.X_SBody) {
        scene.X_SBody.push_back(X_StageS * X_SBody);
    }
    scene.X_STorso = scene.X_SBody.front();
    scene.canPose = false;
    scene.followsRobot = m_trial->score.failure.has_value();
    if (moment.p_SBall) {
        scene.p_SBall = X_StageS * *moment.p_SBall;
    }
    for (const training::TrialMoment& other : m_trial->moments) {
        scene.path_S.push_back(X_StageS * other.X_SBody.front().p);
        if (other.p_SBall && other.timeS <= moment.timeS) {
            scene.ballPath_S.push_back(X_StageS * *other.p_SBall);
        }
    }
    // The same trial begins with the same pose of the robot, so one frame serves both.
    if (m_ghost && m_ghost->model == m_trial->model) {
        const training::TrialMoment& other = momentAt(*m_ghost, m_timeS);
        scene.skins.push_back({other.anglesRad, X_StageS * other.X_SBody.front(), 0.0F});
    }
    m_stage->show(scene);
}

} // namespace sideline::studio
