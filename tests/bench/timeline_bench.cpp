// Speed of the motion timeline with software rendering: frame times of dragging keys, panning and
// zooming in a motion of 22 joints and 2,000 keyframes.
// usage: xvfb-run timeline_bench [KEYFRAMES [SELECTED]]
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <QApplication>
#include <QTest>
#include <QWheelEvent>

#include "agentcore/robot/nao.h"
#include "tests/bench/step_times.h"
#include "widgets/motion/curve_view.h"
#include "widgets/motion/dope_sheet.h"
#include "widgets/motion/motion_timeline.h"

namespace {

using namespace sideline;
using bench::measure;
using bench::sendMouse;
using widgets::MotionTimeline;

constexpr double kStepS = 0.02;

keyframe::Motion longMotion(int keyframes, const robot::RobotModel& model) {
    keyframe::Motion motion;
    for (int i = 0; i < keyframes; ++i) {
        keyframe::Keyframe keyframe;
        keyframe.timeS = kStepS * i;
        if (i % 25 == 0) {
            keyframe.name = "pose " + std::to_string(i / 25);
        }
        int place = 0;
        for (const robot::Joint& joint : model.joints()) {
            keyframe::Key key;
            key.angleDeg = std::round(200.0 * std::sin(0.03 * i + place++)) / 10.0;
            key.curve = keyframe::Curve::Smooth;
            keyframe.joints.emplace(joint.effector, key);
        }
        motion.keyframes.emplace_back(std::move(keyframe));
    }
    return motion;
}

void measureAll(MotionTimeline& timeline, widgets::KeyCanvas& canvas, double y, const char* where) {
    const auto drag = [&](double pixels) {
        const QPointF from(canvas.axis().xOf(timeline.selection().begin()->timeS), y);
        sendMouse(canvas, QEvent::MouseButtonPress, from, Qt::LeftButton);
        measure(
            (std::string("drag ") + std::to_string(timeline.selection().size()) + " keys, " + where)
                .c_str(),
            [&](int i) {
                sendMouse(canvas, QEvent::MouseMove, from + QPointF((i + 5) * pixels, 0),
                          Qt::LeftButton);
            });
        sendMouse(canvas, QEvent::MouseButtonRelease, from, Qt::LeftButton);
    };
    timeline.showAll();
    drag(1.0);
    measure((std::string("pan, all shown, ") + where).c_str(), [&](int i) {
        QWheelEvent event(QPointF(400, y), canvas.mapToGlobal(QPointF(400, y)), QPoint(),
                          QPoint(i % 2 == 0 ? 120 : -120, 0), Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(&canvas, &event);
    });
    measure((std::string("zoom in, ") + where).c_str(), [&](int /*i*/) {
        QWheelEvent event(QPointF(400, y), canvas.mapToGlobal(QPointF(400, y)), QPoint(),
                          QPoint(0, 12), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&canvas, &event);
    });
    timeline.showAll();
    measure((std::string("playhead, ") + where).c_str(),
            [&](int i) { timeline.setCursor(kStepS * i); });
}

} // namespace

int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    const int keyframes = argc > 1 ? std::atoi(argv[1]) : 2000;
    const std::size_t selected =
        argc > 2 ? static_cast<std::size_t>(std::max(1, std::atoi(argv[2]))) : 200;
    const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
    widgets::MotionView view;
    view.model = model.shared();
    view.motion = std::make_shared<const keyframe::Motion>(longMotion(keyframes, model));
    MotionTimeline timeline;
    QObject::connect(&timeline, &MotionTimeline::edited, [&](const widgets::MotionEdit& edit) {
        view.motion = std::make_shared<const keyframe::Motion>(edit.motion);
        timeline.setView(view);
        timeline.setSelection(edit.selection);
    });
    timeline.resize(1600, 640);
    timeline.setView(view);
    timeline.show();
    if (!QTest::qWaitForWindowExposed(&timeline)) {
        std::fprintf(stderr, "no window\n");
        return 1;
    }
    auto& sheet = *timeline.findChild<widgets::DopeSheet*>();
    auto& curves = *timeline.findChild<widgets::CurveView*>();
    // Expands groups, so that all rows are drawn.
    for (std::size_t group = 0; group < 5; ++group) {
        const QPointF name(8.0, sheet.groupMiddle(group));
        sendMouse(sheet, QEvent::MouseButtonPress, name, Qt::LeftButton);
        sendMouse(sheet, QEvent::MouseButtonRelease, name, Qt::LeftButton);
    }
    keyframe::KeySelection keys;
    for (const keyframe::KeyRef& key : keyframe::allKeys(*view.motion)) {
        if (key.timeS > 10.0 && keys.size() < selected) {
            keys.insert(key);
        }
    }
    timeline.setSelection(keys);
    const keyframe::MotionPtr whole = view.motion;
    measureAll(timeline, sheet, widgets::DopeSheet::summaryMiddle(), "dope sheet");
    view.motion = whole;
    timeline.setView(view);
    timeline.setSelection(keys);
    timeline.setMode(MotionTimeline::Mode::Curves);
    QApplication::processEvents();
    const keyframe::KeyRef first = *timeline.selection().begin();
    const auto& key =
        view.motion->keyframes[*view.motion->keyframeAt(first.timeS)]->joints.at(first.joint);
    measureAll(timeline, curves, curves.yOf(key.angleDeg.number()), "curves of all joints");
    view.motion = whole;
    timeline.setView(view);
    timeline.setSelection({});
    timeline.setChosenJoints({"lle3", "lle4", "lle5"});
    keyframe::KeySelection ofKnee;
    for (const keyframe::KeyRef& at : keyframe::keysOfJoint(*view.motion, "lle4")) {
        if (ofKnee.size() < selected && at.timeS > 10.0) {
            ofKnee.insert(at);
        }
    }
    timeline.setSelection(ofKnee);
    QApplication::processEvents();
    const keyframe::KeyRef knee = *ofKnee.begin();
    measureAll(timeline, curves,
               curves.yOf(view.motion->keyframes[*view.motion->keyframeAt(knee.timeS)]
                              ->joints.at("lle4")
                              .angleDeg.number()),
               "curves of 3 joints");
    return 0;
}
