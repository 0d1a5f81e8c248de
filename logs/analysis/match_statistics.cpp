#include "logs/analysis/match_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sideline::logs {

std::string_view kickOutcomeName(KickOutcome outcome) {
    constexpr std::array<std::string_view, 8> kNames = {"open", "kept",    "teammate", "opponent",
                                                        "out",  "in-goal", "stopped",  "nobody"};
    return kNames[static_cast<std::size_t>(outcome)];
}

std::string_view shotKindName(ShotKind kind) {
    constexpr std::array<std::string_view, 3> kNames = {"none", "off-target", "on-target"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string_view setPieceName(game::SetPiece piece) {
    constexpr std::array<std::string_view, 8> kNames = {
        "none",      "kick-off",  "kick-in",          "corner-kick",
        "goal-kick", "free-kick", "direct-free-kick", "pass"};
    return kNames[static_cast<std::size_t>(piece)];
}

HeatMap::HeatMap(const field::FieldDimensions& field) {
    if (!(field.lengthM > 0.0) || !(field.widthM > 0.0)) {
        return;
    }
    m_cellM = field.lengthM / kColumns;
    m_columns = kColumns;
    // Limits the rows of an absurdly wide field; positions beyond them count for the border cells.
    m_rows = static_cast<int>(std::clamp(std::ceil(field.widthM / m_cellM), 1.0, 10.0 * kColumns));
    m_seconds.assign(static_cast<std::size_t>(m_columns * m_rows), 0.0);
}

void HeatMap::add(const Eigen::Vector2d& p_S, double durationS) {
    if (m_seconds.empty() || !p_S.allFinite()) {
        return;
    }
    const auto cell = [&](double fromMiddleM, int count) {
        const double index = std::floor(fromMiddleM / m_cellM + count / 2.0);
        return static_cast<int>(std::clamp(index, 0.0, count - 1.0));
    };
    m_seconds[static_cast<std::size_t>(cell(p_S.y(), m_rows) * m_columns +
                                       cell(p_S.x(), m_columns))] += durationS;
}

double HeatMap::totalS() const {
    return std::accumulate(m_seconds.begin(), m_seconds.end(), 0.0);
}

std::optional<double> PlayerStatistics::meanGetUpS() const {
    return getUps > 0 ? std::optional(getUpS / getUps) : std::nullopt;
}

void PeriodStatistics::join(const PeriodStatistics& next) {
    toS = next.toS;
    toRecordS = next.toRecordS;
    clockS += next.clockS;
    inPlayS += next.inPlayS;
    for (const game::Side side : {game::Side::Left, game::Side::Right}) {
        TeamStatistics& team = teams.of(side);
        const TeamStatistics& other = next.teams.of(side);
        team.possessionS += other.possessionS;
        team.controlS += other.controlS;
        team.distanceM += other.distanceM;
        team.fieldS += other.fieldS;
        team.downS += other.downS;
        team.ballInOpponentHalfS += other.ballInOpponentHalfS;
    }
}

double PeriodStatistics::possessionRatio(game::Side side) const {
    const double bothS = teams.left.possessionS + teams.right.possessionS;
    return bothS > 0.0 ? teams.of(side).possessionS / bothS : 0.5;
}

const PlayerStatistics* MatchStatistics::find(const game::PlayerId& id) const {
    const auto it = std::ranges::find(players, id, &PlayerStatistics::id);
    return it == players.end() ? nullptr : &*it;
}

} // namespace sideline::logs
