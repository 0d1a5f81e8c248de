#include "logs/analysis/shot_model.h"

#include <gtest/gtest.h>

namespace sideline::logs {
namespace {

using game::Side;

const field::FieldDimensions& nao() {
    return field::newestField().dimensions;
}

double xg(double x, double y, const std::vector<Obstacle>& opponents = {}) {
    return expectedGoals({x, y}, Side::Left, 0.5, opponents, nao(), 0.042);
}

TEST(ShotModelTest, NearerAndMoreCentralIsBetter) {
    EXPECT_GT(xg(14, 0), 0.9);
    EXPECT_GT(xg(12, 0), xg(9, 0));
    EXPECT_GT(xg(9, 0), xg(5, 0));
    EXPECT_GT(xg(13, 0), xg(13, 4));
    EXPECT_LT(xg(-10, 0), 0.01);
    EXPECT_EQ(xg(16, 0), 0.0); // beyond the goal line
}

TEST(ShotModelTest, BothSidesAreEqual) {
    EXPECT_NEAR(expectedGoals({-11, 2}, Side::Right, 0.5, {}, nao(), 0.042), xg(11, -2), 1e-12);
}

TEST(ShotModelTest, AnOpenGoalByHand) {
    // 5 m in front of the goal, standard deviation 0.12 rad: the mouth is +-atan(1.008 / 5) = 1.658
    // sigma, or 0.9027 of a normal distribution; reach 1 / (1 + exp(-2 / 1.5)) = 0.7914.
    EXPECT_NEAR(xg(10, 0), 0.9027 * 0.7914, 2e-3);
}

TEST(ShotModelTest, OpponentsCoverTheGoalBehindThem) {
    const double open = xg(11, 0);
    EXPECT_LT(xg(11, 0, {{{12, 0}, 0.5}}), open);
    EXPECT_NEAR(xg(11, 0, {{{10, 0}, 0.5}}), open, 1e-12); // behind the ball
    EXPECT_NEAR(xg(11, 0, {{{12, 3}, 0.5}}), open, 1e-12); // beside its path
    EXPECT_EQ(xg(11, 0, {{{11.2, 0}, 0.5}}), 0.0);         // right in front of it
}

TEST(ShotModelTest, ThePathIsThatOfARollingBall) {
    const double decay = rollDecayPerS(monitor::StreamFormat::SimSpark);
    EXPECT_NEAR(decay, 1.062, 1e-3);
    EXPECT_LT(rollDecayPerS(monitor::StreamFormat::Rsmp), decay); // balls roll farther there
    const auto kind = [&](double speedMps) {
        return shotKindOf({{10, 0, 0.04}, {speedMps, 0, 0}}, Side::Left, nao(), 0.042, decay);
    };
    EXPECT_EQ(kind(5.2), ShotKind::None); // comes to rest after 4.9 m
    EXPECT_EQ(kind(5.4), ShotKind::OnTarget);
}

TEST(ShotModelTest, OverTheBarIsOffTarget) {
    const double decay = rollDecayPerS(monitor::StreamFormat::SimSpark);
    EXPECT_EQ(shotKindOf({{14, 0, 0.04}, {5, 0, 6}}, Side::Left, nao(), 0.042, decay),
              ShotKind::OffTarget);
    EXPECT_EQ(shotKindOf({{14, 0, 0.04}, {5, 0, 2}}, Side::Left, nao(), 0.042, decay),
              ShotKind::OnTarget);
}

} // namespace
} // namespace sideline::logs
