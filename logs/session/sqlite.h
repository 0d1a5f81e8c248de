#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace sideline::logs {

/// A prepared SQL statement. Belongs to the thread of its database.
class Statement {
public:
    Statement() = default;

    /// Values of the `?` of the statement; the first is 1. Texts and blobs are not copied: they
    /// must live until the statement has been run.
    void bind(int place, std::int64_t value);
    void bindReal(int place, double value); ///< NaN becomes NULL
    void bindText(int place, std::string_view text);
    void bindBlob(int place, std::string_view bytes);

    /// Goes to the next row. @return false behind the last row
    /// Errors: as SQLite reports them.
    [[nodiscard]] base::Expected<bool> step();
    /// Runs a statement that has no rows, and makes it ready for the next time.
    [[nodiscard]] base::Expected<void> run();
    /// Makes it ready to be run again.
    void reset();

    /// Columns of the current row, from 0. Texts and blobs live until the next step.
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] double real(int column) const; ///< NaN for NULL
    [[nodiscard]] std::string_view text(int column) const;
    [[nodiscard]] std::string_view blob(int column) const;

private:
    friend class Database;
    struct Finalizer {
        void operator()(sqlite3_stmt* statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finalizer> m_statement;
};

/// An SQLite file. One thread at a time.
class Database {
public:
    enum class Access : std::uint8_t {
        Create,   ///< a new file that is written
        Read,     ///< a file that may be written by somebody else at this moment
        ReadOnly, ///< a file on a medium that cannot be written: nothing is put beside it
    };

    /// Errors: as SQLite reports them, with the file.
    [[nodiscard]] static base::Expected<Database> open(const std::filesystem::path& path,
                                                       Access access);

    /// Runs SQL without parameters and without rows that matter.
    [[nodiscard]] base::Expected<void> execute(const char* sql);
    [[nodiscard]] base::Expected<Statement> prepare(std::string_view sql) const;
    /// Carries what stands in the journal over into the file, as far as no reader needs it where
    /// it is. @return whether all of it is in the file now
    /// Errors: as SQLite reports them, as a full disk; nothing is lost then.
    [[nodiscard]] base::Expected<bool> checkpoint();
    using Bind = std::function<void(Statement&)>;
    using Take = std::function<void(const Statement&)>;
    /// Runs a query and gives each row to `take`.
    /// @param bind sets its parameters; may be empty
    /// Errors: as SQLite reports them; rows in front of the fault have been given then.
    [[nodiscard]] base::Expected<void> query(const std::string& sql, const Bind& bind,
                                             const Take& take) const;
    /// The first column of the first row, as a number.
    [[nodiscard]] base::Expected<std::int64_t> number(std::string_view sql) const;

private:
    struct Closer {
        void operator()(sqlite3* database) const;
    };
    std::unique_ptr<sqlite3, Closer> m_database;
};

} // namespace sideline::logs
