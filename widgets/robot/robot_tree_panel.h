#pragma once

#include <vector>

#include <QAction>
#include <QTreeWidget>
#include <QWidget>

#include "agentcore/robot/robot_model.h"
#include "widgets/robot/robot_part.h"

namespace sideline::widgets {

/// The bodies of a robot as a tree, with their joints and sensors. GUI thread only.
class RobotTreePanel : public QWidget {
    Q_OBJECT
public:
    /// @param actions shown as buttons above the tree, as far as there is room
    explicit RobotTreePanel(const std::vector<QAction*>& actions, QWidget* parent = nullptr);

    /// @param model null for none
    void setRobot(const robot::RobotModelPtr& model);
    /// Selects a part, without a signal.
    void setPart(const RobotPart& part);
    [[nodiscard]] QTreeWidget* tree() const { return m_tree; }

Q_SIGNALS:
    void partChosen(const sideline::widgets::RobotPart& part);
    /// The user wants to rename a body or joint.
    void nameRequested(const sideline::widgets::RobotPart& part);

private:
    struct Row {
        RobotPart part;
        int parent = -1; ///< row
        QString name;
        QString value;
        QString tip;
        [[nodiscard]] bool sameAs(const Row& other) const {
            return part == other.part && parent == other.parent;
        }
    };
    void addBody(const robot::RobotModel& model, robot::BodyId id, int parent,
                 std::vector<Row>& rows) const;
    void show(const std::vector<Row>& rows);

    QTreeWidget* m_tree;
    std::vector<Row> m_rows;
    std::vector<QTreeWidgetItem*> m_items; ///< one per row
    RobotPart m_part;
};

} // namespace sideline::widgets
