#include <QApplication>
#include <QWidget>
#include <QTimer>
#include <QWheelEvent>
#include <iostream>
#include "logs/match/match_log.h"
#include "viewer3d/view/match_view.h"
using namespace sideline;
int main(int argc, char** argv) {
    qputenv("QT3D_RENDERER", "opengl");
    QSurfaceFormat f; f.setVersion(3, 3); f.setProfile(QSurfaceFormat::CoreProfile); f.setDepthBufferSize(24); f.setStencilBufferSize(8); f.setSamples(qEnvironmentVariableIntValue("SAMPLES"));
    QSurfaceFormat::setDefaultFormat(f);
    QApplication app(argc, argv);
    logs::LogOptions o; o.spoolDirectory = logs::defaultSpoolDirectory();
    auto log = *logs::MatchLog::open(argv[1], o);
    log->waitUntilAnalysed();
    auto reader = log->makeReader();
    auto* view = new viewer3d::MatchView;
    view->resize(1280, 800); view->show();
    unsigned n = unsigned(atoi(argv[2]));
    view->setFrame(*reader.frame(n));
    if (argc > 4) view->goToPreset(atoi(argv[4]));
    if (argc > 5) { view->setSelection(monitor::ObjectId::ofRobot({argv[5][0] == 'l' ? monitor::Side::Left : monitor::Side::Right, monitor::UniformNumber(atoi(argv[5] + 1))})); view->setCameraMode(*viewer3d::cameraModeFromName(argv[6])); if (argc > 7) { QWheelEvent w({600,400},{600,400},{},{0,120*atoi(argv[7])},Qt::NoButton,{},Qt::NoScrollPhase,false); QCoreApplication::sendEvent(view,&w); QMouseEvent p(QEvent::MouseButtonPress, QPointF(100,100), QPointF(100,100), Qt::LeftButton, Qt::LeftButton, {}); QCoreApplication::sendEvent(view,&p); QMouseEvent mv(QEvent::MouseMove, QPointF(100+atoi(argv[8]),100), QPointF(100+atoi(argv[8]),100), Qt::LeftButton, Qt::LeftButton, {}); QCoreApplication::sendEvent(view,&mv);} }
    bool bench = qEnvironmentVariableIsSet("BENCH");
    QTimer t;
    if (bench) { view->setContinuous(true); t.start(40); QObject::connect(&t, &QTimer::timeout, [&] { if (qEnvironmentVariableIntValue("BENCH") > 1) view->setFrame(*reader.frame(++n)); }); }
    QTimer::singleShot(bench ? 8000 : 1500, [&] {
        auto x = view->times();
        std::cout << "update " << x.updateMs << " frame " << x.frameMs << " n " << x.frames << std::endl;
        view->takePicture(QSize(1280, 800), [&](const QImage& i) { i.save(argv[3]); app.quit(); });
    });
    return app.exec();
}
