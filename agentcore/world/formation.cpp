#include "agentcore/world/formation.h"

#include <algorithm>
#include <cmath>

namespace sideline::world {

namespace {

// x and y in play, x and y at a kick-off, fraction of the ball's offset followed in x and y.
constexpr double kTable[kTeamSize][6] = {
    {-0.96, 0.00, -0.96, 0.00, 0.00, 0.04},   // 1 sweeper
    {-0.62, 0.22, -0.62, 0.22, 0.30, 0.25},   // 2 inner defense, left
    {-0.62, -0.22, -0.62, -0.22, 0.30, 0.25}, // 3 inner defense, right
    {-0.50, 0.60, -0.55, 0.60, 0.35, 0.20},   // 4 outer defense, left
    {-0.50, -0.60, -0.55, -0.60, 0.35, 0.20}, // 5 outer defense, right
    {-0.26, 0.00, -0.34, 0.00, 0.50, 0.40},   // 6 midfield, in front of the defense
    {-0.08, 0.40, -0.20, 0.42, 0.55, 0.30},   // 7 midfield, left
    {-0.08, -0.40, -0.20, -0.42, 0.55, 0.30}, // 8 midfield, right
    {0.20, 0.00, -0.02, 0.00, 0.60, 0.45},    // 9 center forward; takes the kick-off
    {0.24, 0.55, -0.05, 0.50, 0.55, 0.25},    // 10 wing, left
    {0.24, -0.55, -0.05, -0.50, 0.55, 0.25},  // 11 wing, right
};

constexpr double kInsideM = 0.5; // minimum distance of homes from the field's border
constexpr double kOwnHalfM = 0.25;
constexpr double kCircleRimM = 0.5;

Formation makeTable() {
    Formation table;
    for (std::size_t i = 0; i < table.size(); ++i) {
        const auto& row = kTable[i];
        table[i] = {{row[0], row[1]}, {row[2], row[3]}, {row[4], row[5]}};
    }
    return table;
}

// Moves a point out of the center circle, toward our own goal.
Eigen::Vector2d outsideCircle(const Eigen::Vector2d& p_F, double radiusM) {
    if (p_F.norm() >= radiusM) {
        return p_F;
    }
    const double y = std::clamp(p_F.y(), -radiusM, radiusM);
    return {-std::sqrt(radiusM * radiusM - y * y), y};
}

} // namespace

const Formation& defaultHomeTable() {
    static const Formation table = makeTable();
    return table;
}

std::optional<Eigen::Vector2d> homeOf(const Formation& table, const field::FieldDimensions& field,
                                      int unum, HomeUse use, const Eigen::Vector2d& ball_F) {
    if (unum < 1 || unum > kTeamSize) {
        return std::nullopt;
    }
    const HomePlace& place = table[static_cast<std::size_t>(unum - 1)];
    const Eigen::Array2d half(0.5 * field.lengthM, 0.5 * field.widthM);
    const Eigen::Array2d limit = half - kInsideM;
    if (use == HomeUse::Play) {
        const Eigen::Array2d ball =
            (ball_F.allFinite() ? ball_F : Eigen::Vector2d::Zero().eval()).array();
        const Eigen::Array2d home = place.play.array() * half + place.follow.array() * ball;
        return Eigen::Vector2d(home.max(-limit).min(limit).matrix());
    }
    Eigen::Vector2d home = (place.kickOff.array() * half).max(-limit).min(limit).matrix();
    home.x() = std::min(home.x(), -kOwnHalfM);
    return use == HomeUse::OwnKickOff ? home
                                      : outsideCircle(home, field.circleRadiusM + kCircleRimM);
}

} // namespace sideline::world
