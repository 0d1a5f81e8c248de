// Arbitrary bytes as an evolved program: parsing gives a well-formed program that is written
// identically, terminates and does not fail, or an error with position and reason.
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "agentcore/robot/nao.h"
#include "tests/fuzz/require.h"
#include "training/genome/program_runner.h"
#include "training/genome/program_text.h"

namespace {

using namespace sideline;
using fuzz::require;

training::ProgramVocabularyPtr vocabularyOf(const training::ProgramStyle& style) {
    return std::make_shared<const training::ProgramVocabulary>(
        robot::naoModel(robot::NaoType::Standard).shared(), style);
}

void checkRun(const training::Program& program, const training::ProgramVocabularyPtr& vocabulary) {
    training::ProgramRunner runner(program, vocabulary);
    std::vector<double> percepts(vocabulary->percepts().size(), 0.5);
    std::vector<double> outputs(vocabulary->outputs().size());
    runner.begin();
    for (double timeS = 0.0; timeS < 3.0; timeS += 0.1) {
        runner.step(timeS, percepts, outputs);
        for (const double output : outputs) {
            require(std::abs(output) <= training::kMaxValue, "results are bounded");
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto style = training::readProgramStyle(text);
    if (!style) {
        require(style.error().line.has_value() && !style.error().message.empty(),
                "an error states where and why");
        return 0;
    }
    const auto vocabulary = vocabularyOf(*style);
    const auto program = training::readProgram(text, *vocabulary);
    if (!program) {
        require(program.error().line.has_value() && !program.error().message.empty(),
                "an error states where and why");
        return 0;
    }
    for (const training::Gene& gene : program->genes) {
        for (const training::Tree& tree : gene.trees) {
            require(training::isWellFormed(tree, vocabulary->percepts().size()), "trees are whole");
            const training::Tree simple = training::simplified(tree);
            require(training::isWellFormed(simple, vocabulary->percepts().size()) &&
                        simple.size() <= tree.size(),
                    "simplified trees are whole and smaller");
        }
    }
    const auto back =
        training::readProgram(training::writeProgram(*program, *vocabulary), *vocabulary);
    require(back.has_value() && *back == *program, "what is written is read as it was");
    checkRun(*program, vocabulary);
    return 0;
}
