// The Decide workspace in the real window, by mouse and keys: formations, the timeline, what-if,
// files of decision makers, and forced behaviors.
#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSlider>
#include <QTableWidget>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>

#include "agentcore/base/output_file.h"
#include "logs/match/packed_writer.h"
#include "series/in_process_game.h"
#include "series/play_again.h"
#include "tests/studio/decide_window.h"
#include "tests/viewer3d/picture_checks.h"
#include "widgets/common/message_bar.h"

namespace sideline::studio {
namespace {

class DecideWorkspaceTest : public DecideWindowTest {};

TEST_F(DecideWorkspaceTest, AFormationIsDraggedUndoneAndSaved) {
    openFormation();
    EXPECT_EQ(m_window->findChild<QDockWidget*>(QStringLiteral("decide-formation"))->isVisible(),
              true);
    // Drags at a ball position that the formation defines.
    tests::drag(field(), at(-5.0, 3.0), at(-7.0, 5.0));
    const auto moved = formation().samples(planning::FormationSituation::Play);
    ASSERT_EQ(moved.size(), 1U);
    EXPECT_LT((moved[0].places[1] - Vector2d(-7.0, 5.0)).norm(), 0.1);
    EXPECT_EQ(child<QLabel>("formationFile").text(), QStringLiteral("* two.formation"));
    EXPECT_EQ(contents(m_formation), kFormation);

    // At any other ball position: all players follow the ball at once, and dragging a player adds
    // this position to the formation.
    tests::drag(field(), at(0.0, 0.0), at(8.0, 4.0));
    EXPECT_EQ(formation().samples(planning::FormationSituation::Play).size(), 1U);
    tests::drag(field(), at(-14.0, 0.0), at(-10.0, 1.0));
    const auto more = formation().samples(planning::FormationSituation::Play);
    ASSERT_EQ(more.size(), 2U);
    EXPECT_LT((more[1].ball - Vector2d(8.0, 4.0)).norm(), 0.1);
    EXPECT_LT((more[1].places[0] - Vector2d(-10.0, 1.0)).norm(), 0.1);

    field().setFocus();
    QTest::keyClick(&field(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(formation().samples(planning::FormationSituation::Play).size(), 1U);
    clickText("formationRedo");
    EXPECT_EQ(formation().samples(planning::FormationSituation::Play).size(), 2U);

    clickText("formationSave");
    EXPECT_EQ(contents(m_formation), formation().text());
    EXPECT_TRUE(contents(m_formation).starts_with("# Two backs\nformation two\n"));
    EXPECT_NE(contents(m_formation).find("ball 0 0 # in the middle"), std::string::npos);
    EXPECT_EQ(child<QLabel>("formationFile").text(), QStringLiteral("two.formation"));
}

TEST_F(DecideWorkspaceTest, ABrokenFormationIsReportedWithItsLineAndMended) {
    tests::writeFile(m_formation, std::string(kFormation) + "    sweeper 0 0\n");
    openFormation();
    const auto& problem = child<QLabel>("formationProblem");
    ASSERT_TRUE(tests::waitUntil([&] { return problem.isVisible(); }));
    EXPECT_TRUE(problem.text().contains(QStringLiteral("two.formation:12: unknown word sweeper")))
        << problem.text().toStdString();
    QTest::mouseClick(&child<QPushButton>("formationText"), Qt::LeftButton);
    auto& text = child<QPlainTextEdit>("decisionText");
    ASSERT_TRUE(tests::waitUntil([&] { return text.isVisible(); }));
    EXPECT_EQ(text.textCursor().blockNumber(), 11) << "the faulty place";
    activate();
    text.setFocus();
    QTest::keyClick(&text, Qt::Key_End, Qt::ShiftModifier);
    QTest::keyClick(&text, Qt::Key_Delete);
    ASSERT_TRUE(tests::waitUntil([&] {
        return child<QLabel>("textProblem").text() == QStringLiteral("formation two: 3 roles");
    })) << child<QLabel>("textProblem").text().toStdString();
    QTest::keyClick(&text, Qt::Key_S, Qt::ControlModifier);
    EXPECT_EQ(contents(m_formation), std::string(kFormation) + "\n");
    Q_EMIT decide().panelRequested(QStringLiteral("decide-formation"));
    EXPECT_TRUE(tests::waitUntil([&] {
        const auto& read = decide().formations().document().text();
        return read && read->formation().name() == "two" && !problem.isVisible();
    }));
}

TEST_F(DecideWorkspaceTest, UnsavedEditsAreRestored) {
    openFormation();
    tests::drag(field(), at(-5.0, 3.0), at(-7.0, 5.0));
    const std::string edited = formation().text();
    openWindow();
    openFormation();
    EXPECT_EQ(formation().text(), edited);
    EXPECT_TRUE(showsMessage(QStringLiteral("unsaved edits were restored")));
    clickText("formationUndo");
    EXPECT_EQ(formation().text(), kFormation);
}

TEST_F(DecideWorkspaceTest, TheTimelineIsTheSameLiveAndInASession) {
    startAgent();
    auto* timeline = decide().timeline();
    ASSERT_TRUE(timeline->isVisible());
    ASSERT_TRUE(tests::waitUntil([&] { return row() && row()->segments.back().toS > 3.0; }, kLong));
    const game::PlayerId robot = row()->robot;
    EXPECT_TRUE(row()->segments.back().does.starts_with("tree: "));
    EXPECT_FALSE(row()->segments.back().path.empty());
    // Shows behaviors above the players.
    action("view.doing").trigger();
    const auto hasNote = [&] {
        const auto& board = m_window->find<studio::LiveWorkspace>().drawings().board();
        return board && !board->agentNotes.empty() &&
               ("tree: " + board->agentNotes.front().text) == row()->segments.back().does;
    };
    EXPECT_TRUE(tests::waitUntil(hasNote));
    action("view.doing").trigger();
    EXPECT_TRUE(tests::waitUntil([&] {
        const auto& board = m_window->find<studio::LiveWorkspace>().drawings().board();
        return !board || board->agentNotes.empty();
    }));

    // A click seeks back in the match, which continues.
    const double timeS = 0.5 * (timeline->rows()->front().segments.front().fromS + 3.0);
    m_window->session().select({});
    QTest::mouseClick(timeline, Qt::LeftButton, {}, timeline->placeOf(robot, timeS).toPoint());
    EXPECT_TRUE(tests::waitUntil([&] {
        return !live().isAtHead() && std::abs(m_window->shown().exact->recordTimeS - timeS) < 0.3;
    }));
    EXPECT_TRUE(m_window->session().selection().sameObject(monitor::ObjectId::ofRobot(robot)));

    const std::vector<widgets::DecisionSegment> before = row()->segments;
    stopAndOpenRecording();
    EXPECT_EQ(row()->robot, robot);
    ASSERT_FALSE(row()->segments.empty());
    const widgets::DecisionSegment& last = row()->segments.back();
    EXPECT_EQ(last.does, before.back().does);
    EXPECT_EQ(last.path, before.back().path);
    EXPECT_GT(row()->segments.back().toS - row()->segments.front().fromS, 2.0);
}

TEST_F(DecideWorkspaceTest, WithoutASessionItShowsTheReason) {
    m_window->openFile(qt(m_sample));
    m_window->showLayout(QStringLiteral("Decide"));
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->session().isOpen(); }));
    EXPECT_TRUE(decide().history().rows()->empty());
    EXPECT_TRUE(tests::waitUntil([&] {
        return decide().history().why().contains(QStringLiteral("open a session, or start a team"));
    }));
}

TEST_F(DecideWorkspaceTest, ANodeIsEditedInItsFileWhileTheRobotPlays) {
    startAgent();
    auto& tree = child<QTreeWidget>("decision-tree");
    ASSERT_TRUE(
        tests::waitUntil([&] { return tree.isVisible() && tree.topLevelItemCount() == 2; }));
    QTest::mouseClick(tree.viewport(), Qt::LeftButton, {},
                      tree.visualItemRect(tree.topLevelItem(1)).center());
    QTest::mouseClick(&child<QPushButton>("decision-edit"), Qt::LeftButton);
    auto& text = child<QPlainTextEdit>("decisionText");
    ASSERT_TRUE(tests::waitUntil([&] { return text.isVisible(); }));
    EXPECT_EQ(text.textCursor().blockNumber(), 5) << "the line of the node";

    // Errors are reported while the user types.
    activate();
    text.setFocus();
    QTest::keyClick(&text, Qt::Key_End);
    QTest::keyClicks(&text, QStringLiteral("x"));
    const auto& problem = child<QLabel>("textProblem");
    EXPECT_TRUE(tests::waitUntil([&] {
        return problem.text().contains(
            QStringLiteral("test.tree:6: unknown behavior 'hold-posex'"));
    })) << problem.text().toStdString();
    QTest::keyClick(&text, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_TRUE(tests::waitUntil([&] {
        return problem.text().contains(QStringLiteral("no errors"));
    })) << problem.text().toStdString();

    // A changed weight is used by the agent after saving.
    const QString changed =
        text.toPlainText().replace(QStringLiteral("when 0.4"), QStringLiteral("when 0.9"));
    text.moveCursor(QTextCursor::Start);
    ASSERT_TRUE(text.find(QStringLiteral("0.4")));
    QTest::keyClicks(&text, QStringLiteral("0.9"));
    EXPECT_EQ(text.toPlainText(), changed);
    QTest::keyClick(&text, Qt::Key_S, Qt::ControlModifier);
    EXPECT_EQ(contents(m_tree), changed.toStdString());
    EXPECT_TRUE(tests::waitUntil(
        [&] {
            const auto& nodes = agent()->decision.trace.nodes;
            return std::ranges::any_of(nodes, [](const world::DecisionNode& node) {
                return node.name.find("0.9") != std::string::npos;
            });
        },
        kLong));
}

TEST_F(DecideWorkspaceTest, GraphAndListAgreeLiveShiftedAndInASession) {
    startAgent();
    auto& picture = *decide().graph()->graph();
    auto& tree = child<QTreeWidget>("decision-tree");
    const auto isDrawn = [&] {
        return picture.isVisible() && picture.trace().nodes.size() == 3 &&
               QRectF(picture.rect()).contains(picture.placeOf(2)) && tree.isVisible() &&
               tree.topLevelItemCount() == 2;
    };
    const auto selectInBoth = [&] {
        ASSERT_TRUE(tests::waitUntil(isDrawn, kLong));
        activate();
        // A click in the graph selects the list item, which shows the reason.
        tests::click(picture, picture.placeOf(1).center());
        ASSERT_EQ(tree.selectedItems().size(), 1);
        EXPECT_EQ(tree.selectedItems().front(), tree.topLevelItem(0)->child(0));
        const QString why = child<QLabel>("graphWhy").text();
        EXPECT_FALSE(why.isEmpty());
        EXPECT_EQ(child<QLabel>("decision-why").text(), why);
        // Selecting in the list also selects in the graph.
        QTest::mouseClick(tree.viewport(), Qt::LeftButton, {},
                          tree.visualItemRect(tree.topLevelItem(1)).center());
        EXPECT_EQ(picture.selected(), 2);
        picture.setFocus();
        QTest::keyClick(&picture, Qt::Key_Escape);
        EXPECT_TRUE(tree.selectedItems().isEmpty());
        QTest::keyClick(&picture, Qt::Key_Right);
        EXPECT_TRUE(picture.trace().nodes[static_cast<std::size_t>(picture.selected())].isActive);
    };
    selectInBoth();
    // The node's history is plotted as a curve.
    QTest::keyClick(&picture, Qt::Key_H);
    EXPECT_TRUE(tests::waitUntil(
        [&] { return m_window->findChild<QDockWidget*>(QStringLiteral("plots"))->isVisible(); }));
    m_window->showLayout(QStringLiteral("Decide"));

    // Back in time, while the match continues.
    ASSERT_TRUE(tests::waitUntil([&] { return row() && row()->segments.back().toS > 4.0; }, kLong));
    const double timeS = row()->segments.front().fromS + 1.5;
    live().replay().seekTime(timeS);
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return !live().isAtHead() &&
                   std::abs(m_window->shown().exact->recordTimeS - timeS) < 0.3 &&
                   !m_window->find<studio::LiveWorkspace>().agentControls().isAsking() && agent() &&
                   picture.trace() == agent()->decision.trace;
        },
        kLong));
    selectInBoth();
    // The file is that of the agent, which keeps playing.
    picture.setFocus();
    QTest::keyClick(&picture, Qt::Key_Return);
    auto& editor = child<QPlainTextEdit>("graphEditor");
    EXPECT_TRUE(editor.isVisible());
    QTest::keyClick(&editor, Qt::Key_Escape);

    stopAndOpenRecording();
    m_window->session().select(monitor::ObjectId::ofRobot(row()->robot));
    m_window->session().seekTime(row()->segments.front().fromS + 1.5);
    selectInBoth();
}

