#pragma once

#include <cstdio>
#include <cstdlib>

namespace sideline::fuzz {

/// Reports a fuzzing failure if an invariant does not hold.
inline void require(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "does not hold: %s\n", what);
        std::abort();
    }
}

} // namespace sideline::fuzz
