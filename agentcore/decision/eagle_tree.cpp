#include "agentcore/decision/eagle_tree.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agentcore/base/nearest_name.h"
#include "agentcore/decision/condition_text.h"
#include "agentcore/decision/eagle_levels.h"
#include "agentcore/decision/tree_builder.h"

namespace sideline::decision {

namespace {

using base::Expected;
using StepKind = TreeStep::Kind;

constexpr double kMPerUnit = 0.001; // distances are written in millimeters
constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kOther = "Otro"; // any other outcome

// An outcome of a function: a word and the condition that it represents.
struct Outcome {
    std::string_view word;
    std::string_view measure;
    Comparison comparison = Comparison::Truth;
    double limit = 0.0;
};
enum class Use : std::uint8_t { None, Limit, Argument }; // how the text before a function is used

struct Function {
    EagleFunction info;
    Use use = Use::None;
    double unit = 1.0; // unit of the argument
    std::array<Outcome, 5> outcomes{};
};

constexpr Function distanceTo(std::string_view name, std::string_view measure) {
    return {{name, "mm", "Menor, Mayor", measure},
            Use::Limit,
            kMPerUnit,
            {{{"Menor", measure, Comparison::Less}, {"Mayor", measure, Comparison::AtLeast}}}};
}

// A test checks that all measures in this table exist.
constexpr std::array kFunctions = {
    distanceTo("DistanciaPelota", "ball.distance"),
    distanceTo("DistanciaPelotaPortEK", "ball.to-own-goal"),
    distanceTo("DistanciaPelotaPortVS", "ball.to-opponent-goal"),
    distanceTo("DistanciaPortEK", "self.to-own-goal"),
    distanceTo("DistanciaPortVS", "self.to-opponent-goal"),
    distanceTo("DistanciaContrario", "opponent.distance"),
    distanceTo("DistanciaContrarioPelota", "opponent.to-ball"),
    distanceTo("PelotaAdelanteX", "ball.x"),
    distanceTo("PelotaArribaY", "ball.y"),
    Function{{"EdoJuego", "", "Start, Stop, SaqueEK, SaqueVS, Fin, Otro",
              "play.running, play.may-touch, play.own-restart, play.opponent-restart, play.over"},
             Use::None,
             1.0,
             {{{"Start", "play.running", Comparison::Truth},
               {"Stop", "play.may-touch", Comparison::Equal, 0.0},
               {"SaqueEK", "play.own-restart", Comparison::Truth},
               {"SaqueVS", "play.opponent-restart", Comparison::Truth},
               {"Fin", "play.over", Comparison::Truth}}}},
    Function{{"Rol", "", "Portero, Defensa, D1, D2, D3, Otro", "self.number 1 to 5"},
             Use::None,
             1.0,
             {{{"Portero", "self.number", Comparison::Equal, 1.0},
               {"Defensa", "self.number", Comparison::Equal, 2.0},
               {"D1", "self.number", Comparison::Equal, 3.0},
               {"D2", "self.number", Comparison::Equal, 4.0},
               {"D3", "self.number", Comparison::Equal, 5.0}}}},
    Function{
        {"Numero", "number", "Si, No", "self.number"},
        Use::Limit,
        1.0,
        {{{"Si", "self.number", Comparison::Equal}, {"No", "self.number", Comparison::Unequal}}}},
    Function{{"RolActivo", "number of the teammate", "Si, No", "teammate.known"},
             Use::Argument,
             1.0,
             {{{"Si", "teammate.known", Comparison::More, 0.2},
               {"No", "teammate.known", Comparison::AtMost, 0.2}}}},
    Function{{"RolComportamiento", "number of the teammate",
              "BarreraPorteriaDer, BarreraPorteriaIzq, Otro", "teammate.goal-side"},
             Use::Argument,
             1.0,
             {{{"BarreraPorteriaDer", "teammate.goal-side", Comparison::Less, 0.0},
               {"BarreraPorteriaIzq", "teammate.goal-side", Comparison::AtLeast, 0.0}}}},
};

constexpr std::size_t kArgumentDigits = 4;

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

std::string_view takeFirst(std::string_view& text, std::size_t length) {
    const std::string_view first = text.substr(0, length);
    text = trimmed(text.substr(first.size()));
    return first;
}

std::string_view takeWord(std::string_view& text) {
    text = trimmed(text);
    return takeFirst(text, text.find_first_of(kBlanks));
}

template <typename Number>
std::optional<Number> numberOf(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = error == std::errc() && end == text.data() + text.size();
    return isWhole ? std::optional(value) : std::nullopt;
}

bool isDigits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// Calls `read(number, line)` for each line that is not empty, until it fails.
template <typename Read>
Expected<void> forLines(std::string_view text, Read read) {
    int number = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        ++number;
        if (line.size() > kMaxTreeLine) {
            return tl::unexpected(treeFault(number, "the line is too long",
                                            fmt::format("at most {} bytes", kMaxTreeLine)));
        }
        if (const std::string_view words = trimmed(line.substr(0, line.find('#')));
            !words.empty()) {
            if (Expected<void> done = read(number, words); !done) {
                return done;
            }
        }
    }
    return {};
}

// Adds the steps that compute the score of one function of a condition.
class FunctionScore {
public:
    FunctionScore(TreeBuilder& builder, const Function& function, std::string_view called,
                  double argument)
        : m_builder(builder), m_function(function), m_called(called), m_argument(argument) {}

