#include "agentcore/decision/network_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/nearest_name.h"
#include "agentcore/decision/condition_text.h"
#include "agentcore/decision/tree_builder.h"

namespace sideline::decision {

namespace {

using base::Expected;

constexpr std::size_t kMaxBeliefs = 64;
constexpr std::size_t kMaxGoals = 16;
constexpr std::size_t kMaxModules = 64;
constexpr std::size_t kMaxResources = 8;
constexpr std::size_t kMaxAtoms = 32; // maximum number of needs, effects or resources of a module
constexpr int kMaxUnits = 100;

struct ParameterRow {
    std::string_view name;
    double NetworkParameters::*value;
    double least;
    double most;
};
constexpr std::array<ParameterRow, 8> kParameters = {
    {{"gamma", &NetworkParameters::gamma, 0.0, 1.0},
     {"delta", &NetworkParameters::delta, 0.0, 1.0},
     {"beta", &NetworkParameters::beta, 0.0, 0.99},
     {"sigma", &NetworkParameters::sigma, 0.0, 1.0},
     {"gain", &NetworkParameters::gain, 0.1, 100.0},
     {"theta", &NetworkParameters::theta, 0.0, 10.0},
     {"theta-fall", &NetworkParameters::thetaFallPerS, 0.001, 100.0},
     {"stay", &NetworkParameters::stay, 0.0, 10.0}}};

class NetworkReader {
public:
    explicit NetworkReader(BehaviorNetwork& network) : m_network(network), m_text(network.file) {}

    Expected<void> read(std::string_view text) {
        auto done = m_text.forLines(text, [this](TreeScanner& words) { return line(words); });
        return done ? finish() : done;
    }

private:
    enum class Block { None, Goal, Module };

    static tl::unexpected<base::Error> failAt(int line, std::string message, std::string expected) {
        return tl::unexpected(treeFault(line, std::move(message), std::move(expected)));
    }

    Expected<void> line(TreeScanner& words) {
        const std::string_view what = words.take();
        if (what == "behavior" || what == "condition") {
            return m_text.define(what, words);
        }
        if (what == "network") {
            m_isInNetwork = true;
            return m_text.atEnd(words, "the network on the lines below");
        }
        if (!m_isInNetwork) {
            return m_text.fail(fmt::format("unknown word {}", wordText(what)),
                               "behavior, condition or network");
        }
        if (what == "belief") {
            return belief(words);
        }
        if (what == "resource") {
            return resource(words);
        }
        if (what == "goal") {
            return begin(words, Block::Goal, m_network.goals, kMaxGoals);
        }
        if (what == "module") {
            return begin(words, Block::Module, m_network.modules, kMaxModules);
        }
        if (m_block == Block::Goal && (what == "wants" || what == "importance" || what == "when")) {
            return ofGoal(what, words);
        }
        if (m_block == Block::Module &&
            (what == "do" || what == "needs" || what == "effect" || what == "uses")) {
            return ofModule(what, words);
        }
        const auto row = std::ranges::find(kParameters, what, &ParameterRow::name);
        if (row != kParameters.end() && m_block == Block::None) {
            return bounded(words, row->name, row->least, row->most,
                           m_network.parameters.*row->value);
        }
        return m_text.fail(fmt::format("{} does not belong here", wordText(what)), expectedHere());
    }

    [[nodiscard]] std::string expectedHere() const {
        switch (m_block) {
        case Block::Goal:
            return "`wants`, `importance` or `when` of the goal; or goal, module, belief, resource";
        case Block::Module:
            return "do, needs, effect or uses of the module, or goal, module, belief, resource";
        case Block::None:
            break;
        }
        return "gamma, delta, beta, sigma, gain, theta, theta-fall, stay, belief, resource, goal "
               "or module";
    }

    Expected<void> bounded(TreeScanner& words, std::string_view what, double least, double most,
                           double& into) {
        const auto done = m_text.bounded(words, what, least, most, into);
        return done ? m_text.atEnd(words, "one number") : done;
    }

    // Reads a name that must be unique among its kind.
    template <typename Named>
    Expected<std::string> newName(TreeScanner& words, std::string_view what,
                                  const std::vector<Named>& taken, std::size_t most) {
        const std::string_view name = words.take();
        if (!isName(name)) {
            return m_text.fail(nameFault(what, name), fmt::format("{} NAME", what));
        }
        const auto old = std::ranges::find(taken, name, &Named::name);
        if (old != taken.end()) {
            return m_text.fail(
                fmt::format("the {} '{}' is already defined on line {}", what, name, old->line),
                "unique names");
        }
        if (taken.size() >= most) {
            return m_text.fail(fmt::format("too many entries of kind '{}'", what),
                               fmt::format("at most {}", most));
        }
        return std::string(name);
    }

