#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QAbstractItemModel>

#include "agentcore/monitor/match_frame.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

/// Ball, teams, robots and their bodies as a tree. The tree changes only when robots come or go.
class ObjectModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Role { ObjectRole = Qt::UserRole };

    explicit ObjectModel(QObject* parent = nullptr);
    ~ObjectModel() override;

    /// Shows the objects of a frame; null empties the tree.
    void setFrame(const monitor::MatchFramePtr& frame);
    void setColors(const TeamColors& colors);

    /// Place of an object in the tree, or an invalid index.
    [[nodiscard]] QModelIndex indexOf(const monitor::ObjectId& id) const;
    /// The object at an index; none for teams.
    [[nodiscard]] monitor::ObjectId objectAt(const QModelIndex& index) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Node;
    [[nodiscard]] Node* nodeAt(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOfNode(const Node& node) const;
    void build(const monitor::MatchFrame& frame);

    std::unique_ptr<Node> m_root;
    std::string m_signature; ///< signature of the objects that the tree was built for
    TeamColors m_colors;
};

} // namespace sideline::widgets
