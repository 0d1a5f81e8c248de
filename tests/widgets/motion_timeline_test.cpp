#include "widgets/motion/motion_timeline.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPaintEvent>
#include <QSignalSpy>

#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"
#include "widgets/motion/curve_view.h"
#include "widgets/motion/dope_sheet.h"
#include "widgets/motion/motion_ruler.h"
#include "widgets/motion/timeline_paint.h"
#include "widgets/motion/timeline_state.h"

namespace sideline::widgets {
namespace {

using keyframe::Curve;
using keyframe::KeyRef;
using keyframe::KeySelection;
using keyframe::Motion;
using keyframe::MotionPtr;
using tests::plain;

// What a widget has painted.
class PaintedRegion : public QObject {
public:
    bool eventFilter(QObject* /*watched*/, QEvent* event) override {
        if (event->type() == QEvent::Paint) {
            region += static_cast<QPaintEvent*>(event)->region();
        }
        return false;
    }
    QRegion region;
};

constexpr int kWidth = 1000;
constexpr int kHeight = 420;

keyframe::Keyframe keyframe(double timeS, const char* name,
                            const std::map<keyframe::JointName, double>& anglesDeg) {
    keyframe::Keyframe made;
    made.timeS = timeS;
    made.name = name;
    for (const auto& [joint, angleDeg] : anglesDeg) {
        keyframe::Key key;
        key.angleDeg = angleDeg;
        made.joints.emplace(joint, key);
    }
    return made;
}

// Four keyframes in 1.2 s; the head turns in two of them only.
Motion sample() {
    Motion motion;
    motion.name = "sample";
    motion.keyframes = {keyframe(0.0, "stand", {{"lle4", 0.0}, {"rle4", 0.0}, {"he1", 0.0}}),
                        keyframe(0.4, "lift", {{"lle4", -60.0}, {"rle4", -20.0}}),
                        keyframe(0.8, "", {{"lle4", -60.0}, {"rle4", -40.0}, {"he1", 30.0}}),
                        keyframe(1.2, "end", {{"lle4", 0.0}, {"rle4", 0.0}})};
    return motion;
}

// What the editor around the timeline does: it takes edits over.
class MotionTimelineTest : public ::testing::Test {
protected:
    void SetUp() override {
        open(sample());
        QObject::connect(&m_timeline, &MotionTimeline::edited, [this](const MotionEdit& edit) {
            m_edits.push_back(edit);
            show(edit.motion);
            m_timeline.setSelection(edit.selection);
        });
        ASSERT_TRUE(tests::showWidget(m_timeline, kWidth, kHeight));
        m_sheet = m_timeline.findChild<DopeSheet*>();
        m_curves = m_timeline.findChild<CurveView*>();
        m_ruler = m_timeline.findChild<MotionRuler*>();
        ASSERT_TRUE(m_sheet != nullptr && m_curves != nullptr && m_ruler != nullptr);
    }
    void open(const Motion& motion) {
        m_timeline.setView({});
        show(motion);
    }
    void show(const Motion& motion) {
        m_motion = std::make_shared<const Motion>(motion);
        MotionView view;
        view.motion = m_motion;
        view.model = robot::naoModel(robot::NaoType::Standard).shared();
        m_timeline.setView(view);
    }
    void openGroup(std::size_t group) {
        tests::click(*m_sheet, {10.0, m_sheet->groupMiddle(group)});
    }
    // Places on the dope sheet.
    [[nodiscard]] QPointF summary(double timeS) const {
        return {m_sheet->axis().xOf(timeS), DopeSheet::summaryMiddle()};
    }
    [[nodiscard]] QPointF key(double timeS, const char* joint) const {
        return {m_sheet->axis().xOf(timeS), m_sheet->rowMiddle(joint).value_or(-100.0)};
    }
    [[nodiscard]] QPointF inGroup(double timeS, std::size_t group) const {
        return {m_sheet->axis().xOf(timeS), m_sheet->groupMiddle(group)};
    }
    // Places on the curves.
    [[nodiscard]] QPointF onCurve(double timeS, double deg) const {
        return {m_curves->axis().xOf(timeS), m_curves->yOf(deg)};
    }
    static void send(QWidget& widget, QEvent::Type type, const QPointF& pos,
                     Qt::KeyboardModifiers modifiers, Qt::MouseButton button = Qt::LeftButton) {
        const bool isMove = type == QEvent::MouseMove;
        QMouseEvent event(type, pos, widget.mapToGlobal(pos), isMove ? Qt::NoButton : button,
                          type == QEvent::MouseButtonRelease ? Qt::NoButton : button, modifiers);
        QApplication::sendEvent(&widget, &event);
    }
    static void drag(QWidget& widget, const QPointF& from, const QPointF& to,
                     Qt::KeyboardModifiers modifiers = Qt::NoModifier, bool isReleased = true) {
        send(widget, QEvent::MouseButtonPress, from, Qt::NoModifier);
        for (int i = 1; i <= 5; ++i) {
            send(widget, QEvent::MouseMove, from + (to - from) * (i / 5.0), modifiers);
        }
        if (isReleased) {
            send(widget, QEvent::MouseButtonRelease, to, modifiers);
        }
    }
    static void shiftClick(QWidget& widget, const QPointF& pos) {
        send(widget, QEvent::MouseButtonPress, pos, Qt::ShiftModifier);
        send(widget, QEvent::MouseButtonRelease, pos, Qt::ShiftModifier);
    }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier,
               const QString& text = {}) {
        QKeyEvent event(QEvent::KeyPress, key, modifiers, text);
        QApplication::sendEvent(&m_timeline, &event);
    }
    [[nodiscard]] std::string lastText() const {
        return m_edits.empty() ? std::string() : plain(m_edits.back().text);
    }
    [[nodiscard]] double angleDeg(double timeS, const char* joint) const {
        const auto index = m_motion->keyframeAt(timeS);
        if (!index || !m_motion->keyframes[*index]->joints.contains(joint)) {
            return std::nan("");
        }
        return m_motion->keyframes[*index]->joints.at(joint).angleDeg.number();
    }
    [[nodiscard]] QMenu* menuOver(QWidget& widget, const QPointF& pos) {
        QContextMenuEvent event(QContextMenuEvent::Mouse, pos.toPoint(),
                                widget.mapToGlobal(pos.toPoint()));
        QApplication::sendEvent(&widget, &event);
        return m_timeline.findChild<QMenu*>(QString(), Qt::FindDirectChildrenOnly);
    }
    // Runs a menu's action by the start of its name, also of those in its submenus.
    static bool run(const QMenu& menu, const QString& name) {
        for (QAction* action : menu.actions()) {
            if (action->menu() != nullptr && run(*action->menu(), name)) {
                return true;
            }
            if (action->text().startsWith(name) && action->isEnabled() &&
                action->menu() == nullptr) {
                action->trigger();
                return true;
            }
        }
        return false;
    }
    void write(const QString& text) {
        auto* field = m_timeline.findChild<QLineEdit*>(QStringLiteral("timelineField"));
        ASSERT_NE(field, nullptr);
        field->setText(text);
        QTest::keyClick(field, Qt::Key_Return);
    }

