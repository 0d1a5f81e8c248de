#include "agentcore/monitor/rsmp_reader.h"

#include <utility>

#include <fmt/format.h>

#include "agentcore/protocol/message_fault.h"
#include "agentcore/protocol/sexpr.h"

namespace sideline::monitor {

namespace {

using base::Error;
using base::ErrorCode;
using base::Expected;
using protocol::SexprReader;
using protocol::Token;
using protocol::TokenKind;

constexpr std::string_view kStart = "((RSMP";
constexpr std::string_view kGame = "((gs ";
constexpr int kMajorVersion = 1; // version of the protocol and of all its parts

tl::unexpected<Error> failure(ErrorCode code, std::string message, std::string expected,
                              std::size_t offset) {
    return tl::unexpected(protocol::faultAt(code, std::move(message), std::move(expected), offset));
}

tl::unexpected<Error> unexpectedToken(const SexprReader& reader, const Token& token,
                                      std::string expected) {
    if (token.kind == TokenKind::Error) {
        return tl::unexpected(reader.error());
    }
    const bool isEnd = token.kind == TokenKind::End;
    return failure(isEnd ? ErrorCode::Truncated : ErrorCode::Malformed,
                   isEnd ? std::string("unexpected end of the message")
                         : fmt::format("unexpected '{}'", token.text),
                   std::move(expected), token.offset);
}

Expected<Token> expect(SexprReader& reader, TokenKind kind, std::string_view what) {
    const Token token = reader.next();
    if (token.kind != kind) {
        return unexpectedToken(reader, token, std::string(what));
    }
    return token;
}

// A name with its version after the `(`: `RSMP 1 0)`. Unknown names may have any version.
struct Name {
    std::string_view text;
    std::size_t offset = 0;
    bool isKnown = false;
};

Expected<Name> readName(SexprReader& reader) {
    const auto word = expect(reader, TokenKind::Atom, "the name of a part");
    if (!word) {
        return tl::unexpected(word.error());
    }
    Name name{word->text, word->offset, false};
    for (const std::string_view known : {"RSMP", "gt", "sg", "gs", "ge"}) {
        name.isKnown = name.isKnown || name.text == known;
    }
    const auto major = expect(reader, TokenKind::Atom, "the version of the part");
    if (!major) {
        return tl::unexpected(major.error());
    }
    if (name.isKnown && protocol::parseInteger(major->text) != kMajorVersion) {
        return failure(ErrorCode::UnsupportedFormat,
                       fmt::format("unsupported version {} of '{}'", major->text, name.text),
                       fmt::format("version {}", kMajorVersion), major->offset);
    }
    if (!reader.skipList()) { // skips the minor version
        return tl::unexpected(reader.error());
    }
    return name;
}

// Iterates over the parts of a message; the visitor reads each part up to its `)`.
template <typename Visitor>
Expected<void> walkParts(SexprReader& reader, Visitor& visitor) {
    const std::string_view what = "an RSMP message: '((RSMP 1 0)...'";
    for (int i = 0; i < 2; ++i) {
        if (const auto open = expect(reader, TokenKind::Open, what); !open) {
            return tl::unexpected(open.error());
        }
    }
    if (const auto name = readName(reader); !name) {
        return tl::unexpected(name.error());
    }
    while (true) {
        const Token token = reader.next();
        if (token.kind == TokenKind::Close) {
            break;
        }
        if (token.kind != TokenKind::Open) {
            return unexpectedToken(reader, token, "'((' of a part, or ')'");
        }
        if (const auto open = expect(reader, TokenKind::Open, "'(' of a part's name"); !open) {
            return tl::unexpected(open.error());
        }
        const auto name = readName(reader);
        if (!name) {
            return tl::unexpected(name.error());
        }
        auto visited = visitor.visit(reader, *name);
        if (!visited) {
            return tl::unexpected(std::move(visited.error()));
        }
        if (!*visited) {
            return {}; // the remaining parts are not needed
        }
    }
    const Token end = reader.next();
    return end.kind == TokenKind::End ? Expected<void>()
                                      : unexpectedToken(reader, end, "the end of the message");
}

// Common base of the visitors for headers and for whole messages.
class PartReader {
public:
    explicit PartReader(RsmpHeader& header) : m_header(header) {}

protected:
    Expected<bool> readTime(SexprReader& reader) {
        const auto number = expect(reader, TokenKind::Atom, "the server's time");
        if (!number) {
            return tl::unexpected(number.error());
        }
        m_header.serverTimeS = protocol::parseNumber(number->text);
        if (!m_header.serverTimeS) {
            return failure(ErrorCode::Malformed, fmt::format("'{}' is not a time", number->text),
                           "seconds", number->offset);
        }
        return closed(reader);
    }

