// The start page, the workspace tabs with the lamp, the command palette and the help.
#include <gtest/gtest.h>

#include <algorithm>

#include <QInputDialog>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <QTimer>

#include "studio/shell/layouts.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

using widgets::Job;

class MainWindowStartTest : public tests::StudioWindowTest {
protected:
    QStringList visibleDocks() {
        QStringList names;
        for (const QDockWidget* dock : m_window->findChildren<QDockWidget*>()) {
            if (dock->isVisible()) {
                names << dock->objectName();
            }
        }
        return names;
    }
    void clickCard(Job job, const char* part) {
        const auto* card = m_window->findChild<widgets::WelcomePanel*>()->card(job);
        QTest::mouseClick(card->findChild<QWidget*>(QLatin1String(part)), Qt::LeftButton);
    }
    void clickTab(const QString& text) {
        auto& tabs = child<QTabBar>("workspaceTabs");
        for (int i = 0; i < tabs.count(); ++i) {
            if (tabs.tabText(i) == text) {
                QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(i).center());
                return;
            }
        }
        ADD_FAILURE() << "no tab " << qPrintable(text);
    }
    QString tab() {
        auto& tabs = child<QTabBar>("workspaceTabs");
        return tabs.tabText(tabs.currentIndex());
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(m_window.get(), key, modifiers);
    }
    bool showsMatch() {
        return tests::waitUntil([&] {
            const MatchPlayer& session = m_window->session();
            return session.shown().exact != nullptr &&
                   session.log()->progress().stage == logs::LogProgress::Stage::Done;
        });
    }
    void find(const QString& words) {
        press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto& query = child<QLineEdit>("paletteQuery");
        ASSERT_TRUE(tests::waitUntil([&] { return query.isVisible(); }));
        QTest::keyClicks(&query, words);
        QTest::keyClick(&query, Qt::Key_Return);
    }
};

TEST_F(MainWindowStartTest, TheStartPageHasNoUnusableControls) {
    EXPECT_TRUE(m_window->showsStart());
    EXPECT_EQ(visibleDocks(), QStringList());
    EXPECT_FALSE(child<QToolBar>("transport").isVisible());
    EXPECT_FALSE(m_window->findChild<widgets::Scoreboard*>()->isVisible());
    EXPECT_TRUE(m_window->findChild<widgets::WelcomePanel*>()->isVisible());
    EXPECT_FALSE(m_window->windowIcon().isNull());
}

TEST_F(MainWindowStartTest, AnOpenedLogBringsPanelsAndTransport) {
    clickCard(Job::Replay, "sample");
    ASSERT_TRUE(showsMatch());
    EXPECT_FALSE(m_window->showsStart());
    EXPECT_EQ(tab(), QStringLiteral("Replay"));
    EXPECT_TRUE(visibleDocks().contains(QStringLiteral("field")));
    EXPECT_TRUE(child<QToolBar>("transport").isVisible());
    m_window->actions().action("file.close")->trigger();
    EXPECT_TRUE(m_window->showsStart());
    EXPECT_EQ(visibleDocks(), QStringList());
}

TEST_F(MainWindowStartTest, AFileThatCannotBeOpenedKeepsTheStartPage) {
    m_window->openFile(qt(m_folder / "missing.log"));
    ASSERT_TRUE(tests::waitUntil([&] { return !m_window->messages().texts().isEmpty(); }));
    EXPECT_TRUE(m_window->showsStart());
    EXPECT_EQ(visibleDocks(), QStringList());
}

