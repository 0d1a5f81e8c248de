#include "widgets/localization/localize_layer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>
#include <QSignalSpy>

#include "agentcore/math/angles.h"
#include "tests/widgets/input_events.h"
#include "tests/widgets/localize_fixture.h"
#include "widgets/localization/label_layout.h"
#include "widgets/localization/map_legend.h"
#include "widgets/localization/map_marks.h"
#include "widgets/localization/map_scene.h"
#include "widgets/localization/map_vision.h"
#include "widgets/match/field_view.h"
#include "widgets/match/view_cone.h"

namespace sideline::widgets {
namespace {

using localization::ObservationKind;
using localization::ObservationReport;
using localization::Verdict;
using tests::plain;

const QColor kGrass(0x35, 0x7a, 0x38);
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

LocalizeLayers only(LocalizeLayer layer) {
    LocalizeLayers layers;
    layers.set(static_cast<std::size_t>(layer));
    return layers;
}

TEST(LocalizeViewTest, EveryLayerHasANameAndATip) {
    std::set<QString> names;
    for (std::size_t i = 0; i < kLocalizeLayerCount; ++i) {
        const auto layer = static_cast<LocalizeLayer>(i);
        EXPECT_FALSE(nameOf(layer).isEmpty()) << i;
        EXPECT_GT(aboutLayer(layer).size(), nameOf(layer).size()) << i;
        names.insert(nameOf(layer));
    }
    EXPECT_EQ(names.size(), kLocalizeLayerCount);
    EXPECT_EQ(plain(nameOf(LocalizeLayer::Lines)), "Field lines");
    EXPECT_EQ(defaultLocalizeLayers().count(), kLocalizeLayerCount - 1);
    EXPECT_FALSE(has(defaultLocalizeLayers(), LocalizeLayer::Candidates));
}

TEST(LocalizeViewTest, NamesObservations) {
    const field::FieldModel field = tests::localizeField();
    struct Row {
        ObservationKind kind;
        int index;
        int fieldLine;
        const char* name;
    };
    const std::vector<Row> rows = {
        {ObservationKind::CornerFlag, 0, -1, "F1L"},
        {ObservationKind::GoalPost, 7, -1, "G2R"},
        {ObservationKind::GoalPost, 8, -1, "unknown landmark"},
        {ObservationKind::CornerFlag, -1, -1, "unknown landmark"},
        {ObservationKind::Line, 5, 0, "halfway line"},
        {ObservationKind::Line, 5, 2, "left goal line"},
        {ObservationKind::Line, 5, 3, "upper sideline"},
        {ObservationKind::Line, 5, 5, "right penalty area, front edge"},
        {ObservationKind::Line, 5, 10, "left penalty area, lower edge"},
        {ObservationKind::Line, 5, 11, "center circle 1"},
        {ObservationKind::Line, 5, 20, "center circle 10"},
        {ObservationKind::Line, 5, 21, "line 6"},
        {ObservationKind::Line, 0, -1, "line 1"},
        {ObservationKind::Foot, 1, -1, "foot 2"},
    };
    for (const Row& row : rows) {
        ObservationReport report;
        report.kind = row.kind;
        report.index = row.index;
        report.fieldLine = row.fieldLine;
        EXPECT_EQ(plain(nameOfObservation(report, field)), row.name);
    }
}

// The names say where the lines lie, so that neither can be changed alone.
TEST(LocalizeViewTest, LineNamesFitTheField) {
    const field::FieldModel field = tests::localizeField();
    for (std::size_t i = 0; i < field.lines().size(); ++i) {
        const QString name = nameOfFieldLine(static_cast<int>(i));
        const Eigen::Vector2d middle = (field.lines()[i].from_S + field.lines()[i].to_S) / 2.0;
        EXPECT_EQ(name.startsWith(QLatin1String("left")), middle.x() < -3.0) << i;
        EXPECT_EQ(name.startsWith(QLatin1String("right")), middle.x() > 3.0) << i;
        if (name.contains(QLatin1String("upper"))) {
            EXPECT_GT(middle.y(), 2.9) << i;
        }
        if (name.contains(QLatin1String("lower"))) {
            EXPECT_LT(middle.y(), -2.9) << i;
        }
    }
    EXPECT_EQ(plain(nameOfFieldLine(-1)), "");
}

TEST(LocalizeViewTest, ColorsAndPensDistinguishResiduals) {
    EXPECT_EQ(residualColor(0.0), residualColor(1.0));
    const QColor calm = residualColor(0.5);
    EXPECT_GT(calm.green(), calm.red() + 60);
    const QColor wary = residualColor(2.0);
    EXPECT_GT(wary.red(), 220);
    EXPECT_GT(wary.green(), 190);
    const QColor bad = residualColor(4.0);
    EXPECT_GT(bad.red(), bad.green() + 120);
    EXPECT_EQ(residualColor(100.0), bad);
    EXPECT_EQ(residualColor(kNaN).saturation(), 0);
    for (double sigmas = 0.0; sigmas < 4.0; sigmas += 0.5) {
        EXPECT_LT(residualPen(sigmas).widthF(), residualPen(sigmas + 0.5).widthF());
        EXPECT_EQ(residualPen(sigmas).style(), Qt::SolidLine);
    }
    EXPECT_EQ(residualPen(4.0).style(), Qt::CustomDashLine);
    ObservationReport report;
    EXPECT_EQ(sigmasOf(report), 0.0);
    report.squaredSigmas = 12.0;
    report.dimension = 3;
    EXPECT_DOUBLE_EQ(sigmasOf(report), 2.0);
}

TEST(MapSceneTest, PutsWhatIsSeenOnTheGround) {
    const auto instant = tests::localizeInstant();
    const auto marks = seenMarks(*instant, tests::localizeField());
    ASSERT_EQ(marks.size(), static_cast<std::size_t>(tests::kLocalizeObservationCount));
    for (const SeenMark& mark : marks) {
        EXPECT_EQ(mark.hasKnown, mark.observation != tests::kSeenUnmatched);
        for (std::size_t end = 0; mark.hasKnown && end < mark.pointCount; ++end) {
            const QPointF off = mark.seen_S.at(end) - mark.known_S.at(end);
            const bool isOff =
                mark.observation == tests::kSeenPenaltyUpper || mark.observation == tests::kSeenG1L;
            EXPECT_LT(std::hypot(off.x(), off.y()), isOff ? 1.0 : 0.15) << plain(mark.name);
        }
    }
    // The camera's offset is taken out: with what was seen exactly, nothing is left.
    LocalizeInstant exact = *instant;
    exact.vision.observations.resize(1);
    ObservationReport& report = exact.vision.observations.front();
    report.measured[0] =
        tests::polarSeen(exact.X_SCAtVision, report.known_S[0], exact.cameraOffset_CM);
    const SeenMark mark = seenMarks(exact, tests::localizeField()).front();
    EXPECT_NEAR(mark.seen_S[0].x(), -15.0, 1e-9);
    EXPECT_NEAR(mark.seen_S[0].y(), 10.0, 1e-9);
}

TEST(MapSceneTest, LeavesOutWhatCannotBePlaced) {
    LocalizeInstant instant = *tests::localizeInstant();
    instant.vision.observations[tests::kSeenF1L].measured[0].thetaDeg = kNaN;
    instant.vision.observations[tests::kSeenMiddle].known_S[1].x() = kNaN;
    instant.vision.observations[tests::kSeenF2L].kind = ObservationKind::Foot;
    const auto marks = seenMarks(instant, tests::localizeField());
    ASSERT_EQ(marks.size(), static_cast<std::size_t>(tests::kLocalizeObservationCount - 2));
    EXPECT_EQ(marks.front().observation, tests::kSeenF1R);
    const auto middle =
        std::ranges::find(marks, static_cast<int>(tests::kSeenMiddle), &SeenMark::observation);
    ASSERT_NE(middle, marks.end());
    EXPECT_FALSE(middle->hasKnown);
    instant.beliefs.front().estimate.isValid = false; // it is unknown from where it was seen
    EXPECT_TRUE(seenMarks(instant, tests::localizeField()).empty());
    EXPECT_FALSE(isVisionPlaced(instant));
    instant.beliefs.front().estimate.isValid = true;
    instant.hasVision = false;
    EXPECT_TRUE(seenMarks(instant, tests::localizeField()).empty());
}

TEST(MapSceneTest, TheViewOnTheGroundIsWhatTheCameraSees) {
    const QRectF within(-20, -15, 40, 30);
    const double halfRad = math::radFromDeg(60.0);
    for (const double downDeg : {-20.0, 0.0, 35.0, 80.0}) {
        const math::Pose X_SC = tests::cameraAt({3.0, -2.0, 0.54}, 70.0, downDeg);
        const QPolygonF view = viewOnGround(X_SC, halfRad, halfRad, within);
        int inside = 0;
        int wrong = 0;
        for (double x = -19.9; x < 20.0; x += 0.4) {
            for (double y = -14.9; y < 15.0; y += 0.4) {
                const auto polar = tests::polarSeen(X_SC, {x, y, 0.0}, Eigen::Vector3d::Zero());
                const double rimDeg =
                    std::max(std::abs(polar.thetaDeg), std::abs(polar.phiDeg)) - 60.0;
                const bool isIn = view.containsPoint({x, y}, Qt::OddEvenFill);
                inside += isIn ? 1 : 0;
                wrong += std::abs(rimDeg) > 1.0 && isIn != (rimDeg < 0.0) ? 1 : 0;
            }
        }
        EXPECT_EQ(wrong, 0) << downDeg;
        EXPECT_GT(inside, downDeg > 60.0 ? 1 : 1000) << downDeg;
    }
    // Straight up there is no ground.
    EXPECT_TRUE(viewOnGround(tests::cameraAt({0, 0, 0.5}, 0.0, -90.0), 0.5, 0.5, within).isEmpty());
    EXPECT_TRUE(viewOnGround(tests::cameraAt({kNaN, 0, 0.5}, 0, 0), 0.5, 0.5, within).isEmpty());
}

TEST(MapSceneTest, EllipsesAndLengths) {
    const double turnRad = 0.4;
    const Eigen::Matrix2d R{{std::cos(turnRad), -std::sin(turnRad)},
                            {std::sin(turnRad), std::cos(turnRad)}};
    const Eigen::Matrix2d covariance = R * Eigen::Vector2d(0.09, 0.01).asDiagonal() * R.transpose();
    const GroundEllipse ellipse = ellipseOf(covariance, 2.0);
    EXPECT_NEAR(ellipse.largeM, 0.6, 1e-9);
    EXPECT_NEAR(ellipse.smallM, 0.2, 1e-9);
    EXPECT_NEAR(std::remainder(ellipse.angleRad - turnRad, math::kPi), 0.0, 1e-9);
    EXPECT_EQ(ellipseOf(Eigen::Matrix2d(covariance * kNaN), 2.0).largeM, 0.0);
    localization::PoseEstimate estimate;
    estimate.positionSigmaM = 0.03;
    EXPECT_DOUBLE_EQ(ellipseOf(estimate, 2.0).smallM, 0.06);
    estimate.hasCovariance = true;
    estimate.covariance(3, 3) = 0.25;
    EXPECT_NEAR(ellipseOf(estimate, 2.0).largeM, 1.0, 1e-9);
    EXPECT_EQ(plain(lengthText(0.0058)), "5.8 mm");
    EXPECT_EQ(plain(lengthText(0.172)), "172 mm");
    EXPECT_EQ(plain(lengthText(1.234)), "1.23 m");
    EXPECT_EQ(plain(lengthText(kNaN)), "-");
}

TEST(LabelLayoutTest, NoLabelCoversAnother) {
    LabelLayout layout(QRectF(0, 0, 400, 300), QFont());
    const QRectF blocked(205, 100, 80, 100);
    layout.block(blocked);
    for (int i = 0; i < 6; ++i) {
        EXPECT_TRUE(
            layout.add({QPointF(200.0 + i, 150.0), 8.0, QStringLiteral("Estimator %1").arg(i)}));
    }
    ASSERT_EQ(layout.placed().size(), 6U);
    for (const auto& one : layout.placed()) {
        EXPECT_FALSE(one.box.intersects(blocked));
        EXPECT_TRUE(QRectF(0, 0, 400, 300).contains(one.box));
        for (const auto& other : layout.placed()) {
            EXPECT_TRUE(&one == &other || !one.box.intersects(other.box));
        }
    }
    EXPECT_FALSE(layout.add({QPointF(-5, 10), 8.0, QStringLiteral("out of view")}));
    EXPECT_FALSE(layout.add({QPointF(50, 50), 8.0, QString()}));
    EXPECT_FALSE(layout.add({QPointF(50, 50), 8.0, QStringLiteral("faint"), Qt::white, 0.1}));
}

TEST(LabelLayoutTest, WhatMustShowShowsWhereThereIsNoRoom) {
    LabelLayout layout(QRectF(0, 0, 120, 60), QFont());
    layout.block(QRectF(0, 0, 120, 60));
    PictureLabel label{QPointF(30, 30), 6.0, QStringLiteral("name")};
    EXPECT_FALSE(layout.add(label));
    label.mustShow = true;
    EXPECT_TRUE(layout.add(label));
}

class LocalizeLayerTest : public ::testing::Test {
protected:
    LocalizeLayerTest() { look(900, 600, 27.0, {}); }

