#include "widgets/train/play_bar.h"

#include <cmath>

#include "widgets/common/icons.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

constexpr double kStepsPerS = 1000.0;

} // namespace

PlayBar::PlayBar(QWidget* parent)
    : QWidget(parent),
      m_play(panelTool("train-play", QStringLiteral("play"), tr("Play or pause  (Space)"))),
      m_scrub(new ScrubBar),
      m_time(new QLabel),
      m_speed(panelChoice("train-speed", {}, tr("Playback speed"))) {
    m_scrub->setObjectName(QStringLiteral("train-scrub"));
    m_scrub->setSingleStep(20); // a cycle
    m_scrub->setPageStep(200);
    m_time->setObjectName(QStringLiteral("train-time"));
    m_time->setMinimumWidth(
        m_time->fontMetrics().horizontalAdvance(QStringLiteral("00.00 / 00.00 s")));
    for (const double speed : {0.1, 0.25, 0.5, 1.0, 2.0}) {
        m_speed->addItem(QStringLiteral("%1x").arg(speed), speed);
    }
    m_speed->setCurrentIndex(3);
    QHBoxLayout* row = rowIn(this);
    row->setContentsMargins(6, 3, 6, 3);
    row->addWidget(m_play);
    row->addWidget(m_scrub, 1);
    row->addWidget(m_time);
    row->addWidget(m_speed);
    connect(m_play, &QToolButton::clicked, this, [this] { Q_EMIT playRequested(!m_isPlaying); });
    connect(m_scrub, &QSlider::valueChanged, this, [this](int value) {
        if (!m_isShowing) {
            Q_EMIT timeRequested(value / kStepsPerS);
        }
    });
    setState(0.0, 0.0, false);
}

void PlayBar::setState(double timeS, double lengthS, bool isPlaying) {
    m_isShowing = true;
    const bool isThere = lengthS > 0.0;
    setEnabled(isThere);
    m_scrub->setRange(0, static_cast<int>(std::lround(lengthS * kStepsPerS)));
    m_scrub->setValue(static_cast<int>(std::lround(timeS * kStepsPerS)));
    showText(m_time,
             isThere ? tr("%1 / %2 s").arg(timeS, 0, 'f', 2).arg(lengthS, 0, 'f', 2) : QString());
    if (isPlaying != m_isPlaying) {
        m_isPlaying = isPlaying;
        m_play->setIcon(icon(isPlaying ? QStringLiteral("pause") : QStringLiteral("play")));
    }
    m_isShowing = false;
}

} // namespace sideline::widgets
