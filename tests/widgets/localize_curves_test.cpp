#include "widgets/localization/localize_curves.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include <gtest/gtest.h>

#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>

#include "tests/widgets/panel_children.h"
#include "widgets/common/custom_plot.h"
#include "widgets/localization/curve_trace.h"
#include "widgets/localization/figure_text.h"

namespace sideline::widgets {
namespace {

using enum LocalizeQuantity;
using tests::plain;

constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
constexpr double kStepS = 0.02;
const QColor kRed(0xd4, 0x3d, 0x3d);
const QColor kBlue(0x2f, 0x8f, 0xe8);

LocalizeCurve curve(int id, const char* name, LocalizeQuantity quantity, const QColor& color,
                    std::vector<float> values) {
    return {.id = id,
            .name = QLatin1String(name),
            .color = color,
            .isRemovable = id >= 10,
            .quantity = quantity,
            .values = std::move(values),
            .valueName = {}};
}

// Ten seconds of two estimators: one 100 mm off and without spreads, one 4 mm off; a vision frame
// every third cycle.
std::shared_ptr<LocalizeCurveSet> someCurves(std::size_t cycles = 501) {
    auto set = std::make_shared<LocalizeCurveSet>();
    std::vector<float> visionFrames;
    for (std::size_t i = 0; i < cycles; ++i) {
        set->timeS.push_back(kStepS * static_cast<double>(i));
        visionFrames.push_back(i % 3 == 0 ? 1.5F : kNone);
    }
    const auto flat = [&](float value) { return std::vector<float>(cycles, value); };
    set->curves = {curve(0, "Gyro", GroundErrorM, kRed, flat(0.1F)),
                   curve(0, "Gyro", GroundSigmaM, kRed, flat(kNone)),
                   curve(5, "Fusion", GroundErrorM, kBlue, flat(0.004F)),
                   curve(5, "Fusion", HeadingErrorRad, kBlue, flat(-0.001F)),
                   curve(5, "Fusion", GroundSigmaM, kBlue, flat(0.003F)),
                   curve(5, "Fusion", Residual, kBlue, visionFrames),
                   curve(10, "Fusion, no lines", GroundErrorM, kBlue, flat(0.008F))};
    set->beamsS = {2.0};
    return set;
}

class LocalizeCurvesTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_curves.setCurves(someCurves());
        ASSERT_TRUE(tests::showActive(m_curves, 900, 420));
        m_plot = &tests::childOf<QWidget>(m_curves, "plot");
        settle();
    }
    static void settle() { QCoreApplication::processEvents(); }
    QImage plotted() {
        settle();
        return tests::picture(*m_plot);
    }
    QPointF at(double fraction) const {
        return {fraction * m_plot->width(), 0.2 * m_plot->height()};
    }
    double clickedTime(double fraction) {
        QSignalSpy seeks(&m_curves, &LocalizeCurves::seekRequested);
        tests::click(*m_plot, at(fraction));
        EXPECT_EQ(seeks.count(), 1);
        return seeks.isEmpty() ? std::nan("") : seeks[0][0].toDouble();
    }
    void shiftDrag(double from, double to) {
        const auto send = [&](QEvent::Type type, double fraction, Qt::MouseButton button,
                              Qt::MouseButtons held) {
            QMouseEvent event(type, at(fraction), m_plot->mapToGlobal(at(fraction)), button, held,
                              Qt::ShiftModifier);
            QApplication::sendEvent(m_plot, &event);
        };
        send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
        send(QEvent::MouseMove, to, Qt::NoButton, Qt::LeftButton);
        send(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
    }

    LocalizeCurves m_curves;
    QWidget* m_plot = nullptr;
};

TEST(CurveTraceTest, UnitsArePeoplesOwn) {
    EXPECT_EQ(plain(unitOf(GroundErrorM)), "mm");
    EXPECT_EQ(plain(unitOf(HeadingSigmaRad)), "deg");
    EXPECT_EQ(plain(unitOf(Residual)), "sigmas");
    EXPECT_DOUBLE_EQ(shownPerUnit(GroundSigmaM), 1000.0);
    EXPECT_NEAR(shownPerUnit(HeadingErrorRad), 57.29578, 1e-4);
    EXPECT_DOUBLE_EQ(shownPerUnit(Residual), 1.0);
    EXPECT_EQ(plain(nameOf(GroundErrorM)), "Ground error");
}

TEST(CurveTraceTest, FiguresHaveThreeDigits) {
    struct Row {
        double value;
        int mostDecimals;
        const char* text;
    };
    for (const Row& row : {Row{4.312, 2, "4.31"}, Row{9.996, 2, "10.0"}, Row{99.96, 2, "100"},
                           Row{0.0412, 3, "0.041"}, Row{-0.9997, 3, "-1.00"}, Row{0.0, 2, "0.00"},
                           Row{12345.6, 2, "12346"}, Row{std::nan(""), 2, "-"}}) {
        EXPECT_EQ(plain(figureText(row.value, row.mostDecimals)), row.text) << row.value;
    }
}

TEST(CurveTraceTest, ValuesThatAreMissingMakeAGap) {
    const std::vector<double> times = {0.0, 0.02, 0.04, 0.06, 0.08};
    const auto runs = traceOf(times, curve(1, "a", GroundErrorM, kRed, {1, 2, kNone, 4, 5}),
                              {.beginS = 0.0, .endS = 0.1, .columns = 100}, false);
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[0], (QPolygonF{{0.0, 1000.0}, {0.02, 2000.0}}));
    EXPECT_EQ(runs[1], (QPolygonF{{0.06, 4000.0}, {0.08, 5000.0}}));
}

