#include "widgets/decide/decision_timeline.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

constexpr int kMarginPx = 8; // same as the ruler's
constexpr int kNamePx = 22;  // width of the players' numbers, over the left end of their rows
constexpr double kMinRowPx = 11.0;
constexpr double kMaxRowPx = 24.0;
constexpr double kMinVisibleS = 0.4;
constexpr int kTipChars = 300; // maximum length of a path
// Distinguishable for most people; the later ones are darker.
constexpr std::array<QRgb, 12> kBehaviorColors = {0xff4e79a7, 0xfff28e2b, 0xff59a14f, 0xffe15759,
                                                  0xff76b7b2, 0xffedc948, 0xffb07aa1, 0xffff9da7,
                                                  0xff9c755f, 0xff8cd17d, 0xffd37295, 0xff86bcb6};

QString seconds(double s) {
    return QString::number(s, 'f', s < 10.0 ? 1 : 0);
}

} // namespace

const DecisionSegment* DecisionRow::at(double timeS, double slackS) const {
    const auto after = std::ranges::upper_bound(segments, timeS, {}, &DecisionSegment::fromS);
    if (after == segments.begin()) {
        return nullptr;
    }
    const DecisionSegment& segment = *(after - 1);
    return timeS <= segment.toS + slackS ? &segment : nullptr;
}

DecisionTimeline::DecisionTimeline(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("decisionTimeline"));
    setAccessibleName(tr("Timeline of decisions"));
    setMouseTracking(true);
    setRows(nullptr, {});
}

void DecisionTimeline::setRows(const DecisionRowsPtr& rows, const QString& why) {
    const bool hasOtherSize = (m_rows ? m_rows->size() : 0) != (rows ? rows->size() : 0);
    if (!rows || rows->empty()) {
        m_places.clear();
    }
    m_rows = rows;
    m_why = why;
    noteColors();
    if (hasOtherSize) {
        updateGeometry();
    }
    update();
}

void DecisionTimeline::noteColors() {
    if (!m_rows) {
        return;
    }
    for (const DecisionRow& row : *m_rows) {
        for (const DecisionSegment& segment : row.segments) {
            m_places.try_emplace(segment.does, static_cast<int>(m_places.size()));
        }
    }
}

void DecisionTimeline::setColors(const TeamColors& colors) {
    if (!(colors == m_colors)) {
        m_colors = colors;
        update();
    }
}

void DecisionTimeline::showRange(double beginS, double endS) {
    m_beginS = beginS;
    m_endS = std::max(endS, beginS + kMinVisibleS);
    update();
}

void DecisionTimeline::setTime(double recordTimeS) {
    if (recordTimeS != m_timeS) {
        m_timeS = recordTimeS;
        update();
    }
}

void DecisionTimeline::setSelection(const game::PlayerId& robot) {
    m_selection = robot;
    update();
}

QColor DecisionTimeline::colorOf(const std::string& does) const {
    const auto found = m_places.find(does);
    if (found == m_places.end()) {
        return palette().color(QPalette::Mid);
    }
    const auto count = static_cast<int>(kBehaviorColors.size());
    const QColor color(kBehaviorColors[static_cast<std::size_t>(found->second % count)]);
    return color.darker(100 + 35 * std::min(found->second / count, 3));
}

std::vector<std::pair<QString, QColor>> DecisionTimeline::legend() const {
    std::vector<std::pair<QString, QColor>> all(m_places.size());
    for (const auto& [does, place] : m_places) {
        all[static_cast<std::size_t>(place)] = {toQt(does), colorOf(does)};
    }
    return all;
}

QSize DecisionTimeline::sizeHint() const {
    const double rows = m_rows ? static_cast<double>(m_rows->size()) : 0.0;
    return {600, static_cast<int>(std::max(rows, 4.0) * 16.0)};
}

QSize DecisionTimeline::minimumSizeHint() const {
    const double rows = m_rows ? static_cast<double>(m_rows->size()) : 0.0;
    return {200, static_cast<int>(std::max(rows, 4.0) * kMinRowPx)};
}

