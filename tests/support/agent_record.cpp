#include "tests/support/agent_record.h"

#include <cstdint>
#include <string_view>

#include "agentcore/protocol/sexpr.h"
#include "tests/support/test_files.h"

namespace sideline::tests {

namespace {

using protocol::SexprReader;
using protocol::Token;
using protocol::TokenKind;

// `(HJ (n hj1) (ax -0.00))`: the reader stands behind HJ.
void readJoint(SexprReader& reader, JointPercepts& percepts) {
    std::string name;
    double angleDeg = 0.0;
    std::string_view key;
    for (int depth = 1; depth > 0;) {
        const Token token = reader.next();
        if (token.kind == TokenKind::Open) {
            ++depth;
            key = reader.next().text;
        } else if (token.kind == TokenKind::Close) {
            --depth;
        } else if (token.kind != TokenKind::Atom) {
            return;
        } else if (key == "n") {
            name = token.text;
        } else if (key == "ax") {
            angleDeg = protocol::parseNumber(token.text).value_or(0.0);
        }
    }
    percepts[name] = angleDeg;
}

} // namespace

JointPercepts jointPercepts(std::string_view message) {
    JointPercepts percepts;
    SexprReader reader(message);
    while (true) {
        const Token token = reader.next();
        if (token.kind == TokenKind::End || token.kind == TokenKind::Error) {
            return percepts;
        }
        if (token.kind == TokenKind::Atom && token.text == "HJ") {
            readJoint(reader, percepts);
        }
    }
}

std::vector<AgentRecord> readAgentRecords(const std::filesystem::path& file) {
    const std::string bytes = readUnpacked(file);
    std::vector<AgentRecord> records;
    std::size_t at = 0;
    while (at + 5 <= bytes.size()) {
        std::uint32_t length = 0;
        for (std::size_t i = 1; i <= 4; ++i) {
            length = (length << 8U) | static_cast<unsigned char>(bytes[at + i]);
        }
        if (at + 5 + length > bytes.size()) {
            break;
        }
        records.push_back({bytes[at] == '<', bytes.substr(at + 5, length)});
        at += 5 + length;
    }
    return records;
}

std::vector<JointPercepts> readJointPercepts(const std::filesystem::path& file) {
    std::vector<JointPercepts> messages;
    for (const AgentRecord& record : readAgentRecords(file)) {
        if (record.isFromServer) {
            messages.push_back(jointPercepts(record.message));
        }
    }
    return messages;
}

} // namespace sideline::tests