TEST_F(MainWindowStartTest, MessagesCoverNothingOfTheStartPage) {
    auto& page = *m_window->findChild<widgets::WelcomePanel*>();
    const auto placeOf = [&](const QWidget& widget) {
        return QRect(widget.mapTo(m_window.get(), QPoint()), widget.size());
    };
    const QRect before = placeOf(*page.card(Job::Replay));
    for (const QSize& size : {QSize(1280, 800), QSize(1024, 700)}) {
        m_window->resize(size);
        m_window->openFile(qt(m_folder / "missing.log"));
        ASSERT_TRUE(showsMessage(QStringLiteral("missing.log")));
        const auto& bar = m_window->messages();
        ASSERT_TRUE(tests::waitUntil([&] { return bar.isVisible() && bar.height() > 20; }));
        QTest::qWait(50); // until the page has its new height
        auto* scroll = page.findChild<QScrollArea*>();
        EXPECT_FALSE(placeOf(*scroll).intersects(placeOf(bar))) << size.width();
        EXPECT_TRUE(m_window->rect().contains(placeOf(bar))) << size.width();
    }
    m_window->resize(1280, 800);
    // The cards stay where they were; a scroll bar may make them narrower.
    ASSERT_TRUE(tests::waitUntil(
        [&] { return placeOf(*page.card(Job::Replay)).topLeft() == before.topLeft(); }));
    m_window->messages().clear();
    EXPECT_TRUE(tests::waitUntil([&] { return page.layout()->contentsMargins().bottom() == 0; }));
}

TEST_F(MainWindowStartTest, TheRobotCardStartsTheSimulatorWithARobot) {
    clickCard(Job::Drive, "sample");
    EXPECT_EQ(tab(), QStringLiteral("Live"));
    EXPECT_TRUE(tests::waitUntil([&] { return !m_window->live().view().robots.empty(); }))
        << "regardless of the setting";
    EXPECT_TRUE(child<QDockWidget>("joints").isVisible());
    clickTab(QStringLiteral("Start"));
    EXPECT_TRUE(m_window->showsStart());
    clickCard(Job::Drive, "sample");
    EXPECT_TRUE(m_window->live().isLive()) << "and shows it when it runs";
    EXPECT_TRUE(m_window->showsLive());
}

TEST_F(MainWindowStartTest, TheMotionCardOpensAMotion) {
    clickCard(Job::Motion, "sample");
    EXPECT_EQ(m_window->scope(), studio::ActionScope::Motion);
    EXPECT_EQ(tab(), QStringLiteral("Motion"));
    EXPECT_FALSE(m_window->find<studio::MotionWorkspace>().document().motion()->keyframes.empty());
    clickTab(QStringLiteral("Start"));
    EXPECT_NE(m_window->scope(), studio::ActionScope::Motion);
    clickCard(Job::Motion, "own");
    EXPECT_EQ(m_window->scope(), studio::ActionScope::Motion);
}

TEST_F(MainWindowStartTest, ErrorsOfEarlierFilesDoNotPileUp) {
    for (const char* name : {"first.log", "second.motion", "third.session"}) {
        tests::writeFile(m_folder / name, "poem\n");
        m_window->openFile(qt(m_folder / name));
        ASSERT_TRUE(showsMessage(QLatin1String(name)));
        EXPECT_EQ(m_window->messages().texts().size(), 1)
            << qPrintable(m_window->messages().texts().join(u'\n'));
    }
    m_window->openFile(qt(m_sample));
    EXPECT_TRUE(m_window->messages().texts().isEmpty())
        << qPrintable(m_window->messages().texts().join(u'\n'));
}

TEST_F(MainWindowStartTest, ATeamFileOpensTheTeamsWorkspace) {
    tests::writeFile(
        m_folder / "one.toml",
        "name = \"One\"\n[defaults]\nembedded = true\n[[players]]\nnumber = 1\ntype = 0\n");
    m_window->openFile(qt(m_folder / "one.toml"));
    EXPECT_EQ(tab(), QStringLiteral("Teams"));
    EXPECT_TRUE(child<QDockWidget>("teams").isVisible());
}

TEST_F(MainWindowStartTest, TheLocalizationCardOpensAStreamWithTruth) {
    clickCard(Job::Localize, "sample");
    EXPECT_EQ(tab(), QStringLiteral("Localize"));
    ASSERT_TRUE(tests::waitUntil([&] {
        return m_window->find<studio::LocalizationWorkspace>().stream() &&
               m_window->find<studio::LocalizationWorkspace>().instant();
    }));
    EXPECT_FALSE(m_window->find<studio::LocalizationWorkspace>().stream()->truth.isEmpty());
    EXPECT_TRUE(showsMatch());
}

