#include "logs/session/frame_chunk.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include "tests/logs/session/random_frames.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

using base::ErrorCode;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using tests::difference;

class FrameChunkTest : public ::testing::Test {
protected:
    RobotTable m_robots;
};

TEST_F(FrameChunkTest, RandomFramesReadBackBitByBit) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        base::Rng rng(seed);
        std::vector<world::AgentFrame> frames;
        FrameChunkBuilder builder;
        for (std::uint64_t i = 1 + rng.below(30); i > 0; --i) {
            frames.push_back(tests::randomFrame(rng));
            builder.add(7, frames.back(), milliseconds(20) * static_cast<int>(frames.size()),
                        m_robots);
        }
        const ChunkSummary summary = builder.summary();
        EXPECT_EQ(summary.agent, 7U);
        EXPECT_EQ(summary.frameCount, frames.size());
        EXPECT_EQ(summary.firstCycle, frames.front().cycle);
        EXPECT_EQ(summary.lastCycle, frames.back().cycle);
        EXPECT_EQ(summary.firstAt, milliseconds(20));
        const auto chunk = readFrameChunk(builder.seal(), m_robots);
        ASSERT_TRUE(chunk) << seed << ": " << chunk.error().toString();
        EXPECT_EQ(chunk->agent, 7U);
        ASSERT_EQ(chunk->frames.size(), frames.size());
        for (std::size_t i = 0; i < frames.size(); ++i) {
            ASSERT_EQ(difference(*chunk->frames[i], frames[i]), "") << seed << ", frame " << i;
            EXPECT_EQ(chunk->at[i], milliseconds(20) * static_cast<int>(i + 1));
        }
        EXPECT_EQ(builder.summary().frameCount, 0U) << "restarts";
    }
}

// The comparison itself detects differences.
TEST_F(FrameChunkTest, ADifferenceInOneBitIsSeen) {
    base::Rng rng(5);
    const world::AgentFrame frame = tests::randomFrame(rng);
    world::AgentFrame other = frame;
    EXPECT_EQ(difference(frame, other), "");
    other.body.X_FT.R(1, 2) = -1e-300;
    EXPECT_NE(difference(frame, other), "");
    other = frame;
    other.lines.emplace_back();
    EXPECT_NE(difference(frame, other), "");
}

TEST_F(FrameChunkTest, AChunkIsIndependentOfThePrecedingOne) {
    FrameChunkBuilder builder;
    const auto first = tests::plainFrame(1, milliseconds(20));
    const auto second = tests::plainFrame(2, milliseconds(40));
    builder.add(0, *first, milliseconds(20), m_robots);
    static_cast<void>(builder.seal());
    builder.add(0, *second, milliseconds(40), m_robots);
    const auto chunk = readFrameChunk(builder.seal(), m_robots);
    ASSERT_TRUE(chunk);
    ASSERT_EQ(chunk->frames.size(), 1U);
    EXPECT_EQ(difference(*chunk->frames[0], *second), "");
}

TEST_F(FrameChunkTest, AStandingAgentTakesFewBytes) {
    FrameChunkBuilder builder;
    for (std::uint64_t i = 0; i < 25; ++i) {
        builder.add(0, *tests::plainFrame(i, milliseconds(20) * static_cast<int>(i)),
                    milliseconds(20) * static_cast<int>(i), m_robots);
    }
    const std::size_t plain = sizeof(world::JointBelief) * 22 * 25;
    EXPECT_LT(builder.seal().size(), plain / 8);
}

std::string goodBlob(RobotTable& robots) {
    base::Rng rng(3);
    FrameChunkBuilder builder;
    for (int i = 0; i < 5; ++i) {
        builder.add(1, tests::randomFrame(rng), milliseconds(20 * i), robots);
    }
    return builder.seal();
}

std::string repacked(const std::string& plain) {
    std::string packed(ZSTD_compressBound(plain.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), 1));
    return std::string(1, static_cast<char>(kFrameCodecVersion)) + packed;
}

