// The window with the keyboard alone: keys as the menus promise them, mnemonics, the visible focus,
// and questions about unsaved work.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTextEdit>
#include <QTimer>

#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"
#include "tests/widgets/input_events.h"
#include "widgets/common/focus_ring.h"
#include "widgets/common/joint_rows_panel.h"
#include "widgets/common/mnemonics.h"

namespace sideline::studio {
namespace {

// Receives the shortcuts of actions in their place.
class CaughtShortcuts : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::Shortcut) {
            return false;
        }
        last = watched->objectName();
        return true;
    }
    QString last;
};

bool isTextField(const QWidget& widget) {
    const auto* combo = qobject_cast<const QComboBox*>(&widget);
    return qobject_cast<const QLineEdit*>(&widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
           qobject_cast<const QTextEdit*>(&widget) != nullptr ||
           qobject_cast<const QPlainTextEdit*>(&widget) != nullptr ||
           (combo != nullptr && combo->isEditable());
}

// Whether a widget with a visible focus moves something in itself with a key.
bool isOwnKey(const QWidget& widget, int key) {
    const bool isArrow =
        key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
    if (qobject_cast<const widgets::JointRowsPanel*>(&widget) != nullptr) {
        return isArrow;
    }
    const bool isList = qobject_cast<const QAbstractItemView*>(&widget) != nullptr;
    const bool isMoved = isList || qobject_cast<const QAbstractSlider*>(&widget) != nullptr ||
                         qobject_cast<const QComboBox*>(&widget) != nullptr;
    return isMoved && (isArrow || key == Qt::Key_Home || key == Qt::Key_End ||
                       (isList && key == Qt::Key_Space));
}

QChar mnemonicOf(const QString& text) {
    const auto at = QString(text).replace(QStringLiteral("&&"), QStringLiteral("__")).indexOf(u'&');
    return at < 0 || at + 1 >= text.size() ? QChar() : text[at + 1].toLower();
}

class KeyboardTest : public tests::StudioWindowTest {
protected:
    KeyboardTest() {
        changeLiveSettings([](LiveSettings& settings) { settings.opensPorts = false; });
    }
    void open(const std::filesystem::path& path) {
        m_window->openFile(qt(path));
        ASSERT_TRUE(tests::waitUntil([&] {
            return replay().isOpen() && replay().log()->path() == path && replay().shown().exact &&
                   replay().log()->progress().stage == logs::LogProgress::Stage::Done;
        }));
        QCoreApplication::processEvents();
        activate();
    }
    void openScripted() {
        tests::writeFile(m_folder / "match.log", tests::scriptedLog(tests::movingScenes(301), 15));
        open(m_folder / "match.log");
    }
    MatchPlayer& replay() { return m_window->session(); }
    // Presses a key as the window system does: for the window that has the focus.
    void press(int key, Qt::KeyboardModifiers modifiers = {}) {
        QWindow* focused = QGuiApplication::focusWindow();
        ASSERT_NE(focused, nullptr);
        QTest::keyClick(focused, static_cast<Qt::Key>(key), modifiers);
    }
    void type(const char* letters) {
        for (const char* each = letters; *each != '\0'; ++each) {
            press(Qt::Key_A + (*each - 'a'));
        }
    }
    QTableView& events() { return *child<QDockWidget>("events").findChild<QTableView*>(); }
    QWidget* framed() { return child<widgets::FocusRing>("focusRing").framed(); }
    // Returns the actions that the menus offer now.
    void collect(const QMenu& menu, std::vector<QAction*>& actions) {
        for (QAction* action : menu.actions()) {
            if (action->menu() != nullptr) {
                collect(*action->menu(), actions);
            } else if (action->isVisible() && action->isEnabled()) {
                actions.push_back(action);
            }
        }
    }
    std::vector<QAction*> offered() {
        std::vector<QAction*> actions;
        for (QAction* menu : m_window->menuBar()->actions()) {
            if (menu->isVisible()) {
                collect(*menu->menu(), actions);
            }
        }
        return actions;
    }
    // Returns one widget of each class that can have the focus, apart from text fields.
    std::map<QString, QWidget*> focusable() {
        std::map<QString, QWidget*> found;
        for (QWidget* widget : m_window->findChildren<QWidget*>()) {
            if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible() &&
                widget->isEnabled() && widget->window() == m_window.get() &&
                !isTextField(*widget) && !widget->inherits("QWindowContainer")) {
                found.emplace(QLatin1String(widget->metaObject()->className()), widget);
            }
        }
        return found;
    }
    // Answers the next questions; returns the texts of those that were asked.
    std::shared_ptr<QStringList> answer(QMessageBox::StandardButton button) {
        auto asked = std::make_shared<QStringList>();
        m_answers.disconnect();
        QObject::connect(&m_answers, &QTimer::timeout, &m_answers, [asked, button] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                *asked << box->text();
                QTest::mouseClick(box->button(button), Qt::LeftButton);
            }
        });
        m_answers.start(20);
        return asked;
    }

    QTimer m_answers;
};

