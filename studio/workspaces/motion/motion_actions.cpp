#include "studio/workspaces/motion/motion_actions.h"

#include <QAction>
#include <QUndoStack>

#include "agentcore/math/angles.h"

namespace sideline::studio {

namespace {

constexpr double kFrontRad = 0.0;
constexpr double kLeftRad = math::kPi / 2.0;
constexpr double kSlightlyUpRad = 0.15;

} // namespace

void connectTimelineActions(ActionTable& actions, widgets::MotionTimeline* timeline) {
    using widgets::MotionTimeline;
    const auto when = [&](const char* id, auto slot) {
        QObject::connect(actions.action(id), &QAction::triggered, timeline, slot);
    };
    when("motion.remove", &MotionTimeline::deleteSelection);
    when("motion.cut", &MotionTimeline::cutSelection);
    when("motion.paste", [timeline] { timeline->paste(false); });
    when("motion.paste-flipped", [timeline] { timeline->paste(true); });
    when("motion.duplicate", &MotionTimeline::duplicateSelection);
    when("motion.select-all", &MotionTimeline::selectAll);
    when("motion.reverse", &MotionTimeline::reverseSelection);
    when("motion.reverse-here", &MotionTimeline::reverseSelectionAtCursor);
    when("motion.extend", &MotionTimeline::extendSelection);
    when("motion.marker", &MotionTimeline::addMarkerAtCursor);
    when("motion.insert-time", [timeline] { timeline->insertTimeAtCursor(0.1); });
    when("motion.key-back", [timeline] { timeline->goToKeyframe(-1); });
    when("motion.key-on", [timeline] { timeline->goToKeyframe(1); });
    when("motion.fit", &MotionTimeline::showAll);
    when("motion.curves", [timeline](bool isOn) {
        timeline->setMode(isOn ? MotionTimeline::Mode::Curves : MotionTimeline::Mode::DopeSheet);
    });
    QAction* curves = actions.action("motion.curves");
    QObject::connect(timeline, &MotionTimeline::modeChanged, curves,
                     [curves](MotionTimeline::Mode mode) {
                         curves->setChecked(mode == MotionTimeline::Mode::Curves);
                     });
    struct CurveAction {
        const char* id;
        keyframe::Curve curve;
    };
    static constexpr CurveAction kCurves[] = {{"motion.curve-hold", keyframe::Curve::Hold},
                                              {"motion.curve-linear", keyframe::Curve::Linear},
                                              {"motion.curve-smooth", keyframe::Curve::Smooth},
                                              {"motion.curve-sine", keyframe::Curve::Sine},
                                              {"motion.curve-cubic", keyframe::Curve::Cubic}};
    for (const CurveAction& entry : kCurves) {
        when(entry.id, [timeline, curve = entry.curve] { timeline->setSelectionCurve(curve); });
    }
    timeline->transport().setActions(
        {actions.action("motion.begin"), actions.action("motion.step-back"),
         actions.action("motion.play"), actions.action("motion.step-on"),
         actions.action("motion.end"), actions.action("motion.repeat"), nullptr,
         actions.action("motion.try"), actions.action("motion.show-trial"), nullptr});
}

void connectViewActions(ActionTable& actions, MotionDisplay& display) {
    struct ViewAction {
        const char* id;
        double azimuthRad;
        double elevationRad;
    };
    static constexpr ViewAction kViews[] = {{"motion.view-front", kFrontRad, kSlightlyUpRad},
                                            {"motion.view-left", kLeftRad, kSlightlyUpRad},
                                            {"motion.view-back", 2.0 * kLeftRad, kSlightlyUpRad},
                                            {"motion.view-right", -kLeftRad, kSlightlyUpRad},
                                            {"motion.view-top", kFrontRad, kLeftRad}};
    for (const ViewAction& view : kViews) {
        QObject::connect(actions.action(view.id), &QAction::triggered, &display, [&display, view] {
            if (MotionStage* stage = display.stage()) {
                stage->lookFrom(view.azimuthRad, view.elevationRad);
            }
        });
    }
}

void updateMotionActions(ActionTable& actions, MotionDocument& document) {
    const QUndoStack& stack = document.undoStack();
    const auto named = [&actions](const char* id, const QString& what, const QString& step,
                                  bool can) {
        QAction* action = actions.action(id);
        action->setEnabled(can);
        action->setText(can ? QStringLiteral("%1: %2").arg(what, step) : what);
    };
    named("motion.undo", QObject::tr("Undo"), stack.undoText(), stack.canUndo());
    named("motion.redo", QObject::tr("Redo"), stack.redoText(), stack.canRedo());
    const bool hasKeys = !document.motion()->keyframes.empty();
    const bool hasSelection = !document.selection().empty();
    for (const char* id : {"motion.remove", "motion.cut", "motion.duplicate", "motion.reverse",
                           "motion.reverse-here", "motion.curve-hold", "motion.curve-linear",
                           "motion.curve-smooth", "motion.curve-sine", "motion.curve-cubic"}) {
        actions.action(id)->setEnabled(hasSelection);
    }
    actions.action("motion.try")->setEnabled(hasKeys && document.motion()->endS() > 0.0);
    for (const char* id : {"motion.play", "motion.optimize", "motion.mirror", "motion.select-all",
                           "motion.key-back", "motion.key-on", "motion.export"}) {
        actions.action(id)->setEnabled(hasKeys);
    }
    actions.action("motion.save")->setEnabled(document.isModified() || document.file().isEmpty());
}

} // namespace sideline::studio
