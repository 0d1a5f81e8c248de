#include "agentcore/net/frame_codec.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/framed.h"

namespace sideline::net {
namespace {

using namespace std::string_literals;

std::string framed(const std::vector<std::string>& messages) {
    std::string bytes;
    for (const std::string& message : messages) {
        bytes += sideline::tests::framed(message);
    }
    return bytes;
}

struct Decoded {
    std::vector<std::string> messages;
    std::string fault; // empty without an error
};

Decoded decode(FrameDecoder& decoder, std::string_view bytes, std::size_t piece) {
    Decoded decoded;
    while (!bytes.empty()) {
        const auto room = decoder.writable();
        const std::size_t count = std::min({piece, room.size(), bytes.size()});
        std::memcpy(room.data(), bytes.data(), count);
        decoder.commit(count);
        bytes.remove_prefix(count);
        while (decoder.isReady()) {
            const auto message = decoder.next();
            if (!message) {
                decoded.fault = message.error().toString();
                return decoded;
            }
            decoded.messages.emplace_back(**message);
        }
    }
    return decoded;
}

TEST(FrameCodecTest, LengthIsBigEndianAndDoesNotCountItself) {
    EXPECT_EQ(framed({"(syn)"}), "\0\0\0\5(syn)"s);
    EXPECT_EQ(framed({std::string(0x010203, 'x')}).substr(0, 4), "\0\1\2\3"s);
    EXPECT_EQ(framed({""}), "\0\0\0\0"s);
}

TEST(FrameCodecTest, DecodesPiecesOfAnySize) {
    const std::vector<std::string> messages{
        "(init (unum 1)(teamname A))", "",       "(syn)", std::string(70000, 'a'), "\0\0\0\5"s,
        std::string(200000, 'b'),      "(he1 1)"};
    const std::string bytes = framed(messages);
    for (const std::size_t piece : {1UL, 2UL, 3UL, 5UL, 1000UL, 65536UL, 1000000UL}) {
        FrameDecoder decoder;
        const Decoded decoded = decode(decoder, bytes, piece);
        EXPECT_EQ(decoded.messages, messages) << "in pieces of " << piece;
        EXPECT_EQ(decoded.fault, "");
        EXPECT_FALSE(decoder.faultAtEnd());
    }
}

TEST(FrameCodecTest, ErrorsHaveMessageAndOffset) {
    struct Row {
        const char* what;
        std::string bytes;
        std::size_t messages;
        std::string fault;
        std::string atEnd;
    };
    const std::string expected =
        "; expected at most 100 bytes after a 4-byte length, most significant byte first";
    const Row rows[] = {
        {"nothing", "", 0, "", ""},
        {"half a length", "\0\0"s, 0, "",
         "byte 0: the stream ends after 2 of the 4 bytes of a length"},
        {"half a message", framed({"(syn)"}) + "\0\0\0\7(he"s, 1, "",
         "byte 9: the stream ends after 3 of the 7 bytes of a message"},
        {"the limit", framed({std::string(100, 'x')}), 1, "", ""},
        {"one over the limit", "\0\0\0\145"s, 0,
         "byte 0: announced message length of 101 bytes" + expected, ""},
        {"4 GB", framed({"(syn)"}) + "\377\377\377\377(syn)"s, 1,
         "byte 9: announced message length of 4294967295 bytes" + expected, ""},
        {"text without lengths", "GET / HTTP/1.1\r\n", 0,
         "byte 0: announced message length of 1195725856 bytes" + expected, ""},
    };
    for (const Row& row : rows) {
        FrameDecoder decoder(100);
        const Decoded decoded = decode(decoder, row.bytes, 1000);
        EXPECT_EQ(decoded.messages.size(), row.messages) << row.what;
        EXPECT_EQ(decoded.fault, row.fault) << row.what;
        if (decoded.fault.empty()) {
            const auto atEnd = decoder.faultAtEnd();
            EXPECT_EQ(atEnd ? atEnd->toString() : "", row.atEnd) << row.what;
        } else {
            EXPECT_TRUE(decoder.isReady()) << row.what;
            EXPECT_FALSE(decoder.next()) << row.what << ": the fault stays";
        }
    }
}

TEST(FrameCodecTest, AnnouncedLengthAloneCostsNoMemory) {
    FrameDecoder decoder(std::size_t{1} << 31U);
    const std::size_t before = decoder.capacityBytes();
    EXPECT_TRUE(decode(decoder, "\100\0\0\0hello"s, 1000).messages.empty());
    (void)decoder.writable();
    EXPECT_EQ(decoder.capacityBytes(), before);
}

TEST(FrameCodecTest, MemoryIsBoundedByLongestMessage) {
    FrameDecoder decoder(100000);
    for (int i = 0; i < 100; ++i) {
        const Decoded decoded = decode(decoder, framed({std::string(100000, 'x'), "(syn)"}), 777);
        ASSERT_EQ(decoded.messages.size(), 2U);
    }
    EXPECT_LE(decoder.capacityBytes(), 100004U);
}

TEST(FrameCodecTest, BufferIsWritableWhileMessageIsIncomplete) {
    FrameDecoder decoder(1U << 20U);
    const std::string bytes = framed({std::string(300000, 'x')});
    std::size_t done = 0;
    while (!decoder.isReady()) {
        const auto room = decoder.writable();
        ASSERT_FALSE(room.empty());
        const std::size_t count = std::min(room.size(), bytes.size() - done);
        std::memcpy(room.data(), bytes.data() + done, count);
        decoder.commit(count);
        done += count;
    }
    EXPECT_EQ((**decoder.next()).size(), 300000U);
}

TEST(FrameCodecTest, CopiesAreIndependent) {
    FrameDecoder decoder;
    EXPECT_TRUE(decode(decoder, "\0\0\0\5(s"s, 100).messages.empty());
    FrameDecoder copy = decoder;
    EXPECT_EQ(decode(decoder, "yn)", 100).messages, std::vector{"(syn)"s});
    EXPECT_EQ(decode(copy, "ay)", 100).messages, std::vector{"(say)"s});
}

} // namespace
} // namespace sideline::net
