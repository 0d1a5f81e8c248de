// The layout in which an opened file appears, with and without a layout on the command line, and
// the lifetime of messages about opened files.
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

#include "studio/program/script_run.h"
#include "studio/shell/layouts.h"
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
    // The docks that are not behind others; Qt moves those behind out of the window.
    QStringList docksInFront() {
        QStringList names;
        for (const auto* dock : m_window->findChildren<QDockWidget*>()) {
            if (dock->isVisible() && dock->x() >= 0) {
                names << dock->objectName();
            }
        }
        names.sort();
        return names;
    }
    bool showsMatch() {
        return tests::waitUntil(
            [&] {
                const MatchPlayer& log = m_window->session();
                return log.isOpen() && log.shown().exact && !m_window->showsLive();
            },
            kLong);
    }
    // Opens a file like `sideline-studio --layout LAYOUT FILE`.
    void start(const fs::path& file, const QString& layout) {
        openWindow();
        StudioArguments arguments;
        arguments.file = qt(file);
        arguments.layout = layout;
        if (!layout.isEmpty()) {
            ASSERT_TRUE(m_window->showLayout(layout));
        }
        auto* run = new ScriptRun(*m_window, arguments); // deleted by the window
        run->start();
    }
    // Records a session of a robot in the simulator and stops the simulator. The session has no
    // match log, or, if killed, lies next to it without an end.
    fs::path record(bool isKilled) {
        changeLiveSettings([](LiveSettings& settings) { settings.startsWithAgent = true; });
        openWindow();
        action("simulator.start").trigger();
        const auto& agent = m_window->find<studio::LiveWorkspace>().agentControls().shown();
        EXPECT_TRUE(tests::waitUntil(
            [&] { return agent && agent->body.pose.isValid && live().replay().isOpen(); }, kLong));
        const std::uint64_t first = agent ? agent->cycle : 0;
        EXPECT_TRUE(tests::waitUntil([&] { return agent && agent->cycle > first + 100; }, kLong));
        const fs::path file = m_window->find<studio::LiveWorkspace>().recorder().file();
        const fs::path kept = (isKilled ? file.parent_path() : m_folder.path()) / "kept.session";
        if (isKilled) {
            m_window->find<studio::LiveWorkspace>().recorder().flusher()();
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
        ASSERT_TRUE(m_window->saveLayout(name));
    }
};

struct Opened {
    const char* name;
    std::function<fs::path(const fs::path& folder)> file;
    std::function<bool(MainWindow& window)> isThere;
    const char* layout; ///< default layout of the file
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
        return !window.find<studio::DecideWorkspace>().texts().file().isEmpty();
    };
    return {
        {"log", copied(tests::sampleLog()), hasLog, "Replay"},
        {"stream", copied(tests::dataFile("squat-t4.agent.rec.gz")), hasLog, "Localize"},
        {"motion",
         [](const fs::path&) {
             return tests::exampleFile("../motions/library/GetUp/getup-back-2.motion");
         },
         [](MainWindow& window) {
             return window.find<studio::MotionWorkspace>().document().motion() != nullptr;
         },
         "Motion"},
        {"robot", [](const fs::path&) { return tests::dataFile("rsg/agent/scout.rsg"); },
         [](MainWindow& window) {
             return !window.find<studio::RobotWorkspace>().document().origin().isEmpty();
         },
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
             return !window.find<studio::LiveWorkspace>().teamControls().panel()->team().isEmpty();
         },
         "Teams"},
        {"formation", copied(tests::exampleFile("formations/three-lines.formation")),
         [](MainWindow& window) {
             return window.find<studio::DecideWorkspace>().formations().document().text() !=
                    nullptr;
         },
         "Decide"},
        {"decision", copied(tests::exampleFile("decisions/keeper.tree")), hasText, "Decide"},
        {"situation", copied(tests::exampleFile("situations/two-against-two.situation")),
         [](MainWindow& window) { return window.live().isLive(); }, "Live"},
    };
}

// A layout is arranged before the window is shown if it stands on the command line.
TEST_F(OpenedLayoutTest, ALayoutOfTheCommandLineRaisesTheSameTabsAsTheLayoutOfALaterChoice) {
    for (const QSize& size : {QSize(1280, 800), QSize(1920, 1080)}) {
        for (const QString& layout : m_window->layoutNames()) {
            if (size.height() == 800 && layout != QStringLiteral("Decide")) {
                continue;
            }
            SCOPED_TRACE(layout.toStdString() + " at " + std::to_string(size.height()));
            m_window->resize(size);
            ASSERT_TRUE(m_window->showLayout(layout));
            const QStringList chosen = docksInFront();
            m_window = std::make_unique<MainWindow>(m_store, qt(m_sample), makeWorkspaces);
            m_window->resize(size);
            ASSERT_TRUE(m_window->showLayout(layout));
            m_window->show();
            ASSERT_TRUE(QTest::qWaitForWindowExposed(m_window.get()));
            EXPECT_TRUE(tests::waitUntil([&] { return docksInFront() == chosen; }))
                << docksInFront().join(' ').toStdString() << "\ninstead of\n"
                << chosen.join(' ').toStdString();
            if (layout == QStringLiteral("Decide")) {
                EXPECT_TRUE(chosen.contains(QStringLiteral("decide-graph")));
            }
        }
    }
}

