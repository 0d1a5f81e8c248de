#include "cli/log_verify.h"

#include <memory>

#include "cli/log_session.h"
#include "logs/session/recording_kind.h"

namespace sideline::cli {

void addLogVerify(CLI::App& log, int& status) {
    CLI::App* command = log.add_subcommand(
        "verify", "Read a whole match log, agent stream or session and report every fault");
    auto arguments = std::make_shared<LogArguments>();
    auto jumps = std::make_shared<std::uint32_t>(500);
    addLogArguments(*command, *arguments);
    command->add_flag("--json", arguments->json, "print JSON");
    command->add_option("--jumps", *jumps, "number of random frames of a match log to compare")
        ->capture_default_str();
    command->callback([arguments, jumps, &status] {
        switch (logs::recordingKind(arguments->file)) {
        case logs::RecordingKind::AgentStream:
            status = verifyAgentStream(*arguments);
            return;
        case logs::RecordingKind::Session:
            status = verifySession(*arguments);
            return;
        case logs::RecordingKind::MatchLog:
            status = verifyMatchLog(*arguments, *jumps);
            return;
        }
    });
}

} // namespace sideline::cli
