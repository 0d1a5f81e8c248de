#include "widgets/match/time_ruler.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <QWheelEvent>

namespace sideline::widgets {

namespace {

using logs::Event;
using logs::EventKind;
using logs::FrameNumber;

// Rows of the strip, from the top, in pixels.
constexpr int kTicksTop = 0;
constexpr int kTicksHeight = 20;
constexpr int kModesTop = 22;
constexpr int kModesHeight = 15;
constexpr int kEventsTop = 39;
constexpr int kEventsHeight = 17;
constexpr int kActivityTop = 58;
constexpr int kActivityHeight = 15;
constexpr int kMargin = 8;
constexpr double kMinVisibleS = 0.4;
constexpr double kEndShare = 0.005; // of what is shown: so near to the end of the log is its end

// What stands in the events row, most important last so that it is painted on top.
constexpr std::array kShownKinds = {EventKind::GetUp,    EventKind::Fall,  EventKind::Kick,
                                    EventKind::Join,     EventKind::Leave, EventKind::BallMoved,
                                    EventKind::TimeJump, EventKind::Score, EventKind::Foul,
                                    EventKind::Half,     EventKind::Goal};

} // namespace

QColor playModeColor(std::string_view mode, const TeamColors& colors) {
    const auto endsWith = [&](std::string_view side) {
        return mode.size() > side.size() && mode.substr(mode.size() - side.size()) == side;
    };
    if (mode == "PlayOn") {
        return {0x3f, 0x8f, 0x4a};
    }
    if (mode == "BeforeKickOff" || mode == "GameOver" || mode.empty()) {
        return {0x7a, 0x7f, 0x87};
    }
    const QColor team = endsWith("eft")    ? colors.left
                        : endsWith("ight") ? colors.right
                                           : QColor(0x9a, 0x7b, 0x2d);
    return mode.starts_with("Goal") ? team.lighter(135) : team;
}

QColor eventColor(const Event& event, const TeamColors& colors, const QPalette& palette) {
    if (event.side != game::Side::None) {
        return colors.of(event.side);
    }
    return palette.color(QPalette::Text);
}

TimeRuler::TimeRuler(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Time of the log"));
}

void TimeRuler::setIndex(std::shared_ptr<const logs::LogIndex> index) {
    const bool isNew = !m_index || !index;
    m_index = std::move(index);
    if (isNew) {
        m_analysis = nullptr;
        m_userZoomed = false;
    }
    if (m_index && !m_userZoomed) {
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
    if (m_isRolling && m_userZoomed && m_lastS && m_endS < durationS()) {
        showLast(*m_lastS);
    }
}

void TimeRuler::setAnalysis(std::shared_ptr<const logs::LogAnalysis> analysis) {
    m_analysis = std::move(analysis);
    update();
}

void TimeRuler::setBookmarks(std::vector<logs::Bookmark> bookmarks) {
    m_bookmarks = std::move(bookmarks);
    update();
}

void TimeRuler::setLoop(std::optional<logs::LoopRange> loop) {
    m_loop = loop;
    update();
}

void TimeRuler::setTime(double recordTimeS) {
    m_timeS = recordTimeS;
    update();
}

void TimeRuler::setColors(const TeamColors& colors) {
    m_colors = colors;
    update();
}

double TimeRuler::durationS() const {
    return m_index ? std::max(m_index->durationS(), kMinVisibleS) : 1.0;
}

void TimeRuler::showRange(double beginS, double endS) {
    const double length = std::clamp(endS - beginS, kMinVisibleS, durationS());
    m_beginS = std::clamp(beginS, 0.0, durationS() - length);
    m_endS = m_beginS + length;
    m_userZoomed = true;
    m_lastS.reset();
    if (m_endS >= durationS() - kEndShare * length) {
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
    constexpr double kLeadShare = 0.02;
    const auto active = m_index ? m_index->firstActiveFrame() : std::nullopt;
    const double fromS = active ? m_index->recordTimeS(*active) : 0.0;
    showRange(fromS - kLeadShare * (durationS() - fromS), durationS());
}

double TimeRuler::xOf(double recordTimeS) const {
    return kMargin + (recordTimeS - m_beginS) / (m_endS - m_beginS) * (width() - 2 * kMargin);
}

double TimeRuler::timeAt(double x) const {
    return m_beginS + (x - kMargin) / (width() - 2 * kMargin) * (m_endS - m_beginS);
}

void TimeRuler::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (!m_index || m_index->frameCount() == 0) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect(), Qt::AlignCenter, tr("No log open"));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paintLoop(painter);
    paintTicks(painter);
    paintPlayModes(painter);
    paintActivity(painter);
    paintEvents(painter);
    paintCursor(painter);
}

void TimeRuler::paintTicks(QPainter& painter) const {
    const double perPixelS = (m_endS - m_beginS) / std::max(1, width() - 2 * kMargin);
    QFont font = painter.font();
    font.setPointSizeF(font.pointSizeF() * 0.88);
    painter.setFont(font);
    const logs::ClockTicks ticks =
        logs::clockTicks(*m_index, m_beginS, m_endS, perPixelS * kClockTickSpacingPx);
    for (const logs::ClockTick& tick : ticks.ticks) {
        const double x = xOf(tick.recordTimeS);
        painter.setPen(QPen(palette().color(QPalette::Mid), 1));
        painter.drawLine(QPointF(x, kTicksHeight - (tick.isMajor ? 5 : 2)),
                         QPointF(x, kTicksHeight));
        if (!tick.isMajor) {
            continue;
        }
        const QString label = clockTickText(tick, ticks.stepS);
        painter.setPen(
            palette().color(tick.clockStands ? QPalette::PlaceholderText : QPalette::Text));
        const double half = painter.fontMetrics().horizontalAdvance(label) / 2.0 + 1.0;
        const double middle = std::clamp(x, half, std::max(half, width() - half)); // never cut off
        painter.drawText(QRectF(middle - 45, kTicksTop, 90, kTicksHeight - 5), Qt::AlignCenter,
                         label);
    }
}

void TimeRuler::paintPlayModes(QPainter& painter) const {
    if (!m_analysis) {
        return;
    }
    QFont font = painter.font();
    font.setPointSizeF(font.pointSizeF() * 0.92);
    painter.setFont(font);
    const auto paintInterval = [&](double fromS, double toS, const std::string& mode) {
        const QRectF box(
            QPointF(std::max(xOf(fromS), double(kMargin)), kModesTop),
            QPointF(std::min(xOf(toS), double(width() - kMargin)), kModesTop + kModesHeight));
        if (box.width() <= 0.0) {
            return;
        }
        const QColor color = playModeColor(mode, m_colors);
        painter.fillRect(box, color);
        if (box.width() > 2.0) {
            painter.fillRect(QRectF(box.left(), box.top(), 1, box.height()),
                             palette().color(QPalette::Base));
        }
        const QString text = playModeText(mode);
        if (painter.fontMetrics().horizontalAdvance(text) + 6 < box.width()) {
            painter.setPen(readableOn(color));
            painter.drawText(box, Qt::AlignCenter, text);
        }
    };
    std::optional<std::pair<double, std::string>> open;
    for (const Event& event : m_analysis->events) {
        if (event.kind != EventKind::PlayMode) {
            continue;
        }
        if (open) {
            paintInterval(open->first, event.recordTimeS, open->second);
        }
        const auto code = static_cast<std::size_t>(event.code);
        open = {event.recordTimeS, code < m_playModes.size() ? m_playModes[code] : event.text};
    }
    if (open && m_analysis->frameCount > 0) {
        const FrameNumber last = std::min(m_analysis->frameCount, m_index->frameCount()) - 1;
        paintInterval(open->first, m_index->recordTimeS(last), open->second);
    }
}

// How much changes at each instant: the length of the messages, per pixel column.
void TimeRuler::paintActivity(QPainter& painter) const {
    const int columns = width() - 2 * kMargin;
    if (columns <= 0) {
        return;
    }
    std::vector<std::uint32_t> longest(static_cast<std::size_t>(columns), 0);
    const FrameNumber first = m_index->frameAtRecordTime(m_beginS);
    const FrameNumber last = m_index->frameAtRecordTime(m_endS);
    // Looking at a few thousand frames reports as much as looking at all of them.
    const FrameNumber stride = std::max<FrameNumber>(1, (last - first) / 8192);
    for (FrameNumber n = first; n <= last; n += stride) {
        if (m_index->isFull(n)) {
            continue;
        }
        const auto column = static_cast<int>(xOf(m_index->recordTimeS(n))) - kMargin;
        if (column >= 0 && column < columns) {
            auto& value = longest[static_cast<std::size_t>(column)];
            value = std::max(value, m_index->lineLength(n));
        }
    }
    const std::uint32_t top = *std::ranges::max_element(longest);
    if (top == 0) {
        return;
    }
    QPainterPath path(QPointF(kMargin, kActivityTop + kActivityHeight));
    double height = 0.0;
    for (int i = 0; i < columns; ++i) {
        const std::uint32_t value = longest[static_cast<std::size_t>(i)];
        if (value > 0) { // columns without a frame continue the one before
            height = kActivityHeight * static_cast<double>(value) / static_cast<double>(top);
        }
        path.lineTo(kMargin + i, kActivityTop + kActivityHeight - height);
    }
    path.lineTo(kMargin + columns, kActivityTop + kActivityHeight);
    QColor color = palette().color(QPalette::Highlight);
    color.setAlphaF(0.45F);
    painter.fillPath(path, color);
}

void TimeRuler::paintEvents(QPainter& painter) const {
    const double bottom = kEventsTop + kEventsHeight;
    if (m_analysis) {
        for (const EventKind kind : kShownKinds) {
            const bool minor = kind == EventKind::Fall || kind == EventKind::GetUp ||
                               kind == EventKind::Kick || kind == EventKind::Join ||
                               kind == EventKind::Leave || kind == EventKind::BallMoved;
            for (const Event& event : m_analysis->events) {
                const double x = xOf(event.recordTimeS);
                if (event.kind != kind || x < kMargin - 1 || x > width() - kMargin + 1) {
                    continue;
                }
                const QColor color = eventColor(event, m_colors, palette());
                painter.setPen(Qt::NoPen);
                if (kind == EventKind::Goal) {
                    painter.setBrush(color);
                    painter.setPen(QPen(readableOn(palette().color(QPalette::Base)), 1));
                    painter.drawEllipse(QPointF(x, kEventsTop + kEventsHeight / 2.0), 6, 6);
                } else if (kind == EventKind::Foul) {
                    painter.setBrush(color);
                    const std::array corners = {QPointF(x, kEventsTop + 2),
                                                QPointF(x + 5, bottom - 4),
                                                QPointF(x - 5, bottom - 4)};
                    painter.drawPolygon(corners.data(), static_cast<int>(corners.size()));
                } else {
                    const double height = minor ? 6.0 : kEventsHeight;
                    painter.fillRect(QRectF(x - 0.75, bottom - height, 1.5, height), color);
                }
            }
        }
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0xf0, 0xb4, 0x29));
    for (const logs::Bookmark& bookmark : m_bookmarks) {
        if (bookmark.frame >= m_index->frameCount()) {
            continue;
        }
        const double x = xOf(m_index->recordTimeS(bookmark.frame));
        const std::array corners = {QPointF(x - 4, kTicksTop + 1), QPointF(x + 4, kTicksTop + 1),
                                    QPointF(x + 4, kTicksTop + 11), QPointF(x, kTicksTop + 8),
                                    QPointF(x - 4, kTicksTop + 11)};
        painter.drawPolygon(corners.data(), static_cast<int>(corners.size()));
    }
}

