#include "widgets/match/transport_bar.h"

#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QToolTip>
#include <QVBoxLayout>

namespace sideline::widgets {

namespace {
constexpr int kIconPx = 20;
constexpr int kSpeedWidthPx = 130;
constexpr int kPlaceWidthPx = 150;
const QColor kGood(0x2e, 0xa0, 0x43);
const QColor kWarning(0xd2, 0x99, 0x22);
const QColor kBad(0xda, 0x36, 0x33);
} // namespace

const std::vector<double>& replaySpeeds() {
    static const std::vector<double> kSpeeds = {0.1, 0.25, 0.5, 1, 2, 4, 8, 16};
    return kSpeeds;
}

QString speedText(double speed) {
    return QStringLiteral("%1\u00d7").arg(speed, 0, 'g', 3);
}

TransportBar::TransportBar(const std::vector<QAction*>& actions, QWidget* parent)
    : QWidget(parent),
      m_row(new QHBoxLayout),
      m_ruler(new TimeRuler),
      m_speed(new QSlider(Qt::Horizontal)),
      m_speedText(new QLabel),
      m_clock(new QLabel),
      m_frame(new QLabel),
      m_place(new QLineEdit),
      m_activity(new QLabel),
      m_stop(new QToolButton),
      m_live(new QToolButton),
      m_lamp(new QLabel) {
    m_row->setSpacing(2);
    for (QAction* action : actions) {
        if (action == nullptr) {
            m_row->addSpacing(10);
            continue;
        }
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setIconSize(QSize(kIconPx, kIconPx));
        button->setFocusPolicy(Qt::NoFocus);
        m_row->addWidget(button);
    }
    m_row->addSpacing(12);
    m_speed->setRange(0, static_cast<int>(replaySpeeds().size()) - 1);
    m_speed->setFixedWidth(kSpeedWidthPx);
    m_speed->setPageStep(1);
    m_speed->setObjectName(QStringLiteral("replaySpeed"));
    m_speed->setFocusPolicy(Qt::NoFocus);
    m_speed->setToolTip(tr("Speed of the replay, forward and backward"));
    m_row->addWidget(m_speed);
    m_speedText->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("0.25\u00d7 ")));
    m_row->addWidget(m_speedText);
    m_row->addStretch(1);
    m_row->addWidget(m_activity);
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Stop reading; what has been read so far stays available"));
    m_stop->setFocusPolicy(Qt::NoFocus);
    m_row->addWidget(m_stop);
    connect(m_stop, &QToolButton::clicked, this, &TransportBar::stopRequested);
    m_row->addSpacing(12);
    m_lamp->setObjectName(QStringLiteral("liveLamp"));
    m_row->addWidget(m_lamp);
    m_live->setObjectName(QStringLiteral("backToLive"));
    m_live->setFocusPolicy(Qt::NoFocus);
    connect(m_live, &QToolButton::clicked, this, &TransportBar::liveRequested);
    m_row->addWidget(m_live);
    m_row->addSpacing(6);
    QFont clockFont = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    clockFont.setPointSizeF(clockFont.pointSizeF() * 1.15);
    clockFont.setBold(true);
    m_clock->setFont(clockFont);
    m_clock->setObjectName(QStringLiteral("gameClock"));
    m_clock->setToolTip(tr("Game clock; click to go to a time or frame"));
    m_row->addWidget(m_clock);
    m_row->addSpacing(10);
    m_row->addWidget(m_frame);
    for (QLabel* label : {m_clock, m_frame}) {
        label->setCursor(Qt::IBeamCursor);
        label->installEventFilter(this);
    }
    m_place->setObjectName(QStringLiteral("goToPlace"));
    m_place->setPlaceholderText(tr("3:25.4, #812, +30"));
    m_place->setToolTip(
        tr("A game time (3:25.4 or 205.4), a frame (#812), or an offset (+30, -1:00)"));
    m_place->setFixedWidth(kPlaceWidthPx);
    m_place->installEventFilter(this);
    m_place->hide();
    connect(m_place, &QLineEdit::returnPressed, this, &TransportBar::takePlace);
    connect(m_place, &QLineEdit::textEdited, m_place, [this] { m_place->setStyleSheet({}); });
    m_row->addWidget(m_place);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(6, 4, 6, 4);
    column->setSpacing(4);
    column->addLayout(m_row);
    column->addWidget(m_ruler);

    connect(m_speed, &QSlider::valueChanged, this, [this](int value) {
        const double speed = replaySpeeds()[static_cast<std::size_t>(value)];
        m_speedText->setText(speedText(speed));
        Q_EMIT speedRequested(speed);
    });
    setSpeed(1.0);
    setPosition(0, 0, 0, 0);
    setActivity({});
    setLive(std::nullopt);
}

