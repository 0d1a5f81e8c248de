#pragma once

#include <array>
#include <memory>
#include <optional>

#include <QImage>
#include <QWidget>

#include "agentcore/field/field_model.h"
#include "widgets/localization/localize_view.h"

class QAction;
class QMenu;

namespace sideline::widgets {

struct CameraPicture;
struct PlaneTransform;

/// The head camera's picture as seen by the robot: measurements against the expectations of the
/// chosen belief, and, faintly, the rest of the field.
///
/// Axes are theta (positive to the left, drawn to the left) and phi (up), in degrees; the border of
/// the view is drawn. The wheel zooms, a drag moves, a double-click fits, a click picks an
/// observation; a tooltip describes it. Arrow keys go from one observation to the next, from left
/// to right; Escape clears the selection. The context menu contains the scales of residuals and
/// heights, and the true view.
class ImagePlaneView : public QWidget {
    Q_OBJECT
public:
    explicit ImagePlaneView(QWidget* parent = nullptr);
    ~ImagePlaneView() override;

    void setField(const field::FieldModel& field);
    /// Shows an instant; null: shows a note.
    void setInstant(std::shared_ptr<const LocalizeInstant> instant);
    void setHighlighted(int observation);
    [[nodiscard]] int highlighted() const { return m_highlighted; }

    /// Factor by which residuals are lengthened: 1, 5, 10 or 20.
    void setResidualScale(int scale);
    [[nodiscard]] int residualScale() const { return m_residualScale; }
    /// Whether the field is also drawn as seen from the true pose, where that is known.
    void setTrueViewShown(bool on);
    /// Ratio of the vertical scale (phi) to the horizontal one: 1, 2, 3 or 5. Most of a field lies
    /// just below the horizon. A camera that is tilted sideways is not stretched.
    void setStretch(int stretch);
    [[nodiscard]] int stretch() const { return m_stretch; }
    /// Shows the whole width of the camera's view, and as much of its height as fits around the
    /// horizon.
    void fit();

    [[nodiscard]] QSize sizeHint() const override { return {420, 320}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {180, 80}; }
    /// Position of a direction on the widget.
    [[nodiscard]] QPointF toWidget(double thetaDeg, double phiDeg) const;
    /// The observation at a point of the widget, by its index in the vision frame; -1 for none.
    [[nodiscard]] int observationAt(const QPointF& pos) const;
    /// Description of the observation there; empty for none.
    [[nodiscard]] QString tipAt(const QPointF& pos) const;

Q_SIGNALS:
    /// @param observation index in the vision frame; -1: none
    void observationPicked(int observation);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildMenu();
    void refresh();
    void changed();
    void pick(int observation);
    void step(int by);
    void zoom(double factor, const QPointF& pos);
    [[nodiscard]] QPointF halfViewDeg() const;
    [[nodiscard]] double stretchNow() const;
    void addChoices(const QString& title, const QString& name, const std::array<int, 4>& values,
                    int chosen, void (ImagePlaneView::*set)(int));

    std::shared_ptr<const LocalizeInstant> m_instant;
    std::unique_ptr<field::FieldModel> m_field;
    std::unique_ptr<CameraPicture> m_picture;
    std::unique_ptr<PlaneTransform> m_transform;
    QImage m_ground; ///< null: must be repainted
    QMenu* m_menu = nullptr;
    QAction* m_trueView = nullptr;
    std::optional<QPointF> m_hover;
    QPointF m_pressedAt;
    QPointF m_lastMouse;
    bool m_isPressed = false;
    bool m_isDragging = false;
    bool m_isFitted = true;
    bool m_showsTruth = false;
    int m_residualScale = 5;
    int m_stretch = 3;
    int m_highlighted = -1;
};

} // namespace sideline::widgets
