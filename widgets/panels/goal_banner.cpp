#include "widgets/panels/goal_banner.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QMouseEvent>

namespace sideline::widgets {

namespace {
constexpr int kTopPx = 14;
} // namespace

GoalBanner::GoalBanner(QWidget* view)
    : QFrame(view, Qt::ToolTip | Qt::FramelessWindowHint), m_view(view), m_text(new QLabel) {
    setObjectName(QStringLiteral("goalBanner"));
    // What lies over the window of a 3D view must be a window of its own.
    setAttribute(Qt::WA_ShowWithoutActivating);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_text);
    m_text->setTextFormat(Qt::RichText);
    m_text->setAlignment(Qt::AlignCenter);
    m_end.setSingleShot(true);
    connect(&m_end, &QTimer::timeout, this, &QWidget::hide);
    view->installEventFilter(this);
    hide();
}

void GoalBanner::setFrame(const logs::FetchedFrame& fetched, bool isForward) {
    const monitor::MatchFrame& frame = *fetched.exact;
    const Told now{fetched.request.seeks, frame.recordTimeS, frame.game.scoreLeft,
                   frame.game.scoreRight};
    const bool goesOn =
        m_before && m_before->seeks == now.seeks && m_before->recordTimeS <= now.recordTimeS;
    if (!goesOn) {
        forget();
    } else if (isForward) {
        const int left = now.scoreLeft - m_before->scoreLeft;
        const int right = now.scoreRight - m_before->scoreRight;
        if (std::min(left, right) == 0 && std::max(left, right) == 1) {
            tell(frame.game, left == 1 ? monitor::Side::Left : monitor::Side::Right);
        }
    }
    m_before = now;
}

void GoalBanner::forget() {
    m_before.reset();
    m_end.stop();
    hide();
}

void GoalBanner::tell(const monitor::GameState& game, monitor::Side side) {
    const auto name = [&](monitor::Side of) {
        const std::string_view team = game.teamName(of);
        return toQt(team.empty() ? monitor::sideName(of) : team).toHtmlEscaped();
    };
    m_text->setText(QStringLiteral("<div style='font-size: x-large'><b>%1</b></div>"
                                   "<div style='font-size: large'>%2 &nbsp;<b>%3 : %4</b>&nbsp; %5"
                                   " &nbsp; %6</div>")
                        .arg(tr("Goal for %1").arg(name(side)), name(monitor::Side::Left),
                             QString::number(game.scoreLeft), QString::number(game.scoreRight),
                             name(monitor::Side::Right), clockText(game.timeS)));
    const QColor colour = m_colours.of(side);
    setStyleSheet(QStringLiteral("QLabel { background: %1; color: %2; padding: 6px 22px; }")
                      .arg(colour.name(), readableOn(colour).name()));
    findPlace();
    show();
    raise();
    m_end.start(kShownMs);
}

void GoalBanner::findPlace() {
    adjustSize();
    resize(std::min(width(), m_view->width()), height());
    move(m_view->mapToGlobal(QPoint((m_view->width() - width()) / 2, kTopPx)));
}

bool GoalBanner::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view && event->type() == QEvent::Resize && isVisible()) {
        findPlace();
    }
    return QFrame::eventFilter(watched, event);
}

void GoalBanner::mousePressEvent(QMouseEvent* event) {
    event->accept();
    hide();
}

} // namespace sideline::widgets
