#pragma once

#include <vector>

#include <QStringList>

namespace sideline::widgets {

/// Matches the lines of two versions of a text: first unchanged ranges, then equal lines elsewhere,
/// then lines that were changed one by one in the same place. A value type.
class LineMap {
public:
    LineMap(const QStringList& before, const QStringList& after);

    /// Number of a line in the later version. Lines are numbered from 1. @return 0: it was removed
    [[nodiscard]] int now(int lineBefore) const { return at(m_now, lineBefore); }
    /// Number of a line in the earlier version. @return 0: it is new
    [[nodiscard]] int before(int lineNow) const { return at(m_before, lineNow); }

private:
    [[nodiscard]] static int at(const std::vector<int>& lines, int line) {
        return line > 0 && line <= static_cast<int>(lines.size())
                   ? lines[static_cast<std::size_t>(line) - 1]
                   : 0;
    }
    void pair(int before, int now);
    void pairKept(const QStringList& before, const QStringList& after);
    void pairMoved(const QStringList& before, const QStringList& after);
    void pairChanged();

    std::vector<int> m_now;    ///< for each line of the earlier version, its line in the later one
    std::vector<int> m_before; ///< for each line of the later version, its line in the earlier one
};

} // namespace sideline::widgets
