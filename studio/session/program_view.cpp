#include "studio/session/program_view.h"

#include <algorithm>
#include <span>

#include "training/genome/program.h"
#include "training/genome/program_text.h"
#include "training/genome/program_vocabulary.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

using training::Node;
using training::ProgramVocabulary;

widgets::ProgramNode nodeOf(std::span<const Node> tree, std::size_t at,
                            const ProgramVocabulary& vocabulary) {
    widgets::ProgramNode node{widgets::toQt(training::nodeText(tree[at], vocabulary)),
                              {},
                              tree[at].op == training::Op::IfLess};
    std::size_t next = at + 1;
    for (std::size_t i = 0; i < training::operandCount(tree[at].op); ++i) {
        node.operands.push_back(nodeOf(tree, next, vocabulary));
        next = training::branchEnd(tree, next);
    }
    return node;
}

} // namespace

base::Expected<std::vector<widgets::ProgramGene>> programView(std::string_view text,
                                                              const robot::RobotModelPtr& model) {
    const auto style = training::readProgramStyle(text);
    if (!style) {
        return tl::unexpected(style.error());
    }
    const ProgramVocabulary vocabulary(model, *style);
    const auto program = training::readProgram(text, vocabulary);
    if (!program) {
        return tl::unexpected(program.error());
    }
    const std::vector<std::size_t> expressed = training::expressedGenes(*program);
    std::vector<widgets::ProgramGene> genes;
    for (std::size_t i = 0; i < program->genes.size(); ++i) {
        const training::Gene& gene = program->genes[i];
        widgets::ProgramGene& view = genes.emplace_back();
        view.number = i;
        view.timeS = gene.timeMs / 1000.0;
        view.isExpressed = std::ranges::find(expressed, i) != expressed.end();
        for (std::size_t output = 0; output < gene.trees.size(); ++output) {
            if (!gene.trees[output].empty()) {
                view.outputs.emplace_back(widgets::toQt(vocabulary.outputs()[output].name),
                                          nodeOf(gene.trees[output], 0, vocabulary));
            }
        }
    }
    std::ranges::stable_sort(genes, {}, &widgets::ProgramGene::timeS);
    return genes;
}

} // namespace sideline::studio
