#include "motions/format/yaml_tree.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "motions/format/text_lines.h"

namespace sideline::keyframe {

namespace {

using base::Expected;

constexpr int kMaxYamlLevels = 16;
constexpr std::size_t kMaxYamlBytes = std::size_t{1} << 21U;

// A line without its comment; `indent` is the column of its content.
struct YamlLine {
    int number = 0;
    std::size_t indent = 0;
    std::string_view text;
};

// Cuts off a comment: # at the start or after a blank, outside quotes.
std::string_view withoutYamlComment(std::string_view text) {
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != '\0') {
            quote = c == quote ? '\0' : quote;
        } else if ((c == '"' || c == '\'') &&
                   (i == 0 || std::string_view(" \t,:[{").find(text[i - 1]) != text.npos)) {
            quote = c;
        } else if (c == '#' && (i == 0 || text[i - 1] == ' ' || text[i - 1] == '\t')) {
            return text.substr(0, i);
        }
    }
    return text;
}

bool isItem(std::string_view text) {
    return text == "-" || text.starts_with("- ");
}

// Returns the position of the colon that ends a name, if the text begins with a name.
std::optional<std::size_t> colonIn(std::string_view text) {
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quote != '\0') {
            quote = c == quote ? '\0' : quote;
        } else if (i == 0 && (c == '"' || c == '\'')) {
            quote = c;
        } else if (c == ':' && (i + 1 == text.size() || text[i + 1] == ' ')) {
            return i;
        }
    }
    return std::nullopt;
}

std::string_view unquoted(std::string_view text) {
    const bool isQuoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
                          text.back() == text.front();
    return isQuoted ? text.substr(1, text.size() - 2) : text;
}

class YamlParser {
public:
    explicit YamlParser(std::string_view text) : m_text(text) {}

    [[nodiscard]] Expected<YamlNode> parse();

private:
    [[nodiscard]] Expected<void> split();
    [[nodiscard]] Expected<YamlNode> block(int level);
    [[nodiscard]] Expected<YamlNode> mapping(int level);
    [[nodiscard]] Expected<YamlNode> sequence(int level);
    [[nodiscard]] Expected<YamlNode> value(std::string_view text, int line, int level);
    [[nodiscard]] Expected<YamlNode> brackets(std::string_view text, int line, int level);
    [[nodiscard]] static Expected<YamlNode> withUniqueNames(YamlNode mapping);
    [[nodiscard]] bool isAtEnd() const { return m_next == m_lines.size(); }
    [[nodiscard]] static tl::unexpected<base::Error> fault(int line, std::string message) {
        return malformedAt(line, std::move(message),
                           "mappings, sequences and plain values in YAML");
    }

    std::string_view m_text;
    std::vector<YamlLine> m_lines;
    std::size_t m_next = 0;
};

Expected<void> YamlParser::split() {
    for (const TextLine& line : textLines(m_text)) {
        const std::string_view content = trimmed(withoutYamlComment(line.text));
        if (content.empty() || (content == "---" && m_lines.empty())) {
            continue;
        }
        const auto indent = static_cast<std::size_t>(content.data() - line.text.data());
        if (line.text.substr(0, indent).find('\t') != std::string_view::npos) {
            return fault(line.number, "a tab in the indentation");
        }
        m_lines.push_back({line.number, indent, content});
    }
    return {};
}

Expected<YamlNode> YamlParser::parse() {
    if (auto lines = split(); !lines) {
        return tl::unexpected(std::move(lines.error()));
    }
    if (isAtEnd()) {
        return fault(1, "there is no content");
    }
    auto root = block(0);
    if (root && !isAtEnd()) {
        const YamlLine& line = m_lines[m_next];
        return fault(line.number, fmt::format("{} is not part of what is above", shown(line.text)));
    }
    return root;
}

// Parses the lines from the next one on that have its indentation or more.
Expected<YamlNode> YamlParser::block(int level) {
    const YamlLine& line = m_lines[m_next];
    if (level > kMaxYamlLevels) {
        return fault(line.number, fmt::format("more than {} levels", kMaxYamlLevels));
    }
    if (isItem(line.text)) {
        return sequence(level);
    }
    if (colonIn(line.text) && line.text[0] != '{' && line.text[0] != '[') {
        return mapping(level);
    }
    ++m_next;
    return value(line.text, line.number, level);
}