TEST(CurveTraceTest, ResidualsAreJoinedFromVisionToVision) {
    const std::vector<double> times = {0.0, 0.02, 0.04, 0.06, 5.0, 5.02};
    const auto runs = traceOf(times, curve(1, "a", Residual, kRed, {1, kNone, kNone, 2, 3, kNone}),
                              {.beginS = 0.0, .endS = 6.0, .columns = 100}, false);
    ASSERT_EQ(runs.size(), 2U) << "but not over a hole of five seconds";
    EXPECT_EQ(runs[0], (QPolygonF{{0.0, 1.0}, {0.06, 2.0}}));
    EXPECT_EQ(runs[1], (QPolygonF{{5.0, 3.0}}));
}

TEST(CurveTraceTest, ADenseCurveKeepsItsSpikesInFewPoints) {
    std::vector<double> times;
    std::vector<float> values;
    for (int i = 0; i < 100000; ++i) {
        times.push_back(0.02 * i);
        values.push_back(i == 54321   ? 9.0F
                         : i == 12345 ? -7.0F
                                      : 0.001F * static_cast<float>(i % 7));
    }
    const auto runs = traceOf(times, curve(1, "a", HeightErrorM, kRed, values),
                              {.beginS = 0.0, .endS = 2000.0, .columns = 500}, false);
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_LE(runs[0].size(), 4 * 501);
    EXPECT_DOUBLE_EQ(runs[0].boundingRect().bottom(), 9000.0);
    EXPECT_DOUBLE_EQ(runs[0].boundingRect().top(), -7000.0);
    for (qsizetype i = 1; i < runs[0].size(); ++i) {
        ASSERT_GE(runs[0][i].x(), runs[0][i - 1].x());
    }
}