// Seeks far and near while paused: the followed object stays in the middle of the view.
TEST_F(DecideWorkspaceTest, AFollowingCameraFollowsASeek) {
    m_window->openFile(qt(m_sample));
    m_window->showLayout(QStringLiteral("Decide"));
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->session().shown().exact != nullptr; }));
    const game::PlayerId robot{game::Side::Left, game::UniformNumber(11)};
    m_window->session().select(monitor::ObjectId::ofRobot(robot));
    auto* ruler = m_window->findChild<widgets::TimeRuler*>();
    viewer3d::MatchView& view = m_window->view3d();
    ASSERT_TRUE(tests::waitUntil([&] { return view.isExposed(); }));
    for (const viewer3d::CameraMode mode :
         {viewer3d::CameraMode::FollowPlayer, viewer3d::CameraMode::FollowPlayerTurning}) {
        view.setCameraMode(mode);
        for (const double ratio : {0.6, 0.63, 0.1, 0.95}) {
            const double before = m_window->shown().exact->recordTimeS;
            QTest::mouseClick(
                ruler, Qt::LeftButton, {},
                QPoint(static_cast<int>(ratio * ruler->width()), ruler->height() - 10));
            EXPECT_TRUE(tests::waitUntil([&] {
                const monitor::MatchFrame& frame = *m_window->shown().exact;
                const QPoint at = viewer3d::projected(
                    view.cameraPose(), frame.findRobot(robot)->X_STorso().p, view.size());
                const QPoint off = at - QPoint(view.width() / 2, view.height() / 2);
                return frame.recordTimeS != before && off.manhattanLength() < 20;
            })) << ratio;
        }
    }
}

