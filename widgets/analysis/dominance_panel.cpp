#include "widgets/analysis/dominance_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include "logs/analysis/statistic_list.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

using game::Side;

constexpr int kMarginPx = 8; // same margin as in the ruler
constexpr int kMarksPx = 14; // space above and below the bars for marks
constexpr double kMinVisibleS = 0.4;
constexpr std::array kLengthsS = {10.0, 30.0, 60.0, 300.0};
constexpr int kDefaultLength = 1;

} // namespace

std::vector<DominanceWindow> dominanceOf(const std::vector<logs::PeriodStatistics>& windows,
                                         DominanceQuantity quantity, double lengthS) {
    std::vector<DominanceWindow> all;
    long last = 0;
    int half = 0;
    for (const logs::PeriodStatistics& window : windows) {
        const long index = static_cast<long>(std::floor(window.fromS / lengthS));
        if (all.empty() || index != last || window.half != half) {
            all.push_back({window.fromRecordS, window.toRecordS, window.fromS, window.toS});
        }
        last = index;
        half = window.half;
        DominanceWindow& sum = all.back();
        sum.toS = window.toRecordS;
        sum.gameToS = window.toS;
        const bool isPossession = quantity == DominanceQuantity::Possession;
        const auto& [left, right] = window.teams;
        sum.leftS += isPossession ? left.possessionS : left.ballInOpponentHalfS;
        sum.rightS += isPossession ? right.possessionS : right.ballInOpponentHalfS;
    }
    return all;
}

DominanceView::DominanceView(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("dominanceView"));
    setAccessibleName(tr("Timeline of dominance"));
    setMouseTracking(true);
}

void DominanceView::setWindows(std::vector<DominanceWindow> windows,
                               const MatchNumbersPtr& numbers) {
    m_windows = std::move(windows);
    m_numbers = numbers;
    update();
}

void DominanceView::setColors(const TeamColors& colors) {
    m_colors = colors;
    update();
}

void DominanceView::showRange(double beginS, double endS) {
    m_beginS = beginS;
    m_endS = std::max(endS, beginS + kMinVisibleS);
    update();
}

void DominanceView::setTime(double recordTimeS) {
    m_timeS = recordTimeS;
    update();
}

double DominanceView::xOf(double recordTimeS) const {
    return kMarginPx + (recordTimeS - m_beginS) / (m_endS - m_beginS) * (width() - 2 * kMarginPx);
}

double DominanceView::timeAt(double x) const {
    const double ratio = (x - kMarginPx) / std::max(1, width() - 2 * kMarginPx);
    return m_beginS + std::clamp(ratio, 0.0, 1.0) * (m_endS - m_beginS);
}

void DominanceView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF all(kMarginPx, kMarksPx, width() - 2.0 * kMarginPx, height() - 2.0 * kMarksPx);
    painter.fillRect(all, palette().color(QPalette::Base));
    if (m_windows.empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect(), Qt::AlignCenter,
                         m_numbers ? tr("The ball was not in play") : tr("No match is open"));
        return;
    }
    const double middle = all.center().y();
    painter.save();
    painter.setClipRect(all);
    for (const DominanceWindow& window : m_windows) {
        const auto ratio = window.leftRatio();
        if (!ratio || window.toS < m_beginS || window.fromS > m_endS) {
            continue;
        }
        const double heightPx = (2.0 * *ratio - 1.0) * all.height() / 2.0; // up for the left team
        const double left = xOf(window.fromS) + 0.5;
        const QRectF bar = QRectF(QPointF(left, middle - heightPx),
                                  QPointF(std::max(left + 1.0, xOf(window.toS) - 0.5), middle))
                               .normalized();
        painter.fillRect(bar, m_colors.of(*ratio >= 0.5 ? Side::Left : Side::Right));
    }
    painter.restore();
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawLine(QPointF(all.left(), middle), QPointF(all.right(), middle));
    paintMarks(painter);
    const double x = xOf(m_timeS);
    if (x >= all.left() && x <= all.right()) {
        painter.setPen(QPen(palette().color(QPalette::Text), 1.5));
        painter.drawLine(QPointF(x, 0), QPointF(x, height()));
    }
}

// Goals and shots: those of the left team above the bars, those of the right team below.
void DominanceView::paintMarks(QPainter& painter) const {
    const logs::MatchStatistics& match = m_numbers->statistics;
    const auto yOf = [this](Side side) {
        return side == Side::Left ? kMarksPx / 2.0 : height() - kMarksPx / 2.0;
    };
    const auto isSeen = [this](double timeS) { return timeS >= m_beginS && timeS <= m_endS; };
    for (const logs::Kick& kick : match.kicks) {
        if (kick.shot != logs::ShotKind::None && isSeen(kick.when.recordTimeS)) {
            const QPointF at(xOf(kick.when.recordTimeS), yOf(kick.by.side));
            painter.setPen(QPen(m_colors.of(kick.by.side), 2.0));
            painter.drawLine(at - QPointF(0, 4), at + QPointF(0, 4));
        }
    }
    for (const logs::Goal& goal : match.goals) {
        if (isSeen(goal.when.recordTimeS)) {
            painter.setPen(QPen(palette().color(QPalette::Text), 1.0));
            painter.setBrush(m_colors.of(goal.side));
            painter.drawEllipse(QPointF(xOf(goal.when.recordTimeS), yOf(goal.side)), 5.0, 5.0);
        }
    }
}

