#pragma once

#include <optional>
#include <vector>

#include <QKeyEvent>
#include <QScrollArea>
#include <QWidget>

#include "widgets/common/joint_keys.h"
#include "widgets/common/joint_slider.h"

namespace sideline::widgets {

/// A panel with a row for each joint; a row is chosen with the mouse, with arrow keys, or by typing
/// a slash and the first letters of a name. The slash also moves the focus to the panel from
/// elsewhere in the window. While the panel has the focus, letters that are not shortcuts do not
/// need the slash. GUI thread only.
class JointRowsPanel : public QWidget {
    Q_OBJECT
public:
    explicit JointRowsPanel(QWidget* parent = nullptr);

    /// The joint that keys move; none without a robot.
    [[nodiscard]] robot::JointId chosenJoint() const;
    void chooseJoint(robot::JointId joint);

Q_SIGNALS:
    void jointChosen(sideline::robot::JointId joint);

protected:
    /// Replaces the rows; none is chosen.
    void setRows(std::vector<JointSlider*> rows);
    /// The row that is chosen; null if there are no rows.
    [[nodiscard]] const JointSlider* chosenRow() const;
    [[nodiscard]] int chosenIndex() const { return m_chosen; } ///< -1: no rows
    void chooseRow(int row);
    /// Edits the angle of the row after or before the chosen one; beyond the last row, the focus
    /// moves to the widget after the panel.
    void editNext(int step);
    [[nodiscard]] QScrollArea* scrollArea() { return m_scroll; }
    /// Whether a letter typed now would continue the name of a joint.
    [[nodiscard]] bool isInWord() const { return m_search.isInWord(); }

    /// Whether the panel handles a key before the window's shortcuts do.
    [[nodiscard]] virtual bool isOwnKey(const QKeyEvent& event) const;
    /// Handles a key that only some panels with joints use.
    /// @return whether it was handled
    virtual bool takeKey(const QKeyEvent& /*event*/) { return false; }
    /// Moves the chosen joint. @param stepRad if not set, moves it to 0
    virtual void moveChosen(std::optional<double> stepRad) = 0;
    /// Lets the user type the angle of the chosen joint.
    virtual void openEditor() = 0;
    virtual void closeEditor() = 0;
    /// Shows the values of the chosen joint.
    virtual void showDetail() = 0;

    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void beginSearch();
    void searchFor(const QString& typed);

    std::vector<JointSlider*> m_rows; ///< rows in the order of the arrow keys
    int m_chosen = -1;                ///< row
    JointSearch m_search;
    QScrollArea* m_scroll;
};

} // namespace sideline::widgets
