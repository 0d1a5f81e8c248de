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
    WhenDone, ///< on `commit`; until then an existing file stays
    Growing,  ///< from the first byte: for files that are read while written
};

/// Writes bytes at an offset, like `pwrite(2)`.
using WriteAt = std::function<ssize_t(int file, const char* bytes, std::size_t count, off_t at)>;

/// Options of an output.
struct OutputOptions {
    OutputKind kind = OutputKind::WhenDone;
    bool mayReplace = false; ///< whether an existing file may be overwritten
    bool isPrivate = false;  ///< readable by its owner only; otherwise by umask
    bool isSynced = false; ///< `commit` returns when the disk has it: for what cannot be made again
    /// Inputs of the same command, which must not be overwritten under any name.
    std::vector<std::filesystem::path> inputs{};
    WriteAt write{};       ///< for tests: one that fails
    bool isHidden = false; ///< for tests: a hidden name while written, as where nameless ones fail
};

/// A file that is written to a temporary file and moved into place when complete.
///
/// An existing file is replaced only if allowed, atomically, and only by a completely written
/// file; readers of the old file keep the old file. Before the commit, the file has no name (on
/// most file systems) or a hidden one next to its place, removed with this object: a killed
/// program leaves nothing half-written. Links are followed and kept.
///
/// Devices and pipes (`/dev/null`, a FIFO) are written to as they are. Not copyable, movable; one
/// thread at a time.
class OutputFile {
public:
    /// Opens an output, which is not visible yet.
    /// Errors, each with the path: InvalidArgument for an existing file, an input, a
    /// folder or an empty name; NotFound (its folder); PermissionDenied;
    /// LimitExceeded (disk full); Io.
    [[nodiscard]] static Expected<OutputFile> create(const std::filesystem::path& path,
                                                     OutputOptions options = {});
    /// Keeps what `OutputKind::Growing` has written so far; discards the other kind.
    ~OutputFile();
    OutputFile(OutputFile&&) noexcept;
    OutputFile& operator=(OutputFile&&) noexcept;

    /// Appends all of `bytes`, or none of them: after an error the file is unchanged, and the next
    /// call retries. They are passed to the system at once.
    /// Errors, each with the path: LimitExceeded (disk full, file too large), Io; InvalidArgument
    /// if another program has created a file of that name meanwhile.
    Expected<void> write(std::string_view bytes);

    /// Moves the file into place; nothing can be written afterwards.
    /// Errors: as `write`; then the existing file is unchanged.
    Expected<void> commit();

    /// As it was given.
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

    /// Opens an output by these rules. `options` gives the rest: kind, privacy, syncing.
    /// Errors: as `OutputFile::create`; InvalidArgument for a file that is written already.
    [[nodiscard]] Expected<OutputFile> create(const std::filesystem::path& path,
                                              OutputOptions options = {});
    /// Checks whether `create` would succeed as far as rules go; it does not count as an output.
    /// For checking before long work, and for files that a library opens.
    [[nodiscard]] Expected<void> check(const std::filesystem::path& path) const;
    /// `check`, after which the file counts as an output.
    [[nodiscard]] Expected<void> claim(const std::filesystem::path& path);

private:
    // A name in a folder, whatever way leads there.
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
/// @param fill writes into the stream, and returns what else went wrong
/// Errors: of writing, else of `fill`, else of `OutputFile::commit`; then nothing is left.
[[nodiscard]] Expected<void> writeWhole(OutputFile file,
                                        const std::function<Expected<void>(std::ostream&)>& fill);
/// The same for bytes in memory.
[[nodiscard]] Expected<void> writeWhole(OutputFile file, std::string_view bytes);

} // namespace sideline::base
