#pragma once

#include <functional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "agentcore/base/error.h"

namespace sideline::base {

namespace detail {
/// The exception that is being handled, as an error.
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

/// Does a piece of work, and makes an error of what it throws.
///
/// The one place where exceptions become errors: at the outermost call of every thread, and at
/// every task that is handed to one. An exception that left a thread would end the whole program,
/// with the live match and the unsaved work of others. Any thread.
/// @param what a noun that the message begins with, as `the motion's analysis`
/// @return what the work returns; of work that returns an `Expected`, that one.
/// Errors: also LimitExceeded when memory ran out, Internal for every other exception.
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