TEST_F(KeyboardTest, KeysDoWhatTheMenusPromiseWhereverTheFocusIs) {
    open(m_sample);
    CaughtShortcuts caught;
    for (QAction* action : m_window->actions().actions()) {
        action->installEventFilter(&caught);
    }
    std::size_t presses = 0;
    for (const QString& layout : m_window->layoutNames()) {
        m_window->showLayout(layout);
        QTest::qWait(50);
        std::vector<std::pair<QString, int>> promises;
        for (const QAction* action : offered()) {
            for (const QKeySequence& keys : action->shortcuts()) {
                if (keys.count() == 1 && keys[0].keyboardModifiers() == Qt::NoModifier) {
                    promises.emplace_back(action->objectName(), keys[0].key());
                }
            }
        }
        ASSERT_FALSE(promises.empty()) << layout.toStdString();
        for (const auto& [kind, widget] : focusable()) {
            for (const auto& [id, key] : promises) {
                if (isOwnKey(*widget, key)) {
                    continue;
                }
                activate();
                widget->setFocus(Qt::TabFocusReason);
                if (!widget->hasFocus()) {
                    break; // passes the focus on
                }
                caught.last.clear();
                QTest::keyClick(m_window->windowHandle(), static_cast<Qt::Key>(key));
                ++presses;
                EXPECT_EQ(caught.last, id)
                    << layout.toStdString() << ", focus in " << kind.toStdString() << " "
                    << widget->objectName().toStdString() << ", "
                    << QKeySequence(key).toString().toStdString();
            }
        }
    }
    EXPECT_GT(presses, 1000U);
}

TEST_F(KeyboardTest, HomeOfTheMotionShowsItAllAndMovesNoJoint) {
    m_window->showLayout(QStringLiteral("Motion"));
    auto& motions = m_window->find<MotionWorkspace>();
    QTest::qWait(50); // until the 3D view has taken the focus
    activate();
    auto* panel = m_window->findChild<widgets::JointRowsPanel*>();
    for (auto* each : m_window->findChildren<widgets::JointRowsPanel*>()) {
        panel = each->isVisible() ? each : panel;
    }
    ASSERT_TRUE(panel != nullptr && panel->isVisible());
    ASSERT_TRUE(tests::waitUntil([&] {
        panel->setFocus();
        return panel->hasFocus() && QGuiApplication::focusWindow() == m_window->windowHandle();
    }));
    panel->chooseJoint(motions.model().findJoint("lle4"));
    press(Qt::Key_Right);
    const auto moved = motions.document().motion();
    QSignalSpy fitted(m_window->actions().action("motion.fit"), &QAction::triggered);
    press(Qt::Key_Home);
    EXPECT_EQ(fitted.size(), 1);
    EXPECT_EQ(motions.document().motion(), moved);
    press(Qt::Key_Slash);
    type("rl");
    EXPECT_TRUE(motions.model().jointName(panel->chosenJoint()).starts_with("rl"));
    EXPECT_EQ(motions.document().motion(), moved) << "no letter ran as a shortcut";
}

