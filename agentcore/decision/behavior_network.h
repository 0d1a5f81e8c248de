#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/decision/condition.h"
#include "agentcore/decision/decider.h"

namespace sideline::decision {

/// Parameters of the activation spreading, named as in Dorer's papers.
struct NetworkParameters {
    double gamma = 0.8; ///< weight of activation by goals, and by modules with unfulfilled
                        ///< preconditions
    double delta = 0.7; ///< weight of inhibition by goals, and by modules whose preconditions would
                        ///< be destroyed
    double beta = 0.5;  ///< fraction of its activation that a module keeps from cycle to cycle
    double sigma = 0.5; ///< activation at which a module passes on half of the maximum
    double gain = 8.0;  ///< steepness of the passed-on part at `sigma`
    double theta = 0.3; ///< threshold of a resource right after a module has started to use it
    double thetaFallPerS = 0.5; ///< decay of that threshold while a module waits for it
    double stay = 0.05;         ///< bonus for the active modules
};

/// A named condition with a truth value.
struct NetworkBelief : Expression {
    std::string name;
    int line = 0;
};

/// A belief or its negation.
struct NetworkAtom {
    std::size_t belief = 0;
    bool isNegated = false;
};

struct NetworkGoal : Expression { // relevance of the goal; always 1 without steps
    std::string name;
    int line = 0;
    bool hasCondition = false; ///< whether `condition` is set
    NetworkAtom condition;
    double importance = 1.0;
};

struct NetworkEffect {
    NetworkAtom atom;
    double expectation = 1.0; ///< probability that `atom` holds after the module has acted, 0 to 1
};

struct NetworkUse {
    std::size_t resource = 0;
    int units = 1;
};

struct NetworkModule {
    std::string name;
    int line = 0;
    int behavior = -1; ///< index in `BehaviorNetwork::behaviors`
    std::vector<NetworkAtom> needs;
    std::vector<NetworkEffect> effects;
    std::vector<NetworkUse> uses;
};

struct NetworkResource {
    std::string name;
    int line = 0;
    int units = 1;
};

/// An extended behavior network. Immutable once built; may be used from any thread.
struct BehaviorNetwork : ConditionSet {
    std::string title; ///< for display
    std::string file;
    NetworkParameters parameters;
    std::vector<NetworkBelief> beliefs;
    std::vector<NetworkGoal> goals;
    std::vector<NetworkModule> modules;
    std::vector<NetworkResource> resources; ///< at least one
    std::vector<TreeBehavior> behaviors;
};
using BehaviorNetworkPtr = std::shared_ptr<const BehaviorNetwork>;

/// Maximum number of connections between modules and goals or other modules; it limits the
/// computing time of a cycle.
inline constexpr std::size_t kMaxNetworkLinks = 1500;
/// Number of connections in a network.
[[nodiscard]] std::size_t linkCount(const BehaviorNetwork& network);

/// Decides with an extended behavior network (Dorer, IJCAI 1999, and ECAI 2004, references 7 and 6
/// of the magmaOffenburg manual; reproduced from memory).
///
/// Each cycle, with tau(p) the truth of a belief, ex(p) the expectation of an effect, f the
/// importance of a goal times its relevance, and s(x) = 1 / (1 + exp(gain (sigma - x))), a module k
/// receives from goal i the activation with the largest magnitude among these:
///
///     gamma f(i) ex(p)                                 p, an effect of k, is the goal's belief
///     -delta f(i) ex(p)                                it is the negation
///     gamma s(a(succ, i)) ex(p) (1 - tau(p))           p is a need of another module, succ
///     -delta s(a(conf, i)) ex(p) tau(not p)            not p is a need of another module, conf
///
/// with the a(., i) of the previous cycle. Its activation is a(k) = beta a(k) + the sum over all
/// goals; its executability e(k) is the minimum truth of its needs; its value h(k) = a(k) e(k).
/// Modules with a(., i) of 0 or less pass on nothing, so irrelevant goals activate no module.
/// Modules are chosen by value, highest first, while the resources they use have units left. A
/// module that was not active must also reach the threshold of each of its resources, which is
/// theta right after a module has begun to use the resource, and falls while a module waits for it.
/// Active modules are exempt from the threshold and get the bonus `stay`; we added this because
/// behaviors last longer than a cycle. Allocates only when it is constructed. A value.
class NetworkRun final : public Decider {
public:
    explicit NetworkRun(BehaviorNetworkPtr network);

