// Which workspace an opened file comes up in, when one is named on the command line and when not;
// and that messages about what was opened go with it.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAction>
#include <QDockWidget>
#include <QTabBar>
#include <QTest>

#include "studio/shell/layouts.h"
#include "studio/shell/script_run.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"

namespace sideline::studio {
namespace {

namespace fs = std::filesystem;

constexpr int kLong = 60'000; // ms

class OpenedLayoutTest : public tests::StudioWindowTest {
protected:
    QString tab() {
        auto& tabs = child<QTabBar>("workspaceTabs");
        return tabs.tabText(tabs.currentIndex());
    }
    bool showsMatch() {
        return tests::waitUntil(
            [&] {
                const MatchPlayer& log = m_window->session();
                return log.isOpen() && log.shown().exact && !m_window->showsLive();
            },
            kLong);
    }
    // As `sideline-studio --layout LAYOUT FILE` does.
    void start(const fs::path& file, const QString& layout) {
        openWindow();
        StudioArguments arguments;
        arguments.file = qt(file);
        arguments.layout = layout;
        if (!layout.isEmpty()) {
            ASSERT_TRUE(m_window->showLayout(layout));
        }
        auto* run = new ScriptRun(*m_window, arguments); // the window's
        run->start();
    }
    // A session of a robot in the simulator: without its match log, or as if its recorder was
    // killed, beside it. The simulator has stopped.
    fs::path record(bool isKilled) {
        changeLiveSettings([](LiveSettings& settings) { settings.startsWithAgent = true; });
        openWindow();
        action("simulator.start").trigger();
        const auto& agent = m_window->workspace().agentControls().shown();
        EXPECT_TRUE(tests::waitUntil(
            [&] { return agent && agent->body.pose.isValid && live().replay().isOpen(); }, kLong));
        const std::uint64_t first = agent ? agent->cycle : 0;
        EXPECT_TRUE(tests::waitUntil([&] { return agent && agent->cycle > first + 100; }, kLong));
        const fs::path file = m_window->workspace().recorder().file();
        const fs::path kept = (isKilled ? file.parent_path() : m_folder.path()) / "kept.session";
        if (isKilled) {
            m_window->workspace().recorder().flusher()();
            fs::copy_file(file, kept);
        }
        action("simulator.start").trigger();
        if (!isKilled) {
            fs::copy_file(file, kept);
        }
        changeLiveSettings([](LiveSettings& settings) { settings.startsWithAgent = false; });
        return kept;
    }
    void saveLayout(const QString& name) {
        m_window->showLayout(QStringLiteral("Plots"));
        ASSERT_TRUE(studio::saveLayout(m_store, *m_window, name, LayoutKind::Match));
    }
};

struct Opened {
    const char* name;
    std::function<fs::path(const fs::path& folder)> file;
    std::function<bool(MainWindow& window)> isThere;
    const char* layout; ///< of its own
};

std::vector<Opened> openedFiles() {
    const auto copied = [](const fs::path& from) {
        return [from](const fs::path& folder) {
            const fs::path to = folder / from.filename();
            fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
            return to;
        };
    };
    const auto hasLog = [](MainWindow& window) {
        return window.session().isOpen() && window.session().shown().exact != nullptr;
    };
    const auto hasText = [](MainWindow& window) {
        return !window.decide().texts().file().isEmpty();
    };
    return {
        {"log", copied(tests::sampleLog()), hasLog, "Replay"},
        {"stream", copied(tests::dataFile("squat-t4.agent.rec.gz")), hasLog, "Localize"},
        {"motion",
         [](const fs::path&) {
             return tests::exampleFile("../motions/library/GetUp/getup-back-2.motion");
         },
         [](MainWindow& window) { return window.motions().document().motion() != nullptr; },
         "Motion"},
        {"robot", [](const fs::path&) { return tests::dataFile("rsg/agent/scout.rsg"); },
         [](MainWindow& window) { return !window.robots().document().origin().isEmpty(); },
         "Robot"},
        {"training run",
         [](const fs::path& folder) {
             fs::create_directories(folder / "run");
             fs::copy_file(tests::exampleFile("training/sidestep.toml"),
                           folder / "run" / "experiment.toml",
                           fs::copy_options::overwrite_existing);
             return folder / "run";
         },
         [](MainWindow&) { return true; }, "Train"},
        {"series",
         [](const fs::path& folder) {
             tests::writeFile(folder / "results.csv", "game,left\n");
             return folder / "results.csv";
         },
         [](MainWindow&) { return true; }, "Analysis"},
        {"team", copied(tests::exampleFile("teams/plain.toml")),
         [](MainWindow& window) {
             return !window.workspace().teamControls().panel()->team().isEmpty();
         },
         "Teams"},
        {"formation", copied(tests::exampleFile("formations/three-lines.formation")),
         [](MainWindow& window) {
             return window.decide().formations().document().text() != nullptr;
         },
         "Decide"},
        {"decision", copied(tests::exampleFile("decisions/keeper.tree")), hasText, "Decide"},
        {"situation", copied(tests::exampleFile("situations/two-against-two.situation")),
         [](MainWindow& window) { return window.live().isLive(); }, "Live"},
    };
}

TEST_F(OpenedLayoutTest, TheLayoutOfTheCommandLineStaysWhateverIsOpened) {
    saveLayout(QStringLiteral("Mine"));
    for (const Opened& each : openedFiles()) {
        const fs::path file = each.file(m_folder.path());
        for (const char* name : {"Decide", "Robot", "Plots", "Mine"}) {
            const QString layout = QString::fromLatin1(name);
            SCOPED_TRACE(std::string(each.name) + " in " + name);
            start(file, layout);
            ASSERT_TRUE(tests::waitUntil([&] { return each.isThere(*m_window); }, kLong));
            QTest::qWait(60); // what is still to come
            EXPECT_EQ(m_window->settings().layout, layout);
            EXPECT_EQ(tab(), layout);
            EXPECT_FALSE(m_window->showsStart());
        }
    }
}

TEST_F(OpenedLayoutTest, WithoutOneEachFileComesUpInItsOwn) {
    for (const Opened& each : openedFiles()) {
        SCOPED_TRACE(each.name);
        start(each.file(m_folder.path()), {});
        ASSERT_TRUE(tests::waitUntil([&] { return each.isThere(*m_window); }, kLong));
        EXPECT_TRUE(tests::waitUntil([&] { return tab() == QLatin1String(each.layout); }))
            << tab().toStdString();
    }
}

TEST_F(OpenedLayoutTest, ItStaysForOneFileOnly) {
    start(tests::dataFile("squat-t4.agent.rec.gz"), QStringLiteral("Decide"));
    ASSERT_TRUE(showsMatch());
    EXPECT_EQ(tab(), QStringLiteral("Decide"));
    m_window->openFile(qt(tests::dataFile("arms-t0.agent.rec.gz")));
    EXPECT_EQ(tab(), QStringLiteral("Localize"));
    // Nor does one hold that could not be opened.
    start(m_folder / "missing.session", QStringLiteral("Decide"));
    ASSERT_TRUE(tells(QStringLiteral("missing.session")));
    m_window->openFile(qt(tests::dataFile("rsg/agent/scout.rsg")));
    EXPECT_EQ(tab(), QStringLiteral("Robot"));
}

TEST_F(OpenedLayoutTest, ASessionWithoutItsMatchLogStaysInTheLayoutThatWasAskedFor) {
    const fs::path file = record(false);
    for (const char* name : {"Decide", "Live", "Train"}) {
        SCOPED_TRACE(name);
        start(file, QString::fromLatin1(name));
        ASSERT_TRUE(showsMatch());
        QTest::qWait(60);
        EXPECT_EQ(tab(), QLatin1String(name));
    }
    start(file, {});
    ASSERT_TRUE(showsMatch());
    EXPECT_EQ(tab(), QStringLiteral("Localize"));
}

class OpenedMessagesTest : public OpenedLayoutTest {
protected:
    bool isSaid(const QString& part) {
        return !m_window->messages().texts().filter(part).isEmpty();
    }
    bool isSilent(const QString& part) {
        return tests::waitUntil([&] { return !isSaid(part); });
    }
    void clickMessage(const QString& text) {
        for (auto* each : m_window->messages().findChildren<QAbstractButton*>()) {
            if (each->text() == text) {
                QTest::mouseClick(each, Qt::LeftButton);
                return;
            }
        }
        ADD_FAILURE() << "no button " << text.toStdString();
    }
};

const QString kIncomplete = QStringLiteral("This session is incomplete: ");

TEST_F(OpenedMessagesTest, WhatASessionLacksIsSaidWhileItIsSeen) {
    const fs::path file = record(true);
    start(file, QStringLiteral("Decide"));
    ASSERT_TRUE(showsMatch());
    ASSERT_TRUE(tells(kIncomplete));
    activate();
    QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::AltModifier);
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->showsLive(); }, kLong));
    EXPECT_TRUE(tells(QStringLiteral("The situation waits for its players")));
    EXPECT_FALSE(isSaid(kIncomplete)) << "the simulator is seen";
    // Back at the recording it is about that again.
    action("simulator.show").trigger();
    ASSERT_FALSE(m_window->showsLive());
    EXPECT_TRUE(isSaid(kIncomplete));
    // What was closed stays closed.
    m_window->messages().dismiss(m_window->messages().texts().filter(kIncomplete).front());
    action("simulator.show").trigger();
    action("simulator.show").trigger();
    EXPECT_FALSE(isSaid(kIncomplete));
    // Another match: nothing of the session is left.
    start(file, {});
    ASSERT_TRUE(showsMatch());
    ASSERT_TRUE(tells(kIncomplete));
    activate();
    action("file.close").trigger();
    EXPECT_TRUE(isSilent(kIncomplete));
}

