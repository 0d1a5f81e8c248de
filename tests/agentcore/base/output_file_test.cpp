// Outputs of all commands: what they reject, what they leave behind, and how they handle a full
// disk.
#include "agentcore/base/output_file.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/support/test_files.h"

namespace sideline::base {
namespace {

namespace fs = std::filesystem;
using tests::TempDir;
using tests::writeFile;

std::string textOf(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::size_t filesIn(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator{}));
}

mode_t modeOf(const fs::path& path) {
    struct stat status {};
    EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
    return status.st_mode & 07777U;
}

// Accepts `room` bytes, then reports a full disk; the room can be increased.
struct SmallDisk {
    std::size_t room = 0;
    ssize_t operator()(int file, const char* bytes, std::size_t count, off_t at) {
        const std::size_t taken = std::min(room, count);
        if (taken == 0) {
            errno = ENOSPC;
            return -1;
        }
        room -= taken;
        return ::pwrite(file, bytes, taken, at);
    }
};

WriteAt on(SmallDisk& disk) {
    return [&disk](int file, const char* bytes, std::size_t count, off_t at) {
        return disk(file, bytes, count, at);
    };
}

// Both kinds of temporary file: unnamed, and with a hidden name.
class OutputFileTest : public testing::TestWithParam<bool> {
protected:
    [[nodiscard]] static OutputOptions options(OutputKind kind = OutputKind::WhenDone,
                                               bool mayReplace = false) {
        OutputOptions options;
        options.kind = kind;
        options.mayReplace = mayReplace;
        options.isHidden = GetParam();
        return options;
    }
    TempDir m_folder;
};

INSTANTIATE_TEST_SUITE_P(Ways, OutputFileTest, testing::Bool(), [](const auto& each) {
    return each.param ? std::string("Hidden") : std::string("Nameless");
});

TEST_P(OutputFileTest, BecomesVisibleOnCommit) {
    const fs::path path = m_folder / "out.csv";
    auto file = OutputFile::create(path, options());
    ASSERT_TRUE(file) << file.error().toString();
    ASSERT_TRUE(file->write("a,b\n"));
    ASSERT_TRUE(file->write("1,2\n"));
    EXPECT_FALSE(fs::exists(path));
    ASSERT_TRUE(file->commit());
    EXPECT_EQ(textOf(path), "a,b\n1,2\n");
    EXPECT_EQ(filesIn(m_folder.path()), 1U);
    EXPECT_FALSE(file->write("more"));
}

TEST_P(OutputFileTest, LeavesNothingWithoutCommit) {
    const fs::path path = m_folder / "out.csv";
    {
        auto file = OutputFile::create(path, options());
        ASSERT_TRUE(file);
        ASSERT_TRUE(file->write("half"));
    }
    EXPECT_EQ(filesIn(m_folder.path()), 0U);
}

TEST_P(OutputFileTest, KeepsExistingFileUnlessReplacingIsAllowed) {
    const fs::path path = m_folder / "out.csv";
    writeFile(path, "old");
    const auto refused = OutputFile::create(path, options());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(refused.error().toString(),
              path.string() +
                  ": the file already exists; expected another name, or --force to overwrite it");
    auto file = OutputFile::create(path, options(OutputKind::WhenDone, true));
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("new"));
    EXPECT_EQ(textOf(path), "old");
    ASSERT_TRUE(file->commit());
    EXPECT_EQ(textOf(path), "new");
    EXPECT_EQ(filesIn(m_folder.path()), 1U);
}

TEST_P(OutputFileTest, DoesNotReplaceFileCreatedMeanwhile) {
    const fs::path path = m_folder / "out.csv";
    auto file = OutputFile::create(path, options());
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("mine"));
    writeFile(path, "theirs");
    const auto committed = file->commit();
    ASSERT_FALSE(committed);
    EXPECT_EQ(committed.error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(textOf(path), "theirs");
    file = OutputFile::create(m_folder / "other", options());
    EXPECT_EQ(filesIn(m_folder.path()), GetParam() ? 2U : 1U);
}

TEST_P(OutputFileTest, FullDiskKeepsTheOldFile) {
    const fs::path path = m_folder / "motion.json";
    writeFile(path, "old");
    SmallDisk disk{10};
    OutputOptions how = options(OutputKind::WhenDone, true);
    how.write = on(disk);
    auto file = OutputFile::create(path, how);
    ASSERT_TRUE(file);
    const auto written = writeWhole(std::move(*file), std::string(100, 'x'));
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::LimitExceeded);
    EXPECT_EQ(written.error().toString(),
              path.string() +
                  ": cannot write the file: the disk is full (No space left on device)");
    EXPECT_EQ(textOf(path), "old");
    EXPECT_EQ(filesIn(m_folder.path()), 1U);
}

