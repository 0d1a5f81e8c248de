#include "logs/session/frame_chunk.h"

#include <algorithm>

#include <fmt/format.h>
#include <zstd.h>

#include "agentcore/base/assert.h"

namespace sideline::logs {

using base::ErrorCode;
using base::Expected;
using std::chrono::nanoseconds;

namespace {

constexpr int kPackingLevel = 1;
constexpr std::size_t kMaxFrames = std::size_t{1} << 16U; // per chunk
constexpr const char* kUnknownFields = "fields unknown to this program";
// A chunk is sealed at 4 MiB; one frame of `kMaxFrameBytes` may exceed that.
constexpr std::size_t kMaxPlainBytes = std::size_t{64} << 20U;
// A zstd block holds at most 128 KiB and takes at least 3 bytes.
constexpr std::size_t kMaxPerPackedByte = (std::size_t{1} << 17U) / 3;

struct UnpackerFree {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

Expected<std::string> unpack(std::string_view packed) {
    const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN ||
        size > std::min(kMaxPlainBytes, packed.size() * kMaxPerPackedByte)) {
        return base::failure(ErrorCode::Malformed, "the packed frames have an invalid size",
                             fmt::format("a zstd frame of up to {} bytes", kMaxPlainBytes));
    }
    std::string plain(static_cast<std::size_t>(size), '\0');
    const std::unique_ptr<ZSTD_DCtx, UnpackerFree> context(ZSTD_createDCtx());
    const std::size_t done = ZSTD_decompressDCtx(context.get(), plain.data(), plain.size(),
                                                 packed.data(), packed.size());
    if (ZSTD_isError(done) != 0U) {
        return base::failure(ErrorCode::Malformed, fmt::format("the packed frames are damaged: {}",
                                                               ZSTD_getErrorName(done)));
    }
    plain.resize(done);
    return plain;
}

// Codes the time of a frame as its offset from the time of its percepts, which rarely changes.
std::uint64_t offsetOf(nanoseconds at, const world::AgentFrame& frame) {
    return static_cast<std::uint64_t>(at.count()) -
           static_cast<std::uint64_t>(frame.timing.receivedAt.count());
}

nanoseconds atOf(std::uint64_t offset, const world::AgentFrame& frame) {
    return nanoseconds(static_cast<std::int64_t>(
        offset + static_cast<std::uint64_t>(frame.timing.receivedAt.count())));
}

// Reads frames until the first fault. @return that fault, or null
template <typename Reader, typename Read>
const char* readFrames(Reader& reader, std::uint64_t count, FrameChunk& chunk, Read read) {
    for (std::uint64_t i = 0; reader.isGood() && i < count; ++i) {
        auto frame = std::make_shared<world::AgentFrame>();
        reader.charge(sizeof *frame);
        chunk.at.push_back(read(*frame));
        chunk.bytes += approximateBytes(*frame);
        chunk.frames.push_back(std::move(frame));
    }
    return reader.fault();
}

} // namespace

struct FrameChunkBuilder::Packer {
    ZSTD_CCtx* context = ZSTD_createCCtx();
    Packer() {
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, kPackingLevel);
        ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    }
    ~Packer() { ZSTD_freeCCtx(context); }
    Packer(const Packer&) = delete;
    Packer& operator=(const Packer&) = delete;
};

FrameChunkBuilder::FrameChunkBuilder() : m_packer(std::make_unique<Packer>()) {}
FrameChunkBuilder::~FrameChunkBuilder() = default;
FrameChunkBuilder::FrameChunkBuilder(FrameChunkBuilder&&) noexcept = default;
FrameChunkBuilder& FrameChunkBuilder::operator=(FrameChunkBuilder&&) noexcept = default;

std::size_t FrameChunkBuilder::byteSize() const {
    return m_bits.byteSize();
}

