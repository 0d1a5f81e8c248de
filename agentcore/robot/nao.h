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
    Toes = 4,            ///< type 4: feet split into foot and toe, one joint more a leg
};

inline constexpr std::array kNaoTypes = {NaoType::Standard, NaoType::LongLegsAndArms,
                                         NaoType::FastAnklePitch, NaoType::LongLegsWideHip,
                                         NaoType::Toes};

/// The Nao of a type: 23 bodies and 22 hinges, 25 and 24 for `Toes`.
///
/// Source: `rcssserver3d/data/rsg/agent/nao/{nao_hetero,naoneckhead,naoarm,naoleg,naolegtoe}.rsg`
/// of rcssserver3d 0.7.3. Joints stand in body order: hj1-2, raj1-4, laj1-4, rlj1-6(7), llj1-6(7).
/// Any thread; the model lives as long as the program.
[[nodiscard]] const RobotModel& naoModel(NaoType type);

/// The number (0-4) of the type that a model describes, by its name; nothing for other robots.
[[nodiscard]] std::optional<int> naoTypeNumberOf(const RobotModel& model);

/// The type with this number (0-4), or nothing.
[[nodiscard]] std::optional<NaoType> naoTypeFromNumber(int number);

} // namespace sideline::robot
