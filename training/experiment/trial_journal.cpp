#include "training/experiment/trial_journal.h"

#include <array>
#include <cerrno>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "training/farm/trial_message.h"
#include "training/ranks/bytes.h"

namespace sideline::training {

namespace {

// FNV-1a: detects truncated records.
std::uint64_t checksum(std::string_view bytes) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char byte : bytes) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
    }
    return hash;
}

std::string headOf(std::uint64_t generation) {
    return fmt::format("sideline trials 2 generation {:020}\n", generation);
}

std::string recordOf(const TrialJob& job, const TrialScore& score) {
    std::string bytes;
    appendJob(bytes, job);
    appendScore(bytes, score);
    appendBytes(bytes, checksum(bytes));
    return bytes;
}

std::optional<std::pair<TrialJob, TrialScore>> takeRecord(std::string_view& bytes) {
    const std::string_view whole = bytes;
    TrialJob job;
    TrialScore score;
    if (!takeJob(bytes, job) || !takeScore(bytes, score)) {
        return std::nullopt;
    }
    const std::uint64_t expected = checksum(whole.substr(0, whole.size() - bytes.size()));
    std::uint64_t found = 0;
    if (!takeBytes(bytes, found) || found != expected) {
        return std::nullopt;
    }
    return std::pair(job, std::move(score));
}

bool writeAll(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(file, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

} // namespace

TrialJournal::~TrialJournal() {
    if (m_file >= 0) {
        ::close(m_file);
    }
}

TrialJournal::TrialJournal(TrialJournal&& other) noexcept
    : m_path(std::move(other.m_path)),
      m_file(std::exchange(other.m_file, -1)),
      m_scores(std::move(other.m_scores)) {}

TrialJournal& TrialJournal::operator=(TrialJournal&& other) noexcept {
    std::swap(m_path, other.m_path);
    std::swap(m_file, other.m_file);
    std::swap(m_scores, other.m_scores);
    return *this;
}

base::Expected<TrialJournal> TrialJournal::open(const std::filesystem::path& file,
                                                std::uint64_t generation) {
    TrialJournal journal;
    journal.m_path = file;
    journal.m_file = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600); // NOLINT: variadic
    if (journal.m_file < 0) {
        return tl::unexpected(base::systemError(errno, "cannot open the journal", file.string()));
    }
    if (const auto read = journal.read(generation); !read) {
        return tl::unexpected(read.error());
    }
    return journal;
}

base::Expected<void> TrialJournal::read(std::uint64_t generation) {
    std::string text;
    std::array<char, 1U << 16U> block{};
    for (;;) {
        const ssize_t count = ::read(m_file, block.data(), block.size());
        if (count < 0) {
            return tl::unexpected(
                base::systemError(errno, "cannot read the journal", m_path.string()));
        }
        if (count == 0) {
            break;
        }
        text.append(block.data(), static_cast<std::size_t>(count));
    }
    const std::string head = headOf(generation);
    std::size_t good = 0;
    if (text.starts_with(head)) {
        std::string_view rest(text);
        rest.remove_prefix(head.size());
        good = head.size();
        while (auto record = takeRecord(rest)) {
            const TrialJob& job = record->first;
            m_scores[{job.individual, job.robot, job.seed}] = std::move(record->second);
            good = text.size() - rest.size();
        }
    }
    const auto size = static_cast<off_t>(good);
    if (::ftruncate(m_file, size) != 0 || ::lseek(m_file, size, SEEK_SET) < 0 ||
        (good == 0 && !writeAll(m_file, head))) {
        return tl::unexpected(
            base::systemError(errno, "cannot write the journal", m_path.string()));
    }
    return {};
}

const TrialScore* TrialJournal::find(const TrialJob& job) const {
    const auto known = m_scores.find({job.individual, job.robot, job.seed});
    return known == m_scores.end() ? nullptr : &known->second;
}

base::Expected<void> TrialJournal::add(const TrialJob& job, const TrialScore& score) {
    if (m_file < 0) {
        return {};
    }
    const off_t before = ::lseek(m_file, 0, SEEK_CUR);
    if (!writeAll(m_file, recordOf(job, score))) {
        const int code = errno;
        if (::ftruncate(m_file, before) == 0) {
            ::lseek(m_file, before, SEEK_SET);
        }
        return tl::unexpected(base::systemError(code, "cannot write the journal", m_path.string()));
    }
    m_scores[{job.individual, job.robot, job.seed}] = score;
    return {};
}

} // namespace sideline::training
