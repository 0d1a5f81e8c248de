#include "widgets/common/file_question.h"

#include <filesystem>

#include <gtest/gtest.h>

#include <QDir>
#include <QSettings>
#include <QStandardPaths>

#include "tests/support/test_files.h"

namespace sideline::widgets {
namespace {

namespace fs = std::filesystem;

class FileQuestionTest : public ::testing::Test {
protected:
    QString at(const char* folder) {
        fs::create_directories(m_folder / folder);
        return QString::fromStdString((m_folder / folder).string());
    }

    tests::TempDir m_folder;
    QSettings m_store{QString::fromStdString((m_folder / "settings.ini").string()),
                      QSettings::IniFormat};
    QWidget m_window;
};

TEST_F(FileQuestionTest, TheFirstFolderThatExistsIsTaken) {
    rememberFolders(m_window, m_store);
    auto* panel = new QWidget(&m_window);
    FileQuestion question{
        QStringLiteral("logs"), {}, {}, at("shown") + QStringLiteral("/a.log"), at("fallback")};
    EXPECT_EQ(firstFolder(panel, question), at("shown"));
    keepFolderOf(panel, QStringLiteral("tables"), at("tables") + QStringLiteral("/t.csv"));
    EXPECT_EQ(firstFolder(panel, question), at("shown")) << "another kind";
    keepFolderOf(panel, QStringLiteral("logs"), at("logs") + QStringLiteral("/b.log"));
    EXPECT_EQ(firstFolder(panel, question), at("logs"));
    EXPECT_EQ(firstFolder(nullptr, question), at("shown")) << "not in that window";
    fs::remove(m_folder / "logs");
    EXPECT_EQ(firstFolder(panel, question), at("shown"));
    // Files that the program has put into the cache are not where the user keeps files.
    question.shown = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
                     QStringLiteral("/sideline/a.log");
    EXPECT_EQ(firstFolder(panel, question), at("fallback"));
    question.fallback.clear();
    EXPECT_TRUE(QDir(firstFolder(panel, question)).exists());
    EXPECT_NE(firstFolder(panel, question), QDir::currentPath());
}

TEST_F(FileQuestionTest, ANewFileHasANameThatIsFree) {
    const FileQuestion question{{}, {}, {}, {}, at("pictures")};
    tests::writeFile(m_folder / "pictures" / "p-1.png", "");
    EXPECT_EQ(newFile(&m_window, question, QStringLiteral("p-%1.png")),
              at("pictures") + QStringLiteral("/p-2.png"));
}

} // namespace
} // namespace sideline::widgets
