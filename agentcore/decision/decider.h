#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/behavior/behavior.h"
#include "agentcore/decision/measures.h"
#include "agentcore/world/decision_trace.h"

namespace sideline::decision {

/// A behavior as a decision asks for it: one that is registered, and how it is set.
struct TreeBehavior {
    std::string name;       ///< in the file
    std::string registered; ///< as `striker`
    std::vector<std::pair<std::string, std::string>> settings;
    std::string file; ///< where it is asked for
    int line = 0;
    /// Whether it does the same, wherever it was written.
    [[nodiscard]] bool isSameAs(const TreeBehavior& other) const {
        return registered == other.registered && settings == other.settings;
    }
};

/// Forms of decisions, as behaviors are named that run them and as traces begin.
inline constexpr std::string_view kTreeKind = "tree";
inline constexpr std::string_view kNetworkKind = "network";
inline constexpr std::string_view kMachineKind = "machine";
inline constexpr std::string_view kBehaviorTreeKind = "behavior-tree";
inline constexpr std::array kDecisionKinds = {kTreeKind, kNetworkKind, kMachineKind,
                                              kBehaviorTreeKind};

/// Names in the trace of a network.
inline constexpr std::string_view kActivation = "activation";
inline constexpr std::string_view kExecutable = "executable";
inline constexpr std::string_view kResourcesGroup = "thresholds of resources";
/// How the trace of a policy begins, which decides no behaviors but moves the joints; its groups.
inline constexpr std::string_view kPolicyKind = "policy";
inline constexpr std::string_view kInputsGroup = "inputs";
inline constexpr std::string_view kLayersGroup = "layers";
inline constexpr std::string_view kOutputsGroup = "outputs";
/// In that of a state machine: transitions begin so, and stand below their state or this group.
inline constexpr std::string_view kTransition = "to ";
inline constexpr std::string_view kAnyGroup = "any";
/// Of a node of a behavior tree in a cycle.
enum class NodeStatus : std::uint8_t { Idle, Skipped, Running, Success, Failure };
/// The scores that stand for them in a trace, by status.
inline constexpr std::array kStatusScores = {0.0, 0.1, 0.5, 1.0, -1.0};
/// Truth from which a condition counts as met, where it is met or not.
inline constexpr double kHolds = 0.5;

/// A behavior that shall be at work.
struct Wish {
    int node = 0;     ///< of the trace, that asks for it
    int behavior = 0; ///< index in `Decider::behaviors`
    int run = 0;      ///< the same behavior begins anew under another number
};

/// A behavior that is at work.
struct Work {
    int node = 0;                                        ///< of the trace, for which it works
    int behavior = 0;                                    ///< index in `Decider::behaviors`
    behavior::Status status = behavior::Status::Running; ///< of the last cycle
    int run = 0;                                         ///< of the wish that it began with
};

/// A way of deciding: says in every cycle which behaviors shall be at work. It runs none of them.
/// Agent's thread; allocates nothing after warm-up.
class Decider {
public:
    virtual ~Decider() = default;
    /// Its form: one of the constants above.
    [[nodiscard]] virtual std::string_view kind() const = 0;
    /// For display: the form and the name of its file.
    [[nodiscard]] virtual std::string_view title() const = 0;
    /// All that it may ask for.
    [[nodiscard]] virtual std::span<const TreeBehavior> behaviors() const = 0;
    /// What a reader has put right, with file and line.
    [[nodiscard]] virtual std::span<const std::string> warnings() const { return {}; }
    /// Begins anew.
    virtual void reset() {}
    /// Decides for this cycle.
    /// @param stepS since the last cycle @param work as it stands
    /// @param wishes empty; receives what shall be at work, each behavior once at most
    virtual void decide(const MeasureInput& input, double stepS, std::span<const Work> work,
                        std::vector<Wish>& wishes) = 0;
    /// The first node that asks for a behavior.
    [[nodiscard]] virtual int nodeOf(std::size_t behavior) const = 0;
    /// Goes on where an older version of the same file stands, as far as both have the same parts.
    virtual void follow(const Decider& before) { static_cast<void>(before); }
    /// Writes down how the last decision was made. Allocates nothing if `trace` has held one of the
    /// same decider before.
    virtual void explain(std::span<const Work> work, world::DecisionTrace& trace) const = 0;
    /// As text for people: what it has, with lines of its file.
    [[nodiscard]] virtual std::string describe() const = 0;
    [[nodiscard]] virtual std::unique_ptr<Decider> clone() const = 0;

protected:
    Decider() = default;
    Decider(const Decider&) = default;
    Decider& operator=(const Decider&) = default;
};

/// A behavior's name in the file, with what it is and how it is set unless the name says so.
[[nodiscard]] std::string describe(const TreeBehavior& does);

} // namespace sideline::decision
