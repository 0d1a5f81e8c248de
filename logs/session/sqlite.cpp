#include "logs/session/sqlite.h"

#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <sqlite3.h>

namespace sideline::logs {

using base::ErrorCode;
using base::Expected;

namespace {

constexpr int kBusyMs = 2000; // maximum time for which a reader may block the writer

ErrorCode codeOf(int status) {
    switch (status & 0xff) {
    case SQLITE_CORRUPT:
        return ErrorCode::Malformed;
    case SQLITE_NOTADB:
        return ErrorCode::UnsupportedFormat;
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_AUTH:
        return ErrorCode::PermissionDenied;
    case SQLITE_FULL:
    case SQLITE_TOOBIG:
        return ErrorCode::LimitExceeded;
    default:
        return ErrorCode::Io;
    }
}

base::Error errorOf(sqlite3* database, int status) {
    base::Error error;
    error.code = codeOf(status);
    error.message = sqlite3_errstr(status);
    const char* detail = database == nullptr ? nullptr : sqlite3_errmsg(database);
    if (detail != nullptr && error.message != detail) {
        error.message += fmt::format(" ({})", detail);
    }
    const char* file = database == nullptr ? nullptr : sqlite3_db_filename(database, "main");
    error.file = file == nullptr ? "" : file;
    return error;
}

// Formats a path for an SQLite URI.
std::string uriOf(const std::filesystem::path& path) {
    std::string uri = "file:";
    for (const char c : path.string()) {
        if (c == '%' || c == '?' || c == '#') {
            uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        } else {
            uri += c;
        }
    }
    return uri + "?immutable=1";
}

} // namespace

void Statement::Finalizer::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

void Statement::bind(int place, std::int64_t value) {
    sqlite3_bind_int64(m_statement.get(), place, value);
}

void Statement::bindReal(int place, double value) {
    sqlite3_bind_double(m_statement.get(), place, value);
}

void Statement::bindText(int place, std::string_view text) {
    const char* bytes = text.empty() ? "" : text.data();
    sqlite3_bind_text64(m_statement.get(), place, bytes, text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::bindBlob(int place, std::string_view bytes) {
    const char* start = bytes.empty() ? "" : bytes.data();
    sqlite3_bind_blob64(m_statement.get(), place, start, bytes.size(), SQLITE_STATIC);
}

Expected<bool> Statement::step() {
    const int status = sqlite3_step(m_statement.get());
    if (status == SQLITE_ROW) {
        return true;
    }
    if (status == SQLITE_DONE) {
        return false;
    }
    return tl::unexpected(errorOf(sqlite3_db_handle(m_statement.get()),
                                  sqlite3_extended_errcode(sqlite3_db_handle(m_statement.get()))));
}

Expected<void> Statement::run() {
    auto stepped = step();
    reset();
    if (!stepped) {
        return tl::unexpected(std::move(stepped.error()));
    }
    return {};
}

void Statement::reset() {
    sqlite3_reset(m_statement.get());
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(m_statement.get(), column);
}

double Statement::real(int column) const {
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL
               ? std::numeric_limits<double>::quiet_NaN()
               : sqlite3_column_double(m_statement.get(), column);
}

std::string_view Statement::text(int column) const {
    return blob(column);
}

std::string_view Statement::blob(int column) const {
    const void* bytes = sqlite3_column_blob(m_statement.get(), column);
    const int count = sqlite3_column_bytes(m_statement.get(), column);
    return bytes == nullptr
               ? std::string_view()
               : std::string_view(static_cast<const char*>(bytes), static_cast<std::size_t>(count));
}

void Database::Closer::operator()(sqlite3* database) const {
    sqlite3_close_v2(database);
}

Expected<Database> Database::open(const std::filesystem::path& path, Access access) {
    const bool isFixed = access == Access::ReadOnly;
    const std::string name = isFixed ? uriOf(path) : path.string();
    const int how = access == Access::Create ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                             : SQLITE_OPEN_READONLY;
    sqlite3* raw = nullptr;
    const int status = sqlite3_open_v2(
        name.c_str(), &raw, how | SQLITE_OPEN_NOMUTEX | (isFixed ? SQLITE_OPEN_URI : 0), nullptr);
    Database database;
    database.m_database.reset(raw);
    if (status != SQLITE_OK) {
        base::Error error = errorOf(raw, status);
        error.file = path.string();
        return tl::unexpected(std::move(error));
    }
    sqlite3_extended_result_codes(raw, 1);
    sqlite3_busy_timeout(raw, kBusyMs);
    return database;
}

Expected<void> Database::execute(const char* sql) {
    const int status = sqlite3_exec(m_database.get(), sql, nullptr, nullptr, nullptr);
    if (status != SQLITE_OK) {
        return tl::unexpected(errorOf(m_database.get(), status));
    }
    return {};
}

Expected<Statement> Database::prepare(std::string_view sql) const {
    sqlite3_stmt* raw = nullptr;
    const int status =
        sqlite3_prepare_v3(m_database.get(), sql.data(), static_cast<int>(sql.size()),
                           SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
    Statement statement;
    statement.m_statement.reset(raw);
    if (status != SQLITE_OK) {
        return tl::unexpected(errorOf(m_database.get(), status));
    }
    return statement;
}

Expected<bool> Database::checkpoint() {
    int journal = 0;
    int carried = 0;
    const int status = sqlite3_wal_checkpoint_v2(m_database.get(), nullptr,
                                                 SQLITE_CHECKPOINT_PASSIVE, &journal, &carried);
    if (status != SQLITE_OK && (status & 0xff) != SQLITE_BUSY) {
        return tl::unexpected(errorOf(m_database.get(), status));
    }
    return status == SQLITE_OK && journal == carried;
}

Expected<void> Database::query(const std::string& sql, const Bind& bind, const Take& take) const {
    auto statement = prepare(sql);
    if (!statement) {
        return tl::unexpected(std::move(statement.error()));
    }
    if (bind) {
        bind(*statement);
    }
    while (true) {
        auto row = statement->step();
        if (!row) {
            return tl::unexpected(std::move(row.error()));
        }
        if (!*row) {
            return {};
        }
        take(*statement);
    }
}

Expected<std::int64_t> Database::number(std::string_view sql) const {
    auto statement = prepare(sql);
    if (!statement) {
        return tl::unexpected(std::move(statement.error()));
    }
    const auto row = statement->step();
    if (!row) {
        return tl::unexpected(row.error());
    }
    return *row ? statement->integer(0) : 0;
}

} // namespace sideline::logs
