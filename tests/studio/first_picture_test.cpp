// Measures how long the window waits for its first picture of a match in 3D, for
// docs/performance.md; runs on request only.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <utility>

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QTimer>

#include "tests/studio/studio_window.h"

namespace sideline::studio {
namespace {

// Measures the longest time for which the window did not react since the last query.
class Beat {
public:
    Beat() {
        QObject::connect(&m_timer, &QTimer::timeout, [this] {
            m_longestMs = std::max(m_longestMs, 1e-6 * static_cast<double>(m_since.nsecsElapsed()));
            m_since.restart();
        });
        m_since.start();
        m_timer.start(1);
    }
    double longestMs() { return std::exchange(m_longestMs, 0.0); }

private:
    QTimer m_timer;
    QElapsedTimer m_since;
    double m_longestMs = 0.0;
};

using FirstPictureTest = tests::StudioWindowTest;

// Needs SIDELINE_FIRST_PICTURE with the path of a log.
TEST_F(FirstPictureTest, MeasuresTheLongestFreeze) {
    const char* file = std::getenv("SIDELINE_FIRST_PICTURE");
    if (file == nullptr) {
        GTEST_SKIP() << "SIDELINE_FIRST_PICTURE is not set to a log";
    }
    Beat beat;
    QTest::qWait(2000); // on the start page
    const double firstPageMs = beat.longestMs();
    m_window->openFile(QString::fromLocal8Bit(file));
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->session().isOpen(); }));
    QTest::qWait(2500);
    std::cout << "longest wait of the window: " << firstPageMs << " ms on the first page, "
              << beat.longestMs() << " ms after the log was opened\n";
}

} // namespace
} // namespace sideline::studio
