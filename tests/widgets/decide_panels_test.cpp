// Panels of the workspace Decide, by mouse and keys.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <QHelpEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

#include "tests/widgets/panel_children.h"
#include "widgets/decide/decision_timeline.h"
#include "widgets/decide/formation_panel.h"
#include "widgets/decide/text_editor.h"
#include "widgets/decide/what_if_panel.h"

namespace sideline::widgets {
namespace {

using Eigen::Vector2d;
using planning::FormationSituation;
using tests::childOf;

constexpr const char* kText = "formation two\nfield 30 20\nmirrored\n"
                              "role 1 goalkeeper\nrole 4 left mirrors right\nrole 5 right\n"
                              "situation play\n"
                              "ball 0 0\ngoalkeeper -14 0\nleft -5 3\nright -5 -3\n"
                              "ball 10 8\ngoalkeeper -12 1\nleft 3 6\nright 0 1\n";

class FormationFieldTest : public testing::Test {
protected:
    FormationFieldTest() {
        m_state.formation.text = std::make_shared<const planning::FormationText>(
            *planning::FormationText::parse(kText, "two.formation"));
        m_state.file = QStringLiteral("/tmp/two.formation");
        m_panel.setState(m_state);
        EXPECT_TRUE(tests::showActive(m_panel, 640, 480));
    }
    FormationField& field() { return *m_panel.field(); }
    QPointF at(double x, double y) { return field().placeOnWidget({x, y}); }

