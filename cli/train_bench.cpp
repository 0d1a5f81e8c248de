// `sideline train bench`: what training costs.
#include <memory>

#include "cli/train_command.h"

namespace sideline::cli {

void addTrainBench(CLI::App& train, int& status) {
    static_cast<void>(train);
    static_cast<void>(status);
}

} // namespace sideline::cli