    // Adds one outcome with its score. An error lists the possible outcomes.
    Expected<void> add(int line, std::string_view word, double score) {
        const auto known = std::ranges::find(m_function.outcomes, word, &Outcome::word);
        const bool isOther =
            word == kOther && m_function.info.outcomes.find(kOther) != std::string_view::npos;
        if (!isOther && (known == m_function.outcomes.end() || word.empty())) {
            return tl::unexpected(
                treeFault(line, fmt::format("{} has no outcome '{}'", m_function.info.name, word),
                          std::string(m_function.info.outcomes)));
        }
        if (isOther) {
            addOther();
        } else {
            m_listed.push_back(&*known);
            m_builder.term(termOf(*known));
        }
        m_builder.number(score);
        m_builder.step(StepKind::Times);
        if (m_hasOutcome) {
            m_builder.step(StepKind::Plus);
        }
        m_hasOutcome = true;
        return {};
    }
    [[nodiscard]] bool hasOutcome() const { return m_hasOutcome; }

private:
    void addOther() {
        m_builder.number(0.0);
        for (const Outcome* each : m_listed) {
            m_builder.term(termOf(*each));
            m_builder.step(StepKind::Or);
        }
        m_builder.step(StepKind::Not);
    }

    [[nodiscard]] TreeTerm termOf(const Outcome& outcome) const {
        TreeTerm term;
        term.text = fmt::format("{} {}", m_called, outcome.word);
        term.measure = findMeasure(outcome.measure);
        term.comparison = outcome.comparison;
        term.limit = m_function.use == Use::Limit ? m_argument : outcome.limit;
        term.arguments[0] = m_function.use == Use::Argument ? m_argument : 0.0;
        return term;
    }

    TreeBuilder& m_builder;
    const Function& m_function;
    std::string m_called;
    double m_argument;
    std::vector<const Outcome*> m_listed;
    bool m_hasOutcome = false;
};

// Reads the file of a condition into the node that was opened last.
class ConditionReader {
public:
    explicit ConditionReader(TreeBuilder& builder) : m_builder(builder) {}

    Expected<void> read(std::string_view text) {
        auto done = forLines(text, [this](int line, std::string_view words) {
            m_line = line;
            return m_isOver ? fail("unexpected line after the end", "nothing after -1")
                            : readLine(words);
        });
        if (!done) {
            return done;
        }
        if (!m_isOver) {
            return fail("the condition has no end", "-1");
        }
        return {};
    }

private:
    [[nodiscard]] tl::unexpected<base::Error> fail(std::string message,
                                                   std::string expected) const {
        return tl::unexpected(
            treeFault(std::max(m_line, 1), std::move(message), std::move(expected)));
    }

    Expected<void> readLine(std::string_view words) {
        const std::string number = std::to_string(m_functions);
        const std::string_view first = takeWord(words);
        if (first == "-1") {
            m_isOver = true;
            return m_functions == 0 ? fail("the condition calls no function",
                                           "a line such as `1 0800DistanciaPelotaPortEK`")
                                    : endFunction();
        }
        if (m_functions > 0 && first == fmt::format("{}{}", number, m_outcomes + 1)) {
            return readOutcome(words);
        }
        if (first != std::to_string(m_functions + 1)) {
            return fail(fmt::format("a line begins with '{}'", first),
                        m_functions == 0
                            ? std::string("1, then the function")
                            : fmt::format("{}{}, an outcome of function {}; or {}; or -1", number,
                                          m_outcomes + 1, number, m_functions + 1));
        }
        if (m_functions > 0) {
            if (auto done = endFunction(); !done) {
                return done;
            }
        }
        return readFunction(words);
    }

