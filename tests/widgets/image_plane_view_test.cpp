#include "widgets/localization/image_plane_view.h"

#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include <QAction>
#include <QSignalSpy>

#include "tests/widgets/input_events.h"
#include "tests/widgets/localize_fixture.h"
#include "widgets/localization/camera_picture.h"
#include "widgets/localization/observation_text.h"

namespace sideline::widgets {
namespace {

using localization::ObservationReport;
using tests::plain;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class ImagePlaneViewTest : public testing::Test {
protected:
    void SetUp() override {
        m_view.setField(tests::localizeField());
        m_view.setStretch(1);
        m_view.setInstant(m_instant);
        ASSERT_TRUE(tests::showWidget(m_view, 800, 600));
    }
    const ObservationReport& report(int observation) const {
        return m_instant->vision.observations[static_cast<std::size_t>(observation)];
    }
    QPointF place(int observation, std::size_t end = 0) const {
        const protocol::Polar& polar = report(observation).measured[end];
        return m_view.toWidget(polar.thetaDeg, polar.phiDeg);
    }
    // Of a line as it is seen, which is a curve.
    QPointF middle(int observation) const {
        const auto curves = seenCurve(pointSeen(report(observation).measured[0]),
                                      pointSeen(report(observation).measured[1]));
        const QPointF deg = curves.front()[curves.front().size() / 2];
        return m_view.toWidget(deg.x(), deg.y());
    }
    QAction& action(const char* name) {
        auto* found = m_view.findChild<QAction*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return *found;
    }
    std::shared_ptr<LocalizeInstant> m_instant = tests::localizeInstant();
    ImagePlaneView m_view;
};

TEST(CameraPictureTest, DirectionsAndPointsAreTheServers) {
    EXPECT_EQ(directionOf({0.0, 2.0, 0.0}), QPointF(0.0, 0.0));
    EXPECT_NEAR(directionOf({-1.0, 1.0, 0.0}).x(), 45.0, 1e-12); // left is positive
    EXPECT_NEAR(directionOf({0.0, 1.0, 1.0}).y(), 45.0, 1e-12);
    const protocol::Polar polar{3.5, -27.25, 11.5};
    const Eigen::Vector3d p_C = pointSeen(polar);
    EXPECT_NEAR(p_C.norm(), polar.distanceM, 1e-12);
    EXPECT_NEAR(directionOf(p_C).x(), polar.thetaDeg, 1e-12);
    EXPECT_NEAR(directionOf(p_C).y(), polar.phiDeg, 1e-12);
}

TEST(CameraPictureTest, AStraightLineInSpaceIsACurveThroughItsOwnPoints) {
    const Eigen::Vector3d from(-8.0, 3.0, -0.5);
    const Eigen::Vector3d to(6.0, 3.0, -0.5);
    const auto curves = seenCurve(from, to);
    ASSERT_EQ(curves.size(), 1U);
    for (const QPointF& point : curves.front()) {
        const Eigen::Vector3d ray = pointSeen({1.0, point.x(), point.y()});
        EXPECT_NEAR(ray.z() / ray.y(), -0.5 / 3.0, 1e-9); // in the plane of camera and line
    }
    const QPointF middle = curves.front()[curves.front().size() / 2];
    const QPointF chord = (curves.front().front() + curves.front().back()) / 2.0;
    EXPECT_LT(middle.y(), chord.y() - 2.0);
}

TEST(CameraPictureTest, ALineBehindTheCameraIsParted) {
    EXPECT_EQ(seenCurve({-2.0, -3.0, -0.5}, {2.0, -3.0, -0.5}).size(), 2U);
    EXPECT_TRUE(seenCurve({0.0, 0.0, 0.0}, {2.0, -3.0, -0.5}).empty());
    EXPECT_TRUE(seenCurve({kNan, 0.0, 0.0}, {2.0, -3.0, -0.5}).empty());
}

TEST(CameraPictureTest, CutEndsCountOnlyAcrossTheLine) {
    auto instant = tests::localizeInstant();
    ObservationReport& line = instant->vision.observations[tests::kSeenMiddle];
    ASSERT_TRUE(line.isCut[0] || line.isCut[1]);
    const std::size_t end = line.isCut[0] ? 0 : 1;
    const auto curves = seenCurve(pointSeen(line.predicted[0]), pointSeen(line.predicted[1]));
    const QPolygonF& curve = curves.front();
    const QPointF beyond =
        end == 0 ? curve[0] - curve[1] : curve[curve.size() - 1] - curve[curve.size() - 2];
    line.measured[end] = line.predicted[end];
    line.measured[end].thetaDeg += beyond.x();
    line.measured[end].phiDeg += beyond.y();
    const CameraPicture picture = makePicture(*instant, tests::localizeField());
    const QPointF left = picture.marks[tests::kSeenMiddle].residual[end];
    EXPECT_NEAR(std::hypot(left.x(), left.y()), 0.0, 1e-6);
}

TEST(CameraPictureTest, HasAllLinesGoalsAndThings) {
    const auto instant = tests::localizeInstant();
    const CameraPicture picture = makePicture(*instant, tests::localizeField());
    EXPECT_TRUE(picture.hasPose);
    EXPECT_EQ(picture.marks.size(), static_cast<std::size_t>(tests::kLocalizeObservationCount));
    EXPECT_GE(picture.lines.size(), 21U);
    EXPECT_GE(picture.goals.size(), 16U);
    EXPECT_EQ(picture.trueLines.size(), picture.lines.size() + picture.goals.size());
    EXPECT_EQ(picture.things.size(), 4U);
    // The foot of the post is below its top.
    EXPECT_LT(picture.marks[tests::kSeenG1L].foot.y(), -1.0);
}

TEST(CameraPictureTest, WithoutAPoseOnlyWhatWasMeasuredIsKnown) {
    auto instant = tests::localizeInstant();
    instant->X_SCAtVision = {};
    EXPECT_FALSE(makePicture(*instant, tests::localizeField()).hasPose);
    instant->X_SCAtVision.p.x() = kNan;
    const CameraPicture picture = makePicture(*instant, tests::localizeField());
    EXPECT_FALSE(picture.hasPose);
    EXPECT_TRUE(picture.lines.empty());
    EXPECT_FALSE(picture.marks.empty());
}

TEST_F(ImagePlaneViewTest, LeftIsLeftAndUpIsUp) {
    EXPECT_EQ(m_view.toWidget(0, 0), QPointF(400, 300));
    EXPECT_LT(m_view.toWidget(20, 0).x(), 400);
    EXPECT_LT(m_view.toWidget(0, 20).y(), 300);
    // All of the view fits.
    EXPECT_GE(m_view.toWidget(60, 60).y(), 0);
    EXPECT_LE(m_view.toWidget(-60, -60).x(), 800);
}

TEST_F(ImagePlaneViewTest, AClickPicksAnObservationAndBesideThemNone) {
    QSignalSpy picked(&m_view, &ImagePlaneView::observationPicked);
    tests::click(m_view, place(tests::kSeenG1L));
    ASSERT_EQ(picked.size(), 1);
    EXPECT_EQ(picked[0][0].toInt(), tests::kSeenG1L);
    EXPECT_EQ(m_view.highlighted(), tests::kSeenG1L);
    tests::click(m_view, middle(tests::kSeenLowerSide));
    ASSERT_EQ(picked.size(), 2);
    EXPECT_EQ(picked[1][0].toInt(), tests::kSeenLowerSide);
    tests::click(m_view, m_view.toWidget(0.0, 50.0)); // the sky
    ASSERT_EQ(picked.size(), 3);
    EXPECT_EQ(picked[2][0].toInt(), -1);
}

TEST_F(ImagePlaneViewTest, TheTipReportsMeasuredExpectedAndVerdict) {
    const QString tip = m_view.tipAt(place(tests::kSeenG1L));
    EXPECT_TRUE(tip.contains(QLatin1String("used"))) << plain(tip);
    EXPECT_TRUE(tip.contains(QLatin1String("theta\t"))) << plain(tip);
    const double leftDeg = report(tests::kSeenG1L).measured[0].thetaDeg -
                           report(tests::kSeenG1L).predicted[0].thetaDeg;
    EXPECT_TRUE(tip.contains(QString::number(leftDeg, 'f', 3))) << plain(tip);
    EXPECT_TRUE(tip.contains(QLatin1String("gate"))) << plain(tip);
    const QString line = m_view.tipAt(middle(tests::kSeenUnmatched));
    EXPECT_TRUE(line.contains(QLatin1String("Unmatched"))) << plain(line);
    EXPECT_TRUE(m_view.tipAt(m_view.toWidget(0.0, 50.0)).isEmpty());
}

TEST_F(ImagePlaneViewTest, TheTipIsPaintedUnderTheMouse) {
    const QImage before = tests::picture(m_view);
    tests::moveTo(m_view, place(tests::kSeenF1R));
    EXPECT_NE(tests::picture(m_view), before);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&m_view, &leave);
    EXPECT_EQ(tests::picture(m_view), before);
}

TEST_F(ImagePlaneViewTest, TheWheelZoomsAtTheMouseAndADoubleClickFits) {
    const QPointF before = m_view.toWidget(30, 10);
    tests::turnWheel(m_view, before, 5);
    const QPointF after = m_view.toWidget(30, 10);
    EXPECT_NEAR(after.x(), before.x(), 1e-6);
    EXPECT_NEAR(after.y(), before.y(), 1e-6);
    EXPECT_GT(m_view.toWidget(29, 10).x() - after.x(), 10.0);
    tests::press(m_view, {300, 300});
    tests::moveTo(m_view, {340, 310}, Qt::LeftButton);
    tests::release(m_view, {340, 310});
    EXPECT_NEAR(m_view.toWidget(30, 10).x(), after.x() + 40.0, 1e-6);
    EXPECT_NEAR(m_view.toWidget(30, 10).y(), after.y() + 10.0, 1e-6);
    tests::doubleClick(m_view, {300, 300});
    EXPECT_EQ(m_view.toWidget(30, 10), before);
}

TEST_F(ImagePlaneViewTest, ADragPicksNothing) {
    QSignalSpy picked(&m_view, &ImagePlaneView::observationPicked);
    const QPointF at = place(tests::kSeenG1L);
    tests::press(m_view, at);
    tests::moveTo(m_view, at + QPointF(30, 0), Qt::LeftButton);
    tests::release(m_view, at + QPointF(30, 0));
    EXPECT_EQ(picked.size(), 0);
    tests::moveTo(m_view, {5, 5});
    const QImage beside = tests::picture(m_view);
    tests::moveTo(m_view, place(tests::kSeenF1R));
    EXPECT_NE(tests::picture(m_view), beside) << "tips are there again";
}

TEST_F(ImagePlaneViewTest, ADraggedViewStaysAtTheNextVision) {
    const QPointF at = m_view.toWidget(30, 10);
    tests::press(m_view, {300, 300});
    tests::moveTo(m_view, {340, 310}, Qt::LeftButton);
    tests::release(m_view, {340, 310});
    m_view.setInstant(tests::localizeInstant());
    EXPECT_NEAR(m_view.toWidget(30, 10).x(), at.x() + 40.0, 1e-6);
    EXPECT_NEAR(m_view.toWidget(30, 10).y(), at.y() + 10.0, 1e-6);
}

TEST_F(ImagePlaneViewTest, ArrowKeysGoFromLeftToRightThroughAll) {
    QSignalSpy picked(&m_view, &ImagePlaneView::observationPicked);
    double lastDeg = 1000.0;
    std::set<int> seen;
    for (int i = 0; i < tests::kLocalizeObservationCount; ++i) {
        QTest::keyClick(&m_view, Qt::Key_Right);
        ASSERT_EQ(picked.size(), i + 1);
        const int observation = picked.last()[0].toInt();
        const ObservationReport& now = report(observation);
        const double deg = now.pointCount == 2
                               ? (now.measured[0].thetaDeg + now.measured[1].thetaDeg) / 2
                               : now.measured[0].thetaDeg;
        EXPECT_LE(deg, lastDeg);
        lastDeg = deg;
        seen.insert(observation);
    }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(tests::kLocalizeObservationCount));
    const int last = m_view.highlighted();
    QTest::keyClick(&m_view, Qt::Key_Right);
    QTest::keyClick(&m_view, Qt::Key_Left);
    EXPECT_EQ(m_view.highlighted(), last);
    QTest::keyClick(&m_view, Qt::Key_Escape);
    EXPECT_EQ(picked.last()[0].toInt(), -1);
}

