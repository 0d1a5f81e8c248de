// Records a session in real time until it is killed: `killed_recorder FILE`. Prints each offered
// cycle on standard output; exits when that is closed.
#include <chrono>
#include <cstdio>

#include <poll.h>
#include <unistd.h>

#include "logs/session/session_writer.h"
#include "tests/logs/session/random_frames.h"

int main(int argc, char** argv) {
    using Clock = std::chrono::steady_clock;
    if (argc != 2) {
        return 2;
    }
    sideline::logs::SessionInfo info;
    info.begunSteady = Clock::now().time_since_epoch();
    const auto writer = sideline::logs::SessionWriter::open(argv[1], info);
    if (!writer) {
        std::fprintf(stderr, "%s\n", writer.error().toString().c_str());
        return 2;
    }
    sideline::world::FrameSink& sink = (*writer)->addAgent("Testers 1");
    for (std::uint64_t cycle = 0;; ++cycle) {
        sink.take(sideline::tests::plainFrame(cycle, Clock::now().time_since_epoch()));
        if (std::printf("%llu\n", static_cast<unsigned long long>(cycle)) < 0 ||
            std::fflush(stdout) != 0) {
            return 1;
        }
        // Waits for the next cycle, or for the end of the reader's pipe.
        pollfd out{STDOUT_FILENO, 0, 0};
        if (::poll(&out, 1, 20) > 0) {
            return 1;
        }
    }
}