    Expected<void> readFunction(std::string_view words) {
        const std::string_view called = takeWord(words);
        const std::size_t digits = std::min(called.find_first_not_of("0123456789"), called.size());
        const std::string_view argument = called.substr(0, digits);
        const std::string_view name = called.substr(digits);
        const auto found = std::ranges::find(kFunctions, name,
                                             [](const Function& each) { return each.info.name; });
        if (found == kFunctions.end()) {
            std::vector<std::string_view> names;
            for (const Function& each : kFunctions) {
                names.push_back(each.info.name);
            }
            const std::string_view meant = base::nearestName(name, names);
            return fail(fmt::format("unknown function '{}'", name),
                        meant.empty() ? base::listNames(names) : fmt::format("{}?", meant));
        }
        const bool takes = found->use != Use::None;
        if (argument.size() != (takes ? kArgumentDigits : 0) || !words.empty()) {
            return fail(fmt::format("{} is called as '{}'", name, called),
                        takes
                            ? fmt::format("four digits ({}) before the name", found->info.arguments)
                            : std::string(name));
        }
        ++m_functions;
        m_outcomes = 0;
        m_score.emplace(m_builder, *found, called,
                        found->unit * numberOf<int>(argument).value_or(0));
        return {};
    }

    Expected<void> readOutcome(std::string_view words) {
        const std::string_view word = takeWord(words);
        const auto score = numberOf<double>(takeWord(words));
        constexpr double kMax = 1000.0;
        if (!score || !(*score >= -kMax && *score <= kMax) || !words.empty()) {
            return fail("the outcome has no score", "such as `11 Menor 1`");
        }
        ++m_outcomes;
        if (m_outcomes > kMaxOutcomes) {
            return fail("too many outcomes", fmt::format("at most {}", kMaxOutcomes));
        }
        return m_score->add(m_line, word, *score);
    }

    Expected<void> endFunction() {
        if (!m_score->hasOutcome()) {
            return fail("the function has no outcome", "a line such as `11 Menor 1`");
        }
        if (m_functions > 1 && m_hasEarlier) {
            m_builder.step(StepKind::And);
        }
        m_hasEarlier = true;
        return {};
    }

    static constexpr int kMaxOutcomes = 9; // their numbers have one digit
    TreeBuilder& m_builder;
    std::optional<FunctionScore> m_score;
    int m_line = 0;
    int m_functions = 0;
    int m_outcomes = 0;
    bool m_hasEarlier = false;
    bool m_isOver = false;
};

class EagleReader {
public:
    EagleReader(ConditionTree& tree, const EagleFiles& files)
        : m_tree(tree), m_builder(tree), m_files(files) {}

    Expected<void> read(std::string_view text) {
        auto done = forLines(text, [this](int line, std::string_view words) {
            m_line = line;
            return readLine(words);
        });
        if (!done) {
            return done;
        }
        if (const int open = m_levels.depth(); open != 0) {
            return fail(fmt::format("level {} is not closed", open), fmt::format("-{}", open));
        }
        return build();
    }

private:
    struct Named {
        std::string name;
        int line = 0;
        int depth = 0;
        bool hasChildren = false;
    };

    [[nodiscard]] tl::unexpected<base::Error> fail(std::string message,
                                                   std::string expected) const {
        return tl::unexpected(
            treeFault(std::max(m_line, 1), std::move(message), std::move(expected)));
    }

    Expected<void> readLine(std::string_view words) {
        const std::string_view first = takeWord(words);
        if (!first.starts_with('-')) {
            return readNode(first, words);
        }
        const auto level = eagleLevelOf(first);
        if (!level || !words.empty()) {
            return fail(fmt::format("'{}' is not a level", first), "-1, -2, ...");
        }
        const int open = m_levels.depth();
        switch (m_levels.take(*level)) {
        case EagleLevels::Line::Opens:
            if (static_cast<std::size_t>(*level) > kMaxTreeDepth) {
                return fail("the tree is too deep", fmt::format("at most {}", kMaxTreeDepth));
            }
            if (!m_nodes.empty()) {
                m_nodes.back().hasChildren = true;
            }
            return {};
        case EagleLevels::Line::Ends:
            return end(*level, open);
        case EagleLevels::Line::EndsTwice:
            m_tree.warnings.push_back(
                fmt::format("{}:{}: the end of level {} is repeated here; counted once",
                            m_tree.file, m_line, *level));
            return {};
        case EagleLevels::Line::Misplaced:
            break;
        }
        return fail(fmt::format("unexpected '{}' in level {}", first, open), expectedLevel());
    }

    Expected<void> end(int level, int open) {
        if (m_levels.isEmpty()) {
            return fail(fmt::format("level {} is empty", open), "a node");
        }
        if (level < open) {
            m_tree.warnings.push_back(
                fmt::format("{}:{}: level {} has no -{}; this line is taken as its end",
                            m_tree.file, m_line, open, open));
        }
        return {};
    }

    [[nodiscard]] std::string expectedLevel() const {
        const int open = m_levels.depth();
        if (open == 0) {
            return m_nodes.empty() ? "-1" : "nothing after the end of level 1";
        }
        return m_levels.mayOpen()
                   ? fmt::format("-{} before children of the node above, -{} at the end of "
                                 "the level, or a node",
                                 open + 1, open)
                   : fmt::format("-{} at the end of the level, or a node", open);
    }