TEST_F(ImagePlaneViewTest, TheMenuTurnsTheTrueViewOnAndScalesResiduals) {
    const QImage plainView = tests::picture(m_view);
    action("trueView").trigger();
    EXPECT_NE(tests::picture(m_view), plainView);
    action("trueView").trigger();
    EXPECT_EQ(tests::picture(m_view), plainView);
    EXPECT_EQ(m_view.residualScale(), 5);
    action("residuals20").trigger();
    EXPECT_EQ(m_view.residualScale(), 20);
    EXPECT_NE(tests::picture(m_view), plainView);
    m_view.setResidualScale(7); // none of them
    EXPECT_EQ(m_view.residualScale(), 20);
}

TEST_F(ImagePlaneViewTest, TheTrueViewNeedsTheTruth) {
    EXPECT_TRUE(action("trueView").isEnabled());
    auto without = tests::localizeInstant();
    without->truth_SCAtVision.reset();
    m_view.setInstant(without);
    EXPECT_FALSE(action("trueView").isEnabled());
    EXPECT_FALSE(action("trueView").toolTip().isEmpty());
}

TEST_F(ImagePlaneViewTest, TheHighlightedOneGlows) {
    const QImage before = tests::picture(m_view);
    m_view.setHighlighted(tests::kSeenF2L);
    EXPECT_NE(tests::picture(m_view), before);
    m_view.setHighlighted(-1);
    EXPECT_EQ(tests::picture(m_view), before);
    m_view.setHighlighted(99); // beyond all
    EXPECT_EQ(tests::picture(m_view), before);
}

