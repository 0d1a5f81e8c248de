#include "widgets/match/time_ruler_paint.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QPainterPath>

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
constexpr double kPlayheadHalfPx = 5.0;

// Events of the events row, the most important ones last, so that they are painted on top.
constexpr std::array kShownKinds = {EventKind::GetUp,    EventKind::Fall,  EventKind::Kick,
                                    EventKind::Join,     EventKind::Leave, EventKind::BallMoved,
                                    EventKind::TimeJump, EventKind::Score, EventKind::Foul,
                                    EventKind::Half,     EventKind::Goal};

bool isMinor(EventKind kind) {
    return kind == EventKind::Fall || kind == EventKind::GetUp || kind == EventKind::Kick ||
           kind == EventKind::Join || kind == EventKind::Leave || kind == EventKind::BallMoved;
}

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

double TimeRulerScene::xOf(double recordTimeS, int widthPx) const {
    return kMarginPx + (recordTimeS - beginS) / (endS - beginS) * (widthPx - 2 * kMarginPx);
}

double TimeRulerScene::timeAt(double x, int widthPx) const {
    return beginS + (x - kMarginPx) / (widthPx - 2 * kMarginPx) * (endS - beginS);
}

void TimeRulerPainter::paint() {
    paintLoop();
    paintTicks();
    paintPlayModes();
    paintActivity();
    paintEvents();
    paintBookmarks();
    paintCursor();
}

void TimeRulerPainter::paintTicks() {
    const double perPixelS = (m_scene.endS - m_scene.beginS) /
                             std::max(1, m_size.width() - 2 * TimeRulerScene::kMarginPx);
    QFont font = m_painter.font();
    font.setPointSizeF(font.pointSizeF() * 0.88);
    m_painter.setFont(font);
    const logs::ClockTicks ticks = logs::clockTicks(*m_scene.index, m_scene.beginS, m_scene.endS,
                                                    perPixelS * kClockTickSpacingPx);
    for (const logs::ClockTick& tick : ticks.ticks) {
        const double x = xOf(tick.recordTimeS);
        m_painter.setPen(QPen(m_palette.color(QPalette::Mid), 1));
        m_painter.drawLine(QPointF(x, kTicksHeight - (tick.isMajor ? 5 : 2)),
                           QPointF(x, kTicksHeight));
        if (!tick.isMajor) {
            continue;
        }
        const QString label = clockTickText(tick, ticks.stepS);
        m_painter.setPen(
            m_palette.color(tick.isClockStopped ? QPalette::PlaceholderText : QPalette::Text));
        const double half = m_painter.fontMetrics().horizontalAdvance(label) / 2.0 + 1.0;
        const double middle =
            std::clamp(x, half, std::max(half, m_size.width() - half)); // never cut off
        const double beside = besidePlayhead(middle, half, xOf(m_scene.timeS), kPlayheadHalfPx);
        m_painter.drawText(QRectF(beside - 45, kTicksTop, 90, kTicksHeight - 5), Qt::AlignCenter,
                           label);
    }
}

void TimeRulerPainter::paintPlayMode(double fromS, double toS, const std::string& mode) {
    const QRectF box(QPointF(std::max(xOf(fromS), double(TimeRulerScene::kMarginPx)), kModesTop),
                     QPointF(std::min(xOf(toS), double(m_size.width() - TimeRulerScene::kMarginPx)),
                             kModesTop + kModesHeight));
    if (box.width() <= 0.0) {
        return;
    }
    const QColor color = playModeColor(mode, m_scene.colors);
    m_painter.fillRect(box, color);
    if (box.width() > 2.0) {
        m_painter.fillRect(QRectF(box.left(), box.top(), 1, box.height()),
                           m_palette.color(QPalette::Base));
    }
    const QString text = playModeText(mode);
    if (m_painter.fontMetrics().horizontalAdvance(text) + 6 < box.width()) {
        m_painter.setPen(readableOn(color));
        m_painter.drawText(box, Qt::AlignCenter, text);
    }
}

void TimeRulerPainter::paintPlayModes() {
    if (!m_scene.analysis) {
        return;
    }
    QFont font = m_painter.font();
    font.setPointSizeF(font.pointSizeF() * 0.92);
    m_painter.setFont(font);
    std::optional<std::pair<double, std::string>> open;
    for (const Event& event : m_scene.analysis->events) {
        if (event.kind != EventKind::PlayMode) {
            continue;
        }
        if (open) {
            paintPlayMode(open->first, event.recordTimeS, open->second);
        }
        const auto code = static_cast<std::size_t>(event.code);
        open = {event.recordTimeS,
                code < m_scene.playModes.size() ? m_scene.playModes[code] : event.text};
    }
    if (open && m_scene.analysis->frameCount > 0) {
        const FrameNumber last =
            std::min(m_scene.analysis->frameCount, m_scene.index->frameCount()) - 1;
        paintPlayMode(open->first, m_scene.index->recordTimeS(last), open->second);
    }
}