// By clicks on the ruler, in a session and back in time in a live match.
TEST_F(DecideWorkspaceTest, SeekingKeepsTheSelectedNode) {
    startAgent();
    ASSERT_TRUE(tests::waitUntil([&] { return row() && row()->segments.back().toS > 4.0; }, kLong));
    auto& tree = child<QTreeWidget>("decision-tree");
    auto* ruler = m_window->findChild<widgets::TimeRuler*>();
    const auto clickRuler = [&](double ratio) {
        const QPoint place(static_cast<int>(ratio * ruler->width()), ruler->height() - 10);
        QTest::mouseClick(ruler, Qt::LeftButton, {}, place);
        QTest::qWait(300); // waits for late updates
    };
    const auto selects = [&] {
        ASSERT_TRUE(
            tests::waitUntil([&] { return tree.isVisible() && tree.topLevelItemCount() == 2; }));
        tests::click(picture(), picture().placeOf(2).center());
        ASSERT_EQ(picture().selected(), 2);
    };
    const auto isKept = [&] {
        return tests::waitUntil([&] {
            return agent() && picture().selected() == 2 &&
                   m_window->find<studio::LiveWorkspace>().decisionPanel()->selected() == 2;
        });
    };
    selects();
    clickRuler(0.3);
    EXPECT_FALSE(live().isAtHead());
    EXPECT_TRUE(isKept());
    clickRuler(0.8);
    EXPECT_TRUE(isKept());

    stopAndOpenRecording();
    m_window->session().select(monitor::ObjectId::ofRobot(row()->robot));
    m_window->session().seekTime(row()->segments.front().fromS + 1.5);
    ASSERT_TRUE(tests::waitUntil([&] { return agent() && !agent()->decision.trace.isEmpty(); }));
    selects();
    for (const double ratio : {0.9, 0.5, 0.7}) {
        const double before = m_window->shown().exact->recordTimeS;
        clickRuler(ratio);
        EXPECT_NE(m_window->shown().exact->recordTimeS, before);
        EXPECT_TRUE(isKept()) << ratio;
    }
}

TEST_F(DecideWorkspaceTest, ANodeIsEditedInTheGraphWithUndo) {
    startAgent();
    auto& picture = *decide().graph()->graph();
    ASSERT_TRUE(tests::waitUntil(
        [&] { return picture.isVisible() && picture.trace().nodes.size() == 3; }, kLong));
    activate();
    tests::click(picture, picture.placeOf(1).center());
    picture.setFocus();
    QTest::keyClick(&picture, Qt::Key_Return);
    auto& editor = child<QPlainTextEdit>("graphEditor");
    ASSERT_TRUE(tests::waitUntil([&] { return editor.isVisible(); }));
    EXPECT_EQ(editor.toPlainText(), QStringLiteral("when 0.4 do wait"));
    EXPECT_TRUE(picture.isVisible()) << "the text must not cover the graph";
    // An error is reported in words, and undone.
    QTest::keyClicks(&editor, QStringLiteral("when 0.4 do wat"));
    QTest::keyClick(&editor, Qt::Key_Return);
    EXPECT_TRUE(child<QLabel>("graphFile").text().contains(QStringLiteral("test.tree:5:")))
        << child<QLabel>("graphFile").text().toStdString();
    EXPECT_EQ(contents(m_tree), kTree) << "not saved yet";
    QTest::keyClick(&picture, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_FALSE(child<QLabel>("graphFile").isVisible());

    QTest::keyClick(&picture, Qt::Key_F2);
    QTest::keyClicks(&editor, QStringLiteral("when 0.7 do wait # surer"));
    QTest::keyClick(&editor, Qt::Key_Return);
    EXPECT_EQ(child<QLabel>("graphFile").text(),
              QStringLiteral("test.tree: changed, not saved yet"));
    QTest::keyClick(&picture, Qt::Key_S, Qt::ControlModifier);
    std::string changed = kTree;
    changed.replace(changed.find("when 0.4 do wait"), 16, "when 0.7 do wait # surer");
    EXPECT_EQ(contents(m_tree), changed) << "comments and indentation are kept";
    EXPECT_TRUE(isPlayed("0.7"));
    EXPECT_TRUE(tests::waitUntil([&] { return !child<QLabel>("graphFile").isVisible(); }));
    EXPECT_EQ(picture.trace().nodes[1].name, "0.7");
    EXPECT_EQ(picture.selected(), 1) << "the same node stays selected";

    // A double click shows the node's line in the text.
    tests::doubleClick(picture, picture.placeOf(2).center());
    auto& text = child<QPlainTextEdit>("decisionText");
    ASSERT_TRUE(tests::waitUntil([&] { return text.isVisible(); }));
    EXPECT_EQ(text.textCursor().blockNumber(), 5);
}

TEST_F(DecideWorkspaceTest, TheGraphSaysWhichFileItShows) {
    const fs::path other = m_folder / "other" / "test.tree"; // of the same name
    fs::create_directory(other.parent_path());
    tests::writeFile(other, "behavior rest = hold-pose\ntree\n  when self.fallen do rest\n");
    startAgent();
    ASSERT_TRUE(tests::waitUntil([&] { return picture().isVisible(); }));
    const auto& hint = child<QLabel>("graphFile");
    EXPECT_FALSE(hint.isVisible());
    m_window->openFile(qt(other));
    auto& text = child<QPlainTextEdit>("decisionText");
    ASSERT_TRUE(tests::waitUntil([&] { return text.isVisible(); }));
    activate();
    text.setFocus();
    QTest::keyClick(&text, Qt::Key_End, Qt::ControlModifier);
    QTest::keyClicks(&text, QStringLiteral("  else do rest"));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return child<QLabel>("textProblem").text().contains(QStringLiteral("no errors")); }));
    ASSERT_TRUE(tests::waitUntil([&] { return hint.isVisible(); }));
    for (int node = 0; node < static_cast<int>(picture().trace().nodes.size()); ++node) {
        EXPECT_FALSE(picture().isNew(node)) << node;
    }
    EXPECT_EQ(hint.text(),
              QStringLiteral(
                  "The graph shows %1, which the selected agent runs; the unsaved edits are in %2")
                  .arg(qt(m_tree), qt(other)));
    auto& button = child<QPushButton>("graphOpenPlayed");
    const auto clickAnd = [&](QMessageBox::StandardButton answer) {
        bool isAsked = false;
        QTimer timer;
        QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                isAsked = true;
                QTest::mouseClick(box->button(answer), Qt::LeftButton);
            }
        });
        timer.start(20);
        QTest::mouseClick(&button, Qt::LeftButton);
        EXPECT_TRUE(isAsked);
    };
    ASSERT_TRUE(button.isVisible());
    clickAnd(QMessageBox::Cancel);
    EXPECT_EQ(decide().texts().file(), qt(other));
    clickAnd(QMessageBox::Save);
    EXPECT_EQ(decide().texts().file(), qt(m_tree));
    EXPECT_NE(contents(other).find("else do rest"), std::string::npos);
    EXPECT_TRUE(tests::waitUntil([&] { return !button.isVisible(); }));
    EXPECT_FALSE(hint.isVisible());
}

