#include "agentcore/planning/formation/formation_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/assert.h"

namespace sideline::planning {

namespace {

using Eigen::Vector2d;
using Lines = std::vector<std::string>;

constexpr std::string_view kSpaces = " \t\r\n";

// A word and its position in the line.
struct Word {
    std::size_t begin = 0;
    std::string_view text;
};

std::vector<Word> wordsIn(std::string_view line) {
    line = line.substr(0, line.find('#'));
    std::vector<Word> words;
    for (std::size_t at = line.find_first_not_of(kSpaces); at != std::string_view::npos;
         at = line.find_first_not_of(kSpaces, at)) {
        const std::size_t end = std::min(line.find_first_of(kSpaces, at), line.size());
        words.push_back({at, line.substr(at, end - at)});
        at = end;
    }
    return words;
}

// Returns the lines, each with its line end, except possibly the last one.
Lines linesOf(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        lines.emplace_back(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
    return lines;
}

std::string_view indentOf(std::string_view line) {
    return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

bool isRemark(std::string_view line) {
    return line.find_first_not_of(" \t\r\n") == std::string_view::npos || wordsIn(line).empty();
}

// Formats a length, rounded to centimeters, with as few digits as possible.
std::string meters(double value) {
    const double rounded = std::round(value * 100.0) / 100.0;
    return fmt::format("{:g}", rounded == 0.0 ? 0.0 : rounded);
}

// Replaces the two numbers of a line.
void putNumbers(std::string& line, const Vector2d& p) {
    const auto words = wordsIn(line);
    SIDELINE_ASSERT(words.size() == 3);
    const std::size_t begin = words[1].begin;
    const std::size_t end = words[2].begin + words[2].text.size();
    line.replace(begin, end - begin, meters(p.x()) + " " + meters(p.y()));
}

void append(Lines& lines, std::size_t at, std::string line) {
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), std::move(line));
}

} // namespace

// Position of a situation in the text.
struct FormationText::Layout {
    struct Ball {
        std::size_t line = 0;
        std::vector<std::size_t> places; ///< lines, in order
    };
    std::optional<std::size_t> line; ///< line of the situation
    std::size_t end = 0;             ///< one past its last non-empty line
    std::vector<Ball> balls;
};

FormationText::Layout FormationText::layoutOf(const Lines& lines, FormationSituation situation) {
    Layout layout;
    bool isInside = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto words = wordsIn(lines[i]);
        if (words.empty()) {
            continue;
        }
        if (words[0].text == "situation") {
            isInside = words.size() == 2 && words[1].text == nameOf(situation);
            if (isInside) {
                layout.line = i;
            }
        } else if (isInside && words[0].text == "ball") {
            layout.balls.push_back({i, {}});
        } else if (isInside && !layout.balls.empty()) {
            layout.balls.back().places.push_back(i);
        }
        if (isInside) {
            layout.end = i + 1;
        }
    }
    return layout;
}

base::Expected<FormationText> FormationText::parse(std::string text, std::string file) {
    auto formation = TeamFormation::parse(text, file);
    if (!formation) {
        return tl::unexpected(std::move(formation.error()));
    }
    FormationText result;
    result.m_text = std::move(text);
    result.m_file = std::move(file);
    result.m_formation = std::move(*formation);
    return result;
}

base::Expected<FormationText> FormationText::with(const Lines& lines) const {
    std::string text;
    for (const std::string& line : lines) {
        text += line;
    }
    return parse(std::move(text), m_file);
}

std::size_t FormationText::otherRole(std::size_t role, bool isMirrored) const {
    return isMirrored ? m_formation.roles()[role].mirror : role;
}

std::vector<FormationSample> FormationText::samples(FormationSituation situation) const {
    std::vector<FormationSample> samples;
    if (!m_formation.has(situation)) {
        return samples;
    }
    const std::size_t written = layoutOf(linesOf(m_text), situation).balls.size();
    const auto points = m_formation.mesh(situation).points();
    for (std::size_t i = 0; i < points.size(); ++i) {
        FormationSample sample;
        sample.ball = points[i];
        sample.written = i;
        sample.isMirrored = i >= written;
        if (sample.isMirrored) {
            const Vector2d other(points[i].x(), -points[i].y());
            const auto origin = std::ranges::min_element(
                points.begin(), points.begin() + static_cast<std::ptrdiff_t>(written), {},
                [&](const Vector2d& p) { return (p - other).norm(); });
            sample.written = static_cast<std::size_t>(origin - points.begin());
        }
        for (std::size_t role = 0; role < m_formation.roles().size(); ++role) {
            sample.places.push_back(m_formation.placeAt(situation, i, role));
        }
        samples.push_back(std::move(sample));
    }
    return samples;
}