TEST_F(MainWindowStartTest, TheTeamsCardOpensTeams) {
    clickCard(Job::Teams, "sample");
    EXPECT_EQ(tab(), QStringLiteral("Teams"));
    EXPECT_TRUE(child<QDockWidget>("teams").isVisible());
    EXPECT_FALSE(m_window->find<studio::LiveWorkspace>().teamControls().panel()->team().isEmpty());
}

TEST_F(MainWindowStartTest, TabsAndKeysLeadToEveryWorkspace) {
    const QStringList names = m_window->layoutNames();
    ASSERT_EQ(names.size(), 13);
    for (const QString& name : names) {
        clickTab(name);
        EXPECT_LE(m_window->minimumSizeHint().height(), 800) << qPrintable(name);
        EXPECT_EQ(m_window->settings().layout, name);
        EXPECT_FALSE(m_window->showsStart());
    }
    QStringList numbered = names;
    // These have other shortcuts, because there are only nine digits.
    numbered.removeAll(QStringLiteral("Train"));
    numbered.removeAll(QStringLiteral("Analysis"));
    numbered.removeAll(QStringLiteral("Decide"));
    numbered.removeAll(QStringLiteral("Robot"));
    for (int i = 0; i < numbered.size(); ++i) {
        press(static_cast<Qt::Key>(Qt::Key_1 + i), Qt::ControlModifier);
        EXPECT_EQ(tab(), numbered[i]);
    }
    press(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(tab(), QStringLiteral("Train"));
    press(Qt::Key_A, Qt::ControlModifier | Qt::AltModifier);
    EXPECT_EQ(tab(), QStringLiteral("Analysis"));
    press(Qt::Key_E, Qt::ControlModifier | Qt::AltModifier);
    EXPECT_EQ(tab(), QStringLiteral("Decide"));
    press(Qt::Key_B, Qt::ControlModifier | Qt::AltModifier);
    EXPECT_EQ(tab(), QStringLiteral("Robot"));
    press(Qt::Key_0, Qt::ControlModifier);
    EXPECT_EQ(tab(), QStringLiteral("Start"));
    press(Qt::Key_Tab, Qt::ControlModifier);
    EXPECT_EQ(tab(), names.front());
    press(Qt::Key_Backtab, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(tab(), QStringLiteral("Start"));
}

TEST_F(MainWindowStartTest, AWorkspaceRestoresItsPanels) {
    clickTab(QStringLiteral("Replay"));
    child<QDockWidget>("events").close();
    clickTab(QStringLiteral("Plots"));
    EXPECT_TRUE(child<QDockWidget>("plots").isVisible());
    clickTab(QStringLiteral("Start"));
    clickTab(QStringLiteral("Replay"));
    EXPECT_TRUE(child<QDockWidget>("events").isHidden());
    EXPECT_FALSE(child<QDockWidget>("plots").isVisible());
    m_window->actions().action("view.reset-layout")->trigger();
    EXPECT_FALSE(child<QDockWidget>("events").isHidden());
}

TEST_F(MainWindowStartTest, SavedLayoutsAreTabsWithKeys) {
    clickTab(QStringLiteral("Plots"));
    child<QDockWidget>("objects").close();
    QTimer::singleShot(0, m_window.get(), [this] {
        auto* dialog = m_window->findChild<QInputDialog*>();
        ASSERT_NE(dialog, nullptr);
        dialog->setTextValue(QStringLiteral("Mine & only mine"));
        dialog->accept();
    });
    m_window->actions().action("view.save-layout")->trigger();
    EXPECT_EQ(tab(), QStringLiteral("Mine && only mine"));
    press(Qt::Key_1, Qt::ControlModifier);
    EXPECT_FALSE(child<QDockWidget>("objects").isHidden());
    press(Qt::Key_1, Qt::ControlModifier | Qt::AltModifier);
    EXPECT_EQ(m_window->settings().layout, QStringLiteral("Mine & only mine"));
    EXPECT_TRUE(child<QDockWidget>("objects").isHidden());
    EXPECT_TRUE(child<QDockWidget>("plots").isVisible());
    auto& tabs = child<QTabBar>("workspaceTabs");
    Q_EMIT tabs.customContextMenuRequested(tabs.tabRect(tabs.currentIndex()).center());
    auto* menu = m_window->findChild<QMenu*>(QStringLiteral("workspaceMenu"));
    ASSERT_TRUE(menu != nullptr && QTest::qWaitForWindowExposed(menu));
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(menu->actions()[0]).center());
    EXPECT_EQ(tab(), QStringLiteral("Replay"));
    EXPECT_FALSE(m_window->layoutNames().contains(QStringLiteral("Mine & only mine")));
    EXPECT_FALSE(m_window->actions().action("workspace.saved1")->isEnabled());
}

TEST_F(MainWindowStartTest, APanelOfTheMenuLeavesTheFirstPage) {
    child<QDockWidget>("plots").toggleViewAction()->trigger();
    EXPECT_FALSE(m_window->showsStart());
    EXPECT_TRUE(child<QDockWidget>("plots").isVisible());
    EXPECT_TRUE(child<QDockWidget>("field").isVisible()) << "with the actions of its workspace";
}

TEST_F(MainWindowStartTest, TheLampStartsAndShowsTheSimulatorInEveryWorkspace) {
    auto& lamp = child<QToolButton>("simulatorLamp");
    EXPECT_EQ(lamp.text(), QStringLiteral("Simulator: stopped"));
    clickTab(QStringLiteral("Motion"));
    EXPECT_TRUE(lamp.isVisible());
    QTest::mouseClick(&lamp, Qt::LeftButton);
    ASSERT_TRUE(
        tests::waitUntil([&] { return lamp.text() == QStringLiteral("Simulator: running"); }));
    for (const QString& name : m_window->layoutNames()) {
        m_window->showLayout(name);
        EXPECT_TRUE(lamp.isVisible()) << qPrintable(name);
    }
    m_window->live().setPaused(true);
    EXPECT_TRUE(
        tests::waitUntil([&] { return lamp.text() == QStringLiteral("Simulator: paused"); }));
    clickTab(QStringLiteral("Motion"));
    QTest::mouseClick(&lamp, Qt::LeftButton);
    EXPECT_TRUE(m_window->showsLive());
    EXPECT_NE(m_window->scope(), studio::ActionScope::Motion);
    EXPECT_TRUE(child<QDockWidget>("simulator").isVisible());
    m_window->live().stop();
    EXPECT_TRUE(
        tests::waitUntil([&] { return lamp.text() == QStringLiteral("Simulator: stopped"); }));
}

TEST_F(MainWindowStartTest, AWorkspaceWithoutAMatchShowsWhatCanBeDone) {
    clickTab(QStringLiteral("Replay"));
    auto& page = child<QWidget>("emptyPage");
    ASSERT_TRUE(page.isVisible());
    for (auto* button : page.findChildren<QToolButton*>()) {
        if (button->defaultAction() == m_window->actions().action("file.sample")) {
            QTest::mouseClick(button, Qt::LeftButton);
        }
    }
    EXPECT_TRUE(showsMatch());
    EXPECT_FALSE(page.isVisible());
}

// Regardless of earlier workspaces, each workspace has its own panels, and the window keeps its
// size.
TEST_F(MainWindowStartTest, PanelsStayInTheirWorkspace) {
    const auto panels = [&] {
        QStringList visible;
        for (const auto* dock : m_window->findChildren<QDockWidget*>()) {
            if (!dock->isHidden()) {
                visible << dock->objectName();
            }
        }
        visible.sort();
        return visible;
    };
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->session().shown().exact != nullptr; }));
    m_window->messages().clear();
    const QStringList names = m_window->layoutNames();
    std::map<QString, QStringList> first;
    const auto visit = [&](const QString& name) {
        clickTab(name);
        QCoreApplication::processEvents();
        EXPECT_EQ(m_window->height(), 800) << name.toStdString();
        const auto& known = first.try_emplace(name, panels()).first->second;
        EXPECT_TRUE(panels() == known)
            << name.toStdString() << ": " << panels().join(u' ').toStdString();
    };
    for (const QString& name : names) {
        visit(name);
    }
    for (const QString& from : names) { // every pair of workspaces
        for (const QString& to : names) {
            visit(from);
            visit(to);
        }
    }
}

