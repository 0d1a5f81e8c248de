#include "widgets/match/object_panel.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

using game::Side;
using game::UniformNumber;
using logs::Quantity;
using logs::SignalId;
using monitor::ObjectId;
using monitor::RobotFrame;
using tests::plain;

ObjectId panelRobotObject(Side side, int unum, std::int32_t body = 0) {
    return ObjectId::ofRobot({side, UniformNumber(unum)}, body);
}

class ObjectPanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_NE(tests::sampleMatch(), nullptr);
        m_fetched = tests::fetchedFrame(*tests::sampleMatch(), 10);
        m_panel.setFrame(m_fetched);
        ASSERT_TRUE(tests::showWidget(m_panel, 420, 800));
        m_tree = m_panel.findChild<QTreeView*>();
        m_table = m_panel.findChild<QTableView*>();
        ASSERT_TRUE(m_tree != nullptr && m_table != nullptr);
    }
    ObjectId current() const {
        return m_tree->currentIndex().data(ObjectModel::ObjectRole).value<ObjectId>();
    }
    QModelIndex team(int number) const { return m_tree->model()->index(1 + number, 0); }
    int rowOf(const char* name) const {
        for (int row = 0; row < m_table->model()->rowCount(); ++row) {
            if (m_table->model()->index(row, 0).data().toString() == QLatin1String(name)) {
                return row;
            }
        }
        return -1;
    }
    std::string title() const { return plain(m_table->model()->index(0, 0).data().toString()); }
    // A frame without left 5.
    logs::FetchedFrame withoutLeftFive() const {
        auto frame = std::make_shared<monitor::MatchFrame>(*m_fetched.exact);
        std::erase_if(frame->robots, [](const RobotFrame& robot) {
            return ObjectId::ofRobot(robot.id) == panelRobotObject(Side::Left, 5);
        });
        logs::FetchedFrame fetched = m_fetched;
        fetched.exact = fetched.drawn = frame;
        return fetched;
    }
    ObjectPanel m_panel;
    logs::FetchedFrame m_fetched;
    QTreeView* m_tree = nullptr;
    QTableView* m_table = nullptr;
};

TEST_F(ObjectPanelTest, TeamsAreOpenAndRobotsAreClosed) {
    EXPECT_TRUE(m_tree->isExpanded(team(0)));
    EXPECT_TRUE(m_tree->isExpanded(team(1)));
    EXPECT_FALSE(m_tree->isExpanded(m_tree->model()->index(0, 0, team(0))));
}

TEST_F(ObjectPanelTest, AClickInTheTreeSelects) {
    QSignalSpy selections(&m_panel, &ObjectPanel::selected);
    const QModelIndex third = m_tree->model()->index(2, 0, team(0));
    QTest::mouseClick(m_tree->viewport(), Qt::LeftButton, {}, m_tree->visualRect(third).center());
    ASSERT_EQ(selections.count(), 1);
    EXPECT_EQ(selections[0][0].value<ObjectId>(), panelRobotObject(Side::Left, 3));
}

TEST_F(ObjectPanelTest, ASelectionFromElsewhereIsShownNotRepeated) {
    QSignalSpy selections(&m_panel, &ObjectPanel::selected);
    m_panel.setSelection(panelRobotObject(Side::Right, 4, 2));
    EXPECT_EQ(current(), panelRobotObject(Side::Right, 4, 2));
    EXPECT_EQ(title(),
              "UTB 4, " + std::string(m_fetched.exact->bodyName(
                              *m_fetched.exact->findRobot({Side::Right, UniformNumber(4)}), 2)));
    m_panel.setSelection(ObjectId::ball());
    EXPECT_EQ(current(), ObjectId::ball());
    EXPECT_EQ(title(), "Ball");
    m_panel.setSelection({});
    EXPECT_FALSE(m_tree->currentIndex().isValid());
    EXPECT_EQ(title(), "Game");
    EXPECT_EQ(selections.count(), 0);
}

// The torso has the same id as its robot; selecting the robot must not move the user's choice.
TEST_F(ObjectPanelTest, TheTorsoStaysCurrentWhenItsRobotIsSelected) {
    const QModelIndex robot = m_tree->model()->index(0, 0, team(0));
    const QModelIndex torso = m_tree->model()->index(0, 0, robot);
    m_tree->setCurrentIndex(torso);
    m_panel.setSelection(panelRobotObject(Side::Left, 1));
    EXPECT_EQ(m_tree->currentIndex(), torso);
}

