#include "cli/trace.h"

#include <memory>

#include <spdlog/sinks/stdout_sinks.h>

namespace sideline::cli {

spdlog::logger& trace() {
    static const std::shared_ptr<spdlog::logger> kLogger = [] {
        auto logger = std::make_shared<spdlog::logger>(
            "sideline", std::make_shared<spdlog::sinks::stderr_sink_mt>());
        logger->set_pattern("%H:%M:%S.%e %v");
        logger->set_level(spdlog::level::warn);
        return logger;
    }();
    return *kLogger;
}

void addTraceOption(CLI::App& app) {
    app.add_flag_function(
           "-v",
           [](std::int64_t count) {
               trace().set_level(count > 1 ? spdlog::level::debug : spdlog::level::info);
           },
           "report each step and its duration on standard error; -vv for more")
        ->trigger_on_parse();
}

} // namespace sideline::cli