TEST_F(ImagePlaneViewTest, WithoutAVisionItSaysSo) {
    const auto base = m_view.palette().color(QPalette::Base);
    const auto isEmpty = [&] {
        const QImage image = tests::picture(m_view);
        return tests::countPixels(image, image.rect(), base) >
               image.width() * image.height() * 9 / 10;
    };
    EXPECT_FALSE(isEmpty());
    m_view.setInstant(nullptr);
    EXPECT_TRUE(isEmpty());
    auto blind = std::make_shared<LocalizeInstant>(*m_instant);
    blind->hasVision = false;
    m_view.setInstant(blind);
    EXPECT_TRUE(isEmpty());
    EXPECT_TRUE(noVisionText(blind.get()).startsWith(QLatin1String("No vision yet")));
    auto outOfRange = std::make_shared<LocalizeInstant>(*m_instant);
    outOfRange->chosen = 7;
    m_view.setInstant(outOfRange);
    EXPECT_TRUE(isEmpty());
    EXPECT_EQ(m_view.observationAt({400, 300}), -1);
    tests::click(m_view, {400, 300});
    QTest::keyClick(&m_view, Qt::Key_Right);
}

TEST_F(ImagePlaneViewTest, NumbersThatAreNoneAreLeftOut) {
    auto broken = std::make_shared<LocalizeInstant>(*m_instant);
    broken->vision.observations[0].measured[0].thetaDeg = kNan;
    broken->vision.observations[1].predicted[0].distanceM = kNan;
    broken->vision.observations[2].squaredSigmas = kNan;
    broken->things[0].p_S.x() = kNan;
    broken->cameraOffset_CM.y() = kNan;
    broken->halfViewWidthRad = kNan;
    broken->visionAgeS = kNan;
    m_view.setInstant(broken);
    EXPECT_FALSE(tests::picture(m_view).isNull());
    EXPECT_EQ(m_view.toWidget(0, 0), QPointF(400, 300));
    tests::click(m_view, place(tests::kSeenF2L));
    EXPECT_EQ(m_view.highlighted(), tests::kSeenF2L);
    broken->X_SCAtVision.R.setConstant(kNan);
    broken->truth_SCAtVision->p.setConstant(kNan);
    m_view.setInstant(std::make_shared<LocalizeInstant>(*broken));
    m_view.setTrueViewShown(true);
    EXPECT_FALSE(tests::picture(m_view).isNull());
}

