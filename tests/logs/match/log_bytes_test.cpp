#include "logs/match/log_bytes.h"

#include <chrono>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

std::string textOf(const LogBytes& bytes, std::uint64_t offset, std::uint64_t length) {
    ReadBuffer buffer;
    const auto read = bytes.read(offset, length, buffer);
    return read ? std::string(*read) : "error: " + read.error().message;
}

// Overwrites an existing file, as a program does that opens it again; sets its modification time,
// since file times have a resolution of some milliseconds.
void overwrite(const std::filesystem::path& file, std::string_view text, int laterS = 1) {
    const auto time = std::filesystem::last_write_time(file);
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    out.close();
    std::filesystem::last_write_time(file, time + std::chrono::seconds(laterS));
}

TEST(LogBytesTest, ReadsAnyRangeOfAFile) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", "hello world");
    const auto bytes = LogBytes::openFile(dir / "a.log");
    ASSERT_TRUE(bytes) << bytes.error().toString();
    EXPECT_EQ((*bytes)->size(), 11U);
    ReadBuffer buffer;
    EXPECT_EQ(*(*bytes)->read(6, 5, buffer), "world");
    EXPECT_EQ(*(*bytes)->read(0, 11, buffer), "hello world");
    EXPECT_EQ(*(*bytes)->read(11, 0, buffer), "");
    EXPECT_TRUE((*bytes)->check());
}

TEST(LogBytesTest, NamesTheByteOfATruncation) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", std::string(100000, 'x'));
    const auto bytes = LogBytes::openFile(dir / "a.log");
    ASSERT_TRUE(bytes);
    std::filesystem::resize_file(dir / "a.log", 10);
    const auto checked = (*bytes)->check();
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().code, base::ErrorCode::Truncated);
    EXPECT_EQ(checked.error().toString(),
              (dir / "a.log").string() + ": the file was truncated at byte 10 while it was open; "
                                         "expected 100000 bytes, as before; reopen it");
    EXPECT_EQ(textOf(**bytes, 50000, 10),
              "error: the file was truncated at byte 10 while it was open");
    // It stays invalid: new content belongs to another log.
    overwrite(dir / "a.log", std::string(100000, 'x'));
    EXPECT_FALSE((*bytes)->check());
}

TEST(LogBytesTest, NoticesAnotherLogInTheSameFile) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", "old old old");
    const auto bytes = LogBytes::openFile(dir / "a.log");
    ASSERT_TRUE(bytes);
    overwrite(dir / "a.log", "new new new new");
    const auto checked = (*bytes)->check();
    ASSERT_FALSE(checked);
    EXPECT_NE(checked.error().toString().find("the file was rewritten while it was open"),
              std::string::npos)
        << checked.error().toString();
    overwrite(dir / "a.log", "old old old", 2);
    EXPECT_FALSE((*bytes)->check()) << "once lost, always lost";
}

TEST(LogBytesTest, IgnoresAppendedBytes) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", "old old old");
    const auto bytes = LogBytes::openFile(dir / "a.log");
    ASSERT_TRUE(bytes);
    overwrite(dir / "a.log", "old old old and more");
    EXPECT_TRUE((*bytes)->check());
    EXPECT_TRUE((*bytes)->check());
    EXPECT_EQ((*bytes)->size(), 11U);
}

TEST(LogBytesTest, KeepsAFileThatIsReplacedByAnother) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", "old old old");
    const auto bytes = LogBytes::openFile(dir / "a.log");
    ASSERT_TRUE(bytes);
    tests::writeFile(dir / "b.log", "new");
    std::filesystem::rename(dir / "b.log", dir / "a.log");
    EXPECT_TRUE((*bytes)->check());
    EXPECT_EQ(textOf(**bytes, 4, 7), "old old");
    std::filesystem::remove(dir / "a.log");
    EXPECT_TRUE((*bytes)->check());
    EXPECT_EQ(textOf(**bytes, 4, 7), "old old");
}

