#include "logs/match/byte_stream.h"

#include <fstream>
#include <functional>
#include <iterator>
#include <memory>

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

using Entries = std::vector<std::pair<std::string, std::string>>;
using Packing = std::function<void(archive*)>;

void writeArchive(const std::filesystem::path& file, const Entries& entries, const Packing& setup) {
    const std::unique_ptr<archive, int (*)(archive*)> out(archive_write_new(), archive_write_free);
    setup(out.get());
    ASSERT_EQ(archive_write_open_filename(out.get(), file.c_str()), ARCHIVE_OK)
        << archive_error_string(out.get());
    for (const auto& [name, bytes] : entries) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, name.c_str());
        archive_entry_set_size(entry, static_cast<la_int64_t>(bytes.size()));
        archive_entry_set_filetype(entry, name.ends_with('/') ? AE_IFDIR : AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        ASSERT_EQ(archive_write_header(out.get(), entry), ARCHIVE_OK);
        archive_write_data(out.get(), bytes.data(), bytes.size());
        archive_entry_free(entry);
    }
    archive_write_close(out.get());
}

Packing packed(int (*format)(archive*), int (*filter)(archive*)) {
    return [=](archive* a) {
        format(a);
        filter(a);
    };
}

std::string readAll(PackedStream& stream) {
    std::string text;
    while (true) {
        const auto bytes = stream.read();
        EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().toString());
        if (!bytes || bytes->empty()) {
            return text;
        }
        text += *bytes;
    }
}

const std::string& logText() {
    static const std::string kText = tests::scriptedLog(tests::movingScenes(60), 15);
    return kText;
}

struct PackRow {
    const char* name;
    Packing setup;
};

TEST(PackedStreamTest, ReadsTheLeaguesArchives) {
    const tests::TempDir dir;
    const PackRow rows[] = {
        {"a.gz", packed(archive_write_set_format_raw, archive_write_add_filter_gzip)},
        {"a.bz2", packed(archive_write_set_format_raw, archive_write_add_filter_bzip2)},
        {"a.xz", packed(archive_write_set_format_raw, archive_write_add_filter_xz)},
        {"a.zst", packed(archive_write_set_format_raw, archive_write_add_filter_zstd)},
        {"a.zip", packed(archive_write_set_format_zip, archive_write_add_filter_none)},
        {"a.tar", packed(archive_write_set_format_ustar, archive_write_add_filter_none)},
        {"a.tar.gz", packed(archive_write_set_format_ustar, archive_write_add_filter_gzip)},
        {"a.tbz2", packed(archive_write_set_format_gnutar, archive_write_add_filter_bzip2)},
        {"a.tar.xz", packed(archive_write_set_format_pax, archive_write_add_filter_xz)},
        {"misnamed.log", packed(archive_write_set_format_raw, archive_write_add_filter_gzip)},
    };
    for (const PackRow& row : rows) {
        writeArchive(dir / row.name, {{"sparkmonitor.log", logText()}}, row.setup);
        auto stream = PackedStream::open(dir / row.name, {});
        ASSERT_TRUE(stream) << row.name << ": " << stream.error().toString();
        EXPECT_EQ(readAll(**stream), logText()) << row.name;
        EXPECT_FALSE((*stream)->packing().empty()) << row.name;
    }
}

TEST(PackedStreamTest, FindsTheLogAmongOtherFilesAndListsThem) {
    const tests::TempDir dir;
    const std::string second = tests::scriptedLog(tests::movingScenes(3), 0);
    const Packing tgz = packed(archive_write_set_format_ustar, archive_write_add_filter_gzip);
    writeArchive(dir / "match.tgz",
                 {{"match/", ""},
                  {"match/README.txt", "A match.\n"},
                  {"match/first/sparkmonitor.log", logText()},
                  {"match/second/sparkmonitor.log", second},
                  {"match/score", "2 1"}},
                 tgz);
    auto stream = PackedStream::open(dir / "match.tgz", {});
    ASSERT_TRUE(stream);
    EXPECT_EQ((*stream)->entryName(), "match/first/sparkmonitor.log");
    EXPECT_EQ(readAll(**stream), logText());
    EXPECT_EQ((*stream)->remainingEntries(),
              (std::vector<std::string>{"match/second/sparkmonitor.log", "match/score"}));

    stream = PackedStream::open(dir / "match.tgz", "second/sparkmonitor.log");
    ASSERT_TRUE(stream);
    EXPECT_EQ(readAll(**stream), second);
    const auto none = PackedStream::open(dir / "match.tgz", "third.log");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, base::ErrorCode::NotFound);
}

