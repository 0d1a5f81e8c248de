// Main function of all tests that need an application.
#include <gtest/gtest.h>

#include <QApplication>
#include <QStandardPaths>
#include <QTranslator>

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    const QApplication application(argc, argv);
    QTranslator english; // singular and plural forms; absent in tests without widgets
    if (english.load(":/i18n/sideline_en.qm")) {
        QApplication::installTranslator(&english);
    }
    return RUN_ALL_TESTS();
}
