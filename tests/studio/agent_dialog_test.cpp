// Choosing the robot and behavior of an agent with the keyboard.
#include "studio/workspaces/live/agent_dialog.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QTest>

#include <gtest/gtest.h>

#include "agents/agent_blueprint.h"
#include "tests/gui/gui_support.h"

namespace sideline::studio {
namespace {

class AgentDialogTest : public testing::Test {
protected:
    AgentDialogTest() : m_dialog({}) { m_dialog.show(); }

    template <typename Field>
    Field& focused(const char* name) {
        auto* field = m_dialog.findChild<Field*>(QLatin1String(name));
        EXPECT_TRUE(tests::waitUntil([&] {
            m_dialog.activateWindow();
            field->setFocus();
            return field->hasFocus();
        }));
        return *field;
    }
    void typeParameters(const char* text) {
        auto& field = focused<QLineEdit>("parameters");
        QTest::keyClick(&field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(&field, Qt::Key_Delete);
        QTest::keyClicks(&field, QLatin1String(text));
    }
    QPushButton& start() {
        return *m_dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    }
    AgentDialog m_dialog;
};

TEST_F(AgentDialogTest, StartsWithTheDefaultBehaviorAndItsParameters) {
    EXPECT_EQ(m_dialog.blueprint().behavior, agents::kDefaultBehavior);
    EXPECT_TRUE(m_dialog.blueprint().parameters.empty());
    auto& field = focused<QLineEdit>("parameters");
    EXPECT_TRUE(field.placeholderText().contains(QStringLiteral("search-speed=100")));
    EXPECT_TRUE(field.toolTip().contains(QStringLiteral("10 to 400 deg/s")));
    EXPECT_TRUE(start().isEnabled());
}

TEST_F(AgentDialogTest, AnyKnownRobotCanPlay) {
    EXPECT_EQ(runtime::modelOf(m_dialog.settings()).name(), "nao0");
    auto& robot = focused<QComboBox>("robot");
    EXPECT_EQ(robot.itemText(4), QStringLiteral("Nao type 4: with toes"));
    QTest::keyClick(&robot, Qt::Key_Down);
    EXPECT_EQ(runtime::modelOf(m_dialog.settings()).name(), "nao1");
    EXPECT_EQ(m_dialog.settings().typeNumber, 1);
    QTest::keyClicks(&robot, QStringLiteral("soccer"));
    EXPECT_EQ(runtime::modelOf(m_dialog.settings()).name(), "soccerbot056");
    EXPECT_EQ(m_dialog.settings().typeNumber, 0);
    EXPECT_TRUE(start().isEnabled()) << start().toolTip().toStdString();
}

TEST_F(AgentDialogTest, RefusesInvalidChoicesWithAReason) {
    for (const char* wrong : {"search-speed=5", "search-sped=50", "talks"}) {
        typeParameters(wrong);
        EXPECT_FALSE(start().isEnabled()) << wrong;
        EXPECT_FALSE(start().toolTip().isEmpty()) << wrong;
    }
    EXPECT_TRUE(start().toolTip().contains(QStringLiteral("true or false")));
    typeParameters("talks=false search-speed=50");
    EXPECT_TRUE(start().isEnabled()) << start().toolTip().toStdString();
    EXPECT_EQ(m_dialog.blueprint().parameters,
              (agents::ParameterTexts{{"talks", "false"}, {"search-speed", "50"}}));
}

TEST_F(AgentDialogTest, AnotherBehaviorHasItsOwnParameters) {
    typeParameters("talks=false");
    auto& behaviors = focused<QComboBox>("behavior");
    QTest::keyClick(&behaviors, Qt::Key_Down);
    EXPECT_EQ(m_dialog.blueprint().behavior, "play-motion");
    EXPECT_TRUE(m_dialog.blueprint().parameters.empty()) << "these belonged to the other behavior";
    typeParameters("motion=getup-front");
    EXPECT_TRUE(start().isEnabled());
    focused<QComboBox>("behavior");
    QTest::keyClick(&behaviors, Qt::Key_Down);
    EXPECT_EQ(m_dialog.blueprint().behavior, "hold-pose");
    typeParameters("pose=llj4=30,rlj4=30");
    EXPECT_TRUE(start().isEnabled()) << start().toolTip().toStdString();
    EXPECT_EQ(m_dialog.blueprint().parameters,
              (agents::ParameterTexts{{"pose", "llj4=30,rlj4=30"}}));
}

// A robot of rcssservermj joins that server, and offers only the behaviors it supports.
TEST_F(AgentDialogTest, TheRobotDeterminesServerAndBehaviors) {
    EXPECT_EQ(m_dialog.settings().port, 3100);
    auto& robot = focused<QComboBox>("robot");
    QTest::keyClick(&robot, Qt::Key_End);
    EXPECT_EQ(runtime::modelOf(m_dialog.settings()).name(), "PiPlus");
    EXPECT_EQ(m_dialog.settings().port, 60000);
    EXPECT_EQ(m_dialog.settings().field.dimensions.lengthM, 55.0);
    EXPECT_EQ(m_dialog.blueprint().behavior, "hold-pose");
    auto& behavior = focused<QComboBox>("behavior");
    EXPECT_LT(behavior.findText(QStringLiteral("walk")), 0);
    EXPECT_GE(behavior.findText(QStringLiteral("play motion")), 0);
    EXPECT_TRUE(start().isEnabled());
    focused<QComboBox>("robot");
    QTest::keyClick(&robot, Qt::Key_Home);
    EXPECT_EQ(m_dialog.settings().port, 3100);
    EXPECT_GE(behavior.findText(QStringLiteral("walk")), 0);
}

TEST(AgentDialogServerTest, OffersTheRobotsOfTheServerThatIsLive) {
    runtime::AgentSettings offered;
    offered.model = playableRobots(game::ServerKind::Rcssservermj).front().model;
    offered.unum = 1;
    const AgentDialog dialog(offered, nullptr, game::ServerKind::Rcssservermj);
    EXPECT_EQ(dialog.findChild<QComboBox*>(QStringLiteral("robot"))->count(), 3);
    EXPECT_EQ(runtime::modelOf(dialog.settings()).name(), "T1");
}

} // namespace
} // namespace sideline::studio