TEST_P(OutputFileTest, GrowsVisiblyAndContinuesAfterDiskWasFull) {
    const fs::path path = m_folder / "match.log";
    SmallDisk disk{0};
    OutputOptions how = options(OutputKind::Growing);
    how.write = on(disk);
    auto file = OutputFile::create(path, how);
    ASSERT_TRUE(file);
    EXPECT_FALSE(file->write("first\n"));
    EXPECT_FALSE(fs::exists(path));
    disk.room = 10;
    ASSERT_TRUE(file->write("first\n"));
    EXPECT_EQ(textOf(path), "first\n");
    // Four bytes would still fit, but a line is written completely or not at all.
    EXPECT_FALSE(file->write("second\n"));
    EXPECT_EQ(textOf(path), "first\n");
    EXPECT_EQ(file->size(), 6U);
    disk.room = 100;
    ASSERT_TRUE(file->write("third\n"));
    EXPECT_EQ(textOf(path), "first\nthird\n");
    file = OutputFile::create(m_folder / "other",
                              options()); // destroys the first one without a commit
    EXPECT_EQ(textOf(path), "first\nthird\n");
}

TEST_P(OutputFileTest, GrowingFileReplacesWithItsFirstBytes) {
    const fs::path path = m_folder / "match.log";
    writeFile(path, "the match of yesterday");
    const int reader = ::open(path.c_str(), O_RDONLY);
    {
        auto unused = OutputFile::create(path, options(OutputKind::Growing, true));
        ASSERT_TRUE(unused);
    }
    EXPECT_EQ(textOf(path), "the match of yesterday");
    auto file = OutputFile::create(path, options(OutputKind::Growing, true));
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("today"));
    EXPECT_EQ(textOf(path), "today");
    // Readers of the old file are not affected.
    std::string old(22, '\0');
    EXPECT_EQ(::pread(reader, old.data(), old.size(), 0), 22);
    EXPECT_EQ(old, "the match of yesterday");
    ::close(reader);
}

TEST_P(OutputFileTest, PrivateFilesAreReadableByOwnerOnly) {
    const mode_t before = ::umask(0022);
    OutputOptions how = options(OutputKind::WhenDone, true);
    ASSERT_TRUE(writeWhole(*OutputFile::create(m_folder / "open", how), "x"));
    how.isPrivate = true;
    ASSERT_TRUE(writeWhole(*OutputFile::create(m_folder / "private", how), "x"));
    EXPECT_EQ(modeOf(m_folder / "open"), 0644U);
    EXPECT_EQ(modeOf(m_folder / "private"), 0600U);
    // A replaced file keeps its permissions.
    how.isPrivate = false;
    fs::permissions(m_folder / "open", fs::perms(0664));
    ASSERT_TRUE(writeWhole(*OutputFile::create(m_folder / "open", how), "y"));
    EXPECT_EQ(modeOf(m_folder / "open"), 0664U);
    ::umask(before);
}

TEST_P(OutputFileTest, KeepsWriteProtectedFiles) {
    writeFile(m_folder / "fixed", "old");
    fs::permissions(m_folder / "fixed", fs::perms(0444));
    const auto refused =
        OutputFile::create(m_folder / "fixed", options(OutputKind::WhenDone, true));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::PermissionDenied);
    EXPECT_NE(refused.error().message.find("write-protected"), std::string::npos);
}

TEST_P(OutputFileTest, FollowsLinksAndKeepsThem) {
    fs::create_directory(m_folder / "data");
    writeFile(m_folder / "data/real.csv", "old");
    fs::create_symlink("data/real.csv", m_folder / "link.csv");
    fs::create_symlink("data/new.csv", m_folder / "ahead.csv");
    ASSERT_FALSE(OutputFile::create(m_folder / "link.csv", options()));
    OutputOptions how = options(OutputKind::WhenDone, true);
    how.isSynced = true;
    ASSERT_TRUE(writeWhole(*OutputFile::create(m_folder / "link.csv", how), "new"));
    EXPECT_TRUE(fs::is_symlink(m_folder / "link.csv"));
    EXPECT_EQ(textOf(m_folder / "data/real.csv"), "new");
    ASSERT_TRUE(writeWhole(*OutputFile::create(m_folder / "ahead.csv", options()), "made"));
    EXPECT_EQ(textOf(m_folder / "data/new.csv"), "made");
    fs::create_symlink("circle", m_folder / "circle");
    const auto circle = OutputFile::create(m_folder / "circle", options());
    ASSERT_FALSE(circle);
    EXPECT_EQ(circle.error().code, ErrorCode::Io);
}

