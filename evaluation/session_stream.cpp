#include "evaluation/session_stream.h"

#include <cstdint>
#include <optional>

#include <fmt/format.h>

namespace sideline::evaluation {

using base::ErrorCode;

double newestFrameAt(const logs::SessionReader& reader, std::chrono::nanoseconds at) {
    const auto place = reader.matchPlaceAt(at);
    return place && place->log == 0 ? place->frame : -1.0;
}

base::Expected<AgentStream> streamOfSession(logs::SessionReader& reader, logs::TrackId agent,
                                            const SessionFrameVisitor& took) {
    const auto fail = [&](ErrorCode code, std::string message, std::string expected = {}) {
        return tl::unexpected(base::failure(code, std::move(message), std::move(expected))
                                  .value()
                                  .inFile(reader.path().string()));
    };
    if (!agent.isValid() || agent.index() >= reader.agents().size()) {
        return fail(ErrorCode::InvalidArgument, fmt::format("unknown agent {}", agent.value()));
    }
    const logs::AgentTrack track = reader.agents()[agent.index()];
    if (track.frames == 0) {
        return fail(ErrorCode::NotFound, fmt::format("{} has no frames", track.name));
    }
    const auto first = reader.frame(agent, 0);
    if (!first) {
        return tl::unexpected(first.error());
    }
    const robot::RobotModelPtr& model = first->frame->identity.model;
    if (!model) {
        return fail(ErrorCode::Malformed,
                    fmt::format("the robot of {} is not described", track.name),
                    "its description in the table robot");
    }
    AgentStream stream(track.name, *model, track.typeNumber);
    stream.setIdentity(track.robot, track.team);
    std::optional<std::uint64_t> lastCycle;
    for (std::uint64_t position = 0; position < track.frames; ++position) {
        const auto frame = reader.frame(agent, position);
        if (!frame || (lastCycle && frame->frame->cycle <= *lastCycle)) {
            break;
        }
        lastCycle = frame->frame->cycle;
        stream.append(frame->frame->perceptText, frame->frame->commandText);
        if (took && !took(*frame)) {
            return fail(ErrorCode::Canceled, "reading the session was canceled");
        }
    }
    return stream;
}

} // namespace sideline::evaluation