double DecisionTimeline::xOf(double recordTimeS) const {
    return kMarginPx + (recordTimeS - m_beginS) / (m_endS - m_beginS) * (width() - 2 * kMarginPx);
}

double DecisionTimeline::timeAt(double x) const {
    const double fraction = (x - kMarginPx) / std::max(1, width() - 2 * kMarginPx);
    return m_beginS + std::clamp(fraction, 0.0, 1.0) * (m_endS - m_beginS);
}

double DecisionTimeline::rowHeight() const {
    const double rows = m_rows && !m_rows->empty() ? static_cast<double>(m_rows->size()) : 1.0;
    return std::clamp(height() / rows, kMinRowPx, kMaxRowPx);
}

QPointF DecisionTimeline::placeOf(const game::PlayerId& robot, double timeS) const {
    for (std::size_t i = 0; m_rows && i < m_rows->size(); ++i) {
        if ((*m_rows)[i].robot == robot) {
            return {xOf(timeS), (static_cast<double>(i) + 0.5) * rowHeight()};
        }
    }
    return {};
}

const DecisionRow* DecisionTimeline::rowAt(double y) const {
    const auto index = static_cast<std::ptrdiff_t>(std::floor(y / rowHeight()));
    const bool isThere =
        m_rows && index >= 0 && index < static_cast<std::ptrdiff_t>(m_rows->size());
    return isThere ? &(*m_rows)[static_cast<std::size_t>(index)] : nullptr;
}

void DecisionTimeline::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (!m_rows || m_rows->empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect().adjusted(kMarginPx, 0, -kMarginPx, 0),
                         Qt::AlignCenter | Qt::TextWordWrap, m_why);
        return;
    }
    double top = 0.0;
    for (const DecisionRow& row : *m_rows) {
        paintRow(painter, row, top);
        top += rowHeight();
    }
    const double x = xOf(m_timeS);
    if (x >= kMarginPx && x <= width() - kMarginPx) {
        painter.setPen(QPen(palette().color(QPalette::Text), 1.5));
        painter.drawLine(QPointF(x, 0), QPointF(x, top));
    }
}

