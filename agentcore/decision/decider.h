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
#include "agentcore/decision/measure_input.h"
#include "agentcore/world/decision_trace.h"

namespace sideline::decision {

/// A behavior that a decision requests: a registered one with its settings.
struct TreeBehavior {
    std::string name;       ///< name in the file
    std::string registered; ///< registered name, such as `striker`
    std::vector<std::pair<std::string, std::string>> settings;
    std::string file; ///< file and line of the request
    int line = 0;
    /// Whether both request the same behavior and settings.
    [[nodiscard]] bool isSameAs(const TreeBehavior& other) const {
        return registered == other.registered && settings == other.settings;
    }
};

/// Forms of decisions: the names of the behaviors that run them, and prefixes in their traces.
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
/// Prefix and groups of the trace of a policy, which moves the joints instead of choosing
/// behaviors.
inline constexpr std::string_view kPolicyKind = "policy";
inline constexpr std::string_view kInputsGroup = "inputs";
inline constexpr std::string_view kLayersGroup = "layers";
inline constexpr std::string_view kOutputsGroup = "outputs";
/// In the trace of a state machine: the prefix of transitions, and the group of the transitions
/// from any state.
inline constexpr std::string_view kTransition = "to ";
inline constexpr std::string_view kAnyGroup = "any";
/// In the trace of a behavior tree: the prefix of the term for an action whose behavior has failed;
/// the reason that the behavior reports follows.
inline constexpr std::string_view kReport = "reports: ";
/// The status of a node of a behavior tree in a cycle.
enum class NodeStatus : std::uint8_t { Idle, Skipped, Running, Success, Failure };
/// The scores that represent these statuses in a trace, by status.
inline constexpr std::array kStatusScores = {0.0, 0.1, 0.5, 1.0, -1.0};
/// Minimum truth of a condition that counts as met, where a yes or no is needed.
inline constexpr double kHolds = 0.5;

/// A request for a behavior.
struct BehaviorRequest {
    int node = 0;     ///< node of the trace that requests the behavior
    int behavior = 0; ///< index in `Decider::behaviors`
    int run = 0;      ///< number of the request; a restart of the same behavior has a new one
};

/// An active behavior.
struct Work {
    int node = 0;                                        ///< node of the trace that requested it
    int behavior = 0;                                    ///< index in `Decider::behaviors`
    behavior::Status status = behavior::Status::Running; ///< status in the last cycle
    int run = 0;                                         ///< number of the request that started it
    std::string report = {}; ///< reason that the behavior gave when it last failed
};

/// A decision maker: requests behaviors in each cycle. It runs none of them.
/// Agent's thread; allocates nothing after warm-up.
class Decider {
public:
    virtual ~Decider() = default;
    /// Its form: one of the constants above.
    [[nodiscard]] virtual std::string_view kind() const = 0;
    /// For display: the form and the name of its file.
    [[nodiscard]] virtual std::string_view title() const = 0;
    /// All behaviors that it may request.
    [[nodiscard]] virtual std::span<const TreeBehavior> behaviors() const = 0;
    /// Corrections made while reading its file, with file and line.
    [[nodiscard]] virtual std::span<const std::string> warnings() const { return {}; }
    /// Restarts.
    virtual void reset() {}
    /// Decides for this cycle.
    /// @param stepS time since the last cycle
    /// @param work the active behaviors
    /// @param requests output, initially empty: each behavior at most once
    virtual void decide(const MeasureInput& input, double stepS, std::span<const Work> work,
                        std::vector<BehaviorRequest>& requests) = 0;
    /// The first node that requests a behavior.
    [[nodiscard]] virtual int nodeOf(std::size_t behavior) const = 0;
    /// Adopts the state of an older version of the same file, where both have the same parts.
    virtual void follow(const Decider& before) { static_cast<void>(before); }
    /// Explains the last decision. Allocates nothing if `trace` has already held an explanation of
    /// the same decider.
    virtual void explain(std::span<const Work> work, world::DecisionTrace& trace) const = 0;
    /// A readable summary of its parts, with line numbers of its file.
    [[nodiscard]] virtual std::string describe() const = 0;
    [[nodiscard]] virtual std::unique_ptr<Decider> clone() const = 0;

protected:
    Decider() = default;
    Decider(const Decider&) = default;
    Decider& operator=(const Decider&) = default;
};

/// A behavior's name in the file, followed by its registered name, if that differs, and its
/// settings.
[[nodiscard]] std::string describe(const TreeBehavior& does);

} // namespace sideline::decision
