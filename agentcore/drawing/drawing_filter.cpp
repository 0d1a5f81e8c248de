#include "agentcore/drawing/drawing_filter.h"

#include <algorithm>

#include <fmt/format.h>

namespace sideline::drawing {

namespace {

// std::regex uses stack space for each character.
constexpr std::size_t kMaxMatched = 256;
constexpr std::size_t kMaxPattern = 500;

} // namespace

void DrawingFilter::hide(std::string sender, std::string path) {
    m_hidden.emplace(std::move(sender), std::move(path));
}

void DrawingFilter::unhide(const std::string& sender, const std::string& path) {
    m_hidden.erase({sender, path});
}

bool DrawingFilter::isHidden(const std::string& sender, const std::string& path) const {
    return m_hidden.contains({sender, path});
}

base::Expected<void> DrawingFilter::setPattern(std::string pattern) {
    if (pattern.size() > kMaxPattern) {
        return base::failure(base::ErrorCode::LimitExceeded, "the expression is too long",
                             fmt::format("at most {} characters", kMaxPattern));
    }
    std::shared_ptr<const std::regex> regex;
    if (!pattern.empty()) {
        try {
            regex = std::make_shared<const std::regex>(
                pattern, std::regex::ECMAScript | std::regex::icase | std::regex::nosubs);
        } catch (const std::regex_error& error) {
            return base::failure(base::ErrorCode::Malformed,
                                 fmt::format("'{}' is not a regular expression", pattern),
                                 "such as ball or ^walk\\..*zmp$");
        }
    }
    m_pattern = std::move(pattern);
    m_regex = std::move(regex);
    return {};
}

bool DrawingFilter::hides(std::string_view sender, std::string_view set) const {
    if (m_hidden.empty()) {
        return false;
    }
    std::string_view path = set;
    while (true) {
        for (const std::string_view owner : {std::string_view(), sender}) {
            const bool isEverything = owner.empty() && path.empty() && !set.empty();
            if (!isEverything && m_hidden.contains(std::pair(owner, path))) {
                return true;
            }
        }
        if (path.empty()) {
            return false;
        }
        const std::size_t dot = path.rfind('.');
        path = dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
    }
}

bool DrawingFilter::shows(std::string_view sender, std::string_view set) const {
    if (!isOn || hides(sender, set)) {
        return false;
    }
    if (!m_regex) {
        return true;
    }
    const std::string_view matched = set.substr(0, kMaxMatched);
    try {
        return std::regex_search(matched.begin(), matched.end(), *m_regex);
    } catch (const std::regex_error&) {
        return false; // the expression is too complex to be matched with this name
    }
}

bool DrawingFilter::shows(const AgentNote& note) const {
    return isOn && !hides(note.sender, {});
}

} // namespace sideline::drawing
