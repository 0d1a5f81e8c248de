#include "logs/session/session_export.h"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "agentcore/protocol/effectors.h"
#include "agentcore/protocol/mujoco_actions.h"
#include "logs/match/csv.h"
#include "logs/session/agent_recording.h"

namespace sideline::logs {

using base::ErrorCode;
using base::Expected;

namespace {

constexpr std::size_t kBlock = 1U << 16U;

double secondsOf(std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

Expected<void> result(const std::ostream& out) {
    if (!out) {
        return base::failure(ErrorCode::Io, "cannot write");
    }
    return {};
}

} // namespace

Expected<void> exportAgentSignals(SessionReader& reader, const SessionRange& range,
                                  std::vector<std::string> names, std::ostream& out) {
    if (names.empty()) {
        auto all = listAgentSignals(reader, range);
        if (!all) {
            return tl::unexpected(std::move(all.error()));
        }
        names = std::move(*all);
        std::erase(names, "cycle"); // has its own column
    }
    const auto table = readAgentSignals(reader, range, std::move(names));
    if (!table) {
        return tl::unexpected(table.error());
    }
    std::string text = "cycle,time_s,game_time_s";
    for (const std::string& name : table->names) {
        text += ',' + csvField(name);
    }
    text += '\n';
    for (std::size_t row = 0; row < table->cycles.size() && out; ++row) {
        fmt::format_to(std::back_inserter(text), "{},{:.6f},{:.3f}", table->cycles[row],
                       secondsOf(table->at[row]), table->gameTimeS[row]);
        for (const std::vector<double>& column : table->values) {
            text += ',';
            if (!std::isnan(column[row])) {
                fmt::format_to(std::back_inserter(text), "{:.9g}", column[row]);
            }
        }
        text += '\n';
        if (text.size() >= kBlock) {
            out << text;
            text.clear();
        }
    }
    out << text;
    return result(out);
}

Expected<void> exportStream(SessionReader& reader, const SessionRange& range, std::ostream& out) {
    std::string bytes;
    bool isFirst = true;
    auto done = visitFrames(reader, range, [&](const SessionFrame& frame) {
        bytes.clear();
        // A recording needs the agent's request for a robot, which precedes the first frame:
        // repeats it.
        if (const auto& self = frame.frame->identity; std::exchange(isFirst, false) && self.model) {
            std::string introduction;
            const std::string& robot = self.model->traits().scenePath;
            if (self.model->traits().server == game::ServerKind::Rcssservermj) {
                protocol::mujoco::Writer(introduction)
                    .join({robot, self.team, self.robot.unum.value()});
            } else {
                protocol::EffectorWriter(introduction).scene(robot, self.typeNumber);
            }
            appendRecord(bytes, Speaker::Agent, introduction);
        }
        appendRecord(bytes, Speaker::Server, frame.frame->perceptText);
        if (!frame.frame->commandText.empty()) {
            appendRecord(bytes, Speaker::Agent, frame.frame->commandText);
        }
        out << bytes;
        return static_cast<bool>(out);
    });
    if (!done) {
        return done;
    }
    return result(out);
}

Expected<void> exportOutputs(const SessionReader& reader, std::chrono::nanoseconds from,
                             std::chrono::nanoseconds to, std::ostream& out) {
    const auto lines = reader.outputs(from, to);
    if (!lines) {
        return tl::unexpected(lines.error());
    }
    for (const OutputLine& line : *lines) {
        out << fmt::format("{:.3f}\t{}\t{}\t{}\n", secondsOf(line.at), line.source,
                           streamName(line.stream), line.text);
    }
    return result(out);
}

Expected<void> exportBeliefs(const SessionReader& reader, std::chrono::nanoseconds from,
                             std::chrono::nanoseconds to, std::ostream& out) {
    const auto beliefs = reader.beliefs();
    if (!beliefs) {
        return tl::unexpected(beliefs.error());
    }
    for (const BeliefDatagram& belief : *beliefs) {
        if (belief.at >= from && belief.at <= to) {
            std::string line = belief.text; // a datagram may contain line breaks
            std::ranges::replace(line, '\n', ' ');
            out << line << '\n';
        }
    }
    return result(out);
}

} // namespace sideline::logs
