#pragma once

#include <string_view>

#include "motions/format/format.h"
#include "motions/format/read_limits.h"

namespace sideline::keyframe {

// Readers and writers of the formats, dispatched by `readMotions` and `writeMotion`. Readers need
// not check their limits: `readMotions` does so at the end.

/// First word of Webots' tables.
inline constexpr std::string_view kWebotsWord = "#WEBOTS_MOTION";
/// magma's and Webots' tables: one row of joint angles per time.
[[nodiscard]] base::Expected<MotionFile> readJointTable(std::string_view text, Format format,
                                                        const ReadOptions& options,
                                                        ReadLimits& limits);
[[nodiscard]] base::Expected<WrittenMotion> writeJointTable(const Motion& motion, Format format,
                                                            const robot::RobotModel& model);

[[nodiscard]] base::Expected<MotionFile> readHulksJson(std::string_view text,
                                                       const ReadOptions& options,
                                                       ReadLimits& limits);
[[nodiscard]] base::Expected<WrittenMotion> writeHulksJson(const Motion& motion,
                                                           const robot::RobotModel& model);

[[nodiscard]] base::Expected<MotionFile> readT1Yaml(std::string_view text,
                                                    const ReadOptions& options, ReadLimits& limits);
[[nodiscard]] base::Expected<WrittenMotion> writeT1Yaml(const Motion& motion,
                                                        const robot::RobotModel& model);

[[nodiscard]] base::Expected<MotionFile> readMagmaFunctions(std::string_view text,
                                                            const ReadOptions& options,
                                                            ReadLimits& limits);
[[nodiscard]] base::Expected<WrittenMotion> writeMagmaFunctions(const Motion& motion,
                                                                const robot::RobotModel& model);

[[nodiscard]] base::Expected<MotionFile> readUtSkill(std::string_view text,
                                                     const ReadOptions& options,
                                                     ReadLimits& limits);
[[nodiscard]] base::Expected<WrittenMotion> writeUtSkill(const Motion& motion,
                                                         const robot::RobotModel& model);

[[nodiscard]] base::Expected<MotionFile> readFcpSlots(std::string_view text,
                                                      const ReadOptions& options,
                                                      ReadLimits& limits);
[[nodiscard]] base::Expected<WrittenMotion> writeFcpSlots(const Motion& motion,
                                                          const robot::RobotModel& model);

/// RoboNewbie's and DreamWing's rows of angles.
[[nodiscard]] base::Expected<MotionFile> readKeyframeLines(std::string_view text, Format format,
                                                           const ReadOptions& options,
                                                           ReadLimits& limits);
[[nodiscard]] base::Expected<WrittenMotion> writeKeyframeLines(const Motion& motion, Format format,
                                                               const robot::RobotModel& model);

[[nodiscard]] base::Expected<MotionFile> readUnswPos(std::string_view text,
                                                     const ReadOptions& options,
                                                     ReadLimits& limits);

} // namespace sideline::keyframe
