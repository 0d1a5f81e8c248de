#pragma once

#include <memory>

#include <QWidget>

#include "agentcore/field/field_model.h"
#include "widgets/localise/localise_view.h"

namespace sideline::widgets {

/// The head camera's picture as the robot sees it: what was measured against what the chosen belief
/// expects there, and, faintly, where the rest of the field would be.
///
/// Angles across (theta, left positive, so left is left) and up (phi), in degrees, the rim of the
/// view drawn. Wheel zooms, drag moves, double click fits, click picks an observation; under the
/// mouse stands what it is.
class ImagePlaneView : public QWidget {
    Q_OBJECT
public:
    explicit ImagePlaneView(QWidget* parent = nullptr);
    ~ImagePlaneView() override;

    void setField(const field::FieldModel& field);
    /// Null: nothing to show; says so.
    void setInstant(std::shared_ptr<const LocaliseInstant> instant);
    void setHighlighted(int observation);

    [[nodiscard]] QSize sizeHint() const override { return {420, 320}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {180, 140}; }
    /// Where a direction is on the widget.
    [[nodiscard]] QPointF toWidget(double thetaDeg, double phiDeg) const;

Q_SIGNALS:
    void observationPicked(int observation);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::shared_ptr<const LocaliseInstant> m_instant;
    std::unique_ptr<field::FieldModel> m_field;
    int m_highlighted = -1;
};

} // namespace sideline::widgets