TEST(CurveTraceTest, FewerValuesThanTimesAndNoneAtAllAreTaken) {
    const std::vector<double> times = {0.0, 0.02, 0.04};
    const CurveWindow window{.beginS = 0.0, .endS = 1.0, .columns = 10};
    EXPECT_EQ(traceOf(times, curve(1, "a", GroundErrorM, kRed, {1}), window, false).size(), 1U);
    const LocalizeCurve empty = curve(1, "a", GroundErrorM, kRed, {});
    EXPECT_TRUE(traceOf(times, empty, window, false).empty());
    EXPECT_TRUE(traceOf({}, empty, window, false).empty());
    EXPECT_FALSE(shownValueAt({}, empty, 0.0));
    EXPECT_FALSE(rangeOf({}, {&empty}, window, RangeKind::Full, false));
    EXPECT_FALSE(rangeOf(times, {}, window, RangeKind::Robust, true));
}

TEST(CurveTraceTest, TheValueIsThatOfTheCycle) {
    const std::vector<double> times = {1.0, 1.02, 1.04, 1.06};
    const LocalizeCurve error = curve(1, "a", GroundErrorM, kRed, {0.001F, 0.002F, kNone, 0.004F});
    EXPECT_FALSE(shownValueAt(times, error, 0.9));
    EXPECT_NEAR(shownValueAt(times, error, 1.0).value_or(0), 1.0, 1e-6);
    EXPECT_NEAR(shownValueAt(times, error, 1.039).value_or(0), 2.0, 1e-6);
    EXPECT_FALSE(shownValueAt(times, error, 1.05)) << "in a gap";
    EXPECT_FALSE(shownValueAt(times, error, 9.0)) << "long after the end";
    const LocalizeCurve residual = curve(1, "a", Residual, kRed, {2.5F, kNone, kNone, kNone});
    EXPECT_NEAR(shownValueAt(times, residual, 1.05).value_or(0), 2.5, 1e-6) << "the last sight";
}

TEST(CurveTraceTest, OneSpikeDoesNotFlattenTheRest) {
    std::vector<double> times;
    std::vector<float> values;
    for (int i = 0; i < 1000; ++i) {
        times.push_back(0.02 * i);
        values.push_back(i == 500 ? 3.0F : 0.004F + 0.001F * static_cast<float>(i % 5));
    }
    const LocalizeCurve error = curve(1, "a", GroundErrorM, kRed, values);
    const CurveWindow all{.beginS = 0.0, .endS = 20.0, .columns = 500};
    EXPECT_EQ(rangeOf(times, {&error}, all, RangeKind::Robust, false), (ValueRange{0.0, 10.0}));
    EXPECT_EQ(rangeOf(times, {&error}, all, RangeKind::Full, false), (ValueRange{0.0, 4000.0}));
    EXPECT_EQ(rangeOf(times, {&error}, all, RangeKind::Robust, true), (ValueRange{1.0, 10.0}));
    const CurveWindow later{.beginS = 15.0, .endS = 20.0, .columns = 500};
    EXPECT_EQ(rangeOf(times, {&error}, later, RangeKind::Full, false), (ValueRange{0.0, 10.0}));
}

TEST(CurveTraceTest, ValuesOfBothSignsStandEvenlyAround0) {
    const std::vector<double> times = {0.0, 0.02};
    const LocalizeCurve error = curve(1, "a", HeightErrorM, kRed, {-0.019F, 0.004F});
    EXPECT_EQ(rangeOf(times, {&error}, {.beginS = 0.0, .endS = 1.0, .columns = 10},
                      RangeKind::Robust, false),
              (ValueRange{-20.0, 20.0}));
}

TEST_F(LocalizeCurvesTest, PlotsThatHaveNoRoomAreScrolledAndStayReadable) {
    constexpr int kMinPx = 70;
    auto& plot = *m_curves.findChild<QWidget*>(QStringLiteral("plot"));
    m_curves.resize(690, 220); // as in a small window
    ASSERT_TRUE(tests::waitUntil([&] { return m_curves.height() == 220; }));
    auto* bar = m_curves.findChild<QScrollArea*>()->verticalScrollBar();
    ASSERT_TRUE(tests::waitUntil([&] { return bar->isVisible(); }));
    EXPECT_GE(plot.height(), 4 * kMinPx);
    m_curves.resize(690, 600);
    EXPECT_TRUE(tests::waitUntil([&] { return !bar->isVisible(); }));
}

