#pragma once

#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "agentcore/base/error.h"

namespace sideline::base {

namespace detail {
/// The exception currently being handled, as an error.
[[nodiscard]] Error caughtError(std::string_view what);

template <typename T>
struct Attempted {
    using Type = Expected<T>;
};
template <typename T>
struct Attempted<Expected<T>> {
    using Type = Expected<T>;
};
} // namespace detail

/// Runs a piece of work and converts exceptions into errors.
///
/// The only place where exceptions become errors: the outermost call of every thread and of every
/// task posted to one. An exception that escapes a thread would terminate the program, including a
/// live match and unsaved work. Any thread.
/// @param what the noun at the start of the message, such as `the motion's analysis`
/// @return the result of `work`; an `Expected` is passed through
/// Errors: those of `work`; LimitExceeded if memory runs out; Internal for any other exception.
template <typename Work>
[[nodiscard]] auto attempt(std::string_view what, Work&& work) ->
    typename detail::Attempted<std::invoke_result_t<Work>>::Type {
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Work>>) {
            std::invoke(std::forward<Work>(work));
            return {};
        } else {
            return std::invoke(std::forward<Work>(work));
        }
    } catch (...) {
        return tl::unexpected(detail::caughtError(what));
    }
}

} // namespace sideline::base