    Expected<bool> readGame(SexprReader& reader) {
        if (auto read = readMorePredicates(reader, m_header.game); !read) {
            return tl::unexpected(std::move(read.error()));
        }
        return true;
    }

    // `full` or `diff`
    Expected<bool> readKind(SexprReader& reader) {
        const auto kind = expect(reader, TokenKind::Atom, "'full' or 'diff'");
        if (!kind) {
            return tl::unexpected(kind.error());
        }
        if (kind->text != "full" && kind->text != "diff") {
            return failure(ErrorCode::Malformed,
                           fmt::format("unknown kind of scene '{}'", kind->text),
                           "'full' or 'diff'", kind->offset);
        }
        m_header.isFull = kind->text == "full";
        return true;
    }

    static Expected<bool> skip(SexprReader& reader) {
        if (!reader.skipList()) {
            return tl::unexpected(reader.error());
        }
        return true;
    }

    Expected<bool> skipUnknown(SexprReader& reader, const Name& name) {
        addRemark(m_header.remarks, Remark::Kind::UnknownWord, std::string(name.text), name.offset);
        return skip(reader);
    }

    RsmpHeader& m_header;

private:
    static Expected<bool> closed(SexprReader& reader) {
        const auto close = expect(reader, TokenKind::Close, "')'");
        if (!close) {
            return tl::unexpected(close.error());
        }
        return true;
    }
};

class HeaderVisitor : public PartReader {
public:
    using PartReader::PartReader;

    Expected<bool> visit(SexprReader& reader, const Name& name) {
        if (name.text == "gt") {
            return readTime(reader);
        }
        if (name.text == "gs") {
            m_hasGame = true;
            return readGame(reader);
        }
        if (name.text == "sg") {
            auto read = readKind(reader);
            return !read ? read : readAfterScene(reader);
        }
        return name.isKnown ? skip(reader) : skipUnknown(reader, name);
    }

private:
    // The scene makes up nearly all of a message, so the search for the game state starts at the
    // end.
    Expected<bool> readAfterScene(SexprReader& reader) {
        const std::string_view bytes = reader.bytes();
        const std::size_t at = bytes.rfind(kGame);
        if (m_hasGame || at == std::string_view::npos || at < reader.offset()) {
            return m_hasGame ? Expected<bool>(false) : skip(reader);
        }
        SexprReader behind(bytes.substr(at));
        behind.next();
        behind.next();
        if (const auto name = readName(behind); !name) {
            return moved(name.error(), at);
        }
        if (auto read = readGame(behind); !read) {
            return moved(read.error(), at);
        }
        return false;
    }

    static tl::unexpected<Error> moved(Error error, std::size_t by) {
        error.byteOffset = error.byteOffset.value_or(0) + by;
        return tl::unexpected(std::move(error));
    }

    bool m_hasGame = false;
};

class MessageVisitor : public PartReader {
public:
    MessageVisitor(RsmpMessage& message, RsmpEnvironments& environments, DiffTree& diff)
        : PartReader(message.header),
          m_message(message),
          m_environments(environments),
          m_diff(diff) {}

    Expected<bool> visit(SexprReader& reader, const Name& name) {
        if (name.text == "gt") {
            return readTime(reader);
        }
        if (name.text == "sg") {
            auto read = readKind(reader);
            return !read ? read : readScene(reader);
        }
        if (name.text == "gs") {
            return readGame(reader);
        }
        if (name.text == "ge") {
            return readEnvironment(reader);
        }
        return skipUnknown(reader, name);
    }

private:
    Expected<bool> readScene(SexprReader& reader) {
        m_message.hasScene = true;
        if (!m_header.isFull) {
            auto read = readDiffNodes(reader, m_diff);
            return read ? Expected<bool>(true) : tl::unexpected(std::move(read.error()));
        }
        auto tree = readFullNodes(reader);
        if (!tree) {
            return tl::unexpected(std::move(tree.error()));
        }
        m_message.full = std::move(*tree);
        return true;
    }

