#include "launcher/team_text.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "agentcore/base/toml.h"

namespace sideline::launcher {

namespace {

using base::Error;
using base::ErrorCode;
using Position = toml::source_position;

auto byHand(std::string what) {
    return base::failure(ErrorCode::InvalidArgument, std::move(what), "a change in the text");
}

// Whether a byte continues a UTF-8 character.
bool isContinued(char byte) {
    return (static_cast<unsigned>(static_cast<unsigned char>(byte)) & 0xc0U) == 0x80U;
}

// A file as text and as tables, with the position of each value in the text.
class Document {
public:
    static base::Expected<Document> parse(std::string_view text) {
        toml::parse_result parsed = toml::parse(text, std::string_view("team file"));
        if (!parsed) {
            Error error{.code = ErrorCode::Malformed,
                        .message = std::string(parsed.error().description()),
                        .expected = "TOML",
                        .file = {},
                        .line = parsed.error().source().begin.line,
                        .byteOffset = {}};
            return tl::unexpected(std::move(error));
        }
        return Document(text, std::move(parsed).table());
    }

    [[nodiscard]] std::string_view text() const { return m_text; }
    [[nodiscard]] const toml::table& root() const { return m_root; }

    [[nodiscard]] std::size_t lineBegin(std::size_t line) const {
        return line == 0 ? 0 : line - 1 < m_lines.size() ? m_lines[line - 1] : m_text.size();
    }
    [[nodiscard]] std::size_t lineCount() const { return m_lines.size(); }
    [[nodiscard]] std::string_view line(std::size_t number) const {
        return m_text.substr(lineBegin(number), lineBegin(number + 1) - lineBegin(number));
    }
    // Columns count characters, not bytes.
    [[nodiscard]] std::size_t offsetOf(const Position& place) const {
        std::size_t at = lineBegin(place.line);
        for (std::size_t column = 1; column < place.column && at < m_text.size(); ++column) {
            for (++at; at < m_text.size() && isContinued(m_text[at]); ++at) {
            }
        }
        return at;
    }
    [[nodiscard]] std::string_view slice(const toml::node& node) const {
        const std::size_t begin = offsetOf(node.source().begin);
        return m_text.substr(begin, offsetOf(node.source().end) - begin);
    }
    [[nodiscard]] const toml::table* find(const TeamPart& part) const {
        switch (part.kind) {
        case TeamPart::Kind::Team:
            return &m_root;
        case TeamPart::Kind::Defaults:
            return m_root["defaults"].as_table();
        case TeamPart::Kind::Command:
            return m_root["command"].as_table();
        case TeamPart::Kind::Player:
            break;
        }
        const toml::array* players = m_root["players"].as_array();
        return players != nullptr && part.player < players->size()
                   ? players->get(part.player)->as_table()
                   : nullptr;
    }

private:
    Document(std::string_view text, toml::table root) : m_text(text), m_root(std::move(root)) {
        m_lines.push_back(0);
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (text[at] == '\n' && at + 1 < text.size()) {
                m_lines.push_back(at + 1);
            }
        }
    }

    std::string_view m_text;
    toml::table m_root;
    std::vector<std::size_t> m_lines; // offset of each line's first byte
};

std::string fieldOf(const Document& document, const toml::node& node) {
    if (const auto* text = node.as_string()) {
        return text->get();
    }
    const toml::array* array = node.as_array();
    if (array == nullptr || array->empty()) {
        return array == nullptr ? std::string(document.slice(node)) : std::string();
    }
    std::vector<std::string> items;
    bool isAllText = true;
    for (const toml::node& item : *array) {
        isAllText = isAllText && item.is_string();
        items.push_back(fieldOf(document, item));
    }
    return isAllText ? joinWords(items) : fmt::format("{}", fmt::join(items, ", "));
}

bool isTableOfPart(bool isTeam, std::string_view name) {
    return isTeam && (name == "defaults" || name == "command" || name == "players");
}

TeamFields::Values fieldsOf(const Document& document, const toml::table& table, bool isTeam) {
    TeamFields::Values values;
    for (const auto& [key, node] : table) {
        const std::string_view name = key.str();
        if (!isTableOfPart(isTeam, name)) {
            values.emplace(name, node.is_table() ? std::string() : fieldOf(document, node));
        }
    }
    return values;
}

std::optional<std::string> keyOnLine(const toml::table& table, bool isTeam, std::uint64_t line) {
    for (const auto& [key, node] : table) {
        if (!isTableOfPart(isTeam, key.str()) && node.source().begin.line <= line &&
            line <= node.source().end.line) {
            return std::string(key.str());
        }
    }
    return !isTeam && table.source().begin.line == line ? std::optional(std::string())
                                                        : std::nullopt;
}

TeamFields fieldsOf(const Document& document) {
    TeamFields fields;
    fields.team = fieldsOf(document, document.root(), true);
    if (const toml::table* table = document.find({TeamPart::Kind::Defaults})) {
        fields.defaults = fieldsOf(document, *table, false);
    }
    if (const toml::table* table = document.find({TeamPart::Kind::Command})) {
        fields.command = fieldsOf(document, *table, false);
    }
    for (TeamPart part{TeamPart::Kind::Player, 0};; ++part.player) {
        const toml::table* table = document.find(part);
        if (table == nullptr) {
            return fields;
        }
        fields.players.push_back(fieldsOf(document, *table, false));
    }
}

std::string inQuotes(std::string_view text) {
    std::string value = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') {
            value += '\\';
            value += letter;
        } else if (static_cast<unsigned char>(letter) < 0x20U) {
            value += fmt::format("\\u{:04x}", static_cast<unsigned>(letter));
        } else {
            value += letter;
        }
    }
    return value + "\"";
}