void TimeRuler::paintLoop(QPainter& painter) const {
    if (!m_loop) {
        return;
    }
    QColor color = palette().color(QPalette::Highlight);
    const QRectF box(QPointF(xOf(m_loop->beginS), 0), QPointF(xOf(m_loop->endS), height()));
    color.setAlphaF(0.18F);
    painter.fillRect(box, color);
    color.setAlphaF(1.0F);
    painter.setPen(QPen(color, 1.5));
    painter.drawLine(box.topLeft(), box.bottomLeft());
    painter.drawLine(box.topRight(), box.bottomRight());
}

void TimeRuler::paintCursor(QPainter& painter) const {
    if (m_hoverX) {
        painter.setPen(QPen(palette().color(QPalette::Mid), 1, Qt::DashLine));
        painter.drawLine(QPointF(*m_hoverX, 0), QPointF(*m_hoverX, height()));
    }
    const double x = xOf(m_timeS);
    const QColor color(0xff, 0x8a, 0x1f);
    painter.setPen(QPen(color, 2));
    painter.drawLine(QPointF(x, kTicksHeight - 6), QPointF(x, height()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const std::array corners = {QPointF(x - 5, kTicksHeight - 12),
                                QPointF(x + 5, kTicksHeight - 12), QPointF(x, kTicksHeight - 4)};
    painter.drawPolygon(corners.data(), static_cast<int>(corners.size()));
}

void TimeRuler::seekTo(double x) {
    if (m_index) {
        Q_EMIT seekRequested(std::clamp(timeAt(x), 0.0, m_index->durationS()));
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
    m_hoverX = event->position().x();
    if ((event->buttons() & Qt::LeftButton) != 0) {
        seekTo(event->position().x());
    } else if (m_panX && event->buttons() != Qt::NoButton) {
        const double shiftS = timeAt(*m_panX) - timeAt(event->position().x());
        m_panX = event->position().x();
        showRange(m_beginS + shiftS, m_endS + shiftS);
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
    if (!m_index) {
        return;
    }
    const QPoint delta = event->angleDelta();
    if (std::abs(delta.x()) > std::abs(delta.y())) {
        const double shiftS = -delta.x() / 1200.0 * (m_endS - m_beginS);
        showRange(m_beginS + shiftS, m_endS + shiftS);
    } else {
        const double at = m_isRolling && m_lastS ? m_endS : timeAt(event->position().x());
        // Clamped here, so that the time at the mouse stays at the closest zoom too.
        const double lengthS = m_endS - m_beginS;
        const double factor =
            std::clamp(lengthS * std::pow(0.8, delta.y() / 120.0), kMinVisibleS, durationS()) /
            lengthS;
        showRange(at - (at - m_beginS) * factor, at + (m_endS - at) * factor);
    }
    event->accept();
}

void TimeRuler::leaveEvent(QEvent* /*event*/) {
    m_hoverX.reset();
    update();
}

QString TimeRuler::toolTipAt(const QPoint& pos) const {
    const FrameNumber frame = m_index->frameAtRecordTime(timeAt(pos.x()));
    QStringList lines;
    lines
        << tr("Game clock %1, frame %2").arg(clockText(m_index->gameTimeS(frame), true)).arg(frame);
    constexpr double kReachPx = 6.0;
    constexpr int kMaxLines = 8;
    for (const logs::Bookmark& bookmark : m_bookmarks) {
        if (bookmark.frame < m_index->frameCount() &&
            std::abs(xOf(m_index->recordTimeS(bookmark.frame)) - pos.x()) < kReachPx) {
            lines << tr("Bookmark: %1").arg(toQt(bookmark.text));
        }
    }
    if (m_analysis) {
        for (const Event& event : m_analysis->events) {
            if (std::abs(xOf(event.recordTimeS) - pos.x()) < kReachPx && lines.size() < kMaxLines) {
                lines << (event.kind == EventKind::PlayMode ? playModeText(event.text)
                                                            : toQt(event.text));
            }
        }
    }
    return lines.join(QLatin1Char('\n'));
}

bool TimeRuler::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && m_index && m_index->frameCount() > 0) {
        auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace sideline::widgets
