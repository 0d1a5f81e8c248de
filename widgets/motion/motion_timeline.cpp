#include "widgets/motion/motion_timeline.h"

#include <algorithm>
#include <cmath>

#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>

#include "widgets/common/panel_parts.h"
#include "widgets/motion/curve_view.h"
#include "widgets/motion/dope_sheet.h"
#include "widgets/motion/motion_ruler.h"
#include "widgets/motion/motion_tracks.h"
#include "widgets/motion/motion_transport.h"
#include "widgets/motion/timeline_menu.h"
#include "widgets/motion/timeline_state.h"

namespace sideline::widgets {

namespace {

constexpr double kBarUnitsPerS = 1000.0;
constexpr int kLowWidget = 240; // in lower widgets, tracks are small and the time bar is omitted

QToolButton* modeButton(const char* name, const QString& text, const QString& tip) {
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    button->setAutoExclusive(true);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setFont(smallFont(button->font()));
    button->setFixedHeight(20);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return button;
}

} // namespace

class MotionTimeline::Impl {
public:
    explicit Impl(MotionTimeline& owner);

    [[nodiscard]] KeyCanvas& canvas() {
        return mode == Mode::Curves ? static_cast<KeyCanvas&>(*curves) : *sheet;
    }
    [[nodiscard]] static bool comesFirst(const QKeyEvent& event);
    [[nodiscard]] static bool takes(const QKeyEvent& event);
    [[nodiscard]] bool runKey(const QKeyEvent& event);
    [[nodiscard]] bool runControlKey(const QKeyEvent& event);
    void escape();
    void layOut();
    void updateBars();
    void updateHead();
    void reveal(double timeS);
    void openKeyMenu(const QPoint& globalPos, double timeS, const QString& joint);
    void openRulerMenu(const QPoint& globalPos, double timeS);
    void askKeyframeName(double timeS, const QRect& place, QWidget* within);
    void askMarkerName(double timeS, const QRect& place);
    [[nodiscard]] TimelinePlace placeAt(const QPoint& globalPos, double timeS,
                                        const QString& joint);

