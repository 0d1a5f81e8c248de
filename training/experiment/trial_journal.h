#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>

#include "agentcore/base/error.h"
#include "training/farm/farm.h"

namespace sideline::training {

/// Trials of the generation under way that are done, in a file: what a run that was killed does not
/// do again. One thread at a time.
class TrialJournal {
public:
    /// A journal that remembers nothing and writes nothing.
    TrialJournal() = default;
    ~TrialJournal();
    TrialJournal(TrialJournal&& other) noexcept;
    TrialJournal& operator=(TrialJournal&& other) noexcept;

    /// Opens the journal of a generation, and reads what it holds of it. One of another generation
    /// is emptied; a record that was cut off is dropped.
    /// Errors: Io, PermissionDenied, LimitExceeded (full disk), with the file.
    [[nodiscard]] static base::Expected<TrialJournal> open(const std::filesystem::path& file,
                                                           std::uint64_t generation);

    /// The score of a trial, if it is done; valid until the next `add`.
    [[nodiscard]] const TrialScore* find(const TrialJob& job) const;
    /// Notes a trial. What was noted survives the process.
    /// Errors: as of `open`; nothing of the record is in the file then.
    [[nodiscard]] base::Expected<void> add(const TrialJob& job, const TrialScore& score);

private:
    using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;
    [[nodiscard]] base::Expected<void> read(std::uint64_t generation);

    std::filesystem::path m_path;
    int m_file = -1;
    std::map<Key, TrialScore> m_scores;
};

} // namespace sideline::training