// As in the window: what is selected in the tree comes back from the session.
TEST_F(ObjectPanelTest, TheKeyboardWalksOverTheTeams) {
    QObject::connect(&m_panel, &ObjectPanel::selected, &m_panel, &ObjectPanel::setSelection);
    m_tree->setFocus();
    m_tree->setCurrentIndex(m_tree->model()->index(0, 0));
    ASSERT_EQ(current(), ObjectId::ball());
    QTest::keyClick(m_tree, Qt::Key_Down);
    EXPECT_EQ(m_tree->currentIndex(), team(0));
    EXPECT_EQ(title(), "Game");
    QTest::keyClick(m_tree, Qt::Key_Down);
    EXPECT_EQ(current(), panelRobotObject(Side::Left, 1));
    EXPECT_EQ(title().substr(0, 6), "UTA 1,");
}

TEST_F(ObjectPanelTest, ARobotThatComesBackIsSelectedAgain) {
    QSignalSpy selections(&m_panel, &ObjectPanel::selected);
    m_panel.setSelection(panelRobotObject(Side::Left, 5));
    m_panel.setFrame(withoutLeftFive());
    EXPECT_FALSE(m_tree->currentIndex().isValid());
    EXPECT_EQ(title(), "Not on the field at this time");
    m_panel.setFrame(m_fetched);
    EXPECT_EQ(current(), panelRobotObject(Side::Left, 5));
    EXPECT_EQ(selections.count(), 0);
}

TEST_F(ObjectPanelTest, TeamsStayOpenWhenARobotGoes) {
    m_panel.setFrame(withoutLeftFive());
    EXPECT_TRUE(m_tree->isExpanded(team(0)));
    EXPECT_TRUE(m_tree->isExpanded(team(1)));
}

TEST_F(ObjectPanelTest, ADoubleClickPlotsWhatCanBePlotted) {
    m_panel.setSelection(panelRobotObject(Side::Right, 2));
    QSignalSpy plots(&m_panel, &ObjectPanel::plotRequested);
    const auto doubleClickRow = [&](const char* name) {
        const QModelIndex index = m_table->model()->index(rowOf(name), PropertyModel::ValueColumn);
        ASSERT_TRUE(index.isValid()) << name;
        m_table->scrollTo(index);
        const QPoint at = m_table->visualRect(index).center();
        QTest::mouseClick(m_table->viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(m_table->viewport(), Qt::LeftButton, {}, at);
    };
    doubleClickRow("Posture");
    EXPECT_EQ(plots.count(), 0);
    doubleClickRow("Heading");
    ASSERT_EQ(plots.count(), 1);
    EXPECT_EQ(plots[0][0].value<SignalId>(),
              (SignalId{Quantity::HeadingDeg, panelRobotObject(Side::Right, 2), -1}));
}

TEST_F(ObjectPanelTest, AgesHaveAColumnWhenSomethingIsOlderThanItsFrame) {
    m_panel.clearFrame();
    EXPECT_TRUE(m_table->isColumnHidden(PropertyModel::AgeColumn));
    m_panel.setFrame(tests::fetchedFrame(*tests::sampleMatch(), 0)); // all of it is new
    m_panel.setSelection(ObjectId::ball());
    EXPECT_TRUE(m_table->isColumnHidden(PropertyModel::AgeColumn));
    m_fetched.before = tests::fetchedFrame(*tests::sampleMatch(), 9).exact;
    m_panel.setFrame(m_fetched); // the ball was not kicked
    EXPECT_FALSE(m_table->isColumnHidden(PropertyModel::AgeColumn));
    m_panel.setFrame(tests::fetchedFrame(*tests::sampleMatch(), 0));
    EXPECT_FALSE(m_table->isColumnHidden(PropertyModel::AgeColumn)) << "it does not come and go";
}

TEST_F(ObjectPanelTest, WithoutALogItIsEmpty) {
    QSignalSpy selections(&m_panel, &ObjectPanel::selected);
    m_panel.setSelection(ObjectId::ball());
    m_panel.clearFrame();
    EXPECT_EQ(m_tree->model()->rowCount(), 0);
    EXPECT_EQ(m_table->model()->rowCount(), 0);
    m_panel.setFrame(m_fetched); // the next log
    EXPECT_TRUE(m_tree->isExpanded(team(0)));
    EXPECT_EQ(selections.count(), 0);
}

} // namespace
} // namespace sideline::widgets