TEST_F(KeyboardTest, ASlashFindsAJointFromThe3DView) {
    m_window->showLayout(QStringLiteral("Motion"));
    auto& motions = m_window->find<MotionWorkspace>();
    ASSERT_TRUE(tests::waitUntil([&] { // the 3D view, a window of its own, has the focus
        const QWindow* focused = QGuiApplication::focusWindow();
        return focused != nullptr && focused != m_window->windowHandle();
    }));
    const auto before = motions.document().motion();
    press(Qt::Key_Slash);
    ASSERT_TRUE(tests::waitUntil([&] {
        return qobject_cast<widgets::JointRowsPanel*>(QApplication::focusWidget()) != nullptr &&
               QGuiApplication::focusWindow() == m_window->windowHandle();
    }));
    auto& panel = *qobject_cast<widgets::JointRowsPanel*>(QApplication::focusWidget());
    type("lle");
    press(Qt::Key_4);
    EXPECT_EQ(panel.chosenJoint(), motions.model().findJoint("lle4"));
    EXPECT_EQ(motions.document().motion(), before) << "no letter ran as a shortcut";
    press(Qt::Key_Left, Qt::ShiftModifier);
    EXPECT_NE(motions.document().motion(), before) << "arrows move the joint";
}

TEST_F(KeyboardTest, APanelOfThePaletteHasTheFocus) {
    m_window->showLayout(QStringLiteral("Motion"));
    QTest::qWait(50); // until the 3D view has taken the focus
    activate();
    action("help.palette").trigger();
    auto& query = child<QLineEdit>("paletteQuery");
    ASSERT_TRUE(tests::waitUntil([&] { return query.isVisible(); }));
    QTest::keyClicks(&query, QStringLiteral("pose panel"));
    QTest::keyClick(&query, Qt::Key_Return);
    EXPECT_TRUE(tests::waitUntil([&] {
        const QWidget* focused = QApplication::focusWidget();
        return focused != nullptr && child<QDockWidget>("motion-pose").isAncestorOf(focused) &&
               QGuiApplication::focusWindow() == m_window->windowHandle();
    }));
}

TEST_F(KeyboardTest, TabGoesThroughTheSettingsFromTopToBottom) {
    action("file.settings").trigger();
    auto* theme = &child<QComboBox>("theme");
    QWidget* const dialog = theme->window();
    ASSERT_TRUE(dialog->isVisible() && dialog != m_window.get());
    dialog->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(dialog));
    theme->setFocus(Qt::TabFocusReason);
    ASSERT_TRUE(tests::waitUntil([&] { return theme->hasFocus(); }));
    int y = theme->mapTo(dialog, QPoint(0, 0)).y();
    int steps = 0;
    for (QWidget* page = theme->parentWidget(); steps < 20; ++steps) {
        press(Qt::Key_Tab);
        const QWidget* now = QApplication::focusWidget();
        ASSERT_NE(now, nullptr);
        if (!page->isAncestorOf(now)) {
            break;
        }
        const int nextY = now->mapTo(dialog, QPoint(0, 0)).y();
        EXPECT_GT(nextY, y) << now->metaObject()->className();
        y = nextY;
    }
    EXPECT_GE(steps, 5) << "two colors, a switch, two numbers";
    dialog->hide();
}

TEST_F(KeyboardTest, EveryItemOfEveryMenuHasAMnemonicOfItsOwn) {
    open(m_sample);
    std::size_t items = 0;
    const std::function<void(QMenu&)> check = [&](QMenu& menu) {
        menu.popup(m_window->mapToGlobal(QPoint(60, 40)));
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&menu));
        std::set<QChar> letters;
        QStringList without; // long menus use up their letters
        std::vector<QMenu*> below;
        for (const QAction* action : menu.actions()) {
            if (!action->isVisible() || action->isSeparator()) {
                continue;
            }
            ++items;
            const QChar letter = mnemonicOf(action->text());
            if (letter.isNull()) {
                without << action->text().section(u'\t', 0, 0).toLower();
            } else {
                EXPECT_TRUE(letters.insert(letter).second)
                    << menu.title().toStdString() << ": " << action->text().toStdString();
            }
            if (action->menu() != nullptr) {
                below.push_back(action->menu());
            }
        }
        menu.close();
        for (const QString& text : without) {
            EXPECT_TRUE(std::ranges::all_of(
                text,
                [&](QChar each) { return !each.isLetterOrNumber() || letters.contains(each); }))
                << menu.title().toStdString() << ": " << text.toStdString();
        }
        for (QMenu* each : below) {
            check(*each);
        }
    };
    for (const char* layout : {"Replay", "Motion", "Train", "Robot", "Decide"}) {
        m_window->showLayout(QLatin1String(layout));
        std::set<QChar> letters;
        for (QAction* menu : m_window->menuBar()->actions()) {
            if (menu->isVisible()) {
                const QChar letter = mnemonicOf(menu->text());
                EXPECT_TRUE(!letter.isNull() && letters.insert(letter).second)
                    << layout << ": " << menu->text().toStdString();
                check(*menu->menu());
            }
        }
    }
    EXPECT_GT(items, 300U);
    EXPECT_EQ(action("replay.bookmark").text(), QStringLiteral("Bookmark this frame"));
    // A menu is opened and used by letters.
    m_window->showLayout(QStringLiteral("Replay"));
    activate();
    press(Qt::Key_R, Qt::AltModifier);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    ASSERT_NE(menu, nullptr);
    const QChar letter = mnemonicOf(action("replay.bookmark").text());
    ASSERT_FALSE(letter.isNull());
    QTest::keyClick(menu, static_cast<Qt::Key>(letter.toUpper().unicode()));
    EXPECT_EQ(replay().bookmarks().entries().size(), 1U);
}

