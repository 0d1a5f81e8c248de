#include "simulator/start/recorded_start.h"

#include <utility>

namespace sideline::simulator {

base::Expected<std::shared_ptr<const StartSituation>> recordedStart(
    tl::expected<StartSituation, StartErrors> read) {
    if (!read) {
        base::Error error = std::move(read.error().front());
        error.message = "the start situation: " + error.message;
        error.line.reset();
        return tl::unexpected(std::move(error));
    }
    return std::make_shared<const StartSituation>(std::move(*read));
}

} // namespace sideline::simulator
