#pragma once

#include <array>
#include <vector>

#include <QAbstractItemModel>
#include <QString>

#include "agentcore/monitor/match_frame.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::widgets {

/// The beliefs of an agent as a tree of groups and values; beside them the ground truth, where it
/// is known.
///
/// Groups are permanent; rows are added and removed at the end of their group, so that views keep
/// their expansion and scroll position. Field positions are in the agent's own field frame F.
class AgentModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { NameColumn, ValueColumn, TruthColumn, DifferenceColumn, ColumnCount };
    enum Group {
        GameGroup,
        PoseGroup,
        BallGroup,
        DecisionGroup,
        BodyGroup,
        PlayersGroup,
        VisionGroup,
        JointsGroup,
        DebugGroup,
        TimingGroup,
        CountersGroup,
        GroupCount
    };
    enum Role {
        SignalRole = Qt::UserRole, ///< path of a value that can be plotted, else empty
        SecondSignalRole           ///< path of the second value, if there are two, such as x and y
    };

    using QAbstractItemModel::QAbstractItemModel;

    /// @param frame null empties the groups
    /// @param truth ground truth of the same moment; null: there is none
    void setInstant(const world::AgentFramePtr& frame,
                    const monitor::MatchFramePtr& truth = nullptr);
    [[nodiscard]] const world::AgentFramePtr& frame() const { return m_frame; }
    [[nodiscard]] const monitor::MatchFramePtr& truth() const { return m_truth; }
    [[nodiscard]] QModelIndex groupIndex(Group group) const { return index(group, 0); }

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

    struct Row {
        QString name;
        QString value;
        QString truth;
        QString difference;
        QString signal; ///< path as in session recordings
        bool isFault = false;
        QString about;             ///< for the tool tip, if the name is not self-explanatory
        QString secondSignal = {}; ///< path of the second value, if the row has two
        bool operator==(const Row&) const = default;
    };
    /// A group's rows, the most important of which is also shown in its own row.
    struct GroupRows {
        QString summary;
        std::vector<Row> rows;
    };

private:
    void rebuild();
    void take(Group group, GroupRows updated);

    world::AgentFramePtr m_frame;
    monitor::MatchFramePtr m_truth;
    std::array<GroupRows, GroupCount> m_groups;
};

} // namespace sideline::widgets
