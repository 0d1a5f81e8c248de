#include "widgets/panels/plot_panel.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

using logs::Quantity;
using logs::SignalId;
using monitor::ObjectId;
using monitor::Side;
using monitor::UniformNumber;
using tests::plain;

const SignalId kBallX{Quantity::XM, ObjectId::ball(), -1};
const SignalId kBallSpeed{Quantity::SpeedMps, ObjectId::ball(), -1};
const SignalId kJoint{Quantity::JointDeg, ObjectId::ofRobot({Side::Left, UniformNumber(7)}), 5};
const SignalId kMode{Quantity::PlayMode, {}, -1};
const QColor kFirstCurve(0x2f, 0x8f, 0xe8);
const QColor kSecondCurve(0xe6, 0x7e, 0x00);
const QColor kCursor(0xff, 0x8a, 0x1f);

using Ids = std::vector<SignalId>;

class PlotPanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_NE(tests::sampleMatch(), nullptr);
        m_panel.setFrame(tests::fetchedFrame(*tests::sampleMatch(), 20));
        m_panel.showRange(0.0, 9.2);
        ASSERT_TRUE(tests::showWidget(m_panel, 1000, 500));
        for (auto* widget : m_panel.findChildren<QWidget*>()) {
            if (widget->metaObject()->className() == std::string_view("QCustomPlot")) {
                m_plot = widget;
            }
        }
        ASSERT_NE(m_plot, nullptr);
        const auto trees = m_panel.findChildren<QTreeWidget*>();
        ASSERT_EQ(trees.size(), 2);
        m_tree = trees[0];
        m_legend = trees[1];
    }
    // What the session would answer: values of all frames of the sample match.
    void giveValues(const Ids& ids) {
        logs::FrameReader reader = tests::sampleMatch()->makeReader();
        auto table = logs::extractSignals(reader, ids, 0, 46, [] { return true; });
        ASSERT_TRUE(table) << table.error().toString();
        m_panel.setTable(std::make_shared<logs::SignalTable>(std::move(*table)));
    }
    // The plot as it is painted, once it has been laid out.
    QImage plotted() {
        QCoreApplication::processEvents();
        return tests::picture(*m_plot);
    }
    // Time that a click on the plot asks for, at a share of its width.
    double clickedTime(double x) {
        QCoreApplication::processEvents();
        QSignalSpy seeks(&m_panel, &PlotPanel::seekRequested);
        tests::click(*m_plot, {x, m_plot->height() / 2.0});
        EXPECT_EQ(seeks.count(), 1);
        return seeks.isEmpty() ? std::nan("") : seeks[0][0].toDouble();
    }
    // The tree's item of a signal by its path, as `ball.x`.
    QTreeWidgetItem* item(const QString& path) const {
        QTreeWidgetItem* parent = m_tree->invisibleRootItem();
        for (const QString& part : path.split(QLatin1Char('.'))) {
            QTreeWidgetItem* next = nullptr;
            for (int i = 0; i < parent->childCount() && next == nullptr; ++i) {
                if (parent->child(i)->text(0).section(QLatin1Char(' '), 0, 0) == part) {
                    next = parent->child(i);
                }
            }
            if (next == nullptr) {
                ADD_FAILURE() << "no item " << plain(path);
                return m_tree->topLevelItem(0);
            }
            parent = next;
        }
        return parent;
    }
    std::string legend(int row, int column) const {
        const QTreeWidgetItem* at = m_legend->topLevelItem(row);
        return at == nullptr ? "no such row" : plain(at->text(column));
    }
    QToolButton* button(const char* tip) const {
        for (auto* found : m_panel.findChildren<QToolButton*>()) {
            if (found->toolTip().contains(QLatin1String(tip))) {
                return found;
            }
        }
        return nullptr;
    }
    PlotPanel m_panel;
    QWidget* m_plot = nullptr;
    QTreeWidget* m_tree = nullptr;
    QTreeWidget* m_legend = nullptr;
};

TEST_F(PlotPanelTest, AddingASignalAsksForItsValuesOnce) {
    QSignalSpy wanted(&m_panel, &PlotPanel::signalsWanted);
    m_panel.addSignal(kBallX);
    ASSERT_EQ(wanted.count(), 1);
    EXPECT_EQ(wanted[0][0].value<Ids>(), Ids({kBallX}));
    m_panel.addSignal(kBallX);
    EXPECT_EQ(wanted.count(), 1);
    m_panel.addSignal(kJoint);
    ASSERT_EQ(wanted.count(), 2);
    EXPECT_EQ(wanted[1][0].value<Ids>(), Ids({kBallX, kJoint}));
    EXPECT_EQ(m_panel.signalIds(), Ids({kBallX, kJoint}));
}

