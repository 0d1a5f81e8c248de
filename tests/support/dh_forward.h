#pragma once

#include <cstddef>
#include <span>

#include <Eigen/Geometry>

#include "agentcore/robot/limb_kinematics.h"

namespace sideline::tests {

/// Returns X_TorsoTip by the classic Denavit-Hartenberg convention.
/// @param anglesRad one per row
inline math::Pose dhForward(const robot::DhTable& table, std::span<const double> anglesRad) {
    math::Pose X = table.X_TorsoBase;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const robot::DhRow& row = table.rows[i];
        const Eigen::Matrix3d turned =
            Eigen::AngleAxisd(row.thetaOffsetRad + row.sign * anglesRad[i],
                              Eigen::Vector3d::UnitZ())
                .toRotationMatrix();
        X = X *
            math::Pose{
                turned *
                    Eigen::AngleAxisd(row.alphaRad, Eigen::Vector3d::UnitX()).toRotationMatrix(),
                turned * Eigen::Vector3d(row.aM, 0.0, row.dM)};
    }
    return X * table.X_LastTip;
}

} // namespace sideline::tests
