#pragma once

#include <string>
#include <string_view>

#include "agentcore/net/frame_codec.h"

namespace sideline::tests {

/// Adds the length prefix to a message.
inline std::string framed(std::string_view message) {
    const auto header = net::frameHeader(message.size());
    return std::string(header.data(), header.size()).append(message);
}

} // namespace sideline::tests
