#pragma once

#include <cstdint>
#include <string>

namespace sideline::training {

/// Address and ports of a SimSpark server.
struct ServerAddress {
    std::string host = "127.0.0.1";
    std::uint16_t agentPort = 3100;
    std::uint16_t monitorPort = 3200;
};

} // namespace sideline::training