TEST_F(LocalizeCurvesTest, TheLegendNamesEachEstimatorOnce) {
    auto& legend = tests::childOf<QWidget>(m_curves, "legend");
    EXPECT_TRUE(legend.hasHeightForWidth());
    EXPECT_GT(legend.heightForWidth(150), legend.heightForWidth(900)) << "it takes more lines";
    EXPECT_GT(tests::countPixels(tests::picture(legend), legend.rect(), kRed), 8);
    EXPECT_TRUE(tests::childOf<QLabel>(m_curves, "hint").isHidden());
}

TEST_F(LocalizeCurvesTest, ReadsOffAtTheCursorInShownUnits) {
    m_curves.setTime(5.0);
    EXPECT_NEAR(m_curves.valueAtCursor(5, GroundErrorM).value_or(0), 4.0, 1e-5);
    EXPECT_NEAR(m_curves.valueAtCursor(5, HeadingErrorRad).value_or(0), -0.0573, 1e-4);
    EXPECT_NEAR(m_curves.valueAtCursor(5, Residual).value_or(0), 1.5, 1e-6);
    EXPECT_FALSE(m_curves.valueAtCursor(0, GroundSigmaM)) << "has none";
    EXPECT_FALSE(m_curves.valueAtCursor(77, GroundErrorM)) << "there is no such estimator";
}

TEST_F(LocalizeCurvesTest, CurvesAreDrawnInTheirColors) {
    const QImage image = plotted();
    int red = 0; // lines are smoothed
    int blue = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor color = image.pixelColor(x, y);
            red += color.red() > std::max(color.green(), color.blue()) + 40 ? 1 : 0;
            blue += color.blue() > color.red() + 40 ? 1 : 0;
        }
    }
    EXPECT_GT(red, m_plot->width());
    EXPECT_GT(blue, 3 * m_plot->width());
    m_curves.setTime(3.0);
    const QImage before = plotted();
    m_curves.setTime(7.0);
    EXPECT_NE(plotted(), before) << "the cursor has moved";
}

TEST_F(LocalizeCurvesTest, AClickSeeks) {
    const double early = clickedTime(0.3);
    const double late = clickedTime(0.6);
    EXPECT_GT(early, 2.0);
    EXPECT_LT(early, 4.0);
    EXPECT_NEAR(late - early, 3.0, 0.6);
    QSignalSpy seeks(&m_curves, &LocalizeCurves::seekRequested);
    tests::click(*m_plot, {2.0, 40.0}); // the value axis
    tests::click(*m_plot, at(0.5), Qt::RightButton);
    EXPECT_EQ(seeks.count(), 0);
    for (QMenu* menu : m_curves.findChildren<QMenu*>()) {
        menu->close();
    }
}

TEST_F(LocalizeCurvesTest, WheelAndDragMoveInTimeWithinTheStream) {
    QSignalSpy ranges(&m_curves, &LocalizeCurves::rangeChanged);
    tests::turnWheel(*m_plot, at(0.5), 4);
    ASSERT_EQ(ranges.count(), 1);
    const auto [begin, end] = m_curves.shownTime();
    EXPECT_NEAR(end - begin, 10.0 * std::pow(0.8, 4), 0.01);
    tests::press(*m_plot, at(0.5));
    tests::moveTo(*m_plot, at(0.6), Qt::LeftButton);
    QSignalSpy seeks(&m_curves, &LocalizeCurves::seekRequested);
    tests::release(*m_plot, at(0.6));
    EXPECT_EQ(seeks.count(), 0) << "a drag is no click";
    EXPECT_LT(m_curves.shownTime().first, begin);
    EXPECT_NEAR(m_curves.shownTime().second - m_curves.shownTime().first, end - begin, 1e-6);
    tests::turnWheel(*m_plot, at(0.5), -30);
    EXPECT_EQ(m_curves.shownTime(), std::pair(0.0, 10.0)) << "no further than the stream";
    tests::turnWheel(*m_plot, at(0.5), 100);
    EXPECT_NEAR(m_curves.shownTime().second - m_curves.shownTime().first, 0.2, 1e-6);
    tests::doubleClick(*m_plot, at(0.5));
    EXPECT_EQ(m_curves.shownTime(), std::pair(0.0, 10.0));
}

