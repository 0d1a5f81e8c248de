#include "agentcore/base/output_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <ostream>
#include <streambuf>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sideline::base {

namespace {

namespace fs = std::filesystem;

constexpr mode_t kPrivateMode = 0600;
constexpr mode_t kDefaultMode = 0666; // reduced by the umask
constexpr mode_t kModeBits = 07777;

class Descriptor {
public:
    explicit Descriptor(int number) : m_number(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int number() const { return m_number; }
    [[nodiscard]] bool isOpen() const { return m_number >= 0; }
    void take(int number) {
        close();
        m_number = number;
    }
    /// @return whether the system accepted all written data
    bool close() {
        const int number = std::exchange(m_number, -1);
        return number < 0 || ::close(number) == 0;
    }

private:
    int m_number;
};

tl::unexpected<Error> refused(const fs::path& path, std::string message, std::string expected) {
    auto error = failure(ErrorCode::InvalidArgument, std::move(message), std::move(expected));
    return tl::unexpected(error.value().inFile(path.string()));
}

tl::unexpected<Error> fileExistsError(const fs::path& path) {
    return refused(path, "the file already exists", "another name, or --force to overwrite it");
}

tl::unexpected<Error> failed(const fs::path& path, int code, std::string_view what) {
    return tl::unexpected(systemError(code, what, path.string()));
}

fs::path folderOf(const fs::path& place) {
    return place.has_parent_path() ? place.parent_path() : fs::path(".");
}

std::optional<struct stat> statusOf(const fs::path& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? std::optional(status) : std::nullopt;
}

bool isSameFile(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool isWrittenInPlace(const struct stat& status) {
    return S_ISCHR(status.st_mode) || S_ISFIFO(status.st_mode);
}

// The target of a path after following links; it need not exist.
Expected<fs::path> followed(const fs::path& path) {
    const auto status = statusOf(path);
    if (status &&
        isWrittenInPlace(*status)) { // `/dev/stdout`, for example, is a special kind of link
        return path;
    }
    constexpr int kMaxLinks = 40;
    fs::path place = path;
    for (int i = 0; i < kMaxLinks; ++i) {
        std::error_code unknown;
        if (!fs::is_symlink(fs::symlink_status(place, unknown))) {
            return place;
        }
        const fs::path target = fs::read_symlink(place, unknown);
        if (unknown) {
            return failed(path, unknown.value(), "cannot follow the link");
        }
        place = place.parent_path() / target; // an absolute target replaces the whole path
    }
    return failed(path, ELOOP, "cannot follow the link");
}

// Checks whether this path may be written; returns the status of an existing file.
Expected<std::optional<struct stat>> checkPlace(const fs::path& path, const fs::path& place,
                                                bool mayReplace,
                                                const std::vector<fs::path>& inputs) {
    if (path.empty()) {
        return failure(ErrorCode::InvalidArgument, "no output file given", "a path");
    }
    const auto folder = statusOf(folderOf(place));
    if (!folder || !S_ISDIR(folder->st_mode)) {
        auto error = failure(ErrorCode::NotFound,
                             fmt::format("no such folder '{}'", folderOf(place).string()),
                             "an existing folder");
        return tl::unexpected(error.value().inFile(path.string()));
    }
    errno = 0;
    const auto status = statusOf(place);
    if (!status && errno != ENOENT) {
        return failed(path, errno, "cannot write there");
    }
    if (!status) {
        return place.has_filename() ? Expected<std::optional<struct stat>>(std::nullopt)
                                    : refused(path, "no such folder", "a file name");
    }
    if (S_ISDIR(status->st_mode)) {
        return refused(path, "this is a folder", "a file name");
    }
    for (const fs::path& input : inputs) {
        const auto read = statusOf(input);
        if (read && isSameFile(*read, *status) && !isWrittenInPlace(*status)) {
            return refused(path,
                           input == path
                               ? "this is an input file and will not be overwritten"
                               : fmt::format("this is the input '{}' and will not be overwritten",
                                             input.string()),
                           "another output file");
        }
    }
    if (isWrittenInPlace(*status)) {
        return status;
    }
    if (!S_ISREG(status->st_mode)) {
        return refused(path, "this is neither a file nor a pipe", "a file name");
    }
    if (!mayReplace) {
        return fileExistsError(path);
    }
    // A read-only file is rejected, although the owner of the folder could replace it.
    constexpr mode_t kWriteBits = 0222;
    if ((status->st_mode & kWriteBits) == 0 || ::access(place.c_str(), W_OK) != 0) {
        auto error =
            failure(ErrorCode::PermissionDenied, "the file is write-protected", "another name");
        return tl::unexpected(error.value().inFile(path.string()));
    }
    return status;
}

// Writes a stream's bytes in large blocks and stores the first error.
class OutputBuffer final : public std::streambuf {
public:
    explicit OutputBuffer(OutputFile& file) : m_file(file) {
        setp(m_bytes.data(), m_bytes.data() + m_bytes.size());
    }
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

protected:
    int sync() override {
        const auto count = static_cast<std::size_t>(pptr() - pbase());
        setp(m_bytes.data(), m_bytes.data() + m_bytes.size());
        return writeOut({m_bytes.data(), count}) ? 0 : -1;
    }
    int_type overflow(int_type next) override {
        if (sync() != 0) {
            return traits_type::eof();
        }
        if (!traits_type::eq_int_type(next, traits_type::eof())) {
            sputc(traits_type::to_char_type(next));
        }
        return traits_type::not_eof(next);
    }

private:
    bool writeOut(std::string_view bytes) {
        if (!m_error) {
            if (auto written = m_file.write(bytes); !written) {
                m_error = std::move(written.error());
            }
        }
        return !m_error;
    }

    OutputFile& m_file;
    std::array<char, std::size_t{1} << 16U> m_bytes;
    std::optional<Error> m_error;
};

} // namespace

struct OutputFile::State {
    State(fs::path p, fs::path where, OutputOptions o)
        : path(std::move(p)), place(std::move(where)), options(std::move(o)) {}
    ~State() { removeHidden(); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    Expected<void> open(const std::optional<struct stat>& old);
    Expected<void> publish();
    Expected<void> append(std::string_view bytes);
    bool linkAt(const fs::path& name) const;
    bool nameHidden();
    void removeHidden();
    fs::path hiddenName(int number) const;

    fs::path path;  ///< path as passed by the caller
    fs::path place; ///< path after following links
    OutputOptions options;
    Descriptor file{-1};
    fs::path hidden; ///< temporary name until publication; empty if the file has none
    std::uint64_t size = 0;
    bool isPublished = false;
    bool isStream = false; ///< a device or pipe, without offsets or publication
};

fs::path OutputFile::State::hiddenName(int number) const {
    constexpr std::size_t kMaxLetters = 200; // 255 are allowed; the rest is for the suffix
    const std::string name = place.filename().string().substr(0, kMaxLetters);
    return folderOf(place) / fmt::format(".{}.part-{}-{}", name, ::getpid(), number);
}

// Links the unnamed file to a name.
bool OutputFile::State::linkAt(const fs::path& name) const {
    const std::string self = fmt::format("/proc/self/fd/{}", file.number());
    return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

bool OutputFile::State::nameHidden() {
    constexpr int kMaxTries = 1000;
    for (int i = 0; i < kMaxTries; ++i) {
        const fs::path name = hiddenName(i);
        if (linkAt(name)) {
            hidden = name;
            return true;
        }
        if (errno != EEXIST) {
            return false;
        }
    }
    return false;
}

void OutputFile::State::removeHidden() {
    if (!hidden.empty()) {
        ::unlink(hidden.c_str());
        hidden.clear();
    }
}

Expected<void> OutputFile::State::open(const std::optional<struct stat>& old) {
    constexpr int kFlags = O_WRONLY | O_CLOEXEC;
    isStream = old && isWrittenInPlace(*old);
    if (isStream) {
        file.take(::open(place.c_str(), kFlags | O_NOCTTY));
        isPublished = true;
        return file.isOpen() ? Expected<void>{}
                             : failed(path, errno, "cannot open the file for writing");
    }
    const mode_t mode = options.isPrivate ? kPrivateMode : kDefaultMode;
    int number = -1;
    if (!options.isHidden && ::access("/proc/self/fd", X_OK) == 0) {
        number = ::open(folderOf(place).c_str(), kFlags | O_TMPFILE, mode);
    }
    constexpr int kMaxTries = 1000;
    // Not every file system supports unnamed files.
    for (int i = 0; number < 0 && i < kMaxTries; ++i) {
        const fs::path name = hiddenName(i);
        number = ::open(name.c_str(), kFlags | O_CREAT | O_EXCL, mode);
        if (number < 0 && errno != EEXIST) {
            break;
        }
        hidden = number < 0 ? fs::path() : name;
    }
    if (number < 0) {
        return failed(path, errno, "cannot create the file");
    }
    file.take(number);
    const bool keepsMode = old && !options.isPrivate;
    if ((keepsMode || options.isPrivate) &&
        ::fchmod(number, keepsMode ? old->st_mode & kModeBits : kPrivateMode) != 0) {
        return failed(path, errno, "cannot set the file's permissions");
    }
    return {};
}

// Gives the file its name atomically; replaces another file only if that is allowed.
Expected<void> OutputFile::State::publish() {
    if (isPublished) {
        return {};
    }
    if (!options.mayReplace) {
        const bool isLinked =
            hidden.empty() ? linkAt(place) : ::link(hidden.c_str(), place.c_str()) == 0;
        const int code = errno;
        if (!isLinked && code == EEXIST) {
            return fileExistsError(path);
        }
        // Some file systems do not support links.
        const bool isMoved = !isLinked && !hidden.empty() && ::access(place.c_str(), F_OK) != 0 &&
                             ::rename(hidden.c_str(), place.c_str()) == 0;
        if (!isLinked && !isMoved) {
            return failed(path, code, "cannot move the file into place");
        }
    } else if ((hidden.empty() && !nameHidden()) || ::rename(hidden.c_str(), place.c_str()) != 0) {
        return failed(path, errno, "cannot move the file into place");
    } else {
        hidden.clear(); // the file now has its final name
    }
    removeHidden();
    isPublished = true;
    return {};
}

Expected<void> OutputFile::State::append(std::string_view bytes) {
    std::uint64_t at = size;
    while (!bytes.empty()) {
        errno = 0;
        const auto offset = static_cast<off_t>(at);
        const ssize_t written =
            options.write ? options.write(file.number(), bytes.data(), bytes.size(), offset)
            : isStream    ? ::write(file.number(), bytes.data(), bytes.size())
                          : ::pwrite(file.number(), bytes.data(), bytes.size(), offset);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            const int code = written == 0 ? ENOSPC : errno;
            // Data that a device has accepted cannot be withdrawn.
            [[maybe_unused]] const int cut =
                isStream ? 0 : ::ftruncate(file.number(), static_cast<off_t>(size));
            return failed(path, code, "cannot write the file");
        }
        at += static_cast<std::uint64_t>(written);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    size = at;
    return {};
}

OutputFile::OutputFile(std::unique_ptr<State> state) : m_state(std::move(state)) {}
OutputFile::~OutputFile() = default;
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;

const fs::path& OutputFile::path() const {
    return m_state->path;
}

std::uint64_t OutputFile::size() const {
    return m_state->size;
}

Expected<OutputFile> OutputFile::create(const fs::path& path, OutputOptions options) {
    auto place = followed(path);
    if (!place) {
        return tl::unexpected(std::move(place.error()));
    }
    const auto old = checkPlace(path, *place, options.mayReplace, options.inputs);
    if (!old) {
        return tl::unexpected(old.error());
    }
    auto state = std::make_unique<State>(path, std::move(*place), std::move(options));
    if (auto opened = state->open(*old); !opened) {
        return tl::unexpected(std::move(opened.error()));
    }
    return OutputFile(std::move(state));
}

Expected<void> OutputFile::write(std::string_view bytes) {
    State& state = *m_state;
    if (!state.file.isOpen()) {
        return failed(state.path, EBADF, "cannot write the file");
    }
    const std::uint64_t before = state.size;
    if (auto appended = state.append(bytes); !appended) {
        return appended;
    }
    if (state.options.kind == OutputKind::Growing) {
        if (auto published = state.publish(); !published) {
            state.size = before;
            [[maybe_unused]] const int cut =
                ::ftruncate(state.file.number(), static_cast<off_t>(before));
            return published;
        }
    }
    return {};
}

Expected<void> OutputFile::commit() {
    State& state = *m_state;
    if (!state.file.isOpen()) {
        return failed(state.path, EBADF, "cannot write the file");
    }
    const bool isSynced = state.options.isSynced && !state.isStream;
    if (isSynced && ::fsync(state.file.number()) != 0) {
        return failed(state.path, errno, "cannot write the file");
    }
    // A growing file has its name while it is open; other files get theirs after they have been
    // closed without an error.
    if (!state.hidden.empty() && !state.file.close()) {
        return failed(state.path, errno, "cannot write the file");
    }
    if (auto published = state.publish(); !published) {
        return published;
    }
    if (!state.file.close()) {
        return failed(state.path, errno, "cannot write the file");
    }
    if (isSynced) {
        // Also syncs the folder, so that the name is on the disk.
        const Descriptor folder(
            ::open(folderOf(state.place).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        [[maybe_unused]] const int done = ::fsync(folder.number());
    }
    return {};
}

OutputSet::OutputSet(bool mayReplace, std::vector<fs::path> inputs)
    : m_mayReplace(mayReplace), m_inputs(std::move(inputs)) {}

Expected<OutputSet::Place> OutputSet::placeOf(const fs::path& path) const {
    const auto place = followed(path);
    if (!place) {
        return tl::unexpected(place.error());
    }
    // Detects two outputs on one path before the first of them creates the file.
    const auto folder = statusOf(folderOf(*place));
    const Place found = folder ? Place{folder->st_dev, folder->st_ino, place->filename().string()}
                               : Place{0, 0, place->string()};
    const auto status = statusOf(*place);
    const bool isStream = status && isWrittenInPlace(*status);
    if (!isStream && std::ranges::find(m_taken, found) != m_taken.end()) {
        return refused(path, "two outputs would go to the same file", "a different file for each");
    }
    if (const auto checked = checkPlace(path, *place, m_mayReplace, m_inputs); !checked) {
        return tl::unexpected(checked.error());
    }
    return found;
}

Expected<void> OutputSet::check(const fs::path& path) const {
    const auto place = placeOf(path);
    return place ? Expected<void>{} : tl::unexpected(place.error());
}

Expected<void> OutputSet::claim(const fs::path& path) {
    auto place = placeOf(path);
    if (!place) {
        return tl::unexpected(std::move(place.error()));
    }
    m_taken.push_back(std::move(*place));
    return {};
}

Expected<OutputFile> OutputSet::create(const fs::path& path, OutputOptions options) {
    if (auto claimed = claim(path); !claimed) {
        return tl::unexpected(std::move(claimed.error()));
    }
    options.mayReplace = m_mayReplace;
    options.inputs = m_inputs;
    auto file = OutputFile::create(path, std::move(options));
    if (!file) {
        m_taken.pop_back();
    }
    return file;
}

Expected<void> writeWhole(OutputFile file,
                          const std::function<Expected<void>(std::ostream&)>& fill) {
    const auto buffer = std::make_unique<OutputBuffer>(file);
    std::ostream out(buffer.get());
    auto filled = fill(out);
    out.flush();
    if (buffer->error()) {
        return tl::unexpected(*buffer->error());
    }
    if (!filled) {
        return filled;
    }
    return file.commit();
}

Expected<void> writeWhole(OutputFile file, std::string_view bytes) {
    auto written = file.write(bytes);
    return written ? file.commit() : written;
}

} // namespace sideline::base
