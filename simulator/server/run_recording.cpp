#include "simulator/server/run_recording.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "simulator/server/run_settings.h"
#include "simulator/server/sim_spark_play.h"

namespace sideline::simulator {

namespace {

using base::Error;
using base::ErrorCode;
using base::Expected;

constexpr std::string_view kMagic = "sideline run, version ";
constexpr std::string_view kVersion = "1";
constexpr std::size_t kMaxSettingsBytes = std::size_t{1} << 20U;
constexpr std::size_t kMaxTextBytes = std::size_t{1} << 24U;
constexpr std::size_t kMaxBlockBytes = std::size_t{1} << 30U;
constexpr std::size_t kWriteFromBytes = std::size_t{1} << 20U;
constexpr std::uint64_t kCyclesPerWrite = 50;

// CRC-32 of IEEE 802.3, bytewise.
constexpr std::array<std::uint32_t, 256> kCrcTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit) {
            value = (value >> 1U) ^ ((value & 1U) != 0 ? 0xedb88320U : 0U);
        }
        table[i] = value;
    }
    return table;
}();

std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t value = ~std::uint32_t{0};
    for (const char c : bytes) {
        value = (value >> 8U) ^ kCrcTable[(value ^ static_cast<unsigned char>(c)) & 0xffU];
    }
    return ~value;
}

template <typename T>
void appendFixed(std::string& out, T value) {
    for (std::size_t shift = 8 * sizeof(T); shift > 0;) {
        shift -= 8;
        out += static_cast<char>((value >> shift) & 0xffU);
    }
}

void appendVarying(std::string& out, std::uint64_t value) {
    while (value >= 0x80U) {
        out += static_cast<char>((value & 0x7fU) | 0x80U);
        value >>= 7U;
    }
    out += static_cast<char>(value);
}

std::uint64_t numberOf(AgentId agent) {
    return static_cast<std::uint64_t>(agent.value());
}

Error faultAt(ErrorCode code, std::uint64_t byteOffset, std::string message,
              std::string expected = {}) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.expected = std::move(expected);
    error.byteOffset = byteOffset;
    return error;
}

// Reads a file from its start; keeps the bytes of the current block.
class Source {
public:
    explicit Source(std::FILE* file) : m_file(file) {}

    [[nodiscard]] std::uint64_t offset() const { return m_offset; }
    [[nodiscard]] std::string_view block() const { return m_block; }
    [[nodiscard]] bool hasFailed() const { return std::ferror(m_file) != 0; }
    void beginBlock() { m_block.clear(); }
    [[nodiscard]] bool isAtEnd() {
        const int c = std::getc(m_file);
        return c == EOF || std::ungetc(c, m_file) == EOF;
    }

    [[nodiscard]] std::optional<std::uint8_t> byte() {
        const int c = std::getc(m_file);
        if (c == EOF) {
            return std::nullopt;
        }
        ++m_offset;
        m_block += static_cast<char>(c);
        return static_cast<std::uint8_t>(c);
    }

    /// Reads in chunks, so that an invalid length does not cost memory.
    [[nodiscard]] std::optional<std::string> text(std::size_t length) {
        constexpr std::size_t kStep = std::size_t{1} << 16U;
        std::string bytes;
        while (bytes.size() < length) {
            const std::size_t requested = std::min(kStep, length - bytes.size());
            const std::size_t begin = bytes.size();
            bytes.resize(begin + requested);
            const std::size_t got = std::fread(bytes.data() + begin, 1, requested, m_file);
            m_offset += got;
            if (got < requested) {
                return std::nullopt;
            }
        }
        m_block += bytes;
        return bytes;
    }

    template <typename T>
    [[nodiscard]] std::optional<T> fixed() {
        T value = 0;
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            const auto next = byte();
            if (!next) {
                return std::nullopt;
            }
            value = static_cast<T>((value << 8U) | *next);
        }
        return value;
    }

    [[nodiscard]] std::optional<std::uint64_t> varying() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 63; shift += 7) {
            const auto next = byte();
            if (!next) {
                return std::nullopt;
            }
            value |= static_cast<std::uint64_t>(*next & 0x7fU) << shift;
            if ((*next & 0x80U) == 0) {
                return value;
            }
        }
        return ~std::uint64_t{0}; // invalid number: exceeds every limit that the caller checks
    }

