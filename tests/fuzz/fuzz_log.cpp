// Arbitrary bytes as a log: the index is independent of pieces, frames are within the log, and the
// state after a jump equals the state after playing. Compressed bytes are decompressed.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include "logs/match/byte_stream.h"
#include "logs/match/frame_reader.h"
#include "logs/match/log_bytes.h"
#include "logs/match/log_index.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;
using logs::FrameNumber;

constexpr FrameNumber kMaxPlayed = 24;
constexpr std::uint64_t kMaxUnpacked = 1U << 20U;

struct Scratch {
    std::filesystem::path directory =
        std::filesystem::temp_directory_path() / ("sideline-fuzz-" + std::to_string(::getpid()));
    Scratch() { std::filesystem::create_directories(directory); }
    ~Scratch() { std::filesystem::remove_all(directory); }
};

const std::filesystem::path& scratchDirectory() {
    static const Scratch scratch;
    return scratch.directory;
}

std::shared_ptr<const logs::LogIndex> indexInPieces(std::string_view bytes, std::size_t piece) {
    logs::IndexBuilder builder("fuzz.log");
    for (std::size_t known = 0; known < bytes.size();) {
        known = std::min(bytes.size(), known + piece);
        builder.feed(bytes.substr(builder.indexedBytes(), known - builder.indexedBytes()));
    }
    builder.finish(bytes.substr(builder.indexedBytes()));
    return builder.snapshot();
}

void checkIndex(const logs::LogIndex& index, std::string_view bytes) {
    for (FrameNumber frame = 0; frame < index.frameCount(); ++frame) {
        require(index.lineStart(frame) + index.lineLength(frame) <= bytes.size(), "frames inside");
        require(index.lineNumber(frame) > frame, "line numbers");
        require(frame == 0 || index.recordTimeS(frame) >= index.recordTimeS(frame - 1),
                "record time does not run back");
    }
    (void)index.firstActiveFrame();
    (void)index.frameAtGameTime(1.0);
}

void checkSameIndex(const logs::LogIndex& one, const logs::LogIndex& other) {
    require(one.frameCount() == other.frameCount(), "as many frames in pieces");
    for (FrameNumber frame = 0; frame < one.frameCount(); ++frame) {
        require(one.lineStart(frame) == other.lineStart(frame) &&
                    one.lineLength(frame) == other.lineLength(frame) &&
                    one.isFull(frame) == other.isFull(frame),
                "the same frames in pieces");
    }
}

void checkExactness(const logs::LogParts& parts) {
    const FrameNumber count = std::min(parts.index->frameCount(), kMaxPlayed);
    std::vector<logs::LogState> played;
    logs::LogStateReducer folder;
    for (FrameNumber frame = 0; frame < count; ++frame) {
        require(folder.apply(parts, frame).has_value(), "lines can be read");
        played.push_back(folder.state());
    }
    logs::FrameReader jumper(parts, 0);
    for (FrameNumber i = 0; i < count; ++i) {
        const FrameNumber frame = count - 1 - (i * 7) % count;
        const auto state = jumper.state(frame);
        require(state.has_value() && *state == played[frame], "a jump is exact");
    }
}

void checkPlain(std::string_view bytes) {
    const auto index = indexInPieces(bytes, bytes.size());
    checkIndex(*index, bytes);
    checkSameIndex(*index, *indexInPieces(bytes, 1 + bytes.size() / 5));
    auto spool = logs::LogBytes::createSpool(scratchDirectory());
    require(spool.has_value() && (*spool)->append(bytes).has_value(), "the spool takes the bytes");
    checkExactness(
        {std::shared_ptr<const logs::LogBytes>(std::move(*spool)), index, nullptr, "fuzz.log"});
}

void checkPacked(std::string_view bytes) {
    const std::filesystem::path file = scratchDirectory() / "packed";
    std::ofstream(file, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    auto stream = logs::PackedStream::open(file, {});
    if (!stream) {
        require(!stream.error().message.empty(), "an error states what is wrong");
        return;
    }
    std::string unpacked;
    while (unpacked.size() < kMaxUnpacked) {
        const auto block = (*stream)->read();
        if (!block || block->empty()) {
            break;
        }
        unpacked.append(*block);
    }
    checkPlain(unpacked);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    (void)logs::looksLikeMonitorLog(bytes);
    if (logs::looksPacked(bytes)) {
        checkPacked(bytes);
    } else {
        checkPlain(bytes);
    }
    return 0;
}
