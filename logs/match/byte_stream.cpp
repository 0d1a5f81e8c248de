#include "logs/match/byte_stream.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "logs/match/monitor_recording.h"

namespace sideline::logs {

namespace {

using base::Error;
using base::ErrorCode;
using base::Expected;

constexpr std::size_t kBlockBytes = std::size_t{1} << 20U;
constexpr std::size_t kSniffBytes = 4096;
// Maximum number of packed layers; sparkmonitor.log.xz in a.tar.gz has two.
constexpr int kMaxNesting = 4;

struct ArchiveCloser {
    void operator()(archive* a) const { archive_read_free(a); }
};
using ArchivePtr = std::unique_ptr<archive, ArchiveCloser>;

ArchivePtr newArchive() {
    ArchivePtr a(archive_read_new());
    archive_read_support_filter_all(a.get());
    archive_read_support_format_tar(a.get());
    archive_read_support_format_zip(a.get());
    archive_read_support_format_7zip(a.get());
    archive_read_support_format_raw(a.get()); // a stream that is compressed but not an archive
    return a;
}

bool startsWith(std::string_view bytes, std::string_view magic) {
    return bytes.substr(0, magic.size()) == magic;
}

} // namespace

bool looksPacked(std::string_view bytes) {
    using namespace std::string_view_literals;
    static constexpr std::array kMagics = {"\x1f\x8b"sv,
                                           "BZh"sv,
                                           "\xfd"
                                           "7zXZ\0"sv,
                                           "\x28\xb5\x2f\xfd"sv,
                                           "PK\x03\x04"sv,
                                           "7z\xbc\xaf\x27\x1c"sv};
    const bool tar = bytes.size() > 262 && bytes.substr(257, 5) == "ustar";
    return tar || std::ranges::any_of(
                      kMagics, [&](std::string_view magic) { return startsWith(bytes, magic); });
}

bool looksLikeMonitorLog(std::string_view beginning) {
    beginning = base::withoutByteOrderMark(beginning);
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) {
        return false;
    }
    beginning.remove_prefix(first);
    if (beginning.front() == '[') { // draw datagrams: decimals in brackets
        const std::size_t digits = beginning.find_first_not_of("[]0123456789,- \t");
        if (digits == std::string_view::npos || beginning[digits] == '(') {
            return true;
        }
    }
    // A log whose first line is damaged or truncated still contains the header of a scene near its
    // beginning.
    return startsWith(beginning, "((") || beginning.find("(RDS 0 1)") != std::string_view::npos ||
           beginning.find("(RSG 0 1)") != std::string_view::npos ||
           beginning.find("(RSMP ") != std::string_view::npos;
}

// A nested archive reads the current entry of the outer one.
struct PackedStream::Layers {
    struct Layer {
        ArchivePtr handle;
        std::string entry;
        std::string_view peeked; // read ahead while searching for the log
        bool exhausted = true;   // at the end of the current entry, or before the first one
        bool failed = false;
        bool isCompressedOnly = false;
    };
    std::vector<std::unique_ptr<Layer>> stack;
    base::InputFile file;
    std::string requestedEntry;
    std::uint64_t maxSkippedBytes = 0;
    std::uint64_t skippedBytes = 0;
    std::optional<MonitorRecordingLines> recording;

    explicit Layers(base::InputFile opened) : file(std::move(opened)) {}

    static la_ssize_t readFromLayer(archive* inner, void* user, const void** out) {
        auto* outer = static_cast<Layer*>(user);
        const auto bytes = pull(*outer);
        if (!bytes) {
            archive_set_error(inner, EIO, "%s", bytes.error().message.c_str());
            return -1;
        }
        *out = bytes->data();
        return static_cast<la_ssize_t>(bytes->size());
    }

    // Returns the next bytes of a layer's current entry; empty at its end.
    static Expected<std::string_view> pull(Layer& layer) {
        if (!layer.peeked.empty()) {
            return std::exchange(layer.peeked, {});
        }
        if (layer.exhausted) {
            return std::string_view{};
        }
        // Reads block by block: a larger read would lose the data before a fault.
        const void* block = nullptr;
        std::size_t size = 0;
        la_int64_t offset = 0;
        const int status = archive_read_data_block(layer.handle.get(), &block, &size, &offset);
        if (status == ARCHIVE_EOF) {
            layer.exhausted = true;
            return std::string_view{};
        }
        if (status < ARCHIVE_WARN) {
            layer.failed = true;
            return tl::unexpected(layerError(layer));
        }
        return std::string_view(static_cast<const char*>(block), size);
    }

