#include "tests/gui/gui_support.h"

#include <gtest/gtest.h>

#include <QTest>

#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::tests {

bool waitUntil(const std::function<bool()>& isSo, int timeoutMs) {
    return QTest::qWaitFor(isSo, timeoutMs);
}

const std::shared_ptr<logs::MatchLog>& sampleMatch() {
    static const std::shared_ptr<logs::MatchLog> log = openAnalyzed(sampleLog());
    return log;
}

logs::FetchedFrame fetchedFrame(const logs::MatchLog& log, logs::FrameNumber frame) {
    logs::FetchedFrame fetched;
    fetched.request.frame = frame;
    logs::FrameReader reader = log.makeReader();
    if (frame > 0) {
        fetched.before = reader.frame(frame - 1).value_or(nullptr);
    }
    fetched.exact = reader.frame(frame).value_or(nullptr);
    EXPECT_NE(fetched.exact, nullptr) << "frame " << frame;
    fetched.drawn = fetched.exact;
    return fetched;
}

} // namespace sideline::tests