    template <typename Named>
    Expected<void> begin(TreeScanner& words, Block block, std::vector<Named>& all,
                         std::size_t most) {
        auto name = newName(words, block == Block::Goal ? "goal" : "module", all, most);
        if (!name) {
            return tl::unexpected(std::move(name.error()));
        }
        Named made;
        made.name = std::move(*name);
        made.line = m_text.line();
        all.push_back(std::move(made));
        m_block = block;
        return m_text.atEnd(words, "only its name");
    }

    Expected<void> belief(TreeScanner& words) {
        m_block = Block::None;
        TreeScanner again = words; // conditions may use the belief as well
        if (auto defined = m_text.define("belief", again); !defined) {
            return defined;
        }
        auto name = newName(words, "belief", m_network.beliefs, kMaxBeliefs);
        if (!name) {
            return tl::unexpected(std::move(name.error()));
        }
        words.take(); // the `=`
        NetworkBelief made;
        auto expression = this->expression(words);
        if (!expression) {
            return tl::unexpected(std::move(expression.error()));
        }
        static_cast<Expression&>(made) = *expression;
        made.name = std::move(*name);
        made.line = m_text.line();
        m_network.beliefs.push_back(std::move(made));
        return {};
    }

    Expected<Expression> expression(TreeScanner& words) {
        ConditionText::Parts parts;
        if (auto done = m_text.expression(words, parts); !done) {
            return tl::unexpected(std::move(done.error()));
        }
        if (auto done = m_text.atEnd(words, "`and`, `or`, or the end of the line"); !done) {
            return tl::unexpected(std::move(done.error()));
        }
        return m_text.add(parts, m_network, "network");
    }

    Expected<void> resource(TreeScanner& words) {
        m_block = Block::None;
        auto name = newName(words, "resource", m_network.resources, kMaxResources);
        if (!name) {
            return tl::unexpected(std::move(name.error()));
        }
        NetworkResource made;
        made.name = std::move(*name);
        made.line = m_text.line();
        if (auto done = units(words, made.units); !done) {
            return done;
        }
        m_network.resources.push_back(std::move(made));
        return {};
    }

    Expected<void> units(TreeScanner& words, int& into) {
        const auto value = ConditionText::number(words);
        if (!value || *value < 1.0 || *value > kMaxUnits || *value != std::floor(*value)) {
            return m_text.fail("no valid number of units",
                               fmt::format("NAME and 1 to {}", kMaxUnits));
        }
        into = static_cast<int>(*value);
        return m_text.atEnd(words, "one number");
    }

    template <typename Named>
    Expected<std::size_t> known(std::string_view name, std::string_view what,
                                const std::vector<Named>& all) {
        const auto found = std::ranges::find(all, name, &Named::name);
        if (found != all.end()) {
            return static_cast<std::size_t>(found - all.begin());
        }
        std::vector<std::string_view> names;
        for (const Named& each : all) {
            names.push_back(each.name);
        }
        const std::string_view meant = base::nearestName(name, names);
        return m_text.fail(fmt::format("{} is not a {}", wordText(name), what),
                           meant.empty() ? fmt::format("a {} that is defined above", what)
                                         : fmt::format("{}?", meant));
    }

    Expected<NetworkAtom> atom(TreeScanner& words) {
        NetworkAtom made;
        made.isNegated = words.takeIf("not");
        const auto belief = known(words.take(), "belief", m_network.beliefs);
        if (!belief) {
            return tl::unexpected(belief.error());
        }
        made.belief = *belief;
        return made;
    }

    Expected<void> ofGoal(std::string_view what, TreeScanner& words) {
        NetworkGoal& goal = m_network.goals.back();
        if (what == "importance") {
            return bounded(words, what, 0.0, 1.0, goal.importance);
        }
        if (what == "when") {
            if (goal.stepCount > 0) {
                return m_text.fail("a second `when` of the goal", "one, joined by `and` or `or`");
            }
            const auto relevance = expression(words);
            if (!relevance) {
                return tl::unexpected(relevance.error());
            }
            static_cast<Expression&>(goal) = *relevance;
            return {};
        }
        const auto condition = atom(words);
        if (!condition) {
            return tl::unexpected(condition.error());
        }
        if (std::exchange(goal.hasCondition, true)) {
            return m_text.fail("a second `wants` of the goal", "one belief; or a second goal");
        }
        goal.condition = *condition;
        return m_text.atEnd(words, "one belief");
    }