TEST_F(DecideWorkspaceTest, TheOpenFileIsDrawnAndEditedInTheGraphWithoutAnAgent) {
    m_window->openFile(qt(m_tree));
    auto& text = child<QPlainTextEdit>("decisionText");
    ASSERT_TRUE(tests::waitUntil([&] { return text.isVisible(); }));
    QTest::qWait(50); // waits until docks have settled
    clickTab(QStringLiteral("Decision graph"));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return picture().isVisible() && picture().trace().nodes.size() == 3; }));
    activate();
    EXPECT_EQ(child<QLabel>("graphHead").text(), QStringLiteral("tree test"));
    EXPECT_FALSE(picture().hasValues());
    EXPECT_FALSE(picture().isNew(1)) << "no node is newer than the others";
    EXPECT_TRUE(child<QLabel>("graphWhy").text().contains(QStringLiteral("without values")));
    clickNode("0.4");
    EXPECT_FALSE(child<QToolButton>("graphPlot").isEnabled()) << "there is nothing to plot";
    EXPECT_EQ(text.textCursor().blockNumber(), 4) << "the text follows";
    // A node is added beside the selected one, edited in place and saved.
    key(Qt::Key_Insert, Qt::ShiftModifier);
    write(QStringLiteral("when 0.2 do hold-pose"));
    EXPECT_EQ(picture().trace().nodes.size(), 4U);
    EXPECT_NE(text.toPlainText().indexOf(QStringLiteral("    when 0.2 do hold-pose\n")), -1)
        << text.toPlainText().toStdString();
    EXPECT_TRUE(child<QPushButton>("graphSave").isVisible());
    EXPECT_FALSE(picture().isNew(nodeNamed("0.4")));
    QTest::mouseClick(&child<QPushButton>("graphSave"), Qt::LeftButton);
    EXPECT_NE(contents(m_tree).find("when 0.2 do hold-pose"), std::string::npos);
    tests::doubleClick(picture(), picture().placeOf(nodeNamed("0.4")).center());
    EXPECT_TRUE(tests::waitUntil([&] { return text.isVisible(); }));
    // Another file replaces it.
    const fs::path machine = m_folder / "two.machine";
    tests::writeFile(machine, "machine\n  state a do stand-and-look\n    to b when ball.known\n"
                              "  state b do hold-pose\n");
    m_window->openFile(qt(machine));
    QTest::qWait(50);
    clickTab(QStringLiteral("Decision graph"));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return child<QLabel>("graphHead").text() == QStringLiteral("machine two"); }));
}

TEST_F(DecideWorkspaceTest, NodesAreAddedMovedAndDeletedInTheGraphWhileTheRobotPlays) {
    startAgent();
    ASSERT_TRUE(tests::waitUntil(
        [&] { return picture().isVisible() && picture().trace().nodes.size() == 3; }, kLong));
    activate();
    // A key adds a node below the selected one; it appears at once, and its line is edited in
    // place.
    clickNode("ball.known");
    key(Qt::Key_Insert);
    EXPECT_EQ(picture().trace().nodes.size(), 4U);
    EXPECT_TRUE(picture().isNew(picture().selected()));
    EXPECT_EQ(text(), "# What a test does\nbehavior wait = stand-and-look\ntree\n"
                      "  when ball.known\n    when 0.4 do wait\n"
                      "    when 0 do stand-and-look\n  else do hold-pose\n");
    write(QStringLiteral("when 0.3 do wait # mine"));
    EXPECT_EQ(picture().selected(), nodeNamed("0.3"));
    EXPECT_EQ(agent()->decision.trace.nodes.size(), 3U) << "not saved yet";
    EXPECT_EQ(contents(m_tree), kTree);

    // The Decision dock lists the nodes that are running, the graph also unsaved ones.
    clickNode("else");
    auto& tree = child<QTreeWidget>("decision-tree");
    ASSERT_EQ(tree.selectedItems().size(), 1);
    EXPECT_EQ(tree.selectedItems().front(), tree.topLevelItem(1));

    // A button moves the node together with its comment.
    clickNode("0.3");
    auto& up = child<QToolButton>("graphUp");
    ASSERT_TRUE(up.isVisible() && up.isEnabled());
    QTest::mouseClick(&up, Qt::LeftButton);
    EXPECT_LT(text().find("when 0.3 do wait # mine"), text().find("when 0.4"));
    EXPECT_EQ(picture().selected(), nodeNamed("0.3"));
    EXPECT_LT(nodeNamed("0.3"), nodeNamed("0.4"));
    // A refused edit is explained in one line and changes nothing.
    const std::string before = text();
    key(Qt::Key_Up, Qt::AltModifier);
    EXPECT_TRUE(showsMessage(QStringLiteral("Not done: it is already its parent's first child")));
    key(Qt::Key_T);
    EXPECT_TRUE(showsMessage(QStringLiteral("they belong to state machines")));
    EXPECT_EQ(text(), before);
    EXPECT_EQ(m_window->messages().texts().size(), 1) << "one line at a time";

    // After saving, the robot uses the file within a second.
    key(Qt::Key_S, Qt::ControlModifier);
    EXPECT_EQ(contents(m_tree), before);
    ASSERT_TRUE(isPlayed("0.3"));
    EXPECT_TRUE(tests::waitUntil([&] {
        return picture().trace() == agent()->decision.trace &&
               !picture().isNew(picture().selected());
    }));
    EXPECT_EQ(picture().selected(), nodeNamed("0.3"));
    EXPECT_FALSE(child<QLabel>("graphFile").isVisible());

    // The context menu of a node deletes it; the last child of a node cannot be deleted alone.
    const QStringList offered = menuOf("0.4", QStringLiteral("Delete"));
    EXPECT_TRUE(offered.contains(QStringLiteral("Add a node beside this one")))
        << offered.join('|').toStdString();
    EXPECT_TRUE(offered.contains(QStringLiteral("Plot its value")));
    EXPECT_EQ(text().find("when 0.4"), std::string::npos);
    clickNode("0.3");
    key(Qt::Key_Delete);
    EXPECT_TRUE(showsMessage(QStringLiteral("the only node below")));
    // A node is deleted with its descendants; each step is undone and redone on its own.
    clickNode("ball.known");
    key(Qt::Key_Delete);
    EXPECT_EQ(picture().trace().nodes.size(), 1U);
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(picture().trace().nodes.size(), 3U);
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(text(), before);
    QTest::keySequence(&picture(), QKeySequence(QKeySequence::Redo));
    EXPECT_EQ(text().find("when 0.4"), std::string::npos);
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(text(), before);
    EXPECT_TRUE(tests::waitUntil([&] { return !child<QLabel>("graphFile").isVisible(); }));
}