base::Expected<FormationText> FormationText::withPlace(FormationSituation situation,
                                                       const FormationSample& sample,
                                                       std::size_t role,
                                                       const Vector2d& place) const {
    Lines lines = linesOf(m_text);
    const Layout layout = layoutOf(lines, situation);
    SIDELINE_ASSERT(sample.written < layout.balls.size());
    const std::string& name = m_formation.roles()[otherRole(role, sample.isMirrored)].name;
    for (const std::size_t line : layout.balls[sample.written].places) {
        if (wordsIn(lines[line])[0].text == name) {
            putNumbers(lines[line], {place.x(), sample.isMirrored ? -place.y() : place.y()});
        }
    }
    return with(lines);
}

base::Expected<FormationText> FormationText::withBall(FormationSituation situation,
                                                      const FormationSample& sample,
                                                      const Vector2d& ball) const {
    Lines lines = linesOf(m_text);
    const Layout layout = layoutOf(lines, situation);
    SIDELINE_ASSERT(sample.written < layout.balls.size());
    putNumbers(lines[layout.balls[sample.written].line],
               {ball.x(), sample.isMirrored ? -ball.y() : ball.y()});
    return with(lines);
}

base::Expected<FormationText> FormationText::withSample(FormationSituation situation,
                                                        const Vector2d& ball,
                                                        const std::vector<Vector2d>& places) const {
    SIDELINE_ASSERT(places.size() == m_formation.roles().size());
    Lines lines = linesOf(m_text);
    Layout layout = layoutOf(lines, situation);
    const bool hasCrLf = !lines.empty() && lines.front().ends_with("\r\n");
    const std::string end = hasCrLf ? "\r\n" : "\n";
    // Uses the indentation of the situation; for a new one, that of `play`.
    const Layout model = layout.line ? layout : layoutOf(lines, FormationSituation::Play);
    const std::string ballIndent(indentOf(lines[model.balls.back().line]));
    const std::string placeIndent(indentOf(lines[model.balls.back().places.back()]));
    if (!lines.empty() && !lines.back().ends_with('\n')) {
        lines.back() += end;
    }
    if (!layout.line) {
        lines.push_back(end);
        lines.push_back(fmt::format("situation {}{}", nameOf(situation), end));
        layout.end = lines.size();
    }
    std::size_t at = layout.end;
    append(lines, at++,
           fmt::format("{}ball {} {}{}", ballIndent, meters(ball.x()), meters(ball.y()), end));
    for (std::size_t role = 0; role < places.size(); ++role) {
        append(lines, at++,
               fmt::format("{}{} {} {}{}", placeIndent, m_formation.roles()[role].name,
                           meters(places[role].x()), meters(places[role].y()), end));
    }
    return with(lines);
}

base::Expected<FormationText> FormationText::withoutSample(FormationSituation situation,
                                                           const FormationSample& sample) const {
    Lines lines = linesOf(m_text);
    const Layout layout = layoutOf(lines, situation);
    SIDELINE_ASSERT(sample.written < layout.balls.size());
    const Layout::Ball& ball = layout.balls[sample.written];
    std::vector<std::size_t> gone = ball.places;
    gone.push_back(ball.line);
    if (layout.balls.size() == 1) {
        gone.push_back(*layout.line);
        // Also removes the blank line that separated it, so that blank lines do not accumulate.
        if (*layout.line > 0 && isRemark(lines[*layout.line - 1]) &&
            lines[*layout.line - 1].find('#') == std::string::npos) {
            gone.push_back(*layout.line - 1);
        }
    }
    std::ranges::sort(gone, std::greater<>());
    for (const std::size_t line : gone) {
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(line));
    }
    return with(lines);
}

} // namespace sideline::planning
