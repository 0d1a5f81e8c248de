// `sideline train tree`: prints an evolved program as trees.
#include <iostream>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "cli/log_command.h"
#include "cli/output.h"
#include "cli/train_command.h"
#include "training/experiment/experiment_parts.h"
#include "training/genome/program_text.h"

namespace sideline::cli {

namespace {

struct TreeArguments {
    std::string file;
    std::string robot = "nao0";
    bool isWhole = false;
};

// Prints a node on a line of its own and its operands below it.
void printBranch(std::span<const training::Node> tree, const std::string& first,
                 const std::string& rest, const training::ProgramVocabulary& vocabulary) {
    std::cout << first << training::nodeText(tree[0], vocabulary) << '\n';
    for (std::size_t at = 1; at < tree.size();) {
        const std::size_t end = training::branchEnd(tree, at);
        const bool isLast = end == tree.size();
        printBranch(tree.subspan(at, end - at), rest + (isLast ? "└─ " : "├─ "),
                    rest + (isLast ? "   " : "│  "), vocabulary);
        at = end;
    }
}

void print(const training::Program& program, const training::ProgramVocabulary& vocabulary,
           bool isWhole) {
    const auto genes = training::expressedGenes(program);
    std::cout << fmt::format("{} genes, {} of them active, {} nodes\n", program.genes.size(),
                             genes.size(), training::nodeCount(program));
    for (const std::size_t gene : genes) {
        std::cout << fmt::format("\nfrom {} s\n", program.genes[gene].timeMs / 1000.0);
        for (std::size_t i = 0; i < vocabulary.outputs().size(); ++i) {
            const training::Tree& tree = program.genes[gene].trees[i];
            if (!tree.empty()) {
                const std::string name = fmt::format("  {:<12}", vocabulary.outputs()[i].name);
                printBranch(isWhole ? tree : training::simplified(tree), name,
                            std::string(name.size(), ' '), vocabulary);
            }
        }
    }
}

base::Expected<void> show(const TreeArguments& arguments) {
    const auto text =
        base::readTextFile(arguments.file, training::kMaxProgramBytes, "an evolved program");
    if (!text) {
        return tl::unexpected(text.error());
    }
    const auto robot = robot::RobotCatalog().namedOfAny(arguments.robot);
    if (!robot) {
        return tl::unexpected(robot.error());
    }
    const auto style = training::readProgramStyle(*text);
    if (!style) {
        return tl::unexpected(style.error().inFile(arguments.file));
    }
    const training::ProgramVocabulary vocabulary(*robot, *style);
    const auto program = training::readProgram(*text, vocabulary);
    if (!program) {
        return tl::unexpected(program.error().inFile(arguments.file));
    }
    print(*program, vocabulary, arguments.isWhole);
    return {};
}

} // namespace

void addTrainTree(CLI::App& train, int& status) {
    CLI::App* command = train.add_subcommand("tree", "Show an evolved program as trees");
    auto arguments = std::make_shared<TreeArguments>();
    command->add_option("PROGRAM", arguments->file, "program file")->required();
    command->add_option("--robot", arguments->robot, "robot it was evolved for")
        ->capture_default_str();
    command->add_flag("--whole", arguments->isWhole, "also show parts without effect");
    command->callback([arguments, &status] {
        const auto shown = show(*arguments);
        if (!shown) {
            printError(shown.error().toString());
        }
        status = shown ? kExitGood : kExitFailed;
    });
}

} // namespace sideline::cli