TEST_F(PlotPanelTest, SignalsCanBeTakenAway) {
    m_panel.addSignal(kBallX);
    m_panel.addSignal(kJoint);
    m_panel.addSignal(kBallSpeed);
    QSignalSpy wanted(&m_panel, &PlotPanel::signalsWanted);
    m_panel.removeSignal(kMode); // was never there
    EXPECT_EQ(wanted.count(), 0);
    m_panel.removeSignal(kBallX);
    ASSERT_EQ(wanted.count(), 1);
    EXPECT_EQ(wanted[0][0].value<Ids>(), Ids({kJoint, kBallSpeed}));
    EXPECT_EQ(m_legend->topLevelItemCount(), 2);
    m_panel.clearSignals();
    ASSERT_EQ(wanted.count(), 2);
    EXPECT_TRUE(wanted[1][0].value<Ids>().empty());
    EXPECT_TRUE(m_panel.signalIds().empty());
    EXPECT_EQ(m_legend->topLevelItemCount(), 0);
}

TEST_F(PlotPanelTest, MoreCurvesThanCanBeToldApartAreRefused) {
    QSignalSpy messages(&m_panel, &PlotPanel::messageRequested);
    const auto all = logs::availableSignals(*tests::fetchedFrame(*tests::sampleMatch(), 20).exact);
    for (std::size_t i = 0; i < 24; ++i) {
        m_panel.addSignal(all[i]);
    }
    EXPECT_EQ(messages.count(), 0);
    m_panel.addSignal(all[24]);
    m_panel.addSignal(all[3]); // is there already
    ASSERT_EQ(messages.count(), 1);
    EXPECT_TRUE(messages[0][0].toString().contains(QStringLiteral("24")));
    EXPECT_EQ(m_panel.signalIds().size(), 24U);
}

TEST_F(PlotPanelTest, TellsTheLastValueAtOrBeforeATime) {
    EXPECT_EQ(m_panel.valueAt(kBallX, 4.0), std::nullopt); // no values yet
    giveValues({kBallX, kBallSpeed});
    logs::FrameReader reader = tests::sampleMatch()->makeReader();
    const auto frame = *reader.frame(20);
    const auto index = tests::sampleMatch()->index();
    const double timeS = index->recordTimeS(20);
    for (const double later : {0.0, 0.1, 0.19}) {
        const auto value = m_panel.valueAt(kBallX, timeS + later);
        ASSERT_TRUE(value);
        EXPECT_DOUBLE_EQ(value->first, frame->ball->X_SBall.p.x());
        EXPECT_DOUBLE_EQ(value->second, timeS);
    }
    EXPECT_DOUBLE_EQ(m_panel.valueAt(kBallX, timeS - 0.01)->second, index->recordTimeS(19));
    EXPECT_DOUBLE_EQ(m_panel.valueAt(kBallX, 1e6)->second, index->durationS());
    EXPECT_EQ(m_panel.valueAt(kBallX, -0.1), std::nullopt);
    EXPECT_EQ(m_panel.valueAt(kJoint, timeS), std::nullopt); // not in the table
    // There is no speed in the first frame, so none before the second.
    EXPECT_EQ(m_panel.valueAt(kBallSpeed, 0.1), std::nullopt);
    EXPECT_TRUE(m_panel.valueAt(kBallSpeed, 0.2));
}

TEST_F(PlotPanelTest, GapsInASignalKeepTheLastValue) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    auto table = std::make_shared<logs::SignalTable>();
    table->signals = {kJoint};
    table->frames = {0, 1, 2, 3, 4};
    table->recordTimeS = {0.0, 0.2, 0.4, 0.6, 0.8};
    table->gameTimeS = table->recordTimeS;
    table->values = {{none, 7.0, none, none, 9.0}};
    m_panel.setTable(table);
    EXPECT_EQ(m_panel.valueAt(kJoint, 0.1), std::nullopt);
    EXPECT_EQ(m_panel.valueAt(kJoint, 0.7), (std::pair{7.0, 0.2}));
    EXPECT_EQ(m_panel.valueAt(kJoint, 0.8), (std::pair{9.0, 0.8}));
    m_panel.addSignal(kJoint);
    m_panel.setTime(0.6);
    EXPECT_EQ(legend(0, 1), "7.000 deg");
    EXPECT_EQ(legend(0, 2), "(0.40 s ago)");
}