    static Error layerError(const Layer& layer) {
        const char* text = archive_error_string(layer.handle.get());
        std::string message = text != nullptr ? text : "cannot unpack";
        const bool truncated = message.find("runcated") != std::string::npos ||
                               message.find("nexpected end") != std::string::npos;
        Error error;
        error.code = truncated ? ErrorCode::Truncated : ErrorCode::Malformed;
        error.message = fmt::format("cannot unpack further: {}", message);
        error.expected = "an undamaged compressed file";
        const la_int64_t offset = archive_filter_bytes(layer.handle.get(), -1);
        if (offset >= 0) {
            error.byteOffset = static_cast<std::uint64_t>(offset);
        }
        return error;
    }

    Expected<void> push(Layer* outer) {
        auto layer = std::make_unique<Layer>();
        layer->handle = newArchive();
        const int opened =
            outer == nullptr
                ? archive_read_open_fd(layer->handle.get(), file.descriptor(), kBlockBytes)
                : archive_read_open(layer->handle.get(), outer, nullptr, readFromLayer, nullptr);
        if (opened != ARCHIVE_OK) {
            return tl::unexpected(layerError(*layer));
        }
        stack.push_back(std::move(layer));
        return {};
    }

    // Skips to the end of a layer's current entry, which libarchive would do without a limit. In a
    // zip file this needs no unpacking.
    Expected<void> skipEntry(Layer& layer) {
        const bool isZip =
            (archive_format(layer.handle.get()) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP;
        while (!isZip) {
            const auto bytes = pull(layer);
            if (!bytes) {
                return tl::unexpected(bytes.error());
            }
            if (bytes->empty()) {
                return {};
            }
            skippedBytes += bytes->size();
            if (skippedBytes > maxSkippedBytes) {
                return base::failure(
                    ErrorCode::LimitExceeded,
                    fmt::format("no log in the first {} bytes of the archive", maxSkippedBytes),
                    "an archive with a log, or a higher limit for unpacking");
            }
        }
        return {};
    }

    // Moves the innermost layer to its next regular file and reads the beginning. Returns false at
    // the end of the archive.
    Expected<bool> nextEntry(Layer& layer) {
        while (true) {
            if (layer.isCompressedOnly) {
                return false; // no more entries
            }
            if (auto skipped = skipEntry(layer); !skipped) {
                return tl::unexpected(std::move(skipped.error()));
            }
            archive_entry* entry = nullptr;
            const int status = archive_read_next_header(layer.handle.get(), &entry);
            if (status == ARCHIVE_EOF) {
                return false;
            }
            if (status < ARCHIVE_WARN) {
                return tl::unexpected(layerError(layer));
            }
            const bool raw = archive_format(layer.handle.get()) == ARCHIVE_FORMAT_RAW;
            if (!raw && archive_entry_filetype(entry) != AE_IFREG) {
                continue;
            }
            const char* name = raw ? "" : archive_entry_pathname(entry);
            layer.entry = name != nullptr ? name : "";
            layer.isCompressedOnly = raw;
            layer.exhausted = false;
            layer.peeked = {};
            auto beginning = pull(layer);
            if (!beginning) {
                return tl::unexpected(std::move(beginning.error()));
            }
            layer.peeked = *beginning;
            if (raw && archive_filter_count(layer.handle.get()) <= 1 &&
                !looksLikeMonitorRecording(*beginning)) {
                return base::failure(ErrorCode::Malformed,
                                     "cannot unpack: unknown compression or archive format",
                                     "an undamaged gz, bz2, xz, zst, zip or tar file");
            }
            return true;
        }
    }

    bool isRequested(const Layer& layer) const {
        return requestedEntry.empty() || layer.entry.empty() ||
               std::string_view(layer.entry).ends_with(requestedEntry);
    }

    // Iterates over the files of the innermost layer until one is a log, descending into packed
    // ones.
    Expected<bool> findLog() {
        Layer& layer = *stack.back();
        while (true) {
            auto found = nextEntry(layer);
            if (!found || !*found) {
                return found;
            }
            const std::string_view beginning = layer.peeked.substr(0, kSniffBytes);
            if (isRequested(layer) && looksLikeMonitorRecording(beginning)) {
                recording.emplace();
                return true;
            }
            if (isRequested(layer) && looksLikeMonitorLog(beginning)) {
                return true;
            }
            if (static_cast<int>(stack.size()) < kMaxNesting && looksPacked(beginning)) {
                if (auto pushed = push(&layer); pushed) {
                    auto inside = findLog();
                    if (inside && *inside) {
                        return true;
                    }
                    stack.pop_back();
                }
            }
        }
    }
};

PackedStream::PackedStream(std::unique_ptr<Layers> layers) : m_layers(std::move(layers)) {}
PackedStream::~PackedStream() {
    while (m_layers && !m_layers->stack.empty()) {
        m_layers->stack.pop_back(); // inner layers read from outer ones
    }
}

Expected<std::unique_ptr<PackedStream>> PackedStream::open(const std::filesystem::path& path,
                                                           std::string_view entry,
                                                           std::uint64_t maxSkippedBytes) {
    auto file = base::InputFile::open(path, "a match log");
    if (!file) {
        return tl::unexpected(std::move(file.error()));
    }
    auto layers = std::make_unique<Layers>(std::move(*file));
    layers->requestedEntry = entry;
    layers->maxSkippedBytes = maxSkippedBytes;
    if (auto pushed = layers->push(nullptr); !pushed) {
        return tl::unexpected(pushed.error().inFile(path.string()));
    }
    auto found = layers->findLog();
    if (!found) {
        return tl::unexpected(found.error().inFile(path.string()));
    }
    if (!*found) {
        auto error = base::failure(
            entry.empty() ? ErrorCode::UnsupportedFormat : ErrorCode::NotFound,
            entry.empty() ? std::string("no monitor log in this archive")
                          : fmt::format("no monitor log named '{}' in this archive", entry),
            "a file whose text starts with '((' or with draw datagrams '['");
        return tl::unexpected(error.value().inFile(path.string()));
    }
    return std::unique_ptr<PackedStream>(new PackedStream(std::move(layers)));
}

Expected<std::string_view> PackedStream::read() {
    while (true) {
        auto bytes = Layers::pull(*m_layers->stack.back());
        if (bytes && m_layers->recording) {
            if (bytes->empty()) {
                if (auto finished = m_layers->recording->finish(); !finished) {
                    bytes = tl::unexpected(std::move(finished.error()));
                }
            } else {
                bytes = m_layers->recording->feed(*bytes);
                if (bytes && bytes->empty()) {
                    continue; // no complete record yet
                }
            }
        }
        if (!bytes) {
            return tl::unexpected(bytes.error().inFile(m_layers->file.path().string()));
        }
        return bytes;
    }
}

bool PackedStream::isRecording() const {
    return m_layers->recording.has_value();
}

const std::string& PackedStream::entryName() const {
    return m_layers->stack.back()->entry.empty() ? m_layers->stack.front()->entry
                                                 : m_layers->stack.back()->entry;
}

std::string PackedStream::packing() const {
    std::string text;
    const auto add = [&](const char* name) {
        if (name != nullptr && std::strcmp(name, "none") != 0 && std::strcmp(name, "raw") != 0) {
            text += (text.empty() ? "" : ", ") + std::string(name);
        }
    };
    for (const auto& layer : m_layers->stack) {
        archive* a = layer->handle.get();
        if (archive_format(a) != ARCHIVE_FORMAT_RAW) {
            add(archive_format_name(a));
        }
        for (int i = 0; i < archive_filter_count(a); ++i) {
            add(archive_filter_name(a, i));
        }
    }
    return text;
}

std::uint64_t PackedStream::packedOffset() const {
    const la_int64_t offset = archive_filter_bytes(m_layers->stack.front()->handle.get(), -1);
    return offset < 0 ? 0 : static_cast<std::uint64_t>(offset);
}

std::vector<std::string> PackedStream::remainingEntries() {
    std::vector<std::string> names;
    Layers::Layer& outer = *m_layers->stack.front();
    archive_entry* entry = nullptr;
    m_layers->skippedBytes = 0;
    while (!outer.failed && m_layers->skipEntry(outer) &&
           archive_read_next_header(outer.handle.get(), &entry) == ARCHIVE_OK) {
        outer.exhausted = false;
        if (archive_entry_filetype(entry) == AE_IFREG && archive_entry_pathname(entry) != nullptr) {
            names.emplace_back(archive_entry_pathname(entry));
        }
    }
    return names;
}

} // namespace sideline::logs