    [[nodiscard]] std::string_view kind() const override { return kNetworkKind; }
    [[nodiscard]] std::string_view title() const override { return m_network->title; }
    [[nodiscard]] std::span<const TreeBehavior> behaviors() const override {
        return m_network->behaviors;
    }
    void reset() override;
    void decide(const MeasureInput& input, double stepS, std::span<const Work> work,
                std::vector<BehaviorRequest>& requests) override;
    [[nodiscard]] int nodeOf(std::size_t behavior) const override;
    void follow(const Decider& before) override;
    void explain(std::span<const Work> work, world::DecisionTrace& trace) const override;
    [[nodiscard]] std::string describe() const override;
    [[nodiscard]] std::unique_ptr<Decider> clone() const override {
        return std::make_unique<NetworkRun>(*this);
    }

    [[nodiscard]] double activation(std::size_t module) const { return m_activation[module]; }
    [[nodiscard]] double activation(std::size_t module, std::size_t goal) const {
        return m_byGoal[module * m_network->goals.size() + goal];
    }
    [[nodiscard]] double executability(std::size_t module) const { return m_executable[module]; }
    [[nodiscard]] double value(std::size_t module) const {
        return m_activation[module] * m_executable[module];
    }
    [[nodiscard]] double threshold(std::size_t resource) const { return m_theta[resource]; }

private:
    /// An effect of a module that is the subject of a goal or of another module's need.
    struct Link {
        std::size_t module = 0;
        NetworkEffect effect;
        std::size_t other = 0; ///< index of the goal or other module
        bool isGoal = false;
        bool isAgainst = false; ///< whether the goal or need is the negation of the effect
    };

    void buildLinks();
    void buildShape();
    void addShape(int depth, int line, std::string name, std::size_t terms);
    void spread();
    void choose(double stepS, std::vector<BehaviorRequest>& requests);
    [[nodiscard]] double truthOf(const NetworkAtom& atom) const;
    [[nodiscard]] bool reaches(std::size_t module, std::size_t goal) const {
        return m_reaches[module * m_network->goals.size() + goal] != 0;
    }

    BehaviorNetworkPtr m_network;
    ConditionValues m_conditions;
    std::vector<Link> m_links;
    std::vector<std::uint8_t> m_reaches; ///< module by goal: whether the goal can activate it
    std::vector<double> m_beliefs;       ///< truth of each belief
    std::vector<double> m_goals;         ///< importance times relevance of each goal
    std::vector<double> m_byGoal;        ///< module by goal: activation
    std::vector<double> m_passedOn;      ///< module by goal: s of the previous cycle
    std::vector<double> m_activation;    ///< activation of each module
    std::vector<double> m_executable;
    std::vector<double> m_theta;         ///< threshold of each resource
    std::vector<int> m_free;             ///< remaining units of each resource during the choice
    std::vector<std::uint8_t> m_begun;   ///< resources that a module began to use
    std::vector<std::uint8_t> m_awaited; ///< resources for which a module waits
    std::vector<std::uint8_t> m_chosen;  ///< chosen modules
    std::vector<std::uint8_t> m_before;  ///< modules chosen in the previous cycle
    std::vector<std::size_t> m_order;    ///< modules, sorted by value
    world::DecisionTrace m_shape;        ///< constant part of a trace
    std::vector<std::string> m_needs;    ///< all modules' needs, as strings
    std::vector<int> m_moduleNodes;      ///< index of each module in the trace
};

} // namespace sideline::decision