TEST_F(PlotPanelTest, TheLegendTellsNameAndValueAtTheCursor) {
    m_panel.addSignal(kBallX);
    m_panel.addSignal(kJoint);
    EXPECT_EQ(legend(0, 0), "ball.x");
    EXPECT_EQ(legend(0, 1), "-");
    giveValues({kBallX, kJoint});
    for (const double timeS : {1.0, 6.6}) {
        m_panel.setTime(timeS);
        EXPECT_EQ(legend(0, 1),
                  plain(numberText(m_panel.valueAt(kBallX, timeS)->first, 3, QStringLiteral("m"))));
        EXPECT_EQ(legend(1, 1), plain(numberText(m_panel.valueAt(kJoint, timeS)->first, 3,
                                                 QStringLiteral("deg"))));
        EXPECT_EQ(legend(0, 2), "");
    }
    const auto frame = tests::fetchedFrame(*tests::sampleMatch(), 20).exact;
    EXPECT_EQ(legend(1, 0), logs::signalName(kJoint, frame.get()));
    const double change = m_panel.valueAt(kBallX, 8.0)->first - m_panel.valueAt(kBallX, 2.0)->first;
    m_panel.setLoop(logs::LoopRange{2.0, 8.0});
    EXPECT_NE(legend(0, 1).find("B-A " + plain(numberText(change, 3, QStringLiteral("m")))),
              std::string::npos)
        << legend(0, 1);
    m_panel.setLoop(std::nullopt);
    EXPECT_EQ(legend(0, 1).find("B-A"), std::string::npos);
}

