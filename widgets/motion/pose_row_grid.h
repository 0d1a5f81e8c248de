#pragma once

#include <vector>

#include <QGridLayout>
#include <QLabel>
#include <QWidget>

#include "widgets/motion/pose_slider.h"

namespace sideline::widgets {

/// The joints of a pose in rows; the left and right sides of the body are shown side by side where
/// there is room for both.
class PoseRowGrid : public QWidget {
    Q_OBJECT
public:
    /// @param model may be null: no rows
    explicit PoseRowGrid(const robot::RobotModelPtr& model, QWidget* parent = nullptr);

    /// The rows, in the order in which the arrow keys step through them.
    [[nodiscard]] const std::vector<PoseSlider*>& rows() const { return m_rows; }
    /// Arranges the rows for a width.
    void fitTo(int widthPx);

private:
    void arrange();
    void addLabel(const QString& text, int line, int column, int columns, Qt::Alignment alignment,
                  bool isHeading);
    [[nodiscard]] PoseSlider* mirrorOf(const PoseSlider& row) const;

    robot::RobotModelPtr m_model;
    QGridLayout* m_grid;
    std::vector<PoseSlider*> m_rows;
    std::vector<QLabel*> m_labels; ///< headings, and names between the two sides
    bool m_isWide = false;
    int m_nameWidthPx = 0;
};

} // namespace sideline::widgets
