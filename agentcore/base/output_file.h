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

/// When a file that is written comes to be seen under its name.
enum class OutputKind : std::uint8_t {
    WhenDone, ///< with `commit`; until then whatever was there stays
    Growing,  ///< with the first bytes: for files that others read while they are written
};

/// Writes bytes at an offset, as `pwrite(2)`.
using WriteAt = std::function<ssize_t(int file, const char* bytes, std::size_t count, off_t at)>;

/// Manners of an output.
struct OutputOptions {
    OutputKind kind = OutputKind::WhenDone;
    bool mayReplace = false; ///< whether a file that is there may be replaced
    bool isPrivate = false;  ///< readable by its owner only; else as the umask says
    bool isSynced = false; ///< `commit` returns when the disk has it: for what cannot be made again
    /// Files that the same command reads, which stay as they are, whatever names they go by.
    std::vector<std::filesystem::path> inputs{};
    WriteAt write{};       ///< for tests: one that fails
    bool isHidden = false; ///< for tests: a hidden name while written, as where nameless ones fail
};

/// A file that is written beside its place and put there whole.
///
/// What was there is replaced only if that is allowed, in one step, and only by a file whose bytes
/// could all be written; readers of the old file keep the old file. While nothing is committed
/// there is no name (on most file systems) or a hidden one beside the place, which goes with this
/// object: a program that is killed leaves nothing half-written. Links are followed, so that they
/// stay.
///
/// Devices and pipes (`/dev/null`, a FIFO) are written to as they are. Not copyable, movable; one
/// thread at a time.
class OutputFile {
public:
    /// Opens an output; nothing is seen of it yet.
    /// Errors, each with the path: InvalidArgument for a file that is there already, an input, a
    /// folder or no name at all; NotFound (the folder it shall be in); PermissionDenied;
    /// LimitExceeded (disk full); Io.
    [[nodiscard]] static Expected<OutputFile> create(const std::filesystem::path& path,
                                                     OutputOptions options = {});
    /// Leaves what `OutputKind::Growing` has written so far, and nothing of the other kind.
    ~OutputFile();
    OutputFile(OutputFile&&) noexcept;
    OutputFile& operator=(OutputFile&&) noexcept;

    /// Appends all of `bytes`, or none of them: after an error the file is as before, and the next
    /// call tries again. They are handed to the system at once.
    /// Errors, each with the path: LimitExceeded (disk full, file too large), Io; InvalidArgument
    /// if meanwhile somebody else has made a file of that name.
    Expected<void> write(std::string_view bytes);

    /// Puts the file in its place; nothing can be written afterwards.
    /// Errors: as `write`. Then nothing has changed in that place.
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

/// The outputs of one command, none of which may be one of its inputs, or another one of them.
class OutputSet {
public:
    /// @param mayReplace whether files that are there may be replaced (`--force`)
    /// @param inputs files that the command reads
    explicit OutputSet(bool mayReplace, std::vector<std::filesystem::path> inputs = {});

    /// Opens an output by these rules. `options` gives the rest: kind, privacy, syncing.
    /// Errors: as `OutputFile::create`; InvalidArgument for a file that is written already.
    [[nodiscard]] Expected<OutputFile> create(const std::filesystem::path& path,
                                              OutputOptions options = {});
    /// Looks whether `create` would succeed as far as rules go; it does not count as an output. For
    /// finding out before long work, and for files that a library opens.
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

/// Fills a file by a stream and commits it.
/// @param fill writes into the stream, and returns what else went wrong
/// Errors: of writing, else of `fill`, else of `OutputFile::commit`; then nothing is left.
[[nodiscard]] Expected<void> writeWhole(OutputFile file,
                                        const std::function<Expected<void>(std::ostream&)>& fill);
/// The same for bytes that are there already.
[[nodiscard]] Expected<void> writeWhole(OutputFile file, std::string_view bytes);

} // namespace sideline::base
