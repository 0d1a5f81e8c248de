#include "logs/match/packed_writer.h"

#include <cerrno>
#include <fstream>
#include <string>
#include <utility>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

namespace sideline::logs {

using base::ErrorCode;
using base::Expected;

namespace {

constexpr int kBlockBytes = 1 << 16;

} // namespace

void PackedWriter::Closer::operator()(archive* a) const {
    archive_write_free(a);
}

PackedWriter::PackedWriter(std::unique_ptr<Target> target)
    : m_target(std::move(target)), m_handle(archive_write_new()) {}

Expected<PackedWriter> PackedWriter::create(base::OutputFile file) {
    PackedWriter writer(std::make_unique<Target>(Target{std::move(file), std::nullopt}));
    archive* a = writer.m_handle.get();
    archive_write_set_format_raw(a);
    const std::string ending = writer.m_target->file.path().extension().string();
    if (ending == ".gz") {
        archive_write_add_filter_gzip(a);
    } else if (ending == ".bz2") {
        archive_write_add_filter_bzip2(a);
    } else if (ending == ".xz") {
        archive_write_add_filter_xz(a);
    } else if (ending == ".zst") {
        archive_write_add_filter_zstd(a);
    }
    archive_write_set_bytes_per_block(a, kBlockBytes);
    archive_write_set_bytes_in_last_block(a, 1); // no padding
    archive_entry* entry = archive_entry_new();
    archive_entry_set_filetype(entry, AE_IFREG);
    const bool good =
        archive_write_open(a, writer.m_target.get(), nullptr, &writeTo, nullptr) == ARCHIVE_OK &&
        archive_write_header(a, entry) == ARCHIVE_OK;
    archive_entry_free(entry);
    if (!good) {
        return writer.error();
    }
    return writer;
}

Expected<void> PackedWriter::write(std::string_view bytes) {
    if (archive_write_data(m_handle.get(), bytes.data(), bytes.size()) !=
        static_cast<la_ssize_t>(bytes.size())) {
        return error();
    }
    return {};
}

Expected<void> PackedWriter::close() {
    if (archive_write_close(m_handle.get()) != ARCHIVE_OK) {
        return error();
    }
    return m_target->file.commit();
}

long PackedWriter::writeTo(archive* a, void* data, const void* bytes, std::size_t count) {
    Target& target = *static_cast<Target*>(data);
    if (auto written = target.file.write({static_cast<const char*>(bytes), count}); !written) {
        target.error = std::move(written.error());
        archive_set_error(a, EIO, "%s", "cannot write");
        return -1;
    }
    return static_cast<long>(count);
}

tl::unexpected<base::Error> PackedWriter::error() const {
    if (m_target->error) {
        return tl::unexpected(*m_target->error);
    }
    const char* text = archive_error_string(m_handle.get());
    auto error =
        base::failure(ErrorCode::Io, fmt::format("cannot write: {}", text != nullptr ? text : "?"));
    return tl::unexpected(error.value().inFile(m_target->file.path().string()));
}

Expected<void> packFile(const std::filesystem::path& plain, base::OutputFile packed) {
    std::ifstream in(plain, std::ios::binary);
    auto writer = PackedWriter::create(std::move(packed));
    if (!writer) {
        return tl::unexpected(writer.error());
    }
    std::string block(kBlockBytes, '\0');
    while (in) {
        in.read(block.data(), static_cast<std::streamsize>(block.size()));
        const auto written = writer->write({block.data(), static_cast<std::size_t>(in.gcount())});
        if (!written) {
            return written;
        }
    }
    if (!in.eof()) {
        return tl::unexpected(
            base::failure(ErrorCode::Io, "cannot read").value().inFile(plain.string()));
    }
    return writer->close();
}

} // namespace sideline::logs