// Leaves the field unquoted if TOML reads it as a number or a boolean; otherwise quotes it, so that
// the team file checker can report what it expected.
std::string bareOrQuoted(std::string_view field) {
    const auto begin = field.find_first_not_of(" \t");
    const auto end = field.find_last_not_of(" \t");
    const std::string bare(begin == field.npos ? "" : field.substr(begin, end - begin + 1));
    const bool isOneLine = bare.find_first_of("\n#") == bare.npos;
    const auto parsed = toml::parse(std::string_view("x = " + bare), std::string_view());
    const bool isBare = isOneLine && parsed &&
                        (parsed.table()["x"].is_number() || parsed.table()["x"].is_boolean());
    return isBare ? bare : inQuotes(field);
}

std::string valueOf(std::string_view key, std::string_view field) {
    std::vector<std::string> items;
    if (key == "args") {
        for (const std::string& word : splitWords(field)) {
            items.push_back(inQuotes(word));
        }
        return fmt::format("[{}]", fmt::join(items, ", "));
    }
    if (key == "beam") {
        while (true) {
            const std::size_t comma = field.find(',');
            items.push_back(bareOrQuoted(field.substr(0, comma)));
            if (comma == field.npos) {
                return fmt::format("[{}]", fmt::join(items, ", "));
            }
            field.remove_prefix(comma + 1);
        }
    }
    static constexpr std::string_view kBare[] = {"number",      "type",     "port",  "monitor_port",
                                                 "start_delay", "embedded", "record"};
    return std::ranges::find(kBare, key) != std::end(kBare) ? bareOrQuoted(field) : inQuotes(field);
}

// Returns the last line of the values in the table itself, excluding tables with their own header.
std::size_t lastLineOf(const toml::table& table, std::size_t headerLine) {
    std::size_t last = headerLine;
    for (const auto& [key, node] : table) {
        if (node.source().begin < key.source().begin) {
            continue; // the key is part of the header
        }
        const bool isDotted = node.is_table() && !node.as_table()->is_inline();
        last = std::max<std::size_t>(last, isDotted ? lastLineOf(*node.as_table(), headerLine)
                                                    : node.source().end.line);
    }
    return last;
}

bool isBlankOrComment(std::string_view text) {
    const auto at = text.find_first_not_of(" \t\r\n");
    return at == text.npos || text[at] == '#';
}

bool isHeaderOfOther(std::string_view line) {
    const auto at = line.find_first_not_of(" \t");
    return at != line.npos && line[at] == '[' && !line.substr(at).starts_with("[players.");
}

std::string withInserted(const Document& document, std::size_t line, std::string_view inserted) {
    std::string text(document.text().substr(0, document.lineBegin(line)));
    if (!text.empty() && text.back() != '\n') {
        text += '\n';
    }
    text += inserted;
    return text.append(document.text().substr(document.lineBegin(line)));
}

