#include "widgets/motion/curve_view.h"

#include <algorithm>
#include <cmath>

#include <QPaintEvent>
#include <QResizeEvent>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using keyframe::KeyRef;
using keyframe::KeySelection;

constexpr double kMinSpanDeg = 5.0;
constexpr double kMaxSpanDeg = 2000.0;
constexpr double kHandleReachPx = 7.0;
constexpr double kCurveReachPx = 6.0;

double lengthOf(const QPointF& way) {
    return std::hypot(way.x(), way.y());
}

} // namespace

CurveView::CurveView(TimelineState& shared, QWidget* parent)
    : KeyCanvas(shared, parent), m_curves(shared) {
    setObjectName(QStringLiteral("curveView"));
    setAccessibleName(tr("Curves of the motion's joints"));
    connect(&state(), &TimelineState::changed, this, &CurveView::refresh);
    refresh();
}

// The list on the left and the value range follow the visible curves, but not while keys are
// dragged: the scale must not change under the mouse.
void CurveView::refresh() {
    m_curves.refresh();
    m_list.clear();
    for (std::size_t g = 0; g < state().groups().size(); ++g) {
        m_list.push_back({.row = {}, .group = g});
        for (std::size_t r = state().groups()[g].begin; r < state().groups()[g].end; ++r) {
            m_list.push_back({.row = r, .group = g});
        }
    }
    if (isInGesture() || m_handle) {
        std::erase_if(m_shown, [&](std::size_t row) { return row >= state().rows().size(); });
        return;
    }
    m_shown = state().curveRows();
    if (m_isFitted) {
        fitTo(false);
    }
}

int CurveView::contentHeight() const {
    return static_cast<int>(m_list.size()) * CurvePainter::kLineHeight;
}

void CurveView::fit() {
    m_isFitted = true;
    fitTo(false);
    update();
}

void CurveView::fitSelection() {
    m_isFitted = state().selection().empty();
    fitTo(!m_isFitted);
    update();
}

void CurveView::fitTo(bool onlySelected) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const std::size_t row : m_shown) {
        for (const KeyMark& key : state().rows()[row].keys) {
            if (std::isfinite(key.angleDeg) && (!onlySelected || key.isSelected)) {
                low = std::min(low, key.angleDeg);
                high = std::max(high, key.angleDeg);
            }
        }
    }
    if (low > high) {
        low = -90.0;
        high = 90.0;
    }
    constexpr double kMinFitDeg = 10.0;
    const double roomDeg = std::max(0.08 * (high - low), (kMinFitDeg - (high - low)) / 2.0);
    m_lowDeg = low - roomDeg;
    m_highDeg = high + roomDeg;
}

void CurveView::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const TimelineColors colors(palette());
    const QRect part = event->rect();
    painter.fillRect(part, colors.base);
    painter.setFont(smallFont(font()));
    CurvePainter curves(painter,
                        {.state = state(),
                         .curves = m_curves,
                         .shown = m_shown,
                         .axis = axis(),
                         .scale = scale(),
                         .plot = plot(),
                         .part = part,
                         .palette = palette()},
                        colors);
    if (part.right() >= gutter()) {
        painter.setClipRect(plot().intersected(QRectF(part)));
        paintTimeGrid(painter, state(), axis(), plot(), colors);
        curves.paint(pictures());
        paintTimeLines(painter, state(), axis(), plot(), colors);
        painter.setClipping(false);
    }
    if (part.left() < gutter()) {
        painter.setClipRect(QRectF(0.0, 0.0, gutter(), height()));
        curves.paintList(m_list, gutter(), scroll());
        painter.setClipping(false);
    }
    painter.fillRect(QRect(gutter() - 1, 0, 1, height()), colors.strongGrid);
    paintOver(painter, colors);
}

void CurveView::resizeEvent(QResizeEvent* event) {
    KeyCanvas::resizeEvent(event);
    setScroll(scroll());
}

CurveScale CurveView::scale() const {
    return {.lowDeg = m_lowDeg, .highDeg = m_highDeg, .heightPx = static_cast<double>(height())};
}

double CurveView::yOf(double deg) const {
    return scale().yOf(deg);
}

double CurveView::degAt(double y) const {
    return scale().degAt(y);
}

const CurveListLine* CurveView::listLineAt(double y) const {
    const auto line =
        static_cast<std::ptrdiff_t>(std::floor((y + scroll()) / CurvePainter::kLineHeight));
    return line >= 0 && line < std::ssize(m_list) ? &m_list[static_cast<std::size_t>(line)]
                                                  : nullptr;
}

