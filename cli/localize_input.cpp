#include "cli/localize_input.h"

#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agentcore/robot/catalog/robot_catalog.h"
#include "evaluation/session_stream.h"
#include "logs/session/recording_kind.h"
#include "logs/session/session_reader.h"

namespace sideline::cli {

using base::ErrorCode;

namespace {

// Finds the agent with the given name, or the only one that has frames.
base::Expected<logs::TrackId> agentIn(const logs::SessionReader& session, const std::string& name) {
    std::vector<logs::TrackId> played;
    std::vector<std::string> names;
    for (const logs::AgentTrack& track : session.agents()) {
        if (track.frames > 0) {
            played.push_back(track.id);
            names.push_back(fmt::format("'{}'", track.name));
        }
        if (track.frames > 0 && track.name == name) {
            return track.id;
        }
    }
    if (name.empty() && played.size() == 1) {
        return played.front();
    }
    if (played.empty()) {
        return base::failure(ErrorCode::NotFound, "no built-in agent was recorded in this session");
    }
    return base::failure(ErrorCode::InvalidArgument,
                         name.empty() ? std::string("this session has several agents")
                                      : fmt::format("unknown agent '{}'", name),
                         fmt::format("--agent with one of {}", fmt::join(names, ", ")));
}

base::Expected<ReadStream> readSession(const std::string& file, const std::string& agent) {
    auto session = logs::SessionReader::open(file);
    if (!session) {
        return tl::unexpected(session.error());
    }
    const auto track = agentIn(**session, agent);
    if (!track) {
        return tl::unexpected(track.error().inFile(file));
    }
    evaluation::LogHints hints;
    auto stream =
        evaluation::streamOfSession(**session, *track, [&](const logs::SessionFrame& frame) {
            hints.arrivals.push_back(evaluation::newestFrameAt(**session, frame.at));
            return true;
        });
    if (!stream) {
        return tl::unexpected(stream.error());
    }
    return ReadStream{std::move(*stream), (*session)->matchLogFile().string(), std::move(hints)};
}

} // namespace

base::Expected<ReadStream> readStream(const std::string& file, const std::string& agent,
                                      const RobotFolders& robotFolders) {
    if (logs::recordingKind(file) == logs::RecordingKind::Session) {
        return readSession(file, agent);
    }
    robot::RobotCatalog robots;
    robots.setFolders(pathsOf(robotFolders));
    auto stream = evaluation::AgentStream::read(file, std::move(robots));
    if (!stream) {
        return tl::unexpected(std::move(stream.error()));
    }
    return ReadStream{std::move(*stream), {}, {}};
}

} // namespace sideline::cli
