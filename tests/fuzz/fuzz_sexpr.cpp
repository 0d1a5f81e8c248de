// Tokens of arbitrary bytes are within them and in order, and the nesting is consistent; numbers
// are parsed identically one by one and in a row.
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "agentcore/protocol/sexpr.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;
using protocol::SexprReader;
using protocol::Token;
using protocol::TokenKind;

// Small limits, which the fuzzer can reach.
constexpr protocol::SexprLimits kLimits{4096, 8, 64};

bool isLast(TokenKind kind) {
    return kind == TokenKind::End || kind == TokenKind::Error;
}

void checkTokens(std::string_view bytes) {
    SexprReader reader(bytes, kLimits);
    std::size_t end = 0;
    std::uint32_t depth = 0;
    Token token;
    for (token = reader.next(); !isLast(token.kind); token = reader.next()) {
        require(token.offset >= end, "tokens come in order");
        end = token.offset + token.text.size();
        require(end <= bytes.size(), "tokens lie inside the bytes");
        require(token.text == bytes.substr(token.offset, token.text.size()), "text is the bytes'");
        if (token.kind == TokenKind::Open) {
            ++depth;
        } else if (token.kind == TokenKind::Close) {
            require(depth > 0, "no list is closed that was not opened");
            --depth;
        } else {
            require(!token.text.empty() && token.text.size() <= kLimits.maxAtomBytes, "atom size");
        }
        require(depth == reader.depth() && depth <= kLimits.maxDepth, "depth");
    }
    require(reader.next().kind == token.kind, "the end stays the end");
    if (token.kind == TokenKind::End) {
        require(depth == 0, "all lists are closed at the end");
    } else {
        require(!reader.error().message.empty(), "an error states what is wrong");
    }
}

void checkNumbers(std::string_view bytes) {
    SexprReader inRow(bytes, kLimits);
    SexprReader oneByOne(bytes, kLimits);
    std::array<float, 16> values{};
    for (;;) {
        const std::size_t count = inRow.readFloats(values.data(), values.size());
        for (std::size_t i = 0; i < count; ++i) {
            const Token token = oneByOne.next();
            require(token.kind == TokenKind::Atom, "a number is an atom");
            const auto number = protocol::parseNumber(token.text);
            require(number.has_value(), "a number can be parsed alone");
            const auto alone = static_cast<float>(*number);
            require(alone == values[i] || (std::isnan(alone) && std::isnan(values[i])) ||
                        std::abs(alone - values[i]) <= 1e-5F * std::abs(alone),
                    "both readings agree");
        }
        const Token after = inRow.next();
        const Token other = oneByOne.next();
        require(after.kind == other.kind && after.offset == other.offset, "readers stay together");
        if (isLast(after.kind)) {
            return;
        }
    }
}

void checkSkipping(std::string_view bytes) {
    SexprReader reader(bytes, kLimits);
    while (reader.next().kind == TokenKind::Open) {
        const std::uint32_t depth = reader.depth();
        if (!reader.skipList()) {
            require(reader.next().kind == TokenKind::Error, "skipping stops only at a fault");
            return;
        }
        require(reader.depth() == depth - 1, "skipping leaves the list");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    checkTokens(bytes);
    checkNumbers(bytes);
    checkSkipping(bytes);
    (void)protocol::parseInteger(bytes);
    return 0;
}