base::Expected<std::string> withoutKey(const Document& document, const toml::key& key,
                                       const toml::node& node) {
    const std::size_t first = key.source().begin.line;
    const std::size_t last = node.source().end.line;
    const std::string_view before =
        document.text().substr(document.lineBegin(first),
                               document.offsetOf(key.source().begin) - document.lineBegin(first));
    const std::size_t end = document.offsetOf(node.source().end);
    if (!isBlankOrComment(before) ||
        !isBlankOrComment(document.text().substr(end, document.lineBegin(last + 1) - end))) {
        return byHand(fmt::format("`{}` shares its line with another key", key.str()));
    }
    return std::string(document.text().substr(0, document.lineBegin(first)))
        .append(document.text().substr(document.lineBegin(last + 1)));
}

base::Expected<std::string> withNewKey(const Document& document, const TeamPart& part,
                                       const std::string& entry) {
    const toml::table* table = document.find(part);
    if (table == nullptr) {
        if (part.kind == TeamPart::Kind::Player) {
            return base::failure(ErrorCode::InvalidArgument, "no such player",
                                 "an existing player");
        }
        const std::string name = part.kind == TeamPart::Kind::Defaults ? "defaults" : "command";
        const toml::table* player = document.find({TeamPart::Kind::Player, 0});
        return withInserted(
            document, player != nullptr ? player->source().begin.line : document.lineCount() + 1,
            fmt::format("[{}]\n{}\n", name, entry));
    }
    if (part.kind != TeamPart::Kind::Team && table->is_inline()) {
        return byHand("the table is written on one line");
    }
    const std::size_t header = part.kind == TeamPart::Kind::Team ? 0 : table->source().begin.line;
    const std::size_t last = lastLineOf(*table, header);
    std::size_t above = header; // line where the last key begins
    for (const auto& [key, node] : *table) {
        if (!node.is_table() && !node.is_array_of_tables()) {
            above = std::max<std::size_t>(above, key.source().begin.line);
        }
    }
    const std::string_view line = above > 0 ? document.line(above) : std::string_view();
    const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
    return withInserted(document, last + 1, std::string(line.substr(0, indent)) + entry);
}

} // namespace

base::Expected<TeamFields> readTeamFields(std::string_view text) {
    const auto document = Document::parse(text);
    return document ? base::Expected<TeamFields>(fieldsOf(*document))
                    : tl::unexpected(document.error());
}

std::optional<TeamPlace> placeOnLine(std::string_view text, std::uint64_t line) {
    const auto document = Document::parse(text);
    if (!document) {
        return std::nullopt;
    }
    const auto look = [&](const TeamPart& part) -> std::optional<TeamPlace> {
        const toml::table* table = document->find(part);
        auto key = table == nullptr ? std::nullopt
                                    : keyOnLine(*table, part.kind == TeamPart::Kind::Team, line);
        return key ? std::optional(TeamPlace{part, std::move(*key)}) : std::nullopt;
    };
    for (const TeamPart::Kind kind :
         {TeamPart::Kind::Team, TeamPart::Kind::Defaults, TeamPart::Kind::Command}) {
        if (const auto place = look({kind})) {
            return place;
        }
    }
    for (TeamPart part{TeamPart::Kind::Player, 0}; document->find(part) != nullptr; ++part.player) {
        if (const auto place = look(part)) {
            return place;
        }
    }
    return std::nullopt;
}

base::Expected<std::string> withField(std::string_view text, const TeamPart& part,
                                      std::string_view key, std::string_view field) {
    const auto document = Document::parse(text);
    if (!document) {
        return tl::unexpected(document.error());
    }
    const toml::table* table = document->find(part);
    const toml::node* node = table == nullptr ? nullptr : table->get(key);
    const std::string value = valueOf(key, field);
    base::Expected<std::string> changed = std::string(text);
    if (node != nullptr && field.empty()) {
        changed = withoutKey(*document, table->find(key)->first, *node);
    } else if (node != nullptr) {
        const std::size_t begin = document->offsetOf(node->source().begin);
        changed->replace(begin, document->offsetOf(node->source().end) - begin, value);
    } else if (!field.empty()) {
        changed = withNewKey(*document, part, fmt::format("{} = {}\n", key, value));
    }
    if (!changed) {
        return changed;
    }
    // Verifies that nothing else has changed.
    const auto after = Document::parse(*changed);
    const toml::table* now = after ? after->find(part) : nullptr;
    const bool isThere = now != nullptr && now->get(key) != nullptr;
    const bool isRequested =
        isThere ? !field.empty() && after->slice(*now->get(key)) == value : field.empty();
    if (!after || !isRequested) {
        return byHand(fmt::format("`{}` cannot be edited here", key));
    }
    const auto others = [&](const Document& of) {
        TeamFields fields = fieldsOf(of);
        TeamFields::Values none;
        TeamFields::Values& own = part.kind == TeamPart::Kind::Team ? fields.team
                                  : part.kind == TeamPart::Kind::Defaults
                                      ? fields.defaults.emplace(fields.defaults.value_or(none))
                                  : part.kind == TeamPart::Kind::Command
                                      ? fields.command.emplace(fields.command.value_or(none))
                                  : part.player < fields.players.size()
                                      ? fields.players[part.player]
                                      : none;
        own.erase(std::string(key));
        return fields;
    };
    return others(*document) == others(*after)
               ? changed
               : byHand(fmt::format("`{}` cannot be edited here", key));
}