const DominanceWindow* DominanceView::windowAt(double x) const {
    const double timeS = timeAt(x);
    const auto after = std::ranges::upper_bound(m_windows, timeS, {}, &DominanceWindow::fromS);
    return after == m_windows.begin() ? nullptr : &*(after - 1);
}

QString DominanceView::tipAt(double x) const {
    const DominanceWindow* window = windowAt(x);
    if (window == nullptr) {
        return {};
    }
    QString text = tr("%1 to %2").arg(clockText(window->gameFromS), clockText(window->gameToS));
    if (const auto ratio = window->leftRatio()) {
        const auto line = [&](Side side, double part) {
            return QStringLiteral("\n%1 %2 %")
                .arg(toQt(logs::teamName(m_numbers->statistics, side)))
                .arg(std::lround(100.0 * part));
        };
        text += line(Side::Left, *ratio) + line(Side::Right, 1.0 - *ratio);
    } else {
        text += QLatin1Char('\n') + tr("neither team dominated");
    }
    return text + QLatin1Char('\n') +
           tr("Click to seek there, double-click to list its moments,\nwheel to zoom");
}

void DominanceView::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && !m_windows.empty()) {
        Q_EMIT seekRequested(timeAt(event->position().x()));
    }
}

void DominanceView::mouseMoveEvent(QMouseEvent* event) {
    if ((event->buttons() & Qt::LeftButton) != 0 && !m_windows.empty()) {
        Q_EMIT seekRequested(timeAt(event->position().x()));
    }
}

void DominanceView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const DominanceWindow* window = windowAt(event->position().x())) {
        const auto next = window + 1;
        const bool isLast = next == m_windows.data() + m_windows.size();
        Q_EMIT windowChosen(window->fromS, isLast ? window->toS + 1e-3 : next->fromS);
    }
}

void DominanceView::wheelEvent(QWheelEvent* event) {
    event->accept();
    const double factor = std::pow(0.8, event->angleDelta().y() / 120.0);
    const double atS = timeAt(event->position().x());
    Q_EMIT rangeRequested(atS - (atS - m_beginS) * factor, atS + (m_endS - atS) * factor);
}

bool DominanceView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos().x()), this);
        return true;
    }
    return QWidget::event(event);
}

DominancePanel::DominancePanel(QWidget* parent)
    : QWidget(parent),
      m_quantity(panelChoice("dominanceQuantity", {tr("Possession"), tr("Ball in opponents' half")},
                             tr("Measure of dominance"))),
      m_length(panelChoice("dominanceWindow", {}, tr("Duration of a bar"))),
      m_about(new QLabel),
      m_view(new DominanceView) {
    m_quantity->setAccessibleName(m_quantity->toolTip());
    m_length->setAccessibleName(m_length->toolTip());
    m_quantity->setMaximumWidth(200);
    m_length->setMaximumWidth(100);
    for (const double lengthS : kLengthsS) {
        m_length->addItem(lengthS < 60.0 ? tr("%1 s").arg(lengthS)
                                         : tr("%1 min").arg(lengthS / 60.0));
    }
    m_length->setCurrentIndex(kDefaultLength);
    m_about->setMinimumWidth(40);
    auto* row = new QHBoxLayout;
    row->addWidget(m_quantity, 2);
    row->addWidget(new QLabel(tr("per")));
    row->addWidget(m_length, 1);
    row->addWidget(m_about, 3);
    QVBoxLayout* column = columnIn(this, 4);
    column->addLayout(row);
    column->addWidget(m_view, 1);
    connect(m_quantity, &QComboBox::currentIndexChanged, this, &DominancePanel::show);
    connect(m_length, &QComboBox::currentIndexChanged, this, &DominancePanel::show);
}

void DominancePanel::setNumbers(const MatchNumbersPtr& numbers) {
    m_numbers = numbers;
    const QString about = numbers ? tr("up: %1, down: %2; dots: goals, dashes: shots")
                                        .arg(toQt(logs::teamName(numbers->statistics, Side::Left)),
                                             toQt(logs::teamName(numbers->statistics, Side::Right)))
                                  : QString();
    showText(m_about, about);
    m_about->setToolTip(about);
    show();
}

void DominancePanel::show() {
    const auto length = static_cast<std::size_t>(std::max(0, m_length->currentIndex()));
    m_view->setWindows(m_numbers
                           ? dominanceOf(m_numbers->statistics.windows,
                                         static_cast<DominanceQuantity>(m_quantity->currentIndex()),
                                         kLengthsS[length])
                           : std::vector<DominanceWindow>{},
                       m_numbers);
}

} // namespace sideline::widgets