    FormationState m_state;
    FormationPanel m_panel;
};

TEST_F(FormationFieldTest, TheMouseDragsPlayersAndReportsWhereTheyAreLetGo) {
    std::vector<std::pair<Vector2d, bool>> moves;
    QObject::connect(&field(), &FormationField::roleMoved, &m_panel,
                     [&](int role, const Vector2d& place, bool isDone) {
                         EXPECT_EQ(role, 1);
                         moves.emplace_back(place, isDone);
                     });
    QSignalSpy selected(&field(), &FormationField::roleSelected);
    tests::drag(field(), at(-5.0, 3.0), at(-2.0, 5.0));
    ASSERT_GE(moves.size(), 2U);
    EXPECT_FALSE(moves.front().second);
    EXPECT_TRUE(moves.back().second);
    EXPECT_LT((moves.back().first - Vector2d(-2.0, 5.0)).norm(), 0.05)
        << moves.back().first.transpose();
    ASSERT_EQ(selected.size(), 1);
    EXPECT_EQ(selected[0][0].toInt(), 1);

    // A mere click selects, and moves nothing.
    moves.clear();
    tests::click(field(), at(-5.0, 3.0) + QPointF(2, 1));
    EXPECT_TRUE(moves.empty());
    EXPECT_EQ(selected.size(), 2);
}

TEST_F(FormationFieldTest, TheBallIsDraggedAndDrawnToGivenPlaces) {
    Vector2d ball(99.0, 99.0);
    QObject::connect(&field(), &FormationField::ballMoved, &m_panel,
                     [&](const Vector2d& p) { ball = p; });
    tests::drag(field(), at(0.0, 0.0), at(4.0, -3.0));
    EXPECT_LT((ball - Vector2d(4.0, -3.0)).norm(), 0.05) << ball.transpose();
    tests::drag(field(), at(0.0, 0.0), at(10.0, 8.0) + QPointF(4, -3));
    EXPECT_EQ(ball, Vector2d(10.0, 8.0));
    tests::click(field(), at(10.0, -8.0)); // the mirrored one
    EXPECT_EQ(ball, Vector2d(10.0, -8.0));
}

TEST_F(FormationFieldTest, ShiftMovesAGivenPlaceOfTheBall) {
    Vector2d ball(99.0, 99.0);
    bool wasMirrored = true;
    QObject::connect(&field(), &FormationField::sampleMoved, &m_panel,
                     [&](const planning::FormationSample& sample, const Vector2d& p, bool) {
                         ball = p;
                         wasMirrored = sample.isMirrored;
                     });
    tests::drag(field(), at(10.0, 8.0), at(8.0, 6.0), Qt::ShiftModifier);
    EXPECT_LT((ball - Vector2d(8.0, 6.0)).norm(), 0.05) << ball.transpose();
    EXPECT_FALSE(wasMirrored);
}

TEST_F(FormationFieldTest, GrassMovesTheFieldAsEver) {
    QSignalSpy roles(&field(), &FormationField::roleMoved);
    const QPointF before = at(0.0, 0.0);
    tests::drag(field(), at(-10.0, -8.0), at(-10.0, -8.0) + QPointF(40, 0));
    EXPECT_TRUE(roles.empty());
    EXPECT_NEAR(at(0.0, 0.0).x() - before.x(), 40.0, 2.0);
}

TEST_F(FormationFieldTest, KeysMoveTheSelectedPlayerAndRemove) {
    std::vector<Vector2d> moves;
    QObject::connect(&field(), &FormationField::roleMoved, &m_panel,
                     [&](int, const Vector2d& place, bool) { moves.push_back(place); });
    QSignalSpy removed(&field(), &FormationField::removeRequested);
    QSignalSpy undone(&field(), &FormationField::undoRequested);
    field().setFocus();
    QTest::keyClick(&field(), Qt::Key_Left);
    EXPECT_TRUE(moves.empty()) << "no role is selected";
    m_state.formation.role = 2;
    m_panel.setState(m_state);
    QTest::keyClick(&field(), Qt::Key_Left);
    QTest::keyClick(&field(), Qt::Key_Up, Qt::ShiftModifier);
    ASSERT_EQ(moves.size(), 2U);
    EXPECT_LT((moves[0] - Vector2d(-5.1, -3.0)).norm(), 1e-9);
    EXPECT_LT((moves[1] - Vector2d(-5.0, -2.0)).norm(), 1e-9);
    QTest::keyClick(&field(), Qt::Key_Delete);
    QTest::keyClick(&field(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(removed.size(), 1);
    EXPECT_EQ(undone.size(), 1);
}

TEST_F(FormationFieldTest, ThePanelSaysWhatCountsAtTheBall) {
    const auto place = [&] { return childOf<QLabel>(m_panel, "formationPlace").text(); };
    EXPECT_TRUE(place().contains(QStringLiteral("given in the file"))) << tests::plain(place());
    EXPECT_FALSE(childOf<QPushButton>(m_panel, "formationAdd").isEnabled());
    EXPECT_TRUE(childOf<QPushButton>(m_panel, "formationRemove").isEnabled());
    m_state.formation.ball = {3.0, 1.0};
    m_panel.setState(m_state);
    EXPECT_TRUE(place().contains(QStringLiteral("interpolated between 3")))
        << tests::plain(place());
    EXPECT_TRUE(childOf<QPushButton>(m_panel, "formationAdd").isEnabled());
    m_state.formation.ball = {10.0, -8.0};
    m_panel.setState(m_state);
    EXPECT_TRUE(place().contains(QStringLiteral("mirrored"))) << tests::plain(place());
    m_state.formation.situation = FormationSituation::Corner;
    m_panel.setState(m_state);
    EXPECT_EQ(childOf<QComboBox>(m_panel, "formationSituation").currentText(),
              QStringLiteral("corner (same as play)"));
    m_state.problem = QStringLiteral("two.formation:8: wrong");
    m_panel.setState(m_state);
    EXPECT_TRUE(childOf<QLabel>(m_panel, "formationProblem").isVisible());
}

class DecisionTimelineTest : public testing::Test {
protected:
    DecisionTimelineTest() {
        m_rows = std::make_shared<std::vector<DecisionRow>>(
            std::vector<DecisionRow>{{{game::Side::Left, game::UniformNumber(4)},
                                      "Own",
                                      {{10.0, 14.0, "tree: striker", "play \u203a attack", "kicks"},
                                       {14.0, 20.0, "tree: keeper", "play", ""}}},
                                     {{game::Side::Right, game::UniformNumber(9)},
                                      "Other",
                                      {{12.0, 13.0, "walk", "", ""}}}});
        m_view.setRows(m_rows, {});
        m_view.showRange(10.0, 20.0);
        EXPECT_TRUE(tests::showActive(m_view, 516, 60));
    }
    std::string tip(const QPointF& at) {
        QHelpEvent event(QEvent::ToolTip, at.toPoint(), m_view.mapToGlobal(at).toPoint());
        QApplication::sendEvent(&m_view, &event);
        return tests::plain(QToolTip::text());
    }

    const game::PlayerId m_four{game::Side::Left, game::UniformNumber(4)};
    const game::PlayerId m_nine{game::Side::Right, game::UniformNumber(9)};
    std::shared_ptr<std::vector<DecisionRow>> m_rows;
    DecisionTimeline m_view;
};

TEST_F(DecisionTimelineTest, AClickSeeksAndSelects) {
    QSignalSpy seek(&m_view, &DecisionTimeline::seekRequested);
    game::PlayerId selected;
    QObject::connect(&m_view, &DecisionTimeline::robotSelected, &m_view,
                     [&](const game::PlayerId& robot) { selected = robot; });
    QTest::mouseClick(&m_view, Qt::LeftButton, {}, m_view.placeOf(m_nine, 12.5).toPoint());
    ASSERT_EQ(seek.size(), 1);
    EXPECT_NEAR(seek[0][0].toDouble(), 12.5, 0.03);
    EXPECT_EQ(selected, m_nine);
}

TEST_F(DecisionTimelineTest, SaysWhatAndWhyUnderTheMouse) {
    const std::string four = tip(m_view.placeOf(m_four, 12.0));
    EXPECT_NE(four.find("Own 4: tree: striker"), std::string::npos) << four;
    EXPECT_NE(four.find("kicks"), std::string::npos) << four;
    EXPECT_NE(four.find("because of play \u203a attack"), std::string::npos) << four;
    EXPECT_NE(four.find("for 4.0 s"), std::string::npos) << four;
    const std::string nine = tip(m_view.placeOf(m_nine, 16.0));
    EXPECT_NE(nine.find("its behavior is unknown"), std::string::npos) << nine;
}

TEST_F(DecisionTimelineTest, EachBehaviorHasItsColorAndKeepsIt) {
    const auto legend = m_view.legend();
    ASSERT_EQ(legend.size(), 3U);
    EXPECT_EQ(legend[0].first, QStringLiteral("tree: striker"));
    EXPECT_NE(legend[0].second, legend[1].second);
    const QColor walk = m_view.colorOf("walk");
    EXPECT_GT(tests::countPixels(tests::picture(m_view), m_view.rect(), walk), 100);
    auto more = std::make_shared<std::vector<DecisionRow>>(*m_rows);
    more->front().segments.insert(more->front().segments.begin(), {1.0, 9.0, "aim", "", ""});
    m_view.setRows(more, {});
    EXPECT_EQ(m_view.colorOf("walk"), walk);
}

TEST_F(DecisionTimelineTest, TheWheelZoomsAtTheMouse) {
    std::pair<double, double> range;
    QObject::connect(&m_view, &DecisionTimeline::rangeRequested, &m_view,
                     [&](double from, double to) {
                         range = {from, to};
                     });
    tests::turnWheel(m_view, m_view.placeOf(m_four, 15.0), 1);
    EXPECT_NEAR(range.first, 11.0, 0.05);
    EXPECT_NEAR(range.second, 19.0, 0.05);
}

TEST_F(DecisionTimelineTest, ASegmentCountsUntilItsEnd) {
    const DecisionRow& row = m_rows->back();
    EXPECT_EQ(row.at(11.9), nullptr);
    ASSERT_NE(row.at(12.0), nullptr);
    EXPECT_EQ(row.at(13.4), nullptr);
    EXPECT_NE(row.at(13.4, 0.5), nullptr) << "with slack";
    m_view.setRows(nullptr, QStringLiteral("nothing is known"));
    EXPECT_TRUE(m_view.legend().empty());
}

TEST(TextEditorTest, MarksLinesAndSavesByKey) {
    TextEditor editor;
    ASSERT_TRUE(tests::showActive(editor, 420, 300));
    editor.setText(QStringLiteral("one\ntwo\nthree\n"), false);
    TextEditorState state;
    state.file = QStringLiteral("/tmp/a.tree");
    state.problem = QStringLiteral("a.tree:2: wrong");
    state.problemLine = 2;
    state.isUnsaved = true;
    editor.setState(state);
    editor.showLine(3);
    const auto marks = editor.edit()->extraSelections();
    ASSERT_EQ(marks.size(), 2);
    EXPECT_EQ(marks[0].cursor.blockNumber(), 2);
    EXPECT_EQ(marks[1].cursor.blockNumber(), 1);
    EXPECT_EQ(editor.edit()->textCursor().blockNumber(), 2) << "the line is gone to";
    EXPECT_EQ(childOf<QLabel>(editor, "textProblem").text(), state.problem);

    QSignalSpy saved(&editor, &TextEditor::saveRequested);
    editor.edit()->setFocus();
    QTest::keyClicks(editor.edit(), QStringLiteral("x "));
    EXPECT_EQ(editor.text(), QStringLiteral("one\ntwo\nx three\n"));
    QTest::keyClick(editor.edit(), Qt::Key_S, Qt::ControlModifier);
    EXPECT_EQ(saved.size(), 1);
    QTest::mouseClick(&childOf<QToolButton>(editor, "textUndo"), Qt::LeftButton);
    EXPECT_EQ(editor.text(), QStringLiteral("one\ntwo\nthree\n"));
    EXPECT_FALSE(childOf<QToolButton>(editor, "textUndo").isEnabled());
}

monitor::MatchFramePtr frameWithBall(double recordTimeS, double x) {
    auto frame = std::make_shared<monitor::MatchFrame>();
    frame->recordTimeS = recordTimeS;
    frame->ball.emplace();
    frame->ball->X_SBall.p = {x, 0.0, 0.04};
    return frame;
}

TEST(WhatIfPanelTest, ShowsBothCoursesAtOneTime) {
    WhatIfPanel panel;
    ASSERT_TRUE(tests::showActive(panel, 900, 300));
    auto view = std::make_shared<WhatIfView>();
    view->from = QStringLiteral("1:00");
    view->lengthS = 2.0;
    view->rows = {QStringLiteral("Score"), QStringLiteral("Kicks")};
    view->recorded = {QStringLiteral("recorded"),
                      {frameWithBall(0.0, 0.0), frameWithBall(1.0, 1.0), frameWithBall(2.0, 2.0)},
                      {QStringLiteral("0 : 0"), QStringLiteral("1 : 0")},
                      {}};
    view->played.push_back({QStringLiteral("seed 1"),
                            {frameWithBall(0.0, 0.0), frameWithBall(2.0, -5.0)},
                            {QStringLiteral("1 : 0"), QStringLiteral("2 : 0")},
                            QStringLiteral("/tmp/a.log")});
    panel.setView(view);
    const auto& numbers = childOf<QTableWidget>(panel, "whatIfNumbers");
    ASSERT_EQ(numbers.columnCount(), 2);
    EXPECT_EQ(numbers.item(1, 1)->text(), QStringLiteral("2 : 0"));
    EXPECT_DOUBLE_EQ(panel.timeS(), 2.0) << "what became of it is shown first";

    QSignalSpy asked(&panel, &WhatIfPanel::timeRequested);
    auto& slider = childOf<QSlider>(panel, "whatIfTime");
    slider.setFocus();
    QTest::keyClick(&slider, Qt::Key_Home);
    EXPECT_DOUBLE_EQ(panel.timeS(), 0.0);
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(WhatIfView::frameAt(view->played[0], 1.9)->ball->X_SBall.p.x(), 0.0);
    EXPECT_EQ(WhatIfView::frameAt(view->played[0], 2.0)->ball->X_SBall.p.x(), -5.0);
    EXPECT_EQ(WhatIfView::frameAt({}, 1.0), nullptr);

    QSignalSpy log(&panel, &WhatIfPanel::logRequested);
    QTest::mouseClick(&childOf<QPushButton>(panel, "whatIfOpen"), Qt::LeftButton);
    ASSERT_EQ(log.size(), 1);
    EXPECT_EQ(log[0][0].toString(), QStringLiteral("/tmp/a.log"));
}

TEST(WhatIfPanelTest, OffersTeamsAndStops) {
    WhatIfPanel panel;
    ASSERT_TRUE(tests::showActive(panel, 900, 300));
    EXPECT_FALSE(childOf<QPushButton>(panel, "whatIfRun").isEnabled());
    panel.setPossible(true);
    panel.setChoices({{QStringLiteral("/a/red.toml"), QStringLiteral("/a/blue.toml")},
                      QStringLiteral("/a/blue.toml"),
                      {}});
    EXPECT_EQ(panel.left(), QStringLiteral("/a/blue.toml"));
    EXPECT_TRUE(panel.right().isEmpty());
    QSignalSpy run(&panel, &WhatIfPanel::runRequested);
    QTest::mouseClick(&childOf<QPushButton>(panel, "whatIfRun"), Qt::LeftButton);
    EXPECT_EQ(run.size(), 1);
    panel.setProgress(30);
    EXPECT_FALSE(childOf<QPushButton>(panel, "whatIfRun").isVisible());
    EXPECT_EQ(childOf<QLabel>(panel, "whatIfProgress").text(), QStringLiteral("30 %"));
    QSignalSpy stop(&panel, &WhatIfPanel::stopRequested);
    QTest::mouseClick(&childOf<QPushButton>(panel, "whatIfStop"), Qt::LeftButton);
    EXPECT_EQ(stop.size(), 1);
    panel.setProgress(-1);
    panel.setProblem(QStringLiteral("no"));
    EXPECT_TRUE(childOf<QLabel>(panel, "whatIfProblem").isVisible());
    EXPECT_TRUE(childOf<QPushButton>(panel, "whatIfRun").isVisible());
}

} // namespace
} // namespace sideline::widgets
