#pragma once

#include <cstdio>
#include <cstdlib>

/// Checks a condition that only a programming error can violate; never used to validate input.
/// Active in builds with SIDELINE_ASSERTIONS (presets dev, core, asan, tsan, fuzz).
#ifdef SIDELINE_ASSERTIONS
#define SIDELINE_ASSERT(condition)                                                                 \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::fprintf(stderr, "%s:%d: assertion failed: %s\n", __FILE__, __LINE__, #condition); \
            std::abort();                                                                          \
        }                                                                                          \
    } while (false)
#else
#define SIDELINE_ASSERT(condition) static_cast<void>(0)
#endif
