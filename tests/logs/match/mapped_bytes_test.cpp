#include "logs/match/mapped_bytes.h"

#include <gtest/gtest.h>

#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

TEST(MappedBytesTest, MapsAFile) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", "hello world");
    const auto bytes = MappedBytes::openFile(dir / "a.log");
    ASSERT_TRUE(bytes) << bytes.error().toString();
    EXPECT_EQ((*bytes)->size(), 11U);
    EXPECT_EQ((*bytes)->view(6, 5), "world");
    EXPECT_TRUE((*bytes)->isIntact());
    (*bytes)->release(0, 11);
    EXPECT_EQ((*bytes)->view(0, 5), "hello");
}

TEST(MappedBytesTest, NoticesThatTheFileWasCutShort) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", std::string(100000, 'x'));
    const auto bytes = MappedBytes::openFile(dir / "a.log");
    ASSERT_TRUE(bytes);
    std::filesystem::resize_file(dir / "a.log", 10);
    EXPECT_FALSE((*bytes)->isIntact());
}

TEST(MappedBytesTest, NamesWhatCannotBeOpened) {
    const tests::TempDir dir;
    const auto missing = MappedBytes::openFile(dir / "none.log");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, base::ErrorCode::NotFound);
    EXPECT_NE(missing.error().toString().find("none.log"), std::string::npos);
    EXPECT_FALSE(MappedBytes::openFile(dir.path()));
    tests::writeFile(dir / "file", "x");
    EXPECT_FALSE(MappedBytes::createSpool(dir / "file"));
}

TEST(MappedBytesTest, ASpoolGrowsAtOneAddress) {
    const tests::TempDir dir;
    auto spool = MappedBytes::createSpool(dir / "cache");
    ASSERT_TRUE(spool) << spool.error().toString();
    ASSERT_TRUE((*spool)->append("first "));
    const char* const start = (*spool)->view(0, 5).data();
    const std::string block(std::size_t{9} << 20U, 'z');
    for (int i = 0; i < 16; ++i) { // beyond one mapping
        ASSERT_TRUE((*spool)->append(block));
    }
    EXPECT_EQ((*spool)->size(), 6 + 16 * block.size());
    EXPECT_EQ((*spool)->view(0, 7), "first z");
    EXPECT_EQ((*spool)->view(0, 5).data(), start);
    EXPECT_EQ((*spool)->view((*spool)->size() - 1, 1), "z");
    // The spool's file has no name: nothing is left behind if the program dies.
    EXPECT_TRUE(std::filesystem::is_empty(dir / "cache"));
}

} // namespace
} // namespace sideline::logs