TEST(PackedStreamTest, ReadsPackedFilesInsideArchives) {
    const tests::TempDir dir;
    writeArchive(dir / "inner.bz2", {{"x", logText()}},
                 packed(archive_write_set_format_raw, archive_write_add_filter_bzip2));
    std::ifstream in(dir / "inner.bz2", std::ios::binary);
    const std::string inner(std::istreambuf_iterator<char>(in), {});
    writeArchive(dir / "outer.zip", {{"notes", "nothing"}, {"sparkmonitor.log.bz2", inner}},
                 packed(archive_write_set_format_zip, archive_write_add_filter_none));
    auto stream = PackedStream::open(dir / "outer.zip", {});
    ASSERT_TRUE(stream) << stream.error().toString();
    EXPECT_EQ((*stream)->entryName(), "sparkmonitor.log.bz2");
    EXPECT_EQ(readAll(**stream), logText());
}

TEST(PackedStreamTest, ReportsArchivesWithoutALog) {
    const tests::TempDir dir;
    writeArchive(dir / "a.zip", {{"readme", "hello"}},
                 packed(archive_write_set_format_zip, archive_write_add_filter_none));
    const auto stream = PackedStream::open(dir / "a.zip", {});
    ASSERT_FALSE(stream);
    EXPECT_EQ(stream.error().code, base::ErrorCode::UnsupportedFormat);
    EXPECT_NE(stream.error().toString().find("no monitor log in this archive"), std::string::npos);
}

TEST(PackedStreamTest, ATruncatedFileIsReadUpToTheCut) {
    const tests::TempDir dir;
    std::string longText;
    for (int i = 0; i < 40; ++i) {
        longText += logText();
    }
    struct Row {
        const char* name;
        int (*filter)(archive*);
    };
    for (const auto& [name, filter] :
         {Row{"a.gz", archive_write_add_filter_gzip}, Row{"a.xz", archive_write_add_filter_xz}}) {
        writeArchive(dir / name, {{"x", longText}}, packed(archive_write_set_format_raw, filter));
        std::filesystem::resize_file(dir / name, std::filesystem::file_size(dir / name) / 2);
        auto stream = PackedStream::open(dir / name, {});
        ASSERT_TRUE(stream) << name;
        std::string text;
        auto bytes = (*stream)->read();
        for (; bytes && !bytes->empty(); bytes = (*stream)->read()) {
            text += *bytes;
        }
        ASSERT_FALSE(bytes) << name;
        EXPECT_TRUE(bytes.error().byteOffset) << name;
        EXPECT_NE(bytes.error().message.find("cannot unpack further"), std::string::npos);
        EXPECT_TRUE(longText.starts_with(text)) << name;
    }
}

TEST(LooksLikeMonitorLogTest, RecognizesBeginningsOfLogs) {
    EXPECT_TRUE(looksLikeMonitorLog("((time 0))(RDS"));
    EXPECT_TRUE(looksLikeMonitorLog("\r\n  ((FieldLength 30)"));
    EXPECT_TRUE(looksLikeMonitorLog("[0, 0, 97][-1]((time 0))"));
    EXPECT_TRUE(looksLikeMonitorLog("x\x01 damaged (RDS 0 1)((nd"));
    EXPECT_FALSE(looksLikeMonitorLog(""));
    EXPECT_FALSE(looksLikeMonitorLog("#!/bin/sh\n"));
    EXPECT_FALSE(looksLikeMonitorLog("[section]\nkey=1"));
    EXPECT_FALSE(looksLikeMonitorLog("(define x 1)"));
}

TEST(PackedStreamTest, DoesNotSearchALogWithoutEnd) {
    const tests::TempDir dir;
    const Entries entries = {{"zeros", std::string(std::size_t{5} << 20U, '\0')},
                             {"m.log", logText()}};
    writeArchive(dir / "a.tar.gz", entries,
                 packed(archive_write_set_format_ustar, archive_write_add_filter_gzip));
    const auto stopped = PackedStream::open(dir / "a.tar.gz", {}, 1'000'000);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, base::ErrorCode::LimitExceeded);
    EXPECT_NE(stopped.error().toString().find("a.tar.gz: no log in the first 1000000 bytes"),
              std::string::npos)
        << stopped.error().toString();
    const auto found = PackedStream::open(dir / "a.tar.gz", {}, std::size_t{6} << 20U);
    ASSERT_TRUE(found) << found.error().toString();
    EXPECT_EQ(readAll(**found), logText());
}

} // namespace
} // namespace sideline::logs
