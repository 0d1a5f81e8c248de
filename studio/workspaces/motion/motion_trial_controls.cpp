#include "studio/workspaces/motion/motion_trial_controls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "agentcore/runtime/agent_command.h"
#include "studio/session/agent_host.h"
#include "studio/workspaces/motion/motion_trial_report.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using training::StartPose;

constexpr std::array kStarts = {StartPose::Standing,     StartPose::LyingOnFront,
                                StartPose::LyingOnBack,  StartPose::LyingOnLeft,
                                StartPose::LyingOnRight, StartPose::OnBall};
constexpr int kTickMs = 16;

} // namespace

MotionTrialControls::MotionTrialControls(Source source, AgentHost& agents,
                                         widgets::MessageBar& messages, QSettings& store)
    : m_source(std::move(source)),
      m_agents(agents),
      m_messages(messages),
      m_store(store),
      m_panel(new widgets::TrialPanel) {
    m_panel->setStarts({tr("Standing"), tr("Lying on its front"), tr("Lying on its back"),
                        tr("Lying on its left side"), tr("Lying on its right side"),
                        tr("Standing at the ball")});
    m_hasGhost = m_store.value(QStringLiteral("motion/ghost"), true).toBool();
    m_panel->setGhost(m_hasGhost);
    connect(m_panel, &widgets::TrialPanel::choiceChanged, this,
            [this](const widgets::TrialChoice& chosen) {
                Q_EMIT setupChanged({.start = kStarts.at(static_cast<std::size_t>(chosen.start)),
                                     .ballFromFeetM = {chosen.ballForwardM, chosen.ballLeftM},
                                     .repeats = chosen.repeats,
                                     .noiseDeg = chosen.noiseDeg,
                                     .onAllRobots = chosen.onAllRobots});
            });
    connect(m_panel, &widgets::TrialPanel::ghostToggled, this, [this](bool isOn) {
        m_hasGhost = isOn;
        m_store.setValue(QStringLiteral("motion/ghost"), isOn);
        Q_EMIT shownChanged();
    });
    connect(m_panel, &widgets::TrialPanel::runRequested, this,
            [this](int run) { m_trials.replay(static_cast<std::size_t>(run)); });
    connect(&m_trials, &MotionTrials::replayed, this, &MotionTrialControls::showRun);
    connect(m_panel, &widgets::TrialPanel::tryRequested, this, &MotionTrialControls::tryOnPhysics);
    connect(m_panel, &widgets::TrialPanel::cancelRequested, this, [this] { m_trials.cancel(); });
    connect(m_panel, &widgets::TrialPanel::playLiveRequested, this,
            &MotionTrialControls::playOnRobot);
    connect(m_panel, &widgets::TrialPanel::recordLiveRequested, this,
            &MotionTrialControls::recordRequested);
    connect(m_panel, &widgets::TrialPanel::recordingRequested, this,
            &MotionTrialControls::recordingRequested);
    const QString toleranceKey = QStringLiteral("motion/toleranceDeg");
    m_panel->setToleranceDeg(m_store.value(toleranceKey, 1.0).toDouble());
    connect(m_panel, &widgets::TrialPanel::toleranceChanged, this,
            [this, toleranceKey](double toleranceDeg) {
                m_store.setValue(toleranceKey, toleranceDeg);
            });
    connect(m_panel, &widgets::TrialPanel::showRequested, this, &MotionTrialControls::setShown);
    connect(m_panel, &widgets::TrialPanel::playRequested, this, &MotionTrialControls::setPlaying);
    connect(m_panel, &widgets::TrialPanel::timeRequested, this, [this](double timeS) {
        setPlaying(false);
        setTime(timeS);
    });
    connect(&m_trials, &MotionTrials::progressed, this, &MotionTrialControls::takeResults);
    connect(&m_trials, &MotionTrials::failed, this, [this](const QString& text) {
        m_failure = text;
        m_messages.show(widgets::MessageBar::Severity::Error, text);
    });
    connectFall();
    m_timer.setInterval(kTickMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &MotionTrialControls::tick);
    refresh();
}