TEST_F(DecideWorkspaceTest, StatesAndTransitionsAreAddedInTheGraph) {
    const fs::path file = m_folder / "test.machine";
    tests::writeFile(file, "machine\n  # at first\n  state rest do stand-and-look\n"
                           "    to play when ball.flying\n  state play do hold-pose\n");
    startAgent("machine", file);
    ASSERT_TRUE(tests::waitUntil(
        [&] { return picture().isVisible() && picture().trace().nodes.size() == 3; }, kLong));
    activate();
    // The Add button offers the children that fit the selected node.
    clickNode("play");
    auto& add = child<QToolButton>("graphAdd");
    ASSERT_TRUE(add.isVisible() && add.isEnabled());
    QMenu* menu = add.menu();
    QTimer::singleShot(0, menu, [menu] {
        for (QAction* each : menu->actions()) {
            if (tests::withoutMnemonic(each->text()).starts_with("Add a state beside this one")) {
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(each).center());
            }
        }
    });
    QTest::mouseClick(&add, Qt::LeftButton); // returns when the menu is closed
    write(QStringLiteral("state watch do stand-and-look"));
    clickNode("rest");
    key(Qt::Key_T);
    write(QStringLiteral("to watch when true"));
    EXPECT_TRUE(child<QLabel>("graphFile").text().contains(QStringLiteral("test.machine:5")))
        << child<QLabel>("graphFile").text().toStdString();
    key(Qt::Key_Insert);
    EXPECT_TRUE(showsMessage(QStringLiteral("ix the file first: ")));
    key(Qt::Key_Z, Qt::ControlModifier);
    key(Qt::Key_Return);
    write(QStringLiteral("to watch when not ball.flying"));
    EXPECT_EQ(text(), "machine\n  # at first\n  state rest do stand-and-look\n"
                      "    to play when ball.flying\n    to watch when not ball.flying\n"
                      "  state play do hold-pose\n  state watch do stand-and-look\n");
    key(Qt::Key_S, Qt::ControlModifier);
    ASSERT_TRUE(isPlayed("watch"));
    EXPECT_TRUE(tests::waitUntil(
        [&] {
            const auto& nodes = agent()->decision.trace.nodes;
            return std::ranges::any_of(nodes, [](const world::DecisionNode& node) {
                return node.name == "watch" && node.isChosen;
            });
        },
        kLong))
        << "the robot takes the new transition";
    // A state is deleted with the transitions to it.
    ASSERT_TRUE(tests::waitUntil([&] { return picture().trace() == agent()->decision.trace; }));
    clickNode("watch");
    key(Qt::Key_Delete);
    EXPECT_TRUE(showsMessage(QStringLiteral("Done: with 1 transition that led to it")));
    EXPECT_EQ(text(), "machine\n  # at first\n  state rest do stand-and-look\n"
                      "    to play when ball.flying\n  state play do hold-pose\n");
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_NE(text().find("state watch"), std::string::npos);
}