KeySelection CurveView::keysAt(const QPointF& pos) const {
    if (pos.x() < gutter()) {
        return {};
    }
    const TimeAxis times = axis();
    const double reachPx = kReachPx + 1.0;
    const double timeS = times.timeAt(pos.x());
    const double reachS = reachPx * times.secondsPerPx();
    std::optional<KeyRef> best;
    double bestPx = reachPx;
    for (const std::size_t index : m_shown) {
        const JointRow& row = state().rows()[index];
        for (auto key = firstFrom(row.keys, timeS - reachS);
             key != row.keys.end() && key->timeS <= timeS + reachS; ++key) {
            // Of coinciding keys, prefers the selected one.
            const double away = lengthOf(QPointF(times.xOf(key->timeS), yOf(key->angleDeg)) - pos) -
                                (key->isSelected ? 2.0 : 0.0);
            if (away < bestPx) {
                bestPx = away;
                best = KeyRef{key->timeS, row.joint};
            }
        }
    }
    return best ? KeySelection{*best} : KeySelection();
}

KeySelection CurveView::keysIn(const QRectF& box) const {
    KeySelection keys;
    const double fromS = axis().timeAt(std::max<double>(box.left(), gutter()));
    const double toS = axis().timeAt(box.right());
    for (const std::size_t index : m_shown) {
        const JointRow& row = state().rows()[index];
        for (auto key = firstFrom(row.keys, fromS); key != row.keys.end() && key->timeS <= toS;
             ++key) {
            const double y = yOf(key->angleDeg);
            if (y >= box.top() && y <= box.bottom()) {
                keys.insert({key->timeS, row.joint});
            }
        }
    }
    return keys;
}

const JointRow* CurveView::rowAt(const QPointF& pos) const {
    if (pos.x() < gutter()) {
        const CurveListLine* line = listLineAt(pos.y());
        return line != nullptr && line->row ? &state().rows()[*line->row] : nullptr;
    }
    const double timeS = axis().timeAt(pos.x());
    const JointRow* best = nullptr;
    double bestPx = kCurveReachPx;
    for (const std::size_t index : m_shown) {
        const JointRow& row = state().rows()[index];
        if (row.keys.empty()) {
            continue;
        }
        const double deg = m_curves.of(index).degAt(timeS);
        if (std::abs(yOf(deg) - pos.y()) < bestPx) {
            bestPx = std::abs(yOf(deg) - pos.y());
            best = &row;
        }
    }
    return best;
}

QString CurveView::tipAt(const QPointF& pos) const {
    const JointRow* row = rowAt(pos);
    if (pos.x() < gutter()) {
        return row != nullptr ? tr("%1 (%2): click to show its curve, Ctrl + click to add it")
                                    .arg(row->fullName, toQt(row->joint))
                              : QString();
    }
    const KeySelection keys = keysAt(pos);
    if (!keys.empty()) {
        const JointRow* of = state().rowOf(keys.begin()->joint);
        const KeyMark* mark = of != nullptr
                                  ? nearestMark(of->keys, keys.begin()->timeS, keyframe::kSameTimeS)
                                  : nullptr;
        return mark != nullptr ? tr("%1 (%2) at %3: %4\u00b0, %5")
                                     .arg(of->fullName, toQt(of->joint), secondsText(mark->timeS),
                                          QString::number(mark->angleDeg, 'f', 2),
                                          curveText(mark->curve).toLower())
                               : QString();
    }
    if (row == nullptr) {
        return {};
    }
    const double timeS = axis().timeAt(pos.x());
    const auto index = static_cast<std::size_t>(row - state().rows().data());
    const JointCurves::Curve& curve = m_curves.of(index);
    const double deg = curve.degAt(timeS);
    const double degPerS = curve.speedRadPerS(timeS) * kDegPerRad * state().motion().speed;
    return tr("%1 (%2): %3\u00b0, %4\u00b0/s. Double-click to store a key.")
        .arg(row->fullName, toQt(row->joint), QString::number(deg, 'f', 1),
             QString::number(degPerS, 'f', 0));
}

void CurveView::pressInGutter(const QPointF& pos, Qt::KeyboardModifiers modifiers) {
    const CurveListLine* line = listLineAt(pos.y());
    if (line == nullptr) {
        return;
    }
    if (line->row) {
        const bool isAdded = (modifiers & (Qt::ControlModifier | Qt::ShiftModifier)) != 0;
        if (!isAdded) {
            state().select({}); // otherwise joints of selected keys would stay visible
        }
        state().chooseJoint(state().rows()[*line->row].joint, isAdded);
        return;
    }
    const RowGroup& group = state().groups()[line->group];
    std::vector<keyframe::JointName> joints;
    for (std::size_t r = group.begin; r < group.end; ++r) {
        joints.push_back(state().rows()[r].joint);
    }
    state().select({});
    state().setChosenJoints(joints);
}

