#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "agentcore/base/error.h"

namespace sideline::agents {

/// An error in a policy file; thrown while it is read, caught in `readPolicy`.
struct PolicyFault {
    base::ErrorCode code = base::ErrorCode::Malformed;
    std::string message;
    std::string expected;
};

[[noreturn]] inline void failPolicy(base::ErrorCode code, std::string message,
                                    std::string expected = {}) {
    throw PolicyFault{code, std::move(message), std::move(expected)};
}

/// A network that is not supported.
[[noreturn]] inline void refuse(std::string message, std::string expected = {}) {
    failPolicy(base::ErrorCode::UnsupportedFormat, std::move(message), std::move(expected));
}

/// The value of an expected result; throws its error as a fault.
template <typename T>
T orFail(base::Expected<T> value) {
    if (!value) {
        failPolicy(value.error().code, std::move(value.error().message),
                   std::move(value.error().expected));
    }
    if constexpr (!std::is_void_v<T>) {
        return std::move(*value);
    }
}

} // namespace sideline::agents
