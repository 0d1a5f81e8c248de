#include "simulator/referee/game.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "simulator/referee/areas.h"

namespace sideline::simulator {

using base::ErrorCode;
using game::PlayMode;
using game::Side;

Game::Game(const game::Rules& rules)
    : m_rules(rules),
      m_isPenaltyShootout(rules.isPenaltyShootout),
      m_nextHalfKickOff(rules.tossesCoinForKickOff ? Side::None : Side::Left) {
    m_left.typeByUnum.fill(kFreeNumber);
    m_right.typeByUnum.fill(kFreeNumber);
}

void Game::setRules(const game::Rules& rules) {
    if (rules.isPenaltyShootout != m_rules.isPenaltyShootout) {
        m_isPenaltyShootout = rules.isPenaltyShootout;
    }
    if (rules.tossesCoinForKickOff != m_rules.tossesCoinForKickOff && m_lastKickOffHalf == 0) {
        m_nextHalfKickOff = rules.tossesCoinForKickOff ? Side::None : Side::Left;
    }
    m_rules = rules;
}

void Game::advance() {
    switch (m_playMode) {
    case PlayMode::BeforeKickOff:
        m_leadTimeS = game::serverClockAfter(m_leadTimeS);
        break;
    case PlayMode::GameOver:
        m_afterTimeS = game::serverClockAfter(m_afterTimeS);
        break;
    default:
        m_timeS = game::serverClockAfter(m_timeS);
        break;
    }
}

double Game::modeTimeS() const {
    switch (m_playMode) {
    case PlayMode::BeforeKickOff:
        return m_leadTimeS;
    case PlayMode::GameOver:
        return m_afterTimeS;
    default:
        return game::asServerS(m_timeS - m_lastModeChangeS);
    }
}

void Game::setPlayMode(PlayMode mode) {
    if (mode == m_playMode) {
        return;
    }
    m_playMode = mode;
    m_lastModeChangeS = m_timeS;
    m_leadTimeS = 0.0;
    m_afterTimeS = 0.0;
}

Game::Team& Game::team(Side side) {
    SIDELINE_ASSERT(side != Side::None);
    return side == Side::Left ? m_left : m_right;
}

const Game::Team& Game::team(Side side) const {
    SIDELINE_ASSERT(side != Side::None);
    return side == Side::Left ? m_left : m_right;
}

int Game::score(Side side) const {
    return side == Side::None ? 0 : team(side).score;
}

void Game::addGoal(Side side) {
    if (side != Side::None) {
        ++team(side).score;
    }
}

void Game::setScores(int left, int right) {
    m_left.score = left;
    m_right.score = right;
}

void Game::kickOff(Side side, base::Rng& rng) {
    if (side == Side::None) {
        side = rng.uniform() <= 0.5 ? Side::Left : Side::Right;
        if (m_half != m_lastKickOffHalf) {
            if (m_nextHalfKickOff != Side::None) {
                side = m_nextHalfKickOff;
            }
            // With a change of ends, the other team plays on the same side.
            m_nextHalfKickOff = m_rules.changesSidesInSecondHalf ? side : opponentOf(side);
        }
    }
    setPlayMode(modeOf(side, PlayMode::KickOffLeft, PlayMode::KickOffRight));
    m_lastKickOffHalf = m_half;
}

std::string_view Game::teamName(Side side) const {
    return side == Side::None ? std::string_view() : std::string_view(team(side).name);
}

Side Game::sideOf(std::string_view team) const {
    if (team.empty()) {
        return Side::None;
    }
    if (m_left.name == team) {
        return Side::Left;
    }
    return m_right.name == team ? Side::Right : Side::None;
}

Side Game::joinedSide(std::string_view name) {
    for (const Side side : {Side::Left, Side::Right}) {
        Team& candidate = team(side);
        if (candidate.name.empty() || candidate.isPlaceholderName) {
            candidate.name = name;
            candidate.isPlaceholderName = false;
        }
        if (candidate.name == name) {
            return side;
        }
    }
    return Side::None;
}

base::Expected<game::PlayerId> Game::requestUniform(std::string_view name, int unum, int type) {
    if (name.empty()) {
        return base::failure(ErrorCode::InvalidArgument, "the team has no name");
    }
    if (unum < 0 || unum > kMaxUnum) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("invalid uniform number {}", unum), "0 to 11");
    }
    if (type < 0) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("unknown robot type {}", type));
    }
    const Side side = joinedSide(name);
    if (side == Side::None) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("no room for a third team '{}'", name),
                             fmt::format("'{}' or '{}'", m_left.name, m_right.name));
    }
    Team& joined = team(side);
    auto& types = joined.typeByUnum;
    if (unum == 0) {
        const auto free = std::find(types.begin() + 1, types.end(), kFreeNumber);
        if (free == types.end()) {
            return base::failure(ErrorCode::LimitExceeded, fmt::format("team '{}' is full", name),
                                 "11 players");
        }
        unum = static_cast<int>(free - types.begin());
    }
    auto& place = types[static_cast<std::size_t>(unum)];
    if (place != kFreeNumber) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("number {} of team '{}' is taken", unum, name));
    }
    if (auto allowed = checkType(joined, type); !allowed) {
        return tl::unexpected(std::move(allowed.error()));
    }
    place = type;
    return game::PlayerId{side, game::UniformNumber(unum)};
}

base::Expected<void> Game::checkType(const Team& team, int type) const {
    std::map<int, int> countByType;
    for (const int used : team.typeByUnum) {
        if (used != kFreeNumber) {
            ++countByType[used];
        }
    }
    int robotCount = 0;
    int maxOfOtherTypes = 0;
    for (const auto& [other, count] : countByType) {
        robotCount += count;
        if (other != type) {
            maxOfOtherTypes = std::max(maxOfOtherTypes, count);
        }
    }
    const auto found = countByType.find(type);
    const int sameCount = found == countByType.end() ? 0 : found->second;
    if (sameCount >= m_rules.maxRobotsOfOneType) {
        return base::failure(
            ErrorCode::LimitExceeded,
            fmt::format("team '{}' already has {} robots of type {}", team.name, sameCount, type),
            fmt::format("at most {} of one type", m_rules.maxRobotsOfOneType));
    }
    if (sameCount + 1 + maxOfOtherTypes > m_rules.maxRobotsOfTwoTypes) {
        return base::failure(ErrorCode::LimitExceeded,
                             fmt::format("team '{}' has too many robots of two types", team.name),
                             fmt::format("at most {}", m_rules.maxRobotsOfTwoTypes));
    }
    // The remaining places are reserved for types that the team still lacks.
    const int missingTypes = m_rules.minRobotTypes - static_cast<int>(countByType.size());
    if (kMaxUnum - robotCount <= missingTypes && sameCount > 0) {
        return base::failure(
            ErrorCode::LimitExceeded,
            fmt::format("team '{}' has too few types of robots for another of type {}", team.name,
                        type),
            fmt::format("at least {} types among 11", m_rules.minRobotTypes));
    }
    return {};
}

void Game::setPlaceholderName(Side side, std::string_view name) {
    team(side).name = name;
    team(side).isPlaceholderName = true;
}

void Game::returnUniform(const game::PlayerId& player) {
    const int unum = player.unum.value();
    if (player.side != Side::None && unum >= 1 && unum <= kMaxUnum) {
        team(player.side).typeByUnum[static_cast<std::size_t>(unum)] = kFreeNumber;
    }
}

void Game::swapSides() {
    std::swap(m_left, m_right);
    ++m_sideSwapCount;
}

} // namespace sideline::simulator
