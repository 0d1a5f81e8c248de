#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>

#include "agentcore/base/error.h"
#include "training/farm/farm.h"

namespace sideline::training {

/// File of the finished trials of the current generation, which a restarted run does not repeat.
/// One thread at a time.
class TrialJournal {
public:
    /// Creates a journal that stores nothing.
    TrialJournal() = default;
    ~TrialJournal();
    TrialJournal(TrialJournal&& other) noexcept;
    TrialJournal& operator=(TrialJournal&& other) noexcept;

    /// Opens the journal of a generation, and reads its trials. Clears the journal if it is of
    /// another generation; drops a truncated record.
    /// Errors: Io, PermissionDenied, LimitExceeded (full disk), with the file.
    [[nodiscard]] static base::Expected<TrialJournal> open(const std::filesystem::path& file,
                                                           std::uint64_t generation);

    /// The score of a finished trial, if recorded; valid until the next `add`.
    [[nodiscard]] const TrialScore* find(const TrialJob& job) const;
    /// Records a trial. The record survives the end of the process.
    /// Errors: those of `open`; then the file contains no part of the record.
    [[nodiscard]] base::Expected<void> add(const TrialJob& job, const TrialScore& score);

private:
    using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;
    [[nodiscard]] base::Expected<void> read(std::uint64_t generation);

    std::filesystem::path m_path;
    int m_file = -1;
    std::map<Key, TrialScore> m_scores;
};

} // namespace sideline::training
