#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "agentcore/base/error.h"

namespace sideline::base {

/// When an output file becomes visible under its name.
enum class OutputKind : std::uint8_t {
    WhenDone, ///< on `commit`; an existing file stays until then
    Growing,  ///< from the first byte, for files that are read while being written
};

/// Writes bytes at an offset, like `pwrite(2)`.
using WriteAt = std::function<ssize_t(int file, const char* bytes, std::size_t count, off_t at)>;

/// Options for an output file.
struct OutputOptions {
    OutputKind kind = OutputKind::WhenDone;
    bool mayReplace = false; ///< whether an existing file may be overwritten
    bool isPrivate = false;  ///< readable by its owner only; otherwise the umask applies
    bool isSynced =
        false; ///< `commit` returns after the data is on disk: for data that cannot be recreated
    /// Inputs of the same command, which must not be overwritten under any name.
    std::vector<std::filesystem::path> inputs{};
    WriteAt write{}; ///< for tests: a function that fails
    bool isHidden =
        false; ///< for tests: uses a hidden name, as on file systems without unnamed files
};

/// A file that is written to a temporary file and moved into place when complete.
///
/// An existing file is replaced only if allowed, atomically and only by a completely written file;
/// readers of the old file keep the old contents. Before the commit the file has no name (on most
/// file systems) or a hidden one in the same folder, removed by the destructor: a killed program
/// leaves no partial file. Links are followed and preserved.
///
/// Devices and pipes (`/dev/null`, a FIFO) are written directly. Movable, not copyable; one thread
/// at a time.
class OutputFile {
public:
    /// Opens an output, which is not yet visible under its name. Errors, each with the path:
    /// InvalidArgument for an existing file, an input, a folder or an empty name; NotFound if its
    /// folder is missing; PermissionDenied; LimitExceeded (disk full); Io.
    [[nodiscard]] static Expected<OutputFile> create(const std::filesystem::path& path,
                                                     OutputOptions options = {});
    /// Keeps what an `OutputKind::Growing` file contains so far; discards other kinds.
    ~OutputFile();
    OutputFile(OutputFile&&) noexcept;
    OutputFile& operator=(OutputFile&&) noexcept;

    /// Appends all of `bytes` or nothing: after an error the file is unchanged and the call can be
    /// repeated. The bytes are passed to the system immediately.
    /// Errors, each with the path: LimitExceeded (disk full, file too large), Io; InvalidArgument
    /// if another program has created a file with this name in the meantime.
    Expected<void> write(std::string_view bytes);

    /// Moves the file into place; no further writes are possible.
    /// Errors: as for `write`; an existing file then stays unchanged.
    Expected<void> commit();

    /// The path as passed by the caller.
    [[nodiscard]] const std::filesystem::path& path() const;
    /// Bytes written.
    [[nodiscard]] std::uint64_t size() const;

private:
    struct State;
    explicit OutputFile(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// The outputs of one command; none may be one of its inputs or another output.
class OutputSet {
public:
    /// @param mayReplace whether existing files may be overwritten (`--force`)
    /// @param inputs files that the command reads
    explicit OutputSet(bool mayReplace, std::vector<std::filesystem::path> inputs = {});

    /// Opens an output under these rules. `options` supplies the rest: kind, privacy, syncing.
    /// Errors: as for `OutputFile::create`; InvalidArgument for a file that is already an output.
    [[nodiscard]] Expected<OutputFile> create(const std::filesystem::path& path,
                                              OutputOptions options = {});
    /// Checks whether `create` would accept the path; does not register it as an output.
    /// For checks before long work and for files that a library opens.
    [[nodiscard]] Expected<void> check(const std::filesystem::path& path) const;
    /// Checks the path and registers it as an output.
    [[nodiscard]] Expected<void> claim(const std::filesystem::path& path);

private:
    // Identifies a file by its folder and name, regardless of the path used to reach it.
    struct Place {
        std::uint64_t device = 0;
        std::uint64_t folder = 0;
        std::string name;
        [[nodiscard]] bool operator==(const Place&) const = default;
    };
    [[nodiscard]] Expected<Place> placeOf(const std::filesystem::path& path) const;

    bool m_mayReplace;
    std::vector<std::filesystem::path> m_inputs;
    std::vector<Place> m_taken;
};

/// Fills a file through a stream and commits it.
/// @param fill writes to the stream; returns errors other than those of writing
/// Errors: those of writing, otherwise those of `fill`, otherwise those of `OutputFile::commit`; in
/// all these cases no file remains.
[[nodiscard]] Expected<void> writeWhole(OutputFile file,
                                        const std::function<Expected<void>(std::ostream&)>& fill);
/// Overload for bytes in memory.
[[nodiscard]] Expected<void> writeWhole(OutputFile file, std::string_view bytes);

} // namespace sideline::base