void FrameChunkBuilder::add(std::uint32_t agent, const world::AgentFrame& frame, nanoseconds at,
                            RobotTable& robots) {
    if (m_summary.frameCount == 0) {
        m_summary.agent = agent;
        m_summary.firstCycle = frame.cycle;
        m_summary.firstAt = at;
        m_summary.firstGameTimeS = frame.game.gameTimeS;
    }
    ++m_summary.frameCount;
    m_summary.lastCycle = frame.cycle;
    m_summary.lastAt = at;
    m_summary.lastGameTimeS = frame.game.gameTimeS;
    m_frame = frame;
    FieldCoder<BitEncoder> coder(m_bits, m_memory, kMaxChunkMemory);
    writeFrame(coder, m_frame, robots);
    std::uint64_t offset = offsetOf(at, m_frame);
    coder.integer(offset);
}

std::string FrameChunkBuilder::seal() {
    m_plain.clear();
    appendNumber(m_plain, m_summary.agent);
    appendNumber(m_plain, m_summary.frameCount);
    m_bits.finish(m_plain);
    std::string blob(1 + ZSTD_compressBound(m_plain.size()), '\0');
    blob[0] = static_cast<char>(kFrameCodecVersion);
    const std::size_t packed = ZSTD_compress2(m_packer->context, blob.data() + 1, blob.size() - 1,
                                              m_plain.data(), m_plain.size());
    SIDELINE_ASSERT(ZSTD_isError(packed) == 0U); // the buffer is large enough
    blob.resize(1 + packed);
    blob.shrink_to_fit();
    m_memory = FieldMemory();
    m_summary = {};
    return blob;
}

Expected<FrameChunk> readFrameChunk(std::string_view blob, const RobotTable& robots) {
    if (blob.empty()) {
        return base::failure(ErrorCode::Malformed, "the chunk is empty", "packed frames");
    }
    const auto version = static_cast<std::uint8_t>(blob.front());
    if (version == 0 || version > kFrameCodecVersion) {
        return base::failure(ErrorCode::UnsupportedFormat,
                             fmt::format("the frames have format {}", version),
                             fmt::format("1 to {}; the session was written by a newer Sideline",
                                         kFrameCodecVersion));
    }
    auto plain = unpack(blob.substr(1));
    if (!plain) {
        return tl::unexpected(std::move(plain.error()));
    }
    std::string_view rest = *plain;
    const auto agent = takeNumber(rest);
    const auto count = takeNumber(rest);
    if (!agent || !count || *count > std::max(rest.size(), kMaxFrames)) {
        return base::failure(ErrorCode::Malformed, "the chunk has no header", "agent and count");
    }
    FrameChunk chunk;
    const char* fault = nullptr;
    if (version < kFirstCodedVersion) {
        FieldReader reader(rest, kMaxChunkMemory);
        fault = readFrames(reader, *count, chunk, [&](world::AgentFrame& frame) {
            reader.beginFrame();
            const auto at = static_cast<std::int64_t>(reader.integer());
            readFrame(reader, frame, robots, version);
            return nanoseconds(at);
        });
        fault = fault == nullptr && !reader.isAtEnd() ? kUnknownFields : fault;
    } else {
        BitDecoder bits(rest);
        FieldMemory memory;
        FieldCoder<BitDecoder> coder(bits, memory, kMaxChunkMemory);
        fault = readFrames(coder, *count, chunk, [&](world::AgentFrame& frame) {
            readFrame(coder, frame, robots);
            std::uint64_t offset = 0;
            coder.integer(offset);
            if (bits.hasOverrun()) {
                coder.fail("the bytes end inside a value");
            }
            return atOf(offset, frame);
        });
        fault = fault == nullptr && !bits.isAtEnd() ? kUnknownFields : fault;
    }
    if (fault != nullptr) {
        return base::failure(ErrorCode::Malformed,
                             fmt::format("frame {} of the chunk: {}",
                                         chunk.frames.empty() ? 0 : chunk.frames.size() - 1, fault),
                             fmt::format("frames of format {}", version));
    }
    chunk.agent = static_cast<std::uint32_t>(*agent);
    return chunk;
}

} // namespace sideline::logs
