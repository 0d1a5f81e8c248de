#include "cli/session_info.h"

#include <array>
#include <chrono>
#include <ctime>

#include <fmt/format.h>

#include "cli/version.h"

namespace sideline::cli {

logs::SessionInfo sessionInfoNow(std::string_view command) {
    const auto now = std::chrono::system_clock::now();
    const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
    logs::SessionInfo info;
    info.begunAt = text.data();
    info.begunEpochMs =
        std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count();
    info.begunSteady = std::chrono::steady_clock::now().time_since_epoch();
    info.program = fmt::format("sideline {} {}", command, kVersion);
    return info;
}

} // namespace sideline::cli