TEST_F(LocalizeCurvesTest, AShownRangeStaysWhenMoreOfTheStreamIsDone) {
    QSignalSpy ranges(&m_curves, &LocalizeCurves::rangeChanged);
    m_curves.setCurves(someCurves(1001));
    EXPECT_EQ(m_curves.shownTime(), std::pair(0.0, 20.0)) << "no range was chosen";
    m_curves.showRange(3.0, 4.0);
    m_curves.setCurves(someCurves(1501));
    EXPECT_EQ(m_curves.shownTime(), std::pair(3.0, 4.0));
    EXPECT_EQ(ranges.count(), 0) << "only changes by the user are reported";
}

TEST_F(LocalizeCurvesTest, ShiftAndDragSelectAnInterval) {
    QSignalSpy marks(&m_curves, &LocalizeCurves::intervalMarked);
    QSignalSpy seeks(&m_curves, &LocalizeCurves::seekRequested);
    const QImage before = plotted();
    shiftDrag(0.6, 0.3);
    ASSERT_EQ(marks.count(), 1);
    const double begin = marks[0][0].toDouble();
    const double end = marks[0][1].toDouble();
    EXPECT_NEAR(end - begin, 3.0, 0.6) << "in order, though it was marked from the right";
    EXPECT_EQ(m_curves.interval(), std::pair(begin, end));
    EXPECT_NE(plotted(), before);
    QTest::keyClick(m_plot, Qt::Key_Escape);
    ASSERT_EQ(marks.count(), 2);
    EXPECT_EQ(marks[1][0], marks[1][1]) << "all of it";
    EXPECT_FALSE(m_curves.interval());
    EXPECT_EQ(plotted(), before);
    EXPECT_EQ(seeks.count(), 0);
    m_curves.setInterval(std::pair(1.0, 2.0));
    EXPECT_EQ(marks.count(), 2) << "what the owner sets is no news";
    shiftDrag(0.5, 0.5);
    EXPECT_EQ(marks.count(), 3) << "shift and a click forget it";
    EXPECT_FALSE(m_curves.interval());
}

TEST_F(LocalizeCurvesTest, ADoubleClickOnAnAxisShowsAllValues) {
    auto set = someCurves();
    set->curves[2].values[250] = 3.0F;
    m_curves.setCurves(set);
    const QPointF onAxis(2.0, 0.15 * m_plot->height());
    settle();
    const auto upper = [this] { return m_curves.shownValues(GroundErrorM)->second; };
    EXPECT_LT(upper(), 200.0);
    tests::doubleClick(*m_plot, onAxis);
    EXPECT_GE(upper(), 3000.0);
    EXPECT_LE(upper(), 4000.0);
    tests::doubleClick(*m_plot, onAxis);
    EXPECT_LT(upper(), 200.0);
    const double before = upper();
    tests::turnWheel(*m_plot, onAxis, 1);
    EXPECT_NEAR(upper(), 0.8 * before, 1e-6);
    EXPECT_EQ(m_curves.shownTime(), std::pair(0.0, 10.0));
}

