#include <QByteArray>

#include "studio/program/command_line.h"

int main(int argc, char** argv) {
    // Selects Qt3D's OpenGL renderer, which runs on every machine used in the league, with or
    // without a GPU.
    qputenv("QT3D_RENDERER", "opengl");
    return sideline::studio::runStudio(argc, argv);
}
