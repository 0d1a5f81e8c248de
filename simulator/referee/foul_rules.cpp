#include "simulator/referee/foul_rules.h"

#include "simulator/referee/crowding_rule.h"
#include "simulator/referee/foul_hold.h"
#include "simulator/referee/illegal_defense_rule.h"

namespace sideline::simulator {

namespace {

// In a penalty shootout, the goalkeeper concedes a goal by leaving its area to the front or side.
// The right side defends.
void judgeShootout(RuleContext& context) {
    const Eigen::AlignedBox2d area = penaltyArea(context.field, game::Side::Right);
    for (const game::PlayerId& player : context.world.players()) {
        const Eigen::Vector3d p_S = context.world.motion(player).p_S;
        const bool hasLeft =
            p_S.x() < area.min().x() || p_S.y() < area.min().y() || p_S.y() > area.max().y();
        if (player.side == game::Side::Right && hasLeft && context.game.isPenaltyShootout()) {
            context.game.endPenaltyShootout();
            context.game.addGoal(game::Side::Left);
            context.game.setPlayMode(game::PlayMode::GoalLeft);
        }
    }
}

} // namespace

void FoulRules::update(RuleContext& context, FoulLog& book) {
    Game& game = context.game;
    takeMoved(context);
    m_charging.observe(context.world);
    m_touching.observe(context.world);

    if (game.isPenaltyShootout() && game.playMode() == game::PlayMode::GoalLeft) {
        game.endPenaltyShootout();
    }
    if (game.isPaused()) {
        pause(context, book);
    } else {
        if (context.rules.usesFouls) {
            judge(context, book);
        } else {
            pause(context, book);
            m_charging.dropContacts();
            m_touching.startNewGroups(context.world);
        }
        judgeShootout(context);
    }
    takeMoved(context);
    // The simulation updates its players before the next cycle.
    if (m_sideSwapCount != game.sideSwapCount()) {
        m_sideSwapCount = game.sideSwapCount();
        swapSides(book);
    }
}

void FoulRules::swapSides(FoulLog& book) {
    book.clearPenalties();
    m_survey = {};
    m_postures.resetAll();
    m_charging.swapSides();
    m_touching.swapSides();
    m_selfCollisions.swapSides();
}

void FoulRules::pause(RuleContext& context, FoulLog& book) {
    book.clearPenalties();
    m_survey = {};
    m_postures.resetAll();
    m_charging.resetAll();
    m_selfCollisions.thawAll(context);
}

void FoulRules::judge(RuleContext& context, FoulLog& book) {
    using game::Side;
    m_survey.update(context, book);
    for (const game::PlayerId& player : context.world.players()) {
        m_postures.count(context, player);
    }
    m_charging.count(context.world);
    m_charging.judge(context, book, m_postures);
    for (const Side side : {Side::Left, Side::Right}) {
        m_selfCollisions.judge(context, book, side);
    }
    for (const Side side : {Side::Left, Side::Right}) {
        judgePositions(context, book, side);
    }
    const auto [firstTouching, secondTouching] = sidesInRandomOrder(context.rng);
    m_touching.judge(context, book, firstTouching);
    m_touching.judge(context, book, secondTouching);

    const auto [firstHeld, secondHeld] = sidesInRandomOrder(context.rng);
    for (const Side side : {firstHeld, secondHeld}) {
        for (const game::PlayerId& player : carryOutPenalties(context, book, side)) {
            reset(player);
        }
    }
    m_touching.startNewGroups(context.world);
    m_selfCollisions.thaw(context);
}

// Judges fouls by positions and postures; ignores penalized players.
void FoulRules::judgePositions(RuleContext& context, FoulLog& book, game::Side side) {
    for (const game::PlayerId& player : teamInRandomOrder(context, side)) {
        if (book.isHeld(player)) {
            continue;
        }
        if (isCrowding(context, m_survey, player)) {
            book.addFoul(FoulType::Crowding, player);
        } else if (isIllegalDefender(context, m_survey, player)) {
            penaliseIllegalDefender(context, book, m_survey, player);
        } else if (m_postures.isIncapable(context, player)) {
            book.addFoul(FoulType::Incapable, player);
        }
    }
}

void FoulRules::reset(const game::PlayerId& player) {
    m_survey.forgetArea(player);
    m_postures.reset(player);
    m_charging.reset(player);
}

void FoulRules::takeMoved(RuleContext& context) {
    m_charging.noteMoved(context.moved);
    context.moved.clear();
}

void FoulRules::playerLeft(const game::PlayerId& player) {
    m_survey.forget(player);
    m_charging.forget(player);
    m_touching.forget(player);
}

} // namespace sideline::simulator