TEST_F(OpenedMessagesTest, DamageOfALogIsSaidWhileTheLogIsSeen) {
    const std::string text = tests::scriptedLog(tests::movingScenes(40), 10);
    const fs::path torn = m_folder / "torn.log";
    tests::writeFile(torn, std::string_view(text).substr(0, text.size() - 300));
    start(torn, {});
    ASSERT_TRUE(showsMatch());
    ASSERT_TRUE(tells(QStringLiteral("torn.log")));
    activate();
    action("simulator.start").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->showsLive(); }, kLong));
    EXPECT_FALSE(isSaid(QStringLiteral("torn.log")));
    action("simulator.show").trigger();
    EXPECT_TRUE(isSaid(QStringLiteral("torn.log")));
    action("file.close").trigger();
    EXPECT_TRUE(isSilent(QStringLiteral("torn.log")));
}

TEST_F(OpenedMessagesTest, ThatTheSimulatorRunsOnIsSaidUntilItIsSeenOrStops) {
    action("simulator.start").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->showsLive(); }, kLong));
    const QString runs = QStringLiteral("The simulator keeps running");
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(showsMatch());
    ASSERT_TRUE(tells(runs));
    QTest::mouseClick(&child<QToolButton>("simulatorLamp"), Qt::LeftButton);
    EXPECT_TRUE(m_window->showsLive());
    EXPECT_FALSE(isSaid(runs)) << "there it is";
    action("simulator.show").trigger();
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(showsMatch());
    action("simulator.show").trigger();
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(tells(runs));
    action("simulator.start").trigger(); // stops it
    ASSERT_TRUE(tests::waitUntil([&] { return !live().isLive(); }, kLong));
    EXPECT_TRUE(isSilent(runs)) << "it does not run any more";
}

} // namespace
} // namespace sideline::studio