// The amount of change over time: the length of the messages, per pixel column.
void TimeRulerPainter::paintActivity() {
    const int columns = m_size.width() - 2 * TimeRulerScene::kMarginPx;
    if (columns <= 0) {
        return;
    }
    std::vector<std::uint32_t> longest(static_cast<std::size_t>(columns), 0);
    const FrameNumber first = m_scene.index->frameAtRecordTime(m_scene.beginS);
    const FrameNumber last = m_scene.index->frameAtRecordTime(m_scene.endS);
    // A few thousand frames show as much as all frames.
    const FrameNumber stride = std::max<FrameNumber>(1, (last - first) / 8192);
    for (FrameNumber n = first; n <= last; n += stride) {
        if (m_scene.index->isFull(n)) {
            continue;
        }
        const auto column =
            static_cast<int>(xOf(m_scene.index->recordTimeS(n))) - TimeRulerScene::kMarginPx;
        if (column >= 0 && column < columns) {
            auto& value = longest[static_cast<std::size_t>(column)];
            value = std::max(value, m_scene.index->lineLength(n));
        }
    }
    const std::uint32_t top = *std::ranges::max_element(longest);
    if (top == 0) {
        return;
    }
    QPainterPath path(QPointF(TimeRulerScene::kMarginPx, kActivityTop + kActivityHeight));
    double heightPx = 0.0;
    for (int i = 0; i < columns; ++i) {
        const std::uint32_t value = longest[static_cast<std::size_t>(i)];
        if (value > 0) { // columns without a frame repeat the previous one
            heightPx = kActivityHeight * static_cast<double>(value) / static_cast<double>(top);
        }
        path.lineTo(TimeRulerScene::kMarginPx + i, kActivityTop + kActivityHeight - heightPx);
    }
    path.lineTo(TimeRulerScene::kMarginPx + columns, kActivityTop + kActivityHeight);
    QColor color = m_palette.color(QPalette::Highlight);
    color.setAlphaF(0.45F);
    m_painter.fillPath(path, color);
}

void TimeRulerPainter::paintEvents() {
    if (!m_scene.analysis) {
        return;
    }
    for (const EventKind kind : kShownKinds) {
        for (const Event& event : m_scene.analysis->events) {
            if (event.kind == kind) {
                paintEvent(event);
            }
        }
    }
}

void TimeRulerPainter::paintEvent(const Event& event) {
    const double bottom = kEventsTop + kEventsHeight;
    const double x = xOf(event.recordTimeS);
    if (x < TimeRulerScene::kMarginPx - 1 || x > m_size.width() - TimeRulerScene::kMarginPx + 1) {
        return;
    }
    const QColor color = eventColor(event, m_scene.colors, m_palette);
    m_painter.setPen(Qt::NoPen);
    if (event.kind == EventKind::Goal) {
        m_painter.setBrush(color);
        m_painter.setPen(QPen(readableOn(m_palette.color(QPalette::Base)), 1));
        m_painter.drawEllipse(QPointF(x, kEventsTop + kEventsHeight / 2.0), 6, 6);
    } else if (event.kind == EventKind::Foul) {
        m_painter.setBrush(color);
        const std::array corners = {QPointF(x, kEventsTop + 2), QPointF(x + 5, bottom - 4),
                                    QPointF(x - 5, bottom - 4)};
        m_painter.drawPolygon(corners.data(), static_cast<int>(corners.size()));
    } else {
        const double heightPx = isMinor(event.kind) ? 6.0 : kEventsHeight;
        m_painter.fillRect(QRectF(x - 0.75, bottom - heightPx, 1.5, heightPx), color);
    }
}

void TimeRulerPainter::paintBookmarks() {
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(QColor(0xf0, 0xb4, 0x29));
    for (const logs::Bookmark& bookmark : m_scene.bookmarks) {
        if (bookmark.frame >= m_scene.index->frameCount()) {
            continue;
        }
        const double x = xOf(m_scene.index->recordTimeS(bookmark.frame));
        const std::array corners = {QPointF(x - 4, kTicksTop + 1), QPointF(x + 4, kTicksTop + 1),
                                    QPointF(x + 4, kTicksTop + 11), QPointF(x, kTicksTop + 8),
                                    QPointF(x - 4, kTicksTop + 11)};
        m_painter.drawPolygon(corners.data(), static_cast<int>(corners.size()));
    }
}

void TimeRulerPainter::paintLoop() {
    if (!m_scene.loop) {
        return;
    }
    QColor color = m_palette.color(QPalette::Highlight);
    const QRectF box(QPointF(xOf(m_scene.loop->beginS), 0),
                     QPointF(xOf(m_scene.loop->endS), m_size.height()));
    color.setAlphaF(0.18F);
    m_painter.fillRect(box, color);
    color.setAlphaF(1.0F);
    m_painter.setPen(QPen(color, 1.5));
    m_painter.drawLine(box.topLeft(), box.bottomLeft());
    m_painter.drawLine(box.topRight(), box.bottomRight());
}

void TimeRulerPainter::paintCursor() {
    if (m_scene.hoverX) {
        m_painter.setPen(QPen(m_palette.color(QPalette::Mid), 1, Qt::DashLine));
        m_painter.drawLine(QPointF(*m_scene.hoverX, 0), QPointF(*m_scene.hoverX, m_size.height()));
    }
    const double x = xOf(m_scene.timeS);
    const QColor color(0xff, 0x8a, 0x1f);
    m_painter.setPen(QPen(color, 2));
    m_painter.drawLine(QPointF(x, kTicksHeight - 6), QPointF(x, m_size.height()));
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(color);
    const std::array corners = {QPointF(x - kPlayheadHalfPx, kTicksHeight - 12),
                                QPointF(x + kPlayheadHalfPx, kTicksHeight - 12),
                                QPointF(x, kTicksHeight - 4)};
    m_painter.drawPolygon(corners.data(), static_cast<int>(corners.size()));
}

} // namespace sideline::widgets