    Expected<bool> readEnvironment(SexprReader& reader) {
        const std::size_t begin = reader.offset();
        if (auto skipped = skip(reader); !skipped) {
            return skipped;
        }
        auto environment = m_environments.read(
            reader.bytes().substr(begin, reader.offset() - begin), begin, m_header.remarks);
        if (!environment) {
            return tl::unexpected(std::move(environment.error()));
        }
        m_message.environment = std::move(*environment);
        return true;
    }

    RsmpMessage& m_message;
    RsmpEnvironments& m_environments;
    DiffTree& m_diff;
};

// Servers since version 0.2.1 report their marks, others only the sizes.
void completeField(field::FieldDimensions& field) {
    const field::FieldDimensions reported = field;
    field = field::withFootballMarkings(field);
    if (reported.circleRadiusM > 0.0) {
        field.circleRadiusM = reported.circleRadiusM;
        field.goalAreaLengthM = reported.goalAreaLengthM;
        field.goalAreaWidthM = reported.goalAreaWidthM;
        field.penaltySpotM = reported.penaltySpotM;
        field.penaltyLengthM = reported.penaltyLengthM;
        field.penaltyWidthM = reported.penaltyWidthM;
    }
}

// The server uses a placeholder for a side without a team.
void setTeam(std::string& team, std::string_view none) {
    if (team == none) {
        team.clear();
    }
}

} // namespace

bool isRsmp(std::string_view message) {
    return message.starts_with(kStart);
}

Expected<RsmpHeader> readRsmpHeader(std::string_view message) {
    RsmpHeader header;
    SexprReader reader(message);
    HeaderVisitor visitor(header);
    if (auto walked = walkParts(reader, visitor); !walked) {
        return tl::unexpected(std::move(walked.error()));
    }
    return header;
}

Expected<std::shared_ptr<const Environment>> RsmpEnvironments::read(std::string_view text,
                                                                    std::size_t offset,
                                                                    Remarks& remarks) {
    if (m_environment == nullptr || text != m_text) {
        // Adds the `(`, which is not part of the text.
        const std::string list = fmt::format("({}", text);
        SexprReader reader(list);
        auto predicates = readPredicates(reader);
        if (!predicates) {
            Error error = std::move(predicates.error());
            error.byteOffset = error.byteOffset.value_or(1) + offset - 1;
            return tl::unexpected(std::move(error));
        }
        completeField(predicates->environment.field);
        m_text = text;
        m_environment = std::make_shared<const Environment>(std::move(predicates->environment));
        m_remarks = std::move(predicates->remarks);
    }
    for (const Remark& remark : m_remarks) { // because offsets refer to the text with its `(`
        addRemark(remarks, remark.kind, remark.word, remark.byteOffset + offset - 1);
    }
    return m_environment;
}

Expected<RsmpMessage> readRsmpMessage(std::string_view message, RsmpEnvironments& environments,
                                      DiffTree& diff) {
    RsmpMessage result;
    SexprReader reader(message);
    MessageVisitor visitor(result, environments, diff);
    if (auto walked = walkParts(reader, visitor); !walked) {
        return tl::unexpected(std::move(walked.error()));
    }
    return result;
}

GameState applyRsmp(const GameState& state, RsmpMessage& message) {
    GameState next = message.header.isFull ? GameState{} : state;
    next.format = StreamFormat::Rsmp;
    if (message.header.serverTimeS) {
        next.serverTimeS = message.header.serverTimeS;
    }
    if (message.environment) {
        const bool isSame = state.environment && *state.environment == *message.environment;
        next.environment = isSame ? state.environment : message.environment;
    }
    changeValues(next, std::move(message.header.game));
    setTeam(next.teamLeft, "<LEFT>");
    setTeam(next.teamRight, "<RIGHT>");
    return next;
}

} // namespace sideline::monitor
