#pragma once

#include <array>

#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// The heterogeneous Nao types of rcssserver3d 0.7.x (`naorobottypes.rb`).
enum class NaoType : std::uint8_t {
    Standard = 0,        ///< type 0
    LongLegsAndArms = 1, ///< type 1
    FastAnklePitch = 2,  ///< type 2: faster ankle pitch, slower ankle roll
    LongLegsWideHip = 3, ///< type 3
    Toes = 4,            ///< type 4: feet split into foot and toe, with an additional joint per leg
};

inline constexpr std::array kNaoTypes = {NaoType::Standard, NaoType::LongLegsAndArms,
                                         NaoType::FastAnklePitch, NaoType::LongLegsWideHip,
                                         NaoType::Toes};

/// Returns the Nao of a type: 23 bodies and 22 hinges; 25 and 24 for `Toes`.
///
/// Source: `rcssserver3d/data/rsg/agent/nao/{nao_hetero,naoneckhead,naoarm,naoleg,naolegtoe}.rsg`
/// of rcssserver3d 0.7.3. Joints are in body order: hj1-2, raj1-4, laj1-4, rlj1-6(7), llj1-6(7).
/// Any thread; the reference is valid until the program ends.
[[nodiscard]] const RobotModel& naoModel(NaoType type);

/// Returns the type number (0-4) of a model according to its name; not set for other robots.
[[nodiscard]] std::optional<int> naoTypeNumberOf(const RobotModel& model);

/// Returns the type with this number (0-4); not set for other numbers.
[[nodiscard]] std::optional<NaoType> naoTypeFromNumber(int number);

} // namespace sideline::robot
