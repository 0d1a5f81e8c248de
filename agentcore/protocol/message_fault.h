#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "agentcore/base/error.h"

namespace sideline::protocol {

/// An error at a position in a message.
/// @param offset byte offset in the message
[[nodiscard]] inline base::Error faultAt(base::ErrorCode code, std::string message,
                                         std::string expected, std::size_t offset) {
    return {.code = code,
            .message = std::move(message),
            .expected = std::move(expected),
            .file = {},
            .line = {},
            .byteOffset = offset};
}

} // namespace sideline::protocol
