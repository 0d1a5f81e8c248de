#pragma once

#include <memory>
#include <vector>

#include <QAbstractTableModel>

#include "logs/match/match_log.h"
#include "logs/replay/bookmarks.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

/// Events and bookmarks of a log as one table, ordered by frame. Columns: time, kind, text. The
/// text of bookmarks can be edited.
class EventModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { TimeColumn, KindColumn, TextColumn, ColumnCount };
    enum Role { FrameRole = Qt::UserRole, KindRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setAnalysis(std::shared_ptr<const logs::LogAnalysis> analysis);
    void setBookmarks(std::vector<logs::Bookmark> bookmarks);
    void setColors(const TeamColors& colors);
    /// Kinds to list, bit i for EventKind i; bookmarks are always listed.
    void setKinds(std::uint32_t kinds);
    /// Lists only rows that contain all of these words, in any column; case is ignored.
    void setFilter(const QString& words);
    /// Frames of all rows, ascending, each once.
    [[nodiscard]] std::vector<logs::FrameNumber> frames() const;
    /// Row of the last event at or before a frame; -1 if there is none.
    [[nodiscard]] int rowAt(logs::FrameNumber frame) const;
    /// Row of the bookmark at a frame; -1 if there is none.
    [[nodiscard]] int rowOfBookmark(logs::FrameNumber frame) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void bookmarkEdited(const sideline::logs::Bookmark& bookmark);

private:
    struct Row {
        logs::FrameNumber frame;
        const logs::Event* event; // one of the two is null
        const logs::Bookmark* bookmark;
    };
    void rebuild();
    [[nodiscard]] static QString cellText(const Row& row, int column);
    [[nodiscard]] static QString textOf(const Row& row);
    [[nodiscard]] static QString toolTipOf(const Row& row);
    [[nodiscard]] bool fits(const Row& row) const;

    std::shared_ptr<const logs::LogAnalysis> m_analysis;
    std::vector<logs::Bookmark> m_bookmarks;
    std::uint32_t m_kinds = ~std::uint32_t{0};
    QStringList m_words; ///< words of the filter
    TeamColors m_colors;
    std::vector<Row> m_rows;
};

/// Name of an event kind for display, singular or plural: "Goal", "Goals".
[[nodiscard]] QString eventKindText(logs::EventKind kind, bool plural);

} // namespace sideline::widgets