void MotionTrialControls::connectFall() {
    connect(m_panel, &widgets::TrialPanel::momentRequested, this, [this](double timeS) {
        setPlaying(false);
        setShown(true);
        setTime(timeS);
    });
    connect(m_panel, &widgets::TrialPanel::remedyRequested, this, [this](int index) {
        if (index < static_cast<int>(m_fall.remedies().size()) && !m_isOutdated) {
            const training::FallRemedy remedy = m_fall.remedies()[static_cast<std::size_t>(index)];
            Q_EMIT remedyChosen(remedy.motion, widgets::toQt(training::fallRemedyText(remedy)));
        }
    });
    connect(&m_fall, &MotionFall::changed, this, &MotionTrialControls::refresh);
}

void MotionTrialControls::setMotion(const keyframe::Motion& motion) {
    const keyframe::TrialSetup setup = keyframe::suggestedTrial(motion);
    m_panel->setChoice(
        {.start = static_cast<int>(std::ranges::find(kStarts, setup.start) - kStarts.begin()),
         .ballForwardM = setup.ballFromFeetM[0],
         .ballLeftM = setup.ballFromFeetM[1],
         .repeats = setup.repeats,
         .noiseDeg = setup.noiseDeg,
         .onAllRobots = setup.onAllRobots});
    checkVersion();
    refresh();
}

// Compares numbers only, so that the result stays valid if names or settings change.
void MotionTrialControls::checkVersion() {
    m_isOutdated = false;
    if (m_result) {
        const keyframe::TrajectoryPtr now = m_source.trajectory(shownRobot());
        motion::JointTrajectory tried = *m_trials.jobs()[m_shownRun].trajectory;
        tried.targets.reset(); // targets of branches are in other files
        m_isOutdated = !now || *now != tried;
    }
    if (m_isOutdated) {
        setShown(false);
    }
}

int MotionTrialControls::shownRobot() const {
    return m_result ? indexOf(m_source.robots(), *m_result->model) : m_source.robot();
}

// Returns the motion with the targets of its branches; reports branches that cannot be followed.
keyframe::TrajectoryPtr MotionTrialControls::linkedFor(int robot) {
    const keyframe::Linked linked = m_source.linked(robot);
    m_messages.dismiss(std::exchange(m_lost, {}));
    if (!linked.findings.empty()) {
        m_lost = widgets::toQt(linked.findings.front().toString());
        m_messages.show(widgets::MessageBar::Severity::Warning, m_lost);
    }
    return linked.trajectory;
}

void MotionTrialControls::tryOnPhysics() {
    const widgets::TrialChoice& choice = m_panel->choice();
    training::TrialSettings settings;
    settings.start = kStarts.at(static_cast<std::size_t>(choice.start));
    settings.ballFromFeetM = {choice.ballForwardM, choice.ballLeftM};
    settings.jointNoiseRad = math::radFromDeg(choice.noiseDeg);
    std::vector<TrialJob> jobs;
    const std::vector<RobotChoice>& robots = m_source.robots();
    const RobotChoice& edited = robots[static_cast<std::size_t>(m_source.robot())];
    for (int each = 0; each < static_cast<int>(robots.size()); ++each) {
        settings.robot = robots[static_cast<std::size_t>(each)].model;
        const bool isOneOfAll =
            choice.onAllRobots &&
            (edited.model->traits().server == game::ServerKind::SimSpark
                 ? robot::naoTypeNumberOf(*settings.robot).has_value()
                 : settings.robot->traits().server == edited.model->traits().server);
        const keyframe::TrajectoryPtr trajectory =
            isOneOfAll || each == m_source.robot() ? linkedFor(each) : nullptr;
        for (int i = 0; trajectory && trajectory->lengthS > 0.0 && i < choice.repeats; ++i) {
            settings.seed = static_cast<std::uint64_t>(i) + 1;
            jobs.push_back({trajectory, settings});
        }
    }
    if (jobs.empty()) {
        m_messages.show(widgets::MessageBar::Severity::Note,
                        tr("Nothing to simulate yet: store a keyframe first (K)"));
        return;
    }
    m_result.reset(); // released before the runs that it belongs to
    m_fall.clear();
    m_runs.clear();
    m_shownRun = 0;
    m_isOutdated = false;
    m_trials.start(std::move(jobs));
    Q_EMIT started();
}

