#include "logs/session/frame_hints.h"

#include <algorithm>
#include <charconv>
#include <numbers>

// Readers and writers must compute the same bits: only sums and products in a fixed order, which
// the compiler may not contract (see CMakeLists.txt).
namespace sideline::logs {

namespace {

// Part of the format.
constexpr double kRadPerReportedDeg = std::numbers::pi / 180.0;
constexpr double kHalfReportRad =
    0.005 * kRadPerReportedDeg; // angles are reported in hundredths of degrees
constexpr double kCycleS = 0.02;

// Calls `take(word, numbers, count)` for every `(word number...)`.
template <typename Take>
void visitNumbers(std::string_view text, Take take) {
    while (true) {
        const std::size_t open = text.find('(');
        if (open == std::string_view::npos) {
            return;
        }
        text.remove_prefix(open + 1);
        const std::size_t end = text.find_first_of(" ()");
        if (end == std::string_view::npos || text[end] != ' ') {
            continue;
        }
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(end);
        std::array<double, 3> values{};
        std::size_t count = 0;
        while (count < values.size() && text.starts_with(' ')) {
            const auto [rest, error] =
                std::from_chars(text.data() + 1, text.data() + text.size(), values[count]);
            if (error != std::errc{}) {
                break;
            }
            ++count;
            text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
        }
        if (count > 0) {
            take(word, values, count);
        }
    }
}

} // namespace

void FrameHints::take(std::string_view word, const std::array<double, 3>& values,
                      std::size_t count) {
    const auto append = [&](std::vector<double>& to, double factor) {
        for (std::size_t i = 0; i < count; ++i) {
            to.push_back(values[i] * factor);
        }
    };
    if (word.starts_with("ax")) {
        append(m_anglesRad, kRadPerReportedDeg);
    } else if (word == "rt" && m_gyro.empty()) {
        append(m_gyro, kRadPerReportedDeg);
    } else if (word == "a" && m_acceleration.empty()) {
        append(m_acceleration, 1.0);
    } else if ((word == "c" || word == "f") && count == 3) {
        append(m_forces, 1.0);
    }
}

void FrameHints::read(std::string_view perceptText, std::string_view commandText) {
    for (auto* values : {&m_anglesRad, &m_speedsRadPerS, &m_gyro, &m_acceleration, &m_forces}) {
        values->clear();
    }
    visitNumbers(perceptText, [this](std::string_view word, const std::array<double, 3>& values,
                                     std::size_t count) { take(word, values, count); });
    visitNumbers(commandText, [this](std::string_view word, const std::array<double, 3>& values,
                                     std::size_t count) {
        if (word != "beam") {
            m_speedsRadPerS.insert(m_speedsRadPerS.end(), values.begin(),
                                   values.begin() + static_cast<std::ptrdiff_t>(count));
        }
    });
}

double likelyAngleRad(double beforeRad, double measuredRad, double sentRadPerS) {
    const double likely =
        std::max(std::min(beforeRad, measuredRad + kHalfReportRad), measuredRad - kHalfReportRad);
    return likely + kCycleS * sentRadPerS;
}

double likelyTargetRad(double expectedRad, double commandRadPerS) {
    return expectedRad + kCycleS * commandRadPerS;
}

math::Pose likelyInField(const math::Pose& X_ST, game::Side side) {
    math::Pose likely = X_ST;
    if (side == game::Side::Right) {
        likely.R.row(0) *= -1.0;
        likely.R.row(1) *= -1.0;
        likely.p.x() *= -1.0;
        likely.p.y() *= -1.0;
    }
    return likely;
}

std::array<double, 3> likelyAxis(const Eigen::Matrix3d& R) {
    return {R(1, 0) * R(2, 1) - R(2, 0) * R(1, 1), R(2, 0) * R(0, 1) - R(0, 0) * R(2, 1),
            R(0, 0) * R(1, 1) - R(1, 0) * R(0, 1)};
}

std::array<double, 3> likelyInTorso(const math::Pose& X_FT, const Eigen::Vector3d& p_F) {
    const double x = p_F.x() - X_FT.p.x();
    const double y = p_F.y() - X_FT.p.y();
    const double z = p_F.z() - X_FT.p.z();
    std::array<double, 3> likely{};
    for (Eigen::Index i = 0; i < 3; ++i) {
        likely[static_cast<std::size_t>(i)] =
            X_FT.R(0, i) * x + X_FT.R(1, i) * y + X_FT.R(2, i) * z;
    }
    return likely;
}

} // namespace sideline::logs