void CurveView::doubleClickAt(const QPointF& pos) {
    const JointRow* row = rowAt(pos);
    if (row == nullptr) {
        return;
    }
    if (pos.x() < gutter()) {
        state().select(keyframe::keysOfJoint(state().motion(), row->joint));
    } else if (keysAt(pos).empty()) {
        state().edits().insertKey(*row, state().snapped(axis().timeAt(pos.x()), false, 0.0));
    }
}

std::optional<QPointF> CurveView::handlePlace(const KeyRef& at, bool isIn) const {
    const auto end = handleEnd(state(), at, isIn);
    return end ? std::optional(QPointF(axis().xOf(end->timeS), yOf(end->deg))) : std::nullopt;
}

bool CurveView::beginOther(const QPointF& pos) {
    for (const KeyRef& at : state().selection()) {
        for (const bool isIn : {true, false}) {
            const auto place = handlePlace(at, isIn);
            if (place && lengthOf(*place - pos) <= kHandleReachPx) {
                m_handle = HandleDrag{.at = at,
                                      .isIn = isIn,
                                      .motion = state().view().motion,
                                      .number = newGesture(),
                                      .hasEdited = false};
                return true;
            }
        }
    }
    return false;
}

void CurveView::moveOther(const QPointF& pos, Qt::KeyboardModifiers modifiers) {
    const JointRow* row = state().rowOf(m_handle->at.joint);
    const keyframe::Key* key = keyAt(state(), m_handle->at);
    if (row == nullptr || key == nullptr) {
        return;
    }
    const auto here = firstFrom(row->keys, m_handle->at.timeS - keyframe::kSameTimeS);
    keyframe::Handle in = key->in;
    keyframe::Handle out = key->out;
    keyframe::Handle& moved = m_handle->isIn ? in : out;
    keyframe::Handle& other = m_handle->isIn ? out : in;
    moved.timeS = axis().timeAt(pos.x()) - here->timeS;
    moved.angleDeg = degAt(pos.y()) - here->angleDeg;
    if (m_handle->isIn) {
        const double reachS =
            here != row->keys.begin() ? here->timeS - std::prev(here)->timeS : 0.0;
        moved.timeS = std::clamp(moved.timeS, -reachS, 0.0);
    } else {
        const double reachS =
            std::next(here) != row->keys.end() ? std::next(here)->timeS - here->timeS : 0.0;
        moved.timeS = std::clamp(moved.timeS, 0.0, reachS);
    }
    // Keeps the curve smooth, unless Alt moves the two handles independently.
    if ((modifiers & Qt::AltModifier) == 0 && std::abs(moved.timeS) > 1e-4) {
        other.angleDeg = moved.angleDeg / moved.timeS * other.timeS;
    }
    keyframe::Edited edited = keyframe::setHandles(*m_handle->motion, m_handle->at, in, out);
    edited.selection = state().selection();
    m_handle->hasEdited = true;
    state().apply(std::move(edited), tr("Move handle"), m_handle->number);
}

void CurveView::endOther(bool isCanceled) {
    const HandleDrag drag = *m_handle;
    m_handle.reset();
    if (isCanceled && drag.hasEdited) {
        state().apply({*drag.motion, state().selection()}, tr("Move handle"), drag.number);
    }
    update();
}

void CurveView::wheelWithControl(const QPointF& pos, double notches) {
    const double span = m_highDeg - m_lowDeg;
    const double factor =
        std::clamp(span * std::pow(0.8, notches), kMinSpanDeg, kMaxSpanDeg) / span;
    const double at = degAt(pos.y());
    m_lowDeg = at - (at - m_lowDeg) * factor;
    m_highDeg = at + (m_highDeg - at) * factor;
    m_isFitted = false;
    update();
}

void CurveView::panVertically(double byPx) {
    if (byPx == 0.0) {
        return;
    }
    const double byDeg =
        byPx * (m_highDeg - m_lowDeg) / std::max(1.0, height() - 2.0 * CurveScale::kEdgePx);
    m_lowDeg -= byDeg;
    m_highDeg -= byDeg;
    m_isFitted = false;
    update();
}

} // namespace sideline::widgets