    Expected<void> ofModule(std::string_view what, TreeScanner& words) {
        NetworkModule& module = m_network.modules.back();
        if (std::max({module.needs.size(), module.effects.size(), module.uses.size()}) >=
            kMaxAtoms) {
            return m_text.fail("the module is too large", fmt::format("at most {}", kMaxAtoms));
        }
        if (what == "do") {
            return does(words, module);
        }
        if (what == "uses") {
            const auto resource = known(words.take(), "resource", m_network.resources);
            if (!resource) {
                return tl::unexpected(resource.error());
            }
            NetworkUse use{*resource, 1};
            if (auto done = units(words, use.units); !done) {
                return done;
            }
            if (use.units > m_network.resources[*resource].units ||
                std::ranges::find(module.uses, *resource, &NetworkUse::resource) !=
                    module.uses.end()) {
                return m_text.fail(
                    "more units than the resource has, or the same resource again",
                    fmt::format("1 to {}, once", m_network.resources[*resource].units));
            }
            module.uses.push_back(use);
            return {};
        }
        if (what == "effect") {
            const auto effect = atom(words);
            if (!effect) {
                return tl::unexpected(effect.error());
            }
            NetworkEffect made{*effect, 0.0};
            if (auto done = bounded(words, "effect BELIEF", 0.0, 1.0, made.expectation); !done) {
                return done;
            }
            module.effects.push_back(made);
            return {};
        }
        do {
            const auto need = atom(words);
            if (!need) {
                return tl::unexpected(need.error());
            }
            module.needs.push_back(*need);
        } while (module.needs.size() < kMaxAtoms && words.takeIf("and"));
        return m_text.atEnd(words, "`and` and another belief, or the end of the line");
    }

    Expected<void> does(TreeScanner& words, NetworkModule& module) {
        const std::string_view name = words.take();
        if (!isWord(name)) {
            return m_text.fail(fmt::format("`do` cannot be followed by {}", wordText(name)),
                               "`do BEHAVIOR`");
        }
        if (module.behavior >= 0) {
            return m_text.fail("a second `do` of the module", "one behavior");
        }
        const auto old = std::ranges::find(m_network.behaviors, name, &TreeBehavior::name);
        module.behavior = static_cast<int>(old - m_network.behaviors.begin());
        if (old == m_network.behaviors.end()) {
            m_network.behaviors.push_back(m_text.behaviorNamed(name));
        }
        return m_text.atEnd(words, "one behavior");
    }

    Expected<void> finish() {
        if (m_network.modules.empty() || m_network.goals.empty()) {
            return m_text.fail("the network has no goal or no module", "at least one of each");
        }
        for (const NetworkGoal& goal : m_network.goals) {
            if (!goal.hasCondition) {
                return failAt(goal.line, fmt::format("the goal '{}' has no belief", goal.name),
                              "`wants BELIEF` below it");
            }
        }
        if (m_network.resources.empty()) {
            m_network.resources.push_back({"body", 0, 1});
        }
        for (NetworkModule& module : m_network.modules) {
            if (module.behavior < 0) {
                return failAt(module.line, fmt::format("the module '{}' does nothing", module.name),
                              "`do BEHAVIOR` below it");
            }
            if (module.uses.empty()) {
                module.uses.push_back({0, 1});
            }
        }
        if (linkCount(m_network) > kMaxNetworkLinks) {
            return m_text.fail("the network is too dense",
                               fmt::format("at most {} connections", kMaxNetworkLinks));
        }
        return {};
    }

    BehaviorNetwork& m_network;
    ConditionText m_text;
    bool m_isInNetwork = false;
    Block m_block = Block::None;
};

} // namespace

Expected<BehaviorNetwork> readNetworkText(std::string_view text, std::string title,
                                          std::string file) {
    return readForm<BehaviorNetwork>(
        text, std::move(title), std::move(file),
        [&](BehaviorNetwork& network) { return NetworkReader(network).read(text); });
}

} // namespace sideline::decision
