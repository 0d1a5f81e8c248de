#include "widgets/live/output_model.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

constexpr std::size_t kLinesAtOnce =
    4000; // number of lines that the filter processes between two events

} // namespace

OutputModel::OutputModel(QObject* parent) : QAbstractListModel(parent) {
    m_filterTimer.setSingleShot(true);
    connect(&m_filterTimer, &QTimer::timeout, this, &OutputModel::filterSome);
}

void OutputModel::clear() {
    setLines({});
}

int OutputModel::sourceNumber(const QString& source) {
    const auto [entry, isNew] = m_sourceNumbers.try_emplace(source, m_sources.size());
    if (isNew) {
        m_sources << source;
        if (source == m_requestedSourceName) {
            m_requestedSource = entry->second;
        }
    }
    return entry->second;
}

// Inserts lines into the list, which is ordered by time; lines with equal times keep their order.
void OutputModel::addLines(std::vector<OutputLine> lines) {
    if (!std::ranges::is_sorted(lines, {}, &OutputLine::timeS)) {
        std::ranges::stable_sort(lines, {}, &OutputLine::timeS);
    }
    const auto before = static_cast<std::ptrdiff_t>(m_lines.size());
    for (OutputLine& line : lines) {
        const int source = sourceNumber(line.source);
        line.source = m_sources[source]; // implicitly shared by all lines of the source
        m_lines.push_back({std::move(line), source});
    }
    const auto middle = m_lines.begin() + before;
    const auto byTime = [](const Line& a, const Line& b) { return a.line.timeS < b.line.timeS; };
    if (before > 0 && middle != m_lines.end() && byTime(*middle, *std::prev(middle))) {
        std::inplace_merge(m_lines.begin(), middle, m_lines.end(), byTime);
    }
}

void OutputModel::setLines(std::vector<OutputLine> lines) {
    beginResetModel();
    m_lines.clear();
    m_lines.reserve(lines.size());
    m_sources.clear();
    m_sourceNumbers.clear();
    m_requestedSource = m_requestedSourceName.isEmpty() ? kAll : kUnknownSource;
    addLines(std::move(lines));
    restartFilter();
    endResetModel();
    filterSome();
    Q_EMIT sourcesChanged();
}

void OutputModel::append(std::vector<OutputLine> lines) {
    if (lines.empty()) {
        return;
    }
    const qsizetype sourcesBefore = m_sources.size();
    const std::size_t before = m_lines.size();
    const bool isInOrder =
        before == 0 || std::ranges::all_of(lines, [this](const OutputLine& line) {
            return line.timeS >= m_lines.back().line.timeS;
        });
    if (!isInOrder || before + lines.size() > kMaxLines) {
        beginResetModel();
        addLines(std::move(lines));
        if (m_lines.size() > kMaxLines) {
            const auto kept = static_cast<std::ptrdiff_t>(kMaxLines - kMaxLines / 10);
            m_lines.erase(m_lines.begin(), std::prev(m_lines.end(), kept));
        }
        restartFilter();
        endResetModel();
        filterSome();
    } else {
        const bool wasDone = !isFiltering();
        addLines(std::move(lines));
        if (wasDone) { // if not, the timer is already running
            filterSome();
        }
    }
    if (m_sources.size() != sourcesBefore) {
        Q_EMIT sourcesChanged();
    }
}

bool OutputModel::passes(const Line& line) const {
    return (m_requestedSource == kAll || line.source == m_requestedSource) &&
           (m_requestedText.isEmpty() ||
            line.line.text.contains(m_requestedText, Qt::CaseInsensitive));
}

void OutputModel::setFilter(const QString& source, const QString& text) {
    if (source == m_requestedSourceName && text == m_requestedText) {
        return;
    }
    m_requestedSourceName = source;
    m_requestedText = text;
    const auto number = m_sourceNumbers.find(source);
    m_requestedSource = source.isEmpty()                  ? kAll
                        : number != m_sourceNumbers.end() ? number->second
                                                          : kUnknownSource;
    beginResetModel();
    restartFilter();
    endResetModel();
    filterSome();
}

void OutputModel::restartFilter() {
    m_passing.clear();
    m_looked = 0;
    m_cursorRows = m_rows = 0;
}

void OutputModel::filterSome() {
    const bool passesAll = m_requestedSource == kAll && m_requestedText.isEmpty();
    const std::size_t to =
        passesAll ? m_lines.size() : std::min(m_lines.size(), m_looked + kLinesAtOnce);
    for (; m_looked < to; ++m_looked) {
        if (passes(m_lines[m_looked])) {
            m_passing.push_back(static_cast<std::uint32_t>(m_looked));
        }
    }
    showRows();
    if (isFiltering()) {
        m_filterTimer.start(0);
    } else {
        m_filterTimer.stop();
        Q_EMIT filtered();
    }
}

int OutputModel::countToCursor() const {
    if (!m_cursorS) {
        return static_cast<int>(m_passing.size());
    }
    const auto after = std::ranges::upper_bound(
        m_passing, *m_cursorS, {}, [this](std::uint32_t i) { return m_lines[i].line.timeS; });
    return static_cast<int>(after - m_passing.begin());
}

void OutputModel::setCursor(std::optional<double> timeS, bool showsLater) {
    m_cursorS = timeS;
    m_showsLater = showsLater;
    showRows();
}

// Rows are inserted and removed only at the end, so that a view keeps its scroll position.
void OutputModel::showRows() {
    const int markedBefore = m_cursorRows;
    m_cursorRows = countToCursor();
    const int target = m_showsLater ? static_cast<int>(m_passing.size()) : m_cursorRows;
    if (target > m_rows) {
        beginInsertRows({}, m_rows, target - 1);
        m_rows = target;
        endInsertRows();
    } else if (target < m_rows) {
        beginRemoveRows({}, target, m_rows - 1);
        m_rows = target;
        endRemoveRows();
    }
    const int fromRow = std::max(0, std::min(markedBefore, m_cursorRows) - 1);
    const int toRow = std::min(m_rows, std::max(markedBefore, m_cursorRows)) - 1;
    if (markedBefore != m_cursorRows && fromRow <= toRow) {
        Q_EMIT dataChanged(index(fromRow), index(toRow));
    }
}

const OutputLine& OutputModel::line(int row) const {
    return m_lines[m_passing[static_cast<std::size_t>(row)]].line;
}

QString OutputModel::copyText(int row) const {
    const OutputLine& shown = line(row);
    return QStringLiteral("%1\t%2\t%3").arg(clockText(shown.timeS, true), shown.source, shown.text);
}

int OutputModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_rows;
}

QVariant OutputModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= m_rows) {
        return {};
    }
    const OutputLine& shown = line(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return shown.text;
    case Qt::ToolTipRole:
        return QStringLiteral("%1 %2\n%3")
            .arg(clockText(shown.timeS, true), shown.source, shown.text);
    case TimeRole:
        return shown.timeS;
    case SourceRole:
        return shown.source;
    case FaultRole:
        return shown.isFault;
    case LaterRole:
        return index.row() >= m_cursorRows;
    default:
        return {};
    }
}

} // namespace sideline::widgets