    MotionPtr m_motion;
    MotionTimeline m_timeline;
    DopeSheet* m_sheet = nullptr;
    CurveView* m_curves = nullptr;
    MotionRuler* m_ruler = nullptr;
    std::vector<MotionEdit> m_edits;
};

TEST_F(MotionTimelineTest, ACursorBehindTheEndIsNotPartOfTheMotion) {
    const auto* time = m_timeline.findChild<QLabel*>(QStringLiteral("timelineTime"));
    ASSERT_NE(time, nullptr);
    m_timeline.setCursor(0.5);
    EXPECT_EQ(plain(time->text()), "0.50 s of 1.20 s");
    m_timeline.setCursor(1.46);
    EXPECT_EQ(plain(time->text()), "1.46 s, ends at 1.20 s");
}

TEST_F(MotionTimelineTest, ClickSelectsAndShiftAdds) {
    openGroup(3); // left leg
    QSignalSpy selected(&m_timeline, &MotionTimeline::selectionChanged);
    tests::click(*m_sheet, key(0.4, "lle4"));
    EXPECT_EQ(m_timeline.selection(), (KeySelection{{0.4, "lle4"}}));
    shiftClick(*m_sheet, key(0.8, "lle4"));
    EXPECT_EQ(m_timeline.selection(), (KeySelection{{0.4, "lle4"}, {0.8, "lle4"}}));
    shiftClick(*m_sheet, key(0.4, "lle4"));
    EXPECT_EQ(m_timeline.selection(), (KeySelection{{0.8, "lle4"}}));
    EXPECT_EQ(selected.count(), 3);
    tests::click(*m_sheet, key(0.6, "lle4")); // beside all keys
    EXPECT_TRUE(m_timeline.selection().empty());
    EXPECT_TRUE(m_edits.empty());
}

TEST_F(MotionTimelineTest, SummaryAndGroupKeysSelectAllBelow) {
    tests::click(*m_sheet, summary(0.8));
    EXPECT_EQ(m_timeline.selection(), (KeySelection{{0.8, "he1"}, {0.8, "lle4"}, {0.8, "rle4"}}));
    tests::click(*m_sheet, inGroup(0.4, 4)); // right leg
    EXPECT_EQ(m_timeline.selection(), (KeySelection{{0.4, "rle4"}}));
}

TEST_F(MotionTimelineTest, BoxSelectsWhatIsInside) {
    const QPointF from = summary(0.3) + QPointF(0, -8);
    drag(*m_sheet, from, summary(0.9) + QPointF(0, 8));
    EXPECT_EQ(m_timeline.selection().size(), 5U);
    openGroup(3);
    drag(*m_sheet, key(0.6, "lle3"), key(1.3, "lle5"));
    EXPECT_EQ(m_timeline.selection(), (KeySelection{{0.8, "lle4"}, {1.2, "lle4"}}));
}

TEST_F(MotionTimelineTest, DragMovesInFramesAsOneGesture) {
    openGroup(3);
    tests::click(*m_sheet, key(0.4, "lle4"));
    // A way of 0.1304 s ends at the frame at 0.52 s or 0.54 s.
    drag(*m_sheet, key(0.4, "lle4"), key(0.5304, "lle4"));
    ASSERT_FALSE(m_edits.empty());
    EXPECT_EQ(lastText(), "Move 1 key");
    EXPECT_NEAR(angleDeg(0.54, "lle4"), -60.0, 1e-9);
    EXPECT_TRUE(std::isnan(angleDeg(0.4, "lle4")));
    EXPECT_NEAR(angleDeg(0.4, "rle4"), -20.0, 1e-9);
    const int gesture = m_edits.front().gesture;
    EXPECT_NE(gesture, 0);
    for (const MotionEdit& edit : m_edits) {
        EXPECT_EQ(edit.gesture, gesture);
    }
    EXPECT_EQ(m_timeline.selection(), (KeySelection{{0.54, "lle4"}}));
    drag(*m_sheet, key(0.54, "lle4"), key(0.6, "lle4"));
    EXPECT_NE(m_edits.back().gesture, gesture);
}

TEST_F(MotionTimelineTest, DragKeepsToThePlayheadAndControlIsFree) {
    openGroup(3);
    m_timeline.setCursor(0.57);
    const QPointF nearPlayhead = key(0.57, "lle4") + QPointF(5.0, 0.0);
    drag(*m_sheet, key(0.4, "lle4"), key(0.48, "lle4"));
    // With Shift it keeps to the grid alone.
    drag(*m_sheet, key(0.48, "lle4"), nearPlayhead, Qt::ShiftModifier);
    EXPECT_NEAR(angleDeg(0.58, "lle4"), -60.0, 1e-9);
    drag(*m_sheet, key(0.58, "lle4"), key(0.48, "lle4"));
    drag(*m_sheet, key(0.48, "lle4"), nearPlayhead);
    EXPECT_NEAR(angleDeg(0.57, "lle4"), -60.0, 1e-9);
    drag(*m_sheet, key(0.57, "lle4"), key(0.7133, "lle4"), Qt::ControlModifier);
    ASSERT_EQ(m_timeline.selection().size(), 1U);
    EXPECT_NEAR(m_timeline.selection().begin()->timeS, 0.7133, 2e-4);
}

TEST_F(MotionTimelineTest, ThePlayheadLetsGoOfKeysThatAreOnIt) {
    openGroup(3);
    m_timeline.setCursor(0.4);
    const double oneFrameX = m_sheet->axis().xOf(0.42) - m_sheet->axis().xOf(0.4);
    EXPECT_GT(oneFrameX, 4.0);
    drag(*m_sheet, key(0.4, "lle4"), key(0.42, "lle4"));
    EXPECT_NEAR(angleDeg(0.42, "lle4"), -60.0, 1e-9);
}

TEST_F(MotionTimelineTest, EnterSelectsTheKeyframeAtThePlayhead) {
    m_timeline.setCursor(0.4);
    press(Qt::Key_Return);
    EXPECT_EQ(m_timeline.selection(), (KeySelection{{0.4, "lle4"}, {0.4, "rle4"}}));
}

TEST_F(MotionTimelineTest, EscapeCancelsADrag) {
    const Motion before = *m_motion;
    openGroup(3);
    drag(*m_sheet, key(0.4, "lle4"), key(0.6, "lle4"), Qt::NoModifier, false);
    EXPECT_TRUE(m_timeline.isInGesture());
    EXPECT_FALSE(*m_motion == before);
    press(Qt::Key_Escape);
    EXPECT_FALSE(m_timeline.isInGesture());
    EXPECT_EQ(*m_motion, before);
    EXPECT_EQ(m_edits.front().gesture, m_edits.back().gesture);
    EXPECT_EQ(m_timeline.selection(), (KeySelection{{0.4, "lle4"}}));
}

TEST_F(MotionTimelineTest, NothingMovesBeforeTheBegin) {
    openGroup(3);
    drag(*m_sheet, key(0.4, "lle4"), {m_sheet->axis().xOf(-1.0), key(0.4, "lle4").y()});
    EXPECT_NEAR(angleDeg(0.0, "lle4"), -60.0, 1e-9);
}

TEST_F(MotionTimelineTest, GrabFollowsTheMouseUntilAClick) {
    tests::click(*m_sheet, summary(0.4));
    tests::moveTo(*m_sheet, summary(0.4));
    press(Qt::Key_G);
    tests::moveTo(*m_sheet, summary(0.6));
    EXPECT_TRUE(m_timeline.isInGesture());
    tests::click(*m_sheet, summary(0.6));
    EXPECT_FALSE(m_timeline.isInGesture());
    EXPECT_EQ(lastText(), "Move 2 keys");
    EXPECT_NEAR(angleDeg(0.6, "lle4"), -60.0, 1e-9);
    // The name goes with its keys.
    ASSERT_TRUE(m_motion->keyframeAt(0.6).has_value());
    EXPECT_EQ(m_motion->keyframes[*m_motion->keyframeAt(0.6)]->name, "lift");
}

TEST_F(MotionTimelineTest, GrabTakesANumber) {
    tests::click(*m_sheet, summary(1.2));
    tests::moveTo(*m_sheet, summary(1.2));
    press(Qt::Key_G);
    press(Qt::Key_Period, Qt::NoModifier, QStringLiteral("."));
    press(Qt::Key_5, Qt::NoModifier, QStringLiteral("5"));
    press(Qt::Key_Return);
    EXPECT_NEAR(m_motion->endS(), 1.7, 1e-9);
}

TEST_F(MotionTimelineTest, ScaleStretchesAboutThePlayhead) {
    m_timeline.selectAll();
    m_timeline.setCursor(0.0);
    const QPointF from = summary(0.6);
    tests::moveTo(*m_sheet, from);
    press(Qt::Key_S);
    // Twice as far from the playhead as before.
    tests::moveTo(*m_sheet, {2.0 * from.x() - summary(0.0).x(), from.y()});
    press(Qt::Key_Return);
    EXPECT_NEAR(m_motion->endS(), 2.4, 1e-9);
    EXPECT_NEAR(angleDeg(0.8, "lle4"), -60.0, 1e-9);
    EXPECT_EQ(lastText(), "Scale 10 keys");
}

TEST_F(MotionTimelineTest, ExtendMovesWhatIsOnTheMousesSideOfThePlayhead) {
    m_timeline.setCursor(0.6);
    tests::moveTo(*m_sheet, summary(0.9));
    press(Qt::Key_E);
    tests::moveTo(*m_sheet, summary(1.1));
    press(Qt::Key_Return);
    EXPECT_NEAR(m_motion->endS(), 1.4, 1e-9);
    EXPECT_NEAR(angleDeg(1.0, "he1"), 30.0, 1e-9) << "0.8 s went along";
    EXPECT_TRUE(m_motion->keyframeAt(0.4)) << "what is before the playhead stays";
    EXPECT_EQ(lastText(), "Move 5 keys");
    // Of the selection only, before the playhead.
    tests::click(*m_sheet, summary(0.4));
    shiftClick(*m_sheet, summary(1.4));
    m_timeline.setCursor(0.8);
    tests::moveTo(*m_sheet, summary(0.5));
    press(Qt::Key_E);
    tests::moveTo(*m_sheet, summary(0.6));
    press(Qt::Key_Return);
    EXPECT_TRUE(m_motion->keyframeAt(0.5));
    EXPECT_TRUE(m_motion->keyframeAt(0.0));
    EXPECT_TRUE(m_motion->keyframeAt(1.4));
}

TEST_F(MotionTimelineTest, ExtendMovesWhatIsAfterThePlayheadWhenTheMouseHasLeft) {
    m_timeline.setCursor(0.6);
    tests::moveTo(*m_sheet, summary(0.2));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(m_sheet, &leave);
    press(Qt::Key_E);
    tests::moveTo(*m_sheet, summary(0.9));
    tests::moveTo(*m_sheet, summary(1.1));
    press(Qt::Key_Return);
    EXPECT_NEAR(m_motion->endS(), 1.4, 1e-9);
    EXPECT_TRUE(m_motion->keyframeAt(0.4));
}

TEST_F(MotionTimelineTest, AMouseThatWasLetGoDragsNothing) {
    openGroup(3);
    tests::click(*m_sheet, key(0.4, "lle4"));
    tests::moveTo(*m_sheet, key(0.7, "lle4"));
    EXPECT_TRUE(m_edits.empty());
    EXPECT_TRUE(m_motion->keyframeAt(0.4));
}

TEST_F(MotionTimelineTest, CurvesFitTheMotionUnlessTheUserHasZoomed) {
    m_timeline.setChosenJoints({"lle4"});
    m_timeline.setMode(MotionTimeline::Mode::Curves);
    Motion wide = sample();
    wide.keyframes[3].write().joints.at("lle4").angleDeg = -120.0;
    const double fitted = m_curves->yOf(-60.0);
    show(wide);
    EXPECT_NE(m_curves->yOf(-60.0), fitted);
    tests::turnWheel(*m_curves, onCurve(0.4, -60.0), 2, 0, Qt::ControlModifier);
    const double zoomed = m_curves->yOf(-30.0);
    show(sample());
    EXPECT_EQ(m_curves->yOf(-30.0), zoomed);
}

TEST_F(MotionTimelineTest, ReversesAboutThePlayhead) {
    tests::click(*m_sheet, summary(0.4));
    m_timeline.setCursor(0.5);
    m_timeline.reverseSelectionAtCursor();
    EXPECT_TRUE(m_motion->keyframeAt(0.6));
    EXPECT_FALSE(m_motion->keyframeAt(0.4));
    EXPECT_EQ(lastText(), "Reverse 2 keys about 0.50 s");
}

TEST_F(MotionTimelineTest, APadlockKeepsKeysAndAnMMutesThem) {
    openGroup(1);
    std::size_t group = 0;
    while (m_sheet->rowMiddle("lle4") == std::nullopt && group < 6) {
        openGroup(group++);
    }
    const double middle = m_sheet->rowMiddle("lle4").value_or(-1.0);
    tests::click(*m_sheet, m_sheet->lockBox(middle).center());
    EXPECT_EQ(m_motion->locked, (std::set<keyframe::JointName>{"lle4"}));
    EXPECT_EQ(lastText(), "Lock Left knee");
    m_timeline.selectAll();
    EXPECT_EQ(m_timeline.selection().size(), 6U) << "10 keys, of which 4 are locked";
    m_timeline.deleteSelection();
    EXPECT_NEAR(angleDeg(0.4, "lle4"), -60.0, 1e-9);
    tests::click(*m_sheet, m_sheet->lockBox(middle).center());
    EXPECT_TRUE(m_motion->locked.empty());
    tests::click(*m_sheet, m_sheet->muteBox(middle).center());
    EXPECT_EQ(m_motion->muted, (std::set<keyframe::JointName>{"lle4"}));
    EXPECT_EQ(lastText(), "Mute Left knee");
}

TEST_F(MotionTimelineTest, ToesThatTheRobotLacksAreNamedSo) {
    Motion motion = sample();
    motion.keyframeAtForWriting(0.4).joints["lle7"].angleDeg = 10.0;
    motion.keyframeAtForWriting(0.4).joints["tail"].angleDeg = 10.0;
    TimelineState state;
    MotionView view;
    view.motion = std::make_shared<const Motion>(motion);
    view.model = robot::naoModel(robot::NaoType::Standard).shared();
    state.setView(view);
    std::vector<std::string> groups;
    for (const RowGroup& group : state.groups()) {
        groups.push_back(plain(group.name));
    }
    EXPECT_TRUE(std::ranges::find(groups, "Toes (nao0 has none)") != groups.end());
    EXPECT_TRUE(std::ranges::find(groups, "Unknown joints") != groups.end());
    ASSERT_NE(state.rowOf("lle7"), nullptr);
    EXPECT_EQ(plain(state.rowOf("lle7")->fullName), "Left toe");
}

TEST_F(MotionTimelineTest, RightClickCancelsAGrab) {
    const Motion before = *m_motion;
    tests::click(*m_sheet, summary(0.4));
    tests::moveTo(*m_sheet, summary(0.4));
    press(Qt::Key_G);
    tests::moveTo(*m_sheet, summary(0.5));
    EXPECT_FALSE(*m_motion == before);
    tests::press(*m_sheet, summary(0.5), Qt::RightButton);
    EXPECT_EQ(*m_motion, before);
}

TEST_F(MotionTimelineTest, ControlDDuplicatesAndMoves) {
    tests::click(*m_sheet, summary(0.4));
    tests::moveTo(*m_sheet, summary(0.4));
    press(Qt::Key_D, Qt::ControlModifier);
    tests::moveTo(*m_sheet, summary(0.6));
    tests::click(*m_sheet, summary(0.6));
    EXPECT_NEAR(angleDeg(0.4, "lle4"), -60.0, 1e-9);
    EXPECT_NEAR(angleDeg(0.6, "lle4"), -60.0, 1e-9);
    EXPECT_EQ(lastText(), "Duplicate 2 keys");
}

TEST_F(MotionTimelineTest, DuplicateFromTheMenuGoesToThePlayhead) {
    tests::click(*m_sheet, summary(0.4));
    m_timeline.setCursor(1.0);
    m_timeline.duplicateSelection();
    EXPECT_NEAR(angleDeg(1.0, "lle4"), -60.0, 1e-9);
    EXPECT_NEAR(angleDeg(0.4, "lle4"), -60.0, 1e-9);
}

TEST_F(MotionTimelineTest, DuplicateGoesBehindTheOriginalsWithThePlayheadBeforeOrAmongThem) {
    for (const double cursorS : {0.1, 0.4, 0.6, 0.8}) {
        open(sample());
        tests::click(*m_sheet, summary(0.4));
        shiftClick(*m_sheet, summary(0.8));
        m_timeline.setCursor(cursorS);
        m_timeline.duplicateSelection();
        ASSERT_EQ(m_motion->keyframes.size(), 6U) << cursorS;
        EXPECT_NEAR(angleDeg(0.4, "rle4"), -20.0, 1e-9);
        EXPECT_NEAR(angleDeg(0.8, "rle4"), -40.0, 1e-9);
        EXPECT_NEAR(angleDeg(0.9, "rle4"), -20.0, 1e-9);
        EXPECT_NEAR(angleDeg(1.3, "rle4"), -40.0, 1e-9);
        EXPECT_FALSE(m_motion->keyframeAt(0.1).has_value());
    }
}

TEST_F(MotionTimelineTest, DeleteRemovesTheSelection) {
    tests::click(*m_sheet, summary(0.4));
    press(Qt::Key_Delete);
    EXPECT_FALSE(m_motion->keyframeAt(0.4).has_value());
    EXPECT_EQ(lastText(), "Delete 2 keys");
    EXPECT_EQ(m_edits.size(), 1U);
    press(Qt::Key_X); // nothing is selected any more
    EXPECT_EQ(m_edits.size(), 1U);
}

TEST_F(MotionTimelineTest, CopyPasteAndPasteFlipped) {
    tests::click(*m_sheet, summary(0.4));
    press(Qt::Key_C, Qt::ControlModifier);
    EXPECT_TRUE(m_edits.empty());
    m_timeline.setCursor(2.0);
    press(Qt::Key_V, Qt::ControlModifier);
    EXPECT_NEAR(angleDeg(2.0, "lle4"), -60.0, 1e-9);
    m_timeline.setCursor(2.4);
    press(Qt::Key_V, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_NEAR(angleDeg(2.4, "rle4"), -60.0, 1e-9);
    EXPECT_NEAR(angleDeg(2.4, "lle4"), -20.0, 1e-9);
    EXPECT_EQ(lastText(), "Paste keys mirrored");
    m_timeline.cutSelection();
    EXPECT_FALSE(m_motion->keyframeAt(2.4).has_value());
}

TEST_F(MotionTimelineTest, SetsCurvesOfTheSelection) {
    tests::click(*m_sheet, summary(0.4));
    m_timeline.setSelectionCurve(Curve::Sine);
    EXPECT_EQ(m_motion->keyframes[1]->joints.at("lle4").curve, Curve::Sine);
    EXPECT_EQ(m_motion->keyframes[2]->joints.at("lle4").curve, Curve::Linear);
    EXPECT_EQ(lastText(), "Set curve of 2 keys to sine");
}

TEST_F(MotionTimelineTest, KeysOfTheCursor) {
    QSignalSpy moved(&m_timeline, &MotionTimeline::cursorMoved);
    m_timeline.setCursor(0.41);
    EXPECT_EQ(moved.count(), 0); // a cursor set by the caller is not reported
    press(Qt::Key_Right);
    EXPECT_NEAR(m_timeline.cursorS(), 0.44, 1e-9);
    press(Qt::Key_Up);
    EXPECT_NEAR(m_timeline.cursorS(), 0.8, 1e-9);
    press(Qt::Key_Down);
    press(Qt::Key_Down);
    EXPECT_NEAR(m_timeline.cursorS(), 0.0, 1e-9);
    press(Qt::Key_Left);
    EXPECT_NEAR(m_timeline.cursorS(), 0.0, 1e-9);
    EXPECT_EQ(moved.count(), 4);
}

TEST_F(MotionTimelineTest, RulerMovesThePlayheadInFrames) {
    QSignalSpy moved(&m_timeline, &MotionTimeline::cursorMoved);
    tests::click(*m_ruler, {m_ruler->axis().xOf(0.609), 8.0});
    EXPECT_NEAR(m_timeline.cursorS(), 0.6, 1e-9);
    tests::press(*m_ruler, {m_ruler->axis().xOf(0.609), 8.0});
    tests::moveTo(*m_ruler, {m_ruler->axis().xOf(0.803), 8.0}, Qt::LeftButton);
    tests::release(*m_ruler, {m_ruler->axis().xOf(0.803), 8.0});
    EXPECT_NEAR(m_timeline.cursorS(), 0.8, 1e-9); // at the keyframe
    EXPECT_EQ(moved.count(), 2);
    EXPECT_TRUE(m_edits.empty());
}

// Labels beside the playhead make room for it, and are wider than the strip below its head.
TEST_F(MotionTimelineTest, TheRulerPaintsItsLabelsWholeWhenThePlayheadMoves) {
    m_timeline.setCursor(0.38);
    QTest::qWait(50); // until that is painted
    PaintedRegion painted;
    m_ruler->installEventFilter(&painted);
    m_timeline.setCursor(0.42);
    ASSERT_TRUE(tests::waitUntil([&] { return !painted.region.isEmpty(); }));
    const int x = static_cast<int>(m_ruler->axis().xOf(0.4));
    const QRegion label(x - 40, 0, 80, 12);
    EXPECT_TRUE(label.subtracted(painted.region).isEmpty());
}

TEST_F(MotionTimelineTest, MarkersAreSetMovedRenamedAndRemoved) {
    m_timeline.setCursor(0.5);
    press(Qt::Key_M);
    ASSERT_EQ(m_motion->markers.size(), 1U);
    EXPECT_NEAR(m_motion->markers[0].timeS, 0.5, 1e-9);
    const QPointF flag(m_ruler->axis().xOf(0.5), MotionRuler::kMarkersTop + 6.0);
    drag(*m_ruler, flag, {m_ruler->axis().xOf(0.7), flag.y()});
    EXPECT_NEAR(m_motion->markers[0].timeS, 0.7, 1e-9);
    EXPECT_EQ(lastText(), "Move marker");
    const QPointF there(m_ruler->axis().xOf(0.7), flag.y());
    send(*m_ruler, QEvent::MouseButtonDblClick, there, Qt::NoModifier);
    write(QStringLiteral("kick"));
    ASSERT_EQ(m_motion->markers.size(), 1U);
    EXPECT_EQ(m_motion->markers[0].name, "kick");
    QMenu* menu = menuOver(*m_ruler, there);
    ASSERT_NE(menu, nullptr);
    EXPECT_TRUE(run(*menu, QStringLiteral("Remove marker")));
    EXPECT_TRUE(m_motion->markers.empty());
}

TEST_F(MotionTimelineTest, BranchesAreAddedChangedAndRemovedOnTheRuler) {
    const QPointF there(m_ruler->axis().xOf(0.5), MotionRuler::kMarkersTop + 6.0);
    // The menu of this click, not one that is about to go.
    const auto freshMenu = [&](const QPointF& pos) {
        qDeleteAll(m_timeline.findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
        qDeleteAll(m_timeline.findChildren<QLineEdit*>(QStringLiteral("timelineField")));
        return menuOver(*m_ruler, pos);
    };
    QMenu* menu = freshMenu(there);
    ASSERT_NE(menu, nullptr);
    EXPECT_TRUE(run(*menu, QStringLiteral("If it lies on its front...")));
    write(QStringLiteral("getup-front"));
    ASSERT_EQ(m_motion->branches.size(), 1U);
    EXPECT_NEAR(m_motion->branches[0].timeS.value_or(-1.0), 0.5, 1e-9);
    EXPECT_EQ(m_motion->branches[0].condition.kind, motion::ConditionKind::FallenOnFront);
    EXPECT_EQ(m_motion->branches[0].motion, "getup-front");
    EXPECT_EQ(lastText(), "Add branch");
    const QPointF end(m_ruler->axis().xOf(m_motion->endS()), 8.0);
    menu = freshMenu(end);
    ASSERT_NE(menu, nullptr);
    EXPECT_TRUE(run(*menu, QStringLiteral("If it has not fallen...")));
    write(QStringLiteral("stand"));
    ASSERT_EQ(m_motion->branches.size(), 2U);
    EXPECT_FALSE(m_motion->branches[1].timeS) << "at the end, wherever that is";
    EXPECT_TRUE(m_motion->branches[1].condition.isNegated);
    menu = freshMenu(there);
    EXPECT_TRUE(run(*menu, QStringLiteral("Play another one...")));
    write(QStringLiteral("mine.motion"));
    EXPECT_EQ(m_motion->branches[0].motion, "mine.motion");
    EXPECT_EQ(lastText(), "Change branch");
    menu = freshMenu(there);
    EXPECT_TRUE(run(*menu, QStringLiteral("Remove branch")));
    ASSERT_EQ(m_motion->branches.size(), 1U);
    EXPECT_EQ(m_motion->branches[0].motion, "stand");
    menu = freshMenu(there);
    EXPECT_TRUE(run(*menu, QStringLiteral("If a joint is off...")));
    write(QStringLiteral("lle4 x walk"));
    EXPECT_EQ(m_motion->branches.size(), 1U) << "no number";
    menu = freshMenu(there);
    EXPECT_TRUE(run(*menu, QStringLiteral("If a joint is off...")));
    write(QStringLiteral("lle4 12.5 walk on"));
    ASSERT_EQ(m_motion->branches.size(), 2U);
    EXPECT_EQ(m_motion->branches[0].condition.joint, "lle4");
    EXPECT_EQ(m_motion->branches[0].condition.angleDeg, 12.5);
    EXPECT_EQ(m_motion->branches[0].motion, "walk on");
}

TEST_F(MotionTimelineTest, LoopEndsAreDragged) {
    Motion motion = sample();
    motion.loop = keyframe::LoopRange{0.2, 0.8, 3};
    show(motion);
    const double y = MotionRuler::kLoopTop + 4.0;
    drag(*m_ruler, {m_ruler->axis().xOf(0.8), y}, {m_ruler->axis().xOf(1.0), y});
    EXPECT_NEAR(m_motion->loop->endS, 1.0, 1e-9);
    drag(*m_ruler, {m_ruler->axis().xOf(0.2), y}, {m_ruler->axis().xOf(0.4), y});
    EXPECT_NEAR(m_motion->loop->beginS, 0.4, 1e-9);
    drag(*m_ruler, {m_ruler->axis().xOf(0.7), y}, {m_ruler->axis().xOf(0.8), y});
    EXPECT_NEAR(m_motion->loop->beginS, 0.5, 1e-9);
    EXPECT_NEAR(m_motion->loop->endS, 1.1, 1e-9);
    EXPECT_EQ(m_motion->loop->count, 3);
    // The start never passes the end.
    drag(*m_ruler, {m_ruler->axis().xOf(0.5), y}, {m_ruler->axis().xOf(1.3), y});
    EXPECT_LT(m_motion->loop->beginS, m_motion->loop->endS);
}

TEST_F(MotionTimelineTest, TheEndIsDraggedButNotBeforeTheLastKeyframe) {
    const double y = MotionRuler::kMarkersTop + 6.0;
    drag(*m_ruler, {m_ruler->axis().xOf(1.2) - 3.0, y}, {m_ruler->axis().xOf(1.26), y});
    EXPECT_NEAR(m_motion->endS(), 1.26, 0.021);
    EXPECT_GT(m_motion->endS(), 1.2);
    EXPECT_EQ(lastText(), "Change length");
    drag(*m_ruler, {m_ruler->axis().xOf(m_motion->endS()) - 2.0, y}, {m_ruler->axis().xOf(0.3), y});
    EXPECT_NEAR(m_motion->endS(), 1.2, 1e-9);
}

TEST_F(MotionTimelineTest, RangesStretchAndVanish) {
    // Shift marks a range.
    const auto mark = [&](double fromS, double toS) {
        const QPointF from(m_ruler->axis().xOf(fromS), 8.0);
        const QPointF to(m_ruler->axis().xOf(toS), 8.0);
        send(*m_ruler, QEvent::MouseButtonPress, from, Qt::ShiftModifier);
        send(*m_ruler, QEvent::MouseMove, to, Qt::ShiftModifier);
        send(*m_ruler, QEvent::MouseButtonRelease, to, Qt::ShiftModifier);
    };
    mark(0.4, 0.8);
    EXPECT_TRUE(m_edits.empty());
    drag(*m_ruler, {m_ruler->axis().xOf(0.8), 8.0}, {m_ruler->axis().xOf(1.2), 8.0});
    EXPECT_NEAR(m_motion->endS(), 1.6, 1e-9);
    EXPECT_NEAR(angleDeg(1.2, "rle4"), -40.0, 1e-9);
    // The range is now from 0.4 s to 1.2 s; without it, the rest moves up.
    QMenu* menu = menuOver(*m_ruler, {m_ruler->axis().xOf(0.6), 8.0});
    ASSERT_NE(menu, nullptr);
    EXPECT_TRUE(run(*menu, QStringLiteral("Delete this time span")));
    EXPECT_NEAR(m_motion->endS(), 0.8, 1e-9);
}

TEST_F(MotionTimelineTest, InsertsTime) {
    m_timeline.setCursor(0.6);
    m_timeline.insertTimeAtCursor(0.5);
    EXPECT_NEAR(m_motion->endS(), 1.7, 1e-9);
    EXPECT_EQ(lastText(), "Insert 0.50 s");
    m_timeline.insertTimeAtCursor(0.0);
    EXPECT_EQ(m_edits.size(), 1U);
}

TEST_F(MotionTimelineTest, DoubleClickOnTheSummaryAsksForAKeyframeOrANewName) {
    QSignalSpy asked(&m_timeline, &MotionTimeline::keyframeRequested);
    send(*m_sheet, QEvent::MouseButtonDblClick, summary(0.6), Qt::NoModifier);
    ASSERT_EQ(asked.count(), 1);
    EXPECT_NEAR(asked[0][0].toDouble(), 0.6, 1e-9);
    EXPECT_NEAR(m_timeline.cursorS(), 0.6, 1e-9);
    send(*m_sheet, QEvent::MouseButtonDblClick, summary(0.8), Qt::NoModifier);
    write(QStringLiteral("turn"));
    EXPECT_EQ(m_motion->keyframes[2]->name, "turn");
    EXPECT_EQ(asked.count(), 1);
}

TEST_F(MotionTimelineTest, DoubleClickInARowInsertsAKeyOfItsCurve) {
    openGroup(3);
    motion::JointTrajectory trajectory(robot::naoModel(robot::NaoType::Standard).joints().size());
    const auto joint = robot::naoModel(robot::NaoType::Standard).findJoint("lle4");
    trajectory.setKeys(joint, {{.timeS = 0.0, .angleRad = 0.0}, {.timeS = 0.4, .angleRad = -0.5}});
    MotionView view;
    view.motion = m_motion;
    view.model = robot::naoModel(robot::NaoType::Standard).shared();
    view.trajectory = std::make_shared<const motion::JointTrajectory>(trajectory);
    m_timeline.setView(view);
    send(*m_sheet, QEvent::MouseButtonDblClick, key(0.2, "lle4"), Qt::NoModifier);
    EXPECT_NEAR(angleDeg(0.2, "lle4"), -0.25 * kDegPerRad, 1e-3);
    EXPECT_EQ(lastText(), "Insert key");
}

TEST_F(MotionTimelineTest, MenuSetsWaits) {
    QMenu* menu = menuOver(*m_sheet, summary(0.4));
    ASSERT_NE(menu, nullptr);
    EXPECT_TRUE(run(*menu, QStringLiteral("Wait for both feet")));
    ASSERT_TRUE(m_motion->keyframes[1]->wait.has_value());
    EXPECT_EQ(m_motion->keyframes[1]->wait->kind, keyframe::WaitKind::BothFeetContact);
}

TEST_F(MotionTimelineTest, KeyframesWithoutJointsAreMovedToo) {
    Motion motion = sample();
    keyframe::Keyframe bare;
    bare.timeS = 1.0;
    bare.wait = keyframe::Wait{};
    motion.keyframes.insert(motion.keyframes.begin() + 3, bare);
    show(motion);
    drag(*m_sheet, summary(1.0), summary(1.1));
    EXPECT_FALSE(m_motion->keyframeAt(1.0).has_value());
    ASSERT_TRUE(m_motion->keyframeAt(1.1).has_value());
    EXPECT_TRUE(m_motion->keyframes[*m_motion->keyframeAt(1.1)]->wait.has_value());
}

TEST_F(MotionTimelineTest, ALimbsTargetStandsForItsKeyframe) {
    Motion motion = sample();
    keyframe::Keyframe step = keyframe(0.6, "step", {{"rle4", -10.0}});
    step.limbs[keyframe::Limb::LeftFoot] = {};
    motion.keyframes.insert(motion.keyframes.begin() + 2, step);
    show(motion);
    tests::click(*m_sheet, inGroup(0.6, 3)); // left leg
    EXPECT_EQ(m_timeline.selection(), (KeySelection{{0.6, "rle4"}}));
    drag(*m_sheet, inGroup(0.6, 3), inGroup(0.7, 3));
    ASSERT_TRUE(m_motion->keyframeAt(0.7).has_value());
    EXPECT_EQ(m_motion->keyframes[*m_motion->keyframeAt(0.7)]->limbs.size(), 1U);
}

TEST_F(MotionTimelineTest, WheelZoomsAboutTheMouseAndShowAllComesBack) {
    const double beginS = m_timeline.visibleBeginS();
    const double endS = m_timeline.visibleEndS();
    const QPointF at = summary(0.4);
    tests::turnWheel(*m_sheet, at, 3);
    EXPECT_LT(m_timeline.visibleEndS() - m_timeline.visibleBeginS(), 0.6 * (endS - beginS));
    EXPECT_NEAR(summary(0.4).x(), at.x(), 1e-6);
    press(Qt::Key_Home);
    EXPECT_NEAR(m_timeline.visibleBeginS(), beginS, 1e-9);
    EXPECT_NEAR(m_timeline.visibleEndS(), endS, 1e-9);
    tests::click(*m_sheet, summary(0.4));
    press(Qt::Key_Period, Qt::KeypadModifier);
    EXPECT_GT(m_timeline.visibleBeginS(), 0.2);
    EXPECT_LT(m_timeline.visibleEndS(), 0.6);
    // Even at the closest zoom it shows some frames.
    tests::turnWheel(*m_sheet, summary(0.4), 100);
    EXPECT_GT(m_timeline.visibleEndS() - m_timeline.visibleBeginS(), 0.05);
}

TEST_F(MotionTimelineTest, KeysOfTheMenusAreLeftToThem) {
    const auto comesFirst = [this](int key, Qt::KeyboardModifiers modifiers = {}) {
        QKeyEvent event(QEvent::ShortcutOverride, key, modifiers);
        event.ignore();
        QApplication::sendEvent(&m_timeline, &event);
        return event.isAccepted();
    };
    for (const int key : {Qt::Key_Home, Qt::Key_End, Qt::Key_Period, Qt::Key_M, Qt::Key_Delete,
                          Qt::Key_Left, Qt::Key_Up}) {
        EXPECT_FALSE(comesFirst(key)) << key;
    }
    EXPECT_TRUE(comesFirst(Qt::Key_G));
    EXPECT_TRUE(comesFirst(Qt::Key_Period, Qt::KeypadModifier));
    tests::click(*m_sheet, summary(1.2));
    tests::moveTo(*m_sheet, summary(1.2));
    press(Qt::Key_G);
    EXPECT_TRUE(comesFirst(Qt::Key_Period)) << "a number is being typed";
}

TEST_F(MotionTimelineTest, ThePlayheadStaysInVision) {
    tests::turnWheel(*m_sheet, summary(0.1), 8);
    ASSERT_LT(m_timeline.visibleEndS(), 1.0);
    m_timeline.setCursor(1.1);
    EXPECT_GT(m_timeline.visibleEndS(), 1.1);
    EXPECT_LT(m_timeline.visibleBeginS(), 1.1);
}

TEST_F(MotionTimelineTest, NamesChooseJoints) {
    openGroup(3);
    QSignalSpy chosen(&m_timeline, &MotionTimeline::jointChosen);
    tests::click(*m_sheet, {60.0, m_sheet->rowMiddle("lle4").value_or(0.0)});
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(plain(chosen[0][0].toString()), "lle4");
}

TEST_F(MotionTimelineTest, CurveKeysMoveInTimeAndAngle) {
    m_timeline.setChosenJoints({"lle4"});
    m_timeline.setMode(MotionTimeline::Mode::Curves);
    tests::click(*m_curves, onCurve(0.4, -60.0));
    EXPECT_EQ(m_timeline.selection(), (KeySelection{{0.4, "lle4"}}));
    drag(*m_curves, onCurve(0.4, -60.0), onCurve(0.5, -50.0));
    EXPECT_NEAR(angleDeg(0.5, "lle4"), -50.0, 0.4);
    const double angle = angleDeg(0.5, "lle4");
    // Shift keeps the way to the larger of its two directions.
    drag(*m_curves, onCurve(0.5, angle), onCurve(0.7, angle) + QPointF(0, 9), Qt::ShiftModifier);
    EXPECT_NEAR(angleDeg(0.7, "lle4"), angle, 1e-9);
    tests::moveTo(*m_curves, onCurve(0.7, angle));
    press(Qt::Key_G);
    press(Qt::Key_Y);
    tests::moveTo(*m_curves, onCurve(0.9, angle - 10.0));
    press(Qt::Key_Return);
    EXPECT_NEAR(angleDeg(0.7, "lle4"), angle - 10.0, 0.1);
}

TEST_F(MotionTimelineTest, HandlesShapeCubicCurves) {
    m_timeline.setChosenJoints({"lle4"});
    m_timeline.setMode(MotionTimeline::Mode::Curves);
    tests::click(*m_curves, onCurve(0.4, -60.0));
    EXPECT_FALSE(m_curves->handlePlace({0.4, "lle4"}, true).has_value());
    shiftClick(*m_curves, onCurve(0.8, -60.0));
    m_timeline.setSelectionCurve(Curve::Cubic);
    const auto place = m_curves->handlePlace({0.4, "lle4"}, true);
    const auto outPlace = m_curves->handlePlace({0.4, "lle4"}, false);
    ASSERT_TRUE(place && outPlace);
    const std::size_t before = m_edits.size();
    drag(*m_curves, *place, *place + QPointF(-20, -30));
    ASSERT_GT(m_edits.size(), before);
    EXPECT_EQ(lastText(), "Move handle");
    const keyframe::Key& key = m_motion->keyframes[1]->joints.at("lle4");
    EXPECT_LT(key.in.timeS, 0.0);
    EXPECT_GT(key.in.angleDeg, 0.0);
    // Both sides have one direction.
    EXPECT_NEAR(key.in.angleDeg * key.out.timeS, key.out.angleDeg * key.in.timeS, 1e-3);
    // What has been let go does not hold up what is shown.
    Motion wide = *m_motion;
    wide.keyframes[3].write().joints.at("lle4").angleDeg = -120.0;
    const double fitted = m_curves->yOf(-60.0);
    show(wide);
    EXPECT_NE(m_curves->yOf(-60.0), fitted);
}

TEST_F(MotionTimelineTest, ThePlayheadAtTheStartCutsNoLabel) {
    m_timeline.setCursor(0.0);
    const QImage image = tests::picture(*m_ruler);
    const int left = TimelineState::gutterPx(m_ruler->width());
    const int head = static_cast<int>(m_ruler->axis().xOf(0.0)) - 8;
    ASSERT_GT(head, left + 4);
    const QRgb base = TimelineColors(m_ruler->palette()).base.rgb();
    int painted = 0;
    for (int x = left + 1; x < head; ++x) {
        for (int y = 2; y < 10; ++y) { // above the ticks
            painted += image.pixel(x, y) == base ? 0 : 1;
        }
    }
    EXPECT_EQ(painted, 0) << "half a label left of the playhead";
}

TEST_F(MotionTimelineTest, ReportsHowToBegin) {
    const QImage full = tests::picture(m_timeline);
    open(Motion{});
    const QImage empty = tests::picture(m_timeline);
    EXPECT_NE(full, empty);
    press(Qt::Key_A);
    press(Qt::Key_G);
    press(Qt::Key_Delete);
    EXPECT_TRUE(m_edits.empty());
    EXPECT_FALSE(m_timeline.isInGesture());
    m_timeline.setView({});
    press(Qt::Key_M);
    tests::click(*m_sheet, {500, 50});
    tests::click(*m_ruler, {500, 10});
    EXPECT_TRUE(m_edits.empty());
}

TEST_F(MotionTimelineTest, ShowsJointsThatTheRobotLacks) {
    Motion motion = sample();
    motion.keyframes[0].write().joints["tail1"] = {};
    show(motion);
    openGroup(5);
    EXPECT_TRUE(m_sheet->rowMiddle("tail1").has_value());
    show(sample());
    EXPECT_FALSE(m_sheet->rowMiddle("tail1").has_value());
}

TEST_F(MotionTimelineTest, ModesSwitchByTheirButtons) {
    QSignalSpy changed(&m_timeline, &MotionTimeline::modeChanged);
    auto* button = m_timeline.findChild<QWidget*>(QStringLiteral("curvesButton"));
    ASSERT_NE(button, nullptr);
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(m_timeline.mode(), MotionTimeline::Mode::Curves);
    EXPECT_TRUE(m_curves->isVisible());
    EXPECT_EQ(changed.count(), 1);
}

// The state that the parts of a timeline share.
class TimelineStateTest : public testing::Test {
protected:
    void show(const Motion& motion, robot::NaoType type = robot::NaoType::Standard) {
        MotionView view;
        view.motion = std::make_shared<const Motion>(motion);
        view.model = robot::naoModel(type).shared();
        m_state.setView(view);
    }
    std::vector<int> selectedOf(const char* joint) {
        std::vector<int> selected;
        for (const KeyMark& key : m_state.rowOf(joint)->keys) {
            selected.push_back(key.isSelected ? 1 : 0);
        }
        return selected;
    }
    TimelineState m_state;
};

TEST_F(TimelineStateTest, OnlyWhatIsSelectedIsMarked) {
    show(sample());
    m_state.select({{0.4, "lle4"}, {0.4, "rle4"}, {0.8, "he1"}});
    EXPECT_EQ(selectedOf("rle4"), (std::vector<int>{0, 1, 0, 0}));
    EXPECT_EQ(m_state.keyframes()[1].selected, 2);
    m_state.select({{0.4, "lle4"}, {1.2, "lle4"}});
    EXPECT_EQ(selectedOf("lle4"), (std::vector<int>{0, 1, 0, 1}));
    EXPECT_EQ(selectedOf("rle4"), (std::vector<int>{0, 0, 0, 0}));
    EXPECT_EQ(m_state.keyframes()[1].selected, 1);
    EXPECT_EQ(m_state.keyframes()[2].selected, 0);
}

TEST_F(TimelineStateTest, AClickChoosesOneJointAndOthersAreAdded) {
    show(sample());
    m_state.chooseJoint("lle4", false);
    m_state.chooseJoint("rle4", true);
    EXPECT_EQ(m_state.chosenJoints().size(), 2U);
    m_state.chooseJoint("he1", false);
    EXPECT_EQ(m_state.chosenJoints(), (std::set<keyframe::JointName>{"he1"}));
}

TEST_F(TimelineStateTest, ARangeEndsWithItsMotionAndGroupsStayExpandedWithAnotherRobot) {
    show(sample());
    m_state.setRange(std::pair(1.0, 1.2));
    m_state.setExpanded(3, true);
    show(sample(), robot::NaoType::LongLegsAndArms);
    EXPECT_TRUE(m_state.range());
    EXPECT_TRUE(m_state.groups()[3].isExpanded);
    EXPECT_FALSE(m_state.groups()[2].isExpanded);
    Motion shorter = sample();
    shorter.keyframes.resize(2); // it ends at 0.4 s
    show(shorter, robot::NaoType::LongLegsAndArms);
    EXPECT_FALSE(m_state.range());
}

TEST(MotionViewTest, GesturesHaveNumbersOfTheirOwn) {
    const int first = newGesture();
    EXPECT_NE(first, 0);
    EXPECT_NE(newGesture(), first);
}

TEST(TimelineRowsTest, BothAxesOfUniversalJointsHaveRows) {
    Motion motion;
    motion.keyframes = {keyframe(0.0, "", {{"lae1_2", 0.0}, {"lae1_2.2", 5.0}}),
                        keyframe(0.4, "", {{"lae1_2.2", 10.0}})};
    motion.keyframes[1].write().limbs[keyframe::Limb::RightHand] = {};
    motion.locked = {"lae1_2.2"};
    TimelineRows rows;
    rows.setRobot(robot::soccerbot056Model().shared());
    EXPECT_FALSE(rows.setMotion(motion)) << "no joint is unknown";
    EXPECT_EQ(rows.rows().size(), 20U);
    const JointRow* first = rows.rowOf("lae1_2");
    const JointRow* second = rows.rowOf("lae1_2.2");
    ASSERT_TRUE(first != nullptr && second != nullptr);
    EXPECT_EQ(first->keys.size(), 1U);
    EXPECT_EQ(second->keys.size(), 2U);
    EXPECT_NE(plain(first->fullName), plain(second->fullName));
    EXPECT_TRUE(second->isLocked);
    EXPECT_FALSE(first->isLocked);
    EXPECT_EQ(rows.rowOf(""), nullptr);
    const RowGroup& rightArm = rows.groups()[rows.rowOf("rae4")->group];
    ASSERT_EQ(rightArm.marks.size(), 1U);
    EXPECT_TRUE(rightArm.marks[0].hasLimb);
}

} // namespace
} // namespace sideline::widgets