TEST_F(DecideWorkspaceTest, ModulesAndNodesOfBehaviorTreesAreAddedInTheGraph) {
    const fs::path network = m_folder / "test.network";
    tests::writeFile(network, "network\nbelief seen = ball.known\n\n# A goal\ngoal see\n"
                              "  wants seen\n\nmodule look\n  do stand-and-look\n"
                              "  effect seen 1\n");
    startAgent("network", network);
    ASSERT_TRUE(tests::waitUntil(
        [&] { return picture().isVisible() && picture().trace().nodes.size() > 4; }, kLong));
    activate();
    clickNode("look");
    key(Qt::Key_Insert); // no child possible below a module: adds another module
    auto& editor = child<QPlainTextEdit>("graphEditor");
    ASSERT_TRUE(tests::waitUntil([&] { return editor.isVisible(); }));
    EXPECT_EQ(editor.toPlainText(), QStringLiteral("module new\n  do stand-and-look"));
    QTest::keyClicks(&editor, QStringLiteral("module pose"));
    QTest::keyClick(&editor, Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClicks(&editor, QStringLiteral("  do hold-pose"));
    QTest::keyClick(&editor, Qt::Key_Return);
    EXPECT_TRUE(text().ends_with("  effect seen 1\n\nmodule pose\n  do hold-pose\n")) << text();
    key(Qt::Key_S, Qt::ControlModifier);
    ASSERT_TRUE(isPlayed("pose"));
    ASSERT_TRUE(tests::waitUntil([&] { return picture().trace() == agent()->decision.trace; }));
    clickNode("see");
    key(Qt::Key_Delete);
    EXPECT_TRUE(showsMessage(QStringLiteral("the only goal")));
    clickNode("seen");
    key(Qt::Key_Delete);
    EXPECT_TRUE(showsMessage(QStringLiteral("still named on line")));

    openWindow();
    const fs::path xml = m_folder / "test.xml";
    const std::string tree = "<root BTCPP_format=\"4\">\n  <BehaviorTree ID=\"A\">\n"
                             "    <Fallback>\n      <!-- far -->\n      <ball-known/>\n"
                             "      <stand-and-look/>\n    </Fallback>\n  </BehaviorTree>\n"
                             "</root>\n";
    tests::writeFile(xml, tree);
    startAgent("behavior-tree", xml);
    ASSERT_TRUE(tests::waitUntil(
        [&] { return picture().isVisible() && picture().trace().nodes.size() == 3; }, kLong));
    activate();
    clickNode("stand-and-look");
    key(Qt::Key_Up, Qt::AltModifier);
    EXPECT_LT(text().find("<stand-and-look/>"), text().find("<!-- far -->\n      <ball-known/>"));
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(text(), tree);
    clickNode("ball.known");
    key(Qt::Key_Insert, Qt::ShiftModifier);
    write(QStringLiteral("<Inverter><hold-pose/></Inverter>"));
    EXPECT_EQ(picture().trace().nodes.size(), 5U);
    clickNode("Inverter");
    key(Qt::Key_Insert);
    EXPECT_TRUE(showsMessage(QStringLiteral("Not done: ")));
    key(Qt::Key_S, Qt::ControlModifier);
    ASSERT_TRUE(isPlayed("Inverter"));
    EXPECT_NE(contents(xml).find("      <ball-known/>\n      <Inverter><hold-pose/></Inverter>\n"
                                 "      <stand-and-look/>\n"),
              std::string::npos)
        << contents(xml);
}

TEST_F(DecideWorkspaceTest, AnXmlFileOpensAsWhatItContains) {
    const fs::path xml = m_folder / "field.xml";
    const std::string tree = "<?xml version=\"1.0\"?>\n<root BTCPP_format=\"4\">\n"
                             "<BehaviorTree ID=\"M\"><hold-pose/></BehaviorTree>\n</root>\n";
    tests::writeFile(xml, tree);
    m_window->openFile(qt(xml));
    auto& editor = child<QPlainTextEdit>("decisionText");
    ASSERT_TRUE(tests::waitUntil([&] { return editor.isVisible(); }));
    EXPECT_EQ(editor.toPlainText().toStdString(), tree);
    EXPECT_TRUE(tests::waitUntil([&] {
        return child<QLabel>("textProblem").text() ==
               QStringLiteral("behavior-tree field: no errors");
    })) << child<QLabel>("textProblem").text().toStdString();
    // A tree that is being written, too; a motion of FC Portugal is none.
    tests::writeFile(m_folder / "begun.xml", "<root BTCPP_format=\"4\">\n<BehaviorTree");
    tests::writeFile(m_folder / "squat.xml",
                     "<behavior><slot delta='0.2'><move id='3' angle='20'/></slot></behavior>");
    EXPECT_TRUE(decide().canOpen(qt(m_folder / "begun.xml")));
    EXPECT_FALSE(decide().canOpen(qt(m_folder / "squat.xml")));
    EXPECT_FALSE(decide().canOpen(qt(m_folder / "none.xml")));
    m_window->openFile(qt(m_folder / "squat.xml"));
    EXPECT_TRUE(tests::waitUntil([&] { return !editor.isVisible(); }));
}

TEST_F(DecideWorkspaceTest, TheShownTreeOfSeveralIsChosenByKeys) {
    tests::writeFile(m_folder / "several.xml",
                     "<root BTCPP_format=\"4\">\n"
                     "  <BehaviorTree ID=\"Attack\"><hold-posse/></BehaviorTree>\n"
                     "  <BehaviorTree ID=\"Defend\"><hold-pose/></BehaviorTree>\n"
                     "</root>\n");
    m_window->openFile(qt(m_folder / "several.xml"));
    auto& tree = child<QComboBox>("textTree");
    const auto saysSoon = [&](const char* text) {
        return tests::waitUntil(
            [&] { return child<QLabel>("textProblem").text().contains(QLatin1String(text)); });
    };
    ASSERT_TRUE(tests::waitUntil([&] { return tree.isVisible(); }));
    EXPECT_TRUE(saysSoon("the tree to be run is not specified"));
    tree.setFocus();
    QTest::keyClick(&tree, Qt::Key_Down);
    EXPECT_EQ(tree.currentText(), QStringLiteral("Attack"));
    EXPECT_TRUE(saysSoon("hold-posse"));
    QTest::keyClick(&tree, Qt::Key_Down);
    EXPECT_EQ(tree.currentText(), QStringLiteral("Defend"));
    EXPECT_TRUE(saysSoon("behavior-tree several: no errors"));
    // A file with one tree needs no choice.
    tests::writeFile(m_folder / "one.xml", "<root BTCPP_format=\"4\"><BehaviorTree ID=\"A\">"
                                           "<hold-pose/></BehaviorTree></root>\n");
    m_window->openFile(qt(m_folder / "one.xml"));
    EXPECT_TRUE(saysSoon("behavior-tree one: no errors"));
    EXPECT_FALSE(tree.isVisible());
}

TEST_F(DecideWorkspaceTest, ABehaviorIsForcedByHand) {
    startAgent();
    auto& force = child<QComboBox>("decision-force");
    ASSERT_TRUE(tests::waitUntil([&] { return force.isVisible() && force.count() > 3; }));
    EXPECT_EQ(force.itemText(0), QStringLiteral("Follows its own decision"));
    EXPECT_EQ(force.itemText(1), QStringLiteral("wait")) << "behaviors of its file first";
    force.setFocus();
    QTest::keyClick(&force, Qt::Key_End);
    ASSERT_EQ(force.currentText(), QStringLiteral("hold place"));
    ASSERT_TRUE(does("hold place")) << agent()->decision.behavior;
    EXPECT_TRUE(tests::waitUntil([&] {
        return child<QLabel>("decision-head").text() == QStringLiteral("By hand: hold place");
    }));
    QTest::keyClick(&force, Qt::Key_Home);
    EXPECT_TRUE(tests::waitUntil([&] { return !agent()->decision.trace.isEmpty(); }, kLong));
    EXPECT_TRUE(agent()->decision.behavior.starts_with("tree"));
}

TEST_F(DecideWorkspaceTest, WhatIfPlaysOnAndShowsBothFutures) {
    m_window->openFile(qt(m_sample));
    MatchPlayer& log = m_window->session();
    ASSERT_TRUE(tests::waitUntil(
        [&] { return log.isOpen() && log.shown().exact && log.log()->index()->isComplete(); }));
    const logs::FrameNumber frame = log.log()->index()->frameAtGameTime(25.0);
    log.seekFrame(frame);
    ASSERT_TRUE(tests::waitUntil([&] { return log.shown().exact->index == frame; }));
    m_window->showLayout(QStringLiteral("Decide"));
    const game::PlayerId id = log.shown().exact->robots.front().id;
    ASSERT_EQ(id.side, game::Side::Left);
    const fs::path team = m_folder / "mine.toml";
    tests::writeFile(team,
                     "name = \"Mine\"\n[[players]]\nnumber = " + std::to_string(id.unum.value()) +
                         "\nembedded = true\nbehavior = \"striker\"\n");
    decide().whatIf().choose(true, qt(team));
    auto* panel = decide().whatIf().panel();
    Q_EMIT decide().panelRequested(QStringLiteral("decide-what-if"));
    ASSERT_TRUE(tests::waitUntil([&] { return panel->isVisible(); }));
    panel->findChild<QDoubleSpinBox*>(QStringLiteral("whatIfLength"))->setValue(2.0);
    panel->findChild<QDoubleSpinBox*>(QStringLiteral("whatIfRuns"))->setValue(2.0);
    const double beginS = log.shown().exact->recordTimeS;
    const monitor::MatchFramePtr begin = log.shown().exact;

    QTest::mouseClick(&child<QPushButton>("whatIfRun"), Qt::LeftButton);
    ASSERT_TRUE(tests::waitUntil([&] { return panel->view() != nullptr; }, kLong))
        << child<QLabel>("whatIfProblem").text().toStdString();
    const widgets::WhatIfView& view = *panel->view();
    ASSERT_EQ(view.played.size(), 2U);
    EXPECT_NEAR(view.recorded.frames.back()->recordTimeS, 2.0, 0.21);
    for (const widgets::WhatIfFuture& future : view.played) {
        ASSERT_EQ(future.frames.size(), 21U);
        const monitor::MatchFrame& first = *future.frames.front();
        ASSERT_EQ(first.robots.size(), begin->robots.size());
        EXPECT_LT((first.ball->X_SBall.p - begin->ball->X_SBall.p).norm(), 0.02);
        for (const monitor::RobotFrame& robot : begin->robots) {
            const auto* taken = first.findRobot(robot.id);
            ASSERT_NE(taken, nullptr);
            EXPECT_LT((taken->X_STorso().p - robot.X_STorso().p).norm(), 0.03);
        }
        EXPECT_EQ(first.game.teamLeft, "Mine");
        EXPECT_TRUE(fs::exists(future.log.toStdString()));
        EXPECT_EQ(future.numbers.size(), view.rows.size());
    }
    EXPECT_EQ(child<QTableWidget>("whatIfNumbers").columnCount(), 3);

    // The what-if time follows the time of the match.
    auto& slider = child<QSlider>("whatIfTime");
    slider.setFocus();
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(&slider, Qt::Key_PageDown);
    }
    EXPECT_NEAR(panel->timeS(), 0.4, 1e-6);
    EXPECT_TRUE(tests::waitUntil(
        [&] { return std::abs(log.shown().exact->recordTimeS - beginS - 0.4) < 0.25; }));

    // Opens the future as a separate match.
    QTest::mouseClick(&child<QPushButton>("whatIfOpen"), Qt::LeftButton);
    EXPECT_TRUE(tests::waitUntil([&] {
        return log.isOpen() && log.log()->path().filename() == "what-if-1.log" &&
               log.shown().exact && log.shown().exact->game.teamLeft == "Mine";
    }));
}

