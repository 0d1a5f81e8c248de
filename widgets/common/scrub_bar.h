#pragma once

#include <QSlider>

namespace sideline::widgets {

/// A slider that jumps to the clicked position. GUI thread only.
class ScrubBar : public QSlider {
    Q_OBJECT
public:
    explicit ScrubBar(QWidget* parent = nullptr) : QSlider(Qt::Horizontal, parent) {}

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void goTo(double x);
};

} // namespace sideline::widgets
