#include "agentcore/decision/node_types.h"

#include <algorithm>
#include <limits>

namespace sideline::decision {

namespace {

constexpr std::size_t kMany = std::numeric_limits<std::size_t>::max();

constexpr std::array<std::string_view, 7> kLoopPorts = {"queue", "if_empty?", "value?"};

constexpr std::array kTypes = {
    NodeType{"Sequence", NodeKind::Sequence, 1, kMany},
    NodeType{"AsyncSequence", NodeKind::AsyncSequence, 1, kMany},
    NodeType{"ReactiveSequence", NodeKind::ReactiveSequence, 1, kMany},
    NodeType{"SequenceWithMemory", NodeKind::SequenceWithMemory, 1, kMany},
    NodeType{"SequenceStar", NodeKind::SequenceWithMemory, 1, kMany},
    NodeType{"Fallback", NodeKind::Fallback, 1, kMany},
    NodeType{"AsyncFallback", NodeKind::AsyncFallback, 1, kMany},
    NodeType{"ReactiveFallback", NodeKind::ReactiveFallback, 1, kMany},
    NodeType{"Parallel",
             NodeKind::Parallel,
             1,
             kMany,
             {{{"success_count", "success_threshold", "-1"},
               {"failure_count", "failure_threshold", "1"}}}},
    NodeType{"ParallelAll", NodeKind::ParallelAll, 1, kMany, {{{"max_failures", "", "1"}}}},
    NodeType{"IfThenElse", NodeKind::IfThenElse, 2, 3},
    NodeType{"WhileDoElse", NodeKind::WhileDoElse, 2, 3},
    NodeType{"Switch2", NodeKind::Switch, 3, 3, {}, {"variable", "case_1", "case_2"}},
    NodeType{"Switch3", NodeKind::Switch, 4, 4, {}, {"variable", "case_1", "case_2", "case_3"}},
    NodeType{"Switch4",
             NodeKind::Switch,
             5,
             5,
             {},
             {"variable", "case_1", "case_2", "case_3", "case_4"}},
    NodeType{"Switch5",
             NodeKind::Switch,
             6,
             6,
             {},
             {"variable", "case_1", "case_2", "case_3", "case_4", "case_5"}},
    NodeType{"Switch6",
             NodeKind::Switch,
             7,
             7,
             {},
             {"variable", "case_1", "case_2", "case_3", "case_4", "case_5", "case_6"}},
    NodeType{"TryCatch", NodeKind::TryCatch, 2, kMany, {}, {"catch_on_halt?"}},
    NodeType{"Inverter", NodeKind::Inverter, 1, 1},
    NodeType{"ForceSuccess", NodeKind::ForceSuccess, 1, 1},
    NodeType{"ForceFailure", NodeKind::ForceFailure, 1, 1},
    NodeType{"Repeat", NodeKind::Repeat, 1, 1, {{{"num_cycles", "", ""}}}},
    NodeType{
        "RetryUntilSuccessful", NodeKind::RetryUntilSuccessful, 1, 1, {{{"num_attempts", "", ""}}}},
    // The spelling of version 3.
    NodeType{
        "RetryUntilSuccesful", NodeKind::RetryUntilSuccessful, 1, 1, {{{"num_attempts", "", ""}}}},
    NodeType{"KeepRunningUntilFailure", NodeKind::KeepRunningUntilFailure, 1, 1},
    NodeType{"Timeout", NodeKind::Timeout, 1, 1, {{{"msec", "", ""}}}},
    NodeType{"Delay", NodeKind::Delay, 1, 1, {{{"delay_msec", "", ""}}}},
    NodeType{"RunOnce", NodeKind::RunOnce, 1, 1, {}, {"then_skip?"}},
    NodeType{"Precondition", NodeKind::Precondition, 1, 1, {}, {"if", "else?"}},
    NodeType{"LoopInt", NodeKind::Loop, 1, 1, {}, kLoopPorts},
    NodeType{"LoopDouble", NodeKind::Loop, 1, 1, {}, kLoopPorts},
    NodeType{"LoopBool", NodeKind::Loop, 1, 1, {}, kLoopPorts},
    NodeType{"LoopString", NodeKind::Loop, 1, 1, {}, kLoopPorts},
    NodeType{"SkipUnlessUpdated", NodeKind::SkipUnlessUpdated, 1, 1, {}, {"entry"}},
    NodeType{"WaitValueUpdate", NodeKind::WaitValueUpdate, 1, 1, {}, {"entry"}},
    NodeType{"AlwaysSuccess", NodeKind::AlwaysSuccess},
    NodeType{"AlwaysFailure", NodeKind::AlwaysFailure},
    NodeType{"SetBlackboard", NodeKind::SetBlackboard, 0, 0, {}, {"value", "output_key"}},
    NodeType{"UnsetBlackboard", NodeKind::UnsetBlackboard, 0, 0, {}, {"key"}},
    NodeType{"WasEntryUpdated", NodeKind::WasEntryUpdated, 0, 0, {}, {"entry"}},
    NodeType{"Script", NodeKind::Script, 0, 0, {}, {"code"}},
    NodeType{"ScriptCondition", NodeKind::Condition, 0, 0, {}, {"code"}},
    NodeType{"Sleep", NodeKind::Sleep, 0, 0, {{{"msec", "", ""}}}},
};

struct Refusal {
    std::string_view tag;
    std::string_view why;
};
constexpr std::string_view kOldCheck =
    "it belongs to version 3; version 4 has _skipIf, _failureIf and Precondition instead";
constexpr std::array<Refusal, 7> kRefusals = {
    {{"ManualSelector", "a person would have to choose in a terminal while the robot plays"},
     {"ConsumeQueue", "its queue is an object of a C++ program; LoopString and similar nodes take "
                      "a queue from the file"},
     {"TestNode", "it replaces another node in unit tests, never in a file"},
     {"BlackboardCheckInt", kOldCheck},
     {"BlackboardCheckDouble", kOldCheck},
     {"BlackboardCheckString", kOldCheck},
     {"BlackboardCheckBool", kOldCheck}}};

constexpr std::array<ComparisonPort, 6> kLimits = {{{"below", "<"},
                                                    {"at-most", "<="},
                                                    {"above", ">"},
                                                    {"at-least", ">="},
                                                    {"is", "="},
                                                    {"is-not", "!="}}};

} // namespace

std::span<const NodeType> nodeTypes() {
    return kTypes;
}

std::string_view refusalOf(std::string_view tag) {
    const auto found = std::ranges::find(kRefusals, tag, &Refusal::tag);
    return found == kRefusals.end() ? std::string_view() : found->why;
}

bool isEditorAttribute(std::string_view name) {
    constexpr std::array<std::string_view, 5> kEditors = {"name", "ID", "_description", "_fullpath",
                                                          "_uid"};
    return std::ranges::find(kEditors, name) != kEditors.end();
}

std::string nodeName(const Measure& measure) {
    std::string name(measure.name);
    std::ranges::replace(name, '.', '-');
    return name;
}

const Measure* measureOfNode(std::string_view tag) {
    const auto found = std::ranges::find_if(measures(), [&](const Measure& measure) {
        return measure.name == tag || nodeName(measure) == tag;
    });
    return found == measures().end() ? nullptr : &*found;
}

std::span<const ComparisonPort> comparisonPorts() {
    return kLimits;
}

} // namespace sideline::decision
