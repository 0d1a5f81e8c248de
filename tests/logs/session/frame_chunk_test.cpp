#include "logs/session/frame_chunk.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <zstd.h>

#include "agentcore/robot/nao.h"

#include "logs/session/frame_fields.h"
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

// Estimates and drawings are rounded before; see `RoundingKeepsWhatIsPromised`.
TEST_F(FrameChunkTest, RandomFramesReadBackBitByBit) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        base::Rng rng(seed);
        std::vector<world::AgentFrame> frames;
        FrameChunkBuilder builder;
        for (std::uint64_t i = 1 + rng.below(30); i > 0; --i) {
            frames.push_back(tests::randomFrame(rng));
            builder.add(7, frames.back(), milliseconds(20) * static_cast<int>(frames.size()),
                        m_robots);
            roundToRecorded(frames.back());
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

// Returns what is exact in a recording: everything else is cleared.
world::AgentFrame promised(world::AgentFrame frame) {
    for (world::JointBelief& joint : frame.body.joints) {
        joint = {joint.measuredRad, 0.0, 0.0, 0.0};
    }
    frame.body.pose = {};
    frame.body.X_FT = {};
    frame.world.ball = {};
    frame.world.players.clear();
    frame.world.landmarks.clear();
    frame.world.lines.clear();
    for (world::WorldBelief::Heard& heard : frame.world.heard) {
        heard.ageS = 0.0;
    }
    frame.situation = {};
    frame.game.ageS = 0.0;
    frame.values.clear();
    frame.drawings.clear();
    return frame;
}

TEST_F(FrameChunkTest, RoundingKeepsWhatIsPromised) {
    base::Rng rng(8);
    for (int i = 0; i < 200; ++i) {
        const world::AgentFrame frame = tests::randomFrame(rng);
        world::AgentFrame rounded = frame;
        roundToRecorded(rounded);
        ASSERT_EQ(difference(promised(rounded), promised(frame)), "");
        world::AgentFrame again = rounded;
        roundToRecorded(again);
        ASSERT_EQ(difference(again, rounded), "") << "rounded twice";
    }
    for (const Precision precision : {kPlace, kSeenPlace, kDrawn, kOwnPlace, kAngle}) {
        for (int i = 0; i < 1000; ++i) {
            const double value = rng.uniform(-20.0, 20.0);
            ASSERT_NEAR(roundTo(value, precision), value, 0.51 / precision.scale);
        }
    }
    for (int i = 0; i < 1000; ++i) {
        const double value = rng.uniform(-1e6, 1e6);
        ASSERT_NEAR(roundTo(value, kDebugValue), value, 6e-8 * std::abs(value));
    }
    for (const double exact :
         {0.0, 12.345, -0.001, 1e300, 0.05 * (3.14159265358979323846 / 180.0)}) {
        EXPECT_EQ(roundTo(exact, kPlace), exact);
    }
}

TEST_F(FrameChunkTest, AChunkIsIndependentOfThePrecedingOne) {
    FrameChunkBuilder builder;
    const auto first = tests::plainFrame(1, milliseconds(20));
    const auto second = tests::plainFrame(2, milliseconds(40));
    world::AgentFrame expected = *second;
    roundToRecorded(expected);
    builder.add(0, *first, milliseconds(20), m_robots);
    static_cast<void>(builder.seal());
    builder.add(0, *second, milliseconds(40), m_robots);
    const auto chunk = readFrameChunk(builder.seal(), m_robots);
    ASSERT_TRUE(chunk);
    ASSERT_EQ(chunk->frames.size(), 1U);
    EXPECT_EQ(difference(*chunk->frames[0], expected), "");
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
         "frame 0 of the chunk"},
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
    world::AgentFrame frame = tests::randomFrame(rng);
    frame.lines.assign(1000, std::string(200, 'x')); // a few bits each, from the second on
    BitEncoder encoder;
    FieldMemory memory;
    FieldCoder<BitEncoder> coder(encoder, memory, kMaxChunkMemory);
    writeFrame(coder, frame, m_robots);
    std::string bytes;
    encoder.finish(bytes);
    for (const auto& [limit, isEnough] : {std::pair(std::size_t{8} << 20U, true),
                                          {std::size_t{100'000}, false},
                                          {std::size_t{100}, false}}) {
        BitDecoder decoder(bytes);
        FieldMemory readMemory;
        FieldCoder<BitDecoder> reader(decoder, readMemory, limit);
        world::AgentFrame again;
        readFrame(reader, again, m_robots);
        EXPECT_EQ(reader.isGood(), isEnough) << limit;
        std::size_t taken = 0;
        for (const std::string& line : again.lines) {
            taken += line.size();
        }
        if (isEnough) {
            EXPECT_EQ(taken, 200'000U);
        } else {
            EXPECT_LE(taken, limit);
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
    for (int i = 0; i < 200; ++i) {
        std::string wrong = plain;
        wrong[rng.below(wrong.size())] = static_cast<char>(rng.below(256));
        const auto chunk = readFrameChunk(repacked(wrong), m_robots);
        refused += chunk ? 0 : 1;
        if (chunk) {
            EXPECT_EQ(chunk->frames.size(), chunk->at.size());
        }
    }
    EXPECT_GT(refused, 20);
    for (std::size_t cut = 0; cut < 200; cut += 7) {
        EXPECT_FALSE(readFrameChunk(repacked(plain.substr(0, cut)), m_robots)) << cut;
    }
    EXPECT_FALSE(readFrameChunk(repacked(plain + '\0'), m_robots)) << "fields of a newer version";
}

std::string bytesOf(const char* name) {
    std::ifstream in(tests::dataFile(name), std::ios::binary);
    std::stringstream bytes;
    bytes << in.rdbuf();
    return bytes.str();
}

std::string unpackedOf(const std::string& blob) {
    const std::string_view packed = std::string_view(blob).substr(1);
    std::string plain(ZSTD_getFrameContentSize(packed.data(), packed.size()), '\0');
    EXPECT_EQ(ZSTD_decompress(plain.data(), plain.size(), packed.data(), packed.size()),
              plain.size());
    return plain;
}

// 35 cycles of a player in a match of 11 against 11, as version 5 wrote them.
class RecordedPlayTest : public FrameChunkTest {
protected:
    RecordedPlayTest() {
        const auto type = robot::naoTypeFromNumber(2);
        static_cast<void>(m_robots.numberOf(robot::naoModel(*type).shared()));
    }
    std::string m_blob = bytesOf("frames-v5.chunk");
};

TEST_F(RecordedPlayTest, FramesOfTheFifthVersionAreStillRead) {
    const auto chunk = readFrameChunk(m_blob, m_robots);
    ASSERT_TRUE(chunk) << chunk.error().toString();
    ASSERT_EQ(chunk->frames.size(), 35U);
    const world::AgentFrame& frame = *chunk->frames[10];
    EXPECT_EQ(frame.identity.team, "Formation");
    EXPECT_EQ(frame.identity.typeNumber, 2);
    EXPECT_NEAR(frame.game.gameTimeS, 12.54, 1e-9);
    EXPECT_NEAR(frame.body.X_FT.p.x(), -0.99014373954463752, 1e-12);
    EXPECT_EQ(frame.world.players.size(), 21U);
    EXPECT_EQ(frame.drawings.size(), 28U);
    EXPECT_FALSE(frame.decision.behavior.empty());
}

TEST_F(RecordedPlayTest, TheSameFramesTakeAFifth) {
    const auto old = readFrameChunk(m_blob, m_robots);
    ASSERT_TRUE(old) << old.error().toString();
    FrameChunkBuilder builder;
    for (std::size_t i = 0; i < old->frames.size(); ++i) {
        builder.add(old->agent, *old->frames[i], old->at[i], m_robots);
    }
    const std::string blob = builder.seal();
    EXPECT_LT(5 * blob.size(), m_blob.size());
    const auto chunk = readFrameChunk(blob, m_robots);
    ASSERT_TRUE(chunk) << chunk.error().toString();
    ASSERT_EQ(chunk->frames.size(), old->frames.size());
    for (std::size_t i = 0; i < old->frames.size(); ++i) {
        world::AgentFrame expected = *old->frames[i];
        roundToRecorded(expected);
        ASSERT_EQ(difference(*chunk->frames[i], expected), "") << i;
        ASSERT_EQ(difference(promised(*chunk->frames[i]), promised(*old->frames[i])), "") << i;
        EXPECT_EQ(chunk->at[i], old->at[i]);
    }
}

// What was recorded with this version remains readable, and is written the same way.
TEST_F(RecordedPlayTest, BytesOfFramesStayTheSame) {
    ASSERT_EQ(kFrameCodecVersion, 6) << "a newer version has other bytes";
    const std::string blob = bytesOf("frames-v6.chunk");
    const auto chunk = readFrameChunk(blob, m_robots);
    ASSERT_TRUE(chunk) << chunk.error().toString();
    FrameChunkBuilder builder;
    for (std::size_t i = 0; i < chunk->frames.size(); ++i) {
        builder.add(chunk->agent, *chunk->frames[i], chunk->at[i], m_robots);
    }
    EXPECT_EQ(unpackedOf(builder.seal()), unpackedOf(blob));
}

TEST_F(RecordedPlayTest, DamagedPlayIsReported) {
    const std::string plain = unpackedOf(bytesOf("frames-v6.chunk"));
    base::Rng rng(12);
    for (int i = 0; i < 60; ++i) {
        std::string wrong = plain;
        const std::size_t place = rng.below(wrong.size());
        wrong[place] = static_cast<char>(wrong[place] ^ static_cast<char>(1 << rng.below(8)));
        const auto chunk = readFrameChunk(repacked(wrong), m_robots);
        if (!chunk) {
            EXPECT_EQ(chunk.error().code, ErrorCode::Malformed);
            EXPECT_NE(chunk.error().toString().find("frame"), std::string::npos);
        }
        const std::string cut = plain.substr(0, rng.below(plain.size()));
        EXPECT_FALSE(readFrameChunk(repacked(cut), m_robots)) << cut.size();
    }
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
