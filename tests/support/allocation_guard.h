#pragma once

#include <cstdint>

namespace sideline::tests {

/// Counts what the calling thread allocates while it lives: `operator new` in all its forms,
/// `malloc`, `calloc`, `realloc` and their aligned kin. Guards may be nested; each counts for
/// itself.
///
/// A program counts once it names a guard anywhere; under a sanitizer, which has its own
/// allocator, only `operator new` is counted. One thread per guard.
class AllocationGuard {
public:
    AllocationGuard();

    /// Allocations of this thread since the guard was made.
    [[nodiscard]] std::uint64_t count() const;
    /// Their bytes, as asked for.
    [[nodiscard]] std::uint64_t bytes() const;

private:
    std::uint64_t m_countBefore;
    std::uint64_t m_bytesBefore;
};

/// Allocations of all threads of the program since it started. Any thread.
[[nodiscard]] std::uint64_t allocationsOfAllThreads();

} // namespace sideline::tests
