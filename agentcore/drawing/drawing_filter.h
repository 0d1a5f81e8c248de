#pragma once

#include <memory>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "agentcore/base/error.h"
#include "agentcore/drawing/drawing_board.h"

namespace sideline::drawing {

/// The user's choice of visible drawings. A value; any thread.
///
/// Names of sets are dotted paths: hiding `ball` also hides `ball.prediction`, including sets
/// created later.
class DrawingFilter {
public:
    /// Shows nothing at all while false.
    bool isOn = true;

    /// Hides a set and everything below it.
    /// @param sender empty for all senders
    /// @param path empty for everything from the sender, including labels above agents. If both are
    ///     empty, hides only sets without a name.
    void hide(std::string sender, std::string path);
    /// Undoes a `hide` with the same arguments.
    void unhide(const std::string& sender, const std::string& path);
    /// Whether `hide` was called with these arguments.
    [[nodiscard]] bool isHidden(const std::string& sender, const std::string& path) const;

    /// Shows only sets whose names match the expression (ECMAScript, case-insensitive); an empty
    /// one shows all. Errors: Malformed for an invalid expression; the last valid one remains.
    [[nodiscard]] base::Expected<void> setPattern(std::string pattern);
    [[nodiscard]] const std::string& pattern() const { return m_pattern; }

    [[nodiscard]] bool shows(std::string_view sender, std::string_view set) const;
    [[nodiscard]] bool shows(const ShapeSet& set) const { return shows(set.sender, set.name); }
    /// Visibility of labels above agents depends on the hidden senders, not on the pattern.
    [[nodiscard]] bool shows(const AgentNote& note) const;

    [[nodiscard]] bool operator==(const DrawingFilter& other) const {
        return isOn == other.isOn && m_hidden == other.m_hidden && m_pattern == other.m_pattern;
    }

private:
    [[nodiscard]] bool hides(std::string_view sender, std::string_view set) const;

    // Looks up pairs of string views without creating strings.
    struct Less {
        using is_transparent = void;
        template <typename A, typename B>
        bool operator()(const A& a, const B& b) const {
            const int order = std::string_view(a.first).compare(b.first);
            return order < 0 || (order == 0 && std::string_view(a.second) < b.second);
        }
    };
    std::set<std::pair<std::string, std::string>, Less> m_hidden; ///< sender, path
    std::string m_pattern;
    std::shared_ptr<const std::regex> m_regex; ///< null if all names match
};

} // namespace sideline::drawing
