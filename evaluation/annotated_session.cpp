// Loads streams of agents that were recorded in sessions.
#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "evaluation/annotated_stream.h"
#include "evaluation/belief_run.h"
#include "evaluation/session_stream.h"
#include "logs/match/match_log.h"
#include "logs/session/session_reader.h"

namespace sideline::evaluation {

namespace {

using base::Expected;
using game::kStepS;

constexpr std::uint64_t kAskEveryFrames = 100; // interval between calls of `shouldContinue`
constexpr double kNextCycleS = 0.005;

struct TimedBelief {
    BeliefMessage message;
    std::chrono::nanoseconds at{0};
};

// Relates cycles to frames of the match log next to a session.
class Places {
public:
    Places(const logs::SessionReader& reader, AnnotatedStream& stream)
        : m_reader(reader), m_stream(stream) {}

    void add(std::chrono::nanoseconds at) {
        const auto place = m_reader.matchPlaceAt(at);
        matchFrames.push_back(newestFrameAt(m_reader, at));
        auto& timesS = m_stream.recordTimeS;
        const double lastS = timesS.empty() ? -kStepS : timesS.back();
        timesS.push_back(
            std::max(place ? place->frame * kSessionFrameS : lastS + kStepS, lastS + 1e-4));
    }

    std::vector<double> matchFrames; ///< match frame of each cycle; negative: unknown

private:
    const logs::SessionReader& m_reader;
    AnnotatedStream& m_stream;
};

std::vector<TimedBelief> beliefsOf(const logs::SessionReader& reader) {
    std::vector<TimedBelief> beliefs;
    if (const auto rows = reader.beliefs()) {
        for (const logs::BeliefDatagram& row : *rows) {
            if (auto message = parseBelief(row.text); message && message->timeS) {
                beliefs.push_back({std::move(*message), row.at});
            }
        }
    }
    return beliefs;
}

// Uses the truth of the match log, or, if it does not match, what the server reported.
void findTruth(AnnotatedStream& stream, const logs::SessionReader& reader,
               std::vector<double> matchFrames) {
    const std::filesystem::path log = reader.matchLogFile();
    if (log.empty()) {
        stream.truth = truthOfStream(stream.stream());
        return;
    }
    BeliefRun reported(stream.field());
    for (const BeliefMessage& message : stream.reported) {
        reported.add(message);
    }
    reported.advance(stream.stream());
    const LogHints hints{std::move(matchFrames), &reported};
    if (auto truth = truthOfMatchLog(stream.stream(), log, hints)) {
        stream.truth = std::move(*truth);
    } else {
        stream.truth = truthOfStream(stream.stream());
    }
}

// Returns the first robot of a match with a report, or the requested one.
std::optional<world::AgentIdentity> senderIn(const logs::SessionReader& reader,
                                             std::span<const TimedBelief> beliefs,
                                             const std::optional<game::PlayerId>& robot) {
    const std::filesystem::path path = reader.matchLogFile();
    if (path.empty() || beliefs.empty()) {
        return std::nullopt;
    }
    logs::LogOptions options;
    options.analyze = false;
    const auto log = logs::MatchLog::open(path, options);
    if (!log) {
        return std::nullopt;
    }
    (*log)->waitUntilIndexed();
    logs::FrameReader frames = (*log)->makeReader();
    std::optional<world::AgentIdentity> first;
    std::set<std::pair<std::string, int>> tried;
    for (const TimedBelief& belief : beliefs) {
        const auto place = reader.matchPlaceAt(belief.at);
        if (!place || place->log != 0 ||
            !tried.insert({belief.message.team, belief.message.unum}).second) {
            continue;
        }
        const auto last = (*log)->index()->frameCount() - 1;
        // Uses a frame one second later, when the robot is on the field.
        const auto frame = frames.frame(std::min<logs::FrameNumber>(
            static_cast<logs::FrameNumber>(std::max(place->frame, 0.0)) + 25U, last));
        if (!frame) {
            continue;
        }
        auto sender = senderOf(belief.message, **frame);
        if (sender && robot == sender->robot) {
            return sender;
        }
        if (!first) {
            first = std::move(sender);
        }
    }
    return robot ? std::nullopt : first;
}

// Creates a stream for an external agent from the cycles that it reported.
std::unique_ptr<AnnotatedStream> streamOfSender(const logs::SessionReader& reader,
                                                std::span<const TimedBelief> beliefs,
                                                const world::AgentIdentity& sender) {
    auto stream = std::make_unique<AnnotatedStream>(
        AgentStream(fmt::format("{} {}", sender.team, sender.robot.unum.value()), *sender.model,
                    sender.typeNumber));
    stream->setIdentity(sender.robot, sender.team);
    Places places(reader, *stream);
    for (const TimedBelief& belief : beliefs) {
        const BeliefMessage& message = belief.message;
        if (message.team != sender.team || message.unum != sender.robot.unum.value()) {
            continue;
        }
        stream->reported.push_back(message);
        const auto& cycles = stream->stream().cycles();
        if (cycles.empty() || *message.timeS > cycles.back().serverTimeS + kNextCycleS) {
            stream->append(perceptsOf(message), {});
            places.add(belief.at);
        }
    }
    while (stream->read(kAskEveryFrames)) {
    }
    findTruth(*stream, reader, std::move(places.matchFrames));
    return stream;
}

} // namespace

std::optional<world::AgentIdentity> senderOf(const BeliefMessage& message,
                                             const monitor::MatchFrame& frame) {
    for (const monitor::RobotFrame& robot : frame.robots) {
        if (robot.model != nullptr && robot.id.unum.value() == message.unum &&
            frame.game.teamName(robot.id.side) == message.team) {
            return world::AgentIdentity{message.team, robot.id, std::max(robot.typeNumber, 0),
                                        robot.model};
        }
    }
    return std::nullopt;
}

std::string perceptsOf(const BeliefMessage& message) {
    if (!message.percepts.empty()) {
        return message.percepts;
    }
    std::string percepts = fmt::format("(time (now {:.2f}))", message.timeS.value_or(0.0));
    if (message.gameTimeS) {
        percepts += fmt::format("(GS (t {:.2f}))", *message.gameTimeS);
    }
    return percepts;
}

Expected<std::unique_ptr<AnnotatedStream>> loadSessionStream(
    const std::filesystem::path& file, const std::optional<game::PlayerId>& robot,
    const ContinueCheck& shouldContinue) {
    auto opened = logs::SessionReader::open(file);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    logs::SessionReader& reader = **opened;
    const auto& agents = reader.agents();
    const auto chosen = std::ranges::find_if(agents, [&](const logs::AgentTrack& track) {
        return track.frames > 0 && (!robot || track.robot == *robot);
    });
    const std::vector<TimedBelief> beliefs = beliefsOf(reader);
    if (chosen == agents.end()) {
        if (const auto sender = senderIn(reader, beliefs, robot)) {
            return streamOfSender(reader, beliefs, *sender);
        }
        auto error = base::failure(
            base::ErrorCode::NotFound,
            robot ? fmt::format("{} was not played by a built-in agent in this session and "
                                "reported no belief",
                                game::toString(*robot))
                  : "this session has no built-in agent and none that reported its belief");
        return tl::unexpected(error.value().inFile(file.string()));
    }
    std::vector<std::uint64_t> cycles;
    std::vector<std::chrono::nanoseconds> times;
    auto read = streamOfSession(reader, chosen->id, [&](const logs::SessionFrame& frame) {
        cycles.push_back(frame.frame->cycle);
        times.push_back(frame.at);
        return cycles.size() % kAskEveryFrames != 0 || !shouldContinue ||
               shouldContinue(static_cast<double>(cycles.size()) /
                              static_cast<double>(chosen->frames));
    });
    if (!read) {
        return tl::unexpected(std::move(read.error()));
    }
    auto stream = std::make_unique<AnnotatedStream>(std::move(*read));
    stream->agentCycles = std::move(cycles);
    Places places(reader, *stream);
    std::ranges::for_each(times, [&](std::chrono::nanoseconds at) { places.add(at); });
    for (const TimedBelief& belief : beliefs) {
        const bool isOther = !belief.message.team.empty() && belief.message.team != chosen->team;
        if (!isOther) {
            stream->reported.push_back(belief.message);
        }
    }
    while (stream->read(kAskEveryFrames)) {
    }
    findTruth(*stream, reader, std::move(places.matchFrames));
    return stream;
}

} // namespace sideline::evaluation