    MotionTimeline& q;
    TimelineState state;
    Mode mode = Mode::DopeSheet;
    MotionRuler* ruler = nullptr;
    MotionTracks* tracks = nullptr;
    DopeSheet* sheet = nullptr;
    CurveView* curves = nullptr;
    QStackedWidget* stack = nullptr;
    QScrollBar* rowBar = nullptr;
    QScrollBar* timeBar = nullptr;
    MotionTransport* transport = nullptr;
    QWidget* head = nullptr;
    QLabel* timeLabel = nullptr;
    QToolButton* sheetButton = nullptr;
    QToolButton* curveButton = nullptr;

private:
    void makeHead();
    void wire();
};

MotionTimeline::Impl::Impl(MotionTimeline& owner) : q(owner) {
    ruler = new MotionRuler(state, &q);
    tracks = new MotionTracks(state, &q);
    stack = new QStackedWidget(&q);
    sheet = new DopeSheet(state, stack);
    curves = new CurveView(state, stack);
    stack->addWidget(sheet);
    stack->addWidget(curves);
    stack->setMinimumHeight(DopeSheet::kSummaryHeight);
    rowBar = new QScrollBar(Qt::Vertical, &q);
    timeBar = new QScrollBar(Qt::Horizontal, &q);
    timeBar->setFixedHeight(12);
    rowBar->setFixedWidth(12);
    rowBar->setSingleStep(DopeSheet::kRowHeight);
    auto* grid = new QGridLayout(&q);
    grid->setContentsMargins(1, 1, 1, 1);
    grid->setSpacing(0);
    transport = new MotionTransport(&q);
    grid->addWidget(transport, 0, 0, 1, 2);
    grid->addWidget(ruler, 1, 0);
    grid->addWidget(tracks, 2, 0);
    grid->addWidget(stack, 3, 0);
    grid->addWidget(rowBar, 3, 1);
    grid->addWidget(timeBar, 4, 0);
    grid->setRowStretch(3, 1);
    grid->setColumnStretch(0, 1);
    for (QWidget* part : std::initializer_list<QWidget*>{ruler, tracks, sheet, curves}) {
        part->setFocusPolicy(Qt::ClickFocus);
        part->setFocusProxy(&q);
    }
    makeHead();
    wire();
}

void MotionTimeline::Impl::makeHead() {
    head = new QWidget(ruler);
    sheetButton = modeButton("dopeSheetButton", tr("Keys"), tr("Rows of keys by limb and joint"));
    curveButton = modeButton("curvesButton", tr("Curves"), tr("Curves of joints in degrees"));
    sheetButton->setChecked(true);
    timeLabel = new QLabel;
    timeLabel->setObjectName(QStringLiteral("timelineTime"));
    timeLabel->setFont(smallFont(timeLabel->font()));
    timeLabel->setToolTip(tr("Playhead, and length of the motion"));
    auto* column = columnIn(head, 0);
    column->setContentsMargins(3, 1, 3, 0);
    column->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setSpacing(2);
    row->addWidget(sheetButton);
    row->addWidget(curveButton);
    column->addLayout(row);
    column->addWidget(timeLabel, 1, Qt::AlignCenter);
}

void MotionTimeline::Impl::wire() {
    connect(&state, &TimelineState::cursorMoved, &q, &MotionTimeline::cursorMoved);
    connect(&state, &TimelineState::selectionChanged, &q, &MotionTimeline::selectionChanged);
    connect(&state, &TimelineState::edited, &q, &MotionTimeline::edited);
    connect(&state, &TimelineState::findingActivated, &q, &MotionTimeline::findingActivated);
    connect(&state, &TimelineState::jointChosen, &q, &MotionTimeline::jointChosen);
    connect(&state, &TimelineState::keyframeRequested, &q, &MotionTimeline::keyframeRequested);
    connect(&state, &TimelineState::changed, &q, [this] { updateHead(); });
    connect(&state, &TimelineState::axisChanged, &q, [this] { updateBars(); });
    connect(&state, &TimelineState::rowsChanged, &q, [this] { updateBars(); });
    connect(&state, &TimelineState::cursorChanged, &q, [this](double /*fromS*/, double toS) {
        reveal(toS);
        updateHead();
    });
    connect(sheetButton, &QToolButton::clicked, &q, [this] { q.setMode(Mode::DopeSheet); });
    connect(curveButton, &QToolButton::clicked, &q, [this] { q.setMode(Mode::Curves); });
    connect(rowBar, &QScrollBar::valueChanged, &q, [this](int y) { canvas().setScroll(y); });
    connect(timeBar, &QScrollBar::valueChanged, &q, [this](int value) {
        const double lengthS = state.endS() - state.beginS();
        state.showRange(value / kBarUnitsPerS, value / kBarUnitsPerS + lengthS);
    });
    for (KeyCanvas* part : {static_cast<KeyCanvas*>(sheet), static_cast<KeyCanvas*>(curves)}) {
        connect(part, &KeyCanvas::scrollRequested, &q,
                [this](int byPx) { rowBar->setValue(rowBar->value() + byPx); });
        connect(part, &KeyCanvas::menuRequested, &q,
                [this](const QPoint& pos, double timeS, const QString& joint) {
                    openKeyMenu(pos, timeS, joint);
                });
        connect(part, &KeyCanvas::nameRequested, &q,
                [this, part](double timeS, const QRect& place) {
                    askKeyframeName(timeS, place, part);
                });
    }
    connect(ruler, &MotionRuler::menuRequested, &q,
            [this](const QPoint& pos, double timeS) { openRulerMenu(pos, timeS); });
    connect(ruler, &MotionRuler::markerNameRequested, &q,
            [this](double timeS, const QRect& place) { askMarkerName(timeS, place); });
}

void MotionTimeline::Impl::layOut() {
    const bool isLow = q.height() < kLowWidget;
    tracks->layOut(isLow);
    timeBar->setVisible(!isLow);
    q.layout()->activate();
    head->setGeometry(0, 0, TimelineState::gutterPx(ruler->width()) - 1, MotionRuler::kHeight - 1);
    updateBars();
}

void MotionTimeline::Impl::updateBars() {
    const int room = stack->height();
    const int content = canvas().contentHeight() + canvas().fixedHeight();
    rowBar->setRange(0, std::max(0, content - room));
    rowBar->setPageStep(std::max(1, room - canvas().fixedHeight()));
    rowBar->setValue(canvas().scroll());
    const QSignalBlocker quiet(timeBar);
    const double lastS = std::max(2.0, state.motion().endS() * 1.3);
    const double lengthS = state.endS() - state.beginS();
    const auto units = [](double timeS) {
        return static_cast<int>(std::lround(timeS * kBarUnitsPerS));
    };
    timeBar->setRange(units(std::min(-0.02 * lengthS, state.beginS())),
                      units(std::max(lastS - lengthS, state.beginS())));
    timeBar->setPageStep(units(lengthS));
    timeBar->setSingleStep(std::max(1, units(lengthS * 0.05)));
    timeBar->setValue(units(state.beginS()));
}

void MotionTimeline::Impl::updateHead() {
    if (!state.hasMotion()) {
        showText(timeLabel, {});
        return;
    }
    const double endS = state.motion().endS();
    const QString text = state.cursorS() > endS ? tr("%1, ends at %2") : tr("%1 of %2");
    showText(timeLabel, text.arg(secondsText(state.cursorS()), secondsText(endS)));
}

// Keeps the playhead visible, scrolling by pages while the motion plays.
void MotionTimeline::Impl::reveal(double timeS) {
    if (canvas().isInGesture() || ruler->isInDrag() ||
        (timeS >= state.beginS() && timeS <= state.endS())) {
        return;
    }
    const double lengthS = state.endS() - state.beginS();
    const double leadS = timeS > state.endS() ? 0.1 * lengthS : 0.9 * lengthS;
    state.showRange(timeS - leadS, timeS - leadS + lengthS);
}

TimelinePlace MotionTimeline::Impl::placeAt(const QPoint& globalPos, double timeS,
                                            const QString& joint) {
    const QPoint at = q.mapFromGlobal(globalPos);
    return {.timeS = timeS,
            .joint = joint,
            .ask = [this, at](const QString& text, const QString& tip,
                              const std::function<void(const QString&)>& take) {
                askForText(&q, QRect(at, QSize(170, 22)), text, tip, take);
            }};
}

void MotionTimeline::Impl::openKeyMenu(const QPoint& globalPos, double timeS,
                                       const QString& joint) {
    auto* menu = new QMenu(&q);
    menu->setObjectName(QStringLiteral("keyMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillKeyMenu(*menu, state, placeAt(globalPos, timeS, joint));
    menu->popup(globalPos);
}

void MotionTimeline::Impl::openRulerMenu(const QPoint& globalPos, double timeS) {
    auto* menu = new QMenu(&q);
    menu->setObjectName(QStringLiteral("rulerMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillRulerMenu(*menu, state, placeAt(globalPos, timeS, {}));
    menu->popup(globalPos);
}

void MotionTimeline::Impl::askKeyframeName(double timeS, const QRect& place, QWidget* within) {
    const auto index = state.motion().keyframeAt(timeS);
    if (index) {
        askForText(
            &q, QRect(within->mapTo(&q, place.topLeft()), place.size()),
            toQt(state.motion().keyframes[*index]->name), tr("Name of the keyframe"),
            [this, timeS](const QString& name) { state.edits().renameKeyframe(timeS, name); });
    }
}

void MotionTimeline::Impl::askMarkerName(double timeS, const QRect& place) {
    const auto& markers = state.motion().markers;
    const auto marker = std::ranges::find(markers, timeS, &keyframe::Marker::timeS);
    if (marker != markers.end()) {
        askForText(&q, QRect(ruler->mapTo(&q, place.topLeft()), place.size()), toQt(marker->name),
                   tr("Name of the marker"),
                   [this, timeS](const QString& name) { state.edits().setMarker(timeS, name); });
    }
}

void MotionTimeline::Impl::escape() {
    if (auto* field = q.findChild<QLineEdit*>(QStringLiteral("timelineField"))) {
        field->close();
        q.setFocus();
    } else if (canvas().takeKey(Qt::Key_Escape, {})) {
        return;
    } else if (ruler->isInDrag()) {
        ruler->cancelDrag();
    } else {
        state.setRange(std::nullopt);
    }
}

// Keys that the timeline handles instead of shortcuts of the main window while it has the focus.
// Keys of the motion's menus are not included, because they have the same meaning there.
bool MotionTimeline::Impl::comesFirst(const QKeyEvent& event) {
    const auto modifiers = event.modifiers() & ~Qt::KeypadModifier;
    switch (event.key()) {
    case Qt::Key_G:
    case Qt::Key_S:
    case Qt::Key_A:
    case Qt::Key_F2:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return modifiers == Qt::NoModifier;
    case Qt::Key_Period:
        return event.modifiers() == Qt::KeypadModifier;
    default:
        return false;
    }
}

bool MotionTimeline::Impl::takes(const QKeyEvent& event) {
    const auto modifiers = event.modifiers() & ~Qt::KeypadModifier;
    return modifiers == Qt::NoModifier || modifiers == Qt::ControlModifier ||
           (event.key() == Qt::Key_V && modifiers == (Qt::ControlModifier | Qt::ShiftModifier));
}

bool MotionTimeline::Impl::runControlKey(const QKeyEvent& event) {
    switch (event.key()) {
    case Qt::Key_A:
        state.selectAll();
        return true;
    case Qt::Key_C:
        state.edits().copySelection();
        return true;
    case Qt::Key_X:
        state.edits().cutSelection();
        return true;
    case Qt::Key_D:
        canvas().duplicateSelection();
        return true;
    case Qt::Key_V:
        state.edits().paste(state.cursorS(), (event.modifiers() & Qt::ShiftModifier) != 0);
        return true;
    default:
        return false;
    }
}

bool MotionTimeline::Impl::runKey(const QKeyEvent& event) {
    if ((event.modifiers() & Qt::ControlModifier) != 0) {
        return runControlKey(event);
    }
    switch (event.key()) {
    case Qt::Key_G:
        canvas().grabSelection();
        return true;
    case Qt::Key_S:
        canvas().scaleSelection();
        return true;
    case Qt::Key_E:
        canvas().extendSelection();
        return true;
    case Qt::Key_A:
        state.selectAll();
        return true;
    case Qt::Key_X:
    case Qt::Key_Delete:
        state.edits().deleteSelection();
        return true;
    case Qt::Key_M:
        q.addMarkerAtCursor();
        return true;
    case Qt::Key_Home:
        q.showAll();
        return true;
    case Qt::Key_Period:
        q.showSelection();
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
        state.stepCursor(event.key() == Qt::Key_Right ? 1 : -1);
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
        state.goToKeyframe(event.key() == Qt::Key_Up ? 1 : -1);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        state.select(keyframe::keysOfKeyframe(state.motion(), state.cursorS()));
        return true;
    case Qt::Key_F2:
        askKeyframeName(state.cursorS(),
                        QRect(static_cast<int>(sheet->axis().xOf(state.cursorS())) + 8, 0, 130,
                              DopeSheet::kSummaryHeight),
                        &canvas());
        return true;
    default:
        return false;
    }
}

MotionTimeline::MotionTimeline(QWidget* parent)
    : QWidget(parent), m_impl(std::make_unique<Impl>(*this)) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Timeline of the motion"));
    m_impl->updateHead();
}

MotionTimeline::~MotionTimeline() {
    // Deletes the parts first: they use the state.
    qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
}

void MotionTimeline::setView(const MotionView& view) {
    m_impl->state.setView(view);
    m_impl->layOut();
}

void MotionTimeline::setSelection(const keyframe::KeySelection& selection) {
    m_impl->state.setSelection(selection);
}

const keyframe::KeySelection& MotionTimeline::selection() const {
    return m_impl->state.selection();
}

void MotionTimeline::setCursor(double timeS) {
    m_impl->state.setCursor(timeS);
}

double MotionTimeline::cursorS() const {
    return m_impl->state.cursorS();
}

void MotionTimeline::setMode(Mode mode) {
    if (mode != m_impl->mode) {
        m_impl->canvas().cancelGesture();
        m_impl->mode = mode;
        m_impl->stack->setCurrentWidget(&m_impl->canvas());
        (mode == Mode::Curves ? m_impl->curveButton : m_impl->sheetButton)->setChecked(true);
        updateGeometry();
        m_impl->updateBars();
        Q_EMIT modeChanged(mode);
    }
}

QSize MotionTimeline::minimumSizeHint() const {
    return {320, m_impl->mode == Mode::Curves ? 310 : 150};
}

MotionTimeline::Mode MotionTimeline::mode() const {
    return m_impl->mode;
}

void MotionTimeline::setChosenJoints(const std::vector<keyframe::JointName>& joints) {
    m_impl->state.setChosenJoints(joints);
}

void MotionTimeline::showAll() {
    m_impl->state.showAll();
    m_impl->curves->fit();
}

void MotionTimeline::showSelection() {
    m_impl->state.showSelection();
    m_impl->curves->fitSelection();
}

double MotionTimeline::visibleBeginS() const {
    return m_impl->state.beginS();
}

double MotionTimeline::visibleEndS() const {
    return m_impl->state.endS();
}

bool MotionTimeline::isInGesture() const {
    return m_impl->canvas().isInGesture() || m_impl->ruler->isInDrag();
}

void MotionTimeline::deleteSelection() {
    m_impl->state.edits().deleteSelection();
}

void MotionTimeline::duplicateSelection() {
    m_impl->state.edits().duplicateSelection();
}

void MotionTimeline::copySelection() {
    m_impl->state.edits().copySelection();
}

void MotionTimeline::cutSelection() {
    m_impl->state.edits().cutSelection();
}

void MotionTimeline::paste(bool isFlipped) {
    m_impl->state.edits().paste(m_impl->state.cursorS(), isFlipped);
}

void MotionTimeline::selectAll() {
    m_impl->state.selectAll();
}

void MotionTimeline::flipSelection() {
    m_impl->state.edits().flipSelection();
}

void MotionTimeline::reverseSelection() {
    m_impl->state.edits().reverseSelection();
}

void MotionTimeline::reverseSelectionAtCursor() {
    m_impl->state.edits().reverseSelectionAtCursor();
}

void MotionTimeline::extendSelection() {
    m_impl->canvas().extendSelection();
}

std::optional<std::pair<double, double>> MotionTimeline::range() const {
    return m_impl->state.range();
}

MotionTransport& MotionTimeline::transport() {
    return *m_impl->transport;
}

void MotionTimeline::setSelectionCurve(keyframe::Curve curve) {
    m_impl->state.edits().setSelectionCurve(curve);
}

void MotionTimeline::goToKeyframe(int step) {
    m_impl->state.goToKeyframe(step);
}

void MotionTimeline::insertTimeAtCursor(double byS) {
    m_impl->state.edits().insertTime(m_impl->state.cursorS(), byS);
}

void MotionTimeline::addMarkerAtCursor() {
    const std::size_t number = m_impl->state.motion().markers.size() + 1;
    m_impl->state.edits().setMarker(m_impl->state.cursorS(), tr("Marker %1").arg(number));
}

void MotionTimeline::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        m_impl->escape();
    } else if (m_impl->canvas().takeKey(event->key(), event->text())) {
        return;
    } else if (!m_impl->state.hasMotion() || !Impl::takes(*event) || !m_impl->runKey(*event)) {
        QWidget::keyPressEvent(event);
    }
}

bool MotionTimeline::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (isInGesture() || (m_impl->state.hasMotion() && Impl::comesFirst(*key))) {
            key->accept();
            return true;
        }
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        update();
    }
    return QWidget::event(event);
}

void MotionTimeline::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_impl->layOut();
}

void MotionTimeline::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace sideline::widgets
