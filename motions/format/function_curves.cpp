#include "motions/format/function_curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace sideline::keyframe {

namespace {

using motion::Curve;
using std::numbers::pi;

constexpr double kTolerance = 0.002;
constexpr double kMaxWaves = 20000.0;

// A curve segment between two points; cubic ones have slopes.
struct CurvePiece {
    SupportPoint from;
    SupportPoint to;
    Curve curve = Curve::Linear;
    double slopeFrom = 0.0;
    double slopeTo = 0.0;

    [[nodiscard]] double length() const { return to.cycle - from.cycle; }
    [[nodiscard]] double value(double cycle) const;
    [[nodiscard]] double slope(double cycle) const;
};

double CurvePiece::value(double cycle) const {
    const double u = (cycle - from.cycle) / length();
    const double way = to.value - from.value;
    if (curve == Curve::Sine) {
        return from.value + way * (1.0 - std::cos(pi * u)) / 2.0;
    }
    if (curve == Curve::Cubic) {
        const double a = slopeFrom * length() - way;
        const double b = way - slopeTo * length();
        return from.value + u * way + u * (1.0 - u) * ((1.0 - u) * a + u * b);
    }
    return from.value + u * way;
}

double CurvePiece::slope(double cycle) const {
    const double u = (cycle - from.cycle) / length();
    const double way = to.value - from.value;
    if (curve == Curve::Sine) {
        return way * pi * std::sin(pi * u) / 2.0 / length();
    }
    if (curve == Curve::Cubic) {
        const double a = slopeFrom * length() - way;
        const double b = way - slopeTo * length();
        return (way + (1.0 - 4.0 * u + 3.0 * u * u) * a + (2.0 * u - 3.0 * u * u) * b) / length();
    }
    return way / length();
}

// Returns the slopes of a natural cubic spline at its points (Thomas algorithm for the second
// derivatives).
std::vector<double> splineSlopes(const std::vector<SupportPoint>& points) {
    const std::size_t n = points.size();
    std::vector<double> bend(n, 0.0);
    std::vector<double> factor(n, 0.0);
    const auto step = [&](std::size_t i) { return points[i + 1].cycle - points[i].cycle; };
    const auto rise = [&](std::size_t i) {
        return (points[i + 1].value - points[i].value) / step(i);
    };
    for (std::size_t i = 1; i + 1 < n; ++i) {
        const double pivot = 2.0 * (step(i - 1) + step(i)) - step(i - 1) * factor[i - 1];
        factor[i] = step(i) / pivot;
        bend[i] = (6.0 * (rise(i) - rise(i - 1)) - step(i - 1) * bend[i - 1]) / pivot;
    }
    for (std::size_t i = n - 1; i-- > 1;) {
        bend[i] -= factor[i] * bend[i + 1];
    }
    std::vector<double> slopes(n, 0.0);
    for (std::size_t i = 0; i + 1 < n; ++i) {
        slopes[i] = rise(i) - step(i) * (2.0 * bend[i] + bend[i + 1]) / 6.0;
    }
    slopes[n - 1] = rise(n - 2) + step(n - 2) * (2.0 * bend[n - 1] + bend[n - 2]) / 6.0;
    return slopes;
}

// Returns the slopes of magma's Bezier functions: zero at the ends and at extrema, otherwise the
// slope between the neighbors, limited so that the tangent at a third of the interval does not
// overshoot a neighbor.
std::vector<double> bezierSlopes(const std::vector<SupportPoint>& points) {
    std::vector<double> slopes(points.size(), 0.0);
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        const SupportPoint& before = points[i - 1];
        const SupportPoint& here = points[i];
        const SupportPoint& after = points[i + 1];
        if ((before.value - here.value) * (after.value - here.value) >= 0.0) {
            continue;
        }
        const double slope = (after.value - before.value) / (after.cycle - before.cycle);
        const double maxSlopeBefore =
            3.0 * (here.value - before.value) / (here.cycle - before.cycle);
        const double maxSlopeAfter = 3.0 * (after.value - here.value) / (after.cycle - here.cycle);
        // As in magma, limits the slope by the preceding interval first, and only otherwise by the
        // following one.
        slopes[i] = std::abs(slope) > std::abs(maxSlopeBefore)  ? maxSlopeBefore
                    : std::abs(slope) > std::abs(maxSlopeAfter) ? maxSlopeAfter
                                                                : slope;
    }
    return slopes;
}

std::vector<CurvePiece> piecesOf(FunctionKind kind, const std::vector<SupportPoint>& points) {
    std::vector<double> slopes(points.size(), 0.0);
    Curve curve = Curve::Linear;
    if (kind == FunctionKind::SineSquare) {
        curve = Curve::Sine;
    } else if (kind != FunctionKind::Linear && points.size() > 1) {
        curve = Curve::Cubic;
        slopes = kind == FunctionKind::Spline ? splineSlopes(points) : bezierSlopes(points);
    }
    std::vector<CurvePiece> pieces;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        pieces.push_back({points[i], points[i + 1], curve, slopes[i], slopes[i + 1]});
    }
    return pieces;
}