void MotionTrialControls::takeResults() {
    const auto& results = m_trials.results();
    if (results.size() == 1 && !m_result) {
        showRun(0, results.front());
    }
    showReport();
    refresh();
}

// Shows a run in the picture, unless the motion has been changed since.
void MotionTrialControls::showRun(std::size_t run, const training::TrialResultPtr& result) {
    m_shownRun = run;
    m_result = result;
    checkVersion();
    auto joints = std::make_shared<widgets::PlayedJoints>();
    for (const training::TrialSample& sample : m_result->samples) {
        if (sample.timeS >= 0.0 && sample.timeS <= m_result->motionEndS &&
            (joints->timesS.empty() || sample.motionTimeS > joints->timesS.back())) {
            joints->timesS.push_back(sample.motionTimeS);
            joints->commandedRad.push_back(sample.commandedRad);
            joints->measuredRad.push_back(sample.measuredRad);
        }
    }
    addMeasuredBalance(*joints, *m_result);
    Q_EMIT played(joints);
    m_fall.explain(m_result, m_trials.jobs()[run], m_isOutdated ? nullptr : m_source.motion());
    m_timeS = m_result->samples.empty() ? 0.0 : m_result->samples.front().timeS;
    if (!m_isOutdated) {
        setShown(true);
        setPlaying(true);
    }
    showReport();
    refresh();
}

void MotionTrialControls::showReport() {
    m_lines.clear();
    m_summary.clear();
    const auto& results = m_trials.results();
    m_runs.resize(std::min(m_runs.size(), results.size()));
    for (std::size_t i = m_runs.size(); i < results.size(); ++i) {
        m_runs.push_back(trialRun(m_trials.jobs()[i].settings, *results[i]));
    }
    if (!m_result) {
        return;
    }
    const training::TrialSettings& settings = m_trials.jobs()[m_shownRun].settings;
    if (results.size() > 1) {
        m_lines = seriesLines(settings.start, results, m_shownRun);
    }
    for (widgets::TrialLine& line : trialLines(settings, *m_result)) {
        m_lines.push_back(std::move(line));
    }
    m_summary = m_result->isUprightAtEnd ? tr("The robot is standing at the end")
                                         : tr("The robot is not standing at the end");
}

void MotionTrialControls::playOnRobot() {
    const AgentHost::Agent* agent = m_source.agent();
    const keyframe::TrajectoryPtr trajectory = linkedFor(m_source.robot());
    if (agent == nullptr || !agent->frame || !trajectory) {
        m_messages.show(
            widgets::MessageBar::Severity::Note,
            tr("No built-in agent is on the field: start the simulator (F5) or an agent"));
        return;
    }
    if (agent->frame->identity.model == nullptr ||
        agent->frame->identity.model->joints().size() != trajectory->jointCount()) {
        m_messages.show(widgets::MessageBar::Severity::Warning,
                        tr("The live robot's joints differ from the edited robot's: select its "
                           "type in the Motion panel"));
        return;
    }
    m_agents.post(agent->key, runtime::command::PlayMotion{trajectory, m_source.title()});
    Q_EMIT playsOnRobot(QStringLiteral("%1 %2")
                            .arg(widgets::toQt(agent->frame->identity.team))
                            .arg(agent->frame->identity.robot.unum.value()));
}

void MotionTrialControls::setShown(bool isShown) {
    isShown = isShown && m_result && !m_result->samples.empty();
    if (isShown != m_isShown) {
        m_isShown = isShown;
        if (!isShown) {
            m_timer.stop();
            m_isPlaying = false;
        }
        refresh();
        Q_EMIT shownChanged();
    }
}

void MotionTrialControls::setPlaying(bool isPlaying) {
    m_isPlaying = isPlaying && m_result && !m_result->samples.empty();
    if (m_isPlaying) {
        if (m_timeS >= m_result->samples.back().timeS - 1e-9) {
            m_timeS = m_result->samples.front().timeS;
        }
        m_clock.start();
        m_timer.start();
        setShown(true);
    } else {
        m_timer.stop();
    }
    refresh();
    Q_EMIT shownChanged();
}