void TransportBar::setSpeed(double speed) {
    const auto& speeds = replaySpeeds();
    const double fast = std::abs(speed);
    const auto nearest = std::ranges::min_element(
        speeds, {}, [&](double candidate) { return std::abs(candidate - fast); });
    const QSignalBlocker blocker(m_speed);
    m_speed->setValue(static_cast<int>(nearest - speeds.begin()));
    m_speedText->setText(speedText(fast));
}

void TransportBar::setPosition(double recordTimeS, double gameTimeS, logs::FrameNumber frame,
                               logs::FrameNumber frameCount) {
    m_ruler->setTime(recordTimeS);
    const bool empty = frameCount == 0;
    m_clock->setText(empty ? QStringLiteral("-:--.--") : clockText(gameTimeS, true));
    const qsizetype length = m_frame->text().size();
    m_frame->setText(empty ? QString() : tr("frame %1 of %2").arg(frame).arg(frameCount - 1));
    if (m_frame->text().size() != length) {
        fit();
    }
    m_frame->setToolTip(
        empty ? QString() : tr("%1 since the recording began").arg(clockText(recordTimeS, true)));
}

void TransportBar::askForPlace() {
    if (m_frame->text().isEmpty()) {
        return;
    }
    if (m_place->isHidden()) {
        m_focusBefore = QApplication::focusWidget();
    }
    m_clock->hide();
    m_frame->hide();
    m_place->clear();
    m_place->setStyleSheet({});
    m_place->show();
    m_place->setFocus();
}

void TransportBar::takePlace() {
    const auto place = parsePlace(m_place->text());
    if (!place) {
        m_place->setStyleSheet(QStringLiteral("color: %1").arg(kBad.name()));
        m_place->selectAll();
        QToolTip::showText(
            m_place->mapToGlobal(QPoint(0, 0)),
            tr("\u201c%1\u201d is not a match time. %2").arg(m_place->text(), m_place->toolTip()),
            m_place);
        return;
    }
    showClock();
    Q_EMIT placeRequested(*place);
}

void TransportBar::showClock() {
    if (m_place->hasFocus() && m_focusBefore != nullptr) {
        m_focusBefore->setFocus(); // returns the focus to the previous widget
    }
    m_focusBefore.clear();
    m_place->hide();
    m_clock->show();
    fit();
}

void TransportBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

// In a narrow window, the number of the frame gives way to the controls.
void TransportBar::fit() {
    const int marginsPx = layout()->contentsMargins().left() + layout()->contentsMargins().right();
    const int framePx = m_frame->sizeHint().width() + m_row->spacing();
    const int neededPx =
        m_row->minimumSize().width() + marginsPx + (m_frame->isHidden() ? framePx : 0);
    m_frame->setVisible(m_place->isHidden() && neededPx <= width());
}

bool TransportBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_place) {
        const bool isEscape = event->type() == QEvent::KeyPress &&
                              static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
        if (isEscape || event->type() == QEvent::FocusOut) {
            showClock();
            return isEscape;
        }
        // Esc is handled by the field, not as a shortcut of the window.
        if (event->type() == QEvent::ShortcutOverride &&
            static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
    } else if (event->type() == QEvent::MouseButtonPress) {
        askForPlace();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void TransportBar::setLive(const std::optional<LiveMark>& mark) {
    m_lamp->setVisible(mark.has_value());
    m_live->setVisible(mark.has_value());
    m_speed->setEnabled(!mark || !mark->isAtHead); // the speed of a live match cannot be changed
    m_speedText->setEnabled(m_speed->isEnabled());
    if (!mark || mark == m_mark) {
        m_mark = mark;
        fit();
        return;
    }
    m_mark = mark;
    const QColor color = mark->lamp == LiveMark::Lamp::Good      ? kGood
                         : mark->lamp == LiveMark::Lamp::Warning ? kWarning
                                                                 : kBad;
    m_lamp->setText(QStringLiteral("<span style='color:%1'>\u25cf</span> %2")
                        .arg(color.name(), mark->state.toHtmlEscaped()));
    m_lamp->setToolTip(mark->tip);
    m_live->setText(mark->isAtHead ? tr("LIVE")
                                   : tr("Back to live (%1 s)").arg(mark->behindS, 0, 'f', 1));
    m_live->setToolTip(mark->isAtHead ? tr("Showing the newest frame")
                                      : tr("The match continues; this is the delay of the view"));
    m_live->setEnabled(!mark->isAtHead);
    fit();
}

void TransportBar::setActivity(const QString& text, bool canStop) {
    m_activity->setText(text);
    m_activity->setVisible(!text.isEmpty());
    m_stop->setVisible(!text.isEmpty() && canStop);
    fit();
}

} // namespace sideline::widgets