TEST_F(ImagePlaneViewTest, HeightsAreStretchedAboutTheHorizon) {
    action("heights3").trigger();
    EXPECT_EQ(m_view.stretch(), 3);
    const double across = m_view.toWidget(0, 0).x() - m_view.toWidget(10, 0).x();
    const double up = m_view.toWidget(0, 0).y() - m_view.toWidget(0, 10).y();
    EXPECT_NEAR(up, 3.0 * across, 1e-6);
    EXPECT_GE(m_view.toWidget(60, 0).x(), 0);
    const double horizonDeg = 4.02; // the camera looks down
    EXPECT_GT(m_view.toWidget(0, horizonDeg).y(), 60);
    EXPECT_LT(m_view.toWidget(0, horizonDeg).y(), 300);
    EXPECT_EQ(m_view.observationAt(place(tests::kSeenG1L)), tests::kSeenG1L);
    // Lying on its side it sees the field from top to bottom.
    auto lying = std::make_shared<LocalizeInstant>(*m_instant);
    lying->X_SCAtVision.R *= Eigen::AngleAxisd(1.4, Eigen::Vector3d::UnitY()).toRotationMatrix();
    m_view.setInstant(lying);
    EXPECT_GE(m_view.toWidget(60, 60).y(), 0);
    EXPECT_LE(m_view.toWidget(-60, -60).y(), 600);
    m_view.setStretch(4); // none of them
    EXPECT_EQ(m_view.stretch(), 3);
}

TEST_F(ImagePlaneViewTest, AnotherFieldIsSeenElsewhere) {
    const QImage before = tests::picture(m_view);
    m_view.setField(field::FieldModel(field::fieldVersions().front().dimensions));
    EXPECT_NE(tests::picture(m_view), before);
}

TEST_F(ImagePlaneViewTest, ASmallOneStillShowsAll) {
    m_view.resize(180, 140);
    QCoreApplication::processEvents();
    EXPECT_GE(m_view.toWidget(60, 60).y(), 0);
    EXPECT_LE(m_view.toWidget(-60, -60).y(), 140);
    EXPECT_EQ(m_view.observationAt(place(tests::kSeenF1L)), tests::kSeenF1L);
}

} // namespace
} // namespace sideline::widgets
