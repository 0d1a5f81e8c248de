// Has its own main function, because the application class is tested.
#include "studio/shell/studio_application.h"

#include <new>

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTimer>

#include "tests/gui/gui_support.h"

namespace sideline::studio {
namespace {

TEST(StudioApplicationTest, OutlivesATaskThatThrowsAndReportsIt) {
    QSignalSpy failed(qApp, SIGNAL(failed(QString)));
    bool hasContinued = false;
    QObject receiver;
    QMetaObject::invokeMethod(
        &receiver, [] { throw std::bad_alloc(); }, Qt::QueuedConnection);
    QMetaObject::invokeMethod(
        &receiver, [&] { hasContinued = true; }, Qt::QueuedConnection);
    EXPECT_TRUE(tests::waitUntil([&] { return hasContinued && failed.count() == 1; }));
    ASSERT_EQ(failed.count(), 1);
    EXPECT_EQ(failed[0][0].toString().toStdString(),
              "the window ran out of memory; expected a smaller input, or more free memory");
}

TEST(StudioApplicationTest, OutlivesATimerThatThrows) {
    QSignalSpy failed(qApp, SIGNAL(failed(QString)));
    QTimer timer;
    int ticks = 0;
    QObject::connect(&timer, &QTimer::timeout, [&] {
        if (++ticks == 1) {
            throw 5;
        }
    });
    timer.start(1);
    EXPECT_TRUE(tests::waitUntil([&] { return ticks > 1 && failed.count() == 1; }));
}

} // namespace
} // namespace sideline::studio

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    const sideline::studio::StudioApplication application(argc, argv);
    return RUN_ALL_TESTS();
}