TEST_F(MainWindowStartTest, StartingAMatchKeepsTheWindowSize) {
    clickTab(QStringLiteral("Plots"));
    clickTab(QStringLiteral("Teams"));
    ASSERT_TRUE(m_window->find<studio::LiveWorkspace>().controls().startSimulator());
    ASSERT_TRUE(tests::waitUntil([&] { return live().head().exact != nullptr; }));
    EXPECT_TRUE(child<QDockWidget>("simulator").isHidden());
    EXPECT_EQ(m_window->size(), QSize(1280, 800));
    clickTab(QStringLiteral("Plots"));
    EXPECT_EQ(m_window->size(), QSize(1280, 800));
}

TEST_F(MainWindowStartTest, TheNextStartRestoresPanels) {
    const auto events = [&] { return m_window->findChild<QDockWidget*>(QStringLiteral("events")); };
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier); // Replay
    ASSERT_TRUE(events()->isVisible());
    events()->close();
    action("view.drawings").trigger(); // turns them off
    m_window->close();
    openWindow();
    EXPECT_FALSE(action("view.drawings").isChecked());
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
    EXPECT_FALSE(events()->isVisible());
    action("view.reset-layout").trigger();
    EXPECT_TRUE(events()->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_8, Qt::ControlModifier); // Field, and back
    QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ControlModifier);
    EXPECT_TRUE(events()->isVisible());
}

