#include "studio/workspaces/motion/motion_playback.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agentcore/game/constants.h"
#include "widgets/common/icons.h"

namespace sideline::studio {

namespace {

constexpr int kPlayTickMs = 16;

} // namespace

MotionPlayback::MotionPlayback(const Parts& parts)
    : m_actions(parts.actions),
      m_document(parts.document),
      m_cursor(parts.cursor),
      m_trials(parts.trials),
      m_timeline(parts.timeline),
      m_panel(parts.panel),
      m_store(parts.store) {
    m_timer.setInterval(kPlayTickMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &MotionPlayback::tick);
    connect(m_timeline, &widgets::MotionTimeline::cursorMoved, this, &MotionPlayback::setTime);
    connect(&m_trials, &MotionTrialControls::shownChanged, this, &MotionPlayback::followTrial);
    connectActions();
}

void MotionPlayback::connectActions() {
    const auto when = [this](const char* id, auto slot) {
        connect(m_actions.action(id), &QAction::triggered, this, slot);
    };
    when("motion.play", [this] {
        if (m_trials.isShown()) { // the key plays what is shown: the trial or the motion
            m_trials.setPlaying(!m_trials.isPlaying());
        } else {
            setPlaying(!m_isPlaying);
        }
    });
    when("motion.step-back", [this] { setTime(m_cursor.timeS() - game::kStepS); });
    when("motion.step-on", [this] { setTime(m_cursor.timeS() + game::kStepS); });
    when("motion.begin", [this] { setTime(0.0); });
    when("motion.end", [this] { setTime(m_document.motion()->endS()); });
    const QString speedKey = QStringLiteral("motion/previewSpeed");
    m_timeline->transport().setSpeed(m_store.value(speedKey, 1.0).toDouble());
    m_trials.setSpeed(m_timeline->transport().speed());
    connect(&m_timeline->transport(), &widgets::MotionTransport::speedChosen, this,
            [this, speedKey](double speed) {
                m_store.setValue(speedKey, speed);
                m_trials.setSpeed(speed);
            });
}

void MotionPlayback::moveTo(double timeS) {
    m_cursor.setTimeS(timeS);
    m_timeline->setCursor(timeS);
    m_panel->setCursor(timeS);
}

void MotionPlayback::setTime(double timeS) {
    timeS = std::max(0.0, timeS);
    moveTo(timeS);
    if (m_trials.isShown()) { // trial and motion use the same clock
        m_trials.setMotionTime(timeS);
    } else {
        Q_EMIT shownChanged();
    }
}

// Moves the playhead with the trial.
void MotionPlayback::followTrial() {
    const training::TrialSample* sample = m_trials.isShown() ? m_trials.sample() : nullptr;
    constexpr double kSameCycleS = 0.0101; // a playhead between two cycles stays there
    if (sample != nullptr && std::abs(sample->motionTimeS - m_cursor.timeS()) > kSameCycleS) {
        moveTo(sample->motionTimeS);
    }
    showPlaying();
    Q_EMIT shownChanged();
}

// Returns the interval to repeat: the one marked on the ruler, the motion's loop, or the whole
// motion.
std::pair<double, double> MotionPlayback::repeatedRange() const {
    const keyframe::Motion& motion = *m_document.motion();
    const double endS = motion.endS();
    if (const auto marked = m_timeline->range(); marked && marked->second > marked->first) {
        return {std::min(marked->first, endS), std::min(marked->second, endS)};
    }
    if (motion.loop && motion.loop->endS > motion.loop->beginS) {
        return {motion.loop->beginS, motion.loop->endS};
    }
    return {0.0, endS};
}

void MotionPlayback::setPlaying(bool isPlaying) {
    const double endS = m_document.motion()->endS();
    m_isPlaying = isPlaying && endS > 0.0;
    if (m_isPlaying) {
        m_trials.setShown(false);
        m_cursor.dropUnstored();
        const bool isMarked = m_timeline->range() && m_actions.action("motion.repeat")->isChecked();
        const auto [beginS, stopS] = repeatedRange();
        if (isMarked && (m_cursor.timeS() < beginS || m_cursor.timeS() >= stopS)) {
            m_cursor.setTimeS(beginS);
        } else if (m_cursor.timeS() >= endS - 1e-6) {
            m_cursor.setTimeS(0.0);
        }
        m_clock.start();
        m_timer.start();
    } else {
        m_timer.stop();
    }
    showPlaying();
    Q_EMIT shownChanged();
}

// Shows whether the trial or the motion is playing on the play button.
void MotionPlayback::showPlaying() {
    const bool isPlaying = m_isPlaying || m_trials.isPlaying();
    QAction* play = m_actions.action("motion.play");
    play->setChecked(isPlaying);
    if (std::exchange(m_showsPause, isPlaying) != isPlaying) {
        play->setIcon(widgets::icon(isPlaying ? QStringLiteral("pause") : QStringLiteral("play")));
    }
}

void MotionPlayback::tick() {
    const keyframe::Motion& motion = *m_document.motion();
    const double elapsedS = static_cast<double>(m_clock.restart()) * 1e-3;
    double timeS = m_cursor.timeS() + elapsedS * motion.speed * m_timeline->transport().speed();
    if (m_actions.action("motion.repeat")->isChecked()) {
        const auto [beginS, stopS] = repeatedRange();
        if (timeS >= stopS && m_cursor.timeS() <= stopS && stopS > beginS) {
            timeS = beginS + std::fmod(timeS - beginS, stopS - beginS);
        }
    }
    timeS = std::min(timeS, motion.endS());
    setTime(timeS);
    if (timeS >= motion.endS()) {
        setPlaying(false);
    }
}

} // namespace sideline::studio