TEST_F(FrameChunkTest, DamageIsReportedAndNeverCrashes) {
    struct Row {
        std::string blob;
        ErrorCode code;
        const char* text;
    };
    std::string newer = goodBlob(m_robots);
    newer[0] = static_cast<char>(kFrameCodecVersion + 1);
    std::string none = goodBlob(m_robots);
    none[0] = '\0';
    std::string flipped = goodBlob(m_robots);
    flipped[flipped.size() / 2] = static_cast<char>(flipped[flipped.size() / 2] ^ 0x10);
    const Row rows[] = {
        {"", ErrorCode::Malformed, "empty"},
        {newer, ErrorCode::UnsupportedFormat, "newer Sideline"},
        {none, ErrorCode::UnsupportedFormat, "format 0"},
        {flipped, ErrorCode::Malformed, "damaged"},
        {goodBlob(m_robots).substr(0, 50), ErrorCode::Malformed, "damaged"},
        {"\x01nonsense", ErrorCode::Malformed, "invalid size"},
        {repacked(""), ErrorCode::Malformed, "no header"},
        {repacked(std::string("\x01\x00", 2)), ErrorCode::Malformed, ""},
        {repacked(std::string("\x01\x01\x00\x00\x00\x00\x00", 7)), ErrorCode::Malformed,
         "unterminated"},
        {repacked("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), ErrorCode::Malformed, ""},
    };
    for (const Row& row : rows) {
        const auto chunk = readFrameChunk(row.blob, m_robots);
        ASSERT_FALSE(chunk) << row.text;
        EXPECT_EQ(chunk.error().code, row.code) << chunk.error().toString();
        EXPECT_NE(chunk.error().toString().find(row.text), std::string::npos)
            << chunk.error().toString();
    }
}

// A few bytes that claim to unpack to a gigabyte must not allocate it.
TEST_F(FrameChunkTest, AClaimedSizeAllocatesNothing) {
    std::string blob(1, static_cast<char>(kFrameCodecVersion));
    blob += "\x28\xb5\x2f\xfd\xa0"; // zstd, with a four-byte size
    for (const std::string_view size :
         {std::string_view("\x00\x00\x00\x3f", 4), std::string_view("\x00\x00\x00\x03", 4)}) {
        const auto chunk =
            readFrameChunk(blob + std::string(size) + std::string(20, '\0'), m_robots);
        ASSERT_FALSE(chunk);
        EXPECT_NE(chunk.error().toString().find("invalid size"), std::string::npos)
            << chunk.error().toString();
    }
}

// Frames that take far more memory than their bytes, as after damage to a count.
TEST_F(FrameChunkTest, FramesStayWithinTheMemoryLimit) {
    base::Rng rng(5);
    FieldWriter writer;
    writer.beginFrame();
    world::AgentFrame frame = tests::randomFrame(rng);
    frame.lines.assign(1000, std::string(200, 'x')); // one byte each, from the second on
    writeFrame(writer, frame, m_robots);
    std::string bytes;
    writer.finish(bytes);
    for (const auto& [memory, isEnough] : {std::pair(std::size_t{1} << 20U, true),
                                           {std::size_t{100'000}, false},
                                           {std::size_t{100}, false}}) {
        FieldReader reader(bytes, memory);
        reader.beginFrame();
        world::AgentFrame again;
        readFrame(reader, again, m_robots);
        EXPECT_EQ(reader.isGood(), isEnough) << memory;
        std::size_t taken = 0;
        for (const std::string& line : again.lines) {
            taken += line.size();
        }
        if (isEnough) {
            EXPECT_EQ(taken, 200'000U);
        } else {
            EXPECT_LE(taken, memory);
            EXPECT_STREQ(reader.fault(), "more values than the frames can have");
        }
    }
}

// Bytes with a valid checksum but invalid content: every byte is changed in turn.
TEST_F(FrameChunkTest, AnyWrongByteIsRejectedOrRead) {
    const std::string blob = goodBlob(m_robots);
    const std::string_view packed = std::string_view(blob).substr(1);
    std::string plain(ZSTD_getFrameContentSize(packed.data(), packed.size()), '\0');
    ASSERT_EQ(ZSTD_decompress(plain.data(), plain.size(), packed.data(), packed.size()),
              plain.size());
    ASSERT_TRUE(readFrameChunk(repacked(plain), m_robots));
    int refused = 0;
    base::Rng rng(11);
    for (int i = 0; i < 1000; ++i) {
        std::string wrong = plain;
        wrong[rng.below(wrong.size())] = static_cast<char>(rng.below(256));
        const auto chunk = readFrameChunk(repacked(wrong), m_robots);
        refused += chunk ? 0 : 1;
        if (chunk) {
            EXPECT_EQ(chunk->frames.size(), chunk->at.size());
        }
    }
    EXPECT_GT(refused, 20);
    for (std::size_t cut = 0; cut < 200; ++cut) {
        EXPECT_FALSE(readFrameChunk(repacked(plain.substr(0, cut)), m_robots)) << cut;
    }
    EXPECT_FALSE(readFrameChunk(repacked(plain + '\0'), m_robots)) << "fields of a newer version";
}

// The bytes of version 5, without compression.
TEST_F(FrameChunkTest, BytesOfFramesStayTheSame) {
    base::Rng rng(44);
    FieldWriter writer;
    for (int i = 0; i < 20; ++i) {
        writer.beginFrame();
        writeFrame(writer, tests::randomFrame(rng), m_robots);
    }
    std::string bytes;
    writer.finish(bytes);
    std::uint64_t hash = 0xcbf29ce484222325U; // FNV-1a
    for (const char byte : bytes) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    }
    EXPECT_EQ(kFrameCodecVersion, 5) << "a newer version has other bytes";
    EXPECT_EQ(bytes.size(), 322'845U);
    EXPECT_EQ(hash, 3724174742393131519U);
}

// Written by the first version: newer fields keep their defaults.
TEST_F(FrameChunkTest, FramesOfTheFirstVersionAreStillRead) {
    const auto chunk =
        readFrameChunk(tests::readUnpacked(tests::dataFile("frames-v1.chunk")), m_robots);
    ASSERT_TRUE(chunk) << chunk.error().toString();
    ASSERT_EQ(chunk->frames.size(), 10U);
    const world::AgentFrame& frame = *chunk->frames[2];
    EXPECT_EQ(frame.cycle, 42U);
    EXPECT_EQ(frame.counters.lateAnswers, 0U);
    EXPECT_DOUBLE_EQ(frame.game.serverTimeS, 1349.47);
    EXPECT_NEAR(frame.body.X_FT.p.x(), -3.04853789, 1e-8);
    EXPECT_NEAR(frame.body.pose.positionSigmaM, 0.0101468573, 1e-9);
    EXPECT_TRUE(frame.world.ball.isKnown);
    EXPECT_NEAR(frame.world.ball.p_F.x(), 0.00272646425, 1e-10);
    EXPECT_EQ(frame.world.players.size(), 1U);
    EXPECT_EQ(frame.world.landmarks.size(), 4U);
    EXPECT_EQ(frame.world.lines.size(), 17U);
    EXPECT_EQ(frame.world.ball.covariance, (Eigen::Matrix<double, 6, 6>::Zero()));
    EXPECT_EQ(frame.world.ball.confidence, 0.0);
    EXPECT_EQ(frame.body.pose.cameraOffset_CM, Eigen::Vector3d::Zero());
    EXPECT_EQ(frame.situation.setPiece, world::SetPiece::None);
    EXPECT_EQ(frame.situation.nearestOpponent, -1);
    EXPECT_TRUE(frame.situation.teammatesByBall.empty());
}

} // namespace
} // namespace sideline::logs
