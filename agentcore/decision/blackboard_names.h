#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "agentcore/decision/behavior_tree.h"

namespace sideline::decision {

/// Resolves names to entries of the blackboards: each subtree has its own names, and some of them
/// map to names of the enclosing tree. Adds entries and strings to a tree that is being read.
class BlackboardNames {
public:
    explicit BlackboardNames(BehaviorTree& tree) : m_tree(tree) { m_scopes.emplace_back(); }

    /// Opens a subtree within the current one.
    /// @param hasAllNames whether it inherits the names of the current one
    /// @param maps whether other names refer to those of the current one
    /// @return the number of the subtree, for `enter`
    [[nodiscard]] int open(std::string prefix, bool hasAllNames, bool maps);
    /// Maps a name of an opened subtree to one of the current tree.
    void map(int scope, std::string_view name, std::string_view outer);
    /// Gives a name of an opened subtree a value of its own.
    void set(int scope, std::string_view name, std::string_view literal);
    /// Makes a tree the current one. @return the previous tree
    int enter(int scope) { return std::exchange(m_scope, scope); }

    /// The entry that a name refers to in the current tree or, if the name begins with `@`, in the
    /// outermost tree.
    [[nodiscard]] int entry(std::string_view name);
    /// Index of a string.
    [[nodiscard]] int text(std::string_view text);
    /// A number, a truth value or a string.
    [[nodiscard]] BlackboardValue literal(std::string_view text);
    /// A possible value of an entry, and its notation.
    using Written = std::vector<std::pair<BlackboardValue, std::string>>;
    /// Records a possible value of an entry.
    /// @param value empty if unknown at load time @param text its notation, without quotes
    void write(int entry, const BlackboardValue& value, std::string_view text);
    /// All possible values of an entry; not set if some are unknown at load time.
    [[nodiscard]] std::optional<Written> written(int entry) const;
    /// Sets the location, such as `field.xml:3`, that warnings report for names resolved from now
    /// on.
    void setPlace(std::string place) { m_place = std::move(place); }
    /// Adds a warning for each entry that is never set: its name may be a misspelled measure.
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
    std::string m_place;
    std::vector<std::string> m_places;               ///< location of each entry's first use
    std::map<std::string, int, std::less<>> m_texts; ///< indices in `ConditionSet::texts`
    std::map<int, Written> m_written;
    /// The values in `m_written`: entry, text (or -1) and number (or 0).
    std::set<std::tuple<int, int, double>> m_values;
    std::set<int> m_unknown;
};

} // namespace sideline::decision
