// Arbitrary bytes as a policy: parsing gives a network that runs and is written
// identically, or an error with a reason.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agents/policy/policy_file.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;

void checkRun(const decision::PolicyNetwork& network) {
    auto memory = network.memory();
    const std::vector<float> input(static_cast<std::size_t>(network.inputSize()), 0.5F);
    std::vector<float> output(static_cast<std::size_t>(network.outputSize()));
    for (int cycle = 0; cycle < 3; ++cycle) {
        network.evaluate(input, memory, output);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto policy = agents::readPolicy({reinterpret_cast<const char*>(data), size});
    if (!policy) {
        require(!policy.error().message.empty(), "an error states why");
        return 0;
    }
    checkRun(*policy->network);
    const auto again = agents::readPolicy(agents::policyOnnx(*policy));
    require(again.has_value(), "what is written is read");
    require(again->network->layers() == policy->network->layers() &&
                again->meaning == policy->meaning,
            "what is written is read as it was");
    return 0;
}
