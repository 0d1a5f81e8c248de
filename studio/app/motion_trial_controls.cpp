#include "studio/app/motion_trial_controls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "agentcore/math/angles.h"
#include "agentcore/runtime/agent_order.h"
#include "studio/session/agent_host.h"
#include "training/trial/mass_trials.h"
#include "training/trial/suggested_start.h"
#include "widgets/format/text_format.h"
#include "widgets/models/joint_model.h"

namespace sideline::studio {

namespace {

using training::StartPose;
using training::TrialResult;

constexpr std::array kStarts = {StartPose::Standing,     StartPose::LyingOnFront,
                                StartPose::LyingOnBack,  StartPose::LyingOnLeft,
                                StartPose::LyingOnRight, StartPose::OnBall};
constexpr int kTickMs = 16;

QString metres(double valueM) {
    return QObject::tr("%1 m").arg(valueM, 0, 'f', 2);
}

QString degrees(double angleRad) {
    angleRad = std::abs(angleRad) < math::radFromDeg(0.05) ? 0.0 : angleRad; // no -0.0
    return QObject::tr("%1°").arg(math::degFromRad(angleRad), 0, 'f', 1);
}

QString seconds(double timeS) {
    return QObject::tr("%1 s").arg(timeS, 0, 'f', 2);
}

} // namespace

MotionTrialControls::MotionTrialControls(Source source, AgentHost& agents,
                                         widgets::MessageBar& messages, QSettings& store)
    : m_source(std::move(source)),
      m_agents(agents),
      m_messages(messages),
      m_store(store),
      m_panel(new widgets::TrialPanel) {
    m_panel->setStarts({tr("Standing"), tr("Lying on the front"), tr("Lying on the back"),
                        tr("Lying on the left side"), tr("Lying on the right side"),
                        tr("Standing at the ball")});
    widgets::TrialChoice choice;
    choice.start = std::clamp(m_store.value(QStringLiteral("motion/start"), 0).toInt(), 0,
                              static_cast<int>(kStarts.size()) - 1);
    choice.repeats =
        std::clamp(m_store.value(QStringLiteral("motion/repeats"), 1).toInt(), 1, 1000);
    m_panel->setChoice(choice);
    connect(m_panel, &widgets::TrialPanel::choiceChanged, this,
            [this](const widgets::TrialChoice& chosen) {
                m_store.setValue(QStringLiteral("motion/start"), chosen.start);
                m_store.setValue(QStringLiteral("motion/repeats"), chosen.repeats);
                m_store.setValue(QStringLiteral("motion/noiseDeg"), chosen.noiseDeg);
                m_store.setValue(QStringLiteral("motion/ballForwardM"), chosen.ballForwardM);
                m_store.setValue(QStringLiteral("motion/ballLeftM"), chosen.ballLeftM);
            });
    connect(m_panel, &widgets::TrialPanel::tryRequested, this, &MotionTrialControls::tryOnPhysics);
    connect(m_panel, &widgets::TrialPanel::cancelRequested, this, [this] { m_trials.cancel(); });
    connect(m_panel, &widgets::TrialPanel::playLiveRequested, this,
            &MotionTrialControls::playOnRobot);
    connect(m_panel, &widgets::TrialPanel::recordLiveRequested, this,
            &MotionTrialControls::recordRequested);
    connect(m_panel, &widgets::TrialPanel::showRequested, this, &MotionTrialControls::setShown);
    connect(m_panel, &widgets::TrialPanel::playRequested, this, &MotionTrialControls::setPlaying);
    connect(m_panel, &widgets::TrialPanel::timeRequested, this, [this](double timeS) {
        setPlaying(false);
        setTime(timeS);
    });
    connect(&m_trials, &MotionTrials::progressed, this, &MotionTrialControls::takeResults);
    connect(&m_trials, &MotionTrials::failed, this, [this](const QString& text) {
        m_messages.show(widgets::MessageBar::Severity::Error, text);
    });
    m_timer.setInterval(kTickMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &MotionTrialControls::tick);
    refresh();
}

void MotionTrialControls::chooseStartFor(const motions::Motion& motion) {
    const auto [start, ballFromFeetM] = training::suggestedStart(motion);
    widgets::TrialChoice choice = m_panel->choice();
    if (start != StartPose::Standing ||
        training::isLying(kStarts.at(static_cast<std::size_t>(choice.start)))) {
        choice.start = static_cast<int>(std::ranges::find(kStarts, start) - kStarts.begin());
    }
    if (ballFromFeetM) {
        choice.ballForwardM = ballFromFeetM->x();
        choice.ballLeftM = ballFromFeetM->y();
    }
    m_panel->setChoice(choice);
}

void MotionTrialControls::tryOnPhysics() {
    const motions::TrajectoryPtr trajectory = m_source.trajectory();
    if (!trajectory || trajectory->lengthS <= 0.0) {
        m_messages.show(widgets::MessageBar::Severity::Note,
                        tr("There is nothing to try yet: store a keyframe first (K)"));
        return;
    }
    const widgets::TrialChoice& choice = m_panel->choice();
    training::TrialSettings settings;
    settings.robotType = m_source.robotType();
    settings.start = kStarts.at(static_cast<std::size_t>(choice.start));
    settings.ballFromFeetM = {choice.ballForwardM, choice.ballLeftM};
    settings.jointNoiseRad = math::radFromDeg(choice.noiseDeg);
    m_result.reset();
    m_trials.start(trajectory, settings, choice.repeats);
    Q_EMIT started();
}

void MotionTrialControls::takeResults() {
    const auto& results = m_trials.results();
    if (!results.empty() && m_result != results.front()) {
        m_result = results.front();
        auto joints = std::make_shared<widgets::PlayedJoints>();
        for (const training::TrialSample& sample : m_result->samples) {
            if (sample.timeS >= 0.0 && sample.timeS <= m_result->motionEndS &&
                (joints->timesS.empty() || sample.motionTimeS > joints->timesS.back())) {
                joints->timesS.push_back(sample.motionTimeS);
                joints->commandedRad.push_back(sample.commandedRad);
                joints->measuredRad.push_back(sample.measuredRad);
            }
        }
        Q_EMIT played(joints);
        m_timeS = m_result->samples.empty() ? 0.0 : m_result->samples.front().timeS;
        setShown(true);
        setPlaying(true);
    }
    showReport();
    refresh();
}

std::vector<widgets::TrialLine> MotionTrialControls::linesOf(const TrialResult& one) const {
    const StartPose start = kStarts.at(static_cast<std::size_t>(m_panel->choice().start));
    std::vector<widgets::TrialLine> lines;
    lines.push_back({tr("Motion"),
                     one.finished ? tr("finished after %1").arg(seconds(one.motionEndS))
                                  : tr("was not finished"),
                     !one.finished});
    if (!training::isLying(start)) {
        lines.push_back({tr("Fall"),
                         one.fellAtS ? tr("at %1").arg(seconds(*one.fellAtS)) : tr("none"),
                         one.fellAtS.has_value()});
    } else {
        lines.push_back({tr("Stands"),
                         one.uprightAtS ? tr("since %1").arg(seconds(*one.uprightAtS)) : tr("no"),
                         !one.uprightAtS});
    }
    lines.push_back({tr("Torso moved"),
                     tr("%1, on a way of %2").arg(metres(one.walkedM), metres(one.torsoPathM)),
                     false});
    lines.push_back({tr("Turned"), degrees(one.turnedRad), false});
    if (start == StartPose::OnBall) {
        lines.push_back(
            {tr("Ball rolled"),
             tr("%1 in direction %2").arg(metres(one.ballDistanceM), degrees(one.ballDirectionRad)),
             one.ballDistanceM < 0.05});
        lines.push_back({tr("Ball height"), metres(one.ballHeightM), false});
    }
    if (one.worstJoint.isValid() && one.model != nullptr) {
        lines.push_back({tr("Worst tracking"),
                         tr("%1 behind, %2")
                             .arg(degrees(one.worstTrackingRad),
                                  widgets::jointText(*one.model, one.worstJoint)),
                         false});
    }
    return lines;
}

std::vector<widgets::TrialLine> MotionTrialControls::linesOfSeries() const {
    std::vector<const TrialResult*> results;
    for (const auto& one : m_trials.results()) {
        results.push_back(one.get());
    }
    const training::TrialSummary summary = training::summaryOf(results);
    const StartPose start = kStarts.at(static_cast<std::size_t>(m_panel->choice().start));
    std::vector<widgets::TrialLine> lines;
    lines.push_back({tr("Upright at the end"),
                     tr("%1 of %2").arg(summary.uprightCount).arg(summary.count),
                     summary.uprightCount < summary.count});
    if (training::isLying(start) && summary.uprightMedianS) {
        lines.push_back({tr("Upright since (median)"), seconds(*summary.uprightMedianS), false});
    }
    if (start == StartPose::OnBall) {
        lines.push_back({tr("Ball rolled (median)"), metres(summary.ballDistanceMedianM), false});
    }
    lines.push_back({tr("The first of them"), QString(), false});
    return lines;
}

void MotionTrialControls::showReport() {
    m_lines.clear();
    m_summary.clear();
    if (!m_result) {
        return;
    }
    if (m_trials.results().size() > 1) {
        m_lines = linesOfSeries();
    }
    for (widgets::TrialLine& line : linesOf(*m_result)) {
        m_lines.push_back(std::move(line));
    }
    m_summary = m_result->isUprightAtEnd ? tr("The robot stands at the end")
                                         : tr("The robot does not stand at the end");
}

void MotionTrialControls::playOnRobot() {
    const AgentHost::Agent* agent = m_source.agent();
    const motions::TrajectoryPtr trajectory = m_source.trajectory();
    if (agent == nullptr || !agent->frame || !trajectory) {
        m_messages.show(
            widgets::MessageBar::Severity::Note,
            tr("No robot of ours is on the field: start the simulator (F5) or an agent"));
        return;
    }
    if (agent->frame->identity.model == nullptr ||
        agent->frame->identity.model->joints().size() != trajectory->jointCount()) {
        m_messages.show(
            widgets::MessageBar::Severity::Warning,
            tr("The live robot has other joints than the one that is edited: choose its "
               "type in the panel Motion"));
        return;
    }
    m_agents.post(agent->key, runtime::order::PlayMotion{trajectory, m_source.title()});
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
}

void MotionTrialControls::tick() {
    const double elapsedS = static_cast<double>(m_clock.restart()) * 1e-3;
    setTime(m_timeS + elapsedS);
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

const training::TrialSample* MotionTrialControls::sample() const {
    if (!m_result || m_result->samples.empty()) {
        return nullptr;
    }
    const auto after =
        std::ranges::lower_bound(m_result->samples, m_timeS, {}, &training::TrialSample::timeS);
    return after == m_result->samples.end() ? &m_result->samples.back() : &*after;
}

void MotionTrialControls::clear() {
    m_trials.cancel();
    m_result.reset();
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
    const motions::TrajectoryPtr trajectory = m_source.trajectory();
    view.canTry = trajectory && trajectory->lengthS > 0.0;
    if (const AgentHost::Agent* agent = m_source.agent(); agent != nullptr && agent->frame) {
        view.canPlayLive = view.canTry;
        view.liveRobot = QStringLiteral("%1 %2")
                             .arg(widgets::toQt(agent->frame->identity.team))
                             .arg(agent->frame->identity.robot.unum.value());
    }
    view.isRunning = m_trials.isRunning();
    view.percent = m_trials.percent();
    view.summary = m_summary;
    view.lines = m_lines;
    if (m_result && !m_result->samples.empty()) {
        view.beginS = m_result->samples.front().timeS;
        view.lengthS = m_result->samples.back().timeS;
        view.timeS = m_timeS;
    }
    view.isShown = m_isShown;
    view.isPlaying = m_isPlaying;
    m_panel->setView(view);
}

} // namespace sideline::studio
