// The window at the sizes of small screens: every text has room, no name widens it, docks get their
// size back, and messages move nothing. Runs at the scale of the display, and again at scale 2.
#include <array>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include <QApplication>
#include <QDockWidget>
#include <QTabBar>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include "tests/gui/gui_support.h"
#include "tests/gui/text_room.h"
#include "tests/studio/studio_window.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"
#include "widgets/common/elided_label.h"
#include "widgets/motion/curve_view.h"

namespace sideline::studio {
namespace {

namespace fs = std::filesystem;

using Severity = widgets::MessageBar::Severity;

constexpr int kLong = 60'000; // ms

// 200 characters without a place to wrap.
std::string longName() {
    std::string name;
    while (name.size() < 180) {
        name += "averylongnameofafile_";
    }
    return name.substr(0, 180);
}

class WindowRoomTest : public tests::StudioWindowTest {
protected:
    void SetUp() override {
        m_store.setValue(QStringLiteral("motion/own-folder"), qt(m_folder / "motions"));
        m_store.setValue(QStringLiteral("train/own-folder"), qt(m_folder / "experiments"));
        StudioWindowTest::SetUp();
    }
    void TearDown() override { m_window->find<studio::MotionWorkspace>().document().forget(); }
    void openMatch(const fs::path& file) {
        m_window->openFile(qt(file));
        ASSERT_TRUE(tests::waitUntil(
            [&] {
                const MatchPlayer& session = m_window->session();
                return session.isOpen() && session.shown().exact &&
                       session.log()->progress().stage == logs::LogProgress::Stage::Done;
            },
            kLong));
    }
    // Opens a copy of a file with this stem, and waits until its name is in the window's title.
    void openCopy(const fs::path& from, const std::string& stem, const std::string& ending) {
        const fs::path file = m_folder / (stem + ending);
        fs::copy_file(from, file, fs::copy_options::overwrite_existing);
        m_window->openFile(qt(file));
        QTest::qWait(200); // lays the panels out
    }
    // Fills the workspaces with one file each.
    void openAll(const std::string& stem) {
        openCopy(tests::exampleFile("../motions/library/GetUp/getup-back-2.motion"), stem,
                 ".motion");
        ASSERT_TRUE(tests::waitUntil([&] {
            return m_window->find<studio::MotionWorkspace>().document().motion() != nullptr;
        }));
        openCopy(tests::dataFile("rsg/agent/scout.rsg"), stem, ".rsg");
        openCopy(tests::exampleFile("teams/plain.toml"), stem, ".toml");
        openCopy(tests::exampleFile("formations/three-lines.formation"), stem, ".formation");
        openCopy(tests::exampleFile("decisions/keeper.tree"), stem, ".tree");
        fs::create_directories(m_folder / stem);
        fs::copy_file(tests::exampleFile("training/sidestep.toml"),
                      m_folder / stem / "experiment.toml", fs::copy_options::overwrite_existing);
        m_window->openFile(qt(m_folder / stem));
        openCopy(tests::dataFile("squat-t4.agent.rec.gz"), stem, ".agent.rec.gz");
        ASSERT_TRUE(tests::waitUntil(
            [&] {
                const auto& localize = m_window->find<studio::LocalizationWorkspace>();
                return localize.stream() && !localize.isBusy();
            },
            kLong));
        openMatch(m_sample);
    }
    void resizeTo(const QSize& size) {
        m_window->resize(size);
        ASSERT_TRUE(tests::waitUntil([&] { return m_window->size() == size; }));
        QApplication::processEvents();
    }
    // Returns the visible labels and controls that need more than half of a small window's width.
    QString widest() {
        QStringList names;
        for (const auto* widget : m_window->findChildren<QWidget*>()) {
            if (widget->isVisible() && widget->layout() == nullptr &&
                widget->minimumSizeHint().width() > 512) {
                names << QStringLiteral("%1 '%2'").arg(
                    QLatin1String(widget->metaObject()->className()), widget->objectName());
            }
        }
        return names.join(QStringLiteral(", "));
    }
    // Shows each panel of each layout and returns what has no room.
    QStringList findingsAt(const QSize& size) {
        QStringList findings;
        for (const QString& name : m_window->layoutNames()) {
            resizeTo(size);
            EXPECT_TRUE(m_window->showLayout(name));
            QTest::qWait(20);
            for (QDockWidget* dock : m_window->findChildren<QDockWidget*>()) {
                if (dock->isHidden() || dock->isFloating()) {
                    continue;
                }
                dock->raise();
                QTest::qWait(20);
                EXPECT_EQ(m_window->size(), size) << dock->objectName().toStdString();
                QStringList cut; // a layout settles in several steps
                static_cast<void>(tests::waitUntil(
                    [&] {
                        cut = tests::textsWithoutRoom(*m_window);
                        return cut.isEmpty();
                    },
                    2000));
                for (const QString& finding : cut) {
                    const QString line = name + QStringLiteral(": ") + finding;
                    if (!findings.contains(line)) {
                        findings << line;
                    }
                }
            }
        }
        return findings;
    }
};

TEST_F(WindowRoomTest, EveryTextHasRoomInASmallWindow) {
    openAll("short");
    const QStringList findings = findingsAt({1280, 800});
    EXPECT_TRUE(findings.isEmpty()) << findings.join(QLatin1Char('\n')).toStdString();
}

TEST_F(WindowRoomTest, EveryTextHasRoomInTheSmallestWindow) {
    openAll("short");
    const QStringList findings = findingsAt({1024, 700});
    EXPECT_TRUE(findings.isEmpty()) << findings.join(QLatin1Char('\n')).toStdString();
}

// A screen of 1920x1080 at scale 2 leaves so much to a window.
TEST_F(WindowRoomTest, NoPanelCoversAnotherOnASmallScreenAtScale2) {
    openAll("short");
    const QSize size(960, 512);
    QStringList overlaps;
    for (const QString& name : m_window->layoutNames()) {
        resizeTo(size);
        ASSERT_TRUE(m_window->showLayout(name));
        QTest::qWait(100);
        EXPECT_EQ(m_window->size(), size) << name.toStdString();
        QWidget* const center = m_window->centralWidget();
        for (const QWidget* view : center->findChildren<QWidget*>()) {
            if (view->isVisible() && view->inherits("QWindowContainer")) {
                const QRect place(view->mapTo(center, QPoint(0, 0)), view->size());
                EXPECT_TRUE(center->rect().contains(place)) << name.toStdString() << ", 3D view";
            }
        }
        QList<QWidget*> parts{center};
        for (QDockWidget* dock : m_window->findChildren<QDockWidget*>()) {
            if (dock->isVisible() && !dock->isFloating() && dock->x() >= 0 && dock->y() >= 0) {
                parts << dock;
            }
        }
        for (qsizetype i = 0; i < parts.size(); ++i) {
            for (qsizetype j = 0; j < i; ++j) {
                if (parts[i]->geometry().intersects(parts[j]->geometry())) {
                    overlaps << QStringLiteral("%1: %2 and %3")
                                    .arg(name, parts[i]->objectName(), parts[j]->objectName());
                }
            }
        }
    }
    EXPECT_TRUE(overlaps.isEmpty()) << overlaps.join(QLatin1Char('\n')).toStdString();
}

TEST_F(WindowRoomTest, TheNameOfARobotIsWholeInASmallWindow) {
    resizeTo({1024, 700});
    ASSERT_TRUE(m_window->showLayout(QStringLiteral("Robot")));
    const auto& title = child<widgets::ElidedLabel>("robot-title");
    ASSERT_TRUE(tests::waitUntil([&] { return title.isVisible() && !title.text().isEmpty(); }));
    EXPECT_TRUE(tests::waitUntil([&] { return title.shownText() == title.text(); }))
        << title.shownText().toStdString();
}

TEST_F(WindowRoomTest, LongNamesOfFilesWidenNoWorkspace) {
    openAll(longName());
    openCopy(tests::sampleLog(), longName(), ".log.xz");
    resizeTo({1024, 700});
    for (const QString& name : m_window->layoutNames()) {
        ASSERT_TRUE(m_window->showLayout(name));
        QTest::qWait(20);
        EXPECT_EQ(m_window->width(), 1024) << name.toStdString();
        EXPECT_LE(m_window->minimumSizeHint().width(), 1024)
            << name.toStdString() << ": " << widest().toStdString();
    }
    const auto& title = child<widgets::ElidedLabel>("motion-title");
    EXPECT_NE(title.shownText(), title.text());
}

TEST_F(WindowRoomTest, LongNamesOfTeamsWidenNoWorkspace) {
    const std::string name = longName();
    std::string log = tests::readUnpacked(tests::sampleLog());
    for (const std::string team : {"UTA", "UTB"}) {
        for (std::size_t at = log.find("(team_"); at != std::string::npos;
             at = log.find("(team_", at + 1)) {
            const std::size_t value = log.find(' ', at) + 1;
            if (log.compare(value, team.size(), team) == 0) {
                log.replace(value, team.size(), team + name);
            }
        }
    }
    tests::writeFile(m_folder / "teams.log", log);
    openMatch(m_folder / "teams.log");
    ASSERT_GT(m_window->shown().exact->game.teamLeft.size(), 150U);
    resizeTo({1024, 700});
    for (const QString& layout : m_window->layoutNames()) {
        ASSERT_TRUE(m_window->showLayout(layout));
        QTest::qWait(20);
        EXPECT_EQ(m_window->width(), 1024) << layout.toStdString();
        EXPECT_LE(m_window->minimumSizeHint().width(), 1024)
            << layout.toStdString() << ": " << widest().toStdString();
    }
    m_window->showLayout(QStringLiteral("Replay"));
    const auto& team = child<widgets::ElidedLabel>("leftTeam");
    EXPECT_NE(team.shownText(), team.text());
    EXPECT_TRUE(child<QToolButton>("score").visibleRegion().boundingRect().width() > 0);
}

TEST_F(WindowRoomTest, DocksAreAsWideAsBeforeOnceTheWindowIs) {
    openMatch(m_sample);
    ASSERT_TRUE(m_window->showLayout(QStringLiteral("Live")));
    QTest::qWait(50);
    const auto widths = [&] {
        return std::array{child<QDockWidget>("joints").width(), child<QDockWidget>("agent").width(),
                          child<QDockWidget>("field").width()};
    };
    const auto before = widths();
    resizeTo({1024, 700});
    QTest::qWait(50);
    ASSERT_LT(widths()[1], before[1]);
    resizeTo({1280, 800});
    QTest::qWait(50);
    EXPECT_EQ(widths(), before);
}

TEST_F(WindowRoomTest, ANarrowAgentPanelKeepsTheNamesOfProperties) {
    ASSERT_TRUE(m_window->showLayout(QStringLiteral("Live")));
    auto& dock = child<QDockWidget>("agent");
    const auto* tree = dock.findChild<QTreeView*>();
    const int needPx = tree->fontMetrics().horizontalAdvance(QStringLiteral("Score, own"));
    for (const QSize size : {QSize(1280, 800), QSize(1024, 700), QSize(1280, 800)}) {
        resizeTo(size);
        QTest::qWait(50);
        EXPECT_GE(tree->columnWidth(0), needPx) << size.width();
    }
}

TEST_F(WindowRoomTest, MessagesMoveNothing) {
    openMatch(m_sample);
    m_window->showLayout(QStringLiteral("Replay"));
    QTest::qWait(50);
    auto& score = child<QToolButton>("score");
    const QPoint before = score.mapTo(m_window.get(), QPoint(0, 0));
    const QSize view = m_window->centralWidget()->size();
    m_window->messages().show(Severity::Error, QStringLiteral("The disk is full"));
    m_window->messages().show(Severity::Error, QString(300, QLatin1Char('x')));
    QTest::qWait(50);
    EXPECT_TRUE(m_window->messages().isVisible());
    EXPECT_EQ(score.mapTo(m_window.get(), QPoint(0, 0)), before);
    EXPECT_EQ(m_window->centralWidget()->size(), view);
    EXPECT_GT(m_window->messages().y(), before.y() + score.height())
        << "the score can still be clicked";
    EXPECT_TRUE(m_window->rect().contains(m_window->messages().geometry()));
    // The close button is above the 3D view.
    auto* close = m_window->messages().findChild<QToolButton*>();
    QTest::mouseClick(close, Qt::LeftButton);
    EXPECT_TRUE(tests::waitUntil([&] { return m_window->messages().texts().size() == 1; }));
}

TEST_F(WindowRoomTest, MessagesStayWithTheirWorkspace) {
    m_window->showLayout(QStringLiteral("Motion"));
    m_window->messages().show(Severity::Error, QStringLiteral("The motion cannot be saved"));
    auto& tabs = child<QTabBar>("workspaceTabs");
    for (int i = 0; i < tabs.count(); ++i) {
        if (tabs.tabText(i) == QStringLiteral("Train")) {
            QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(i).center());
        }
    }
    ASSERT_EQ(m_window->scope(), ActionScope::Train);
    EXPECT_EQ(m_window->messages().texts(), QStringList());
    EXPECT_FALSE(m_window->messages().isVisible());
    m_window->showLayout(QStringLiteral("Motion"));
    EXPECT_EQ(m_window->messages().texts(),
              QStringList{QStringLiteral("The motion cannot be saved")});
    EXPECT_TRUE(m_window->messages().isVisible());
}

TEST_F(WindowRoomTest, ANewMessageComesAlongToTheWorkspaceThatItsActionOpens) {
    m_window->showLayout(QStringLiteral("Motion"));
    m_window->messages().show(Severity::Note, QStringLiteral("Opened with two warnings"));
    m_window->showLayout(QStringLiteral("Train"));
    EXPECT_EQ(m_window->messages().texts(),
              QStringList{QStringLiteral("Opened with two warnings")});
}

TEST_F(WindowRoomTest, CurvesOfAMotionHaveAUsefulHeight) {
    openCopy(tests::exampleFile("../motions/library/GetUp/getup-back-2.motion"), "curves",
             ".motion");
    for (const QSize size : {QSize(1280, 800), QSize(1024, 700)}) {
        resizeTo(size);
        m_window->showLayout(QStringLiteral("Motion"));
        QTest::mouseClick(&child<QToolButton>("curvesButton"), Qt::LeftButton);
        QTest::qWait(50);
        const auto* curves = m_window->findChild<widgets::CurveView*>();
        ASSERT_NE(curves, nullptr);
        EXPECT_GE(curves->height(), 180) << size.height();
        EXPECT_EQ(m_window->size(), size);
        QTest::mouseClick(&child<QToolButton>("dopeSheetButton"), Qt::LeftButton);
    }
}

} // namespace
} // namespace sideline::studio
