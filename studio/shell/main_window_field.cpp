// What is measured and seen of the field: the ruler, and the second 3D view.
#include "studio/shell/main_window.h"

#include <QPainter>
#include <QTimer>

#include "studio/session/ruler_shapes.h"

namespace sideline::studio {

namespace {

constexpr double kFollowWidthM = 12.0;
constexpr int kSecondViewPercent = 36; // of the window's width

} // namespace

viewer3d::MatchView& MainWindow::cameraView() {
    return m_second->hasKeys() ? *m_second->view() : *m_view;
}

void MainWindow::connectField() {
    connect(m_actions.action("view.measure"), &QAction::toggled, this, [this](bool isOn) {
        m_field->setMeasuring(isOn);
        m_view->setMeasuring(isOn);
        m_ruler.reset();
        showRuler(nullptr);
    });
    const auto measure = [this](const monitor::Ruler& ruler) {
        m_ruler = ruler;
        const logs::FetchedFrame& told = shown();
        showRuler(told.exact ? m_workspace->throughEyes(told).drawn.get() : nullptr);
    };
    connect(m_field, &widgets::FieldView::measured, this, measure);
    connect(m_view, &viewer3d::MatchView::measured, this, measure);
    connect(this, &MainWindow::frameChanged, this, [this](const logs::FetchedFrame& fetched) {
        if (m_ruler) {
            showRuler(fetched.drawn.get());
        }
    });
    // Who wants it followed wants it seen from near.
    connect(m_actions.action("view.follow"), &QAction::triggered, this, [this](bool isOn) {
        if (isOn && m_field->isFitted()) {
            m_field->zoomTo(kFollowWidthM);
        }
    });
    connect(m_field, &widgets::FieldView::followingEnded, this,
            [this] { m_actions.action("view.follow")->setChecked(false); });
    connectSecondView();
}

// Play stops at what the list of events shows.
void MainWindow::pauseAtEvents() {
    const bool isOn = m_actions.action("replay.pause-at-events")->isChecked();
    m_events->setPausing(isOn);
    replay().setPauseFrames(isOn ? m_events->listedFrames() : std::vector<logs::FrameNumber>{});
}

void MainWindow::showRuler(const monitor::MatchFrame* frame) {
    const auto shapes =
        m_ruler ? rulerShapes(monitor::readRuler(*m_ruler, frame)) : std::vector<drawing::Shape>{};
    m_field->setRuler(shapes);
    m_view->setRuler(shapes);
}

void MainWindow::connectSecondView() {
    QDockWidget* dock = m_docks[QStringLiteral("view2")];
    QAction* action = m_actions.action("view.second");
    connect(action, &QAction::triggered, dock, [dock](bool isOn) {
        dock->setVisible(isOn);
        dock->raise();
    });
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock, action](bool isVisible) {
        action->setChecked(!dock->isHidden());
        if (isVisible) { // the place of docks that were hidden has shrunk to nothing
            QTimer::singleShot(0, dock, [this, dock] {
                if (dock->width() < width() * kSecondViewPercent / 200) {
                    resizeDocks({dock}, {width() * kSecondViewPercent / 100}, Qt::Horizontal);
                }
                giveRoom(dock);
            });
        }
    });
    connect(m_second, &SecondView::modeRequested, this, [this](viewer3d::CameraMode mode) {
        requirePlayer(mode);
        m_second->view()->setCameraMode(mode);
    });
}

// To a picture of the window that lacks the second view.
void MainWindow::addSecondView(QImage image, const std::function<void(const QImage&)>& done) {
    const QWidget* container = m_second->viewWidget();
    if (container == nullptr || !container->isVisible() || container->window() != this) {
        done(image);
        return;
    }
    const QRect place(container->mapTo(this, QPoint(0, 0)), container->size());
    m_second->view()->takePicture(place.size(), [image, place, done](const QImage& scene) {
        QImage whole = image;
        QPainter(&whole).drawImage(place.topLeft(), scene);
        done(whole);
    });
}

} // namespace sideline::studio
