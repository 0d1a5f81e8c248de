#include "widgets/match/event_model.h"

#include <algorithm>
#include <array>

#include <QColor>
#include <QCoreApplication>

namespace sideline::widgets {

using logs::Event;
using logs::EventKind;

QString eventKindText(EventKind kind, bool plural) {
    static constexpr std::array<std::pair<const char*, const char*>, logs::kEventKindCount> kTexts =
        {{{"Goal", "Goals"},
          {"Score", "Scores set"},
          {"Play mode", "Play modes"},
          {"Foul", "Fouls"},
          {"Half", "Halves"},
          {"Kick", "Kicks"},
          {"Ball placed", "Ball placed"},
          {"Fall", "Falls"},
          {"Get-up", "Get-ups"},
          {"Join", "Joins"},
          {"Leave", "Leaves"},
          {"Clock set", "Clock set"}}};
    const auto& [one, many] = kTexts[static_cast<std::size_t>(kind)];
    return QString::fromLatin1(plural ? many : one);
}

void EventModel::setAnalysis(std::shared_ptr<const logs::LogAnalysis> analysis) {
    if (analysis == m_analysis) {
        return;
    }
    beginResetModel();
    m_analysis = std::move(analysis);
    rebuild();
    endResetModel();
}

void EventModel::setBookmarks(std::vector<logs::Bookmark> bookmarks) {
    beginResetModel();
    m_bookmarks = std::move(bookmarks);
    rebuild();
    endResetModel();
}

void EventModel::setColors(const TeamColors& colors) {
    beginResetModel();
    m_colors = colors;
    endResetModel();
}

void EventModel::setKinds(std::uint32_t kinds) {
    beginResetModel();
    m_kinds = kinds;
    rebuild();
    endResetModel();
}

void EventModel::setFilter(const QString& words) {
    beginResetModel();
    m_words = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    rebuild();
    endResetModel();
}

std::vector<logs::FrameNumber> EventModel::frames() const {
    std::vector<logs::FrameNumber> frames;
    for (const Row& row : m_rows) {
        if (frames.empty() || frames.back() != row.frame) {
            frames.push_back(row.frame);
        }
    }
    return frames;
}

bool EventModel::fits(const Row& row) const {
    return std::ranges::all_of(m_words, [&](const QString& word) {
        for (int column = 0; column < ColumnCount; ++column) {
            if (cellText(row, column).contains(word, Qt::CaseInsensitive)) {
                return true;
            }
        }
        return false;
    });
}

QString EventModel::cellText(const Row& row, int column) {
    const bool isBookmark = row.bookmark != nullptr;
    switch (column) {
    case TimeColumn:
        return clockText(isBookmark ? row.bookmark->gameTimeS : row.event->gameTimeS, true);
    case KindColumn:
        return isBookmark ? tr("Bookmark") : eventKindText(row.event->kind, false);
    default:
        return textOf(row);
    }
}

void EventModel::rebuild() {
    m_rows.clear();
    if (m_analysis) {
        for (const Event& event : m_analysis->events) {
            if ((m_kinds & logs::kindBit(event.kind)) != 0) {
                m_rows.push_back({event.frame, &event, nullptr});
            }
        }
    }
    for (const logs::Bookmark& bookmark : m_bookmarks) {
        m_rows.push_back({bookmark.frame, nullptr, &bookmark});
    }
    std::erase_if(m_rows, [this](const Row& row) { return !fits(row); });
    std::ranges::stable_sort(m_rows, {}, &Row::frame);
}

int EventModel::rowAt(logs::FrameNumber frame) const {
    const auto behind = std::ranges::upper_bound(m_rows, frame, {}, &Row::frame);
    return static_cast<int>(behind - m_rows.begin()) - 1;
}

int EventModel::rowOfBookmark(logs::FrameNumber frame) const {
    const auto it = std::ranges::find_if(
        m_rows, [&](const Row& row) { return row.bookmark != nullptr && row.frame == frame; });
    return it == m_rows.end() ? -1 : static_cast<int>(it - m_rows.begin());
}

int EventModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int EventModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString EventModel::textOf(const Row& row) {
    return row.bookmark != nullptr                  ? toQt(row.bookmark->text)
           : row.event->kind == EventKind::PlayMode ? playModeText(row.event->text)
                                                    : toQt(row.event->text);
}

// A narrow panel cannot show the entire text.
QString EventModel::toolTipOf(const Row& row) {
    return row.bookmark == nullptr && row.event->reportedFrame
               ? textOf(row) + QLatin1Char('\n') +
                     tr("It probably happened here; the log reports it at frame %1")
                         .arg(*row.event->reportedFrame)
               : textOf(row);
}

QVariant EventModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool isBookmark = row.bookmark != nullptr;
    switch (role) {
    case FrameRole:
        return row.frame;
    case KindRole:
        return isBookmark ? -1 : static_cast<int>(row.event->kind);
    case Qt::ForegroundRole:
        if (index.column() == KindColumn) {
            return isBookmark ? QColor(0xd8, 0x97, 0x0a)
                   : row.event->side != game::Side::None
                       ? QVariant(m_colors.of(row.event->side).lighter(115))
                       : QVariant();
        }
        return {};
    case Qt::ToolTipRole:
        return toolTipOf(row);
    case Qt::DisplayRole:
    case Qt::EditRole:
        break;
    default:
        return {};
    }
    return cellText(row, index.column());
}

QVariant EventModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal) {
        return {};
    }
    switch (section) {
    case TimeColumn:
        return tr("Clock");
    case KindColumn:
        return tr("Kind");
    default:
        return tr("Event");
    }
}

Qt::ItemFlags EventModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == TextColumn &&
        m_rows[static_cast<std::size_t>(index.row())].bookmark != nullptr) {
        flags |= Qt::ItemIsEditable;
    }
    return flags;
}

bool EventModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable)) {
        return false;
    }
    logs::Bookmark bookmark = *m_rows[static_cast<std::size_t>(index.row())].bookmark;
    bookmark.text = value.toString().toStdString();
    Q_EMIT bookmarkEdited(bookmark); // the owner of the bookmarks sets them again
    return true;
}

} // namespace sideline::widgets