TEST_F(LocalizeCurvesTest, TheMenuChoosesPlotsAndScales) {
    EXPECT_EQ(m_curves.quantities(),
              (std::vector{GroundErrorM, HeadingErrorRad, GroundSigmaM, Residual}));
    EXPECT_TRUE(m_curves.isLogarithmic(GroundSigmaM));
    EXPECT_FALSE(m_curves.isLogarithmic(GroundErrorM));
    QSignalSpy choices(&m_curves, &LocalizeCurves::choiceChanged);
    QMenu* menu = tests::childOf<QToolButton>(m_curves, "gear").menu();
    ASSERT_NE(menu, nullptr);
    const auto trigger = [&](const QString& text) {
        Q_EMIT menu->aboutToShow();
        for (QMenu* each : QList<QMenu*>{menu} + menu->findChildren<QMenu*>()) {
            for (QAction* action : each->actions()) {
                if (action->text() == text) {
                    action->trigger();
                    return true;
                }
            }
        }
        return false;
    };
    ASSERT_TRUE(trigger(QStringLiteral("Height error [mm]")));
    ASSERT_TRUE(trigger(QStringLiteral("Residual [sigmas]")));
    EXPECT_EQ(m_curves.quantities(),
              (std::vector{GroundErrorM, HeadingErrorRad, HeightErrorM, GroundSigmaM}));
    ASSERT_TRUE(trigger(QStringLiteral("Heading error")));
    EXPECT_TRUE(m_curves.isLogarithmic(HeadingErrorRad));
    EXPECT_EQ(choices.count(), 3);
    settle();
    EXPECT_GT(m_curves.shownValues(HeadingErrorRad)->first, 0.0) << "the sign is gone";
    EXPECT_FALSE(m_curves.shownValues(Residual)) << "it has no plot";
    m_curves.setQuantities({});
    EXPECT_FALSE(tests::childOf<QLabel>(m_curves, "hint").isHidden());
    m_curves.setQuantities({Residual, Residual});
    EXPECT_EQ(m_curves.quantities(), std::vector{Residual});
    EXPECT_TRUE(tests::childOf<QLabel>(m_curves, "hint").isHidden());
}

TEST_F(LocalizeCurvesTest, ItFollowsTheTheme) {
    QPalette dark;
    dark.setColor(QPalette::Base, QColor(0x1a, 0x1d, 0x22));
    dark.setColor(QPalette::Text, QColor(0xe3, 0xe6, 0xea));
    const QImage light = plotted();
    m_curves.setPalette(dark);
    const QImage image = plotted();
    EXPECT_EQ(image.pixelColor(image.width() - 2, image.height() - 2), QColor(0x1a, 0x1d, 0x22));
    EXPECT_NE(light.pixelColor(image.width() - 2, image.height() - 2), QColor(0x1a, 0x1d, 0x22));
}

TEST_F(LocalizeCurvesTest, WithoutCurvesItSaysSoAndTakesNoMouse) {
    m_curves.setCurves(nullptr);
    settle();
    auto& hint = tests::childOf<QLabel>(m_curves, "hint");
    EXPECT_FALSE(hint.isHidden());
    EXPECT_NE(plain(hint.text()).find("stream"), std::string::npos);
    QSignalSpy seeks(&m_curves, &LocalizeCurves::seekRequested);
    QSignalSpy ranges(&m_curves, &LocalizeCurves::rangeChanged);
    tests::doubleClick(*m_plot, at(0.5));
    tests::turnWheel(*m_plot, at(0.5), 2);
    shiftDrag(0.3, 0.5);
    m_curves.setTime(3.0);
    EXPECT_EQ(seeks.count() + ranges.count(), 0);
    EXPECT_FALSE(m_curves.valueAtCursor(5, GroundErrorM));
    m_curves.setCurves(std::make_shared<LocalizeCurveSet>());
    settle();
    EXPECT_FALSE(hint.isHidden());
    m_curves.setCurves(someCurves());
    EXPECT_TRUE(hint.isHidden());
}

