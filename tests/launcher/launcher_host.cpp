// Starts a team, prints its players' output, and waits to be killed; for orphan_test.
#include <cstdio>

#include <unistd.h>

#include "launcher/team_runner.h"

namespace {

class Printer : public sideline::launcher::OutputSink {
public:
    void takeLine(const sideline::launcher::PlayerRef& /*player*/,
                  const sideline::launcher::OutputLine& line) override {
        if (line.stream == sideline::launcher::Stream::Out) {
            std::puts(line.text.c_str());
            std::fflush(stdout);
        }
    }
};

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        return 2;
    }
    auto team = sideline::launcher::readTeamFile(argv[2]);
    if (!team) {
        std::fprintf(stderr, "%s\n", sideline::launcher::joinErrors(team.error()).c_str());
        return 2;
    }
    Printer printer;
    sideline::launcher::TeamRunnerSettings settings;
    settings.supervisor = argv[1];
    settings.sinks = {&printer};
    settings.grace = std::chrono::milliseconds(200);
    sideline::launcher::TeamRunner runner(std::move(*team), settings);
    runner.startAll();
    while (true) {
        ::pause();
    }
}