TEST_F(MainWindowStartTest, EventsAreVisibleInTheFieldWorkspace) {
    find(QStringLiteral("sample match"));
    ASSERT_TRUE(showsMatch());
    QTest::keyClick(m_window.get(), Qt::Key_8, Qt::ControlModifier);
    ASSERT_EQ(tab(), QStringLiteral("Field"));
    auto* panel = m_window->findChild<widgets::EventPanel*>();
    ASSERT_TRUE(tests::waitUntil([&] { return !panel->visibleRegion().isEmpty(); }))
        << "events are in front";
    const auto* table = panel->findChild<QTableView*>();
    ASSERT_TRUE(tests::waitUntil([&] { return table->model()->rowCount() > 2; }));
    EXPECT_EQ(table->horizontalScrollBar()->maximum(), 0);
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            const QModelIndex at = table->model()->index(row, column);
            EXPECT_GE(table->columnWidth(column),
                      table->fontMetrics().horizontalAdvance(at.data().toString()) + 6)
                << at.data().toString().toStdString();
        }
    }
    const QModelIndex text = table->model()->index(1, widgets::EventModel::TextColumn);
    EXPECT_TRUE(text.data(Qt::ToolTipRole).toString().startsWith(text.data().toString()))
        << "when space is short, the tool tip has the full text";
}

TEST_F(MainWindowStartTest, ButtonsOfDocksAreDrawnInTheColorOfTheText) {
    m_window->showLayout(QStringLiteral("Replay"));
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        AppSettings settings = m_window->settings();
        settings.theme = theme;
        m_window->applySettings(settings);
        const QRgb text = QApplication::palette().color(QPalette::ButtonText).rgb();
        auto& dock = child<QDockWidget>("events");
        int found = 0;
        for (auto* button : dock.findChildren<QAbstractButton*>(Qt::FindDirectChildrenOnly)) {
            const QImage image = button->icon().pixmap(48).toImage();
            for (int x = 0; x < image.width(); ++x) {
                for (int y = 0; y < image.height(); ++y) {
                    found += image.pixel(x, y) == text ? 1 : 0;
                }
            }
        }
        EXPECT_GT(found, 100) << static_cast<int>(theme);
    }
}

