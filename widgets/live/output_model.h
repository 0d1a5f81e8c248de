#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include <QAbstractListModel>
#include <QStringList>
#include <QTimer>

#include "widgets/live/output_view.h"

namespace sideline::widgets {

/// Lines of text that pass a filter, up to a cursor, in chronological order.
///
/// A new filter is applied to a few thousand lines at once; the rest follows in the event loop,
/// and rows appear as it proceeds.
class OutputModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { TimeRole = Qt::UserRole, SourceRole, FaultRole, LaterRole };

    explicit OutputModel(QObject* parent = nullptr);

    /// Maximum number of lines; beyond it the oldest tenth is removed.
    static constexpr std::size_t kMaxLines = 200'000;

    /// Replaces all lines, given in any order.
    void setLines(std::vector<OutputLine> lines);
    /// Adds new lines; usually later than the existing ones.
    void append(std::vector<OutputLine> lines);
    void clear();

    /// Shows only lines of this source (empty: of all) that contain this text, ignoring case.
    void setFilter(const QString& source, const QString& text);
    /// Sets the time up to which lines are shown; if not set, all.
    /// @param showsLater whether later lines are shown, too
    void setCursor(std::optional<double> timeS, bool showsLater);

    /// Row of the last line at or before the cursor; -1 if there is none.
    [[nodiscard]] int cursorRow() const { return m_cursorRows - 1; }
    [[nodiscard]] const QStringList& sources() const { return m_sources; }
    [[nodiscard]] std::size_t lineCount() const { return m_lines.size(); }
    /// Lines that have passed the filter so far, regardless of the cursor.
    [[nodiscard]] std::size_t filteredCount() const { return m_passing.size(); }
    [[nodiscard]] bool isFiltering() const { return m_looked < m_lines.size(); }
    [[nodiscard]] const OutputLine& line(int row) const;
    /// A row as text for the clipboard: time, source, text, with tabs between them.
    [[nodiscard]] QString copyText(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

Q_SIGNALS:
    void sourcesChanged();
    /// The filter has processed all lines.
    void filtered();

private:
    struct Line {
        OutputLine line;
        int source; // index in m_sources
    };
    [[nodiscard]] bool passes(const Line& line) const;
    [[nodiscard]] int sourceNumber(const QString& source);
    void addLines(std::vector<OutputLine> lines);
    /// Restarts the filter; resets the rows.
    void restartFilter();
    /// Applies the filter to the next few thousand lines.
    void filterSome();
    void showRows();
    /// Number of passing lines at or before the cursor.
    [[nodiscard]] int countToCursor() const;

    std::vector<Line> m_lines;            // ordered by time
    std::vector<std::uint32_t> m_passing; // indices in m_lines
    std::size_t m_looked = 0;             // lines that the filter has processed
    QTimer m_filterTimer;
    QStringList m_sources;
    std::unordered_map<QString, int> m_sourceNumbers;
    static constexpr int kAll = -1;           // used instead of a source's number
    static constexpr int kUnknownSource = -2; // a source that has not written yet
    int m_requestedSource = kAll;
    QString m_requestedSourceName;
    QString m_requestedText;
    std::optional<double> m_cursorS;
    bool m_showsLater = false;
    int m_cursorRows = 0;
    int m_rows = 0; // number of rows shown
};

} // namespace sideline::widgets
