#include "motions/library/library.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/test_files.h"

namespace sideline::keyframe {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> namesOf(const std::vector<LibraryFile>& files) {
    std::vector<std::string> names;
    for (const LibraryFile& file : files) {
        names.push_back(file.folder + "/" + file.name);
    }
    return names;
}

class MotionLibraryTest : public testing::Test {
protected:
    fs::path add(const char* name) {
        fs::create_directories((m_folder / name).parent_path());
        tests::writeFile(m_folder / name, "sideline-motion 1\n");
        return m_folder / name;
    }
    tests::TempDir m_folder;
};

TEST_F(MotionLibraryTest, ListsMotionsRecursively) {
    add("top.motion");
    add("GetUp/b.motion");
    add("GetUp/a.motion");
    add("GetUp/Old/a.motion");
    add("GetUp/notes.txt.bak");
    const auto files = listMotions(m_folder.path());
    ASSERT_TRUE(files);
    EXPECT_EQ(namesOf(*files),
              (std::vector<std::string>{"/top", "GetUp/a", "GetUp/b", "GetUp/Old/a"}));
    EXPECT_EQ(files->front().path, m_folder / "top.motion");
}

TEST_F(MotionLibraryTest, FilesOfOtherTeamsAreListedOnRequest) {
    add("ours.motion");
    add("kick.skl");
    add("slots.xml");
    add("picture.png");
    EXPECT_EQ(listMotions(m_folder.path())->size(), 1U);
    EXPECT_EQ(namesOf(*listMotions(m_folder.path(), true)),
              (std::vector<std::string>{"/kick", "/ours", "/slots"}));
}

TEST_F(MotionLibraryTest, AMissingFolderIsNamed) {
    const auto files = listMotions(m_folder / "nowhere");
    ASSERT_FALSE(files);
    EXPECT_EQ(files.error().code, base::ErrorCode::NotFound);
    EXPECT_EQ(files.error().file, (m_folder / "nowhere").string());
    EXPECT_FALSE(listMotions(add("file.motion"))) << "a file is no folder";
    EXPECT_TRUE(listMotions(m_folder.path()));
}

TEST_F(MotionLibraryTest, FindsAMotionForARobot) {
    add("GetUp/up.motion");
    add("GetUp/up-3.motion");
    add("Kick/kick-0.motion");
    const auto nameOf = [&](std::string_view name, std::optional<int> type) {
        const auto found = findMotion(m_folder.path(), name, type);
        return found ? found->name : found.error().message;
    };
    EXPECT_EQ(nameOf("up", std::nullopt), "up");
    EXPECT_EQ(nameOf("up", 3), "up-3");
    EXPECT_EQ(nameOf("up", 1), "up");
    EXPECT_EQ(nameOf("up-3", std::nullopt), "up-3");
    EXPECT_EQ(nameOf("kick", std::nullopt), "kick-0");
    EXPECT_EQ(nameOf("kick", 0), "kick-0");
    EXPECT_EQ(nameOf("kick", 2), "unknown motion 'kick'");
}

TEST_F(MotionLibraryTest, AnUnknownNameIsReportedWithTheAvailableOnes) {
    add("b.motion");
    add("a.motion");
    const auto found = findMotion(m_folder.path(), "c");
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, base::ErrorCode::NotFound);
    EXPECT_EQ(found.error().expected, "one of a, b");
    EXPECT_FALSE(findMotion(m_folder / "nowhere", "a"));
}

TEST_F(MotionLibraryTest, AnInstalledProgramFindsItsMotions) {
    EXPECT_TRUE(fs::is_directory(shippedMotionsFolder()));
    EXPECT_EQ(ownMotionsFolder(), shippedMotionsFolder()) << "this program is not installed";
    EXPECT_EQ(shippedMotionsFolder(m_folder / "bin"), shippedMotionsFolder());
    add("share/sideline/motions/Fun/wave.motion");
    fs::create_directories(m_folder / "bin");
    const fs::path installed = shippedMotionsFolder(m_folder / "bin");
    EXPECT_TRUE(fs::equivalent(installed, m_folder / "share/sideline/motions"));
    EXPECT_EQ(findMotion(installed, "wave")->folder, "Fun");
}

} // namespace
} // namespace sideline::keyframe
