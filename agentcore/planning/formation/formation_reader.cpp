#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/base/nearest_name.h"
#include "agentcore/planning/formation/team_formation.h"

namespace sideline::planning {

namespace {

using Eigen::Vector2d;

constexpr std::uint64_t kMaxBytes = 1U << 20U;
constexpr std::size_t kMaxBalls = 100; // maximum in one situation, including mirrored ones
constexpr double kShortestFieldM = 1.0;
constexpr double kLongestFieldM = 1000.0;
constexpr double kOutsideM = 2.0; // maximum distance of a place beyond the field's border

std::vector<std::string_view> wordsOf(std::string_view line) {
    line = line.substr(0, line.find('#'));
    std::vector<std::string_view> words;
    constexpr std::string_view kSpace = " \t\r";
    for (std::size_t at = line.find_first_not_of(kSpace); at != std::string_view::npos;
         at = line.find_first_not_of(kSpace, at)) {
        const std::size_t end = std::min(line.find_first_of(kSpace, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

template <typename Number>
std::optional<Number> numberOf(std::string_view word) {
    Number number{};
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool isWhole = fault == std::errc() && end == word.data() + word.size();
    return isWhole ? std::optional(number) : std::nullopt;
}

// Reads the two numbers after a line's first word; not set if the words are not numbers.
Vector2d twoNumbersOf(const std::vector<std::string_view>& words) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    if (words.size() != 3) {
        return Vector2d::Constant(kNone);
    }
    return {numberOf<double>(words[1]).value_or(kNone), numberOf<double>(words[2]).value_or(kNone)};
}

} // namespace

// Reads a formation line by line; stops at the first error.
class FormationReader {
public:
    explicit FormationReader(std::string file) : m_file(std::move(file)) {}

    base::Expected<TeamFormation> read(std::string_view text) {
        text = base::withoutByteOrderMark(text);
        while (!text.empty() && !m_error) {
            ++m_line;
            const std::size_t end = std::min(text.find('\n'), text.size());
            const auto words = wordsOf(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
            if (!words.empty()) {
                m_isEmpty = false;
                readLine(words);
            }
        }
        if (m_isEmpty) {
            fail(1, "the file contains no formation",
                 "a line `formation NAME` and the lines that define it");
        }
        if (!m_error) {
            finish();
        }
        if (m_error) {
            return tl::unexpected(*m_error);
        }
        return std::move(m_formation);
    }

private:
    // Places of all roles for one ball position that is being read.
    struct Ball {
        Vector2d p = Vector2d::Zero();
        std::uint64_t line = 0;
        TeamFormation::Places places{};
        std::array<bool, kMaxRoles> isGiven{};
    };

    void fail(std::uint64_t line, std::string message, std::string expected) {
        m_error = base::Error{
            base::ErrorCode::Malformed, std::move(message), std::move(expected), m_file, line, {}};
    }
    void fail(std::string message, std::string expected) {
        fail(m_line, std::move(message), std::move(expected));
    }

    void readLine(const std::vector<std::string_view>& words) {
        const std::string_view first = words[0];
        if (first == "formation") {
            readName(words);
        } else if (first == "field") {
            readField(words);
        } else if (first == "mirrored" && words.size() == 1) {
            readMirrored();
        } else if (first == "role") {
            readRole(words);
        } else if (first == "situation") {
            readSituation(words);
        } else if (first == "ball") {
            readBall(words);
        } else {
            readPlace(words);
        }
    }

    void readName(const std::vector<std::string_view>& words) {
        if (words.size() != 2) {
            return fail("the formation's name must be one word", "such as `formation three-lines`");
        }
        m_formation.m_name = words[1];
    }

    void readField(const std::vector<std::string_view>& words) {
        const Vector2d sizeM = twoNumbersOf(words);
        if (!(sizeM.array() >= kShortestFieldM && sizeM.array() < kLongestFieldM).all()) {
            return fail("the field has no size",
                        "length and width in meters, such as `field 30 20`");
        }
        // `field` and `sides` must precede all places, which depend on them.
        if (m_situation) {
            return fail("`field` after a situation", "`field` before the first situation");
        }
        m_formation.m_sizeM = sizeM;
    }

    void readMirrored() {
        if (m_situation) {
            return fail("`mirrored` after a situation", "`mirrored` before the first situation");
        }
        m_formation.m_isMirrored = true;
    }

    void readRole(const std::vector<std::string_view>& words) {
        auto& roles = m_formation.m_roles;
        const auto unum = words.size() > 1 ? numberOf<int>(words[1]) : std::nullopt;
        const bool hasMirror = words.size() == 5 && words[3] == "mirrors";
        if (!unum || *unum < 1 || *unum > static_cast<int>(kMaxRoles) ||
            (words.size() != 3 && !hasMirror)) {
            return fail(
                "invalid role",
                "a number from 1 to 11 and a name, such as `role 4 left-back mirrors right-back`");
        }
        if (m_situation) {
            return fail("`role` after a situation", "all roles before the first situation");
        }
        if (m_formation.roleOf(*unum)) {
            return fail(fmt::format("number {} already has a role", *unum),
                        "one role for each number");
        }
        if (std::ranges::find(roles, words[2], &FormationRole::name) != roles.end()) {
            return fail(fmt::format("role {} is defined twice", words[2]), "a name for each role");
        }
        roles.push_back({std::string(words[2]), *unum, roles.size()});
        m_mirrors.emplace_back(hasMirror ? words[4] : words[2]);
        m_roleLines.push_back(m_line);
    }

    // Resolves which roles mirror each other, after all roles have been read.
    void joinMirrors() {
        auto& roles = m_formation.m_roles;
        for (std::size_t i = 0; i < roles.size(); ++i) {
            const auto other = findRole(m_mirrors[i]);
            if (!other) {
                return fail(m_roleLines[i], fmt::format("there is no role {}", m_mirrors[i]),
                            "the name of a role");
            }
            if (*other == i) {
                continue;
            }
            const auto taken = [&](std::size_t role, std::size_t by) {
                return roles[role].mirror != role && roles[role].mirror != by;
            };
            if (taken(i, *other) || taken(*other, i)) {
                return fail(m_roleLines[i],
                            fmt::format("{} already mirrors another role", m_mirrors[i]),
                            "pairs of roles");
            }
            roles[i].mirror = *other;
            roles[*other].mirror = i;
        }
    }

    [[nodiscard]] std::optional<std::size_t> findRole(std::string_view name) const {
        const auto& roles = m_formation.m_roles;
        const auto found = std::ranges::find(roles, name, &FormationRole::name);
        return found != roles.end() ? std::optional(static_cast<std::size_t>(found - roles.begin()))
                                    : std::nullopt;
    }

    void readSituation(const std::vector<std::string_view>& words) {
        closeSituation();
        if (m_error) {
            return;
        }
        if (m_formation.m_roles.empty() || m_formation.m_sizeM.x() <= 0.0) {
            return fail("`situation` before `field` and `role`",
                        "`field` and `role` lines before the first situation");
        }
        if (!m_situation) {
            joinMirrors();
        }
        std::vector<std::string_view> names;
        for (std::size_t i = 0; i < kFormationSituations; ++i) {
            const auto situation = static_cast<FormationSituation>(i);
            names.push_back(nameOf(situation));
            if (words.size() == 2 && words[1] == names.back()) {
                m_situation = situation;
                m_situationLine = m_line;
                if (m_formation.has(situation)) {
                    fail(fmt::format("situation {} is given twice", words[1]), "once");
                }
                return;
            }
        }
        fail(words.size() == 2 ? fmt::format("there is no situation {}", words[1])
                               : "the situation's name must be one word",
             base::listNames(names));
    }

    [[nodiscard]] std::optional<Vector2d> placeOf(const std::vector<std::string_view>& words) {
        const Vector2d p = twoNumbersOf(words);
        const Vector2d most = 0.5 * m_formation.m_sizeM + Vector2d::Constant(kOutsideM);
        if (!(p.array().abs() <= most.array()).all()) {
            fail(fmt::format("{} has no valid position", words[0]),
                 fmt::format("x from -{0} to {0} and y from -{1} to {1}, in meters", most.x(),
                             most.y()));
            return {};
        }
        return p;
    }

    void readBall(const std::vector<std::string_view>& words) {
        closeBall();
        if (m_error) {
            return;
        }
        if (!m_situation) {
            return fail("`ball` before the first situation", "a line `situation play` before it");
        }
        const auto p = placeOf(words);
        if (!p) {
            return;
        }
        if (findBall(*p) != m_balls.size()) {
            return fail("this ball position is given twice", "each position once in a situation");
        }
        if (m_balls.size() == kMaxBalls) {
            return fail("too many ball positions", fmt::format("at most {}", kMaxBalls));
        }
        m_balls.push_back({*p, m_line, {}, {}});
    }

    [[nodiscard]] std::size_t findBall(const Vector2d& p) const {
        constexpr double kSameM = 0.01;
        return static_cast<std::size_t>(
            std::ranges::find_if(m_balls,
                                 [&](const Ball& ball) { return (ball.p - p).norm() < kSameM; }) -
            m_balls.begin());
    }

    void readPlace(const std::vector<std::string_view>& words) {
        const auto role = findRole(words[0]);
        if (!role) {
            std::vector<std::string_view> names = {"formation", "field",     "mirrored",
                                                   "role",      "situation", "ball"};
            for (const FormationRole& known : m_formation.m_roles) {
                names.push_back(known.name);
            }
            const std::string_view meant = base::nearestName(words[0], names);
            return fail(fmt::format("unknown word {}", words[0]),
                        meant.empty() ? base::listNames(names) : std::string(meant));
        }
        if (m_balls.empty()) {
            return fail(fmt::format("the position of {} comes before the ball's", words[0]),
                        "a line `ball x y` before it");
        }
        Ball& ball = m_balls.back();
        if (ball.isGiven[*role]) {
            return fail(fmt::format("{} has two positions", words[0]),
                        "one for each ball position");
        }
        if (const auto p = placeOf(words)) {
            ball.places[*role] = *p;
            ball.isGiven[*role] = true;
        }
    }

    void closeBall() {
        if (m_balls.empty()) {
            return;
        }
        const Ball& ball = m_balls.back();
        std::vector<std::string_view> missing;
        for (std::size_t i = 0; i < m_formation.m_roles.size(); ++i) {
            if (!ball.isGiven[i]) {
                missing.push_back(m_formation.m_roles[i].name);
            }
        }
        if (!missing.empty()) {
            fail(ball.line, "some roles have no position for this ball position",
                 fmt::format("a position of {}", fmt::join(missing, ", ")));
        }
    }

    void addMirrored() {
        constexpr double kMiddleM = 0.01;
        for (std::size_t i = 0, count = m_balls.size(); i < count; ++i) {
            Ball other = m_balls[i];
            other.p.y() = -other.p.y();
            if (std::abs(other.p.y()) < kMiddleM || findBall(other.p) != m_balls.size()) {
                continue;
            }
            for (std::size_t role = 0; role < m_formation.m_roles.size(); ++role) {
                const Vector2d& p = m_balls[i].places[m_formation.m_roles[role].mirror];
                other.places[role] = {p.x(), -p.y()};
            }
            m_balls.push_back(other);
        }
    }

    void closeSituation() {
        closeBall();
        if (m_error || !m_situation) {
            return;
        }
        if (m_balls.empty()) {
            return fail(m_situationLine, "the situation has no ball position",
                        "at least one line `ball x y`");
        }
        if (m_formation.m_isMirrored) {
            addMirrored();
        }
        std::vector<Vector2d> points;
        auto& sheet = m_formation.m_sheets[static_cast<std::size_t>(*m_situation)];
        for (const Ball& ball : m_balls) {
            points.push_back(ball.p);
            sheet.places.push_back(ball.places);
        }
        sheet.mesh = BallMesh::make(points);
        m_balls.clear();
    }

    void finish() {
        closeSituation();
        if (!m_error && !m_formation.has(FormationSituation::Play)) {
            fail("the formation has no situation play", "a line `situation play`");
        }
    }

    std::string m_file;
    std::uint64_t m_line = 0;
    bool m_isEmpty = true; ///< ignoring comments
    std::optional<base::Error> m_error;
    TeamFormation m_formation;
    std::vector<std::string> m_mirrors; ///< name of the mirror image of each role
    std::vector<std::uint64_t> m_roleLines;
    std::optional<FormationSituation> m_situation;
    std::uint64_t m_situationLine = 0;
    std::vector<Ball> m_balls; ///< ball positions of the current situation
};

base::Expected<TeamFormation> TeamFormation::parse(std::string_view text, const std::string& file) {
    return FormationReader(file).read(text);
}

base::Expected<TeamFormation> TeamFormation::load(const std::filesystem::path& file) {
    const auto text = base::readTextFile(file, kMaxBytes, "a formation");
    if (!text) {
        return tl::unexpected(text.error());
    }
    return parse(*text, file.string());
}

} // namespace sideline::planning
