#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "agentcore/world/agent_frame.h"
#include "logs/session/field_coder.h"
#include "logs/session/field_streams.h"
#include "logs/session/robot_table.h"

namespace sideline::logs {

/// Version of the frames' binary format, incremented with every change of the written bytes. Older
/// versions remain readable; their missing fields keep the defaults.
///
/// 1: the first. 2: adds the situation, the age of the game state, velocity and camera offset of
/// the pose, spread (in single precision), rest and certainty of ball and players, and players'
/// body parts. The covariance of the pose is never written: it can be recomputed from the percepts.
/// 3: robots by their number in the session's table. 4: adds the trace of the decision. 5: adds
/// the count of late answers. 6: `FieldCoder` instead of `FieldReader`'s streams; estimates are
/// rounded with `roundToRecorded`. Later ones: each adds a reading of the body
/// (`world::kBodyReadings`).
inline constexpr std::uint8_t kFrameCodecVersion = std::max<std::uint8_t>(
    6,
    std::ranges::max(world::kBodyReadings, {}, &world::BodyReadingInfo::sinceVersion).sinceVersion);

/// The first version that `FieldCoder` reads.
inline constexpr std::uint8_t kFirstCodedVersion = 6;

/// Approximate memory size of a frame, including strings and lists.
[[nodiscard]] std::size_t approximateBytes(const world::AgentFrame& frame);

/// Rounds a frame to the precision of recordings, and mirrors the covariances. Percepts, commands,
/// strings, times, counters and decisions are exact; estimates are rounded to at most 0.06 mm, 0.06
/// mm/s, and 0.02 % of a variance or a confidence, drawings to 0.06 mm, debug values to seven
/// digits.
void roundToRecorded(world::AgentFrame& frame);

/// Writes all fields of a frame; rounds the frame to the values that a reader receives.
/// @param robots receives its robot
void writeFrame(FieldCoder<BitEncoder>& coder, world::AgentFrame& frame, RobotTable& robots);
/// Reads all fields of a frame of the newest version; check `coder.fault()` afterward.
/// @param robots robots of the session
void readFrame(FieldCoder<BitDecoder>& coder, world::AgentFrame& frame, const RobotTable& robots);
/// Like `readFrame`, for versions 1 to 5.
void readFrame(FieldReader& reader, world::AgentFrame& frame, const RobotTable& robots,
               std::uint8_t version);

} // namespace sideline::logs
