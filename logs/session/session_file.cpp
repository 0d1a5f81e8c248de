#include "logs/session/session_file.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "agentcore/base/input_file.h"
#include "logs/session/recording_kind.h"

namespace sideline::logs {

using base::ErrorCode;
using base::Expected;

namespace {

constexpr std::size_t kHeadBytes = 100;
constexpr std::size_t kVersionPlace = 60;
constexpr std::size_t kApplicationPlace = 68;

base::Error fileError(const std::filesystem::path& path, ErrorCode code, std::string message,
                      std::string expected = {}) {
    base::Error error;
    error.code = code;
    error.message = std::move(message);
    error.expected = std::move(expected);
    error.file = path.string();
    return error;
}

std::int32_t bigEndian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < sizeof value; ++i) {
        value = (value << 8U) | static_cast<unsigned char>(bytes[i]);
    }
    return static_cast<std::int32_t>(value);
}

// Copies the file and the journal that its recorder left.
Expected<std::unique_ptr<SessionFile::Folder>> copyWithJournal(const std::filesystem::path& path,
                                                               const std::filesystem::path& spool) {
    std::error_code failed;
    const auto parent = spool.empty() ? std::filesystem::temp_directory_path(failed) : spool;
    std::string name = (parent / "sideline-session-XXXXXX").string();
    if (failed || ::mkdtemp(name.data()) == nullptr) {
        return tl::unexpected(
            fileError(parent, ErrorCode::Io,
                      fmt::format("cannot create a folder for a copy: {}", std::strerror(errno)),
                      "space for a copy of a session that was not closed"));
    }
    auto folder = std::make_unique<SessionFile::Folder>(name);
    for (const char* ending : {"", "-wal"}) {
        const auto options = std::filesystem::copy_options::overwrite_existing;
        std::filesystem::copy_file(path.string() + ending,
                                   (folder->path / path.filename()).string() + ending, options,
                                   failed);
        if (failed) {
            return tl::unexpected(
                fileError(path, ErrorCode::Io,
                          fmt::format("cannot copy it to {}: {}", name, failed.message())));
        }
        // A copy of a read-only file is read-only as well.
        std::filesystem::permissions(
            (folder->path / path.filename()).string() + ending,
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, failed);
    }
    return folder;
}

// Checks whether the tables are readable; a truncated file is accepted as far as it goes.
Expected<void> tryTables(SessionFile& file, const std::filesystem::path& path) {
    auto tables = file.database.number("SELECT count(*) FROM sqlite_schema");
    if (!tables && tables.error().code == ErrorCode::Malformed) {
        // Otherwise SQLite rejects a file that is shorter than its header claims.
        static_cast<void>(file.database.execute("PRAGMA writable_schema = ON"));
        base::Error cause = tables.error();
        tables = file.database.number("SELECT count(*) FROM sqlite_schema");
        if (tables) {
            cause.message = "the file is truncated or damaged: " + cause.message;
            cause.file = path.string();
            file.damage.push_back(std::move(cause));
        }
    }
    if (!tables) {
        tables.error().file = path.string();
        return tl::unexpected(std::move(tables.error()));
    }
    if (*tables == 0) {
        return tl::unexpected(fileError(path, ErrorCode::Malformed, "the session has no tables"));
    }
    return {};
}

} // namespace

SessionFile::Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
}

Expected<std::int32_t> checkSessionHead(const std::filesystem::path& path) {
    constexpr const char* kExpected = "a session of Sideline (an SQLite file)";
    const auto file = base::InputFile::open(path, kExpected);
    if (!file) {
        return tl::unexpected(file.error());
    }
    std::array<char, kHeadBytes> bytes{};
    const auto count = file->readAt(0, bytes);
    if (!count) {
        return tl::unexpected(count.error());
    }
    const std::string_view head(bytes.data(), *count);
    if (!head.starts_with(kSessionMagic) || head.size() < kHeadBytes) {
        return tl::unexpected(
            fileError(path, ErrorCode::UnsupportedFormat, "not a session", kExpected));
    }
    if (bigEndian(head.substr(kApplicationPlace)) != kSessionApplicationId) {
        return tl::unexpected(fileError(path, ErrorCode::UnsupportedFormat,
                                        "this SQLite file is not a session", kExpected));
    }
    const std::int32_t version = bigEndian(head.substr(kVersionPlace));
    if (version < 1 || version > kSessionSchemaVersion) {
        return tl::unexpected(fileError(
            path, ErrorCode::UnsupportedFormat, fmt::format("the session has version {}", version),
            fmt::format("1 to {}; it was written by a newer Sideline", kSessionSchemaVersion)));
    }
    return version;
}

Expected<SessionFile> openSessionFile(const std::filesystem::path& path, bool isReadOnly,
                                      const std::filesystem::path& spool) {
    auto version = checkSessionHead(path);
    if (!version) {
        return tl::unexpected(std::move(version.error()));
    }
    std::error_code status;
    // While a recorder has the session open, its journal lies next to it. Without a journal there
    // is no writer, and the file can be read unchanged.
    const bool hasJournal = std::filesystem::exists(path.string() + "-wal", status);
    const auto journalBytes = std::filesystem::file_size(path.string() + "-wal", status);
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    isReadOnly = isReadOnly || ::access(folder.c_str(), W_OK) != 0;
    SessionFile file;
    file.version = *version;
    file.hasJournal = hasJournal && !status && journalBytes > 0;
    file.isFixed = !hasJournal || isReadOnly;
    std::filesystem::path target = path;
    auto access = Database::Access::Read;
    if (hasJournal && isReadOnly) {
        auto copy = copyWithJournal(path, spool);
        if (!copy) {
            return tl::unexpected(std::move(copy.error()));
        }
        file.copy = std::move(*copy);
        target = file.copy->path / path.filename();
    } else if (!hasJournal) {
        access = Database::Access::ReadOnly;
    }
    auto database = Database::open(target, access);
    if (!database) {
        return tl::unexpected(std::move(database.error()));
    }
    file.database = std::move(*database);
    if (auto readable = tryTables(file, path); !readable) {
        return tl::unexpected(std::move(readable.error()));
    }
    return file;
}

} // namespace sideline::logs
