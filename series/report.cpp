#include "series/report.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "agentcore/base/plural.h"
#include "series/plots.h"

namespace sideline::series {

namespace {

constexpr std::string_view kStyle = R"css(
:root{color-scheme:light dark;--back:#fff;--text:#1c2126;--soft:#5b6670;--line:#d8dde2;--card:#f5f7f9;
--good:#1a7f4b;--bad:#b3382c;--even:#8a939b;--a:#2663c9;--b:#c26a10}
@media(prefers-color-scheme:dark){:root{--back:#14181c;--text:#e4e8ec;--soft:#9aa5af;--line:#343c44;
--card:#1d2328;--good:#4cc38a;--bad:#f0796a;--even:#77828c;--a:#76a5f5;--b:#eea04c}}
body{background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif;margin:2rem auto;
max-width:70rem;padding:0 1rem}
h1{font-size:1.6rem;margin-bottom:0}h2{font-size:1.15rem;margin:2rem 0 .6rem}
p.soft,td.soft{color:var(--soft)}
.verdict{background:var(--card);border-left:.4rem solid var(--even);padding:.7rem 1rem;margin:1rem 0}
.verdict b{font-size:1.25rem}.verdict.good{border-color:var(--good)}.verdict.bad{border-color:var(--bad)}
.good{color:var(--good)}.bad{color:var(--bad)}div.verdict{color:inherit}
.plots{display:flex;flex-wrap:wrap;gap:1rem}.plots svg{flex:1 1 20rem;max-width:30rem;background:var(--card)}
table{border-collapse:collapse}.wide{overflow-x:auto}
td,th{padding:.2rem .7rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
td:first-child,th:first-child,td.text,th.text{text-align:left}
svg text{font:11px system-ui,sans-serif;fill:var(--soft)}
svg line.grid{stroke:var(--line)}svg line.even{stroke:var(--even)}
svg line.limit{stroke:var(--even);stroke-dasharray:5 4}
svg rect.win{fill:var(--good)}svg rect.draw{fill:var(--even)}svg rect.loss{fill:var(--bad)}
svg polyline{fill:none;stroke-width:2}svg polyline.mean{stroke:var(--a)}
svg polygon.band{fill:var(--a);opacity:.18}
svg text.better{fill:var(--good)}svg text.worse{fill:var(--bad)}
svg polyline.better{stroke:var(--good)}svg polyline.worse{stroke:var(--bad)}
a{color:var(--a)}
)css";

std::string number(double value) {
    return std::isfinite(value) ? fmt::format("{:.4g}", value) : std::string("&ndash;");
}

// A mean rounded to two digits of its standard error.
std::string meanText(const logs::SampleMean& mean) {
    const auto decimals = logs::decimalsOf(mean);
    return decimals ? fmt::format("{:.{}f} &plusmn; {:.{}f}", mean.mean, *decimals, mean.error,
                                  *decimals)
                    : number(mean.mean);
}

// @param file path relative to the report
std::string linkTo(const std::string& file) {
    return fmt::format("<a href=\"{0}\">{0}</a>", file);
}

std::string colorOf(Verdict verdict) {
    return verdict == Verdict::Better ? "good" : verdict == Verdict::Worse ? "bad" : "";
}

class Page {
public:
    Page(const SeriesPlan& plan, const std::vector<PlayedGame>& games,
         const std::vector<Attempt>& attempts, const SeriesSummary& summary)
        : m_plan(plan), m_games(games), m_attempts(attempts), m_summary(summary) {}

    std::string html() {
        m_html = fmt::format("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                             "<meta name=\"viewport\" content=\"width=device-width\">"
                             "<title>{}</title><style>{}</style></head><body>\n",
                             escaped(m_plan.settings.name), kStyle);
        addHead();
        if (m_plan.pairings.size() > 1) {
            addTable();
        }
        for (const PairingSummary& pairing : m_summary.pairings) {
            addPairing(pairing);
        }
        addExpectations();
        addStatistics();
        addGames();
        addAttempts();
        m_html += "</body></html>\n";
        return std::move(m_html);
    }

private:
    std::string nameOf(std::size_t team) const { return escaped(m_plan.nameOf(team)); }

    void addHead() {
        const SeriesSettings& settings = m_plan.settings;
        m_html += fmt::format("<h1>{}</h1>\n<p class=\"soft\">{} of at most {} played, {:g} min "
                              "each in {}, seeds from {}, {}{}</p>\n",
                              escaped(settings.name), base::plural(m_games.size(), "game"),
                              m_plan.schedule.size(), settings.minutes,
                              settings.halves == 1 ? "one half" : "two halves", settings.seed,
                              settings.server.isExact ? "exact solver" : "fast solver",
                              settings.server.hasNoise ? "" : ", no vision noise");
    }

    // The league table of a round robin.
    void addTable() {
        std::vector<const TeamSummary*> order;
        for (const TeamSummary& team : m_summary.teams) {
            order.push_back(&team);
        }
        std::ranges::stable_sort(order, std::ranges::greater(), &TeamSummary::points);
        m_html += "<h2>Table</h2>\n<table><tr><th>team</th><th>games</th><th>won</th><th>drawn</th>"
                  "<th>lost</th><th>points</th>";
        for (const TeamSummary* team : order) {
            m_html += fmt::format("<th>{}</th>", nameOf(team->team));
        }
        m_html += "</tr>\n";
        for (const TeamSummary* team : order) {
            m_html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
                                  "<td><b>{}</b></td>",
                                  nameOf(team->team), team->games, team->wins, team->draws,
                                  team->losses, team->points);
            for (const TeamSummary* other : order) {
                m_html += againstCell(team->team, other->team);
            }
            m_html += "</tr>\n";
        }
        m_html += "</table>\n";
    }

    std::string againstCell(std::size_t team, std::size_t other) const {
        for (const PairingSummary& pairing : m_summary.pairings) {
            const auto [first, second] = pairing.pairing;
            if (first == team && second == other) {
                return fmt::format("<td class=\"{}\">{}-{}-{}</td>", colorOf(pairing.verdict),
                                   pairing.wins, pairing.draws, pairing.losses);
            }
            if (first == other && second == team) {
                const Verdict reverse = pairing.verdict == Verdict::Better  ? Verdict::Worse
                                        : pairing.verdict == Verdict::Worse ? Verdict::Better
                                                                            : Verdict::Open;
                return fmt::format("<td class=\"{}\">{}-{}-{}</td>", colorOf(reverse),
                                   pairing.losses, pairing.draws, pairing.wins);
            }
        }
        return "<td class=\"soft\">&middot;</td>";
    }

    void addPairing(const PairingSummary& pairing) {
        const std::string first = nameOf(pairing.pairing.first);
        const std::string second = nameOf(pairing.pairing.second);
        m_html += fmt::format("<h2>{} against {}</h2>\n<div class=\"verdict {}\"><b>{}: {}</b><br>",
                              first, second, colorOf(pairing.verdict), first,
                              verdictText(pairing.verdict));
        if (pairing.games() == 0) {
            m_html += "no game yet</div>\n";
            return;
        }
        m_html += fmt::format(
            "{} won, {} drawn, {} lost; goals {} : {}; points {} : {}<br>Elo difference {}; "
            "the {:g} % interval stays valid however often you look</div>\n<div "
            "class=\"plots\">{}\n"
            "{}\n{}</div>\n",
            pairing.wins, pairing.draws, pairing.losses, pairing.goals, pairing.goalsAgainst,
            3 * pairing.wins + pairing.draws, 3 * pairing.losses + pairing.draws,
            escaped(eloText(pairing)), 100.0 * (1.0 - m_plan.alpha()), goalDifferencePlot(pairing),
            scorePlot(pairing), evidencePlot(pairing));
    }

    void addExpectations() {
        if (m_summary.expectations.empty()) {
            return;
        }
        m_html += "<h2>Conditions</h2>\n<table><tr><th>condition</th><th>value</th><th>against</th>"
                  "<th class=\"text\">verdict</th></tr>\n";
        for (const ExpectationSummary& expectation : m_summary.expectations) {
            m_html += fmt::format(
                "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"text {}\">{}</td></tr>\n",
                escaped(expectation.text), number(expectation.outcome.left),
                number(expectation.outcome.right), expectation.outcome.holds ? "good" : "bad",
                expectation.outcome.holds ? "holds" : "does not hold");
        }
        m_html += "</table>\n";
    }

    void addStatistics() {
        m_html +=
            "<h2>Statistics per game</h2>\n<p class=\"soft\">Mean &plusmn; standard error.</p>\n"
            "<div class=\"wide\"><table><tr><th>statistic</th>";
        for (const TeamSummary& team : m_summary.teams) {
            m_html += fmt::format("<th>{}</th>", nameOf(team.team));
        }
        m_html += "<th class=\"text\">meaning</th></tr>\n";
        for (std::size_t i = 0; i < gameStatistics().size(); ++i) {
            const StatisticInfo& info = gameStatistics()[i];
            m_html += fmt::format("<tr><td>{}{}</td>", info.name,
                                  info.unit.empty() ? "" : ", " + escaped(info.unit));
            for (const TeamSummary& team : m_summary.teams) {
                const logs::SampleMean& mean = team.statistics[i];
                m_html += fmt::format("<td>{}</td>", meanText(mean));
            }
            m_html += fmt::format("<td class=\"text soft\">{}</td></tr>\n", info.description);
        }
        m_html += "</table></div>\n";
    }

    // Returns text such as `Old 1:23, New 4:05`.
    std::string goalTimes(const PlayedGame& played) const {
        std::string text;
        for (const GameGoal& goal : played.result.goals) {
            const auto seconds = static_cast<int>(goal.gameTimeS);
            text += fmt::format(
                "{}{} {}:{:02}", text.empty() ? "" : ", ",
                nameOf(goal.side == game::Side::Left ? played.game.left : played.game.right),
                seconds / 60, seconds % 60);
        }
        return text;
    }

    void addGames() {
        m_html +=
            "<h2>Games</h2>\n<div class=\"wide\"><table><tr><th>game</th><th class=\"text\">left"
            "</th><th class=\"text\">right</th><th>score</th><th class=\"text\">goals</th>"
            "<th>seed</th><th>time, s</th><th>repeats</th>";
        const bool hasLogs = m_plan.settings.keepsLogs;
        m_html += hasLogs ? "<th class=\"text\">log</th></tr>\n" : "</tr>\n";
        for (const PlayedGame& played : m_games) {
            const BothSides& goals = played.result.value("goals");
            const std::string log = SeriesFolder::logName(played.game.number).string();
            m_html += fmt::format(
                "<tr><td>{}</td><td class=\"text\">{}</td><td class=\"text\">{}</td>"
                "<td>{} : {}</td><td class=\"text\">{}</td><td>{}</td><td>{:.0f}</td><td>{}</td>{}"
                "</tr>\n",
                played.game.number, nameOf(played.game.left), nameOf(played.game.right), goals.left,
                goals.right, goalTimes(played), played.game.seed, played.result.playedS,
                played.repeats,
                hasLogs ? fmt::format("<td class=\"text\">{}</td>", linkTo(log)) : "");
        }
        m_html += "</table></div>\n";
    }

    void addAttempts() {
        std::string rows;
        for (const Attempt& attempt : m_attempts) {
            if (attempt.outcome != "finished") {
                rows += fmt::format("<tr><td>{}</td><td class=\"text\">{}</td><td>{:.0f}</td>"
                                    "<td class=\"text\">{}</td><td class=\"text\">{}</td>"
                                    "<td class=\"text\">{}</td></tr>\n",
                                    attempt.game, attempt.outcome, attempt.wallS,
                                    escaped(attempt.reason),
                                    attempt.output.empty() ? "" : linkTo(attempt.output),
                                    attempt.log.empty() ? "" : linkTo(attempt.log));
            }
        }
        if (!rows.empty()) {
            m_html +=
                "<h2>Attempts that failed</h2>\n<table><tr><th>game</th><th class=\"text\">"
                "outcome</th><th>after, s</th><th class=\"text\">reason</th><th class=\"text\">"
                "output</th><th class=\"text\">log</th></tr>\n" +
                rows + "</table>\n";
        }
    }

    const SeriesPlan& m_plan;
    const std::vector<PlayedGame>& m_games;
    const std::vector<Attempt>& m_attempts;
    const SeriesSummary& m_summary;
    std::string m_html;
};

} // namespace

std::string reportPage(const SeriesPlan& plan, const std::vector<PlayedGame>& games,
                       const std::vector<Attempt>& attempts, const SeriesSummary& summary) {
    return Page(plan, games, attempts, summary).html();
}

} // namespace sideline::series