TEST_P(OutputFileTest, NeverWritesToAnInput) {
    const fs::path input = m_folder / "match.rec";
    writeFile(input, "recorded");
    fs::create_directory(m_folder / "deep");
    fs::create_symlink(input, m_folder / "deep/link");
    fs::create_symlink(m_folder.path(), m_folder / "deep/up");
    fs::create_hard_link(input, m_folder / "hard");
    OutputOptions how = options(OutputKind::WhenDone, true);
    how.inputs = {m_folder / "gone", input};
    for (const char* name : {"match.rec", "./match.rec", "deep/../match.rec", "deep/link", "hard",
                             "deep/up/match.rec"}) {
        const auto refused = OutputFile::create(m_folder / name, how);
        ASSERT_FALSE(refused) << name;
        EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
        EXPECT_NE(refused.error().toString().find("will not be overwritten"), std::string::npos)
            << refused.error().toString();
    }
    EXPECT_TRUE(OutputFile::create(m_folder / "other.rec", how));
}

TEST_P(OutputFileTest, WritesDirectlyToDevicesAndPipes) {
    const fs::path pipe = m_folder / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::string read;
    std::thread reader([&] { read = textOf(pipe); });
    {
        auto file = OutputFile::create(pipe, options());
        ASSERT_TRUE(file) << file.error().toString();
        ASSERT_TRUE(writeWhole(std::move(*file), "through"));
    }
    reader.join();
    EXPECT_EQ(read, "through");
    EXPECT_TRUE(fs::is_fifo(pipe));
    const auto full = writeWhole(*OutputFile::create("/dev/full", options()), "x");
    ASSERT_FALSE(full);
    EXPECT_EQ(full.error().code, ErrorCode::LimitExceeded);
    EXPECT_TRUE(writeWhole(*OutputFile::create("/dev/null", options()), "x"));
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_P(OutputFileTest, ReportsInvalidPaths) {
    writeFile(m_folder / "file", "x");
    fs::create_directory(m_folder / "folder");
    const struct {
        std::string path;
        ErrorCode code;
        std::string part;
    } rows[] = {
        {"", ErrorCode::InvalidArgument, "no output file"},
        {m_folder / "folder", ErrorCode::InvalidArgument, "folder"},
        {m_folder / "gone/", ErrorCode::NotFound, "no such folder"},
        {m_folder / "gone/out", ErrorCode::NotFound, (m_folder / "gone").string()},
        {m_folder / "file/out", ErrorCode::NotFound, "no such folder"},
        {m_folder / std::string(300, 'n'), ErrorCode::Io, "File name too long"},
    };
    for (const auto& row : rows) {
        const auto refused = OutputFile::create(row.path, options());
        ASSERT_FALSE(refused) << row.path;
        EXPECT_EQ(refused.error().code, row.code) << row.path;
        EXPECT_NE(refused.error().toString().find(row.part), std::string::npos)
            << refused.error().toString();
    }
}

TEST_P(OutputFileTest, ReportsFileSizeLimit) {
    const fs::path path = m_folder / "out";
    struct rlimit before {};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto old = std::signal(SIGXFSZ, SIG_IGN); // as the programs do
    const struct rlimit small { 100, before.rlim_max };
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    auto file = OutputFile::create(path, options(OutputKind::Growing));
    const bool isFirstGood = file && file->write(std::string(90, 'a'));
    const auto second = file ? file->write(std::string(20, 'b')) : Expected<void>{};
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, old);
    ASSERT_TRUE(isFirstGood);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::LimitExceeded);
    EXPECT_NE(second.error().message.find("the size limit"), std::string::npos)
        << second.error().message;
    EXPECT_EQ(fs::file_size(path), 90U);
    EXPECT_TRUE(file->write("c"));
}

TEST_P(OutputFileTest, RealFullDiskKeepsTheOldFile) {
    const fs::path disk = m_folder / "disk";
    fs::create_directory(disk);
    if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0) {
        GTEST_SKIP() << "needs the right to mount a small disk";
    }
    const fs::path path = disk / "out";
    writeFile(path, "old");
    const std::string large(std::size_t{1} << 18U, 'x');
    const auto replaced =
        writeWhole(*OutputFile::create(path, options(OutputKind::WhenDone, true)), large);
    const std::string kept = textOf(path);
    const std::size_t files = filesIn(disk);
    // The space of the failed attempt is free again.
    const auto smaller = writeWhole(*OutputFile::create(path, options(OutputKind::WhenDone, true)),
                                    [&](std::ostream& out) -> Expected<void> {
                                        out << large.substr(0, 30000);
                                        return {};
                                    });
    const auto size = fs::file_size(path);
    ::umount(disk.c_str());
    ASSERT_FALSE(replaced);
    EXPECT_EQ(replaced.error().code, ErrorCode::LimitExceeded);
    EXPECT_EQ(kept, "old");
    EXPECT_EQ(files, 1U);
    EXPECT_TRUE(smaller);
    EXPECT_EQ(size, 30000U);
}

