#include "widgets/motion/motion_tracks.h"

#include <cmath>

#include <gtest/gtest.h>

#include <QHelpEvent>
#include <QSignalSpy>
#include <QToolTip>

#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

using keyframe::Finding;
using tests::plain;

keyframe::MotionSample sampleAt(double timeS, double marginM) {
    keyframe::MotionSample sample;
    sample.timeS = timeS;
    sample.zmpMarginM = marginM;
    sample.comMarginM = 0.02;
    return sample;
}

Finding findingAt(double timeS, Finding::Kind kind, Finding::Severity severity, const char* text) {
    Finding finding;
    finding.timeS = timeS;
    finding.kind = kind;
    finding.severity = severity;
    finding.text = text;
    return finding;
}

// Two seconds; outside of the support at one instant, two findings at 1 s and a long one.
class MotionTracksTest : public ::testing::Test {
protected:
    void SetUp() override {
        keyframe::Motion motion;
        motion.name = "sample";
        motion.lengthS = 2.0;
        auto analysis = std::make_shared<keyframe::MotionAnalysis>();
        for (int i = 0; i <= 100; ++i) {
            analysis->samples.push_back(sampleAt(0.02 * i, i == 25 ? -0.01 : 0.03));
        }
        MotionView view;
        view.motion = std::make_shared<const keyframe::Motion>(motion);
        view.analysis = analysis;
        view.findings = {
            findingAt(1.0, Finding::Kind::TooFast, Finding::Severity::Warning, "knee too fast"),
            findingAt(1.0, Finding::Kind::AngleOutOfLimits, Finding::Severity::Error, "knee stop"),
            findingAt(1.4, Finding::Kind::SelfCollision, Finding::Severity::Error, "hand and hip")};
        view.findings[2].endS = 1.8;
        view.findings.push_back({}); // of no time: not on the track
        m_state.setView(view);
        ASSERT_TRUE(tests::showWidget(m_tracks, 1000, MotionTracks::kHeight));
    }
    QPointF at(double timeS) const { return {m_tracks.axis().xOf(timeS), m_tracks.height() - 8.0}; }
    QString tipAt(const QPointF& pos) {
        QHelpEvent event(QEvent::ToolTip, pos.toPoint(), m_tracks.mapToGlobal(pos.toPoint()));
        QApplication::sendEvent(&m_tracks, &event);
        return QToolTip::text();
    }
    TimelineState m_state;
    MotionTracks m_tracks{m_state};
};

TEST_F(MotionTracksTest, AColumnShowsTheWorstInstant) {
    const keyframe::MotionAnalysis& analysis = *m_state.view().analysis;
    const auto wide = balanceColumns(analysis, 0.0, 2.0, 4);
    ASSERT_EQ(wide.size(), 4U);
    EXPECT_NEAR(wide[0]->zmpMarginM, 0.03, 1e-12);
    EXPECT_NEAR(wide[1]->zmpMarginM, -0.01, 1e-12); // from 0.5 s, with the bad one in it
    EXPECT_NEAR(wide[2]->zmpMarginM, 0.03, 1e-12);
    // Columns between two samples have what was before, those outside nothing.
    const auto narrow = balanceColumns(analysis, 0.49, 0.53, 8);
    EXPECT_NEAR(narrow[3]->zmpMarginM, -0.01, 1e-12);
    EXPECT_TRUE(narrow[1].has_value());
    const auto outside = balanceColumns(analysis, 2.5, 3.0, 3);
    EXPECT_FALSE(outside[0].has_value());
    EXPECT_TRUE(balanceColumns({}, 0.0, 1.0, 2)[0] == std::nullopt);
    EXPECT_TRUE(balanceColumns(analysis, 1.0, 1.0, 0).empty());
}