TEST_F(KeyboardTest, ButtonsOfDialogsHaveMnemonics) {
    std::set<QChar> letters;
    int buttons = 0;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeWindow());
        if (dialog == nullptr) {
            return;
        }
        timer.stop();
        for (const auto* button : dialog->findChildren<QPushButton*>()) {
            if (button->isVisible() && !button->text().isEmpty()) {
                ++buttons;
                const QChar letter = mnemonicOf(button->text());
                EXPECT_TRUE(!letter.isNull() && letters.insert(letter).second)
                    << button->text().toStdString();
            }
        }
        dialog->reject();
    });
    timer.start(50);
    action("simulator.connect").trigger();
    EXPECT_TRUE(tests::waitUntil([&] { return buttons > 0; }));
    EXPECT_GE(buttons, 4);
}

TEST(MnemonicsTest, EveryTextGetsALetterIfThereAreEnough) {
    EXPECT_EQ(widgets::withMnemonics({QStringLiteral("Save"), QStringLiteral("Save as")}),
              QStringList({QStringLiteral("&Save"), QStringLiteral("Save &as")}));
    // The last one can only have the letters of the others.
    EXPECT_EQ(
        widgets::withMnemonics({QStringLiteral("ab"), QStringLiteral("bc"), QStringLiteral("a")}),
        QStringList({QStringLiteral("a&b"), QStringLiteral("b&c"), QStringLiteral("&a")}));
    EXPECT_EQ(widgets::withMnemonics({QStringLiteral("&Open"), QStringLiteral("Or")}),
              QStringList({QStringLiteral("&Open"), QStringLiteral("O&r")}));
    EXPECT_EQ(widgets::withMnemonics({QStringLiteral("0:10 Goal"), QStringLiteral("2")}),
              QStringList({QStringLiteral("0:10 &Goal"), QStringLiteral("&2")}));
    EXPECT_EQ(widgets::withMnemonics({QStringLiteral("a"), QStringLiteral("a")}),
              QStringList({QStringLiteral("&a"), QStringLiteral("a")}));
}

TEST_F(KeyboardTest, TabGoesThroughTheReplayAndShowsWhere) {
    open(m_sample);
    m_window->showLayout(QStringLiteral("Replay"));
    activate();
    child<QDockWidget>("events").raise();
    ASSERT_TRUE(tests::waitUntil([&] { return events().isVisible(); }));
    events().setFocus(Qt::TabFocusReason);
    EXPECT_EQ(framed(), &events());
    std::set<QWidget*> visited;
    bool isBack = false;
    for (int i = 0; i < 80 && !isBack; ++i) {
        QWidget* const before = QApplication::focusWidget();
        press(Qt::Key_Tab);
        ASSERT_TRUE(tests::waitUntil([&] {
            return QApplication::focusWidget() != before || before == nullptr;
        })) << before->metaObject()->className();
        QTest::qWait(20); // a 3D view takes the focus later
        QWidget* const now = QApplication::focusWidget();
        isBack = now == &events();
        if (now != nullptr && !isTextField(*now) && qobject_cast<QComboBox*>(now) == nullptr) {
            EXPECT_EQ(framed(), now) << now->metaObject()->className();
        }
        visited.insert(now);
    }
    EXPECT_TRUE(isBack);
    EXPECT_GT(visited.size(), 5U);
}

