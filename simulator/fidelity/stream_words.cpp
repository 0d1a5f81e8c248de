#include "simulator/fidelity/stream_words.h"

#include <algorithm>

#include <fmt/format.h>

namespace sideline::simulator {

namespace {

// The recorded server processes trainer commands at the rate of its monitors, later than those of
// agents: with this delay the simulated ball matches the recordings to the last reported digit.
constexpr std::size_t kTrainerDelayCycles = 3;

} // namespace

base::Expected<std::vector<CycleMessages>> messagesByCycle(
    std::span<const StreamMessage> messages) {
    std::vector<CycleMessages> cycles;
    const auto at = [&](std::size_t cycle) -> CycleMessages& {
        cycles.resize(std::max(cycles.size(), cycle + 1));
        return cycles[cycle];
    };
    std::size_t answers = 0;
    std::size_t reported = 0;
    const auto nextAnswerCycle = [&] { return answers == 0 ? 0 : answers + 2; };
    for (const StreamMessage& message : messages) {
        switch (message.speaker) {
        case StreamMessage::Speaker::Agent:
            at(nextAnswerCycle()).fromAgent.push_back(message.text);
            ++answers;
            break;
        case StreamMessage::Speaker::Trainer:
            at(nextAnswerCycle() + kTrainerDelayCycles).fromTrainer.push_back(message.text);
            break;
        case StreamMessage::Speaker::Server: {
            CycleMessages& words = at(reported + 1);
            auto read =
                protocol::parsePercepts(message.text, words.reported.emplace(), words.truth);
            if (!read) {
                read.error().message =
                    fmt::format("message {} of the server: {}", reported, read.error().message);
                return tl::unexpected(read.error());
            }
            ++reported;
            break;
        }
        }
    }
    return cycles;
}

} // namespace sideline::simulator