TEST_F(LocalizeCurvesTest, GrowingCurvesShowTheirEnd) {
    m_curves.setRolling(4.0);
    EXPECT_EQ(m_curves.shownTime(), std::pair(6.0, 10.0));
    m_curves.setCurves(someCurves(601));
    EXPECT_EQ(m_curves.shownTime(), std::pair(8.0, 12.0));
    // Zoomed at the end it follows the end.
    QSignalSpy ranges(&m_curves, &LocalizeCurves::rangeChanged);
    const QRect rect = tests::childOf<QCustomPlot>(m_curves, "plot").axisRect(0)->rect();
    tests::turnWheel(*m_plot, QPointF(rect.right(), rect.center().y()), 1);
    ASSERT_EQ(ranges.count(), 1);
    const double lengthS = m_curves.shownTime().second - m_curves.shownTime().first;
    EXPECT_LT(lengthS, 4.0);
    m_curves.setCurves(someCurves(701));
    EXPECT_NEAR(m_curves.shownTime().second, 14.0, 1e-9);
    EXPECT_NEAR(m_curves.shownTime().first, 14.0 - lengthS, 1e-9);
    // Zoomed elsewhere it stays there.
    m_curves.showRange(2.0, 3.0);
    m_curves.setCurves(someCurves(801));
    EXPECT_EQ(m_curves.shownTime(), std::pair(2.0, 3.0));
    // The menu takes it back to the end.
    bool isThere = false;
    for (QMenu* menu : m_curves.findChildren<QMenu*>()) {
        Q_EMIT menu->aboutToShow();
        for (QAction* action : menu->actions()) {
            if (action->text() == LocalizeCurves::tr("Follow newest")) {
                EXPECT_FALSE(action->isChecked());
                action->trigger();
                isThere = true;
                break;
            }
        }
    }
    EXPECT_TRUE(isThere);
    EXPECT_NEAR(m_curves.shownTime().second, 16.0, 1e-9);
    m_curves.setRolling(std::nullopt);
    m_curves.showRange(0.0, 16.0);
    m_curves.setCurves(someCurves(901));
    EXPECT_EQ(m_curves.shownTime(), std::pair(0.0, 16.0));
}

TEST_F(LocalizeCurvesTest, TheAgentsOwnValuesArePlottedByName) {
    auto set = someCurves();
    for (const char* name : {"ess", "lost"}) {
        LocalizeCurve value =
            curve(12, "mine", Value, kRed, std::vector<float>(501, name[0] == 'e' ? 31.5F : 0.0F));
        value.valueName = QLatin1String(name);
        set->curves.push_back(std::move(value));
    }
    m_curves.setCurves(set);
    EXPECT_EQ(m_curves.valueNames(), (QStringList{QStringLiteral("ess"), QStringLiteral("lost")}));
    EXPECT_FALSE(m_curves.shownValues(Value)) << "not plotted unless requested";
    bool isThere = false;
    for (QMenu* menu : m_curves.findChildren<QMenu*>()) {
        Q_EMIT menu->aboutToShow();
        for (QAction* action : menu->actions()) {
            if (action->text() == QStringLiteral("ess")) {
                action->trigger();
                isThere = true;
                break;
            }
        }
    }
    ASSERT_TRUE(isThere);
    EXPECT_EQ(plain(m_curves.valueName()), "ess");
    ASSERT_TRUE(m_curves.shownValues(Value));
    EXPECT_GE(m_curves.shownValues(Value)->second, 31.5);
    m_curves.setTime(5.0);
    EXPECT_EQ(m_curves.valueAtCursor(12, Value), 31.5);
    m_curves.setValueName({});
    EXPECT_FALSE(m_curves.shownValues(Value));
}

TEST_F(LocalizeCurvesTest, BothClocksAreNamed) {
    m_curves.setTime(5.0, 65.5);
    const auto& clocks = tests::childOf<QLabel>(m_curves, "clocks");
    EXPECT_EQ(plain(clocks.text()), "recording 0:05.00, game 1:05.50");
    m_curves.setTime(6.0);
    EXPECT_EQ(plain(clocks.text()), "recording 0:06.00");
}

} // namespace
} // namespace sideline::widgets
