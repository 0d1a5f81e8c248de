#include "agentcore/decision/machine_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/nearest_name.h"
#include "agentcore/decision/condition_text.h"
#include "agentcore/decision/tree_builder.h"
#include "agentcore/decision/tree_scanner.h"

namespace sideline::decision {

namespace {

using base::Expected;
using On = MachineTransition::On;

constexpr double kMaxAfterS = 3600.0;
constexpr double kMaxPriority = 1000.0;
constexpr int kMachine = -1; // container of the outermost states
constexpr int kAny = -2;     // container of the transitions from any state
constexpr int kLeaf = -3;    // a line that cannot contain others

class MachineReader {
public:
    explicit MachineReader(StateMachine& machine) : m_machine(machine), m_text(machine.file) {}

    Expected<void> read(std::string_view text) {
        auto done = m_text.forLines(text, [this](TreeScanner& words) {
            return m_isInMachine ? line(words) : setting(words);
        });
        return done ? finish() : done;
    }

private:
    struct Named { // name of a state, resolved when all states are known
        int line = 0;
        std::string name;
    };

    static tl::unexpected<base::Error> failAt(int line, std::string message, std::string expected) {
        return tl::unexpected(treeFault(line, std::move(message), std::move(expected)));
    }

    Expected<void> setting(TreeScanner& words) {
        const std::string_view what = words.take();
        if (what == kMachineKind) {
            m_isInMachine = true;
            return m_text.atEnd(words, "the states on the lines below");
        }
        if (what != "behavior" && what != "condition") {
            return m_text.fail(fmt::format("unknown word {}", wordText(what)),
                               "behavior, condition or machine");
        }
        return m_text.define(what, words);
    }

    Expected<void> line(TreeScanner& words) {
        const auto depth = m_text.depthOf(words);
        if (!depth) {
            return tl::unexpected(depth.error());
        }
        if (static_cast<std::size_t>(*depth) >= kMaxTreeDepth ||
            m_machine.states.size() + m_machine.transitions.size() >= kMaxTreeNodes) {
            return m_text.fail("the machine is too large",
                               fmt::format("at most {} states and transitions, and {} levels",
                                           kMaxTreeNodes, kMaxTreeDepth));
        }
        while (m_open.size() > static_cast<std::size_t>(*depth)) {
            close();
        }
        const int holder = m_open.empty() ? kMachine : m_open.back();
        const std::size_t begin = words.position();
        const std::string_view what = words.take();
        if (what == "state" && (holder == kMachine || holder >= 0)) {
            return state(words, holder);
        }
        if (what == "entry" && (holder == kMachine || holder >= 0)) {
            m_open.push_back(kLeaf);
            return entry(words, holder);
        }
        if (what == kAnyGroup && holder == kMachine) {
            m_open.push_back(kAny);
            return m_text.atEnd(words, "transitions on the lines below");
        }
        if (what == "to" && (holder == kAny || holder >= 0)) {
            m_open.push_back(kLeaf);
            return transition(words, begin, holder == kAny ? -1 : holder);
        }
        return m_text.fail(fmt::format("{} does not belong here", wordText(what)),
                           holder == kMachine ? "state, any or entry"
                           : holder == kAny   ? "`to STATE` with a condition"
                           : holder == kLeaf  ? "no line indented more than the one above"
                                              : "`to STATE`, or state or entry in it");
    }

    void close() {
        if (m_open.back() >= 0) {
            m_machine.states[static_cast<std::size_t>(m_open.back())].end = m_machine.states.size();
        }
        m_open.pop_back();
    }

