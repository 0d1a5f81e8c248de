#include "agentcore/base/toml_section.h"

#include <algorithm>

#include <fmt/format.h>

#include "agentcore/base/nearest_name.h"
#include "agentcore/base/plural.h"

namespace sideline::base {

namespace {

std::string_view kindOf(const toml::node& node) {
    switch (node.type()) {
    case toml::node_type::table:
        return "a table";
    case toml::node_type::array:
        return "an array";
    case toml::node_type::string:
        return "text";
    case toml::node_type::integer:
        return "a whole number";
    case toml::node_type::floating_point:
        return "a number";
    case toml::node_type::boolean:
        return "true or false";
    default:
        return "a date or a time";
    }
}

std::uint64_t lineOfNode(const toml::node& node) {
    return node.source().begin.line;
}

} // namespace

std::uint64_t TomlSection::line() const {
    return lineOfNode(m_table);
}

std::uint64_t TomlSection::lineOf(std::string_view key) const {
    const toml::node* node = m_table.get(key);
    return node != nullptr ? lineOfNode(*node) : line();
}

void TomlSection::fail(std::uint64_t line, std::string message, std::string expected) {
    m_errors.push_back({.code = ErrorCode::InvalidArgument,
                        .message = std::move(message),
                        .expected = std::move(expected),
                        .file = {},
                        .line = line > 0 ? std::optional(line) : std::nullopt,
                        .byteOffset = {}});
}

const toml::node* TomlSection::find(std::string_view key) {
    m_known.push_back(key);
    return m_table.get(key);
}

void TomlSection::wrongType(std::string_view key, const toml::node& node,
                            std::string_view expected) {
    fail(lineOfNode(node), fmt::format("`{}` is {}", key, kindOf(node)), std::string(expected));
}

std::optional<std::string> TomlSection::text(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) {
        return std::nullopt;
    }
    if (const auto* value = node->as_string()) {
        if (value->get().find('\0') == std::string::npos) {
            return value->get();
        }
        fail(lineOfNode(*node), fmt::format("`{}` contains a null byte", key),
             "text without null bytes");
        return std::nullopt;
    }
    wrongType(key, *node, "a quoted string");
    return std::nullopt;
}

std::optional<std::string> TomlSection::choice(std::string_view key,
                                               const std::vector<std::string_view>& choices) {
    const auto value = text(key);
    if (!value || std::ranges::find(choices, *value) != choices.end()) {
        return value;
    }
    fail(lineOf(key), fmt::format("`{}` is \"{}\"", key, *value), listNames(choices));
    return std::nullopt;
}

std::optional<int> TomlSection::integer(std::string_view key, int min, int max) {
    const toml::node* node = find(key);
    if (node == nullptr) {
        return std::nullopt;
    }
    const std::string expected = fmt::format("a whole number from {} to {}", min, max);
    const auto* value = node->as_integer();
    if (value == nullptr) {
        wrongType(key, *node, expected);
        return std::nullopt;
    }
    if (value->get() < min || value->get() > max) {
        fail(lineOfNode(*node), fmt::format("`{}` is {}", key, value->get()), expected);
        return std::nullopt;
    }
    return static_cast<int>(value->get());
}

std::optional<double> TomlSection::number(std::string_view key, double min, double max) {
    const toml::node* node = find(key);
    if (node == nullptr) {
        return std::nullopt;
    }
    const std::string expected = fmt::format("a number from {:g} to {:g}", min, max);
    const std::optional<double> value =
        node->is_number() ? node->value<double>() : std::optional<double>();
    if (!value) {
        wrongType(key, *node, expected);
        return std::nullopt;
    }
    if (!(*value >= min && *value <= max)) {
        fail(lineOfNode(*node), fmt::format("`{}` is {:g}", key, *value), expected);
        return std::nullopt;
    }
    return value;
}

std::optional<bool> TomlSection::flag(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) {
        return std::nullopt;
    }
    if (const auto* value = node->as_boolean()) {
        return value->get();
    }
    wrongType(key, *node, "true or false");
    return std::nullopt;
}

std::optional<std::vector<std::string>> TomlSection::texts(std::string_view key) {
    constexpr std::string_view kExpected = "an array of strings, such as [\"--team\", \"{team}\"]";
    const toml::node* node = find(key);
    if (node == nullptr) {
        return std::nullopt;
    }
    const toml::array* array = node->as_array();
    if (array == nullptr) {
        wrongType(key, *node, kExpected);
        return std::nullopt;
    }
    std::vector<std::string> values;
    bool isGood = true;
    for (const toml::node& item : *array) {
        const auto* value = item.as_string();
        isGood = isGood && value != nullptr;
        if (value == nullptr) {
            fail(lineOfNode(item), fmt::format("`{}` contains {}", key, kindOf(item)),
                 std::string(kExpected));
        } else if (value->get().find('\0') != std::string::npos) {
            fail(lineOfNode(item), fmt::format("`{}` contains a null byte", key),
                 "text without null bytes");
            isGood = false;
        } else {
            values.push_back(value->get());
        }
    }
    return isGood ? std::optional(values) : std::nullopt;
}

