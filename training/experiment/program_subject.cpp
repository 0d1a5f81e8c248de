#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "training/experiment/subject.h"
#include "training/genome/program_text.h"
#include "training/optimizer/program_operators.h"
#include "training/task/program_mover.h"

namespace sideline::training {

namespace {

// A number of `ProgramVariation` that the table [program] can set.
struct VariationNumber {
    const char* name;
    const char* description;
    double minimum;
    double maximum;
    const char* unit;
    double (*read)(const ProgramVariation&);
    void (*write)(ProgramVariation&, double);
};

template <auto Member>
constexpr VariationNumber number(const char* name, const char* description, double minimum,
                                 double maximum, const char* unit = "") {
    return {
        name,
        description,
        minimum,
        maximum,
        unit,
        [](const ProgramVariation& variation) { return static_cast<double>(variation.*Member); },
        [](ProgramVariation& variation, double value) {
            using Type = std::remove_reference_t<decltype(variation.*Member)>;
            variation.*Member =
                static_cast<Type>(std::is_integral_v<Type> ? std::round(value) : value);
        }};
}

using V = ProgramVariation;
constexpr double kMaxGeneNumber = kMaxGenes;
constexpr std::array kNumbers = {
    number<&V::minGenes>("least-genes", "minimum number of genes in a new program", 1,
                         kMaxGeneNumber),
    number<&V::maxGenes>("most-genes", "maximum number of genes in a new program", 1,
                         kMaxGeneNumber),
    number<&V::maxGeneCount>("gene-limit", "maximum number of genes", 1, kMaxGeneNumber),
    number<&V::longestS>("longest", "latest start time of a gene", 0, kMaxTimeMs / 1000.0, "s"),
    number<&V::stepS>("step", "resolution of times", 0.001, 10, "s"),
    number<&V::treeRatio>("tree-share", "fraction of joints that a new gene moves", 0, 1),
    number<&V::growDepth>("depth", "maximum depth of a new tree", 1, 8),
    number<&V::constantRatio>(
        "constant-share", "fraction of leaves that are constants; the others are percepts", 0, 1),
    number<&V::maxConstant>("constant-most", "range of new constants, plus or minus", 0, kMaxValue),
    number<&V::zeroRatio>("zero-share", "fraction of new constants that are zero", 0, 1),
    number<&V::maxTreeNodes>("node-limit", "maximum number of nodes in a tree", 1, kMaxNodes),
    number<&V::maxTreeDepth>("depth-limit", "maximum depth of a tree", 1, kMaxNodes),
    number<&V::cutRatio>("cut", "fraction of crossovers that exchange whole genes", 0, 1),
    number<&V::crossTree>("cross-tree", "fraction of tree pairs that exchange branches", 0, 1),
    number<&V::swapTree>("swap-tree", "fraction of tree pairs that are swapped", 0, 1),
    number<&V::addGene>("add-gene", "fraction of mutated programs that gain a gene", 0, 1),
    number<&V::removeGene>("remove-gene", "fraction of mutated programs that lose a gene", 0, 1),
    number<&V::changeTime>("change-time", "fraction of genes whose time changes", 0, 1),
    number<&V::changeTree>("change-tree", "fraction of trees that get a new branch", 0, 1),
    number<&V::changeConstant>("change-constant", "fraction of constants that change", 0, 1),
    number<&V::constantDeviation>("constant-deviation",
                                  "standard deviation of changes to a constant", 0, kMaxValue)};

class ProgramSubject final : public Subject {
public:
    ProgramSubject(const ProgramStyle& style, const ProgramVariation& variation,
                   const robot::RobotModel& model)
        : m_vocabulary(std::make_shared<const ProgramVocabulary>(model.shared(), style)),
          m_operators(std::make_shared<const ProgramOperators>(m_vocabulary, variation)) {}

    const ParameterSpace& space() const override { return m_noNumbers; }
    std::shared_ptr<const GeneticOperators> operators() const override { return m_operators; }

    base::Expected<std::unique_ptr<Mover>> mover(const Genome& genome,
                                                 const robot::RobotModelPtr& model) const override {
        return programMover(genome.program, model);
    }
    base::Expected<std::unique_ptr<behavior::Behavior>> behavior(
        const Genome& /*genome*/, const robot::RobotModelPtr& /*model*/) const override {
        return base::failure(base::ErrorCode::InvalidArgument,
                             "evolved programs do not run on a server: they see the true state",
                             "a motion or a behavior");
    }
    std::string_view extension() const override { return ".program"; }
    base::Expected<std::string> startText() const override { return std::string(); }
    base::Expected<std::string> textOf(const Genome& genome,
                                       std::string_view origin) const override {
        return fmt::format("; {}\n{}", origin, genome.program);
    }

private:
    ProgramVocabularyPtr m_vocabulary;
    std::shared_ptr<const GeneticOperators> m_operators;
    ParameterSpace m_noNumbers;
};

} // namespace

std::vector<agents::ParameterInfo> programParameters() {
    std::vector<agents::ParameterInfo> infos = {
        {"trees", "output of a tree: joint angle or joint speed", std::string("angle")},
        {"symmetric", "one tree moves a joint and its mirror image", true}};
    for (const VariationNumber& each : kNumbers) {
        infos.push_back(
            {each.name, each.description, each.read({}), each.unit, each.minimum, each.maximum});
    }
    return infos;
}

base::Expected<SubjectPtr> programSubject(const agents::ParameterTexts& settings,
                                          const robot::RobotModel& model) {
    const auto parameters = agents::Parameters::read(programParameters(), settings);
    if (!parameters) {
        base::Error error = parameters.error();
        error.message = "program: " + error.message;
        return tl::unexpected(std::move(error));
    }
    ProgramStyle style;
    style.isSymmetric = parameters->flag("symmetric");
    const std::string& trees = parameters->text("trees");
    style.meaning =
        trees == treeOutputName(TreeOutput::Speed) ? TreeOutput::Speed : TreeOutput::Angle;
    if (trees != treeOutputName(style.meaning)) {
        return base::failure(base::ErrorCode::InvalidArgument,
                             fmt::format("invalid value for trees: '{}'", trees), "angle or speed");
    }
    ProgramVariation variation;
    for (const VariationNumber& each : kNumbers) {
        each.write(variation, parameters->number(each.name));
    }
    return std::make_shared<const ProgramSubject>(style, variation, model);
}

} // namespace sideline::training
