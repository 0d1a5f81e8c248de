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

/// A prepared SQL statement. Must be used only on its database's thread.
class Statement {
public:
    Statement() = default;

    /// Binds a value to a `?` of the statement; the first is 1. Strings and blobs are not copied:
    /// they must stay valid until the statement has been run.
    void bind(int place, std::int64_t value);
    void bindReal(int place, double value); ///< NaN becomes NULL
    void bindText(int place, std::string_view text);
    void bindBlob(int place, std::string_view bytes);

    /// Advances to the next row. @return false after the last row. Errors: as SQLite reports them.
    [[nodiscard]] base::Expected<bool> step();
    /// Runs a statement without result rows, and resets it.
    [[nodiscard]] base::Expected<void> run();
    /// Resets the statement for another run.
    void reset();

    /// Columns of the current row, from 0. Strings and blobs are valid until the next step.
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
        Create,   ///< a new file for writing
        Read,     ///< a file that may have a concurrent writer
        ReadOnly, ///< a file on a read-only medium: no auxiliary files are created
    };

    /// Errors: as SQLite reports them, naming the file.
    [[nodiscard]] static base::Expected<Database> open(const std::filesystem::path& path,
                                                       Access access);

    /// Runs SQL without parameters, ignoring result rows.
    [[nodiscard]] base::Expected<void> execute(const char* sql);
    [[nodiscard]] base::Expected<Statement> prepare(std::string_view sql) const;
    /// Transfers the journal to the file, except for pages that a reader still needs.
    /// @return whether the whole journal was transferred.
    /// Errors: as SQLite reports them, such as a full disk; no data is lost then.
    [[nodiscard]] base::Expected<bool> checkpoint();
    using Bind = std::function<void(Statement&)>;
    using Take = std::function<void(const Statement&)>;
    /// Runs a query and passes each row to `take`.
    /// @param bind binds its parameters; may be empty
    /// Errors: as SQLite reports them; rows before the fault have been passed.
    [[nodiscard]] base::Expected<void> query(const std::string& sql, const Bind& bind,
                                             const Take& take) const;
    /// Returns the first column of the first row as a number.
    [[nodiscard]] base::Expected<std::int64_t> number(std::string_view sql) const;

private:
    struct Closer {
        void operator()(sqlite3* database) const;
    };
    std::unique_ptr<sqlite3, Closer> m_database;
};

} // namespace sideline::logs
