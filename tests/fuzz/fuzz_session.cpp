// Arbitrary bytes as a chunk of a session's frames: `z` and a compressed chunk, or a version and
// the fields, which are compressed here, so that no checksum rejects damaged input before the
// decoder. Parsed frames can be written and parsed again, and memory is bounded.
#include <cstdint>
#include <string>
#include <string_view>

#include <zstd.h>

#include "agentcore/robot/soccerbot056.h"
#include "logs/session/frame_chunk.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;

// Writing longer frames again would only cost time.
constexpr std::size_t kMaxWritten = 2U << 20U;

std::string packed(std::uint8_t version, std::string_view plain) {
    std::string blob(1 + ZSTD_compressBound(plain.size()), '\0');
    blob[0] = static_cast<char>(version);
    blob.resize(1 + ZSTD_compress(blob.data() + 1, blob.size() - 1, plain.data(), plain.size(), 1));
    return blob;
}

std::string written(const logs::FrameChunk& chunk, logs::RobotTable& robots) {
    logs::FrameChunkBuilder builder;
    for (std::size_t i = 0; i < chunk.frames.size(); ++i) {
        builder.add(chunk.agent, *chunk.frames[i], chunk.at[i], robots);
    }
    require(builder.summary().frameCount == chunk.frames.size(), "every frame counts");
    return builder.seal();
}

void checkChunk(std::string_view blob) {
    logs::RobotTable robots;
    static_cast<void>(robots.numberOf(robot::soccerbot056Model().shared()));
    const auto chunk = logs::readFrameChunk(blob, robots);
    if (!chunk) {
        require(!chunk.error().message.empty(), "an error states what is wrong");
        return;
    }
    require(chunk->frames.size() == chunk->at.size(), "every frame has a time");
    require(chunk->bytes <= 2 * logs::kMaxChunkMemory, "memory is bounded");
    if (chunk->bytes > kMaxWritten) {
        return;
    }
    const std::string once = written(*chunk, robots);
    const auto again = logs::readFrameChunk(once, robots);
    require(again.has_value(), "what was read can be written and read");
    require(again->frames.size() == chunk->frames.size() && again->at == chunk->at,
            "as many frames at the same times");
    require(written(*again, robots) == once, "and is the same from then on");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
    checkChunk(data[0] == 'z' ? std::string(rest) : packed(data[0], rest));
    return 0;
}