    Expected<void> state(TreeScanner& words, int holder) {
        const std::string_view name = words.take();
        if (!isName(name) || name == kAnyGroup) {
            return m_text.fail(name == kAnyGroup
                                   ? "the state cannot be called 'any', which means all states"
                                   : nameFault("state", name),
                               "state NAME, or state NAME do BEHAVIOR");
        }
        const auto old = std::ranges::find(m_machine.states, name, &MachineState::name);
        if (old != m_machine.states.end()) {
            return m_text.fail(
                fmt::format("the state '{}' is already defined on line {}", name, old->line),
                "unique names");
        }
        const auto index = static_cast<int>(m_machine.states.size());
        MachineState made;
        made.name = name;
        made.line = m_text.line();
        made.depth = static_cast<int>(m_open.size());
        made.parent = holder == kMachine ? -1 : holder;
        if (holder >= 0) {
            MachineState& outer = m_machine.states[static_cast<std::size_t>(holder)];
            if (outer.behavior >= 0) {
                return m_text.fail(
                    fmt::format("'{}' has a behavior, so it cannot contain a state", outer.name),
                    "states only in a state without a behavior");
            }
            if (outer.entry < 0) {
                outer.entry = index;
            }
        }
        m_open.push_back(index);
        if (words.takeIf("do")) {
            const std::string_view does = words.take();
            if (!isWord(does)) {
                return m_text.fail(fmt::format("`do` cannot be followed by {}", wordText(does)),
                                   "`do BEHAVIOR`");
            }
            const auto known = std::ranges::find(m_machine.behaviors, does, &TreeBehavior::name);
            made.behavior = static_cast<int>(known - m_machine.behaviors.begin());
            if (known == m_machine.behaviors.end()) {
                if (m_machine.behaviors.size() >= kMaxTreeBehaviors) {
                    return m_text.fail("too many behaviors",
                                       fmt::format("at most {}", kMaxTreeBehaviors));
                }
                m_machine.behaviors.push_back(m_text.behaviorNamed(does));
            }
        }
        m_machine.states.push_back(std::move(made));
        return m_text.atEnd(words, "`do BEHAVIOR`, or the end of the line");
    }

    Expected<void> entry(TreeScanner& words, int holder) {
        const std::string_view name = words.take();
        const bool isSecond =
            std::ranges::find(m_entries, holder, &std::pair<int, Named>::first) != m_entries.end();
        if (!isName(name) || isSecond) {
            return m_text.fail(isSecond ? "a second entry" : "the entry names no state",
                               "one line `entry STATE`");
        }
        m_entries.push_back({holder, {m_text.line(), std::string(name)}});
        return m_text.atEnd(words, "one state");
    }

    Expected<void> transition(TreeScanner& words, std::size_t begin, int from) {
        const std::string_view target = words.take();
        if (!isName(target)) {
            return m_text.fail(fmt::format("`to` cannot be followed by {}", wordText(target)),
                               "to STATE, then when, after, on or priority");
        }
        MachineTransition made;
        made.line = m_text.line();
        made.from = from;
        ConditionText::Parts parts;
        bool isBounded = false;
        while (!words.isAtEnd()) {
            const std::string_view what = words.take();
            Expected<void> done;
            if (what == "when" && parts.empty()) {
                done = m_text.expression(words, parts);
            } else if (what == "after" && made.afterS == 0.0) {
                done = m_text.bounded(words, what, 0.001, kMaxAfterS, made.afterS);
            } else if (what == "on" && made.on == On::Nothing) {
                done = on(words, made.on);
            } else if (what == "priority" && !std::exchange(isBounded, true)) {
                double value = 0.0;
                done = m_text.bounded(words, what, -kMaxPriority, kMaxPriority, value);
                if (done && value != std::floor(value)) {
                    done = m_text.fail("invalid priority", "an integer");
                }
                made.priority = static_cast<int>(value);
            } else {
                done = m_text.fail(
                    fmt::format("{} is unexpected after the transition", wordText(what)),
                    "when CONDITION, after SECONDS, on done, on failed, priority N; "
                    "each once");
            }
            if (!done) {
                return done;
            }
        }
        const auto condition = m_text.add(parts, m_machine, kMachineKind);
        if (!condition) {
            return tl::unexpected(condition.error());
        }
        static_cast<Expression&>(made) = *condition;
        made.text = words.between(begin, words.position());
        m_targets.push_back({made.line, std::string(target)});
        made.to = static_cast<int>(m_targets.size()) - 1; // index in `m_targets` until all states
                                                          // are known
        m_machine.transitions.push_back(std::move(made));
        return {};
    }

