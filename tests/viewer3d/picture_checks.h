#pragma once

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <QColor>
#include <QImage>
#include <QPoint>
#include <QSize>

#include "viewer3d/view/camera_rig.h"

namespace sideline::viewer3d {

inline constexpr int kBlueHue = 227; ///< of the default left team
inline constexpr int kRedHue = 0;    ///< of the default right team
inline constexpr int kGreenHue = 110;
inline constexpr int kGoldHue = 46;     ///< of the selection
inline constexpr int kThinGoldHue = 56; ///< of the trail, whose line is thinner than a pixel

/// How many pixels have this hue (0 to 359), strongly.
inline int pixelsOf(const QImage& image, int hue) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor color = image.pixelColor(x, y);
            const int apart = std::abs(color.hsvHue() - hue);
            const bool isStrong = color.hsvSaturation() > 120 && color.value() > 50;
            count += isStrong && std::min(apart, 360 - apart) <= 14 ? 1 : 0;
        }
    }
    return count;
}

/// How many different colors a picture has.
inline std::size_t colorsOf(const QImage& image) {
    std::set<QRgb> colors;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            colors.insert(image.pixel(x, y));
        }
    }
    return colors.size();
}

/// Pixels that are brighter in `image` than in `other`, by more than `steps` of 255.
inline std::vector<QPoint> brighterPixels(const QImage& image, const QImage& other, int steps) {
    std::vector<QPoint> places;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (qGray(image.pixel(x, y)) - qGray(other.pixel(x, y)) > steps) {
                places.emplace_back(x, y);
            }
        }
    }
    return places;
}

/// Place of a point in a view, in pixels from the upper left corner.
inline QPoint projected(const CameraPose& pose, const Eigen::Vector3d& p_S, const QSize& size) {
    const Eigen::Vector3d seen = p_S - pose.eye;
    const Eigen::Vector3d right = pose.forward.cross(pose.up);
    const double half = pose.orthographic ? pose.halfHeightM
                                          : seen.dot(pose.forward) * std::tan(pose.fovYRad / 2.0);
    const double scale = size.height() / 2.0 / half;
    return {static_cast<int>(std::lround(size.width() / 2.0 + scale * seen.dot(right))),
            static_cast<int>(std::lround(size.height() / 2.0 - scale * seen.dot(pose.up)))};
}

} // namespace sideline::viewer3d
