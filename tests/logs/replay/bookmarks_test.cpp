#include "logs/replay/bookmarks.h"

#include <gtest/gtest.h>

#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

TEST(BookmarksTest, AreStoredNextToTheLogInOrder) {
    const tests::TempDir dir;
    const auto file = Bookmarks::fileFor(dir / "match.log.xz");
    EXPECT_EQ(file.filename(), "match.log.xz.bookmarks.json");
    Bookmarks bookmarks;
    bookmarks.set({30, 6.0, "late"});
    bookmarks.set({10, 2.0, "early, with \"quotes\" and \xc3\xa4"});
    bookmarks.set({30, 6.0, "late, changed"});
    ASSERT_EQ(bookmarks.entries().size(), 2U);
    ASSERT_TRUE(bookmarks.save(file));
    const auto loaded = Bookmarks::load(file);
    ASSERT_TRUE(loaded) << loaded.error().toString();
    EXPECT_EQ(loaded->entries(), bookmarks.entries());
    EXPECT_EQ(loaded->entries()[1].text, "late, changed");
}

TEST(BookmarksTest, RemovesTheFileOfAnEmptyList) {
    const tests::TempDir dir;
    const auto file = dir / "x.bookmarks.json";
    EXPECT_TRUE(Bookmarks::load(file)->entries().empty());
    Bookmarks bookmarks;
    bookmarks.set({1, 0.0, "a"});
    ASSERT_TRUE(bookmarks.save(file));
    bookmarks.remove(1);
    ASSERT_TRUE(bookmarks.save(file));
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(BookmarksTest, PreservesUnknownMembers) {
    const tests::TempDir dir;
    const auto file = dir / "x.json";
    tests::writeFile(file, R"({"format": "sideline-bookmarks", "version": 1, "color": "red",
                               "bookmarks": [{"frame": 4, "text": "a"}]})");
    auto bookmarks = Bookmarks::load(file);
    ASSERT_TRUE(bookmarks) << bookmarks.error().toString();
    bookmarks->set({9, 1.0, "b"});
    ASSERT_TRUE(bookmarks->save(file));
    EXPECT_NE(tests::readUnpacked(file).find("\"color\": \"red\""), std::string::npos);
}

struct FaultRow {
    const char* text;
    const char* expected;
};

TEST(BookmarksTest, ReportsInvalidFiles) {
    const FaultRow rows[] = {
        {"{", "the bookmarks are not valid JSON"},
        {"[1, 2]", "not a bookmark file"},
        {R"({"format": "other"})", "not a bookmark file"},
        {R"({"format": "sideline-bookmarks", "version": 9, "bookmarks": []})",
         "bookmarks version 9; expected version 1 or older"},
        {R"({"format": "sideline-bookmarks", "version": 1})", "bookmarks"},
        {R"({"format": "sideline-bookmarks", "version": 1, "bookmarks": [{"frame": "x"}]})",
         "expected bookmarks with \"frame\" and \"text\""},
    };
    const tests::TempDir dir;
    for (const FaultRow& row : rows) {
        tests::writeFile(dir / "b.json", row.text);
        const auto bookmarks = Bookmarks::load(dir / "b.json");
        ASSERT_FALSE(bookmarks) << row.text;
        EXPECT_NE(bookmarks.error().toString().find(row.expected), std::string::npos)
            << bookmarks.error().toString();
        EXPECT_NE(bookmarks.error().toString().find("b.json"), std::string::npos);
    }
}

// Other programs may have written anything to the file.
TEST(BookmarksTest, RejectsExcessiveNesting) {
    constexpr std::size_t kDeep = 500'000;
    const tests::TempDir dir;
    const auto file = dir / "x.json";
    tests::writeFile(file,
                     R"({"format": "sideline-bookmarks", "version": 1, "near": [[1]], "deep": )" +
                         std::string(kDeep, '[') + std::string(kDeep, ']') +
                         R"(, "bookmarks": [{"frame": 4, "text": "a"}]})");
    const auto bookmarks = Bookmarks::load(file);
    ASSERT_TRUE(bookmarks) << bookmarks.error().toString();
    EXPECT_EQ(bookmarks->entries().size(), 1U);
    ASSERT_TRUE(bookmarks->save(file));
    const std::string text = tests::readUnpacked(file);
    EXPECT_LT(text.size(), 20'000U);
    EXPECT_NE(text.find("\"near\""), std::string::npos);
}

TEST(BookmarksTest, ReportsAReadOnlyFolder) {
    Bookmarks bookmarks;
    bookmarks.set({1, 0.0, "a"});
    const auto saved = bookmarks.save("/proc/none/x.json");
    ASSERT_FALSE(saved);
    EXPECT_NE(saved.error().toString().find("cannot write the bookmarks"), std::string::npos);
}

} // namespace
} // namespace sideline::logs
