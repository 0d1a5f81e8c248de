#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/net/asio.h"
#include "agentcore/net/link.h"

namespace sideline::net {

/// The addresses of a host, at least one.
///
/// The system resolves names, which may take a long time: the wait ends at `deadline` or on a stop
/// request, and a later result is discarded.
/// @param host IP address or name
/// Errors: NotFound for a host that is unknown or not resolved by `deadline`, Canceled.
[[nodiscard]] base::Expected<std::vector<asio::ip::address>> resolve(
    const std::string& host, Clock::time_point deadline, const std::stop_token& stop = {});

} // namespace sideline::net