TEST_F(MainWindowStartTest, ThePaletteRunsActionsAndShowsWorkspaces) {
    find(QStringLiteral("sample match"));
    ASSERT_TRUE(showsMatch());
    find(QStringLiteral("go to end"));
    EXPECT_TRUE(tests::waitUntil([&] { return m_window->session().shown().exact->index == 46; }));
    find(QStringLiteral("workspaces plots"));
    EXPECT_EQ(tab(), QStringLiteral("Plots"));
    find(QStringLiteral("panel field"));
    EXPECT_TRUE(child<QDockWidget>("field").isVisible());
    find(QStringLiteral("motion timeline whole"));
    EXPECT_EQ(m_window->scope(), studio::ActionScope::Motion)
        << "a motion action opens the Motion workspace";
}

TEST_F(MainWindowStartTest, ThePaletteFindsSettingsFirstAndHasNoDuplicates) {
    press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    auto& query = child<QLineEdit>("paletteQuery");
    auto& list = child<QListWidget>("paletteList");
    const auto found = [&](const QString& words) {
        query.clear();
        QTest::keyClicks(&query, words);
        QStringList texts;
        for (int i = 0; i < list.count(); ++i) {
            texts << list.item(i)->text();
        }
        return texts;
    };
    EXPECT_EQ(found(QStringLiteral("settings")).value(0), QStringLiteral("Settings"));
    const QString second = QStringLiteral("Second 3D view");
    EXPECT_EQ(found(second).count(second), 1);
    QTest::keyClick(&query, Qt::Key_Return);
    EXPECT_TRUE(tests::waitUntil([&] { return child<QDockWidget>("view2").isVisible(); }));
}

TEST_F(MainWindowStartTest, ThePalettePlotsASignal) {
    find(QStringLiteral("sample match"));
    ASSERT_TRUE(showsMatch());
    find(QStringLiteral("ball.speed"));
    EXPECT_TRUE(child<QDockWidget>("plots").isVisible());
    ASSERT_EQ(m_window->find<studio::ReplayWorkspace>().view().plots->signalIds().size(), 1U);
    EXPECT_EQ(m_window->find<studio::ReplayWorkspace>().view().plots->signalIds()[0].quantity,
              logs::Quantity::SpeedMps);
    find(QStringLiteral("plot 3 knee"));
    const auto ids = m_window->find<studio::ReplayWorkspace>().view().plots->signalIds();
    EXPECT_EQ(ids.size(), 2U);
    EXPECT_TRUE(std::ranges::any_of(ids, [](const logs::SignalId& id) {
        return id.quantity == logs::Quantity::JointDeg && id.object.robot.unum.value() == 3;
    })) << "found by the name of a joint";
}

TEST_F(MainWindowStartTest, ThePaletteFindsPagesOfTheHelp) {
    find(QStringLiteral("help teams file"));
    auto* help = m_window->findChild<widgets::HelpWindow*>();
    ASSERT_NE(help, nullptr);
    EXPECT_TRUE(help->isVisible());
    EXPECT_EQ(help->findChild<widgets::HelpBrowser*>()->source().fileName(),
              QStringLiteral("teams.md"));
}

TEST_F(MainWindowStartTest, HelpOpensTheDocumentationInTheProgram) {
    press(Qt::Key_F1);
    auto* help = m_window->findChild<widgets::HelpWindow*>();
    ASSERT_NE(help, nullptr);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(help));
    EXPECT_EQ(help->findChild<widgets::HelpBrowser*>()->source().fileName(),
              QStringLiteral("index.md"));
    EXPECT_GT(help->pages().size(), 8U);
}

} // namespace
} // namespace sideline::studio
