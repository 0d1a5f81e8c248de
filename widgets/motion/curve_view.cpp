#include "widgets/motion/curve_view.h"

#include <algorithm>
#include <cmath>

#include <QResizeEvent>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using keyframe::KeyRef;
using keyframe::KeySelection;

constexpr int kCurveLineHeight = 17;
constexpr double kEdgePx = 8.0;
constexpr double kLeastSpanDeg = 5.0;
constexpr double kMostSpanDeg = 2000.0;
constexpr double kHandleReachPx = 7.0;
constexpr double kCurveReachPx = 6.0;

double lengthOf(const QPointF& way) {
    return std::hypot(way.x(), way.y());
}

} // namespace

CurveView::CurveView(TimelineState& shared, QWidget* parent) : KeyCanvas(shared, parent) {
    setObjectName(QStringLiteral("curveView"));
    setAccessibleName(tr("Curves of the motion's joints"));
    connect(&state(), &TimelineState::changed, this, &CurveView::refresh);
    refresh();
}

// The list at the left and the range of values follow what is shown; not while keys are dragged,
// or the ground would move under them.
void CurveView::refresh() {
    const MotionView& view = state().view();
    if (m_motion != view.motion || m_trajectory != view.trajectory) {
        m_motion = view.motion;
        m_trajectory = view.trajectory;
        m_curves.clear();
    }
    m_list.clear();
    m_headings.clear();
    for (std::size_t g = 0; g < state().groups().size(); ++g) {
        m_list.emplace_back(std::nullopt);
        m_headings.push_back(g);
        for (std::size_t r = state().groups()[g].begin; r < state().groups()[g].end; ++r) {
            m_list.emplace_back(r);
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
    return static_cast<int>(m_list.size()) * kCurveLineHeight;
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
    constexpr double kLeastFitDeg = 10.0;
    const double roomDeg = std::max(0.08 * (high - low), (kLeastFitDeg - (high - low)) / 2.0);
    m_lowDeg = low - roomDeg;
    m_highDeg = high + roomDeg;
}

void CurveView::resizeEvent(QResizeEvent* event) {
    KeyCanvas::resizeEvent(event);
    setScroll(scroll());
}

double CurveView::yOf(double deg) const {
    return kEdgePx + (m_highDeg - deg) / (m_highDeg - m_lowDeg) * (height() - 2.0 * kEdgePx);
}

double CurveView::degAt(double y) const {
    return m_highDeg -
           (y - kEdgePx) / std::max(1.0, height() - 2.0 * kEdgePx) * (m_highDeg - m_lowDeg);
}

CurveView::Curve CurveView::curveOf(std::size_t index) const {
    const auto known = m_curves.find(index);
    if (known != m_curves.end()) {
        return known->second;
    }
    const JointRow& row = state().rows()[index];
    const bool hasLimbs = std::ranges::any_of(state().keyframes(), &KeyframeMark::hasLimb);
    Curve curve{.trajectory = m_trajectory, .joint = row.id};
    if (!hasLimbs || !m_trajectory || !row.id.isValid() ||
        row.id.index() >= m_trajectory->jointCount()) {
        std::vector<motion::TrajectoryKey> keys;
        keys.reserve(row.keys.size());
        for (const KeyMark& mark : row.keys) {
            if (!std::isfinite(mark.angleDeg)) {
                continue;
            }
            motion::TrajectoryKey key{
                .timeS = mark.timeS, .angleRad = mark.angleDeg / kDegPerRad, .curve = mark.curve};
            const bool hasHandles =
                mark.curve == keyframe::Curve::Cubic ||
                (&mark != &row.keys.back() && (&mark + 1)->curve == keyframe::Curve::Cubic);
            const keyframe::Key* written = hasHandles ? keyAt({mark.timeS, row.joint}) : nullptr;
            if (written != nullptr) {
                key.inTimeS = written->in.timeS;
                key.inRad = written->in.angleDeg / kDegPerRad;
                key.outTimeS = written->out.timeS;
                key.outRad = written->out.angleDeg / kDegPerRad;
            }
            keys.push_back(key);
        }
        auto own = std::make_shared<motion::JointTrajectory>(1);
        own->setKeys(robot::JointId(0), std::move(keys));
        own->lengthS = state().motion().endS();
        curve = {.trajectory = std::move(own), .joint = robot::JointId(0)};
    }
    m_curves.emplace(index, curve);
    return curve;
}

double CurveView::startRad(const JointRow& row) const {
    const auto& entry = state().motion().entry;
    if (entry) {
        const auto angle = entry->anglesDeg.find(row.joint);
        if (angle != entry->anglesDeg.end()) {
            const auto deg = angle->second.evaluate(state().motion().parameters);
            return deg ? *deg / kDegPerRad : 0.0;
        }
    }
    return 0.0;
}

std::optional<std::size_t> CurveView::listRowAt(double y) const {
    const auto line = static_cast<std::ptrdiff_t>(std::floor((y + scroll()) / kCurveLineHeight));
    return line >= 0 && line < std::ssize(m_list) ? m_list[static_cast<std::size_t>(line)]
                                                  : std::nullopt;
}

const keyframe::Key* CurveView::keyAt(const KeyRef& at) const {
    // Found by the marks, which are a flat list, not by the document's own search.
    const auto& marks = state().keyframes();
    const auto mark = firstFrom(marks, at.timeS - keyframe::kSameTimeS);
    if (mark == marks.end() || mark->timeS > at.timeS + keyframe::kSameTimeS) {
        return nullptr;
    }
    const auto& joints = state().motion().keyframes[mark->keyframe]->joints;
    const auto key = joints.find(at.joint);
    return key != joints.end() ? &key->second : nullptr;
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
            // Of keys on one another, the selected one is meant.
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
        const auto row = listRowAt(pos.y());
        return row ? &state().rows()[*row] : nullptr;
    }
    const double timeS = axis().timeAt(pos.x());
    const JointRow* best = nullptr;
    double bestPx = kCurveReachPx;
    for (const std::size_t index : m_shown) {
        const JointRow& row = state().rows()[index];
        if (row.keys.empty()) {
            continue;
        }
        const Curve curve = curveOf(index);
        const double deg =
            curve.trajectory->angleRad(curve.joint, timeS, startRad(row)) * kDegPerRad;
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
        return row != nullptr ? tr("%1 (%2): click shows its curve, Ctrl adds it")
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
    const Curve curve = curveOf(index);
    const double deg = curve.trajectory->angleRad(curve.joint, timeS, startRad(*row)) * kDegPerRad;
    const double degPerS = curve.trajectory->speedRadPerS(curve.joint, timeS, startRad(*row)) *
                           kDegPerRad * state().motion().speed;
    return tr("%1 (%2): %3\u00b0, %4\u00b0/s. Double click stores a key.")
        .arg(row->fullName, toQt(row->joint), QString::number(deg, 'f', 1),
             QString::number(degPerS, 'f', 0));
}

void CurveView::pressInGutter(const QPointF& pos, Qt::KeyboardModifiers modifiers) {
    if (const auto row = listRowAt(pos.y())) {
        const bool isAdded = (modifiers & (Qt::ControlModifier | Qt::ShiftModifier)) != 0;
        if (!isAdded) {
            state().select({}); // or joints of selected keys would stay
        }
        state().chooseJoint(state().rows()[*row].joint, isAdded);
        return;
    }
    const auto line =
        static_cast<std::ptrdiff_t>(std::floor((pos.y() + scroll()) / kCurveLineHeight));
    if (line < 0 || line >= std::ssize(m_list)) {
        return;
    }
    const auto heading =
        std::count(m_list.begin(), m_list.begin() + line, std::optional<std::size_t>());
    const RowGroup& group = state().groups()[m_headings[static_cast<std::size_t>(heading)]];
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
        state().insertKey(*row, state().snapped(axis().timeAt(pos.x()), false, 0.0));
    }
}

std::optional<QPointF> CurveView::handlePlace(const KeyRef& at, bool isIn) const {
    const JointRow* row = state().rowOf(at.joint);
    const keyframe::Key* key = keyAt(at);
    if (row == nullptr || key == nullptr) {
        return std::nullopt;
    }
    const auto here = firstFrom(row->keys, at.timeS - keyframe::kSameTimeS);
    const bool hasNeighbor = isIn ? here != row->keys.begin() : std::next(here) != row->keys.end();
    if (here == row->keys.end() || !hasNeighbor || !std::isfinite(here->angleDeg)) {
        return std::nullopt;
    }
    const KeyMark& neighbor = isIn ? *std::prev(here) : *std::next(here);
    if ((isIn ? here->curve : neighbor.curve) != keyframe::Curve::Cubic) {
        return std::nullopt;
    }
    keyframe::Handle handle = isIn ? key->in : key->out;
    if (handle.timeS == 0.0 && handle.angleDeg == 0.0) {
        handle.timeS = (neighbor.timeS - here->timeS) / 3.0; // so that it can be taken hold of
    }
    return QPointF(axis().xOf(here->timeS + handle.timeS), yOf(here->angleDeg + handle.angleDeg));
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
    const keyframe::Key* key = keyAt(m_handle->at);
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
    // The curve stays without a kink, unless Alt lets the two sides go apart.
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
        std::clamp(span * std::pow(0.8, notches), kLeastSpanDeg, kMostSpanDeg) / span;
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
    const double byDeg = byPx * (m_highDeg - m_lowDeg) / std::max(1.0, height() - 2.0 * kEdgePx);
    m_lowDeg -= byDeg;
    m_highDeg -= byDeg;
    m_isFitted = false;
    update();
}

} // namespace sideline::widgets
