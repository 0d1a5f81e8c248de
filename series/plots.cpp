#include "series/plots.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include <fmt/format.h>

namespace sideline::series {

namespace {

std::string differenceText(int number) {
    return number == 0 ? "0" : fmt::format("{:+}", number);
}

// A coordinate plane on a sheet of fixed size; y grows upward.
class Sheet {
public:
    static constexpr double kWidth = 440.0;
    static constexpr double kHeight = 240.0;

    Sheet(double x0, double x1, double y0, double y1) : m_x0(x0), m_x1(x1), m_y0(y0), m_y1(y1) {}

    [[nodiscard]] double x(double value) const {
        return kLeft + (value - m_x0) / (m_x1 - m_x0) * (kWidth - kLeft - kRight);
    }
    [[nodiscard]] double y(double value) const {
        return kHeight - kBottom - (value - m_y0) / (m_y1 - m_y0) * (kHeight - kTop - kBottom);
    }
    void line(std::string_view kind, double fromX, double fromY, double toX, double toY) {
        m_svg +=
            fmt::format(R"(<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>)",
                        kind, x(fromX), y(fromY), x(toX), y(toY));
    }
    void bar(std::string_view kind, double fromX, double toX, double top, std::string_view title) {
        m_svg += fmt::format(
            R"(<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"><title>{}</title></rect>)",
            kind, x(fromX), y(top), x(toX) - x(fromX), y(m_y0) - y(top), title);
    }
    using Points = std::vector<std::pair<double, double>>;
    void curve(std::string_view kind, const Points& points) { shape("polyline", kind, points); }
    void area(std::string_view kind, const Points& points) { shape("polygon", kind, points); }
    void markY(double value, std::string_view label) {
        line("grid", m_x0, value, m_x1, value);
        text("end", kLeft - 6.0, y(value) + 4.0, label);
    }
    void markX(double value, std::string_view label) {
        text("middle", x(value), kHeight - kBottom + 16.0, label);
    }
    void name(std::string_view xAxis, std::string_view yAxis) {
        text("middle", 0.5 * (kLeft + kWidth - kRight), kHeight - 6.0, xAxis);
        text("start", 4.0, 13.0, yAxis);
    }
    void note(std::string_view kind, double atX, double atY, std::string_view what) {
        m_svg += fmt::format(R"(<text class="{}" x="{:.1f}" y="{:.1f}">{}</text>)", kind, x(atX),
                             y(atY) - 4.0, what);
    }
    [[nodiscard]] std::string svg(std::string_view label) const {
        return fmt::format(R"(<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>)",
                           kWidth, kHeight, label, m_svg);
    }

private:
    static constexpr double kLeft = 48.0;
    static constexpr double kRight = 14.0;
    static constexpr double kTop = 24.0;
    static constexpr double kBottom = 42.0;

    void text(std::string_view anchor, double atX, double atY, std::string_view what) {
        m_svg += fmt::format(R"(<text text-anchor="{}" x="{:.1f}" y="{:.1f}">{}</text>)", anchor,
                             atX, atY, what);
    }
    void shape(std::string_view element, std::string_view kind, const Points& points) {
        std::string list;
        for (const auto& [px, py] : points) {
            list += fmt::format("{:.1f},{:.1f} ", x(px), y(py));
        }
        m_svg += fmt::format(R"(<{} class="{}" points="{}"/>)", element, kind, list);
    }

    double m_x0;
    double m_x1;
    double m_y0;
    double m_y1;
    std::string m_svg;
};

// Interval between axis marks for which there are at most `most`.
int stepFor(int range, int most) {
    for (int scale = 1;; scale *= 10) {
        for (const int factor : {1, 2, 5}) {
            if (range / (factor * scale) <= most) {
                return factor * scale;
            }
        }
    }
}

// Exponent of ten, limited to the range of the plot.
double powerOf(double capital) {
    constexpr double kMin = 1e-3;
    constexpr double kMax = 1e6;
    return std::log10(std::clamp(capital, kMin, kMax));
}

void markUnits(Sheet& sheet, int units) {
    const int step = stepFor(units, 8);
    for (int unit = 0; unit <= units; unit += step) {
        sheet.markX(unit, std::to_string(unit));
    }
}

} // namespace

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        default:
            result += c;
        }
    }
    return result;
}

