#include "agentcore/motion/kick/kick_region.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "agentcore/base/assert.h"

namespace sideline::motion {

namespace {

constexpr int kAll = 10; // a success rate of 1, in tenths

// Success rate of a cell's character, in tenths; -1 if the character is invalid.
int tenthsOf(char sign) {
    if (sign == '*') {
        return kAll;
    }
    if (sign == '.') {
        return 0;
    }
    return sign >= '0' && sign <= '9' ? sign - '0' : -1;
}

base::Error malformed(std::string message) {
    base::Error error;
    error.code = base::ErrorCode::Malformed;
    error.message = std::move(message);
    error.expected = fmt::format("lines of digits, as sideline skill try KICK --measured prints "
                                 "them, all of the same length, at most {} in all",
                                 KickRegion::kMaxCells);
    return error;
}

} // namespace

KickRegion::KickRegion(const Eigen::Vector2d& nearest, double cellM, int rows, int columns)
    : m_nearest(nearest), m_best(nearest), m_cellM(cellM), m_rows(rows), m_columns(columns) {
    SIDELINE_ASSERT(cellM > 0.0 && rows > 0 && columns > 0);
    SIDELINE_ASSERT(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) <=
                    kMaxCells);
}

base::Expected<KickRegion> KickRegion::parse(std::string_view text, const Eigen::Vector2d& nearest,
                                             double cellM) {
    constexpr std::string_view kSpace = " \t\r\n";
    std::array<std::uint8_t, kMaxCells> farFirst{};
    std::size_t count = 0;
    int rows = 0;
    std::size_t columns = 0;
    while (true) {
        const std::size_t begin = text.find_first_not_of(kSpace);
        if (begin == std::string_view::npos) {
            break;
        }
        const std::string_view line = text.substr(begin, text.find_first_of(kSpace, begin) - begin);
        text.remove_prefix(begin + line.size());
        if (rows > 0 && line.size() != columns) {
            return tl::unexpected(malformed("the lines of the region differ in length"));
        }
        columns = line.size();
        ++rows;
        for (const char sign : line) {
            const int tenths = tenthsOf(sign);
            if (tenths < 0 || count == kMaxCells) {
                return tl::unexpected(
                    malformed(tenths < 0 ? fmt::format("invalid character '{}' in the region", sign)
                                         : std::string("the region has too many cells")));
            }
            farFirst[count++] = static_cast<std::uint8_t>(tenths);
        }
    }
    if (rows == 0) {
        return tl::unexpected(malformed("the region is empty"));
    }
    KickRegion region(nearest, cellM, rows, static_cast<int>(columns));
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < region.m_columns; ++column) {
            region.m_tenths[region.index(row, column)] =
                farFirst[region.index(rows - 1 - row, column)];
        }
    }
    region.findBest();
    return region;
}

std::string KickRegion::text() const {
    std::string text;
    for (int row = m_rows - 1; row >= 0; --row) {
        for (int column = 0; column < m_columns; ++column) {
            const int tenths = m_tenths[index(row, column)];
            text += tenths == kAll ? '*' : tenths == 0 ? '.' : static_cast<char>('0' + tenths);
        }
        text += '\n';
    }
    return text;
}

double KickRegion::cell(int row, int column) const {
    const bool isInside = row >= 0 && row < m_rows && column >= 0 && column < m_columns;
    return isInside ? static_cast<double>(m_tenths[index(row, column)]) / kAll : 0.0;
}

void KickRegion::setCell(int row, int column, double fraction) {
    SIDELINE_ASSERT(row >= 0 && row < m_rows && column >= 0 && column < m_columns);
    m_tenths[index(row, column)] =
        static_cast<std::uint8_t>(std::floor(kAll * std::clamp(fraction, 0.0, 1.0) + 1e-9));
}

double KickRegion::successRatioAt(const Eigen::Vector2d& place) const {
    const Eigen::Vector2d at = (place - m_nearest) / m_cellM;
    if (!at.allFinite() || at.cwiseAbs().maxCoeff() > 1e6) {
        return 0.0;
    }
    const Eigen::Vector2d low(std::floor(at.x()), std::floor(at.y()));
    const int row = static_cast<int>(low.x());
    const int column = static_cast<int>(low.y());
    const Eigen::Vector2d fraction = at - low;
    return std::lerp(std::lerp(cell(row, column), cell(row, column + 1), fraction.y()),
                     std::lerp(cell(row + 1, column), cell(row + 1, column + 1), fraction.y()),
                     fraction.x());
}

// A cell is rated together with its neighbors, closer ones with more weight.
void KickRegion::findBest() {
    constexpr int kAround = 2;
    double best = -1.0;
    for (int row = 0; row < m_rows; ++row) {
        for (int column = 0; column < m_columns; ++column) {
            double sum = 0.0;
            for (int i = -kAround; i <= kAround; ++i) {
                for (int j = -kAround; j <= kAround; ++j) {
                    sum += cell(row + i, column + j) / (1.0 + i * i + j * j);
                }
            }
            if (sum > best) {
                best = sum;
                m_best = middle(row, column);
            }
        }
    }
}

} // namespace sideline::motion
