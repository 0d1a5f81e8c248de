#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "agentcore/base/error.h"

namespace sideline::protocol {

/// A fault at a place in a message.
/// @param offset of its first byte in the message
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
