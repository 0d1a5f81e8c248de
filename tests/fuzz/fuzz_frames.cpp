// Arbitrary bytes, received in pieces of any size: the messages equal those of a simple parser of
// the stream, memory is bounded, and an error persists.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/net/frame_codec.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;

constexpr std::size_t kMaxMessageBytes = 1000;

struct Reading {
    std::vector<std::string> messages;
    bool fault = false;
    bool complete = false; // ends between two messages
};

Reading readPlainly(std::string_view bytes) {
    Reading reading;
    while (bytes.size() >= 4) {
        std::size_t length = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            length = length * 256 + static_cast<std::uint8_t>(bytes[i]);
        }
        if (length > kMaxMessageBytes) {
            reading.fault = true;
            return reading;
        }
        if (bytes.size() - 4 < length) {
            return reading;
        }
        reading.messages.emplace_back(bytes.substr(4, length));
        bytes.remove_prefix(4 + length);
    }
    reading.complete = bytes.empty();
    return reading;
}

Reading readInPieces(std::string_view bytes, std::size_t piece) {
    Reading reading;
    net::FrameDecoder decoder(kMaxMessageBytes);
    while (!bytes.empty() && !reading.fault) {
        const auto room = decoder.writable();
        require(!room.empty(), "there is room once all messages are taken");
        const std::size_t count = std::min({piece, room.size(), bytes.size()});
        std::memcpy(room.data(), bytes.data(), count);
        decoder.commit(count);
        bytes.remove_prefix(count);
        while (decoder.isReady() && !reading.fault) {
            const auto message = decoder.next();
            reading.fault = !message;
            if (message) {
                require(message->has_value(), "what is ready is a message");
                reading.messages.emplace_back(**message);
            }
        }
        require(decoder.capacityBytes() <= 65536, "memory is bounded");
    }
    require(reading.fault == !decoder.next(), "a fault stays");
    reading.complete = !reading.fault && !decoder.faultAtEnd();
    return reading;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const Reading expected = readPlainly(bytes);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{data[0]} + 1, bytes.size() + 1}) {
        const Reading reading = readInPieces(bytes, piece);
        require(reading.messages == expected.messages, "the same messages in pieces");
        require(reading.fault == expected.fault, "the same fault");
        require(reading.complete == expected.complete, "the same end");
    }
    return 0;
}
