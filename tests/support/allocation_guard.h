#pragma once

#include <cstdint>

namespace sideline::tests {

/// Counts the allocations of the calling thread during its life: `operator new` in all its forms,
/// `malloc`, `calloc`, `realloc` and their aligned variants. Guards may be nested; each counts
/// independently.
///
/// Counting is active in programs that use a guard; under a sanitizer, which has its own allocator,
/// only `operator new` is counted. One thread per guard.
class AllocationGuard {
public:
    AllocationGuard();

    /// Number of allocations by this thread since the construction.
    [[nodiscard]] std::uint64_t count() const;
    /// Their requested size in bytes.
    [[nodiscard]] std::uint64_t bytes() const;

private:
    std::uint64_t m_countBefore;
    std::uint64_t m_bytesBefore;
};

/// Number of allocations by all threads since the start of the program. Any thread.
[[nodiscard]] std::uint64_t allocationsOfAllThreads();

} // namespace sideline::tests
