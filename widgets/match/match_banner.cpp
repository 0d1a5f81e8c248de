#include "widgets/match/match_banner.h"

#include <algorithm>

#include <QApplication>
#include <QHBoxLayout>
#include <QMouseEvent>

#include "agentcore/game/play_mode.h"
#include "agentcore/monitor/game_summary.h"

namespace sideline::widgets {

namespace {

constexpr int kTopPx = 14;
const QColor kPlainColor(0x2b, 0x31, 0x3a);

QString nameOf(const monitor::GameState& game, game::Side side) {
    const std::string_view team = game.teamName(side);
    return toQt(team.empty() ? game::sideName(side) : team).toHtmlEscaped();
}

} // namespace

MatchBanner::MatchBanner(QWidget* view)
    : QFrame(view, Qt::ToolTip | Qt::FramelessWindowHint), m_view(view), m_text(new QLabel) {
    setObjectName(QStringLiteral("matchBanner"));
    // A widget over the window of a 3D view must itself be a window.
    setAttribute(Qt::WA_ShowWithoutActivating);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_text);
    m_text->setTextFormat(Qt::RichText);
    m_text->setAlignment(Qt::AlignCenter);
    m_end.setSingleShot(true);
    connect(&m_end, &QTimer::timeout, this, &QWidget::hide);
    hide();
}

MatchBanner::~MatchBanner() {
    qApp->removeEventFilter(this);
}

void MatchBanner::setFrame(const logs::FetchedFrame& fetched, bool isForward) {
    const monitor::MatchFrame& frame = *fetched.exact;
    const Seen now{
        fetched.request.seeks, frame.recordTimeS,
        frame.game.scoreLeft,  frame.game.scoreRight,
        frame.game.half,       monitor::playModeOf(frame.game) == game::PlayMode::GameOver};
    const bool continues =
        m_before && m_before->seeks == now.seeks && m_before->recordTimeS <= now.recordTimeS;
    if (!continues) {
        forget();
    } else if (isForward) {
        const int left = now.scoreLeft - m_before->scoreLeft;
        const int right = now.scoreRight - m_before->scoreRight;
        if (std::min(left, right) == 0 && std::max(left, right) == 1) {
            reportGoal(frame.game, left == 1 ? game::Side::Left : game::Side::Right);
        } else if (now.isOver && !m_before->isOver) {
            announce(frame.game, tr("Game over"), kPlainColor);
        } else if (now.half == 2 && m_before->half == 1) {
            announce(frame.game, tr("Half time"), kPlainColor);
        }
    }
    m_before = now;
}

void MatchBanner::forget() {
    m_before.reset();
    m_end.stop();
    hide();
}

void MatchBanner::reportGoal(const monitor::GameState& game, game::Side side) {
    announce(game, tr("Goal for %1").arg(nameOf(game, side)), m_colors.of(side));
}

void MatchBanner::announce(const monitor::GameState& game, const QString& what,
                           const QColor& color) {
    m_text->setText(QStringLiteral("<div style='font-size: x-large'><b>%1</b></div>"
                                   "<div style='font-size: large'>%2 &nbsp;<b>%3 : %4</b>&nbsp; %5"
                                   " &nbsp; %6</div>")
                        .arg(what, nameOf(game, game::Side::Left), QString::number(game.scoreLeft),
                             QString::number(game.scoreRight), nameOf(game, game::Side::Right),
                             clockText(game.timeS)));
    setStyleSheet(QStringLiteral("QLabel { background: %1; color: %2; padding: 6px 22px; }")
                      .arg(color.name(), readableOn(color).name()));
    findPlace();
    show();
    raise();
    m_end.start(kShownMs);
}

void MatchBanner::findPlace() {
    adjustSize();
    resize(std::min(width(), m_view->width()), height());
    move(m_view->mapToGlobal(QPoint((m_view->width() - width()) / 2, kTopPx)));
}

void MatchBanner::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    qApp->installEventFilter(this); // any ancestor of the view may move
}

void MatchBanner::hideEvent(QHideEvent* event) {
    qApp->removeEventFilter(this);
    QFrame::hideEvent(event);
}

bool MatchBanner::eventFilter(QObject* watched, QEvent* event) {
    const QEvent::Type type = event->type();
    const bool isMove = type == QEvent::Resize || type == QEvent::Move;
    const bool isGoing = type == QEvent::Hide || type == QEvent::WindowStateChange;
    if ((isMove || isGoing) && watched->isWidgetType()) {
        auto* widget = static_cast<QWidget*>(watched);
        const bool isAround = widget == m_view || widget->isAncestorOf(m_view);
        if (isAround && isMove) {
            findPlace();
        } else if (isAround && (!m_view->isVisible() || m_view->window()->isMinimized())) {
            hide();
        }
    }
    return QFrame::eventFilter(watched, event);
}

void MatchBanner::mousePressEvent(QMouseEvent* event) {
    event->accept();
    hide();
}

} // namespace sideline::widgets
