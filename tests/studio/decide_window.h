// The Decide workspace in the real window, by mouse and keys.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include <QApplication>
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

#include "tests/studio/studio_window.h"
#include "tests/widgets/input_events.h"

namespace sideline::studio {

namespace fs = std::filesystem;
using Eigen::Vector2d;

inline constexpr int kLong = 60'000; // ms
inline constexpr const char* kFormation = "# Two backs\nformation two\nfield 30 20\n"
                                          "role 1 goalkeeper\nrole 4 left-back\nrole 5 right-back\n"
                                          "situation play\n"
                                          "  ball 0 0 # in the middle\n"
                                          "    goalkeeper -14 0\n    left-back -5 3\n"
                                          "    right-back -5 -3\n";
inline constexpr const char* kTree = "# What a test does\n"
                                     "behavior wait = stand-and-look\n"
                                     "tree\n"
                                     "  when ball.known\n"
                                     "    when 0.4 do wait\n"
                                     "  else do hold-pose\n";

class DecideWindowTest : public tests::StudioWindowTest {
protected:
    void SetUp() override {
        StudioWindowTest::SetUp();
        tests::writeFile(m_formation, kFormation);
        tests::writeFile(m_tree, kTree);
    }
    DecideWorkspace& decide() { return m_window->find<studio::DecideWorkspace>(); }
    widgets::FormationField& field() { return *decide().formations().panel()->field(); }
    QPointF at(double x, double y) { return field().placeOnWidget({x, y}); }
    const planning::FormationText& formation() { return *decide().formations().document().text(); }
    const world::AgentFramePtr& agent() {
        return m_window->find<studio::LiveWorkspace>().agentControls().shown();
    }
    static std::string contents(const fs::path& file) { return tests::readUnpacked(file); }
    void openFormation() {
        m_window->openFile(qt(m_formation));
        ASSERT_TRUE(tests::waitUntil([&] { return field().isVisible(); }));
        QTest::qWait(50); // waits until docks have settled
    }
    // Starts an agent with a behavior tree in the simulator.
    void startAgent() { startAgent("tree", m_tree); }
    void startAgent(const std::string& behavior, const fs::path& file) {
        m_window->showLayout(QStringLiteral("Decide"));
        action("simulator.start").trigger();
        ASSERT_TRUE(tests::waitUntil([&] { return live().view().agentPort > 0; }, kLong));
        agents::AgentBlueprint blueprint;
        blueprint.settings = m_window->find<studio::LiveWorkspace>().agentControls().nextAgent();
        blueprint.behavior = behavior;
        blueprint.parameters = {{"file", file.string()}};
        m_window->find<studio::LiveWorkspace>().agentControls().startAgent(blueprint);
        ASSERT_TRUE(tests::waitUntil(
            [&] {
                return agent() && agent()->identity.robot.side != game::Side::None &&
                       !agent()->decision.trace.isEmpty();
            },
            kLong));
        activate();
    }
    bool does(const std::string& what) {
        return tests::waitUntil([&] { return agent() && agent()->decision.behavior == what; },
                                kLong);
    }
    const widgets::DecisionRow* row() {
        const auto& rows = *decide().history().rows();
        return rows.empty() ? nullptr : &rows.front();
    }
    // Stops the simulator and shows the recorded session.
    void stopAndOpenRecording() {
        action("simulator.start").trigger(); // stops the simulator
        m_window->openFile(qt(m_window->find<studio::LiveWorkspace>().recorder().file()));
        ASSERT_TRUE(tests::waitUntil([&] { return m_window->session().isOpen(); }, kLong));
        m_window->showLayout(QStringLiteral("Decide"));
        ASSERT_TRUE(tests::waitUntil(
            [&] { return row() && decide().history().unread() == 0 && !m_window->showsLive(); },
            kLong));
    }
    // Clicks the tab of a dock.
    void clickTab(const QString& title) {
        for (QTabBar* tabs : m_window->findChildren<QTabBar*>()) {
            for (int i = 0; i < tabs->count(); ++i) {
                if (tabs->tabText(i).remove(QLatin1Char('&')) == title && tabs->isVisible()) {
                    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(i).center());
                    return;
                }
            }
        }
        ADD_FAILURE() << "no tab " << title.toStdString();
    }
    widgets::DecisionGraph& picture() { return *decide().graph()->graph(); }
    int nodeNamed(const std::string& name) {
        const auto& nodes = picture().trace().nodes;
        const auto found = std::ranges::find(nodes, name, &world::DecisionNode::name);
        EXPECT_NE(found, nodes.end()) << name;
        return found != nodes.end() ? static_cast<int>(found - nodes.begin()) : -1;
    }
    void clickNode(const std::string& name) {
        tests::click(picture(), picture().placeOf(nodeNamed(name)).center());
        EXPECT_EQ(picture().selected(), nodeNamed(name));
        picture().setFocus();
    }
    void key(Qt::Key key, Qt::KeyboardModifiers with = {}) {
        QTest::keyClick(&picture(), key, with);
    }
    // Types the lines of an added node into the editor at its place.
    void write(const QString& lines) {
        auto& editor = child<QPlainTextEdit>("graphEditor");
        ASSERT_TRUE(tests::waitUntil([&] { return editor.isVisible() && editor.hasFocus(); }));
        QTest::keyClicks(&editor, lines);
        QTest::keyClick(&editor, Qt::Key_Return);
        ASSERT_FALSE(editor.isVisible());
    }
    std::string text() { return child<QPlainTextEdit>("decisionText").toPlainText().toStdString(); }
    bool isPlayed(const std::string& name) {
        return tests::waitUntil(
            [&] {
                return agent() && std::ranges::any_of(agent()->decision.trace.nodes,
                                                      [&](const world::DecisionNode& node) {
                                                          return node.name == name;
                                                      });
            },
            kLong);
    }
    // Returns the entries of a node's context menu, and closes the menu.
    QStringList menuOf(const std::string& name, const QString& chosen = {}) {
        const QPoint place = picture().placeOf(nodeNamed(name)).center().toPoint();
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, picture().mapToGlobal(place));
        QApplication::sendEvent(&picture(), &event);
        QStringList texts;
        EXPECT_TRUE(tests::waitUntil([] { return QApplication::activePopupWidget() != nullptr; }));
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        EXPECT_NE(menu, nullptr);
        for (QAction* each : menu != nullptr ? menu->actions() : QList<QAction*>()) {
            texts << each->text().section(QLatin1Char('\t'), 0, 0).remove(QLatin1Char('&'));
            if (texts.back() == chosen) {
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(each).center());
            }
        }
        if (menu != nullptr && menu->isVisible()) {
            QTest::keyClick(menu, Qt::Key_Escape);
        }
        return texts;
    }
    void clickText(const char* button) {
        auto& widget = child<QToolButton>(button);
        ASSERT_TRUE(tests::waitUntil([&] { return widget.isVisible() && widget.isEnabled(); }))
            << button;
        QTest::mouseClick(&widget, Qt::LeftButton);
    }

    fs::path m_formation = m_folder / "two.formation";
    fs::path m_tree = m_folder / "test.tree";
};

} // namespace sideline::studio
