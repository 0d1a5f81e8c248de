#include "widgets/match/chosen_curves.h"

#include <algorithm>

#include <QCoreApplication>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using logs::SignalId;

// The signal with this name; its index differs between robot types.
SignalId resolved(SignalId id, const std::string& name, const monitor::MatchFrame& frame) {
    const monitor::RobotFrame* robot = frame.findRobot(id.object.robot);
    const bool isJoint = id.quantity == logs::Quantity::JointDeg;
    if (id.object.kind != monitor::ObjectId::Kind::Robot || robot == nullptr ||
        robot->model == nullptr || (!isJoint && id.object.body == 0)) {
        return id;
    }
    std::int32_t& place = isJoint ? id.joint : id.object.body;
    const auto count = static_cast<std::int32_t>(isJoint ? robot->model->joints().size()
                                                         : robot->model->bodies().size());
    for (place = isJoint ? 0 : 1; place < count; ++place) {
        if (logs::signalName(id, &frame) == name) {
            return id;
        }
    }
    place = -1; // this robot has no such part
    return id;
}

} // namespace

QString ChosenCurve::nameText() const {
    return toQt(name());
}

QString ChosenCurve::unitText() const {
    return toQt(logs::curveUnit(id));
}

QString ChosenCurve::nameWithUnit() const {
    const QString unit = unitText();
    return unit.isEmpty() ? nameText() : QStringLiteral("%1 [%2]").arg(nameText(), unit);
}

QString ChosenTrack::nameText() const {
    return QCoreApplication::translate("ChosenTrack", "%1 against %2")
        .arg(y.nameText(), x.nameText());
}

bool ChosenCurves::contains(const logs::CurveId& id) const {
    return std::ranges::find(curves, id, &ChosenCurve::id) != curves.end();
}

std::vector<SignalId> ChosenCurves::signalIds() const {
    std::vector<SignalId> ids;
    const auto add = [&ids](const ChosenCurve& curve) {
        if (std::ranges::find(ids, curve.id.signal) == ids.end()) {
            ids.push_back(curve.id.signal);
        }
    };
    std::ranges::for_each(curves, add);
    for (const ChosenTrack& track : tracks) {
        add(track.x);
        add(track.y);
    }
    return ids;
}

bool ChosenCurves::resolve(const monitor::MatchFrame& frame) {
    bool isChanged = false;
    const auto look = [&](ChosenCurve& curve) {
        const SignalId id = resolved(curve.id.signal, curve.signalName, frame);
        isChanged = isChanged || id != curve.id.signal;
        curve.id.signal = id;
    };
    std::ranges::for_each(curves, look);
    for (ChosenTrack& track : tracks) {
        look(track.x);
        look(track.y);
    }
    return isChanged;
}

} // namespace sideline::widgets
