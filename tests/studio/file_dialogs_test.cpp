// The folder and the files with which file dialogs begin, opened by keys in the real window.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include <QDir>
#include <QTest>

#include "tests/gui/file_dialog.h"
#include "tests/studio/studio_window.h"

namespace sideline::studio {
namespace {

namespace fs = std::filesystem;

class FileDialogsTest : public tests::StudioWindowTest {
protected:
    void SetUp() override {
        for (const char* folder : {"motions", "elsewhere", "working"}) {
            fs::create_directory(m_folder / folder);
        }
        tests::writeFile(m_folder / "motions" / "notes.rst", "no motion");
        for (const char* file : {"motions/squat.motion", "elsewhere/bow.motion"}) {
            fs::copy_file(fs::path(SIDELINE_MOTIONS) / "GetUp" / "getup-back-0.motion",
                          m_folder / file);
        }
        m_store.setValue(QStringLiteral("motion/own-folder"), qt(m_folder / "motions"));
        StudioWindowTest::SetUp();
        m_before = QDir::currentPath();
        QDir::setCurrent(qt(m_folder / "working"));
    }
    void TearDown() override {
        QDir::setCurrent(m_before);
        StudioWindowTest::TearDown();
    }
    // Returns what the dialog shows that keys open.
    tests::SeenFileDialog seenAfter(const QKeySequence& keys) {
        tests::SeenFileDialog seen;
        tests::lookAtFileDialog(*m_window, seen);
        activate();
        QTest::keySequence(m_window.get(), keys);
        activate(); // without a window manager, the window is not activated after the dialog
        return seen;
    }
    static bool isSame(const QString& folder, const fs::path& other) {
        return QDir(folder).canonicalPath() == QDir(qt(other)).canonicalPath();
    }
    void openSample() {
        m_window->openFile(qt(m_sample));
        ASSERT_TRUE(tests::waitUntil([&] { return m_window->session().shown().exact != nullptr; }));
    }

    QString m_before; // working folder
};

TEST_F(FileDialogsTest, InMotionItListsMotionsAndBeginsWhereTheLastOneWas) {
    ASSERT_TRUE(m_window->showLayout(QStringLiteral("Motion")));
    const auto first = seenAfter(QKeySequence(QStringLiteral("Ctrl+O")));
    EXPECT_TRUE(isSame(first.folder, m_folder / "motions")) << first.folder.toStdString();
    EXPECT_TRUE(first.files.contains(QStringLiteral("squat.motion")))
        << first.files.join(QLatin1Char('|')).toStdString();
    EXPECT_FALSE(first.files.contains(QStringLiteral("notes.rst")));

    tests::answerFileDialog(*m_window, qt(m_folder / "elsewhere" / "bow.motion"));
    QTest::keySequence(m_window.get(), QKeySequence(QStringLiteral("Ctrl+O")));
    activate();
    ASSERT_TRUE(tests::waitUntil([&] {
        return m_window->windowTitle().contains(QStringLiteral("bow")) ||
               m_window->find<MotionWorkspace>().windowTitle().contains(QStringLiteral("bow"));
    }));
    const auto second = seenAfter(QKeySequence(QStringLiteral("Ctrl+O")));
    EXPECT_TRUE(isSame(second.folder, m_folder / "elsewhere")) << second.folder.toStdString();
    // The next run remembers it, and logs have a folder of their own.
    openWindow();
    ASSERT_TRUE(m_window->showLayout(QStringLiteral("Motion")));
    const auto third = seenAfter(QKeySequence(QStringLiteral("Ctrl+Alt+O")));
    EXPECT_TRUE(isSame(third.folder, m_folder / "elsewhere")) << third.folder.toStdString();
    openSample();
    const auto log = seenAfter(QKeySequence(QStringLiteral("Ctrl+O")));
    EXPECT_TRUE(isSame(log.folder, m_folder.path())) << log.folder.toStdString();
    EXPECT_TRUE(log.files.contains(QStringLiteral("sample.log.xz")));
}

TEST_F(FileDialogsTest, InDecideItBeginsWithTheExamplesAndThenWithTheShownFile) {
    ASSERT_TRUE(m_window->showLayout(QStringLiteral("Decide")));
    const auto first = seenAfter(QKeySequence(QStringLiteral("Ctrl+O")));
    EXPECT_TRUE(first.files.contains(QStringLiteral("field.tree")))
        << first.folder.toStdString() << ": " << first.files.join(QLatin1Char('|')).toStdString();
    tests::writeFile(m_folder / "elsewhere" / "mine.tree", "tree\n  when 1 do hold-pose\n");
    m_window->openFile(qt(m_folder / "elsewhere" / "mine.tree"));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return !m_window->find<DecideWorkspace>().texts().file().isEmpty(); }));
    const auto second = seenAfter(QKeySequence(QStringLiteral("Ctrl+O")));
    EXPECT_TRUE(isSame(second.folder, m_folder / "elsewhere")) << second.folder.toStdString();
}

TEST_F(FileDialogsTest, ExportsBeginNextToTheLogInsteadOfTheWorkingFolder) {
    openSample();
    const auto clip = seenAfter(QKeySequence(QStringLiteral("Ctrl+E")));
    EXPECT_TRUE(isSame(clip.folder, m_folder.path())) << clip.folder.toStdString();
    EXPECT_EQ(clip.name, QStringLiteral("cut.log.xz"));
    for (const char* table : {"file.poses", "file.events"}) {
        tests::SeenFileDialog seen;
        tests::lookAtFileDialog(*m_window, seen);
        action(table).trigger();
        EXPECT_TRUE(isSame(seen.folder, m_folder.path())) << table << seen.folder.toStdString();
    }
}

} // namespace
} // namespace sideline::studio