std::optional<std::vector<double>> TomlSection::numbers(std::string_view key, std::size_t count,
                                                        std::string_view expected) {
    const toml::node* node = find(key);
    if (node == nullptr) {
        return std::nullopt;
    }
    const toml::array* array = node->as_array();
    if (array == nullptr || array->size() != count) {
        fail(lineOfNode(*node),
             array == nullptr ? fmt::format("`{}` is {}", key, kindOf(*node))
                              : fmt::format("`{}` has {}", key, plural(array->size(), "value")),
             std::string(expected));
        return std::nullopt;
    }
    std::vector<double> values;
    for (const toml::node& item : *array) {
        const auto value = item.is_number() ? item.value<double>() : std::optional<double>();
        if (!value || !(std::abs(*value) <= 1e6)) {
            fail(lineOfNode(item), fmt::format("`{}` contains a value that is not a number", key),
                 std::string(expected));
            return std::nullopt;
        }
        values.push_back(*value);
    }
    return values;
}

std::optional<std::map<std::string, std::string>> TomlSection::textMap(std::string_view key) {
    const toml::table* table = section(key);
    if (table == nullptr) {
        return std::nullopt;
    }
    std::map<std::string, std::string> values;
    for (const auto& [name, node] : *table) {
        const std::string_view word = name.str();
        const auto* value = node.as_string();
        if (word.empty() || word.find_first_of(std::string_view("=\0", 2)) != word.npos) {
            fail(lineOfNode(node), fmt::format("`{}.{}` is not a valid variable name", key, word),
                 "a name without =");
        } else if (value == nullptr) {
            fail(lineOfNode(node), fmt::format("`{}.{}` is {}", key, word, kindOf(node)),
                 "a quoted string");
        } else {
            values.emplace(word, value->get());
        }
    }
    return values;
}

std::optional<std::map<std::string, std::string>> TomlSection::scalarMap(std::string_view key) {
    const toml::table* table = section(key);
    if (table == nullptr) {
        return std::nullopt;
    }
    std::map<std::string, std::string> values;
    for (const auto& [name, node] : *table) {
        if (const auto* text = node.as_string()) {
            values.emplace(name.str(), text->get());
        } else if (const auto* whole = node.as_integer()) {
            values.emplace(name.str(), fmt::format("{}", whole->get()));
        } else if (const auto* number = node.as_floating_point()) {
            values.emplace(name.str(), fmt::format("{}", number->get()));
        } else if (const auto* flag = node.as_boolean()) {
            values.emplace(name.str(), flag->get() ? "true" : "false");
        } else {
            fail(lineOfNode(node), fmt::format("`{}.{}` is {}", key, name.str(), kindOf(node)),
                 "a number, true, false or text in quotes");
        }
    }
    return values;
}

const toml::table* TomlSection::section(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) {
        return nullptr;
    }
    if (!node->is_table()) {
        wrongType(key, *node, fmt::format("a table: [{}]", key));
    }
    return node->as_table();
}

std::optional<std::vector<const toml::table*>> TomlSection::sections(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) {
        return std::nullopt;
    }
    const std::string expected = fmt::format("one or more [[{}]] tables", key);
    if (!node->is_array()) {
        wrongType(key, *node, expected);
        return std::nullopt;
    }
    std::vector<const toml::table*> tables;
    for (const toml::node& item : *node->as_array()) {
        if (const toml::table* table = item.as_table()) {
            tables.push_back(table);
        } else {
            wrongType(key, item, expected);
        }
    }
    return tables;
}

void TomlSection::finish() {
    for (const auto& [name, node] : m_table) {
        const std::string_view word = name.str();
        if (std::ranges::find(m_known, word) != m_known.end()) {
            continue;
        }
        const std::string_view near = nearestName(word, m_known);
        fail(lineOfNode(node),
             m_place.empty() ? fmt::format("unknown key `{}`", word)
                             : fmt::format("{} have no key `{}`", m_place, word),
             near.empty() ? listNames(m_known) : fmt::format("`{}`", near));
    }
}

std::string tomlText(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            result += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
        } else {
            result += c;
        }
    }
    return result + '"';
}

std::string tomlText(const std::vector<std::string>& texts) {
    std::string list = "[";
    for (const std::string& text : texts) {
        list += (list.size() == 1 ? "" : ", ") + tomlText(text);
    }
    return list + "]";
}

} // namespace sideline::base