private:
    std::FILE* m_file;
    std::uint64_t m_offset = 0;
    std::string m_block;
};

struct Input {
    char kind = '\0';
    std::uint64_t number = 0; ///< id of the agent, or the hash
    std::string text;
    std::uint64_t byteOffset = 0;
};

struct Block {
    std::vector<Input> inputs;
    bool isLast = false;
};

Error truncated(const Source& source) {
    if (source.hasFailed()) {
        return faultAt(ErrorCode::Io, source.offset(), "the recording cannot be read");
    }
    return faultAt(ErrorCode::Truncated, source.offset(), "the recording is cut off here");
}

Error notARecording(const Source& source, std::uint64_t byteOffset, std::string_view expected) {
    return source.hasFailed() ? truncated(source)
                              : faultAt(ErrorCode::Malformed, byteOffset,
                                        "the recording is damaged here", std::string(expected));
}

Expected<Input> readInput(Source& source, char kind, std::uint64_t byteOffset) {
    Input input;
    input.kind = kind;
    input.byteOffset = byteOffset;
    const bool hasAgent = kind == 'A' || kind == 'L' || kind == 'M';
    if (hasAgent || kind == 'H') {
        const auto number = hasAgent ? source.varying() : source.fixed<std::uint64_t>();
        if (!number) {
            return tl::unexpected(truncated(source));
        }
        constexpr std::uint64_t kMaxAgent = 0x7fffffffU;
        if (hasAgent && *number > kMaxAgent) {
            return tl::unexpected(notARecording(source, byteOffset, "the number of an agent"));
        }
        input.number = *number;
    }
    if (kind == 'M' || kind == 'T') {
        const auto length = source.varying();
        if (!length) {
            return tl::unexpected(truncated(source));
        }
        if (*length >= kMaxTextBytes) {
            return tl::unexpected(notARecording(source, byteOffset, "text shorter than 16 MiB"));
        }
        auto text = source.text(static_cast<std::size_t>(*length));
        if (!text) {
            return tl::unexpected(truncated(source));
        }
        input.text = std::move(*text);
    }
    return input;
}

Expected<Block> readBlock(Source& source) {
    constexpr std::string_view kInputKinds = "ALMTH";
    Block block;
    const std::uint64_t begin = source.offset();
    source.beginBlock();
    while (true) {
        const std::uint64_t byteOffset = source.offset();
        const auto kind = source.byte();
        if (!kind) {
            return tl::unexpected(truncated(source));
        }
        const char letter = static_cast<char>(*kind);
        if (letter == 'C' || letter == 'E') {
            const std::uint32_t actual = crc32(source.block());
            const auto noted = source.fixed<std::uint32_t>();
            if (!noted) {
                return tl::unexpected(truncated(source));
            }
            if (*noted != actual) {
                return tl::unexpected(
                    notARecording(source, begin, "bytes followed by their checksum"));
            }
            block.isLast = letter == 'E';
            return block;
        }
        if (kInputKinds.find(letter) == std::string_view::npos) {
            return tl::unexpected(notARecording(source, byteOffset, "A, L, M, T, H, C or E"));
        }
        auto input = readInput(source, letter, byteOffset);
        if (!input) {
            return tl::unexpected(input.error());
        }
        block.inputs.push_back(std::move(*input));
        if (source.block().size() > kMaxBlockBytes) {
            return tl::unexpected(notARecording(source, begin, "less than 1 GiB per cycle"));
        }
    }
}

// Returns the match of a recording, which has not begun.
Expected<PlayedMatch> matchOf(std::string_view settings, const RerunOptions& options) {
    if (isOfOtherFamily(settings)) {
        return options.playOther
                   ? options.playOther(settings)
                   : base::failure(ErrorCode::InvalidArgument, "a run of another server family",
                                   "a run of rcssserver3d");
    }
    auto read = settingsFromJson(settings, options.robots);
    if (!read) {
        return tl::unexpected(std::move(read.error()));
    }
    read->threadCount = options.threadCount;
    return playSimSpark(*read);
}

