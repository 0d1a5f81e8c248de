// Runs the commands shown in README and docs, to keep them correct.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <QProcess>

#include "tests/support/test_files.h"

namespace {

namespace fs = std::filesystem;

fs::path sourceDir() {
    return std::getenv("SIDELINE_SOURCE_DIR");
}

// Returns the lines of the `sh` blocks of a page.
std::vector<std::string> commandsOf(const fs::path& page) {
    std::vector<std::string> commands;
    std::ifstream in(page);
    bool inBlock = false;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("```")) {
            inBlock = line == "```sh";
        } else if (inBlock && !line.empty()) {
            commands.push_back(line);
        }
    }
    return commands;
}

TEST(DocsCommandsTest, EveryShownCommandWorks) {
    const sideline::tests::TempDir folder;
    for (const char* name : {"studio", "tests", "examples"}) {
        fs::create_directory_symlink(sourceDir() / name, folder / name);
    }
    std::vector<fs::path> pages = {sourceDir() / "README.md"};
    for (const auto& entry : fs::directory_iterator(sourceDir() / "docs")) {
        if (entry.path().extension() == ".md") {
            pages.push_back(entry.path());
        }
    }
    const auto folderOf = [](const char* program) {
        return fs::path(program).parent_path().string();
    };
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(
        QStringLiteral("PATH"),
        QString::fromStdString(folderOf(SIDELINE_PROGRAM) + ":" + folderOf(SIDELINE_STUDIO) + ":") +
            environment.value(QStringLiteral("PATH")));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"),
                       QString::fromStdString((folder / "config").string()));
    int count = 0;
    for (const fs::path& page : pages) {
        for (const std::string& command : commandsOf(page)) {
            QProcess shell;
            shell.setWorkingDirectory(QString::fromStdString(folder.path().string()));
            shell.setProcessEnvironment(environment);
            shell.start(QStringLiteral("bash"),
                        {QStringLiteral("-c"), QString::fromStdString(command)});
            ASSERT_TRUE(shell.waitForFinished(120'000)) << page << ": " << command;
            EXPECT_EQ(shell.exitCode(), 0) << page << ": " << command << '\n'
                                           << shell.readAllStandardError().toStdString();
            ++count;
        }
    }
    EXPECT_GE(count, 8) << "were the pages moved?";
}

} // namespace
