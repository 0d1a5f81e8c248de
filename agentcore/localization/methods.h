#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "agentcore/localization/pose_estimator.h"
#include "agentcore/localization/vision_noise.h"

namespace sideline::localization {

/// Localization methods that can be selected at run time.
enum class Method : std::uint8_t {
    Gyro,        ///< LocalizerGyro of the magma manual
    Umeyama,     ///< LocalizerUmeyama of the magma manual
    FieldNormal, ///< LocalizerFieldNormal of the magma manual
    Magma,       ///< the first applicable of FieldNormal, Umeyama and Gyro
    ThreeFlags,  ///< closed form used by SEU-3D
    Fusion,      ///< Sideline's own: a filter that uses all percepts
};

inline constexpr std::array<Method, 6> kMethods = {Method::Gyro,        Method::Umeyama,
                                                   Method::FieldNormal, Method::Magma,
                                                   Method::ThreeFlags,  Method::Fusion};

/// Returns the identifier of a method in commands and files: `gyro`, `umeyama`, `field-normal`,
/// `magma`, `three-flags`, `fusion`.
[[nodiscard]] std::string_view wordOf(Method method);
/// Returns the display name: `Gyro`, `Umeyama`, `Field normal`, `Magma composite`, `Three flags`,
/// `Fusion`.
[[nodiscard]] std::string_view nameOf(Method method);
/// Describes a method in one sentence.
[[nodiscard]] std::string_view aboutMethod(Method method);
/// Returns the method with this identifier; not set if there is none.
[[nodiscard]] std::optional<Method> methodOf(std::string_view word);

/// Adjustable parameters of an estimator.
struct EstimatorOptions {
    VisionNoise noise;              ///< assumed noise; only for methods with a noise model
    bool learnsCameraOffset = true; ///< whether the camera offset is estimated; only for methods
                                    ///< with a noise model
    [[nodiscard]] bool operator==(const EstimatorOptions&) const = default;
};

[[nodiscard]] std::unique_ptr<PoseEstimator> makeEstimator(Method method,
                                                           const EstimatorOptions& options = {});

} // namespace sideline::localization