Expected<PlayedMatch> readHeader(Source& source, const RerunOptions& options) {
    const auto foreign = [](std::string message, std::uint64_t byteOffset) {
        return tl::unexpected(
            faultAt(ErrorCode::UnsupportedFormat, byteOffset, std::move(message),
                    fmt::format("a file that starts with \"{}{}\"", kMagic, kVersion)));
    };
    if (const auto magic = source.text(kMagic.size()); !magic || *magic != kMagic) {
        return foreign("not a recording of a run", 0);
    }
    std::string version;
    constexpr std::size_t kMaxVersionLetters = 10;
    for (auto c = source.byte(); c && *c != '\n' && version.size() < kMaxVersionLetters;
         c = source.byte()) {
        version += *c >= '0' && *c <= '9' ? static_cast<char>(*c) : '?';
    }
    if (version != kVersion) {
        return foreign(fmt::format("unsupported recording version {}", version), kMagic.size());
    }
    const auto length = source.fixed<std::uint32_t>();
    if (!length) {
        return tl::unexpected(truncated(source));
    }
    const std::uint64_t begin = source.offset();
    if (*length > kMaxSettingsBytes) {
        return tl::unexpected(
            notARecording(source, begin - sizeof(*length), "settings up to 1 MiB"));
    }
    const auto text = source.text(*length);
    const auto noted = text ? source.fixed<std::uint32_t>() : std::nullopt;
    if (!noted) {
        return tl::unexpected(truncated(source));
    }
    if (*noted != crc32(*text)) {
        return tl::unexpected(notARecording(source, begin, "settings followed by their checksum"));
    }
    auto match = matchOf(*text, options);
    if (!match) {
        match.error().byteOffset = begin;
    }
    return match;
}

// Reruns a recording; an impossible input is an error of the recording.
class Rerun {
public:
    explicit Rerun(std::unique_ptr<Match> match) : m_match(std::move(match)) {}

    std::optional<Error> take(const Block& block) {
        for (const Input& input : block.inputs) {
            if (auto fault = take(input)) {
                return fault;
            }
        }
        if (!block.isLast) {
            m_match->cycle();
            static_cast<void>(m_match->takeNotes());
            static_cast<void>(m_match->takeRequests());
        }
        return std::nullopt;
    }

    [[nodiscard]] RerunReport report() const {
        RerunReport report = m_report;
        report.cycles = m_match->cycleCount();
        report.finalHash = m_match->stateHash();
        return report;
    }

private:
    std::optional<Error> take(const Input& input) {
        switch (input.kind) {
        case 'A':
            if (const AgentId agent = m_match->addAgent(); numberOf(agent) != input.number) {
                return faultAt(ErrorCode::Malformed, input.byteOffset,
                               fmt::format("agent {} connects", input.number),
                               fmt::format("agent {}", agent.value()));
            }
            return std::nullopt;
        case 'L':
            m_match->removeAgent(agentOf(input));
            return std::nullopt;
        case 'M':
            m_match->receive(agentOf(input), input.text);
            return std::nullopt;
        case 'T':
            static_cast<void>(m_match->command(input.text)); // the recorded run had the same errors
            return std::nullopt;
        default:
            compare(input.number);
            return std::nullopt;
        }
    }

    static AgentId agentOf(const Input& input) {
        return AgentId(static_cast<std::int32_t>(input.number));
    }

    void compare(std::uint64_t hash) {
        ++m_report.hashesChecked;
        if (hash != m_match->stateHash() && !m_report.firstMismatchCycle) {
            m_report.firstMismatchCycle = m_match->cycleCount();
        }
    }

    std::unique_ptr<Match> m_match;
    RerunReport m_report;
};

} // namespace

Expected<RunRecorder> RunRecorder::create(const std::filesystem::path& path,
                                          const SimulationSettings& settings,
                                          base::OutputOptions output) {
    output.kind = base::OutputKind::Growing;
    auto file = base::OutputFile::create(path, std::move(output));
    if (!file) {
        return tl::unexpected(std::move(file.error()));
    }
    return begin(std::move(*file), settingsToJson(settings));
}

Expected<RunRecorder> RunRecorder::begin(base::OutputFile file, std::string_view settings,
                                         std::size_t maxHeldBytes) {
    RunRecorder recorder(std::move(file), maxHeldBytes);
    recorder.m_bytes = fmt::format("{}{}\n", kMagic, kVersion);
    appendFixed(recorder.m_bytes, static_cast<std::uint32_t>(settings.size()));
    recorder.m_bytes += settings;
    appendFixed(recorder.m_bytes, crc32(settings));
    recorder.m_blockBegin = recorder.m_bytes.size();
    if (const auto written = recorder.write(); !written) {
        return tl::unexpected(written.error());
    }
    return recorder;
}

