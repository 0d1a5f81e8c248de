#include "studio/shell/window_picture.h"

#include <utility>

#include <QPainter>

namespace sideline::studio {

namespace {

struct Scene {
    QRect place;
    QImage image;
};

void compose(QWidget& window, const std::vector<Scene>& scenes,
             const std::vector<QPointer<QWidget>>& above,
             const std::function<void(const QImage&)>& done) {
    QImage image = window.grab().toImage();
    QPainter painter(&image);
    for (const Scene& scene : scenes) {
        painter.drawImage(scene.place.topLeft(), scene.image);
    }
    for (const QPointer<QWidget>& widget : above) {
        if (widget && widget->isVisible()) {
            painter.drawPixmap(window.mapFromGlobal(widget->mapToGlobal(QPoint(0, 0))),
                               widget->grab());
        }
    }
    painter.end();
    done(image);
}

// Takes the views' pictures one after the other, as each is delivered later.
void takeNext(QWidget& window, std::vector<PicturedView> views, std::vector<Scene> scenes,
              std::vector<QPointer<QWidget>> above, std::function<void(const QImage&)> done) {
    while (!views.empty()) {
        const PicturedView next = views.back();
        views.pop_back();
        if (!next.view || !next.container || !next.container->isVisible() ||
            next.container->window() != &window) {
            continue;
        }
        const QRect place(next.container->mapTo(&window, QPoint(0, 0)), next.container->size());
        next.view->takePicture(
            place.size(), [&window, views = std::move(views), scenes = std::move(scenes), above,
                           done = std::move(done), place](const QImage& image) mutable {
                scenes.push_back({place, image});
                takeNext(window, std::move(views), std::move(scenes), above, std::move(done));
            });
        return;
    }
    compose(window, scenes, above, done);
}

} // namespace

void takeWindowPicture(QWidget& window, std::vector<PicturedView> views,
                       std::vector<QPointer<QWidget>> above,
                       std::function<void(const QImage&)> done) {
    takeNext(window, std::move(views), {}, std::move(above), std::move(done));
}

} // namespace sideline::studio