void MotionTrialControls::tick() {
    const double elapsedS = static_cast<double>(m_clock.restart()) * 1e-3;
    setTime(m_timeS + elapsedS * m_speed);
    if (m_result && m_timeS >= m_result->samples.back().timeS) {
        setPlaying(false);
    }
}

void MotionTrialControls::setTime(double timeS) {
    if (!m_result || m_result->samples.empty()) {
        return;
    }
    m_timeS = std::clamp(timeS, m_result->samples.front().timeS, m_result->samples.back().timeS);
    refresh();
    Q_EMIT shownChanged();
}

void MotionTrialControls::setMotionTime(double motionTimeS) {
    if (const training::TrialSample* there = sampleAt(motionTimeS)) {
        m_isPlaying = false;
        m_timer.stop();
        setTime(there->timeS);
    }
}

const training::TrialSample* MotionTrialControls::sampleAt(double motionTimeS) const {
    if (!m_result) {
        return nullptr;
    }
    const training::TrialSample* best = nullptr;
    const auto awayOf = [&](const training::TrialSample& one) {
        // Several cycles have the same motion time while the robot settles, waits or is observed.
        return std::pair(std::abs(one.motionTimeS - motionTimeS), std::abs(one.timeS - m_timeS));
    };
    for (const training::TrialSample& one : m_result->samples) {
        if (one.timeS >= 0.0 && (best == nullptr || awayOf(one) < awayOf(*best))) {
            best = &one;
        }
    }
    return best;
}

const training::TrialSample* MotionTrialControls::sample() const {
    if (!m_result || m_result->samples.empty()) {
        return nullptr;
    }
    const auto after =
        std::ranges::lower_bound(m_result->samples, m_timeS, {}, &training::TrialSample::timeS);
    return after == m_result->samples.end() ? &m_result->samples.back() : &*after;
}

void MotionTrialControls::setSpeed(double speed) {
    m_speed = speed;
    refresh();
}

void MotionTrialControls::setRecording(bool isOn, double lengthS) {
    m_isRecording = isOn;
    m_recordedS = lengthS;
    refresh();
}

void MotionTrialControls::clear() {
    m_result.reset(); // released before the runs that it belongs to
    m_fall.clear();
    m_shownRun = 0;
    m_isOutdated = false;
    m_runs.clear();
    m_trials.start({});
    m_messages.dismiss(std::exchange(m_failure, {}));
    m_messages.dismiss(std::exchange(m_lost, {}));
    m_lines.clear();
    m_summary.clear();
    setPlaying(false);
    setShown(false);
    Q_EMIT played(nullptr);
    refresh();
}

void MotionTrialControls::refresh() {
    if (!m_panel) {
        return;
    }
    widgets::TrialView view;
    const keyframe::TrajectoryPtr trajectory = m_source.trajectory(m_source.robot());
    view.canTry = trajectory && trajectory->lengthS > 0.0;
    if (const AgentHost::Agent* agent = m_source.agent(); agent != nullptr && agent->frame) {
        view.canPlayLive = view.canTry;
        view.hasLiveRobot = true;
        view.liveRobot = QStringLiteral("%1 %2")
                             .arg(widgets::toQt(agent->frame->identity.team))
                             .arg(agent->frame->identity.robot.unum.value());
    }
    view.isRecording = m_isRecording;
    view.recordedS = m_recordedS;
    view.isRunning = m_trials.isRunning();
    view.percent = m_trials.percent();
    view.robot = m_source.robots()[static_cast<std::size_t>(m_source.robot())].name;
    view.runs = m_runs;
    view.shownRun = static_cast<int>(m_shownRun);
    view.isOutdated = m_isOutdated;
    view.summary = m_summary;
    view.lines = m_lines;
    view.fall = m_fall.view();
    if (m_result && !m_result->samples.empty()) {
        view.beginS = m_result->samples.front().timeS;
        view.lengthS = m_result->samples.back().timeS;
        view.timeS = m_timeS;
    }
    view.isShown = m_isShown;
    view.isPlaying = m_isPlaying;
    view.speed = m_speed;
    m_panel->setView(view);
}

} // namespace sideline::studio
