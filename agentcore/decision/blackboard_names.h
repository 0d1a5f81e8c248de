#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/decision/behavior_tree.h"
#include "agentcore/decision/condition_text.h"

namespace sideline::decision {

/// Which entry of the blackboards a name means: each subtree has names of its own, of which some
/// are names of the tree that it stands in. Adds entries and texts to a tree that is being read.
class BlackboardNames final : public ConditionNames {
public:
    explicit BlackboardNames(BehaviorTree& tree) : m_tree(tree) { m_scopes.emplace_back(); }

    /// A subtree within the current one. @param sharesAll it has the names of the current one
    /// @param maps those it does not have are names of the current one
    /// @return for `enter`
    [[nodiscard]] int open(std::string prefix, bool sharesAll, bool maps);
    /// Makes a name of an opened subtree one of the current one.
    void map(int scope, std::string_view name, std::string_view outer);
    /// Gives a name of an opened subtree a value of its own.
    void set(int scope, std::string_view name, std::string_view literal);
    /// @return the one that was current
    int enter(int scope) { return std::exchange(m_scope, scope); }

    [[nodiscard]] int entry(std::string_view name) override { return entryIn(m_scope, name); }
    [[nodiscard]] int text(std::string_view quoted) override;
    /// A number, a truth or a text.
    [[nodiscard]] BlackboardValue literal(std::string_view text);
    /// What an entry can hold, and as what it is written.
    using Written = std::vector<std::pair<BlackboardValue, std::string>>;
    /// Notes that an entry can hold this. @param value not set: what is not known now
    void write(int entry, const BlackboardValue& value, std::string_view text);
    /// All that an entry can hold; nothing: not all is known now.
    [[nodiscard]] std::optional<Written> written(int entry) const;
    /// Where names are read from now on.
    void setLine(int line) { m_line = line; }
    /// Notes in the tree which entries nothing sets: their names may be misspelled measures.
    void warn();

private:
    struct Scope {
        int parent = -1;
        bool maps = false;
        std::string prefix;
        std::map<std::string, int, std::less<>> names;
    };
    [[nodiscard]] int entryIn(int scope, std::string_view name);
    int add(std::string name, const BlackboardValue& value);

    BehaviorTree& m_tree;
    std::vector<Scope> m_scopes;
    int m_scope = 0;
    int m_line = 0;
    std::vector<int> m_lines; ///< of each entry: where it is named first
    std::map<int, Written> m_written;
    std::set<int> m_unknown;
};

} // namespace sideline::decision