TEST_F(OpenedLayoutTest, AChosenLayoutStaysForEveryKindOfFile) {
    saveLayout(QStringLiteral("Mine"));
    for (const Opened& each : openedFiles()) {
        const fs::path file = each.file(m_folder.path());
        for (const char* name : {"Decide", "Robot", "Plots", "Mine"}) {
            const QString layout = QString::fromLatin1(name);
            SCOPED_TRACE(std::string(each.name) + " in " + name);
            start(file, layout);
            ASSERT_TRUE(tests::waitUntil([&] { return each.isThere(*m_window); }, kLong));
            QTest::qWait(60); // waits for late changes
            EXPECT_EQ(m_window->settings().layout, layout);
            EXPECT_EQ(tab(), layout);
            EXPECT_FALSE(m_window->showsStart());
        }
    }
}

TEST_F(OpenedLayoutTest, WithoutAChosenLayoutEachKindOfFileHasItsOwn) {
    for (const Opened& each : openedFiles()) {
        SCOPED_TRACE(each.name);
        start(each.file(m_folder.path()), {});
        ASSERT_TRUE(tests::waitUntil([&] { return each.isThere(*m_window); }, kLong));
        EXPECT_TRUE(tests::waitUntil([&] { return tab() == QLatin1String(each.layout); }))
            << tab().toStdString();
    }
}

TEST_F(OpenedLayoutTest, AChosenLayoutStaysForOneFileOnly) {
    start(tests::dataFile("squat-t4.agent.rec.gz"), QStringLiteral("Decide"));
    ASSERT_TRUE(showsMatch());
    EXPECT_EQ(tab(), QStringLiteral("Decide"));
    m_window->openFile(qt(tests::dataFile("arms-t0.agent.rec.gz")));
    EXPECT_EQ(tab(), QStringLiteral("Localize"));
    // A file that cannot be opened does not use up the chosen layout either.
    start(m_folder / "missing.session", QStringLiteral("Decide"));
    ASSERT_TRUE(showsMessage(QStringLiteral("missing.session")));
    m_window->openFile(qt(tests::dataFile("rsg/agent/scout.rsg")));
    EXPECT_EQ(tab(), QStringLiteral("Robot"));
}

TEST_F(OpenedLayoutTest, ASessionWithoutItsMatchLogStaysInTheChosenLayout) {
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
    bool isShown(const QString& part) {
        return !m_window->messages().texts().filter(part).isEmpty();
    }
    bool isHidden(const QString& part) {
        return tests::waitUntil([&] { return !isShown(part); });
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

TEST_F(OpenedMessagesTest, MissingPartsOfASessionAreReportedWhileItIsShown) {
    const fs::path file = record(true);
    start(file, QStringLiteral("Decide"));
    ASSERT_TRUE(showsMatch());
    ASSERT_TRUE(showsMessage(kIncomplete));
    activate();
    QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::AltModifier);
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->showsLive(); }, kLong));
    EXPECT_TRUE(showsMessage(QStringLiteral("Waiting for the situation's players")));
    EXPECT_FALSE(isShown(kIncomplete)) << "the simulator is visible";
    // Back at the recording, its message is shown again.
    action("simulator.show").trigger();
    ASSERT_FALSE(m_window->showsLive());
    EXPECT_TRUE(isShown(kIncomplete));
    // A dismissed message stays dismissed.
    m_window->messages().dismiss(m_window->messages().texts().filter(kIncomplete).front());
    action("simulator.show").trigger();
    action("simulator.show").trigger();
    EXPECT_FALSE(isShown(kIncomplete));
    // After another match is opened, no message of the session remains.
    start(file, {});
    ASSERT_TRUE(showsMatch());
    ASSERT_TRUE(showsMessage(kIncomplete));
    activate();
    action("file.close").trigger();
    EXPECT_TRUE(isHidden(kIncomplete));
}

TEST_F(OpenedMessagesTest, DamageOfALogIsReportedWhileItIsShown) {
    const std::string text = tests::scriptedLog(tests::movingScenes(40), 10);
    const fs::path torn = m_folder / "torn.log";
    tests::writeFile(torn, std::string_view(text).substr(0, text.size() - 300));
    start(torn, {});
    ASSERT_TRUE(showsMatch());
    ASSERT_TRUE(showsMessage(QStringLiteral("torn.log")));
    activate();
    action("simulator.start").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->showsLive(); }, kLong));
    EXPECT_FALSE(isShown(QStringLiteral("torn.log")));
    action("simulator.show").trigger();
    EXPECT_TRUE(isShown(QStringLiteral("torn.log")));
    action("file.close").trigger();
    EXPECT_TRUE(isHidden(QStringLiteral("torn.log")));
}

TEST_F(OpenedMessagesTest, AHiddenRunningSimulatorIsReported) {
    action("simulator.start").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->showsLive(); }, kLong));
    const QString runs = QStringLiteral("The simulator keeps running");
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(showsMatch());
    ASSERT_TRUE(showsMessage(runs));
    QTest::mouseClick(&child<QToolButton>("simulatorLamp"), Qt::LeftButton);
    EXPECT_TRUE(m_window->showsLive());
    EXPECT_FALSE(isShown(runs)) << "the simulator is visible";
    action("simulator.show").trigger();
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(showsMatch());
    action("simulator.show").trigger();
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(showsMessage(runs));
    action("simulator.start").trigger(); // stops the simulator
    ASSERT_TRUE(tests::waitUntil([&] { return !live().isLive(); }, kLong));
    EXPECT_TRUE(isHidden(runs)) << "it has stopped";
}

} // namespace
} // namespace sideline::studio