TEST_F(DecideWorkspaceTest, WhatIfRepeatsAGameOfASeriesExactly) {
    const fs::path folder = m_folder / "series";
    fs::create_directories(folder / "logs");
    const std::string players = "[[players]]\nnumber = 2\ntype = 0\nbeam = [-3, 1, 0]\n"
                                "[[players]]\nnumber = 3\ntype = 1\nbeam = [-4, -2, 0]\n"
                                "[[players]]\nnumber = 4\ntype = 2\nbeam = [-6, 0, 0]\n";
    const auto team = [&](const std::string& name, const std::string& does) {
        tests::writeFile(folder / (name + ".toml"),
                         "name = \"" + name + "\"\n[defaults]\nembedded = true\nbehavior = \"" +
                             does + "\"\n" + players);
        return qt(folder / (name + ".toml"));
    };
    team("one", "striker");
    team("two", "keeper");
    const QString edited = team("edited", "stand-and-look");
    tests::writeFile(folder / "series.toml", "sideline-series = 1\nname = \"test\"\n"
                                             "teams = [\"one.toml\", \"two.toml\"]\ngames = 2\n"
                                             "minutes = 0.2\nhalves = 1\n");
    const fs::path packed = folder / "logs" / "0001.log.zst";
    const auto origin = series::originOf(packed);
    ASSERT_TRUE(origin) << origin.error().toString();
    ASSERT_TRUE(
        series::playInProcess(origin->simulation, origin->left, origin->right, folder / "1.log"));
    auto output = base::OutputFile::create(packed);
    ASSERT_TRUE(output);
    ASSERT_TRUE(logs::packFile(folder / "1.log", std::move(*output)));

    m_window->openFile(qt(packed));
    MatchPlayer& log = m_window->session();
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return log.isOpen() && log.shown().exact && log.log()->path() == packed &&
                   log.log()->index()->isComplete();
        },
        kLong));
    const logs::FrameNumber frame = log.log()->index()->frameAtGameTime(5.0);
    log.seekFrame(frame);
    ASSERT_TRUE(tests::waitUntil([&] { return log.shown().exact->index == frame; }));
    m_window->showLayout(QStringLiteral("Decide"));
    Q_EMIT decide().panelRequested(QStringLiteral("decide-what-if"));
    auto* panel = decide().whatIf().panel();
    auto& exactly = child<QCheckBox>("whatIfExact");
    ASSERT_TRUE(tests::waitUntil([&] { return panel->isVisible() && exactly.isEnabled(); }));
    auto& restart = child<QLabel>("whatIfRestart");
    EXPECT_TRUE(restart.text().contains(QStringLiteral("are reset")))
        << "it names what is not in the log";
    QTest::mouseClick(&exactly, Qt::LeftButton, {}, QPoint(8, exactly.height() / 2));
    ASSERT_TRUE(exactly.isChecked());
    EXPECT_TRUE(restart.text().contains(QStringLiteral("game 1, one against two")))
        << restart.text().toStdString();
    EXPECT_EQ(child<QComboBox>("whatIfLeft").itemText(0), QStringLiteral("unchanged"));
    panel->findChild<QDoubleSpinBox*>(QStringLiteral("whatIfLength"))->setValue(4.0);

    // With the original teams, the future equals the recording.
    const auto run = [&] {
        const auto before = panel->view();
        QTest::mouseClick(&child<QPushButton>("whatIfRun"), Qt::LeftButton);
        ASSERT_TRUE(tests::waitUntil(
            [&] { return panel->view() != nullptr && panel->view() != before; }, kLong))
            << child<QLabel>("whatIfProblem").text().toStdString();
    };
    run();
    ASSERT_EQ(panel->view()->played.size(), 1U);
    EXPECT_EQ(panel->view()->played[0].name, QStringLiteral("exactly"));
    EXPECT_EQ(panel->view()->played[0].numbers.back(), QStringLiteral("0.00"));
    // With other teams, the future differs.
    decide().whatIf().choose(true, edited);
    run();
    EXPECT_GT(panel->view()->played[0].numbers.back().toDouble(), 0.05);
    // The teams of a match without a recorded origin are unknown.
    m_window->openFile(qt(m_sample));
    EXPECT_TRUE(tests::waitUntil([&] { return !exactly.isEnabled() && !exactly.isChecked(); }));
    EXPECT_TRUE(tests::waitUntil(
        [&] { return exactly.toolTip().contains(QStringLiteral("sideline match")); }));
}

