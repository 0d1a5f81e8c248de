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

/// Which drawings the user wants to see. A value; any thread.
///
/// Names of sets are paths with dots: hiding `ball` hides `ball.prediction` too, today's and
/// those to come.
class DrawingFilter {
public:
    /// Shows nothing at all while false.
    bool isOn = true;

    /// Hides a set and everything below it.
    /// @param sender empty for every sender
    /// @param path empty for all that the sender draws, its texts over agents included; of every
    ///     sender for sets without a name
    void hide(std::string sender, std::string path);
    /// Takes back a `hide` with the same arguments.
    void unhide(const std::string& sender, const std::string& path);
    void unhideAll() { m_hidden.clear(); }
    /// Whether exactly this was hidden.
    [[nodiscard]] bool isHidden(const std::string& sender, const std::string& path) const;

    /// Shows only sets in whose names the expression is found (ECMAScript, letters of either
    /// case); empty for all. Errors: Malformed if it is no expression; the last good one holds.
    [[nodiscard]] base::Expected<void> setPattern(std::string pattern);
    [[nodiscard]] const std::string& pattern() const { return m_pattern; }

    [[nodiscard]] bool shows(std::string_view sender, std::string_view set) const;
    [[nodiscard]] bool shows(const ShapeSet& set) const { return shows(set.sender, set.name); }
    /// Texts over agents obey to what is hidden of their senders, not to the pattern.
    [[nodiscard]] bool shows(const AgentNote& note) const;

    [[nodiscard]] bool operator==(const DrawingFilter& other) const {
        return isOn == other.isOn && m_hidden == other.m_hidden && m_pattern == other.m_pattern;
    }

private:
    [[nodiscard]] bool hides(std::string_view sender, std::string_view set) const;

    // Finds pairs of views without making strings of them.
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
    std::shared_ptr<const std::regex> m_regex; ///< null for all
};

} // namespace sideline::drawing