    void look(int width, int height, double pxPerM, const QPointF& middle_S) {
        m_size = QSize(width, height);
        m_toWidget = QTransform();
        m_toWidget.translate(width / 2.0, height / 2.0);
        m_toWidget.scale(pxPerM, -pxPerM);
        m_toWidget.translate(-middle_S.x(), -middle_S.y());
    }
    [[nodiscard]] QImage picture() const {
        QImage image(m_size, QImage::Format_RGB32);
        image.fill(kGrass);
        QPainter painter(&image);
        m_layer.paint(painter, m_toWidget);
        return image;
    }
    /// Pixels that something was painted on, in a square around a point of the field.
    [[nodiscard]] int painted(const QPointF& p_S, int half) const {
        const QPoint at = m_toWidget.map(p_S).toPoint();
        const QRect part(at.x() - half, at.y() - half, 2 * half + 1, 2 * half + 1);
        const QRect inside = part.intersected(QRect(QPoint(), m_size));
        return inside.width() * inside.height() - tests::countPixels(picture(), part, kGrass);
    }
    [[nodiscard]] std::string tip(const QPointF& p_S) const {
        return plain(m_layer.tipAt(m_toWidget.map(p_S), m_toWidget));
    }

    LocalizeLayerPainter m_layer;
    QSize m_size;
    QTransform m_toWidget;
};

TEST_F(LocalizeLayerTest, NothingWithoutAnInstant) {
    EXPECT_EQ(tests::countPixels(picture(), QRect(QPoint(), m_size), kGrass), 900 * 600);
    EXPECT_FALSE(m_layer.click({450, 300}, m_toWidget));
    EXPECT_TRUE(m_layer.tipAt({450, 300}, m_toWidget).isEmpty());
    m_layer.setInstant(std::make_shared<LocalizeInstant>()); // nothing known at all
    EXPECT_EQ(tests::countPixels(picture(), QRect(QPoint(), m_size), kGrass), 900 * 600);
}

TEST_F(LocalizeLayerTest, EachLayerShowsItsOwn) {
    const auto instant = tests::localizeInstant();
    m_layer.setInstant(instant);
    struct Row {
        LocalizeLayer layer;
        QPointF p_S;
    };
    const std::vector<Row> rows = {
        {LocalizeLayer::Truth, {9.0 + 9.0 / 27.0, -7.5}}, // on the ring
        {LocalizeLayer::Beliefs, {9.55, -7.07}},
        {LocalizeLayer::Ellipses, {9.95, -7.0}},
        {LocalizeLayer::Candidates, {9.0 + 0.6 * std::cos(10.8), -7.5 + 0.6 * std::sin(10.8)}},
        {LocalizeLayer::Landmarks, {15.0, 10.0}},
        {LocalizeLayer::Lines, {-5.0, 10.0}},
        {LocalizeLayer::ViewCone, {0.0, 5.0}},
        {LocalizeLayer::Ball, {3.1, -1.2}},
        {LocalizeLayer::Players, {-2.4, 1.9}},
    };
    for (const Row& row : rows) {
        m_layer.setLayers(only(row.layer));
        EXPECT_GT(painted(row.p_S, 3), 4) << plain(nameOf(row.layer));
        m_layer.setLayers(defaultLocalizeLayers() & ~defaultLocalizeLayers());
        EXPECT_EQ(painted(row.p_S, 3), 0) << plain(nameOf(row.layer));
    }
    // Trails are those of what is shown.
    const QPointF onTrail_S = instant->truth->trail_S[40];
    m_layer.setLayers(only(LocalizeLayer::Trails));
    EXPECT_EQ(painted(onTrail_S, 2), 0);
    m_layer.setLayers(only(LocalizeLayer::Trails) | only(LocalizeLayer::Truth));
    EXPECT_GT(painted(onTrail_S, 2), 2);
}

TEST_F(LocalizeLayerTest, BeliefsHaveTheirColorsAndInvalidOnesAreNotShown) {
    auto instant = tests::localizeInstant();
    m_layer.setLayers(only(LocalizeLayer::Beliefs));
    m_layer.setInstant(instant);
    const auto colored = [&](const BeliefMark& belief) {
        const QPoint at = m_toWidget.map(QPointF(belief.X_SC.p.x(), belief.X_SC.p.y())).toPoint();
        return tests::countPixels(picture(), QRect(at.x() - 9, at.y() - 9, 19, 19), belief.color);
    };
    look(900, 600, 200.0, {9.0, -7.5});
    for (const BeliefMark& belief : instant->beliefs) {
        EXPECT_GT(colored(belief), 10) << plain(belief.name);
    }
    EXPECT_GT(colored(instant->beliefs[0]), colored(instant->beliefs[1])); // the chosen is larger
    auto without = std::make_shared<LocalizeInstant>(*instant);
    without->beliefs[2].estimate.isValid = false;
    without->beliefs[1].X_SC.p.x() = kNaN;
    m_layer.setInstant(without);
    EXPECT_EQ(colored(instant->beliefs[2]), 0);
    EXPECT_EQ(colored(instant->beliefs[1]), 0);
}

TEST_F(LocalizeLayerTest, EllipsesAreTrueToScaleOnceTheyCanBeSeen) {
    auto instant = tests::localizeInstant();
    m_layer.setInstant(instant);
    m_layer.setLayers(only(LocalizeLayer::Ellipses));
    const Eigen::Vector3d& p = instant->beliefs[0].X_SC.p;
    const QPointF at_S(p.x(), p.y());
    // Along the large axis: half of it is 2 * 4 mm * sqrt(2.78).
    const GroundEllipse ellipse = ellipseOf(instant->beliefs[0].estimate, 2.0);
    EXPECT_NEAR(ellipse.largeM, 0.0135, 0.0005);
    look(900, 600, 10000.0, at_S);
    const QPointF along(std::cos(ellipse.angleRad), std::sin(ellipse.angleRad));
    const QImage image = picture();
    const auto lightAt = [&](double fraction) {
        return qGray(
            image.pixel(m_toWidget.map(at_S + along * ellipse.largeM * fraction).toPoint()));
    };
    EXPECT_GT(lightAt(0.9), lightAt(1.2)); // filled inside, grass outside
    EXPECT_EQ(image.pixel(m_toWidget.map(at_S + along * ellipse.largeM * 1.2).toPoint()),
              kGrass.rgb());
    m_layer.setLayers(defaultLocalizeLayers());
    EXPECT_NE(tip(at_S).find("ellipse drawn to scale"), std::string::npos) << tip(at_S);
    look(900, 600, 27.0, {});
    EXPECT_NE(tip(at_S).find("drawn as a ring"), std::string::npos) << tip(at_S);
}

TEST_F(LocalizeLayerTest, AClickPicksObservations) {
    QSignalSpy picked(&m_layer, &LocalizeLayerPainter::observationPicked);
    m_layer.setInstant(tests::localizeInstant());
    m_layer.setLayers(only(LocalizeLayer::Landmarks) | only(LocalizeLayer::Lines));
    (void)picture();
    const auto clickAt = [&](const QPointF& p_S) {
        picked.clear();
        const bool hit = m_layer.click(m_toWidget.map(p_S), m_toWidget);
        EXPECT_EQ(hit, picked.count() == 1 && picked[0][0].toInt() >= 0);
        return picked.isEmpty() ? -2 : picked[0][0].toInt();
    };
    EXPECT_EQ(clickAt({15.0, 10.0}), tests::kSeenF1R);
    EXPECT_EQ(clickAt({-15.0, -1.05}), tests::kSeenG2L);
    EXPECT_EQ(clickAt({-5.0, 10.05}), tests::kSeenUpperSide);
    EXPECT_EQ(clickAt({0.05, -5.0}), tests::kSeenMiddle);
    EXPECT_EQ(clickAt({5.0, 2.6}), tests::kSeenUnmatched);
    EXPECT_EQ(clickAt({-7.0, 3.0}), -2);
    m_layer.setHighlighted(tests::kSeenMiddle);
    EXPECT_EQ(clickAt({-7.0, 3.0}), -1); // beside: nothing is marked any more
    m_layer.setHighlighted(-1);
    m_layer.setLayers(only(LocalizeLayer::Landmarks)); // what is not shown is not hit
    EXPECT_EQ(clickAt({-5.0, 10.05}), -2);
}

TEST_F(LocalizeLayerTest, TheMarkedObservationGlowsWhateverIsOn) {
    QSignalSpy changes(&m_layer, &LocalizeLayerPainter::changed);
    m_layer.setInstant(tests::localizeInstant());
    EXPECT_EQ(changes.count(), 1);
    const QPointF onLine_S(-5.0, 10.0);
    m_layer.setLayers(only(LocalizeLayer::Lines));
    EXPECT_EQ(changes.count(), 2);
    const int plainPixels = painted(onLine_S, 8);
    m_layer.setHighlighted(tests::kSeenUpperSide);
    m_layer.setHighlighted(tests::kSeenUpperSide);
    EXPECT_EQ(changes.count(), 3);
    EXPECT_GT(painted(onLine_S, 8), plainPixels + 50);
    m_layer.setLayers({});
    EXPECT_GT(painted(onLine_S, 8), plainPixels + 50);
    m_layer.setHighlighted(1000); // of another vision frame
    EXPECT_EQ(painted(onLine_S, 8), 0);
}

TEST_F(LocalizeLayerTest, TipsReportMeasuredAgainstExpected) {
    m_layer.setInstant(tests::localizeInstant());
    (void)picture();
    const std::string post = tip({-15.0, 1.2});
    for (const char* part : {"G1L (goal post), used", "measured 25.", "expected 25.", "difference ",
                             "sigma (", "inside the gate of 30.0"}) {
        EXPECT_NE(post.find(part), std::string::npos) << part << "\n" << post;
    }
    EXPECT_EQ(post.find("thin arrow"), std::string::npos) << post; // long enough as it is
    EXPECT_NE(tip({-15.0, -1.05}).find("thin arrow: error, x 10"), std::string::npos);
    const std::string line = tip({-14.0, 3.3});
    for (const char* part :
         {"left penalty area, upper edge (line), refused", "end 1", "end 2", "beyond the gate"}) {
        EXPECT_NE(line.find(part), std::string::npos) << part << "\n" << line;
    }
    EXPECT_NE(tip({-8.9, -10.0}).find("cut off at the edge of the view"), std::string::npos)
        << tip({-8.9, -10.0});
    const std::string unmatched = tip({5.0, 2.6});
    EXPECT_NE(unmatched.find("line 8 (line), unmatched"), std::string::npos) << unmatched;
    EXPECT_EQ(unmatched.find("expected"), std::string::npos) << unmatched;
    const std::string belief = tip({9.55, -7.07});
    EXPECT_NE(belief.find("Three flags\n"), std::string::npos) << belief;
    EXPECT_NE(belief.find("error 698 mm and -4.00\u00b0"), std::string::npos) << belief;
    EXPECT_NE(tip({9.005, -7.503}).find("Fusion (chosen)"), std::string::npos);
    const std::string ball = tip({3.1, -1.2});
    EXPECT_NE(ball.find("Ball, believed"), std::string::npos) << ball;
    EXPECT_NE(ball.find("1.62 m/s"), std::string::npos) << ball;
    EXPECT_NE(tip({-6.8, 4.6}).find("Others 9, believed fallen"), std::string::npos);
    m_layer.setLayers(only(LocalizeLayer::Truth));
    EXPECT_EQ(tip({9.0, -7.5}).substr(0, 12), "Ground truth");
    EXPECT_EQ(tip({3.1, -1.2}), "");
}

TEST_F(LocalizeLayerTest, ShortResidualsAreEnlarged) {
    const auto instant = tests::localizeInstant();
    m_layer.setInstant(instant);
    m_layer.setLayers(only(LocalizeLayer::Landmarks));
    const SeenMark post = seenMarks(*instant, tests::localizeField())[tests::kSeenG2L];
    const QPointF off = post.seen_S[0] - post.known_S[0];
    EXPECT_TRUE(isEnlarged(post, 0, MapScale(m_toWidget)));
    EXPECT_GT(painted(post.known_S[0] + off * 9.0, 2), 3); // ten times as far
    look(900, 600, 400.0, post.known_S[0]);
    EXPECT_FALSE(isEnlarged(post, 0, MapScale(m_toWidget)));
    EXPECT_EQ(painted(post.known_S[0] + off * 9.0, 2), 0);
}

TEST_F(LocalizeLayerTest, TheLegendFolds) {
    m_layer.setInstant(tests::localizeInstant());
    const auto foot = [&] { // pixels of the legend's ground in the lower left
        const QImage image = picture();
        int dark = 0;
        for (int y = m_size.height() - 220; y < m_size.height() - 30; ++y) {
            dark += qGray(image.pixel(10, y)) < 60 ? 1 : 0;
        }
        return dark;
    };
    m_layer.setLayers(defaultLocalizeLayers());
    EXPECT_GT(foot(), 150);
    QSignalSpy picked(&m_layer, &LocalizeLayerPainter::observationPicked);
    const auto rows = legendRows(*tests::localizeInstant(), defaultLocalizeLayers(), true);
    QImage canvas(1, 1, QImage::Format_RGB32);
    const QFont font = QPainter(&canvas).font();
    const LegendPlace open = placeLegend(rows, false, QRectF(QPointF(), m_size), font);
    EXPECT_TRUE(m_layer.click(open.box.center(), m_toWidget)); // keeps clicks from the field
    EXPECT_GT(foot(), 150);
    EXPECT_TRUE(m_layer.click(open.title.center(), m_toWidget));
    EXPECT_LT(foot(), 20);
    const LegendPlace folded = placeLegend(rows, true, QRectF(QPointF(), m_size), font);
    EXPECT_EQ(plain(m_layer.tipAt(folded.title.center(), m_toWidget)), "Click to expand");
    EXPECT_TRUE(m_layer.click(folded.title.center(), m_toWidget));
    EXPECT_GT(foot(), 150);
    EXPECT_TRUE(picked.isEmpty());
    m_layer.setLayers({}); // nothing to explain
    EXPECT_EQ(foot(), 0);
}

TEST_F(LocalizeLayerTest, TheLegendStartsFoldedInSmallViews) {
    m_layer.setInstant(tests::localizeInstant());
    look(360, 240, 10.0, {});
    const QImage image = picture();
    EXPECT_GT(qGray(image.pixel(10, 100)), 60);
    EXPECT_LT(qGray(image.pixel(30, 231)), 60);
}

TEST_F(LocalizeLayerTest, TheLegendReportsOnlyWhatIsShown) {
    LocalizeInstant instant = *tests::localizeInstant();
    const auto symbols = [&](const LocalizeLayers& layers) {
        std::set<LegendSymbol> found;
        for (const LegendRow& row : legendRows(instant, layers, false)) {
            EXPECT_FALSE(row.text.isEmpty());
            found.insert(row.symbol);
        }
        return found;
    };
    EXPECT_TRUE(symbols({}).empty());
    EXPECT_EQ(symbols(only(LocalizeLayer::Truth)), std::set{LegendSymbol::Truth});
    EXPECT_EQ(symbols(only(LocalizeLayer::Landmarks)), std::set{LegendSymbol::Residuals});
    EXPECT_EQ(symbols(only(LocalizeLayer::Lines)),
              (std::set{LegendSymbol::Residuals, LegendSymbol::SeenLine, LegendSymbol::RefusedLine,
                        LegendSymbol::UnmatchedLine}));
    EXPECT_EQ(symbols(only(LocalizeLayer::Beliefs)),
              (std::set{LegendSymbol::Belief, LegendSymbol::ChosenBelief}));
    instant.beliefs[2].estimate.isValid = false;
    instant.beliefs[1].error.reset();
    const auto rows = legendRows(instant, only(LocalizeLayer::Beliefs), false);
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(plain(rows[0].text), "Fusion  5.8 mm, 0.03\u00b0");
    EXPECT_EQ(plain(rows[1].text), "Gyro");
    EXPECT_EQ(plain(rows[2].text), "Three flags: no pose");
    instant.truth.reset();
    instant.hasVision = false;
    instant.things.clear();
    EXPECT_EQ(symbols(defaultLocalizeLayers()),
              (std::set{LegendSymbol::Belief, LegendSymbol::ChosenBelief, LegendSymbol::Spread,
                        LegendSymbol::Trail}));
}

TEST_F(LocalizeLayerTest, NumbersThatMakeNoSenseDoNoHarm) {
    auto instant = std::make_shared<LocalizeInstant>(*tests::localizeInstant());
    for (BeliefMark& belief : instant->beliefs) {
        belief.estimate.covariance.setConstant(kNaN);
        belief.estimate.headingSigmaRad = kNaN;
        belief.error = BeliefError{kNaN, kNaN};
    }
    instant->truth->headingRad = kNaN;
    for (ObjectMark& thing : instant->things) {
        thing.truth_S = Eigen::Vector3d::Constant(kNaN);
        thing.covariance_S.setConstant(kNaN);
        thing.headingRad = kNaN;
        thing.ageS = kNaN;
    }
    for (ObservationReport& report : instant->vision.observations) {
        report.squaredSigmas = kNaN;
        report.predicted[0].distanceM = kNaN;
    }
    instant->chosen = 17;
    LocalizeLayers layers;
    m_layer.setLayers(layers.set());
    m_layer.setInstant(instant);
    EXPECT_GT(painted({3.1, -1.2}, 3), 4); // the ball is still there
    EXPECT_NE(tip({-15.0, 1.2}).find("G1L"), std::string::npos);
}

TEST(LocalizeMapTest, WorksInTheFieldView) {
    auto layer = std::make_shared<LocalizeLayerPainter>();
    layer->setInstant(tests::localizeInstant());
    FieldView view;
    QObject::connect(layer.get(), &LocalizeLayerPainter::changed, &view,
                     qOverload<>(&QWidget::update));
    view.setOverlay(layer);
    ASSERT_TRUE(tests::showWidget(view, 900, 600));
    QSignalSpy picked(layer.get(), &LocalizeLayerPainter::observationPicked);
    QSignalSpy selected(&view, &FieldView::selected);
    (void)tests::picture(view);
    tests::click(view, view.toWidget(15.0, 10.0));
    ASSERT_EQ(picked.count(), 1);
    EXPECT_EQ(picked[0][0].toInt(), tests::kSeenF1R);
    EXPECT_EQ(selected.count(), 0);
    tests::click(view, view.toWidget(-7.0, 3.0));
    EXPECT_EQ(selected.count(), 1);
}

} // namespace
} // namespace sideline::widgets