TEST_F(KeyboardTest, HomeAndEndGoToTheEndsOfATableAndTheFrameShowsThatTheyDo) {
    openScripted();
    for (int frame = 20; frame < 200; frame += 20) {
        replay().setBookmark({static_cast<logs::FrameNumber>(frame), frame * 0.2, "here"});
    }
    m_window->showLayout(QStringLiteral("Replay"));
    child<QDockWidget>("events").raise();
    ASSERT_TRUE(tests::waitUntil([&] { return events().isVisible(); }));
    activate();
    const int last = events().model()->rowCount() - 1;
    ASSERT_GT(last, 4);
    QTest::mouseClick(events().viewport(), Qt::LeftButton, {},
                      events().visualRect(events().model()->index(2, 2)).center());
    EXPECT_EQ(framed(), &events()) << "arrows now move in the table";
    QTest::qWait(100); // until the frame of the clicked row is shown
    press(Qt::Key_End);
    EXPECT_EQ(events().currentIndex().row(), last);
    press(Qt::Key_Home);
    EXPECT_EQ(events().currentIndex().row(), 0);
    press(Qt::Key_Down);
    EXPECT_EQ(events().currentIndex().row(), 1);
}

TEST_F(KeyboardTest, MAlwaysOpensTheTextOfTheBookmark) {
    openScripted();
    m_window->showLayout(QStringLiteral("Replay"));
    child<QDockWidget>("events").raise();
    ASSERT_TRUE(tests::waitUntil([&] { return events().isVisible(); }));
    auto& filter = child<QLineEdit>("eventFilter");
    const auto bookmarkHere = [&](logs::FrameNumber frame, const char* text) {
        replay().seekFrame(frame);
        ASSERT_TRUE(tests::waitUntil([&] { return m_window->shown().exact->index == frame; }));
        const double speed = replay().clock().speed();
        press(Qt::Key_M);
        ASSERT_NE(events().findChild<QLineEdit*>(), nullptr) << text;
        type(text);
        press(Qt::Key_Return);
        const auto& entries = replay().bookmarks().entries();
        EXPECT_TRUE(tests::waitUntil([&] {
            return std::ranges::any_of(entries, [&](const logs::Bookmark& each) {
                return each.frame == frame && each.text == text;
            });
        })) << text;
        EXPECT_EQ(replay().frame(), frame) << "no letter ran as a shortcut";
        EXPECT_EQ(replay().clock().speed(), speed);
    };
    m_window->view3d().requestActivate();
    QTest::qWait(100);
    bookmarkHere(20, "hxc");
    activate();
    events().setFocus();
    bookmarkHere(40, "ghn");
    filter.setText(QStringLiteral("no such event"));
    m_window->setFocus();
    bookmarkHere(60, "xc");
    EXPECT_TRUE(filter.text().isEmpty()) << "it hid the bookmark";
    events().setFocus();
    press(Qt::Key_Up);
    bookmarkHere(80, "lx");
}

TEST_F(KeyboardTest, ALoopStartBehindTheEndBeginsAnotherLoop) {
    openScripted();
    m_window->setFocus();
    const auto pressAt = [&](double timeS, int key) {
        replay().seekTime(timeS);
        press(key);
    };
    pressAt(2.0, Qt::Key_BracketLeft);
    pressAt(10.0, Qt::Key_BracketRight);
    ASSERT_TRUE(replay().clock().loop());
    EXPECT_NEAR(replay().clock().loop()->endS, 10.0, 0.2);
    pressAt(50.0, Qt::Key_BracketLeft);
    EXPECT_FALSE(replay().clock().loop());
    EXPECT_TRUE(showsMessage(QStringLiteral("A loop starts here; ] sets its end")));
    pressAt(54.0, Qt::Key_BracketRight);
    ASSERT_TRUE(replay().clock().loop());
    EXPECT_NEAR(replay().clock().loop()->beginS, 50.0, 0.2);
    EXPECT_NEAR(replay().clock().loop()->endS, 54.0, 0.2);
    EXPECT_TRUE(m_window->messages().texts().filter(QStringLiteral("A loop starts")).isEmpty());
    pressAt(52.0, Qt::Key_BracketLeft); // within the loop
    EXPECT_NEAR(replay().clock().loop()->beginS, 52.0, 0.2);
    EXPECT_NEAR(replay().clock().loop()->endS, 54.0, 0.2);
}

