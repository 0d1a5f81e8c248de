#include "series/summary.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace sideline::series {

namespace {

double scoreOf(const PlayedGame& played) {
    const BothSides& goals = played.result.value("goals");
    const double own = goals.of(played.firstSide());
    const double others = goals.left + goals.right - own;
    return own > others ? 1.0 : own == others ? 0.5 : 0.0;
}

// The games of one unit of a pairing, in order.
struct Unit {
    std::vector<const ScheduledGame*> games;
    std::vector<const PlayedGame*> played;
    bool isFailed = false;
};

class PairingJudge {
public:
    PairingJudge(const SeriesPlan& plan, std::size_t pairing)
        : m_plan(plan), m_evidence(plan.alpha()) {
        m_summary.pairing = plan.pairings[pairing];
        m_summary.threshold = m_evidence.threshold();
    }

    void judge(const std::map<int, Unit>& units, SeriesSummary& all) {
        for (const auto& [number, unit] : units) {
            if (m_plan.settings.stopsEarly && m_evidence.verdict() != Verdict::Open) {
                for (const PlayedGame* game : unit.played) {
                    all.surplus.push_back(game->game.number);
                }
                continue;
            }
            for (const PlayedGame* game : unit.played) {
                count(*game);
            }
            const bool isWhole = unit.played.size() == unit.games.size();
            if (!isWhole && !unit.isFailed) {
                m_isWaiting = true;
            } else if (isWhole && !m_isWaiting) {
                test(number, unit);
            }
            for (const ScheduledGame* game : unit.games) {
                const bool isPlayed =
                    std::ranges::any_of(unit.played, [&](const PlayedGame* played) {
                        return played->game.number == game->number;
                    });
                if (!isPlayed && !unit.isFailed) {
                    m_open.push_back(game->number);
                }
            }
        }
        m_summary.verdict = m_evidence.verdict();
        const bool isDecided = m_plan.settings.stopsEarly && m_summary.verdict != Verdict::Open;
        if (!isDecided) {
            all.open.insert(all.open.end(), m_open.begin(), m_open.end());
        }
        all.pairings.push_back(std::move(m_summary));
    }

private:
    void count(const PlayedGame& played) {
        const BothSides& goals = played.result.value("goals");
        const auto own = static_cast<int>(goals.of(played.firstSide()));
        const int others = static_cast<int>(goals.left + goals.right) - own;
        m_summary.goals += own;
        m_summary.goalsAgainst += others;
        m_summary.goalDifferences.push_back(own - others);
        ++(own > others ? m_summary.wins : own == others ? m_summary.draws : m_summary.losses);
    }

    void test(int number, const Unit& unit) {
        double score = 0.0;
        for (const PlayedGame* game : unit.played) {
            score += scoreOf(*game) / static_cast<double>(unit.played.size());
        }
        m_evidence.add(score);
        m_summary.steps.push_back({number, m_evidence.mean(), m_evidence.least(), m_evidence.most(),
                                   m_evidence.forMoreThan(0.5), m_evidence.forLessThan(0.5)});
    }

    const SeriesPlan& m_plan;
    Evidence m_evidence;
    PairingSummary m_summary;
    bool m_isWaiting = false; // whether a game of an earlier unit is missing
    std::vector<int> m_open;
};

TeamSummary teamSummary(std::size_t team, const std::vector<PlayedGame>& games) {
    TeamSummary summary;
    summary.team = team;
    std::vector<std::vector<double>> values(gameStatistics().size());
    for (const PlayedGame& played : games) {
        if (played.game.left != team && played.game.right != team) {
            continue;
        }
        const game::Side side = played.game.left == team ? game::Side::Left : game::Side::Right;
        ++summary.games;
        const BothSides& goals = played.result.value("goals");
        const double own = goals.of(side);
        const double others = goals.left + goals.right - own;
        ++(own > others ? summary.wins : own == others ? summary.draws : summary.losses);
        summary.points += static_cast<int>(played.result.value("points").of(side));
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double value = played.result.values[i].of(side);
            if (std::isfinite(value)) {
                values[i].push_back(value);
            }
        }
    }
    for (const std::vector<double>& of : values) {
        summary.statistics.push_back(logs::sampleMeanOf(of));
    }
    return summary;
}

std::string signedText(double elo) {
    return std::isinf(elo)       ? (elo > 0.0 ? "+infinity" : "-infinity")
           : std::abs(elo) < 0.5 ? "0"
                                 : fmt::format("{:+.0f}", elo);
}

} // namespace

bool SeriesSummary::isWorse() const {
    return std::ranges::any_of(pairings, [](const PairingSummary& pairing) {
        return pairing.pairing.first == 0 && pairing.verdict == Verdict::Worse;
    });
}

bool SeriesSummary::hasFailedExpectation() const {
    return std::ranges::any_of(expectations, [](const ExpectationSummary& expectation) {
        return !expectation.outcome.holds;
    });
}

SeriesSummary summarize(const SeriesPlan& plan, const std::vector<PlayedGame>& games,
                        const std::set<int>& failed) {
    std::vector<std::map<int, Unit>> units(plan.pairings.size());
    for (const ScheduledGame& game : plan.schedule) {
        Unit& unit = units[game.pairing][game.unit];
        unit.games.push_back(&game);
        unit.isFailed = unit.isFailed || failed.contains(game.number);
    }
    for (const PlayedGame& played : games) {
        units[played.game.pairing][played.game.unit].played.push_back(&played);
    }
    SeriesSummary summary;
    for (std::size_t i = 0; i < plan.pairings.size(); ++i) {
        PairingJudge(plan, i).judge(units[i], summary);
    }
    std::ranges::sort(summary.open);
    std::vector<PlayedGame> counted;
    std::ranges::copy_if(games, std::back_inserter(counted), [&](const PlayedGame& played) {
        return std::ranges::find(summary.surplus, played.game.number) == summary.surplus.end();
    });
    for (std::size_t team = 0; team < plan.teams.size(); ++team) {
        summary.teams.push_back(teamSummary(team, counted));
    }
    for (const Expectation& expectation : plan.expectations) {
        summary.expectations.push_back({expectation.text(), expectation.judge(counted)});
    }
    return summary;
}

std::string verdictText(Verdict verdict) {
    return verdict == Verdict::Better  ? "better"
           : verdict == Verdict::Worse ? "worse"
                                       : "no difference yet";
}

std::string eloText(const PairingSummary& pairing) {
    if (pairing.steps.empty()) {
        return "unknown";
    }
    const TestStep& last = pairing.steps.back();
    return fmt::format("{} ({} to {})", signedText(eloOf(last.mean)), signedText(eloOf(last.least)),
                       signedText(eloOf(last.most)));
}

} // namespace sideline::series