    Expected<void> on(TreeScanner& words, On& into) {
        const std::string_view what = words.take();
        if (what != "done" && what != "failed") {
            return m_text.fail(fmt::format("`on` cannot be followed by {}", wordText(what)),
                               "on done, or on failed: what the behavior reports");
        }
        into = what == "done" ? On::Done : On::Failed;
        return {};
    }

    Expected<int> stateNamed(const Named& named) const {
        const auto found = std::ranges::find(m_machine.states, named.name, &MachineState::name);
        if (found != m_machine.states.end()) {
            return static_cast<int>(found - m_machine.states.begin());
        }
        std::vector<std::string_view> names;
        for (const MachineState& each : m_machine.states) {
            names.push_back(each.name);
        }
        const std::string_view meant = base::nearestName(named.name, names);
        return failAt(named.line, fmt::format("there is no state '{}'", named.name),
                      meant.empty() ? "a state of this file" : fmt::format("{}?", meant));
    }

    Expected<void> finish() {
        while (!m_open.empty()) {
            close();
        }
        if (m_machine.states.empty()) {
            return m_text.fail("the file contains no state machine", "at least one state");
        }
        for (const MachineState& each : m_machine.states) {
            if (each.behavior < 0 && each.entry < 0) {
                return failAt(each.line, fmt::format("the state '{}' does nothing", each.name),
                              "`do BEHAVIOR`, or states in it");
            }
        }
        for (const auto& [holder, named] : m_entries) {
            const auto state = stateNamed(named);
            if (!state) {
                return tl::unexpected(state.error());
            }
            if (m_machine.states[static_cast<std::size_t>(*state)].parent !=
                (holder == kMachine ? -1 : holder)) {
                return failAt(
                    named.line,
                    fmt::format("`entry` leads to '{}', which is at another level", named.name),
                    "a state at the level of `entry`");
            }
            (holder == kMachine ? m_machine.entry
                                : m_machine.states[static_cast<std::size_t>(holder)].entry) =
                *state;
        }
        for (MachineTransition& each : m_machine.transitions) {
            const auto state = stateNamed(m_targets[static_cast<std::size_t>(each.to)]);
            if (!state) {
                return tl::unexpected(state.error());
            }
            each.to = *state;
        }
        std::ranges::stable_sort(m_machine.transitions, {}, &MachineTransition::from);
        warn();
        return {};
    }

    void warn() {
        for (std::size_t i = 0; i < m_machine.states.size(); ++i) {
            const MachineState& state = m_machine.states[i];
            const auto index = static_cast<int>(i);
            // Entering a state also enters the states that contain it.
            const auto leads = [&](const MachineTransition& each) {
                return each.to >= index && each.to < static_cast<int>(state.end) &&
                       each.from != index;
            };
            const bool isEntry =
                state.parent < 0
                    ? m_machine.entry == index
                    : m_machine.states[static_cast<std::size_t>(state.parent)].entry == index;
            if (!isEntry && std::ranges::none_of(m_machine.transitions, leads)) {
                m_machine.warnings.push_back(fmt::format("{}:{}: nothing leads to the state '{}'",
                                                         m_machine.file, state.line, state.name));
            }
        }
    }

    StateMachine& m_machine;
    ConditionText m_text;
    bool m_isInMachine = false;
    std::vector<int> m_open; ///< states, `kAny` or `kLeaf`, by depth
    std::vector<Named> m_targets;
    std::vector<std::pair<int, Named>> m_entries; ///< by container
};

} // namespace

Expected<StateMachine> readMachineText(std::string_view text, std::string title, std::string file) {
    return readForm<StateMachine>(
        text, std::move(title), std::move(file),
        [&](StateMachine& machine) { return MachineReader(machine).read(text); });
}

} // namespace sideline::decision
