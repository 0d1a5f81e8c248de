#include "widgets/match/time_ruler.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

namespace sideline::widgets {

namespace {

using logs::Event;
using logs::EventKind;
using logs::FrameNumber;

constexpr double kMinVisibleS = 0.4;
constexpr double kEndRatio = 0.005; // fraction of the visible range: positions this close to the
                                    // end of the log count as its end

} // namespace

TimeRuler::TimeRuler(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Time of the log"));
}

void TimeRuler::setIndex(std::shared_ptr<const logs::LogIndex> index) {
    const bool isNew = !m_scene.index || !index;
    m_scene.index = std::move(index);
    if (isNew) {
        m_scene.analysis = nullptr;
        m_userZoomed = false;
    }
    if (m_scene.index && !m_userZoomed) {
        showMatch();
        m_userZoomed = false;
    }
    roll();
    update();
}

void TimeRuler::setRolling(bool isRolling) {
    m_isRolling = isRolling;
    roll();
}

void TimeRuler::roll() {
    if (m_isRolling && m_userZoomed && m_lastS && m_scene.endS < durationS()) {
        showLast(*m_lastS);
    }
}

void TimeRuler::setAnalysis(std::shared_ptr<const logs::LogAnalysis> analysis) {
    m_scene.analysis = std::move(analysis);
    update();
}

void TimeRuler::setBookmarks(std::vector<logs::Bookmark> bookmarks) {
    m_scene.bookmarks = std::move(bookmarks);
    update();
}

void TimeRuler::setLoop(std::optional<logs::LoopRange> loop) {
    m_scene.loop = loop;
    update();
}

void TimeRuler::setTime(double recordTimeS) {
    m_scene.timeS = recordTimeS;
    update();
}

void TimeRuler::setColors(const TeamColors& colors) {
    m_scene.colors = colors;
    update();
}

double TimeRuler::durationS() const {
    return m_scene.index ? std::max(m_scene.index->durationS(), kMinVisibleS) : 1.0;
}

void TimeRuler::showRange(double beginS, double endS) {
    const double length = std::clamp(endS - beginS, kMinVisibleS, durationS());
    m_scene.beginS = std::clamp(beginS, 0.0, durationS() - length);
    m_scene.endS = m_scene.beginS + length;
    m_userZoomed = true;
    m_lastS.reset();
    if (m_scene.endS >= durationS() - kEndRatio * length) {
        m_lastS = length;
    }
    update();
    Q_EMIT visibleRangeChanged();
}

void TimeRuler::showAll() {
    showRange(0.0, durationS());
}

void TimeRuler::showLast(double lengthS) {
    showRange(durationS() - lengthS, durationS());
    m_lastS = lengthS;
}

void TimeRuler::showMatch() {
    constexpr double kLeadRatio = 0.02;
    const auto active = m_scene.index ? m_scene.index->firstActiveFrame() : std::nullopt;
    const double fromS = active ? m_scene.index->recordTimeS(*active) : 0.0;
    showRange(fromS - kLeadRatio * (durationS() - fromS), durationS());
}

double TimeRuler::xOf(double recordTimeS) const {
    return m_scene.xOf(recordTimeS, width());
}

double TimeRuler::timeAt(double x) const {
    return m_scene.timeAt(x, width());
}

void TimeRuler::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (!m_scene.index || m_scene.index->frameCount() == 0) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect(), Qt::AlignCenter, tr("No log open"));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    TimeRulerPainter(painter, m_scene, size(), palette()).paint();
}

void TimeRuler::seekTo(double x) {
    if (m_scene.index) {
        Q_EMIT seekRequested(std::clamp(timeAt(x), 0.0, m_scene.index->durationS()));
    }
}

void TimeRuler::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        m_isScrubbing = true;
        seekTo(event->position().x());
    } else {
        m_panX = event->position().x();
    }
}

void TimeRuler::mouseMoveEvent(QMouseEvent* event) {
    m_scene.hoverX = event->position().x();
    if ((event->buttons() & Qt::LeftButton) != 0) {
        seekTo(event->position().x());
    } else if (m_panX && event->buttons() != Qt::NoButton) {
        const double shiftS = timeAt(*m_panX) - timeAt(event->position().x());
        m_panX = event->position().x();
        showRange(m_scene.beginS + shiftS, m_scene.endS + shiftS);
    }
    update();
}

void TimeRuler::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        m_isScrubbing = false;
    } else {
        m_panX.reset();
    }
}

void TimeRuler::wheelEvent(QWheelEvent* event) {
    if (!m_scene.index) {
        return;
    }
    const QPoint delta = event->angleDelta();
    if (std::abs(delta.x()) > std::abs(delta.y())) {
        const double shiftS = -delta.x() / 1200.0 * (m_scene.endS - m_scene.beginS);
        showRange(m_scene.beginS + shiftS, m_scene.endS + shiftS);
    } else {
        const double at = m_isRolling && m_lastS ? m_scene.endS : timeAt(event->position().x());
        // Clamped here, so that the time under the mouse also stays fixed at the maximum zoom.
        const double lengthS = m_scene.endS - m_scene.beginS;
        const double factor =
            std::clamp(lengthS * std::pow(0.8, delta.y() / 120.0), kMinVisibleS, durationS()) /
            lengthS;
        showRange(at - (at - m_scene.beginS) * factor, at + (m_scene.endS - at) * factor);
    }
    event->accept();
}

void TimeRuler::leaveEvent(QEvent* /*event*/) {
    m_scene.hoverX.reset();
    update();
}

QString TimeRuler::toolTipAt(const QPoint& pos) const {
    const FrameNumber frame = m_scene.index->frameAtRecordTime(timeAt(pos.x()));
    QStringList lines;
    lines << tr("Game clock %1, frame %2")
                 .arg(clockText(m_scene.index->gameTimeS(frame), true))
                 .arg(frame);
    constexpr double kReachPx = 6.0;
    constexpr int kMaxLines = 8;
    for (const logs::Bookmark& bookmark : m_scene.bookmarks) {
        if (bookmark.frame < m_scene.index->frameCount() &&
            std::abs(xOf(m_scene.index->recordTimeS(bookmark.frame)) - pos.x()) < kReachPx) {
            lines << tr("Bookmark: %1").arg(toQt(bookmark.text));
        }
    }
    if (m_scene.analysis) {
        for (const Event& event : m_scene.analysis->events) {
            if (std::abs(xOf(event.recordTimeS) - pos.x()) < kReachPx && lines.size() < kMaxLines) {
                lines << (event.kind == EventKind::PlayMode ? playModeText(event.text)
                                                            : toQt(event.text));
            }
        }
    }
    return lines.join(QLatin1Char('\n'));
}

bool TimeRuler::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && m_scene.index && m_scene.index->frameCount() > 0) {
        auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace sideline::widgets