TEST(LogBytesTest, ReportsOpenErrors) {
    const tests::TempDir dir;
    const auto missing = LogBytes::openFile(dir / "none.log");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, base::ErrorCode::NotFound);
    EXPECT_NE(missing.error().toString().find("none.log"), std::string::npos);
    EXPECT_FALSE(LogBytes::openFile(dir.path()));
    ASSERT_EQ(::mkfifo((dir / "fifo").c_str(), 0600), 0);
    for (const auto& opened :
         {LogBytes::openFile(dir / "fifo"), LogBytes::openGrowing(dir / "fifo")}) {
        ASSERT_FALSE(opened);
        EXPECT_NE(opened.error().toString().find("fifo: this is a FIFO"), std::string::npos);
    }
    tests::writeFile(dir / "file", "x");
    EXPECT_FALSE(LogBytes::createSpool(dir / "file"));
}

TEST(LogBytesTest, FollowsAFileThatGrows) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", "one\ntw");
    const auto bytes = LogBytes::openGrowing(dir / "a.log");
    ASSERT_TRUE(bytes);
    EXPECT_EQ((*bytes)->size(), 6U);
    ASSERT_TRUE((*bytes)->follow(4));
    overwrite(dir / "a.log", "one\n"); // removed, as it was incomplete
    EXPECT_EQ(textOf(**bytes, 4, 2), "error: the file was truncated at byte 4 while it was open");
    ASSERT_TRUE((*bytes)->check()) << "what is kept is there";
    overwrite(dir / "a.log", "one\nthree\n", 2);
    ASSERT_TRUE((*bytes)->follow(4));
    EXPECT_EQ((*bytes)->size(), 10U);
    EXPECT_EQ(textOf(**bytes, 4, 5), "three");
    ASSERT_TRUE((*bytes)->follow(10));
    // Kept bytes must not change, including those after the first part.
    overwrite(dir / "a.log", "one\nthrow\nfour\n", 3);
    EXPECT_FALSE((*bytes)->follow(10));
    EXPECT_FALSE((*bytes)->check());
}

TEST(LogBytesTest, TruncationOfAGrowingFileNamesTheByte) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", "one\ntwo\n");
    const auto bytes = LogBytes::openGrowing(dir / "a.log");
    ASSERT_TRUE(bytes);
    ASSERT_TRUE((*bytes)->follow(8));
    std::filesystem::resize_file(dir / "a.log", 5);
    const auto followed = (*bytes)->follow(8);
    ASSERT_FALSE(followed);
    EXPECT_NE(followed.error().toString().find("truncated at byte 5"), std::string::npos);
}

TEST(LogBytesTest, ASpoolGrowsAndIsRemoved) {
    const tests::TempDir dir;
    auto spool = LogBytes::createSpool(dir / "cache");
    ASSERT_TRUE(spool) << spool.error().toString();
    ASSERT_TRUE((*spool)->append("first "));
    const std::string block(std::size_t{9} << 20U, 'z');
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE((*spool)->append(block));
    }
    EXPECT_EQ((*spool)->size(), 6 + 3 * block.size());
    EXPECT_EQ(textOf(**spool, 0, 7), "first z");
    EXPECT_EQ(textOf(**spool, (*spool)->size() - 1, 1), "z");
    EXPECT_TRUE((*spool)->check());
    EXPECT_GT(*(*spool)->freeBytes(), 0U);
    // The spool's file has no name: the system removes it if the program dies.
    EXPECT_TRUE(std::filesystem::is_empty(dir / "cache"));
}

TEST(LogBytesTest, GrowthDuringACheckIsNoTruncation) {
    const tests::TempDir dir;
    const auto file = dir / "growing.log";
    tests::writeFile(file, "x");
    const auto bytes = LogBytes::openGrowing(file);
    ASSERT_TRUE(bytes);
    std::jthread checker([&](const std::stop_token& stop) {
        while (!stop.stop_requested() && (*bytes)->check()) {
        }
    });
    std::ofstream out(file, std::ios::binary | std::ios::app);
    for (std::uint64_t size = 2; size < 20'000; ++size) {
        out.put('x').flush();
        const auto followed = (*bytes)->follow((*bytes)->size());
        ASSERT_TRUE(followed) << followed.error().toString();
    }
}

} // namespace
} // namespace sideline::logs