// After a simulation test, its balance is drawn in a track of its own, with the fall in red.
TEST_F(MotionTracksTest, TheMeasuredBalanceIsBelowThePlannedOne) {
    const int before = m_tracks.height();
    auto played = std::make_shared<PlayedJoints>();
    for (int i = 0; i <= 60; ++i) {
        played->balance.push_back({0.02 * i, i < 40 ? 0.02 : 0.0, i < 40 ? 0.02 : -0.03});
    }
    played->causeS = 0.8;
    played->fellAtS = 1.2;
    MotionView view = m_state.view();
    view.played = played;
    m_state.setView(view);
    m_tracks.layOut(false);
    EXPECT_EQ(m_tracks.height(), before + MotionTracks::kMeasuredHeight);
    const double measuredY = m_tracks.height() - MotionTracks::kFindingsHeight - 6.0;
    const QString tip = tipAt({m_tracks.axis().xOf(1.0), measuredY});
    EXPECT_TRUE(tip.contains("measured: center of pressure 0 mm inside")) << tip.toStdString();
    EXPECT_TRUE(tip.contains("center of mass 30 mm outside")) << tip.toStdString();
    EXPECT_FALSE(tipAt({m_tracks.axis().xOf(1.0), 4.0}).contains("measured"));
    EXPECT_TRUE(tests::waitUntil([&] { // a tip goes after a pause
        return tipAt({m_tracks.axis().xOf(1.8), measuredY}).isEmpty();
    })) << "nothing measured there";
    const QImage image = m_tracks.grab().toImage();
    const QColor fall = image.pixelColor(static_cast<int>(std::lround(m_tracks.axis().xOf(1.2))),
                                         static_cast<int>(measuredY));
    EXPECT_GT(fall.red(), fall.green() + 60) << "the fall is marked";
    m_tracks.layOut(true);
    EXPECT_EQ(m_tracks.height(), MotionTracks::kLowHeight + MotionTracks::kLowMeasuredHeight);
    view.played = nullptr;
    m_state.setView(view);
    m_tracks.layOut(false);
    EXPECT_EQ(m_tracks.height(), before);
}

TEST_F(MotionTracksTest, FindingsAreFoundTheWorstFirst) {
    const auto found = m_tracks.findingsAt(at(1.0));
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0]->text, "knee stop");
    EXPECT_EQ(m_tracks.findingsAt(at(1.6)).size(), 1U); // within its interval
    EXPECT_TRUE(m_tracks.findingsAt(at(0.2)).empty());
    EXPECT_TRUE(m_tracks.findingsAt({at(1.0).x(), 5.0}).empty()); // that is the balance track
}

TEST_F(MotionTracksTest, AClickGoesToTheFinding) {
    QSignalSpy activated(&m_state, &TimelineState::findingActivated);
    QSignalSpy moved(&m_state, &TimelineState::cursorMoved);
    tests::click(m_tracks, at(1.0) + QPointF(3, 0));
    ASSERT_EQ(activated.count(), 1);
    EXPECT_EQ(activated[0][0].value<Finding>().text, "knee stop");
    EXPECT_NEAR(m_state.cursorS(), 1.0, 1e-12);
    EXPECT_EQ(moved.count(), 1);
    tests::click(m_tracks, {m_tracks.axis().xOf(0.3), 5.0});
    EXPECT_EQ(activated.count(), 1);
    EXPECT_NEAR(m_state.cursorS(), 0.3, 1e-9);
}

TEST_F(MotionTracksTest, TipsReportFindingsAndMargins) {
    const std::string finding = plain(tipAt(at(1.0)));
    EXPECT_NE(finding.find("knee stop"), std::string::npos) << finding;
    EXPECT_NE(finding.find("Too fast at 1.00 s: knee too fast"), std::string::npos) << finding;
    const std::string balance = plain(tipAt({m_tracks.axis().xOf(0.5), 8.0}));
    EXPECT_NE(balance.find("10 mm outside"), std::string::npos) << balance;
    EXPECT_NE(balance.find("20 mm inside"), std::string::npos) << balance;
}

TEST_F(MotionTracksTest, WhatIsOutsideIsRed) {
    const QImage image = tests::picture(m_tracks);
    const int x = static_cast<int>(std::lround(m_tracks.axis().xOf(0.505)));
    const auto isRed = [](QRgb pixel) { return qRed(pixel) > 150 && qGreen(pixel) < 120; };
    const auto isGreen = [](QRgb pixel) { return qGreen(pixel) > 130 && qRed(pixel) < 130; };
    const int middle = (MotionTracks::kHeight - MotionTracks::kFindingsHeight) / 2;
    EXPECT_TRUE(isRed(image.pixel(x, middle + 2)));
    const int good = static_cast<int>(std::lround(m_tracks.axis().xOf(1.23)));
    EXPECT_TRUE(isGreen(image.pixel(good, middle - 3)));
}

TEST_F(MotionTracksTest, WithoutAnalysisThereIsNothingToSee) {
    m_state.setView({});
    EXPECT_TRUE(m_tracks.findingsAt(at(1.0)).empty());
    QSignalSpy moved(&m_state, &TimelineState::cursorMoved);
    tests::click(m_tracks, at(1.0));
    EXPECT_EQ(moved.count(), 0);
    EXPECT_FALSE(tests::picture(m_tracks).isNull());
}

} // namespace
} // namespace sideline::widgets
