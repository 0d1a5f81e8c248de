#include "tests/support/test_files.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <unistd.h>

namespace sideline::tests {

namespace {

std::filesystem::path sourceRoot() {
    const char* root = std::getenv("SIDELINE_SOURCE_DIR");
    return root != nullptr ? std::filesystem::path(root) : std::filesystem::current_path();
}

} // namespace

std::filesystem::path dataFile(std::string_view name) {
    return sourceRoot() / "tests" / "data" / name;
}

std::filesystem::path exampleFile(std::string_view name) {
    return sourceRoot() / "examples" / name;
}

std::filesystem::path sampleLog() {
    return sourceRoot() / "studio" / "data" / "sample.log.xz";
}

std::optional<std::filesystem::path> sharedFile(std::string_view name) {
    const auto file = sourceRoot().parent_path() / "shared" / "data" / name;
    return std::filesystem::exists(file) ? std::optional(file) : std::nullopt;
}

std::string readUnpacked(const std::filesystem::path& file) {
    const std::unique_ptr<archive, int (*)(archive*)> reader(archive_read_new(), archive_read_free);
    archive_read_support_filter_all(reader.get());
    archive_read_support_format_tar(reader.get());
    archive_read_support_format_raw(reader.get());
    archive_entry* entry = nullptr;
    if (archive_read_open_filename(reader.get(), file.c_str(), 1U << 16U) != ARCHIVE_OK ||
        archive_read_next_header(reader.get(), &entry) != ARCHIVE_OK) {
        throw std::runtime_error("cannot read " + file.string());
    }
    std::string bytes;
    std::vector<char> block(1U << 16U);
    la_ssize_t got = 0;
    while ((got = archive_read_data(reader.get(), block.data(), block.size())) > 0) {
        bytes.append(block.data(), static_cast<std::size_t>(got));
    }
    return bytes;
}

void writeFile(const std::filesystem::path& file, std::string_view bytes) {
    std::ofstream out(file, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!out) {
        throw std::runtime_error("cannot write " + file.string());
    }
}

TempDir::TempDir() {
    std::string name = (std::filesystem::temp_directory_path() / "sideline-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        throw std::runtime_error("cannot make a temporary folder");
    }
    m_path = name;
}

TempDir::~TempDir() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

double tolerance(double value) {
    const char* scale = std::getenv("SIDELINE_TOLERANCE");
    return scale != nullptr ? value * std::strtod(scale, nullptr) : value;
}

} // namespace sideline::tests
