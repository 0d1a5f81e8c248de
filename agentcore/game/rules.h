#pragma once

namespace sideline::game {

/// The numbers of the rules, with their names in `naosoccersim.rb` of rcssserver3d 0.7.3. Lengths
/// in meters, times in seconds, speeds in meters per second, angles in degrees as in the server's
/// files.
struct Rules {
    // the match
    double halfTimeS = 300.0;              ///< RuleHalfTime
    bool hasSingleHalf = false;            ///< SingleHalfTime
    bool changesSidesInSecondHalf = false; ///< ChangeSidesInSecondHalf
    bool kicksOffAutomatically = false;    ///< AutomaticKickOff
    double waitBeforeKickOffS = 30.0;      ///< WaitBeforeKickOff
    bool quitsAfterGame = false;           ///< AutomaticQuit
    bool tossesCoinForKickOff = false;     ///< CoinTossForKickOff
    bool startsAnywhere = false;           ///< StartAnyFieldPosition
    bool isPenaltyShootout = false;        ///< PenaltyShootout
    double goalPauseS = 3.0;               ///< RuleGoalPauseTime
    double kickInPauseS = 1.0;             ///< RuleKickInPauseTime
    double dropBallS = 15.0;               ///< RuleDropBallTime; 0 means never
    double freeKickDistanceM = 2.0;        ///< FreeKickDistance: exclusion zone for opponents
    double freeKickMoveDistanceM = 2.5;    ///< FreeKickMoveDist: distance to which they are moved
    double kickRepelDistanceM = 0.5;       ///< KickRepelDist: minimum distance of teammates when
                                           ///< the ball is placed
    double goalKickDistanceM = 1.0;        ///< GoalKickDist: distance of the ball from the goal
                                           ///< line
    bool usesOffside = false;              ///< UseOffside

    // teams
    double agentRadiusM = 0.4;       ///< AgentRadius
    int maxRobotsOfOneType = 7;      ///< MaxRobotTypeCount
    int minRobotTypes = 3;           ///< MinRobotTypesCount
    int maxRobotsOfTwoTypes = 9;     ///< MaxSumTwoRobotTypes
    double beamNoiseXyM = 0.05;      ///< BeamNoiseXY
    double beamNoiseAngleDeg = 10.0; ///< BeamNoiseAngle

    // fouls of players
    bool usesFouls = true;               ///< Sideline only: off for experiments with single robots
    double foulHoldS = 0.5;              ///< FoulHoldTime
    int maxSafeRepositionAttempts = 100; ///< MaxNumSafeRepositionAttempts
    int maxTouchGroupSize = 2;           ///< MaxTouchGroupSize
    bool touchingBeamPenalty = false;    ///< TouchingFoulBeamPenalty
    double notStandingMaxS = 30.0;       ///< NotStandingMaxTime
    double goalieNotStandingMaxS = 60.0; ///< GoalieNotStandingMaxTime
    double groundMaxS = 15.0;            ///< GroundMaxTime
    double goalieGroundMaxS = 30.0;      ///< GoalieGroundMaxTime
    int maxPlayersInsideOwnArea = 3;     ///< MaxPlayersInsideOwnArea
    bool illegalDefenseBeamPenalty = false; ///< IllegalDefenseBeamPenalty
    double minOpponentDistanceM = 0.0;      ///< MinOppDistance; 0 disables crowding
    double minSecondDistanceM = 0.0;        ///< Min2PlDistance
    double minThirdDistanceM = 0.0;         ///< Min3PlDistance

    bool usesCharging = true;                       ///< UseCharging
    double chargingMinSpeedMps = 0.4;               ///< ChargingMinSpeed
    double chargingMinBallSpeedAngleDeg = 30.0;     ///< ChargingMinBallSpeedAngle
    double chargingMinDeltaDistanceM = 0.05;        ///< ChargingMinDeltaDist
    double chargingMinDeltaAngleDeg = 15.0;         ///< ChargingMinDeltaAng
    double chargingImmunityS = 1.0;                 ///< ChargingImmunityTime
    double chargingCollisionMinS = 0.2;             ///< ChargingCollisionMinTime
    double chargingMaxBallRulesDistanceM = 1.0;     ///< ChargingMaxBallRulesDist
    double chargingMinCollisionBallDistanceM = 0.1; ///< ChargingMinCollBallDist
    double chargingMinCollisionSpeedMps = 0.2;      ///< ChargingMinCollisionSpeed

    bool usesSelfCollisions = true;           ///< FoulOnSelfCollisions
    double selfCollisionToleranceM = 0.04;    ///< SelfCollisionsTolerance
    double selfCollisionFrozenS = 1.0;        ///< SelfCollisionJointFrozenTime
    double selfCollisionThawS = 2.0;          ///< SelfCollisionJointThawTime
    bool selfCollisionBeamPenalty = false;    ///< SelfCollisionBeamPenalty
    double selfCollisionBeamCooldownS = 10.0; ///< SelfCollisionBeamCooldownTime

    // pass mode
    double passModeMaxBallSpeedMps = 0.05;     ///< PassModeMaxBallSpeed
    double passModeMaxBallDistanceM = 0.5;     ///< PassModeMaxBallDist
    double passModeMinOpponentDistanceM = 1.0; ///< PassModeMinOppBallDist
    double passModeDurationS = 4.0;            ///< PassModeDuration
    double passModeScoreWaitS = 10.0;          ///< PassModeScoreWaitTime
    double passModeRetryWaitS = 3.0;           ///< PassModeRetryWaitTime

    [[nodiscard]] bool operator==(const Rules&) const = default;
};

} // namespace sideline::game