void DecisionTimeline::paintRow(QPainter& painter, const DecisionRow& row, double top) const {
    const double height = rowHeight();
    const QRectF strip(kMarginPx, top + 0.5, width() - 2.0 * kMarginPx, height - 1.0);
    if (row.robot == m_selection) {
        painter.fillRect(QRectF(0.0, top, width(), height), palette().color(QPalette::Highlight));
    }
    const auto begin = std::ranges::lower_bound(row.segments, m_beginS, {}, &DecisionSegment::toS);
    QFont font = painter.font();
    font.setPixelSize(std::clamp(static_cast<int>(height) - 3, 8, 12));
    painter.setFont(font);
    const QFontMetrics metrics(font);
    painter.save();
    painter.setClipRect(strip);
    for (auto segment = begin; segment != row.segments.end() && segment->fromS < m_endS;
         ++segment) {
        const double left = xOf(segment->fromS);
        const QRectF bar(QPointF(left, strip.top()),
                         QPointF(std::max(left + 1.0, xOf(segment->toS)), strip.bottom()));
        const QColor color = colorOf(segment->does);
        painter.fillRect(bar, color);
        // A segment that continues the previous one for another reason is not labeled again.
        constexpr double kSameS = 0.05;
        const bool isContinued = segment != begin && (segment - 1)->does == segment->does &&
                                 segment->fromS - (segment - 1)->toS < kSameS;
        if (isContinued) {
            painter.setPen(color.darker(130));
            painter.drawLine(bar.topLeft(), bar.bottomLeft());
            continue;
        }
        const QString text = toQt(segment->behavior());
        const QRectF seen = bar & strip.adjusted(kNamePx, 0, 0, 0);
        if (seen.width() > metrics.horizontalAdvance(text) + 6) {
            painter.setPen(readableOn(color));
            painter.drawText(seen.adjusted(3, 0, -3, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
        }
    }
    painter.restore();
    // Drawn over the bars, whose left end is the beginning of the ruler.
    const QColor team = m_colors.of(row.robot.side);
    const QRectF name(kMarginPx, strip.top(), kNamePx, strip.height());
    painter.fillRect(name, team);
    painter.setPen(readableOn(team));
    painter.drawText(name, Qt::AlignCenter, QString::number(row.robot.unum.value()));
}

QString DecisionTimeline::tipAt(const QPointF& pos) const {
    const DecisionRow* row = rowAt(pos.y());
    if (row == nullptr) {
        return {};
    }
    const QString player = tr("%1 %2").arg(toQt(row->team)).arg(row->robot.unum.value());
    const DecisionSegment* segment = row->at(timeAt(pos.x()));
    if (segment == nullptr) {
        return tr("%1: its behavior is unknown").arg(player);
    }
    QString text = tr("%1: %2").arg(player, toQt(segment->does));
    if (!segment->reason.empty()) {
        text += QLatin1Char('\n') + toQt(segment->reason);
    }
    if (!segment->path.empty()) {
        const QString path = toQt(segment->path);
        text += QLatin1Char('\n') +
                tr("because of %1")
                    .arg(path.size() > kTipChars ? path.left(kTipChars) + QChar(0x2026) : path);
    }
    return text + QLatin1Char('\n') +
           tr("for %1 s; click to seek there and select it")
               .arg(seconds(segment->toS - segment->fromS));
}

void DecisionTimeline::mousePressEvent(QMouseEvent* event) {
    const DecisionRow* row = rowAt(event->position().y());
    if (event->button() != Qt::LeftButton || row == nullptr) {
        return;
    }
    const double x = event->position().x();
    Q_EMIT robotSelected(row->robot);
    if (x >= kMarginPx + kNamePx) { // over the number, the tip describes the player
        Q_EMIT seekRequested(timeAt(x));
    }
}

void DecisionTimeline::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons().testFlag(Qt::LeftButton) && m_rows && !m_rows->empty()) {
        Q_EMIT seekRequested(timeAt(event->position().x()));
    }
}

void DecisionTimeline::wheelEvent(QWheelEvent* event) {
    if (event->modifiers().testFlag(Qt::ShiftModifier)) { // scrolls the rows
        event->ignore();
        return;
    }
    event->accept();
    const double factor = std::pow(0.8, event->angleDelta().y() / 120.0);
    const double atS = timeAt(event->position().x());
    Q_EMIT rangeRequested(atS - (atS - m_beginS) * factor, atS + (m_endS - atS) * factor);
}

bool DecisionTimeline::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
}

DecisionTimelinePanel::DecisionTimelinePanel(QWidget* parent)
    : QWidget(parent), m_view(new DecisionTimeline), m_legend(new QLabel), m_progress(new QLabel) {
    setObjectName(QStringLiteral("decisionTimelinePanel"));
    m_legend->setObjectName(QStringLiteral("decisionLegend"));
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setMinimumWidth(40);
    m_legend->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progress->setObjectName(QStringLiteral("decisionProgress"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_legend, 1);
    row->addWidget(m_progress);
    auto* area = scrolled(m_view);
    area->setMinimumHeight(60);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 2, 9, 0); // aligned with the ruler, so that times agree
    column->setSpacing(2);
    column->addLayout(row);
    column->addWidget(area, 1);
}

void DecisionTimelinePanel::setRows(const DecisionRowsPtr& rows, const QString& why) {
    m_view->setRows(rows, why);
    QStringList parts;
    QStringList plain;
    for (const auto& [does, color] : m_view->legend()) {
        parts << QStringLiteral("<span style='color:%1'>\u25a0</span>&nbsp;%2")
                     .arg(color.name(), does.toHtmlEscaped());
        plain << does;
    }
    showText(m_legend, QStringLiteral("&nbsp;") + parts.join(QStringLiteral("&nbsp; ")));
    m_legend->setToolTip(plain.join(QLatin1Char('\n')));
}

void DecisionTimelinePanel::setProgress(const QString& text) {
    showText(m_progress, text);
}

} // namespace sideline::widgets
