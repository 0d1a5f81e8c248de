#pragma once

#include <QWidget>

#include "agentcore/field/ball_flight.h"
#include "agentcore/field/field_model.h"

namespace sideline::widgets {

/// Path of a thrown ball: seen from above on the field, and below that, its height over the
/// distance.
class BallPathView : public QWidget {
    Q_OBJECT
public:
    explicit BallPathView(QWidget* parent = nullptr);

    void setField(const field::FieldDimensions& dimensions);
    void setPath(const field::BallPath& path);
    [[nodiscard]] const field::BallPath& path() const { return m_path; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, 90}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int widthPx) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void drawHeight(QPainter& painter, const QRectF& part) const;

    field::FieldDimensions m_field;
    field::BallPath m_path;
};

/// Summary of a path in words: distance, height, where it ends or leaves the field.
[[nodiscard]] QString ballPathText(const field::BallPath& path,
                                   const field::FieldDimensions& dimensions);

} // namespace sideline::widgets
