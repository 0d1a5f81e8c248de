#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/base/output_file.h"

struct archive;

namespace sideline::logs {

/// A file compressed according to its extension: .gz, .bz2, .xz, .zst; otherwise plain. One thread.
class PackedWriter {
public:
    /// @param file an output file of kind `WhenDone`
    /// Errors: Io.
    [[nodiscard]] static base::Expected<PackedWriter> create(base::OutputFile file);

    /// Errors: those of `OutputFile::write`.
    base::Expected<void> write(std::string_view bytes);
    /// Writes the rest and moves the file into place. Errors: those of `OutputFile::commit`.
    base::Expected<void> close();

private:
    struct Target {
        base::OutputFile file;
        std::optional<base::Error> error;
    };
    struct Closer {
        void operator()(archive* a) const;
    };

    explicit PackedWriter(std::unique_ptr<Target> target);
    static long writeTo(archive* a, void* data, const void* bytes, std::size_t count);
    [[nodiscard]] tl::unexpected<base::Error> error() const;

    std::unique_ptr<Target> m_target; // outlives the handle, which may still write to it
    std::unique_ptr<archive, Closer> m_handle;
};

/// Compresses a file according to the extension of the target.
/// Errors: those of reading, and of `PackedWriter`; then no packed file exists.
[[nodiscard]] base::Expected<void> packFile(const std::filesystem::path& plain,
                                            base::OutputFile packed);

} // namespace sideline::logs