// The sample is a match of UTA against UTB.
TEST_F(DecideWorkspaceTest, WhatIfListsTheTeamThatPlaysFirstAndChoosesIt) {
    const fs::path team = m_folder / "of-tuesday.toml";
    tests::writeFile(team, "name = \"UTB\"\n[[players]]\nnumber = 1\nembedded = true\n");
    m_store.setValue(QStringLiteral("teams/recent"), QStringList{qt(team)});
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return m_window->session().isOpen() && m_window->session().shown().exact; }));
    m_window->showLayout(QStringLiteral("Decide"));
    auto& right = child<QComboBox>("whatIfRight");
    EXPECT_TRUE(tests::waitUntil([&] {
        return right.currentText() == QStringLiteral("of-tuesday (plays)");
    })) << right.currentText().toStdString();
    EXPECT_EQ(right.currentIndex(), 1) << "the first after no team";
    EXPECT_EQ(child<QComboBox>("whatIfLeft").currentText(), QStringLiteral("no team"));
}

TEST_F(DecideWorkspaceTest, WhatIfWithoutATeamAsksFirst) {
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return m_window->session().isOpen() && m_window->session().shown().exact; }));
    m_window->showLayout(QStringLiteral("Decide"));
    action("decide.what-if").trigger();
    auto& question = child<QLabel>("whatIfQuestion");
    ASSERT_TRUE(tests::waitUntil([&] { return question.isVisible(); }));
    EXPECT_FALSE(decide().whatIf().isAtWork());
    EXPECT_TRUE(question.text().startsWith(QStringLiteral("No team is chosen")));
    // Choosing another team closes the question.
    auto& left = child<QComboBox>("whatIfLeft");
    ASSERT_GT(left.count(), 2);
    left.setFocus();
    QTest::keyClick(&left, Qt::Key_Down);
    EXPECT_FALSE(question.isVisible());
    QTest::keyClick(&left, Qt::Key_Up);
    QTest::mouseClick(&child<QPushButton>("whatIfRun"), Qt::LeftButton);
    ASSERT_TRUE(question.isVisible());
    // So does confirming to play without a team.
    decide()
        .whatIf()
        .panel()
        ->findChild<QDoubleSpinBox*>(QStringLiteral("whatIfLength"))
        ->setValue(1.0);
    QTest::mouseClick(&child<QPushButton>("whatIfNobody"), Qt::LeftButton);
    EXPECT_FALSE(question.isVisible());
    EXPECT_TRUE(
        tests::waitUntil([&] { return decide().whatIf().panel()->view() != nullptr; }, kLong))
        << child<QLabel>("whatIfProblem").text().toStdString();
}

TEST_F(DecideWorkspaceTest, WhatIfShowsWhyItCannotRun) {
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return m_window->session().isOpen() && m_window->session().shown().exact; }));
    m_window->showLayout(QStringLiteral("Decide"));
    const fs::path team = m_folder / "programs.toml";
    tests::writeFile(team,
                     "name = \"Programs\"\n[[players]]\nnumber = 1\nprogram = \"/bin/true\"\n");
    decide().whatIf().choose(true, qt(team));
    action("decide.what-if").trigger();
    EXPECT_TRUE(tests::waitUntil(
        [&] {
            return !decide().whatIf().isAtWork() &&
                   child<QLabel>("whatIfProblem").text().contains(QStringLiteral("are programs"));
        },
        kLong))
        << child<QLabel>("whatIfProblem").text().toStdString();
    tests::writeFile(team, "name = \"Programs\"\nplayer = 3\n");
    action("decide.what-if").trigger();
    EXPECT_TRUE(tests::waitUntil([&] {
        return child<QLabel>("whatIfProblem").text().contains(QStringLiteral("programs.toml:2"));
    })) << child<QLabel>("whatIfProblem").text().toStdString();
}

// Team files may be on a slow drive: another thread reads them.
TEST_F(DecideWorkspaceTest, WhatIfReadsTeamFilesInTheBackgroundAndKeepsItsLastResult) {
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return m_window->session().isOpen() && m_window->session().shown().exact; }));
    m_window->showLayout(QStringLiteral("Decide"));
    const fs::path team = m_folder / "mine.toml";
    tests::writeFile(team, "name = \"Mine\"\n[[players]]\nnumber = 1\nembedded = true\n");
    decide().whatIf().choose(true, qt(team));
    auto* panel = decide().whatIf().panel();
    panel->findChild<QDoubleSpinBox*>(QStringLiteral("whatIfLength"))->setValue(1.0);
    auto& problem = child<QLabel>("whatIfProblem");
    action("decide.what-if").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return panel->view() != nullptr; }, kLong))
        << problem.text().toStdString();
    const widgets::WhatIfViewPtr result = panel->view();
    const fs::path log = result->played.front().log.toStdString();
    ASSERT_TRUE(tests::waitUntil([&] { return !decide().whatIf().isAtWork(); }));

    fs::remove(team);
    ASSERT_TRUE(tests::waitUntil([&] { return action("decide.what-if").isEnabled(); }, kLong));
    action("decide.what-if").trigger();
    EXPECT_TRUE(decide().whatIf().isAtWork());
    EXPECT_TRUE(problem.text().isEmpty()) << "nothing has been read yet";
    EXPECT_TRUE(
        tests::waitUntil([&] { return problem.text().contains(QStringLiteral("mine.toml")); }));
    EXPECT_EQ(panel->view(), result);
    EXPECT_TRUE(fs::exists(log));
}

} // namespace
} // namespace sideline::studio
