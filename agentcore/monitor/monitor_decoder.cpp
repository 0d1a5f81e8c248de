#include "agentcore/monitor/monitor_decoder.h"

#include <utility>

#include <fmt/format.h>

#include "agentcore/monitor/resync.h"
#include "agentcore/protocol/message_fault.h"

namespace sideline::monitor {

namespace {

using base::Error;
using base::ErrorCode;
using base::Expected;
using protocol::SexprReader;
using protocol::Token;
using protocol::TokenKind;

tl::unexpected<Error> headerError(const SexprReader& reader, const Token& token) {
    if (token.kind == TokenKind::Error) {
        return tl::unexpected(reader.error());
    }
    const bool isEnd = token.kind == TokenKind::End;
    return tl::unexpected(
        protocol::faultAt(isEnd ? ErrorCode::Truncated : ErrorCode::Malformed,
                          isEnd ? std::string("the message ends after its predicates")
                                : fmt::format("unexpected '{}' after the predicates", token.text),
                          "a scene header '(RSG 0 1)' or '(RDS 0 1)'", token.offset));
}

// `(RSG 0 1)` or `(RDS 0 1)`; the version is ignored, since the server has never used another one.
Expected<MessageKind> readSceneHeader(SexprReader& reader) {
    if (const Token open = reader.next(); open.kind != TokenKind::Open) {
        return headerError(reader, open);
    }
    const Token word = reader.next();
    if (word.kind != TokenKind::Atom || (word.text != "RSG" && word.text != "RDS")) {
        return headerError(reader, word);
    }
    if (!reader.skipList()) {
        return tl::unexpected(reader.error());
    }
    return word.text == "RSG" ? MessageKind::Full : MessageKind::Difference;
}

Expected<MessageHeader> readHeader(SexprReader& reader) {
    MessageHeader header;
    auto predicates = readPredicates(reader);
    if (!predicates) {
        return tl::unexpected(std::move(predicates.error()));
    }
    header.predicates = std::move(*predicates);
    const auto kind = readSceneHeader(reader);
    if (!kind) {
        return tl::unexpected(kind.error());
    }
    header.kind = *kind;
    return header;
}

MessageKind kindOf(const RsmpHeader& header) {
    return header.isFull ? MessageKind::Full : MessageKind::Difference;
}

// Copies the values of a full scene into a tree of the same structure.
void takeValues(FullTree tree, std::uint32_t stamp, SceneState& scene) {
    scene.updatedAt.assign(tree.transforms.size(), stamp);
    scene.local = std::move(tree.transforms);
    scene.visible = std::move(tree.visible);
    scene.outOfSync = false;
}

// The whole message must be one predicate list, one header and one graph.
Expected<void> expectEnd(SexprReader& reader) {
    const Token token = reader.next();
    if (token.kind == TokenKind::End) {
        return {};
    }
    if (token.kind == TokenKind::Error) {
        return tl::unexpected(reader.error());
    }
    return tl::unexpected(protocol::faultAt(
        ErrorCode::Malformed, fmt::format("unexpected '{}' after the scene", token.text),
        "the end of the message", token.offset));
}

} // namespace

Expected<MessageHeader> readMessageHeader(std::string_view message) {
    if (isRsmp(message)) {
        auto header = readRsmpHeader(message);
        if (!header) {
            return tl::unexpected(std::move(header.error()));
        }
        return MessageHeader{.predicates = std::move(header->game),
                             .kind = kindOf(*header),
                             .serverTimeS = header->serverTimeS,
                             .format = StreamFormat::Rsmp};
    }
    SexprReader reader(message);
    return readHeader(reader);
}

Expected<DecodeReport> MonitorDecoder::decode(std::string_view message, std::uint32_t stamp) {
    if (isRsmp(message)) {
        return decodeRsmp(message, stamp);
    }
    SexprReader reader(message);
    auto header = readHeader(reader);
    if (!header) {
        return tl::unexpected(std::move(header.error()));
    }
    DecodeReport report;
    report.kind = header->kind;
    report.hasTime = header->predicates.timeS.has_value();
    report.remarks = std::move(header->predicates.remarks);
    m_game =
        applyPredicates(m_game, std::move(header->predicates), report.kind == MessageKind::Full);
    auto applied = report.kind == MessageKind::Full ? applyFull(reader, stamp, report)
                                                    : applyDifference(reader, stamp, report);
    if (!applied) {
        return tl::unexpected(std::move(applied.error()));
    }
    return report;
}

Expected<void> MonitorDecoder::applyFull(SexprReader& reader, std::uint32_t stamp,
                                         DecodeReport& report) {
    auto tree = readFullTree(reader);
    if (!tree) {
        return tl::unexpected(std::move(tree.error()));
    }
    if (auto end = expectEnd(reader); !end) {
        return end;
    }
    if (m_scene.structure != nullptr && m_scene.structure->nodes == tree->nodes) {
        report.remarks.insert(report.remarks.end(), tree->remarks.begin(), tree->remarks.end());
        takeValues(std::move(*tree), stamp, m_scene);
        return {};
    }
    SceneObjects objects =
        m_known ? recognizeObjects(tree->nodes, *m_known) : recognizeObjects(tree->nodes);
    replaceScene(std::move(*tree), std::move(objects), stamp, report);
    return {};
}

void MonitorDecoder::replaceScene(FullTree tree, SceneObjects objects, std::uint32_t stamp,
                                  DecodeReport& report) {
    report.remarks.insert(report.remarks.end(), tree.remarks.begin(), tree.remarks.end());
    report.structureChanged = m_scene.structure == nullptr ||
                              m_scene.structure->nodes != tree.nodes ||
                              m_scene.structure->objects != objects;
    if (report.structureChanged) {
        auto structure = std::make_shared<SceneStructure>();
        structure->objects = std::move(objects);
        structure->nodes = std::move(tree.nodes);
        structure->transformCount = static_cast<std::int32_t>(tree.transforms.size());
        m_scene.structure = std::move(structure);
    }
    takeValues(std::move(tree), stamp, m_scene);
}

Expected<DecodeReport> MonitorDecoder::decodeRsmp(std::string_view text, std::uint32_t stamp) {
    auto message = readRsmpMessage(text, m_environments, m_diff);
    if (!message) {
        return tl::unexpected(std::move(message.error()));
    }
    DecodeReport report;
    report.kind = kindOf(message->header);
    report.hasTime = message->header.game.timeS.has_value();
    report.remarks = std::move(message->header.remarks);
    const Remarks& ofGame = message->header.game.remarks;
    report.remarks.insert(report.remarks.end(), ofGame.begin(), ofGame.end());
    m_game = applyRsmp(m_game, *message);
    if (report.kind == MessageKind::Full) {
        SceneObjects objects =
            recognizeDescribedObjects(message->full.nodes, {m_game.teamLeft, m_game.teamRight});
        replaceScene(std::move(message->full), std::move(objects), stamp, report);
    } else if (message->hasScene) {
        changeScene(stamp, report);
    }
    return report;
}

Expected<void> MonitorDecoder::applyDifference(SexprReader& reader, std::uint32_t stamp,
                                               DecodeReport& report) {
    if (auto read = readDiffTree(reader, m_diff); !read) {
        return read;
    }
    if (auto end = expectEnd(reader); !end) {
        return end;
    }
    changeScene(stamp, report);
    return {};
}

// Applies the last difference that was read.
void MonitorDecoder::changeScene(std::uint32_t stamp, DecodeReport& report) {
    report.remarks.insert(report.remarks.end(), m_diff.remarks.begin(), m_diff.remarks.end());
    if (m_scene.structure == nullptr) {
        report.outOfSync = Error{.code = ErrorCode::Malformed,
                                 .message = "a difference before the first full scene",
                                 .expected = m_game.format == StreamFormat::Rsmp
                                                 ? "a full scene '((sg 1 0)full ...' first"
                                                 : "a full scene '(RSG 0 1)' first",
                                 .file = {},
                                 .line = {},
                                 .byteOffset = {}};
        m_scene.outOfSync = true;
        return;
    }
    const ApplyResult result = applyDiff(m_diff, stamp, m_scene);
    report.robotsInferredRemoved = result.robotsInferredRemoved;
    report.structureChanged = result.robotsInferredRemoved;
    if (!result.mismatch.empty()) {
        report.outOfSync =
            Error{.code = ErrorCode::Malformed,
                  .message = result.mismatch,
                  .expected = "a difference with the same tree as the last full scene",
                  .file = {},
                  .line = {},
                  .byteOffset = result.mismatchOffset};
    }
}

void MonitorDecoder::restore(GameState game, SceneState scene) {
    m_game = std::move(game);
    m_scene = std::move(scene);
}

} // namespace sideline::monitor