TEST_F(PlotPanelTest, ADoubleClickInTheLegendTakesACurveAway) {
    m_panel.addSignal(kBallX);
    m_panel.addSignal(kJoint);
    const QPoint at = m_legend->visualItemRect(m_legend->topLevelItem(0)).center();
    QTest::mouseClick(m_legend->viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(m_legend->viewport(), Qt::LeftButton, {}, at);
    EXPECT_EQ(m_panel.signalIds(), Ids({kJoint}));
}

TEST_F(PlotPanelTest, CurvesAreDrawnInTheirColours) {
    m_panel.setTime(8.9);
    m_panel.addSignal(kBallX);
    m_panel.addSignal(kJoint);
    QImage image = plotted();
    EXPECT_EQ(tests::countPixels(image, image.rect(), kFirstCurve), 0);
    giveValues({kBallX, kJoint});
    image = plotted();
    // One plot per unit: the metres above the degrees.
    const QRect upper(0, 0, image.width(), image.height() / 2);
    const QRect lower(0, image.height() / 2, image.width(), image.height() / 2);
    EXPECT_GT(tests::countPixels(image, upper, kFirstCurve), 100);
    EXPECT_EQ(tests::countPixels(image, lower, kFirstCurve), 0);
    EXPECT_GT(tests::countPixels(image, lower, kSecondCurve), 100);
    EXPECT_EQ(tests::countPixels(image, upper, kSecondCurve), 0);
    m_panel.showRange(20.0, 30.0); // behind the end of the log
    image = plotted();
    EXPECT_EQ(tests::countPixels(image, image.rect(), kFirstCurve), 0);
    m_panel.showRange(0.0, 9.2);
    m_panel.clearFrame();
    image = plotted();
    EXPECT_EQ(tests::countPixels(image, image.rect(), kFirstCurve), 0);
    EXPECT_EQ(m_panel.valueAt(kBallX, 4.0), std::nullopt);
}

TEST_F(PlotPanelTest, AClickSeeksAndTheCursorGoesThere) {
    QSignalSpy nothing(&m_panel, &PlotPanel::seekRequested);
    tests::click(*m_plot, {300, 100}); // no curve, no axis of time
    EXPECT_EQ(nothing.count(), 0);
    m_panel.addSignal(kBallX);
    m_panel.showRange(2.0, 6.0);
    (void)plotted();
    const double timeS = clickedTime(300);
    EXPECT_GT(timeS, 2.0);
    EXPECT_LT(timeS, 6.0);
    const double perPixel = clickedTime(301) - timeS;
    EXPECT_NEAR(clickedTime(500), timeS + 200 * perPixel, 1e-6);
    // The axis is nearly as wide as the plot.
    EXPECT_GT(perPixel * m_plot->width(), 4.0);
    EXPECT_LT(perPixel * m_plot->width(), 4.0 * 1.4);
    m_panel.setTime(timeS);
    const QImage image = plotted();
    EXPECT_GT(tests::countPixels(image, QRect(298, 0, 5, image.height()), kCursor), 50);
    EXPECT_EQ(tests::countPixels(image, QRect(400, 0, 50, image.height()), kCursor), 0);
}

TEST_F(PlotPanelTest, ADragMovesTheTimeAndDoesNotSeek) {
    m_panel.addSignal(kBallX);
    m_panel.showRange(2.0, 6.0);
    (void)plotted();
    const double perPixel = clickedTime(301) - clickedTime(300);
    QSignalSpy seeks(&m_panel, &PlotPanel::seekRequested);
    QSignalSpy ranges(&m_panel, &PlotPanel::rangeChanged);
    tests::press(*m_plot, {300, 200});
    tests::moveTo(*m_plot, {350, 200}, Qt::LeftButton);
    tests::moveTo(*m_plot, {400, 200}, Qt::LeftButton);
    tests::release(*m_plot, {400, 200});
    EXPECT_EQ(seeks.count(), 0);
    ASSERT_GT(ranges.count(), 0);
    EXPECT_NEAR(ranges.last()[0].toDouble(), 2.0 - 100 * perPixel, 1e-6);
    EXPECT_NEAR(ranges.last()[1].toDouble(), 6.0 - 100 * perPixel, 1e-6);
}

TEST_F(PlotPanelTest, OnlyTheUsersRangeIsTold) {
    m_panel.addSignal(kBallX);
    m_panel.addSignal(kJoint);
    giveValues({kBallX, kJoint});
    QSignalSpy ranges(&m_panel, &PlotPanel::rangeChanged);
    m_panel.showRange(2.0, 6.0);
    (void)plotted();
    EXPECT_EQ(ranges.count(), 0);
    tests::turnWheel(*m_plot, {400, 100}, 1);
    ASSERT_EQ(ranges.count(), 1);
    const double beginS = ranges[0][0].toDouble();
    const double endS = ranges[0][1].toDouble();
    EXPECT_GT(beginS, 2.0);
    EXPECT_LT(endS, 6.0);
    // The plot below goes along; so does one that comes later.
    (void)plotted();
    const auto timeBelow = [&] {
        QSignalSpy seeks(&m_panel, &PlotPanel::seekRequested);
        tests::click(*m_plot, {400, m_plot->height() * 0.75});
        return seeks[0][0].toDouble();
    };
    EXPECT_NEAR(timeBelow(), clickedTime(400), 1e-9);
    m_panel.clearSignals();
    m_panel.addSignal(kMode);
    (void)plotted();
    EXPECT_GT(clickedTime(400), beginS);
    EXPECT_LT(clickedTime(400), endS);
    EXPECT_EQ(ranges.count(), 1);
}

TEST_F(PlotPanelTest, AnEmptyRangeIsMadeWideEnough) {
    m_panel.addSignal(kBallX);
    m_panel.showRange(3.0, 3.0);
    (void)plotted();
    const double perPixel = clickedTime(301) - clickedTime(300);
    EXPECT_GT(perPixel * m_plot->width(), 0.1);
    EXPECT_LT(perPixel * m_plot->width(), 0.14);
}

TEST_F(PlotPanelTest, TheTreeOffersEverySignalUnderItsName) {
    const auto frame = tests::fetchedFrame(*tests::sampleMatch(), 20).exact;
    for (const SignalId& id : logs::availableSignals(*frame)) {
        const QString path = QString::fromStdString(logs::signalName(id, frame.get()));
        EXPECT_EQ(item(path)->checkState(0), Qt::Unchecked) << plain(path);
    }
    EXPECT_EQ(plain(item(QStringLiteral("ball.speed"))->text(0)), "speed [m/s]");
    item(QStringLiteral("ball.x"))->setCheckState(0, Qt::Checked);
    EXPECT_EQ(m_panel.signalIds(), Ids({kBallX}));
    item(QStringLiteral("ball.x"))->setCheckState(0, Qt::Unchecked);
    EXPECT_TRUE(m_panel.signalIds().empty());
}

TEST_F(PlotPanelTest, TheTreesTicksFollowTheCurves) {
    const auto ballX = [&] { return item(QStringLiteral("ball.x"))->checkState(0); };
    QSignalSpy wanted(&m_panel, &PlotPanel::signalsWanted);
    m_panel.addSignal(kBallX); // from another panel
    EXPECT_EQ(ballX(), Qt::Checked);
    m_panel.removeSignal(kBallX);
    EXPECT_EQ(ballX(), Qt::Unchecked);
    m_panel.addSignal(kBallX);
    ASSERT_NE(button("Take all curves away"), nullptr);
    QTest::mouseClick(button("Take all curves away"), Qt::LeftButton);
    EXPECT_EQ(ballX(), Qt::Unchecked);
    EXPECT_EQ(wanted.count(), 4);
    // A curve too many is not ticked either.
    const auto all = logs::availableSignals(*tests::fetchedFrame(*tests::sampleMatch(), 20).exact);
    for (auto id = all.end() - 24; id != all.end(); ++id) {
        m_panel.addSignal(*id);
    }
    item(QStringLiteral("ball.x"))->setCheckState(0, Qt::Checked);
    EXPECT_EQ(ballX(), Qt::Unchecked);
}

TEST_F(PlotPanelTest, TheFilterFindsSignals) {
    auto* filter = m_panel.findChild<QLineEdit*>();
    ASSERT_NE(filter, nullptr);
    filter->setText(QStringLiteral("LEFT 7 rlj4"));
    const auto shown = [&](const char* path) {
        for (const QTreeWidgetItem* at = item(QLatin1String(path)); at != nullptr;
             at = at->parent()) {
            if (at->isHidden() || (at->parent() != nullptr && !at->parent()->isExpanded())) {
                return false;
            }
        }
        return true;
    };
    EXPECT_TRUE(shown("left.7.rlj4"));
    EXPECT_FALSE(shown("left.7.rlj3"));
    EXPECT_FALSE(shown("left.6.rlj4"));
    EXPECT_FALSE(shown("right.7.rlj4"));
    EXPECT_TRUE(item(QStringLiteral("right"))->isHidden());
    filter->clear();
    EXPECT_FALSE(item(QStringLiteral("right"))->isHidden());
    EXPECT_FALSE(item(QStringLiteral("left.7.rlj3"))->isHidden());
}

TEST_F(PlotPanelTest, TheTreeFollowsTheRobotsAndKeepsItsTicks) {
    m_panel.addSignal(kBallX);
    auto fetched = tests::fetchedFrame(*tests::sampleMatch(), 20);
    auto frame = std::make_shared<monitor::MatchFrame>(*fetched.exact);
    std::erase_if(frame->robots,
                  [](const monitor::RobotFrame& robot) { return robot.id.side == Side::Right; });
    fetched.exact = frame;
    m_panel.setFrame(fetched);
    EXPECT_EQ(m_tree->topLevelItemCount(), 3); // game, ball, left
    EXPECT_EQ(item(QStringLiteral("ball.x"))->checkState(0), Qt::Checked);
    m_panel.clearFrame();
    EXPECT_EQ(m_tree->topLevelItemCount(), 0);
}

// A log that begins without a full scene still has a clock.
TEST_F(PlotPanelTest, AnEmptyFieldStillOffersTheGame) {
    m_panel.clearFrame();
    logs::FetchedFrame fetched;
    fetched.exact = std::make_shared<monitor::MatchFrame>();
    m_panel.setFrame(fetched);
    ASSERT_EQ(m_tree->topLevelItemCount(), 1);
    EXPECT_EQ(item(QStringLiteral("game.time"))->checkState(0), Qt::Unchecked);
}

TEST_F(PlotPanelTest, ButtonsAskForWhatTheySay) {
    QSignalSpy all(&m_panel, &PlotPanel::showAllRequested);
    QSignalSpy messages(&m_panel, &PlotPanel::messageRequested);
    QTest::mouseClick(button("Show all of the time"), Qt::LeftButton);
    EXPECT_EQ(all.count(), 1);
    QTest::mouseClick(button("CSV"), Qt::LeftButton); // nothing to save yet
    ASSERT_EQ(messages.count(), 1);
    EXPECT_EQ(plain(messages[0][0].toString()), "Choose a signal first");
    m_panel.addSignal(kBallX);
    (void)plotted();
    tests::doubleClick(*m_plot, {400, 200});
    EXPECT_EQ(all.count(), 2);
}

} // namespace
} // namespace sideline::widgets