TEST_F(KeyboardTest, BookmarksAreKeptWhereTheLogsFolderCannotBeWritten) {
    // Even the superuser cannot write a bookmark file beside a log with a name of this length.
    const std::filesystem::path log = m_folder / (std::string(245, 'x') + ".log");
    tests::writeFile(log, tests::scriptedLog(tests::movingScenes(51), 15));
    open(log);
    replay().setBookmark({7, 1.4, "look: the knee"});
    EXPECT_TRUE(showsMessage(QStringLiteral("The bookmarks of this log are kept in")));
    m_window->close();
    openWindow();
    open(log);
    ASSERT_EQ(replay().bookmarks().entries().size(), 1U);
    EXPECT_EQ(replay().bookmarks().entries()[0].text, "look: the knee");
    replay().removeBookmark(7);
    openWindow();
    open(log);
    EXPECT_TRUE(replay().bookmarks().entries().empty());
}

TEST_F(KeyboardTest, QuittingAsksForEveryUnsavedDocument) {
    const std::filesystem::path tree = m_folder / "test.tree";
    const std::filesystem::path formation = m_folder / "two.formation";
    tests::writeFile(tree, "behavior wait = stand-and-look\ntree\n  do wait\n");
    tests::writeFile(formation, "formation two\nfield 30 20\nrole 1 goalkeeper\n"
                                "situation play\n  ball 0 0\n    goalkeeper -14 0\n");
    m_window->openFile(qt(tree));
    auto& text = child<QPlainTextEdit>("decisionText");
    ASSERT_TRUE(tests::waitUntil([&] { return text.isVisible(); }));
    activate();
    text.setFocus();
    press(Qt::Key_NumberSign);
    ASSERT_TRUE(m_window->find<DecideWorkspace>().texts().isUnsaved());
    m_window->openFile(qt(formation));
    auto& field = *m_window->find<DecideWorkspace>().formations().panel()->field();
    ASSERT_TRUE(tests::waitUntil([&] { return field.isVisible(); }));
    QTest::qWait(50);
    tests::drag(field, field.placeOnWidget({-14.0, 0.0}), field.placeOnWidget({-10.0, 2.0}));
    ASSERT_TRUE(m_window->find<DecideWorkspace>().formations().document().isUnsaved());
    activate();
    auto asked = answer(QMessageBox::Cancel);
    press(Qt::Key_Q, Qt::ControlModifier);
    EXPECT_EQ(*asked, QStringList{QStringLiteral("test.tree has unsaved changes.")});
    EXPECT_TRUE(m_window->isVisible());
    activate();
    asked = answer(QMessageBox::Save);
    press(Qt::Key_Q, Qt::ControlModifier);
    EXPECT_EQ(*asked, QStringList({QStringLiteral("test.tree has unsaved changes."),
                                   QStringLiteral("two.formation has unsaved changes.")}));
    EXPECT_FALSE(m_window->isVisible());
    EXPECT_TRUE(tests::readUnpacked(tree).find('#') != std::string::npos);
    EXPECT_NE(tests::readUnpacked(formation).find("goalkeeper -10 2"), std::string::npos);
}

TEST_F(KeyboardTest, AnUntouchedMotionForARobotIsNotAskedAbout) {
    m_window->showLayout(QStringLiteral("Robot"));
    ASSERT_TRUE(action("robot.motion").isEnabled());
    action("robot.motion").trigger();
    auto& motions = m_window->find<MotionWorkspace>();
    ASSERT_FALSE(motions.document().motion()->robots.empty());
    EXPECT_FALSE(motions.isModified());
    activate();
    const auto asked = answer(QMessageBox::Cancel);
    press(Qt::Key_Q, Qt::ControlModifier);
    EXPECT_EQ(*asked, QStringList());
    EXPECT_FALSE(m_window->isVisible());
}

} // namespace
} // namespace sideline::studio
