// Editing the printed form of Eagle Knights in the graph of a decision: nodes are added, filled in,
// moved and deleted by mouse, menu and keys while a robot uses them.
#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include <QLabel>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "tests/gui/file_dialog.h"
#include "tests/studio/decide_window.h"

namespace sideline::studio {
namespace {

class EagleGraphTest : public DecideWindowTest {
protected:
    void SetUp() override {
        DecideWindowTest::SetUp();
        fs::copy(fs::path(SIDELINE_EXAMPLES) / "decisions/eagle-knights", m_folder / "ek",
                 fs::copy_options::recursive);
        std::string text = contents(m_file);
        text.insert(text.find("111 DentroAreaPortero"), "# It has the ball near it.\n");
        tests::writeFile(m_file, text);
        m_text = text;
    }
    void startEagle() {
        startAgent("tree", m_file);
        ASSERT_TRUE(tests::waitUntil(
            [&] { return picture().isVisible() && picture().trace().nodes.size() == 21; }, kLong));
        activate();
    }
    bool has(const std::string& part) { return text().find(part) != std::string::npos; }
    QString fileRow() { return child<QLabel>("graphFile").text(); }
    int readings() { return decide().texts().readings(); }

    fs::path m_file = m_folder / "ek" / "portero.txt";
    std::string m_text;
};

TEST_F(EagleGraphTest, NodesAreAddedFilledInMovedAndDeleted) {
    startEagle();
    // Shift+Insert: adds a sibling of the selected node that has no effect yet.
    clickNode("DentroAreaPortero");
    key(Qt::Key_Insert, Qt::ShiftModifier);
    EXPECT_TRUE(has("-4\n111 Nunca\n-4\n1111 stand-and-look\n-4\n111 FueraAreaPortero\n"))
        << text();
    EXPECT_TRUE(picture().isNew(nodeNamed("Nunca")));
    EXPECT_EQ(picture().selected(), nodeNamed("Nunca"));
    write(QStringLiteral("111 Start"));
    EXPECT_TRUE(has("-4\n111 Start\n-4\n1111 stand-and-look\n-4\n")) << text();
    // F2 edits the selected node: a behavior.
    clickNode("stand-and-look");
    key(Qt::Key_F2);
    write(QStringLiteral("1111 hold-pose"));
    EXPECT_TRUE(has("-4\n111 Start\n-4\n1111 hold-pose\n-4\n")) << text();
    EXPECT_TRUE(fileRow().contains(QStringLiteral("portero.txt: changed")))
        << fileRow().toStdString();
    EXPECT_EQ(contents(m_file), m_text) << "not saved yet";

    // A behavior without a file is refused with a message that names the line.
    clickNode("hold-pose");
    key(Qt::Key_Return);
    write(QStringLiteral("1111 hold-poze"));
    EXPECT_TRUE(tests::waitUntil([&] {
        return fileRow().contains(QStringLiteral("portero.txt:13: unknown behavior 'hold-poze'"));
    })) << fileRow().toStdString();
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_FALSE(fileRow().contains(QStringLiteral("unknown")));

    // The button moves the node up with its descendants; the sibling keeps its comment.
    picture().setSelected(nodeNamed("hold-pose") - 1);
    QTest::mouseClick(&child<QToolButton>("graphUp"), Qt::LeftButton);
    EXPECT_TRUE(has("111 Start\n-4\n1111 hold-pose\n-4\n"
                    "# It has the ball near it.\n111 DentroAreaPortero\n"))
        << text();
    const std::string before = text();
    key(Qt::Key_Up, Qt::AltModifier);
    EXPECT_TRUE(showsMessage(QStringLiteral("Not done: it is already its parent's first child")));
    EXPECT_EQ(text(), before);

    // After saving, the robot uses the file.
    key(Qt::Key_S, Qt::ControlModifier);
    EXPECT_EQ(contents(m_file), before);
    ASSERT_TRUE(isPlayed("hold-pose"));
    EXPECT_TRUE(tests::waitUntil([&] { return !picture().isNew(picture().selected()); }));

    // The menu deletes a node; an only child cannot be deleted alone.
    const QStringList offered = menuOf("DentroAreaPortero", QStringLiteral("Delete with children"));
    for (const char* each : {"Add a node below", "Add a node beside this one", "Move up"}) {
        EXPECT_TRUE(offered.contains(QLatin1String(each))) << offered.join('|').toStdString();
    }
    EXPECT_FALSE(has("DentroAreaPortero"));
    EXPECT_FALSE(has("# It has the ball"));
    EXPECT_FALSE(has("DespejarPortero"));
    clickNode("hold-pose");
    key(Qt::Key_Delete);
    EXPECT_TRUE(
        showsMessage(QStringLiteral("it is the only node below 'Start': delete 'Start' instead")));
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(text(), before) << "one step";
    for (int steps = 0; steps < 4; ++steps) {
        EXPECT_NE(text(), m_text);
        key(Qt::Key_Z, Qt::ControlModifier);
    }
    EXPECT_EQ(text(), m_text) << "each change was one step";
    QTest::keySequence(&picture(), QKeySequence(QKeySequence::Redo));
    EXPECT_TRUE(has("111 Nunca"));
}

TEST_F(EagleGraphTest, ABehaviorGetsChildrenAndTheMisprintIsCorrected) {
    startEagle();
    clickNode("DespejarPortero");
    key(Qt::Key_Insert);
    EXPECT_TRUE(
        showsMessage(QStringLiteral("its own behavior 'DespejarPortero' is now a node below it")));
    EXPECT_TRUE(has("1111 Siempre\n-5\n11111 Nunca\n-6\n111111 DespejarPortero\n-6\n"
                    "11111 DespejarPortero\n-5\n"))
        << text();
    EXPECT_EQ(fileRow(), QStringLiteral("portero.txt: changed, not saved yet"));
    QTest::keyClick(&child<QPlainTextEdit>("graphEditor"), Qt::Key_Escape);
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(text(), m_text);

    // The printed form lacks one end mark of level 8.
    clickNode("D3RolBarreraPorteriaIzqNo");
    key(Qt::Key_Up, Qt::AltModifier);
    EXPECT_TRUE(showsMessage(QStringLiteral("the end of level 8 was missing and has been added")));
    EXPECT_LT(text().find("D3RolBarreraPorteriaIzqNo"), text().find("D3RolBarreraPorteriaIzq\n"));
    EXPECT_TRUE(child<QLabel>("textProblem").text().contains(QStringLiteral("no errors")));
    EXPECT_FALSE(child<QLabel>("textProblem").text().contains(QStringLiteral("level")));
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(text(), m_text);
}

TEST_F(EagleGraphTest, InARecordingTheFileIsRequestedAndTheGraphStaysInFront) {
    startEagle();
    // On a busy machine, the recording may still be almost empty when the picture appears.
    ASSERT_TRUE(tests::waitUntil(
        [&] { return row() && row()->segments.back().toS > row()->segments.front().fromS + 1.0; },
        kLong));
    stopAndOpenRecording();
    m_window->session().select(monitor::ObjectId::ofRobot(row()->robot));
    m_window->session().seekTime(row()->segments.front().fromS + 0.5);
    ASSERT_TRUE(tests::waitUntil(
        [&] { return picture().isVisible() && picture().trace().nodes.size() == 21; }, kLong));
    activate();
    clickNode("DentroAreaPortero");
    tests::answerFileDialog(*m_window, qt(m_file));
    key(Qt::Key_Insert, Qt::ShiftModifier);
    EXPECT_TRUE(has("111 Nunca")) << text();
    EXPECT_TRUE(showsMessage(QStringLiteral("'Nunca' never holds")));
    QTest::qWait(100); // other docks may be raised late
    EXPECT_TRUE(picture().isVisible());
    EXPECT_TRUE(child<QPlainTextEdit>("graphEditor").isVisible());
    activate(); // without a window manager, the window is not activated after the dialog
    write(QStringLiteral("111 Start"));
    EXPECT_TRUE(has("111 Start\n-4\n1111 stand-and-look\n"));
}

TEST_F(EagleGraphTest, AnEditReadsTheTextOnce) {
    startEagle();
    clickNode("DentroAreaPortero");
    key(Qt::Key_Return); // opens the file
    QTest::keyClick(&child<QPlainTextEdit>("graphEditor"), Qt::Key_Escape);
    const int opened = readings();
    auto expectOne = [&, last = opened](const char* what) mutable {
        QTest::qWait(200); // longer than the delay after a keystroke
        EXPECT_EQ(readings(), last + 1) << what;
        last = readings();
    };
    key(Qt::Key_Insert, Qt::ShiftModifier);
    expectOne("added");
    write(QStringLiteral("111 Start"));
    expectOne("changed in place");
    key(Qt::Key_Down, Qt::AltModifier);
    expectOne("moved");
    key(Qt::Key_Delete);
    expectOne("deleted");
    key(Qt::Key_Z, Qt::ControlModifier);
    expectOne("undone");
    clickNode("FueraAreaPortero");
    key(Qt::Key_Return);
    QTest::keyClick(&child<QPlainTextEdit>("graphEditor"), Qt::Key_Escape);
    QTest::qWait(200);
    EXPECT_EQ(readings(), opened + 5) << "nothing has changed";
}

} // namespace
} // namespace sideline::studio
