#pragma once

#include <optional>
#include <vector>

#include <QAbstractTableModel>

#include "logs/match/signals.h"
#include "logs/replay/frame_fetcher.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

/// Values of the selected object at the current frame: name, value, age. Rows that are signals can
/// be plotted.
class PropertyModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { NameColumn, ValueColumn, AgeColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setFrame(const logs::FetchedFrame& fetched);
    void setSelection(const monitor::ObjectId& selection);
    /// Whether any of the values is older than the frame.
    [[nodiscard]] bool hasAges() const;
    /// The signal of a row, if it can be plotted.
    [[nodiscard]] std::optional<logs::SignalId> signalAt(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    struct Row {
        QString name;
        QString value;
        QString age;
        std::optional<logs::SignalId> signal;
        bool isHeader = false;
        bool operator==(const Row&) const = default;
    };
    void rebuild();
    [[nodiscard]] std::vector<Row> describe() const;
    void addGame(std::vector<Row>& rows) const;
    void addPose(std::vector<Row>& rows) const;
    void addRobot(std::vector<Row>& rows) const;
    /// Age of a value in the stream; empty if it is of the current frame.
    [[nodiscard]] QString ageSince(std::uint32_t updatedAt) const;
    void addJoints(std::vector<Row>& rows, const monitor::RobotFrame& robot) const;

    logs::FetchedFrame m_fetched;
    monitor::ObjectId m_selection;
    std::vector<Row> m_rows;
};

} // namespace sideline::widgets