TEST(WriteWholeTest, ReportsErrorsOfStreamAndWriter) {
    TempDir folder;
    SmallDisk disk{100000};
    OutputOptions how;
    how.write = on(disk);
    const auto isCut =
        writeWhole(*OutputFile::create(folder / "a", how), [](std::ostream& out) -> Expected<void> {
            for (int i = 0; i < 50000; ++i) {
                out << "1234\n";
            }
            return {};
        });
    ASSERT_FALSE(isCut);
    EXPECT_EQ(isCut.error().code, ErrorCode::LimitExceeded);
    const auto isStopped =
        writeWhole(*OutputFile::create(folder / "a"), [](std::ostream& out) -> Expected<void> {
            out << "much";
            return failure(ErrorCode::Canceled, "the export was canceled");
        });
    ASSERT_FALSE(isStopped);
    EXPECT_EQ(isStopped.error().code, ErrorCode::Canceled);
    EXPECT_EQ(filesIn(folder.path()), 0U);
}

TEST(WriteWholeTest, ReportsFirstStreamErrorAndStopsWriting) {
    TempDir folder;
    int tries = 0;
    OutputOptions how;
    how.write = [&tries](int, const char*, std::size_t, off_t) -> ssize_t {
        errno = ++tries == 1 ? ENOSPC : EIO;
        return -1;
    };
    const auto written =
        writeWhole(*OutputFile::create(folder / "a", how), [](std::ostream& out) -> Expected<void> {
            for (int i = 0; i < 3; ++i) { // by a caller that ignores errors
                out << "1234" << std::flush;
                out.clear();
            }
            return {};
        });
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::LimitExceeded) << written.error().toString();
    EXPECT_EQ(tries, 1) << "what follows a gap is not written";
}

TEST(OutputSetTest, EveryOutputHasItsOwnFile) {
    TempDir folder;
    writeFile(folder / "in", "x");
    writeFile(folder / "old", "x");
    fs::create_symlink(folder.path(), folder / "here");
    OutputSet outputs(true, {folder / "in"});
    OutputOptions growing;
    growing.kind = OutputKind::Growing;
    EXPECT_FALSE(outputs.create(folder / "in"));
    auto first = outputs.create(folder / "a", growing);
    ASSERT_TRUE(first);
    for (const char* name : {"a", "./a", "here/a", "here/here/a"}) {
        const auto second = outputs.create(folder / name);
        ASSERT_FALSE(second) << name;
        EXPECT_NE(second.error().message.find("two outputs"), std::string::npos);
        EXPECT_FALSE(outputs.check(folder / name));
    }
    ASSERT_TRUE(first->write("x"));
    EXPECT_FALSE(outputs.create(folder / "a"));
    EXPECT_TRUE(outputs.check(folder / "old"));
    EXPECT_TRUE(outputs.claim(folder / "old"));
    EXPECT_FALSE(outputs.create(folder / "old"));
    EXPECT_TRUE(outputs.create("/dev/null"));
    EXPECT_TRUE(outputs.create("/dev/null"));
    EXPECT_FALSE(outputs.create(folder / "gone/b"));
    fs::create_directory(folder / "gone");
    EXPECT_TRUE(outputs.create(folder / "gone/b")); // it was not written the first time
    OutputSet slowed(false);
    EXPECT_FALSE(slowed.create(folder / "old"));
    EXPECT_FALSE(slowed.check(folder / "old"));
    EXPECT_TRUE(slowed.create(folder / "new"));
}

TEST(OutputSetTest, FailedOpenCanBeRetried) {
    TempDir folder;
    OutputSet outputs(false);
    struct rlimit before {};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const struct rlimit none { 0, before.rlim_max };
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
    const auto first = outputs.create(folder / "a");
    ::setrlimit(RLIMIT_NOFILE, &before);
    ASSERT_FALSE(first) << "too many files were open";
    const auto second = outputs.create(folder / "a");
    EXPECT_TRUE(second) << second.error().toString();
}

} // namespace
} // namespace sideline::base
