#include <QByteArray>

#include "studio/shell/command_line.h"

int main(int argc, char** argv) {
    // Qt3D's OpenGL renderer: the one that runs on every machine of the league, GPU or not.
    qputenv("QT3D_RENDERER", "opengl");
    return sideline::studio::runStudio(argc, argv);
}