std::string goalDifferencePlot(const PairingSummary& pairing) {
    std::map<int, int> counts;
    for (const int difference : pairing.goalDifferences) {
        ++counts[difference];
    }
    const int reach =
        counts.empty() ? 2 : std::max({2, -counts.begin()->first, counts.rbegin()->first});
    int most = 1;
    for (const auto& [difference, count] : counts) {
        most = std::max(most, count);
    }
    Sheet sheet(-reach - 0.6, reach + 0.6, 0.0, most * 1.05);
    for (int count = 0; count <= most; count += stepFor(most, 5)) {
        sheet.markY(count, std::to_string(count));
    }
    for (int difference = -reach; difference <= reach; ++difference) {
        if (difference % stepFor(2 * reach, 12) == 0) {
            sheet.markX(difference, differenceText(difference));
        }
        if (const auto it = counts.find(difference); it != counts.end()) {
            sheet.bar(difference > 0    ? "win"
                      : difference == 0 ? "draw"
                                        : "loss",
                      difference - 0.4, difference + 0.4, it->second,
                      fmt::format("{}: {} of {} games", differenceText(difference), it->second,
                                  pairing.games()));
        }
    }
    sheet.name("goal difference", "games");
    return sheet.svg("distribution of goal differences");
}

std::string scorePlot(const PairingSummary& pairing) {
    const auto units = static_cast<int>(pairing.steps.size());
    Sheet sheet(0.0, std::max(1, units), 0.0, 1.0);
    Sheet::Points band = {{0.0, 0.0}, {0.0, 1.0}};
    Sheet::Points mean;
    for (int i = 0; i < units; ++i) {
        band.emplace_back(i + 1, pairing.steps[static_cast<std::size_t>(i)].most);
        mean.emplace_back(i + 1, pairing.steps[static_cast<std::size_t>(i)].mean);
    }
    for (int i = units - 1; i >= 0; --i) {
        band.emplace_back(i + 1, pairing.steps[static_cast<std::size_t>(i)].least);
    }
    sheet.area("band", band);
    for (const int percent : {0, 25, 50, 75, 100}) {
        sheet.markY(percent / 100.0, fmt::format("{} %", percent));
    }
    sheet.line("even", 0.0, 0.5, std::max(1, units), 0.5);
    sheet.curve("mean", mean);
    markUnits(sheet, units);
    sheet.name("pairs of games", "fraction of points, with its interval");
    return sheet.svg("fraction of points");
}

std::string evidencePlot(const PairingSummary& pairing) {
    const auto units = static_cast<int>(pairing.steps.size());
    const double limit = std::log10(pairing.threshold);
    double high = std::ceil(limit + 0.3);
    double low = -1.0;
    Sheet::Points better = {{0.0, 0.0}};
    Sheet::Points worse = {{0.0, 0.0}};
    for (int i = 0; i < units; ++i) {
        const TestStep& step = pairing.steps[static_cast<std::size_t>(i)];
        better.emplace_back(i + 1, powerOf(step.forBetter));
        worse.emplace_back(i + 1, powerOf(step.forWorse));
        high = std::max({high, std::ceil(better.back().second), std::ceil(worse.back().second)});
        low = std::min({low, std::floor(better.back().second), std::floor(worse.back().second)});
    }
    Sheet sheet(0.0, std::max(1, units), low, high);
    const int step = stepFor(static_cast<int>(high - low), 6);
    for (int power = static_cast<int>(low); power <= static_cast<int>(high); power += step) {
        sheet.markY(power, power < 0 ? fmt::format("1/{}", std::lround(std::pow(10.0, -power)))
                                     : fmt::format("{:.0f}", std::pow(10.0, power)));
    }
    sheet.line("limit", 0.0, limit, std::max(1, units), limit);
    sheet.note("", 0.02 * std::max(1, units), limit,
               fmt::format("decided at {:.0f}", pairing.threshold));
    sheet.note("better", 0.72 * std::max(1, units), high, "better");
    sheet.note("worse", 0.86 * std::max(1, units), high, "worse");
    sheet.curve("better", better);
    sheet.curve("worse", worse);
    markUnits(sheet, units);
    sheet.name("pairs of games", "evidence: capital of a bet of 1");
    return sheet.svg("evidence");
}

} // namespace sideline::series
