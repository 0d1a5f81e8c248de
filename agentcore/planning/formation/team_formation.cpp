#include "agentcore/planning/formation/team_formation.h"

#include <algorithm>

namespace sideline::planning {

namespace {

constexpr std::array<std::string_view, kFormationSituations> kNames = {
    "play",         "kick-off",        "kick-in",        "corner",
    "goal-kick",    "free-kick",       "their-kick-off", "their-kick-in",
    "their-corner", "their-goal-kick", "their-free-kick"};

} // namespace

std::string_view nameOf(FormationSituation situation) {
    return kNames[static_cast<std::size_t>(situation)];
}

FormationSituation situationOf(const world::SituationBelief& situation,
                               const world::GameBelief& game) {
    using world::SetPiece;
    const bool isOwn = situation.isOwnRestart;
    switch (situation.setPiece) {
    case SetPiece::KickOff:
        return isOwn ? FormationSituation::KickOff : FormationSituation::TheirKickOff;
    case SetPiece::KickIn:
        return isOwn ? FormationSituation::KickIn : FormationSituation::TheirKickIn;
    case SetPiece::CornerKick:
        return isOwn ? FormationSituation::Corner : FormationSituation::TheirCorner;
    case SetPiece::GoalKick:
        return isOwn ? FormationSituation::GoalKick : FormationSituation::TheirGoalKick;
    case SetPiece::FreeKick:
    case SetPiece::DirectFreeKick:
        return isOwn ? FormationSituation::FreeKick : FormationSituation::TheirFreeKick;
    case SetPiece::None:
    case SetPiece::Pass:
        break;
    }
    const bool isBefore = game.playMode && (*game.playMode == game::PlayMode::BeforeKickOff ||
                                            *game.playMode == game::PlayMode::GoalLeft ||
                                            *game.playMode == game::PlayMode::GoalRight);
    return isBefore ? FormationSituation::KickOff : FormationSituation::Play;
}

std::optional<std::size_t> TeamFormation::roleOf(int unum) const {
    const auto found = std::ranges::find(m_roles, unum, &FormationRole::unum);
    return found != m_roles.end() ? std::optional(static_cast<std::size_t>(found - m_roles.begin()))
                                  : std::nullopt;
}

Eigen::Vector2d TeamFormation::place(FormationSituation situation, std::size_t role,
                                     const Eigen::Vector2d& ball_F,
                                     const field::FieldDimensions& field) const {
    const Sheet& sheet = sheetOf(situation);
    const Eigen::Array2d scale = Eigen::Array2d(field.lengthM, field.widthM) / m_sizeM.array();
    const MeshWeights weights = sheet.mesh.at((ball_F.array() / scale).matrix());
    Eigen::Vector2d place_F = Eigen::Vector2d::Zero();
    for (std::size_t i = 0; i < 3; ++i) {
        place_F += weights.weights[i] * sheet.places[weights.points[i]][role];
    }
    return (place_F.array() * scale).matrix();
}

} // namespace sideline::planning