RunRecorder::RunRecorder(base::OutputFile file, std::size_t maxHeldBytes)
    : m_file(std::move(file)), m_maxHeldBytes(maxHeldBytes) {}

void RunRecorder::agentJoined(AgentId agent) {
    m_bytes += 'A';
    appendVarying(m_bytes, numberOf(agent));
}

void RunRecorder::agentLeft(AgentId agent) {
    m_bytes += 'L';
    appendVarying(m_bytes, numberOf(agent));
}

void RunRecorder::agentMessage(AgentId agent, std::string_view message) {
    m_bytes += 'M';
    appendVarying(m_bytes, numberOf(agent));
    addText(message);
}

void RunRecorder::trainerMessage(std::string_view message) {
    m_bytes += 'T';
    addText(message);
}

void RunRecorder::addText(std::string_view text) {
    appendVarying(m_bytes, text.size());
    m_bytes += text;
}

void RunRecorder::addHash(const Match& match) {
    m_bytes += 'H';
    appendFixed(m_bytes, match.stateHash());
}

void RunRecorder::endBlock(char kind) {
    m_bytes += kind;
    appendFixed(m_bytes, crc32(std::string_view(m_bytes).substr(m_blockBegin)));
    m_blockBegin = m_bytes.size();
}

Expected<void> RunRecorder::endCycle(const Match& match) {
    endBlock('C');
    ++m_heldCycles;
    const bool isDue = match.cycleCount() % kCyclesPerWrite == 0 ||
                       (!m_hasBacklog && m_bytes.size() >= kWriteFromBytes);
    auto written = isDue ? write() : Expected<void>{};
    if (m_isAbandoned) {
        forget();
    } else if (match.cycleCount() % kCyclesPerHash == 0) {
        addHash(match);
    }
    return written;
}

Expected<void> RunRecorder::end(const Match& match) {
    if (m_isAbandoned) {
        return write();
    }
    addHash(match);
    endBlock('E');
    auto written = write();
    if (!written) {
        forget();
    }
    return written;
}

// Discards unwritten data.
void RunRecorder::forget() {
    m_isAbandoned = true;
    m_lostCycles += std::exchange(m_heldCycles, 0);
    m_bytes.clear();
    m_blockBegin = 0;
}

// Unwritten data is kept, since a recording with a gap cannot be rerun beyond it.
Expected<void> RunRecorder::write() {
    if (!m_isAbandoned) {
        auto written = m_file.write(m_bytes);
        m_hasBacklog = !written;
        if (written) {
            m_heldCycles = 0;
            m_bytes.clear();
            m_blockBegin = 0;
            return written;
        }
        m_fault = std::move(written.error());
        if (m_bytes.size() > m_maxHeldBytes) {
            m_fault->message +=
                fmt::format("; more than {} MiB are waiting, so the recording ends here",
                            m_maxHeldBytes >> 20U);
            forget();
        }
    }
    return tl::unexpected(*m_fault);
}

Expected<RerunReport> rerun(const std::filesystem::path& path, const RerunOptions& options) {
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    if (auto checked = base::checkInputFile(path, "the recording of a run"); !checked) {
        return tl::unexpected(std::move(checked.error()));
    }
    errno = 0;
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
    if (!file) {
        return tl::unexpected(base::systemError(errno, "cannot read the recording", path.string()));
    }
    Source source(file.get());
    auto match = readHeader(source, options);
    if (!match) {
        const Error error = source.hasFailed() ? truncated(source) : match.error();
        return tl::unexpected(error.inFile(path.string()));
    }
    Rerun again(std::move(match->match));
    std::optional<Error> damage;
    for (bool isLast = false; !isLast && !damage;) {
        const auto block = readBlock(source);
        damage = block ? again.take(*block) : std::optional<Error>(block.error());
        isLast = block && block->isLast;
    }
    if (!damage && !source.isAtEnd()) {
        damage =
            faultAt(ErrorCode::Malformed, source.offset(), "extra bytes after the end", "nothing");
    }
    RerunReport report = again.report();
    if (damage) {
        report.damage = damage->inFile(path.string());
    }
    return report;
}

} // namespace sideline::simulator