base::Expected<std::string> withNewPlayer(std::string_view text) {
    const auto document = Document::parse(text);
    if (!document) {
        return tl::unexpected(document.error());
    }
    const TeamFields fields = fieldsOf(*document);
    if (fields.command) {
        return base::failure(ErrorCode::InvalidArgument, "one command starts the whole team",
                             "players, or a command");
    }
    std::set<std::string, std::less<>> taken;
    for (const TeamFields::Values& player : fields.players) {
        const auto number = player.find("number");
        taken.insert(number == player.end() ? std::string() : number->second);
    }
    int number = 1;
    while (taken.contains(std::to_string(number))) {
        ++number;
    }
    if (number > kMaxNumber) {
        return base::failure(ErrorCode::InvalidArgument, "all numbers are in use",
                             fmt::format("at most {} players", kMaxNumber));
    }
    std::string changed =
        withInserted(*document, document->lineCount() + 1,
                     fmt::format("{}[[players]]\nnumber = {}\n", text.empty() ? "" : "\n", number));
    const auto after = readTeamFields(changed);
    if (!after || after->players.size() != fields.players.size() + 1) {
        return byHand("the players are written on one line");
    }
    return changed;
}

base::Expected<std::string> withoutPlayer(std::string_view text, std::size_t player) {
    const auto document = Document::parse(text);
    if (!document) {
        return tl::unexpected(document.error());
    }
    const toml::table* table = document->find({TeamPart::Kind::Player, player});
    if (table == nullptr) {
        return base::failure(ErrorCode::InvalidArgument, "no such player", "an existing player");
    }
    const std::size_t first = table->source().begin.line;
    std::size_t end = first + 1;
    while (end <= document->lineCount() && !isHeaderOfOther(document->line(end))) {
        ++end;
    }
    if (end <= document->lineCount()) { // comments directly above the next table belong to it
        while (end > first + 1 && isBlankOrComment(document->line(end - 1))) {
            --end;
        }
        while (end <= document->lineCount() &&
               document->line(end).find_first_not_of(" \t\r\n") == std::string_view::npos) {
            ++end;
        }
    }
    std::string changed(text.substr(0, document->lineBegin(first)));
    changed += text.substr(document->lineBegin(end));
    TeamFields expected = fieldsOf(*document);
    expected.players.erase(expected.players.begin() + static_cast<std::ptrdiff_t>(player));
    const auto after = readTeamFields(changed);
    if (!after || *after != expected) {
        return byHand("the player cannot be removed here");
    }
    return changed;
}

std::vector<std::string> splitWords(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    bool isWord = false;
    char quote = '\0';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char letter = text[i];
        const bool isBlank = letter == ' ' || letter == '\t' || letter == '\n';
        if (letter == '\\' && i + 1 < text.size() &&
            (text[i + 1] == '"' || text[i + 1] == '\'' || text[i + 1] == '\\')) {
            word += text[++i];
            isWord = true;
        } else if (quote != '\0' ? letter == quote : letter == '"' || letter == '\'') {
            quote = quote != '\0' ? '\0' : letter;
            isWord = true;
        } else if (quote == '\0' && isBlank) {
            if (isWord) {
                words.push_back(std::move(word));
            }
            word.clear();
            isWord = false;
        } else {
            word += letter;
            isWord = true;
        }
    }
    if (isWord) {
        words.push_back(std::move(word));
    }
    return words;
}

std::string joinWords(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += text.empty() ? "" : " ";
        const bool isQuoted = word.empty() || word.find_first_of(" \t\n") != word.npos;
        text += isQuoted ? "\"" : "";
        for (const char letter : word) {
            if (letter == '"' || letter == '\'' || letter == '\\') {
                text += '\\';
            }
            text += letter;
        }
        text += isQuoted ? "\"" : "";
    }
    return text;
}

} // namespace sideline::launcher
