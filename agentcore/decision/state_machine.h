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

/// A state: it runs a behavior, or contains states.
struct MachineState {
    std::string name;
    int line = 0;        ///< line in its file, from 1
    int depth = 0;       ///< 0 for an outermost state
    int parent = -1;     ///< index of the state that contains it; -1: none
    int entry = -1;      ///< index of its initial state; -1: none
    int behavior = -1;   ///< index in `StateMachine::behaviors`; -1: it contains states
    std::size_t end = 0; ///< one past the last state that it contains
};

/// A transition from a state, or from any state, to another one. Without steps its condition is
/// true.
struct MachineTransition : Expression {
    /// Status that the active behavior must have reported.
    enum class On : std::uint8_t { Nothing, Done, Failed };

    std::string text; ///< text as written, from `to` on
    int line = 0;
    int from = -1; ///< index of the state that it leads from; -1: any
    int to = 0;
    double afterS = 0.0; ///< minimum time in its state
    On on = On::Nothing;
    int priority = 0; ///< transitions with higher priority come first
};

/// A state machine, possibly hierarchical. Immutable once built; may be used from any thread.
struct StateMachine : ConditionSet {
    std::string title; ///< for display
    std::string file;
    int entry = 0;
    std::vector<MachineState> states; ///< each state before the states that it contains
    /// Transitions from any state, then those of the first state, then of the second, ...
    std::vector<MachineTransition> transitions;
    std::vector<TreeBehavior> behaviors;
    std::vector<std::string> warnings; ///< states that no transition leads to, with file and line
};
using StateMachinePtr = std::shared_ptr<const StateMachine>;

/// Decides with a state machine: requests the behavior of the active state. In each cycle each
/// transition has a value from 0 to 1: the truth of its condition, or 0 until its minimum time has
/// passed and its status has been reported. Of the transitions of the active state, of the states
/// that contain it and of any state, one with a value of at least `kHolds` fires: the one with the
/// highest priority, then the outermost, then the one with the highest value, then the first
/// listed. Transitions to an active state do not fire, except transitions from a state to itself,
/// which restart it. At most one transition fires in a cycle. Time in a state counts from when its
/// behavior moves the robot; the previous behavior may have to stop first. If the next state runs
/// the same behavior, the behavior continues unless it has ended. Allocates only when it is
/// constructed. A value.
class MachineRun final : public Decider {
public:
    explicit MachineRun(StateMachinePtr machine);

    [[nodiscard]] std::string_view kind() const override { return kMachineKind; }
    [[nodiscard]] std::string_view title() const override { return m_machine->title; }
    [[nodiscard]] std::span<const TreeBehavior> behaviors() const override {
        return m_machine->behaviors;
    }
    [[nodiscard]] std::span<const std::string> warnings() const override {
        return m_machine->warnings;
    }
    void reset() override;
    void decide(const MeasureInput& input, double stepS, std::span<const Work> work,
                std::vector<BehaviorRequest>& requests) override;
    [[nodiscard]] int nodeOf(std::size_t behavior) const override;
    void follow(const Decider& before) override;
    void explain(std::span<const Work> work, world::DecisionTrace& trace) const override;
    [[nodiscard]] std::string describe() const override;
    [[nodiscard]] std::unique_ptr<Decider> clone() const override {
        return std::make_unique<MachineRun>(*this);
    }

    /// The active state that has a behavior; -1 before the first cycle.
    [[nodiscard]] int active() const { return m_active; }
    /// Time for which a state has been active.
    [[nodiscard]] double timeS(std::size_t state) const { return m_timeS[state]; }
    /// The value of a transition in the last cycle.
    [[nodiscard]] double value(std::size_t transition) const { return m_values[transition]; }

private:
    void buildShape();
    void addShape(int depth, int line, std::string name, int behavior);
    [[nodiscard]] bool isActive(int state) const;
    [[nodiscard]] int depthOf(const MachineTransition& transition) const;
    [[nodiscard]] double timeFor(const MachineTransition& transition) const;
    [[nodiscard]] bool isReported(const MachineTransition& transition) const;
    [[nodiscard]] double valueOf(const MachineTransition& transition) const;
    [[nodiscard]] bool mayFire(const MachineTransition& transition) const;
    [[nodiscard]] bool goesBefore(std::size_t i, std::size_t other) const;
    [[nodiscard]] int firing() const;
    void go(const MachineTransition& transition);
    [[nodiscard]] int leafOf(int state) const;

    StateMachinePtr m_machine;
    ConditionValues m_conditions;
    std::vector<double> m_timeS;  ///< time in each state
    std::vector<double> m_times;  ///< for each transition, the time in the state it refers to
    std::vector<double> m_values; ///< value of each transition
    int m_active = -1;
    int m_fired = -1; ///< the transition that fired in the last cycle; -1: none
    int m_run = 0;    ///< number of the request for the active state's behavior
    bool m_isAtWork = false;
    behavior::Status m_status = behavior::Status::Running; ///< status of that behavior, if it is
                                                           ///< active
    world::DecisionTrace m_shape;                          ///< constant part of a trace
    std::vector<int> m_stateNodes;                         ///< index of each state in the trace
    std::vector<int> m_nodes; ///< index of each transition in the trace
};

} // namespace sideline::decision
