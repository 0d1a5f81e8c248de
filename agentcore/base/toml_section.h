#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/base/toml.h"

namespace sideline::base {

/// Reads the keys of one table by type and collects all errors.
///
/// Each getter returns an empty optional if the key is absent or invalid; an invalid key is
/// reported once. `finish` reports the keys that no getter has read.
class TomlSection {
public:
    /// @param place name of the table in messages, such as `players`; empty for the file itself
    /// @param errors receives the errors; must outlive the section
    TomlSection(const toml::table& table, std::string place, std::vector<Error>& errors)
        : m_table(table), m_place(std::move(place)), m_errors(errors) {}

    [[nodiscard]] std::optional<std::string> text(std::string_view key);
    [[nodiscard]] std::optional<std::string> choice(std::string_view key,
                                                    const std::vector<std::string_view>& choices);
    [[nodiscard]] std::optional<int> integer(std::string_view key, int min, int max);
    [[nodiscard]] std::optional<double> number(std::string_view key, double min, double max);
    [[nodiscard]] std::optional<bool> flag(std::string_view key);
    [[nodiscard]] std::optional<std::vector<std::string>> texts(std::string_view key);
    [[nodiscard]] std::optional<std::vector<double>> numbers(std::string_view key,
                                                             std::size_t count,
                                                             std::string_view expected);
    [[nodiscard]] std::optional<std::map<std::string, std::string>> textMap(std::string_view key);
    /// Strings, numbers and booleans of a table, as strings.
    [[nodiscard]] std::optional<std::map<std::string, std::string>> scalarMap(std::string_view key);
    [[nodiscard]] const toml::table* section(std::string_view key);
    /// The tables of an array of tables, `[[key]]`.
    [[nodiscard]] std::optional<std::vector<const toml::table*>> sections(std::string_view key);

    [[nodiscard]] bool has(std::string_view key) const { return m_table.contains(key); }
    /// Line of a key's value, or of the table itself if the key is absent.
    [[nodiscard]] std::uint64_t lineOf(std::string_view key) const;
    [[nodiscard]] std::uint64_t line() const;
    void fail(std::uint64_t line, std::string message, std::string expected);
    /// Reports every key that no getter has read.
    void finish();

private:
    const toml::node* find(std::string_view key);
    void wrongType(std::string_view key, const toml::node& node, std::string_view expected);

    const toml::table& m_table;
    std::string m_place;
    std::vector<Error>& m_errors;
    std::vector<std::string_view> m_known;
};

/// A string in TOML notation, in quotation marks.
[[nodiscard]] std::string tomlText(std::string_view text);
/// An array of strings in TOML notation.
[[nodiscard]] std::string tomlText(const std::vector<std::string>& texts);

} // namespace sideline::base