// Divides the period into half waves from extremum to extremum.
std::optional<std::vector<CurvePiece>> wavesOf(const std::vector<SupportPoint>& points,
                                               double periodCycles) {
    const double half = points[2].cycle - points[0].cycle;
    if (!(half > 0.0) || periodCycles / half > kMaxWaves) {
        return std::nullopt;
    }
    const double offset = points[0].value;
    const double amplitude = points[1].value - offset;
    const double firstTop = points[0].cycle + half / 2.0;
    const auto number = static_cast<long long>(std::floor(-firstTop / half));
    const auto summit = [&](long long k) {
        return SupportPoint{firstTop + static_cast<double>(k) * half,
                            k % 2 == 0 ? offset + amplitude : offset - amplitude};
    };
    std::vector<CurvePiece> pieces;
    for (long long k = number; summit(k).cycle < periodCycles; ++k) {
        pieces.push_back({summit(k), summit(k + 1), Curve::Sine, 0.0, 0.0});
    }
    return pieces;
}

class KeyMaker {
public:
    explicit KeyMaker(double periodCycles) : m_period(periodCycles) {}

    // Appends a segment up to a point.
    void add(const CurvePiece& piece) {
        const double from = std::max(piece.from.cycle, 0.0);
        const double to = std::min(piece.to.cycle, m_period);
        m_keys.isClipped = m_keys.isClipped || from != piece.from.cycle || to != piece.to.cycle;
        if (!(piece.length() > 0.0) || to <= from) {
            return;
        }
        if (m_keys.keys.empty()) {
            start(piece.value(from));
            if (from > 0.0) {
                m_keys.keys.push_back({from, piece.value(from), Curve::Linear, 0.0, 0.0});
            }
        }
        const bool isWhole = from == piece.from.cycle && to == piece.to.cycle;
        if (piece.curve == Curve::Sine && !isWhole) {
            addPart(piece, from, to);
        } else {
            addKey(piece, piece.curve, from, to);
        }
    }
    void start(double value) { m_keys.keys.push_back({0.0, value, Curve::Linear, 0.0, 0.0}); }
    [[nodiscard]] bool isEmpty() const { return m_keys.keys.empty(); }
    void reportClipped() { m_keys.isClipped = true; }
    [[nodiscard]] FunctionKeys take() { return std::move(m_keys); }

private:
    void addKey(const CurvePiece& piece, Curve curve, double from, double to) {
        if (curve == Curve::Cubic) {
            m_keys.keys.back().slopeOut = piece.slope(from);
        }
        m_keys.keys.push_back(
            {to, piece.value(to), curve, curve == Curve::Cubic ? piece.slope(to) : 0.0, 0.0});
    }
    // Adds a part of a half wave as cubic curves within tolerance (error h^4 f'''' / 384).
    void addPart(const CurvePiece& piece, double from, double to) {
        const double fourth =
            std::abs(piece.to.value - piece.from.value) / 2.0 * std::pow(pi / piece.length(), 4.0);
        const double step = std::pow(kTolerance * 384.0 / std::max(fourth, 1e-12), 0.25);
        const int count = 1 + static_cast<int>(std::min((to - from) / step, 1000.0));
        for (int i = 0; i < count; ++i) {
            const auto at = [&](int k) { return from + (to - from) * k / count; };
            addKey(piece, Curve::Cubic, at(i), i + 1 == count ? to : at(i + 1));
        }
    }

    double m_period;
    FunctionKeys m_keys;
};

} // namespace

std::optional<FunctionKind> functionFromName(std::string_view name) {
    constexpr std::array kNames = {std::pair("linear", FunctionKind::Linear),
                                   std::pair("spline", FunctionKind::Spline),
                                   std::pair("sine", FunctionKind::Sine),
                                   std::pair("sinus", FunctionKind::Sine),
                                   std::pair("sinsquare", FunctionKind::SineSquare),
                                   std::pair("bezier", FunctionKind::Bezier)};
    for (const auto& [known, kind] : kNames) {
        if (name == known) {
            return kind;
        }
    }
    return std::nullopt;
}

std::optional<FunctionKeys> functionKeys(FunctionKind kind, std::vector<SupportPoint> points,
                                         double periodCycles) {
    KeyMaker maker(periodCycles);
    if (kind == FunctionKind::Sine) {
        const auto waves = wavesOf(points, periodCycles);
        if (!waves) {
            return std::nullopt;
        }
        for (const CurvePiece& piece : *waves) {
            maker.add(piece);
        }
        FunctionKeys keys = maker.take();
        keys.isClipped = false; // waves have no end
        return keys;
    }
    for (const CurvePiece& piece : piecesOf(kind, points)) {
        maker.add(piece);
    }
    if (maker.isEmpty()) {
        // Handles a single point, or points that are all before the beginning or after the end.
        maker.start(points.front().cycle >= periodCycles ? points.front().value
                                                         : points.back().value);
        if (points.size() > 1) {
            maker.reportClipped();
        }
    }
    return maker.take();
}

} // namespace sideline::keyframe
