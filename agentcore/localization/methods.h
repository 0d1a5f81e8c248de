#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "agentcore/localization/pose_estimator.h"
#include "agentcore/localization/vision_noise.h"

namespace sideline::localization {

/// The ways to find out where a robot is that can be chosen at run time.
enum class Method : std::uint8_t {
    Gyro,        ///< LocalizerGyro of the magma manual
    Umeyama,     ///< LocalizerUmeyama of the magma manual
    FieldNormal, ///< LocalizerFieldNormal of the magma manual
    Magma,       ///< the composite of these three: the first that can work
    ThreeFlags,  ///< closed form of SEU-3D
    Fusion,      ///< ours: everything that is perceived, with its probability
};

inline constexpr std::array<Method, 6> kMethods = {Method::Gyro,        Method::Umeyama,
                                                   Method::FieldNormal, Method::Magma,
                                                   Method::ThreeFlags,  Method::Fusion};

/// The word for a method in commands and files: `gyro`, `umeyama`, `field-normal`, `magma`,
/// `three-flags`, `fusion`.
[[nodiscard]] std::string_view wordOf(Method method);
/// Its name for display: `Gyro`, `Umeyama`, `Field normal`, `Magma composite`, `Three flags`,
/// `Fusion`.
[[nodiscard]] std::string_view nameOf(Method method);
/// One sentence of what it does.
[[nodiscard]] std::string_view aboutMethod(Method method);
/// The method with this word, or nothing.
[[nodiscard]] std::optional<Method> methodOf(std::string_view word);

/// What can be turned about an estimator.
struct EstimatorOptions {
    VisionNoise noise;              ///< that it counts on; only for those that know of noise
    bool learnsCameraOffset = true; ///< likewise
    [[nodiscard]] bool operator==(const EstimatorOptions&) const = default;
};

[[nodiscard]] std::unique_ptr<PoseEstimator> makeEstimator(Method method,
                                                           const EstimatorOptions& options = {});

} // namespace sideline::localization
