// Arbitrary bytes as an agent message to rcssservermj: every list is parsed or kept unchanged, and
// the written form is parsed identically.

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "agentcore/protocol/mujoco_actions.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;
namespace mujoco = protocol::mujoco;

bool isFinite(const mujoco::Number& number) {
    return std::isfinite(number.value);
}

void checkAction(std::string_view bytes, const mujoco::Action& action) {
    if (const auto* motor = std::get_if<mujoco::Motor>(&action)) {
        require(!motor->name.empty() && isFinite(motor->angleDeg) &&
                    isFinite(motor->speedDegPerS) && isFinite(motor->kpNmPerRad) &&
                    isFinite(motor->kdNmsPerRad) && isFinite(motor->torqueNm),
                "motors are finite");
    } else if (const auto* beam = std::get_if<mujoco::Beam>(&action)) {
        require(isFinite(beam->xM) && isFinite(beam->yM) && isFinite(beam->headingDeg),
                "beams are finite");
    } else if (const auto* unread = std::get_if<mujoco::Unread>(&action)) {
        require(bytes.substr(unread->byteOffset, unread->text.size()) == unread->text,
                "an unread list is at its offset");
    }
}

std::string written(const mujoco::Message& message) {
    std::string text;
    mujoco::Writer writer(text);
    for (const mujoco::Action& action : message.actions) {
        (void)writer.write(action);
    }
    return text;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    mujoco::Message message;
    mujoco::parseMessage(bytes, message);
    std::size_t unread = 0;
    for (const mujoco::Action& action : message.actions) {
        checkAction(bytes, action);
        unread += std::holds_alternative<mujoco::Unread>(action) ? 1U : 0U;
    }
    require(unread == message.unread, "what is unread is counted");
    require(!message.damage || (message.damage->byteOffset && !message.damage->message.empty() &&
                                *message.damage->byteOffset <= bytes.size()),
            "damage states where and what");
    (void)mujoco::joinIn(bytes);

    const std::string once = written(message);
    mujoco::Message again;
    mujoco::parseMessage(once, again);
    require(!again.damage.has_value(), "what is written can be read");
    require(written(again) == once, "and is the same from then on");
    return 0;
}
