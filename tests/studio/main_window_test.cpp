
#include <gtest/gtest.h>

#include <set>

#include <QColorDialog>
#include <QDropEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>

#include <QTimer>

#include "studio/shell/layouts.h"
#include "studio/shell/settings_dialog.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"
#include "tests/widgets/input_events.h"
#include "widgets/common/help_window.h"
#include "widgets/match/field_view.h"
#include "widgets/match/scoreboard.h"

namespace sideline::studio {
namespace {

using game::Side;
using monitor::ObjectId;
using viewer3d::CameraMode;

class MainWindowTest : public tests::StudioWindowTest {
protected:
    void open(const std::filesystem::path& path) {
        m_window->openFile(qt(path));
        ASSERT_TRUE(tests::waitUntil([&] {
            const MatchPlayer& session = m_window->session();
            return session.isOpen() && session.log()->path() == path && session.shown().exact &&
                   session.log()->progress().stage == logs::LogProgress::Stage::Done;
        }));
        QCoreApplication::processEvents();
    }
    bool showsFrame(logs::FrameNumber frame) {
        return tests::waitUntil([&] { return m_window->session().shown().exact->index == frame; });
    }
    QStringList texts() { return m_window->messages().texts(); }
};

TEST_F(MainWindowTest, OpensTheSampleMatchFromTheWelcomePage) {
    EXPECT_TRUE(action("file.sample").isEnabled());
    action("file.sample").trigger();
    EXPECT_TRUE(tests::waitUntil([&] { return m_window->session().shown().exact != nullptr; }));
    EXPECT_EQ(m_window->session().shown().exact->robots.size(), 22U);
    EXPECT_TRUE(m_window->windowTitle().contains(QStringLiteral("sample.log.xz")));
    EXPECT_EQ(texts(), QStringList());
    action("file.close").trigger();
    EXPECT_FALSE(m_window->session().isOpen());
    EXPECT_EQ(m_window->windowTitle(), QStringLiteral("Sideline"));
}

TEST_F(MainWindowTest, ReportsFilesThatCannotBeOpened) {
    tests::writeFile(m_folder / "poem.log", "roses are red\nviolets are blue\n");
    tests::writeFile(m_folder / "empty.log", "");
    for (const char* name : {"poem.log", "empty.log", "missing.log"}) {
        m_window->openFile(qt(m_folder / name));
        EXPECT_TRUE(showsMessage(QLatin1String(name))) << name;
    }
    EXPECT_FALSE(m_window->session().isOpen());
}

TEST_F(MainWindowTest, ShowsTheValidPartOfADamagedLogAndReportsTheDamage) {
    std::string text = tests::scriptedLog(tests::movingScenes(40), 10);
    std::size_t line = 0; // the 21st line is truncated
    for (int i = 0; i < 21; ++i) {
        line = text.find('\n', line) + 1;
    }
    text.erase(line - 60, 50);
    tests::writeFile(m_folder / "torn.log", text);
    open(m_folder / "torn.log");
    EXPECT_TRUE(showsMessage(QStringLiteral("torn.log:21, byte")))
        << qPrintable(texts().join(QLatin1Char('\n')));
    m_window->session().seekFrame(10);
    EXPECT_TRUE(showsFrame(10));
    EXPECT_EQ(m_window->session().shown().exact->robots.size(), 2U);
    m_window->session().seekFrame(38); // valid again from the next full scene on
    EXPECT_TRUE(showsFrame(38));
}

TEST_F(MainWindowTest, KeepsTheOpenLogWhenTheNextFileIsBad) {
    open(m_sample);
    m_window->openFile(qt(m_folder / "missing.log"));
    EXPECT_TRUE(showsMessage(QStringLiteral("missing.log")));
    EXPECT_TRUE(m_window->session().isOpen());
    EXPECT_TRUE(m_window->windowTitle().contains(QStringLiteral("sample")));
}

// Triggers every action, with and without a log: nothing crashes, and visible effects are as
// expected.
TEST_F(MainWindowTest, NoActionCrashesWithOrWithoutALog) {
    const std::set<QString> asking = {// these open dialogs of the desktop, or ports
                                      QStringLiteral("file.open"),
                                      QStringLiteral("file.cut"),
                                      QStringLiteral("file.poses"),
                                      QStringLiteral("file.joints"),
                                      QStringLiteral("file.events"),
                                      QStringLiteral("file.picture"),
                                      QStringLiteral("file.quit"),
                                      QStringLiteral("file.close"),
                                      QStringLiteral("view.save-layout"),
                                      QStringLiteral("simulator.start"),
                                      QStringLiteral("simulator.connect"),
                                      QStringLiteral("simulator.server"),
                                      QStringLiteral("simulator.record"),
                                      QStringLiteral("agent.start"),
                                      QStringLiteral("team.open"),
                                      QStringLiteral("live.save"),
                                      QStringLiteral("session.folder"),
                                      QStringLiteral("motion.new"),
                                      QStringLiteral("motion.open"),
                                      QStringLiteral("motion.save"),
                                      QStringLiteral("motion.save-as"),
                                      QStringLiteral("motion.export"),
                                      QStringLiteral("motion.parameters"),
                                      QStringLiteral("localize.open"),
                                      QStringLiteral("robot.open"),
                                      QStringLiteral("robot.save"),
                                      QStringLiteral("robot.save-as"),
                                      QStringLiteral("robot.urdf"),
                                      QStringLiteral("robot.try"),
                                      QStringLiteral("robot.motion"),
                                      QStringLiteral("train.open"),
                                      QStringLiteral("train.new"),
                                      QStringLiteral("file.video"),
                                      QStringLiteral("replay.play-on"),
                                      QStringLiteral("replay.save-situation"),
                                      QStringLiteral("simulator.save-situation"),
                                      QStringLiteral("decide.formation"),
                                      QStringLiteral("decide.text"),
                                      QStringLiteral("analysis.teams-csv"),
                                      QStringLiteral("analysis.players-csv"),
                                      QStringLiteral("analysis.moments-csv")};
    for (const bool withLog : {false, true}) {
        if (withLog) {
            open(m_sample);
        }
        for (QAction* each : m_window->actions().actions()) {
            if (!asking.contains(each->objectName()) &&
                (withLog || each->objectName() != QStringLiteral("file.sample"))) {
                each->trigger();
                QCoreApplication::processEvents();
            }
        }
    }
    EXPECT_TRUE(m_window->session().isOpen());
}

TEST_F(MainWindowTest, DisablesActionsThatAreNotAvailable) {
    const auto offered = [&](const char* id) { return action(id).isEnabled(); };
    for (const char* id : {"replay.play", "camera.top", "select.ball", "file.cut", "file.close"}) {
        EXPECT_FALSE(offered(id)) << id << " without a log";
    }
    EXPECT_TRUE(offered("file.open"));
    open(m_sample);
    for (const char* id : {"replay.play", "camera.top", "select.ball", "file.cut", "file.close"}) {
        EXPECT_TRUE(offered(id)) << id << " with a log";
    }
    action("file.close").trigger();
    EXPECT_FALSE(offered("replay.play"));
}

TEST_F(MainWindowTest, SettingsRemoveKeys) {
    action("file.settings").trigger();
    auto* keys = m_window->findChild<SettingsDialog*>()->findChild<QTableWidget*>();
    ASSERT_NE(keys, nullptr);
    ASSERT_EQ(keys->rowCount(), static_cast<int>(m_window->actions().actions().size()));
    ASSERT_EQ(m_window->actions().actions()[0]->objectName(), QStringLiteral("file.open"));
    EXPECT_FALSE(action("file.open").shortcut().isEmpty());
    qobject_cast<QToolButton*>(keys->cellWidget(0, 2))->click();
    EXPECT_TRUE(action("file.open").shortcut().isEmpty());
    EXPECT_TRUE(tests::waitUntil([&] { return !keys->cellWidget(0, 2)->isEnabled(); }));
}

TEST_F(MainWindowTest, KeysAreSearchedByActionAndByKey) {
    action("file.settings").trigger();
    auto* dialog = m_window->findChild<SettingsDialog*>();
    auto* pages = dialog->findChild<QTabWidget*>();
    auto* keys = dialog->findChild<QTableWidget*>(QStringLiteral("keys"));
    ASSERT_NE(keys, nullptr);
    QTest::mouseClick(pages->tabBar(), Qt::LeftButton, {},
                      pages->tabBar()->tabRect(pages->indexOf(keys->parentWidget())).center());
    auto* search = dialog->findChild<QLineEdit*>(QStringLiteral("keySearch"));
    ASSERT_TRUE(search != nullptr && search->isVisible());
    const auto found = [&](const QString& words) {
        search->clear();
        QTest::keyClicks(search, words);
        QStringList texts;
        for (int row = 0; row < keys->rowCount(); ++row) {
            if (!keys->isRowHidden(row)) {
                texts << keys->item(row, 0)->text();
            }
        }
        return texts;
    };
    const int all = keys->rowCount();
    EXPECT_EQ(found(QString()).size(), all);
    const QString open = keys->item(0, 0)->text();
    const QStringList opening = found(QStringLiteral("file... open"));
    EXPECT_TRUE(opening.contains(open)) << "words in any order";
    EXPECT_LT(opening.size(), 6);
    EXPECT_EQ(found(QStringLiteral("Ctrl+O")), QStringList{open}) << "by its key";
    const QStringList byLetter = found(QStringLiteral("h"));
    EXPECT_TRUE(!byLetter.filter(action("replay.goal-next").text()).isEmpty()) << "its key is H";
    EXPECT_LT(byLetter.size(), all / 3) << "not every action with this letter in a word";
    EXPECT_TRUE(found(QStringLiteral("no such action")).isEmpty());
    EXPECT_EQ(found(QStringLiteral("ctrl+o")), QStringList{open});
    qobject_cast<QToolButton*>(keys->cellWidget(0, 2))->click(); // removes the key
    ASSERT_TRUE(tests::waitUntil([&] { return keys->isRowHidden(0); })) << "no longer found";
}

TEST_F(MainWindowTest, ReplayKeysMoveTheReplay) {
    open(m_sample);
    m_window->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(m_window.get()));
    const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(m_window.get(), key, modifiers);
    };
    press(Qt::Key_Right);
    EXPECT_TRUE(showsFrame(1));
    press(Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_TRUE(showsFrame(6));
    press(Qt::Key_Left);
    EXPECT_TRUE(showsFrame(5));
    press(Qt::Key_End);
    EXPECT_TRUE(showsFrame(46));
    press(Qt::Key_Home);
    EXPECT_TRUE(showsFrame(0));
    press(Qt::Key_N);
    EXPECT_TRUE(showsFrame(32)) << "the kick";
    press(Qt::Key_Up);
    EXPECT_GT(m_window->session().clock().speed(), 1.0);
    press(Qt::Key_R);
    EXPECT_LT(m_window->session().clock().speed(), -1.0);
    press(Qt::Key_R);
    EXPECT_FALSE(m_window->session().clock().isPlaying());
    press(Qt::Key_Backspace);
    EXPECT_EQ(std::abs(m_window->session().clock().speed()), 1.0);
    press(Qt::Key_Space);
    EXPECT_TRUE(m_window->session().clock().isPlaying());
    press(Qt::Key_Space);
    EXPECT_FALSE(m_window->session().clock().isPlaying());
}

TEST_F(MainWindowTest, LoopsBetweenTwoTimes) {
    open(m_sample);
    m_window->session().seekFrame(10);
    action("replay.loop-begin").trigger();
    m_window->session().seekFrame(5);
    action("replay.loop-end").trigger();
    EXPECT_TRUE(showsMessage(QStringLiteral("loop must end")));
    m_window->session().seekFrame(20);
    action("replay.loop-end").trigger();
    const auto loop = m_window->session().clock().loop();
    ASSERT_TRUE(loop);
    EXPECT_NEAR(loop->beginS, 2.0, 0.01);
    EXPECT_NEAR(loop->endS, 4.0, 0.01);
    EXPECT_TRUE(action("replay.loop").isChecked());
    action("replay.loop").trigger();
    EXPECT_FALSE(m_window->session().clock().loop());
}

TEST_F(MainWindowTest, CamerasThatNeedAPlayerUseTheOneAtTheBall) {
    open(m_sample);
    action("camera.first-person").trigger();
    EXPECT_EQ(m_window->view3d().cameraMode(), CameraMode::FirstPerson);
    EXPECT_EQ(m_window->session().selection().kind, ObjectId::Kind::Robot);
    EXPECT_TRUE(action("camera.first-person").isChecked());
    EXPECT_FALSE(action("camera.free").isChecked());
    action("camera.first-person").trigger(); // a second time: back to the free camera
    EXPECT_EQ(m_window->view3d().cameraMode(), CameraMode::Free);
    action("camera.top").trigger();
    action("camera.preset3").trigger();
    EXPECT_EQ(m_window->view3d().cameraMode(), CameraMode::Free);
    EXPECT_TRUE(action("camera.free").isChecked());
}

TEST_F(MainWindowTest, SelectsByKeysInAllViews) {
    open(m_sample);
    action("select.right7").trigger();
    EXPECT_EQ(m_window->session().selection(),
              ObjectId::ofRobot({Side::Right, game::UniformNumber(7)}));
    action("select.other-team").trigger();
    action("select.next").trigger();
    EXPECT_EQ(m_window->session().selection(),
              ObjectId::ofRobot({Side::Left, game::UniformNumber(8)}));
    action("select.previous").trigger();
    action("select.previous").trigger();
    EXPECT_EQ(m_window->session().selection().robot.unum.value(), 6);
    const auto* field = m_window->findChild<widgets::FieldView*>();
    QTest::mouseClick(const_cast<widgets::FieldView*>(field), Qt::LeftButton, {},
                      field
                          ->toWidget(m_window->session().shown().exact->ball->X_SBall.p.x(),
                                     m_window->session().shown().exact->ball->X_SBall.p.y())
                          .toPoint());
    EXPECT_EQ(m_window->session().selection(), ObjectId::ball());
    action("select.none").trigger();
    EXPECT_EQ(m_window->session().selection(), ObjectId{});
}

TEST_F(MainWindowTest, BookmarksAFrameAndFindsItAgain) {
    open(m_sample);
    m_window->session().seekFrame(12);
    ASSERT_TRUE(showsFrame(12));
    action("replay.bookmark").trigger();
    ASSERT_EQ(m_window->session().bookmarks().entries().size(), 1U);
    openWindow();
    open(m_sample);
    ASSERT_EQ(m_window->session().bookmarks().entries().size(), 1U);
    EXPECT_EQ(m_window->session().bookmarks().entries()[0].frame, 12U);
}

TEST_F(MainWindowTest, PlotsFindRoomBelowHighPanelsOnASmallScreen) {
    open(m_sample);
    m_window->resize(1280, 780);
    ASSERT_TRUE(m_window->showLayout(QStringLiteral("Live")));
    auto* plots = m_window->findChild<QDockWidget*>(QStringLiteral("plots"));
    plots->show();
    plots->raise();
    ASSERT_TRUE(tests::waitUntil([&] { return plots->isVisible() && plots->height() > 150; }));
    EXPECT_LE(m_window->minimumSizeHint().height(), 780)
        << "otherwise the window exceeds the screen";
    EXPECT_EQ(m_window->height(), 780);
}

TEST_F(MainWindowTest, NoPanelEnlargesTheWindow) {
    open(m_sample);
    for (const QSize size : {QSize(1280, 800), QSize(1024, 700)}) {
        m_window->resize(size);
        for (const QString& name : m_window->layoutNames()) {
            ASSERT_TRUE(m_window->showLayout(name));
            QApplication::processEvents();
            EXPECT_EQ(m_window->size(), size) << name.toStdString();
            for (QDockWidget* dock : m_window->findChildren<QDockWidget*>()) {
                if (dock->isVisible() && !dock->isFloating()) {
                    dock->widget()->setMinimumHeight(1500); // content that needs more room
                    QApplication::processEvents();
                    EXPECT_EQ(m_window->size(), size) << dock->objectName().toStdString();
                    dock->widget()->setMinimumHeight(0);
                }
            }
        }
    }
}

TEST_F(MainWindowTest, SavesLayoutsAndRefusesBuiltInNames) {
    for (const QString& name : m_window->layoutNames()) {
        EXPECT_TRUE(m_window->showLayout(name)) << qPrintable(name);
        EXPECT_EQ(m_window->settings().layout, name);
    }
    EXPECT_FALSE(m_window->showLayout(QStringLiteral("Nowhere")));
    m_window->showLayout(QStringLiteral("Replay"));
    auto* plots = m_window->findChild<QDockWidget*>(QStringLiteral("plots"));
    auto* field = m_window->findChild<QDockWidget*>(QStringLiteral("field"));
    ASSERT_NE(plots, nullptr);
    ASSERT_NE(field, nullptr);
    field->hide();
    plots->show();
    EXPECT_TRUE(m_window->saveLayout(QStringLiteral("Mine")));
    EXPECT_FALSE(m_window->saveLayout(QStringLiteral("Replay")));
    m_window->showLayout(QStringLiteral("Replay"));
    EXPECT_FALSE(field->isHidden());
    EXPECT_TRUE(m_window->showLayout(QStringLiteral("Mine")));
    EXPECT_TRUE(field->isHidden());
    EXPECT_TRUE(m_window->layoutNames().contains(QStringLiteral("Mine")));
}

TEST_F(MainWindowTest, RestoresItsState) {
    AppSettings settings = m_window->settings();
    settings.trailS = 1.5;
    settings.colors.left = QColor(0, 130, 60);
    settings.theme = Theme::Dark;
    m_window->applySettings(settings);
    m_window->showLayout(QStringLiteral("Plots"));
    m_window->actions().setKeys(QStringLiteral("replay.play"),
                                {QKeySequence(QStringLiteral("F9"))});
    open(m_sample);
    m_window->close();
    openWindow();
    EXPECT_EQ(m_window->settings().trailS, 1.5);
    EXPECT_EQ(m_window->settings().colors.left, QColor(0, 130, 60));
    EXPECT_EQ(m_window->settings().layout, QStringLiteral("Plots"));
    EXPECT_EQ(action("replay.play").shortcut(), QKeySequence(QStringLiteral("F9")));
    EXPECT_EQ(recentFiles(m_store), QStringList{qt(m_sample)});
    const auto lightness = [&] { return m_window->palette().window().color().lightness(); };
    EXPECT_TRUE(tests::waitUntil([&] { return lightness() < 100; }));
    settings.theme = Theme::Light;
    m_window->applySettings(settings);
    EXPECT_TRUE(tests::waitUntil([&] { return lightness() > 150; }));
}

// Sets a team's color with mouse and keys.
TEST_F(MainWindowTest, ATeamsColorIsUsedInEveryView) {
    open(m_sample);
    const QString team = widgets::toQt(m_window->shown().exact->game.teamLeft);
    ASSERT_FALSE(team.isEmpty());
    action("file.settings").trigger();
    auto* dialog = m_window->findChild<SettingsDialog*>();
    ASSERT_NE(dialog, nullptr);
    auto* pages = dialog->findChild<QTabWidget*>();
    auto* page = dialog->findChild<TeamColorsPage*>();
    QTest::mouseClick(pages->tabBar(), Qt::LeftButton, {},
                      pages->tabBar()->tabRect(pages->indexOf(page)).center());
    QTest::mouseClick(page->findChild<QPushButton*>(QStringLiteral("addTeamColor")),
                      Qt::LeftButton);
    auto* table = page->findChild<QTableWidget*>(QStringLiteral("teamColors"));
    auto* field = table->viewport()->findChild<QLineEdit*>();
    ASSERT_NE(field, nullptr) << "the name can be typed immediately";
    QTest::keyClicks(field, team.toUpper());
    QTest::keyClick(field, Qt::Key_Return);
    const QColor green(3, 160, 70);
    QTimer::singleShot(0, dialog, [&] {
        auto* colors = qobject_cast<QColorDialog*>(QApplication::activeModalWidget());
        ASSERT_NE(colors, nullptr);
        colors->setCurrentColor(green);
        colors->accept();
    });
    QTest::mouseClick(table->cellWidget(0, 1), Qt::LeftButton);
    EXPECT_EQ(m_window->view3d().options().leftColor, green);
    EXPECT_NE(m_window->view3d().options().rightColor, green);
    for (QWidget* view : {static_cast<QWidget*>(m_window->findChild<widgets::Scoreboard*>()),
                          static_cast<QWidget*>(m_window->findChild<widgets::FieldView*>())}) {
        const QImage image = tests::picture(*view);
        EXPECT_GT(tests::countPixels(image, image.rect(), green), 20)
            << view->metaObject()->className();
    }
    EXPECT_EQ(readSettings(m_store).namedColors,
              (std::vector<NamedColor>{{team.toUpper(), green}}));
    QTest::mouseClick(page->findChild<QPushButton*>(QStringLiteral("removeTeamColor")),
                      Qt::LeftButton);
    EXPECT_EQ(m_window->view3d().options().leftColor, m_window->settings().colors.left);
}

TEST_F(MainWindowTest, ReportsAnInvalidMeshFolder) {
    AppSettings settings = m_window->settings();
    settings.meshFolder = qt(m_folder / "nothing here");
    m_window->applySettings(settings);
    EXPECT_TRUE(showsMessage(QStringLiteral("nothing here")));
}

TEST_F(MainWindowTest, OpensDroppedFiles) {
    QMimeData mime;
    mime.setUrls({QUrl::fromLocalFile(qt(m_sample))});
    QDragEnterEvent enter({5, 5}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop({5, 5}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(m_window.get(), &drop);
    EXPECT_TRUE(tests::waitUntil([&] { return m_window->session().isOpen(); }));

    QMimeData text;
    text.setText(QStringLiteral("no output file"));
    QDragEnterEvent other({5, 5}, Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
    other.ignore();
    QCoreApplication::sendEvent(m_window.get(), &other);
    EXPECT_FALSE(other.isAccepted());
}

TEST_F(MainWindowTest, PlotsASignalOverTheWholeLog) {
    open(m_sample);
    const logs::SignalId speed = logs::availableSignals(*m_window->session().shown().exact)[0];
    m_window->find<studio::ReplayWorkspace>().view().plots->addSignal(speed);
    EXPECT_TRUE(tests::waitUntil([&] {
        return !m_window->find<studio::ReplayWorkspace>().isLoadingPlots() &&
               m_window->find<studio::ReplayWorkspace>()
                   .view()
                   .plots->valueAt(speed, 9.0)
                   .has_value();
    }));
    action("file.close").trigger();
    open(m_sample);
    EXPECT_TRUE(tests::waitUntil(
        [&] { return !m_window->find<studio::ReplayWorkspace>().isLoadingPlots(); }));
}

// Types a signal name; the other log has the same signal.
TEST_F(MainWindowTest, KeepsCurvesWhenAnotherLogOpens) {
    auto scenes = tests::movingScenes(80);
    for (std::size_t i = 40; i < scenes.size(); ++i) {
        scenes[i].p_SBall.x() -= 8.0; // placed by the referee
    }
    tests::writeFile(m_folder / "other.log", tests::scriptedLog(scenes, 10));
    m_window->showLayout(QStringLiteral("Plots"));
    open(m_sample);
    auto* search = m_window->find<studio::ReplayWorkspace>().view().plots->findChild<QLineEdit*>();
    ASSERT_NE(search, nullptr);
    QTest::mouseClick(search, Qt::LeftButton);
    QTest::keyClicks(search, QStringLiteral("ball.speed"));
    QTest::keyClick(search, Qt::Key_Return);
    const logs::SignalId speed{logs::Quantity::SpeedMps, ObjectId::ball(), -1};
    ASSERT_EQ(m_window->find<studio::ReplayWorkspace>().view().plots->signalIds(),
              std::vector{speed});
    const auto isLoaded = [&](double lastS) {
        const auto value =
            m_window->find<studio::ReplayWorkspace>().view().plots->valueAt(speed, 1e6);
        return !m_window->find<studio::ReplayWorkspace>().isLoadingPlots() && value &&
               value->second > lastS;
    };
    EXPECT_TRUE(tests::waitUntil([&] { return isLoaded(9.1); }));
    open(m_folder / "other.log");
    EXPECT_TRUE(tests::waitUntil([&] { return isLoaded(15.7); }));
    // The frame in which the ball was placed has no speed: the previous value is shown.
    EXPECT_NEAR(m_window->find<studio::ReplayWorkspace>().view().plots->valueAt(speed, 8.0)->second,
                7.8, 1e-6);
    EXPECT_LT(m_window->find<studio::ReplayWorkspace>().view().plots->valueAt(speed, 8.0)->first,
              5.0);
    action("file.close").trigger();
    EXPECT_EQ(m_window->find<studio::ReplayWorkspace>().view().plots->signalIds(),
              std::vector{speed});
    EXPECT_FALSE(m_window->find<studio::ReplayWorkspace>().view().plots->valueAt(speed, 8.0));
    open(m_sample);
    EXPECT_TRUE(tests::waitUntil([&] { return isLoaded(9.1); }));
}

TEST_F(MainWindowTest, HelpShowsTheCurrentKeys) {
    m_window->actions().setKeys(QStringLiteral("replay.play"),
                                {QKeySequence(QStringLiteral("F9"))});
    action("help.keys").trigger();
    const auto* text = m_window->findChild<widgets::HelpBrowser*>();
    ASSERT_NE(text, nullptr);
    EXPECT_TRUE(text->toPlainText().contains(QStringLiteral("F9")));
}

TEST_F(MainWindowTest, TakesAPictureThatIncludesTheScene) {
    open(m_sample);
    QImage picture;
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->view3d().isExposed(); }));
    m_window->takePicture([&](const QImage& image) { picture = image; });
    ASSERT_TRUE(tests::waitUntil([&] { return !picture.isNull(); }));
    EXPECT_EQ(picture.size(), m_window->size());
}

} // namespace
} // namespace sideline::studio