    Expected<void> readNode(std::string_view number, std::string_view words) {
        const std::string_view name = takeWord(words);
        if (!isDigits(number) || name.empty() || !words.empty()) {
            return fail("this line is neither a node nor a level",
                        "a number and a name, or -N for level N");
        }
        // The names of nodes are also file names.
        if (name.find('/') != std::string_view::npos || name.starts_with('.')) {
            return fail(fmt::format("invalid node name '{}'", name), "the name of a file");
        }
        if (m_levels.depth() == 0) {
            return fail("a node outside all levels", expectedLevel());
        }
        if (m_nodes.size() >= kMaxTreeNodes) {
            return fail("the tree is too large", fmt::format("at most {} nodes", kMaxTreeNodes));
        }
        m_nodes.push_back({std::string(name), m_line, m_levels.depth() - 1, false});
        m_levels.takeNode();
        return {};
    }

    Expected<void> build() {
        for (const Named& node : m_nodes) {
            m_line = node.line;
            if (auto opened = m_builder.open(node.depth, node.line, node.name); !opened) {
                return opened;
            }
            auto file = m_files(node.name);
            if (!file) {
                return tl::unexpected(std::move(file.error()));
            }
            auto done = node.hasChildren ? condition(node, *file) : behavior(node, *file);
            if (!done) {
                return done;
            }
            if (m_tree.steps.size() > kMaxTreeSteps) {
                return fail("the tree is too large",
                            fmt::format("at most {} conditions and operators", kMaxTreeSteps));
            }
        }
        return m_builder.finish(std::max(m_line, 1));
    }

    Expected<void> condition(const Named& node, const std::optional<EagleFile>& file) {
        if (!file && (node.name == kEagleNever || node.name == kEagleAlways)) {
            m_builder.number(node.name == kEagleAlways ? 1.0 : 0.0);
            return {};
        }
        if (!file) {
            return fail(fmt::format("the condition '{}' has no file", node.name),
                        fmt::format("JugadasEK/{}.txt next to the tree", node.name));
        }
        if (file->text.size() > kMaxTreeBytes) {
            return tl::unexpected(
                treeFault(1, "the file is too large", "a condition").inFile(file->path));
        }
        if (auto done = ConditionReader(m_builder).read(file->text); !done) {
            return tl::unexpected(done.error().inFile(file->path));
        }
        return {};
    }

    Expected<void> behavior(const Named& node, const std::optional<EagleFile>& file) {
        m_builder.number(1.0);
        TreeBehavior does;
        does.name = does.registered = node.name;
        does.file = m_tree.file;
        does.line = node.line;
        if (file) {
            bool isFirst = true;
            auto done = forLines(file->text, [&](int line, std::string_view words) {
                return std::exchange(isFirst, false)
                           ? readBehavior(line, words, does)
                           : Expected<void>(tl::unexpected(treeFault(
                                 line, "a second behavior", "one line, or an empty file")));
            });
            if (!done) {
                return tl::unexpected(done.error().inFile(file->path));
            }
            if (!isFirst) {
                does.file = file->path;
            }
        }
        return m_builder.leaf(std::move(does));
    }

    static Expected<void> readBehavior(int line, std::string_view words, TreeBehavior& does) {
        does.registered = takeWord(words);
        does.line = line;
        while (!words.empty()) {
            const std::string_view word = takeFirst(words, settingLength(words));
            const std::size_t equals = word.find('=');
            if (equals == std::string_view::npos || equals == 0) {
                return tl::unexpected(treeFault(line, fmt::format("'{}' sets no parameter", word),
                                                "BEHAVIOR KEY=VALUE ..."));
            }
            does.settings.emplace_back(word.substr(0, equals), word.substr(equals + 1));
        }
        return {};
    }

    ConditionTree& m_tree;
    TreeBuilder m_builder;
    const EagleFiles& m_files;
    std::vector<Named> m_nodes;
    int m_line = 0;
    EagleLevels m_levels;
};

} // namespace

std::span<const EagleFunction> eagleFunctions() {
    static constexpr auto kInfos = [] {
        std::array<EagleFunction, kFunctions.size()> infos{};
        for (std::size_t i = 0; i < infos.size(); ++i) {
            infos[i] = kFunctions[i].info;
        }
        return infos;
    }();
    return kInfos;
}

bool isEagleTree(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text.substr(first).starts_with('-');
}

Expected<ConditionTree> readEagleTree(std::string_view text, std::string title, std::string file,
                                      const EagleFiles& files) {
    return readForm<ConditionTree>(
        text, std::move(title), std::move(file),
        [&](ConditionTree& tree) { return EagleReader(tree, files).read(text); });
}

} // namespace sideline::decision
