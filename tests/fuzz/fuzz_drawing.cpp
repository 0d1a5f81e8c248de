// Arbitrary bytes as a drawing datagram and as the prefix of a log message: parsed content can be
// written and parsed again, error offsets are within the bytes, and memory is bounded.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/drawing/datagram.h"
#include "agentcore/drawing/drawing_board.h"
#include "logs/match/drawings.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;

bool hasNoCorners(const drawing::Command& command) {
    const auto* named = std::get_if<drawing::NamedShape>(&command);
    const auto* polygon = named != nullptr ? std::get_if<drawing::Polygon>(&named->shape) : nullptr;
    return polygon != nullptr && polygon->corners_S.empty();
}

void checkDatagram(std::string_view bytes) {
    const drawing::ParsedDatagram parsed = drawing::parseDatagram(bytes);
    if (parsed.error) {
        require(parsed.error->byteOffset && *parsed.error->byteOffset <= bytes.size(),
                "an error lies in the datagram");
        require(!parsed.error->message.empty() && !parsed.error->expected.empty(),
                "an error states what was expected");
    }
    for (const drawing::Command& command : parsed.commands) {
        std::string once;
        if (!drawing::appendCommand(once, command)) {
            require(hasNoCorners(command), "what was read can be written");
            continue;
        }
        const drawing::ParsedDatagram again = drawing::parseDatagram(once);
        require(!again.error && again.commands.size() == 1, "what was written can be read");
        std::string twice;
        require(drawing::appendCommand(twice, again.commands.front()).has_value() && once == twice,
                "and is the same from then on");
    }
    for (const std::string& datagram : drawing::encodeDatagrams(parsed.commands).datagrams) {
        require(datagram.size() <= drawing::kRoboVizBufferBytes, "datagrams fit RoboViz's buffer");
        require(!drawing::parseDatagram(datagram).error, "and can be read");
    }
}

void checkBuilder(std::string_view bytes) {
    constexpr std::size_t kMaxBytes = 20'000;
    drawing::DrawingBuilder builder(
        {.maxBytes = kMaxBytes, .maxShapesPerSet = 30, .maxSets = 10, .maxSenders = 3});
    const std::vector<std::string_view> senders = {"a:1", "a:2", "b:1", "", "c"};
    for (std::size_t i = 0; i < 12; ++i) {
        const auto part = bytes.substr(bytes.size() * (i % 4) / 4);
        builder.apply(senders[i % senders.size()], part, std::chrono::seconds(i));
        const drawing::DrawingStats stats = builder.stats(std::chrono::seconds(i));
        require(stats.heldBytes <= kMaxBytes && stats.senders.size() <= 3, "memory is bounded");
        require(builder.board()->sets.size() <= 10, "sets are bounded");
    }
    builder.clear();
    require(builder.stats({}).heldBytes == 0 && builder.board()->sets.empty(), "all is forgotten");
}

void checkPrefix(std::string_view line) {
    const logs::DrawingPrefix prefix = logs::readDrawingPrefix(line);
    if (prefix.error) {
        require(prefix.error->byteOffset && *prefix.error->byteOffset <= line.size(),
                "an error lies in the line");
    }
    std::string written;
    for (const std::string& datagram : prefix.datagrams) {
        logs::appendDrawingPrefix(written, datagram);
    }
    const logs::DrawingPrefix again = logs::readDrawingPrefix(written);
    require(!again.error && again.datagrams == prefix.datagrams, "a prefix is read as written");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    checkDatagram(bytes);
    checkBuilder(bytes);
    checkPrefix(bytes);
    std::string line;
    logs::appendDrawingPrefix(line, bytes.substr(0, 60'000));
    checkPrefix(line);
    return 0;
}