Expected<YamlNode> YamlParser::sequence(int level) {
    const std::size_t indent = m_lines[m_next].indent;
    YamlNode node;
    node.line = m_lines[m_next].number;
    while (!isAtEnd() && m_lines[m_next].indent == indent && isItem(m_lines[m_next].text)) {
        // The rest of the line is the first line of the item.
        YamlLine& line = m_lines[m_next];
        const std::string_view rest = trimmed(line.text.substr(1));
        const int number = line.number;
        if (rest.empty()) {
            ++m_next;
            if (isAtEnd() || m_lines[m_next].indent <= indent) {
                node.items.push_back({number, {}, {}, {}});
                continue;
            }
        } else {
            line.indent += static_cast<std::size_t>(rest.data() - line.text.data());
            line.text = rest;
        }
        auto item = block(level + 1);
        if (!item) {
            return item;
        }
        node.items.push_back(std::move(*item));
    }
    return node;
}

Expected<YamlNode> YamlParser::mapping(int level) {
    const std::size_t indent = m_lines[m_next].indent;
    YamlNode node;
    node.line = m_lines[m_next].number;
    while (!isAtEnd() && m_lines[m_next].indent == indent && !isItem(m_lines[m_next].text)) {
        const YamlLine line = m_lines[m_next];
        const auto colon = colonIn(line.text);
        if (!colon) {
            return fault(line.number, fmt::format("{} has no name", shown(line.text)));
        }
        ++m_next;
        const std::string_view rest = trimmed(line.text.substr(*colon + 1));
        Expected<YamlNode> member = YamlNode{line.number, {}, {}, {}};
        if (!rest.empty()) {
            member = value(rest, line.number, level + 1);
        } else if (!isAtEnd() &&
                   (m_lines[m_next].indent > indent ||
                    (m_lines[m_next].indent == indent && isItem(m_lines[m_next].text)))) {
            member = block(level + 1);
        }
        if (!member) {
            return member;
        }
        node.members.emplace_back(unquoted(trimmed(line.text.substr(0, *colon))),
                                  std::move(*member));
    }
    return withUniqueNames(std::move(node));
}

Expected<YamlNode> YamlParser::withUniqueNames(YamlNode mapping) {
    std::set<std::string_view> names;
    for (const auto& [name, member] : mapping.members) {
        if (!names.insert(name).second) {
            return fault(member.line, fmt::format("{} occurs twice", shown(name)));
        }
    }
    return mapping;
}

Expected<YamlNode> YamlParser::value(std::string_view text, int line, int level) {
    if (text[0] == '{' || text[0] == '[') {
        return brackets(text, line, level);
    }
    constexpr std::string_view kOtherYaml = "&*!|>%@`";
    if (kOtherYaml.find(text[0]) != std::string_view::npos) {
        return fault(line, fmt::format("{} is not supported", shown(text)));
    }
    return YamlNode{line, unquoted(text), {}, {}};
}

// Parses `{a: 1, b: 2}` or `[1, 2]`, which may be nested.
Expected<YamlNode> YamlParser::brackets(std::string_view text, int line, int level) {
    const bool isMapping = text[0] == '{';
    if (level > kMaxYamlLevels) {
        return fault(line, fmt::format("more than {} levels", kMaxYamlLevels));
    }
    if (text.back() != (isMapping ? '}' : ']') || text.size() < 2) {
        return fault(line, fmt::format("{} does not end on its line", shown(text)));
    }
    YamlNode node;
    node.line = line;
    const std::string_view inner = trimmed(text.substr(1, text.size() - 2));
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= inner.size() && !inner.empty(); ++i) {
        const char c = i < inner.size() ? inner[i] : ',';
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        if (c != ',' || (depth > 0 && i < inner.size())) {
            continue;
        }
        const std::string_view part = trimmed(inner.substr(begin, i - begin));
        begin = i + 1;
        const auto colon = isMapping ? colonIn(part) : std::nullopt;
        const std::string_view content = colon ? trimmed(part.substr(*colon + 1)) : part;
        if (content.empty() || isMapping != colon.has_value()) {
            return fault(line, fmt::format("{} in brackets", shown(part)));
        }
        auto each = value(content, line, level + 1);
        if (!each) {
            return each;
        }
        if (isMapping) {
            node.members.emplace_back(unquoted(trimmed(part.substr(0, *colon))), std::move(*each));
        } else {
            node.items.push_back(std::move(*each));
        }
    }
    return withUniqueNames(std::move(node));
}

} // namespace

const YamlNode* YamlNode::find(std::string_view name) const {
    const auto found = std::ranges::find(
        members, name, [](const auto& each) -> std::string_view { return each.first; });
    return found != members.end() ? &found->second : nullptr;
}

Expected<YamlNode> parseYaml(std::string_view text) {
    if (text.size() > kMaxYamlBytes) {
        return base::failure(base::ErrorCode::LimitExceeded,
                             fmt::format("the YAML text has {} bytes", text.size()),
                             fmt::format("at most {}", kMaxYamlBytes));
    }
    return YamlParser(text).parse();
}

} // namespace sideline::keyframe
