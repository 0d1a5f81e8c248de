#include "widgets/decide/line_map.h"

#include <algorithm>
#include <cstddef>

#include <QHash>

namespace sideline::widgets {

namespace {

// Maximum number of lines between the first and the last change that are compared with each other;
// beyond that, only the lines around them are mapped.
constexpr qsizetype kMaxCompared = 4000;

} // namespace

LineMap::LineMap(const QStringList& before, const QStringList& after)
    : m_now(static_cast<std::size_t>(before.size()), 0),
      m_before(static_cast<std::size_t>(after.size()), 0) {
    pairKept(before, after);
    pairMoved(before, after);
    pairChanged();
}

void LineMap::pair(int before, int now) {
    m_now[static_cast<std::size_t>(before)] = now + 1;
    m_before[static_cast<std::size_t>(now)] = before + 1;
}

// Computes the longest common subsequence of lines.
void LineMap::pairKept(const QStringList& before, const QStringList& after) {
    qsizetype first = 0;
    while (first < std::min(before.size(), after.size()) && before[first] == after[first]) {
        pair(static_cast<int>(first), static_cast<int>(first));
        ++first;
    }
    qsizetype endA = before.size();
    qsizetype endB = after.size();
    while (endA > first && endB > first && before[endA - 1] == after[endB - 1]) {
        pair(static_cast<int>(--endA), static_cast<int>(--endB));
    }
    const qsizetype rows = endA - first;
    const qsizetype columns = endB - first;
    if (rows == 0 || columns == 0 || rows > kMaxCompared || columns > kMaxCompared ||
        rows * columns > kMaxCompared * 1000) {
        return;
    }
    const auto width = static_cast<std::size_t>(columns) + 1;
    std::vector<int> length((static_cast<std::size_t>(rows) + 1) * width, 0);
    const auto lengthAt = [&](qsizetype a, qsizetype b) -> int& {
        return length[static_cast<std::size_t>(a) * width + static_cast<std::size_t>(b)];
    };
    for (qsizetype a = rows; a-- > 0;) {
        for (qsizetype b = columns; b-- > 0;) {
            lengthAt(a, b) = before[first + a] == after[first + b]
                                 ? lengthAt(a + 1, b + 1) + 1
                                 : std::max(lengthAt(a + 1, b), lengthAt(a, b + 1));
        }
    }
    for (qsizetype a = 0, b = 0; a < rows && b < columns;) {
        if (before[first + a] == after[first + b]) {
            pair(static_cast<int>(first + a++), static_cast<int>(first + b++));
        } else if (lengthAt(a + 1, b) >= lengthAt(a, b + 1)) {
            ++a;
        } else {
            ++b;
        }
    }
}

// Moved lines have the same text apart from the indentation.
void LineMap::pairMoved(const QStringList& before, const QStringList& after) {
    QHash<QString, std::vector<int>> gone;
    for (std::size_t i = m_now.size(); i-- > 0;) {
        if (m_now[i] == 0) {
            gone[before[static_cast<qsizetype>(i)].trimmed()].push_back(static_cast<int>(i));
        }
    }
    for (std::size_t i = 0; i < m_before.size() && !gone.isEmpty(); ++i) {
        const QString text = after[static_cast<qsizetype>(i)].trimmed();
        const auto found = m_before[i] == 0 && !text.isEmpty() ? gone.find(text) : gone.end();
        if (found != gone.end() && !found->empty()) {
            pair(found->back(), static_cast<int>(i));
            found->pop_back();
        }
    }
}

// Matches equal numbers of changed lines between the same neighbors one by one.
void LineMap::pairChanged() {
    for (std::size_t i = 0; i < m_now.size(); ++i) {
        const int now =
            i == 0 ? 0 : m_now[i - 1]; // the line in the later version that follows the one above
        const bool hasAbove = i == 0 || now > 0;
        if (m_now[i] != 0 || !hasAbove) {
            continue;
        }
        std::size_t lastA = i;
        while (lastA < m_now.size() && m_now[lastA] == 0) {
            ++lastA;
        }
        auto lastB = static_cast<std::size_t>(now);
        while (lastB < m_before.size() && m_before[lastB] == 0) {
            ++lastB;
        }
        if (lastA - i == lastB - static_cast<std::size_t>(now)) {
            for (std::size_t k = i; k < lastA; ++k) {
                pair(static_cast<int>(k), now + static_cast<int>(k - i));
            }
        }
        i = lastA;
    }
}

} // namespace sideline::widgets
