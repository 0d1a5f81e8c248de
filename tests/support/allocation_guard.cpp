#include "tests/support/allocation_guard.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SIDELINE_COUNTS_MALLOC 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SIDELINE_COUNTS_MALLOC 0
#endif
#endif
#ifndef SIDELINE_COUNTS_MALLOC
#define SIDELINE_COUNTS_MALLOC 1
#endif

namespace {

// Plain thread-local variables of a program never allocate memory.
// A replaced allocator can store its counters only in globals.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
thread_local std::uint64_t t_count = 0;
thread_local std::uint64_t t_bytes = 0;
std::atomic<std::uint64_t> g_count{0};
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

void note(std::size_t bytes) {
    ++t_count;
    t_bytes += bytes;
    g_count.fetch_add(1, std::memory_order_relaxed);
}

} // namespace

namespace sideline::tests {

AllocationGuard::AllocationGuard() : m_countBefore(t_count), m_bytesBefore(t_bytes) {}

std::uint64_t AllocationGuard::count() const {
    return t_count - m_countBefore;
}

std::uint64_t AllocationGuard::bytes() const {
    return t_bytes - m_bytesBefore;
}

std::uint64_t allocationsOfAllThreads() {
    return g_count.load(std::memory_order_relaxed);
}

} // namespace sideline::tests

#if SIDELINE_COUNTS_MALLOC

// The C library's own allocator, under the names available when it is replaced. `operator new` of
// the standard library calls `malloc` and is counted there.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);

void* malloc(std::size_t bytes) noexcept {
    note(bytes);
    return __libc_malloc(bytes);
}

void* calloc(std::size_t count, std::size_t bytes) noexcept {
    note(count * bytes);
    return __libc_calloc(count, bytes);
}

void* realloc(void* block, std::size_t bytes) noexcept {
    note(bytes);
    return __libc_realloc(block, bytes);
}

void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
    note(bytes);
    return __libc_memalign(alignment, bytes);
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
    note(bytes);
    return __libc_memalign(alignment, bytes);
}

int posix_memalign(void** block, std::size_t alignment, std::size_t bytes) noexcept {
    note(bytes);
    *block = __libc_memalign(alignment, bytes);
    return *block == nullptr ? 12 : 0; // ENOMEM
}

void free(void* block) noexcept {
    __libc_free(block);
}
}

#else

void* operator new(std::size_t bytes) {
    note(bytes);
    if (void* block = std::malloc(bytes == 0 ? 1 : bytes)) {
        return block;
    }
    std::abort();
}

// For temporary buffers, as used by `std::stable_sort`; freed like all others.
void* operator new(std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept {
    note(bytes);
    return std::malloc(bytes == 0 ? 1 : bytes);
}

void* operator new(std::size_t bytes, std::align_val_t alignment) {
    note(bytes);
    const auto a = static_cast<std::size_t>(alignment);
    if (void* block = std::aligned_alloc(a, (bytes + a - 1) / a * a)) {
        return block;
    }
    std::abort();
}

void operator delete(void* block) noexcept {
    std::free(block);
}
void operator delete(void* block, std::size_t) noexcept {
    std::free(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
    std::free(block);
}
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
    std::free(block);
}

#endif
