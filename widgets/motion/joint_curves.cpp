#include "widgets/motion/joint_curves.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace sideline::widgets {

using keyframe::KeyRef;

namespace {

double startRad(const keyframe::Motion& motion, const JointRow& row) {
    const auto& entry = motion.entry;
    if (entry) {
        const auto angle = entry->anglesDeg.find(row.joint);
        if (angle != entry->anglesDeg.end()) {
            const auto deg = angle->second.evaluate(motion.parameters);
            return deg ? *deg / kDegPerRad : 0.0;
        }
    }
    return 0.0;
}

} // namespace

void JointCurves::refresh() {
    const MotionView& view = m_state.view();
    if (m_motion != view.motion || m_trajectory != view.trajectory) {
        m_motion = view.motion;
        m_trajectory = view.trajectory;
        m_curves.clear();
    }
}

const JointCurves::Curve& JointCurves::of(std::size_t row) const {
    const auto known = m_curves.find(row);
    if (known != m_curves.end()) {
        return known->second;
    }
    return m_curves.emplace(row, compute(m_state.rows()[row])).first->second;
}

JointCurves::Curve JointCurves::compute(const JointRow& row) const {
    const double fromRad = startRad(m_state.motion(), row);
    const bool hasLimbs = std::ranges::any_of(m_state.keyframes(), &KeyframeMark::hasLimb);
    if (hasLimbs && m_trajectory && row.id.isValid() &&
        row.id.index() < m_trajectory->jointCount()) {
        return {.trajectory = m_trajectory, .joint = row.id, .startRad = fromRad};
    }
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
        const keyframe::Key* written =
            hasHandles ? keyAt(m_state, {mark.timeS, row.joint}) : nullptr;
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
    own->lengthS = m_state.motion().endS();
    return {.trajectory = std::move(own), .joint = robot::JointId(0), .startRad = fromRad};
}

const keyframe::Key* keyAt(const TimelineState& state, const KeyRef& at) {
    // Searches the marks, which are a flat list: faster than searching the document.
    const auto& marks = state.keyframes();
    const auto mark = firstFrom(marks, at.timeS - keyframe::kSameTimeS);
    if (mark == marks.end() || mark->timeS > at.timeS + keyframe::kSameTimeS) {
        return nullptr;
    }
    const auto& joints = state.motion().keyframes[mark->keyframe]->joints;
    const auto key = joints.find(at.joint);
    return key != joints.end() ? &key->second : nullptr;
}

std::optional<HandleEnd> handleEnd(const TimelineState& state, const KeyRef& at, bool isIn) {
    const JointRow* row = state.rowOf(at.joint);
    const keyframe::Key* key = keyAt(state, at);
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
        handle.timeS = (neighbor.timeS - here->timeS) / 3.0; // long enough to be grabbed
    }
    return HandleEnd{here->timeS + handle.timeS, here->angleDeg + handle.angleDeg};
}

} // namespace sideline::widgets
