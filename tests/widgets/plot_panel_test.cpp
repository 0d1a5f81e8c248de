#include "widgets/match/plot_panel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include <QClipboard>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTimer>
#include <QTreeWidgetItemIterator>

#include "agentcore/robot/nao.h"
#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {
namespace {

using game::Side;
using game::UniformNumber;
using logs::Quantity;
using logs::SignalId;
using monitor::ObjectId;
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
    PlotCanvas& canvas() { return *m_panel.findChild<PlotCanvas*>(); }
    // Chooses an entry of the menu that a button opens, by mouse.
    void chooseOf(const char* tip, const QString& entry) {
        bool isDone = false;
        QTimer::singleShot(0, &m_panel, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            ASSERT_NE(menu, nullptr);
            for (QAction* action : menu->actions()) {
                if (action->text() == entry) {
                    isDone = true;
                    QTest::mouseClick(menu, Qt::LeftButton, {},
                                      menu->actionGeometry(action).center());
                    return;
                }
            }
            menu->close();
        });
        QTest::mouseClick(button(tip), Qt::LeftButton);
        EXPECT_TRUE(isDone) << "no entry " << plain(entry);
    }
    void typeInSearch(const char* text) {
        auto* search = m_panel.findChild<QLineEdit*>();
        ASSERT_NE(search, nullptr);
        search->clear();
        QTest::keyClicks(search, QLatin1String(text));
    }
    // Paths of the signals that can be seen in the tree once their groups are open.
    std::set<std::string> found() const {
        std::set<std::string> paths;
        for (QTreeWidgetItemIterator it(m_tree); *it != nullptr; ++it) {
            bool isShown = (*it)->childCount() == 0;
            for (const QTreeWidgetItem* at = *it; at != nullptr; at = at->parent()) {
                isShown = isShown && !at->isHidden();
            }
            if (isShown) {
                paths.insert(plain((*it)->toolTip(0)));
            }
        }
        return paths;
    }
    // The plot as it is painted, once it has been laid out.
    QImage plotted() {
        QCoreApplication::processEvents();
        return tests::picture(*m_plot);
    }
    // Time that a click on the plot requests. @param x pixels from its left edge
    double clickedTime(double x) {
        QCoreApplication::processEvents();
        QSignalSpy seeks(&m_panel, &PlotPanel::seekRequested);
        tests::click(*m_plot, {x, m_plot->height() * 0.25});
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
    QSignalSpy requests(&m_panel, &PlotPanel::signalsRequested);
    m_panel.addSignal(kBallX);
    ASSERT_EQ(requests.count(), 1);
    EXPECT_EQ(requests[0][0].value<Ids>(), Ids({kBallX}));
    m_panel.addSignal(kBallX);
    EXPECT_EQ(requests.count(), 1);
    m_panel.addSignal(kJoint);
    ASSERT_EQ(requests.count(), 2);
    EXPECT_EQ(requests[1][0].value<Ids>(), Ids({kBallX, kJoint}));
    EXPECT_EQ(m_panel.signalIds(), Ids({kBallX, kJoint}));
}

TEST_F(PlotPanelTest, SignalsCanBeRemoved) {
    m_panel.addSignal(kBallX);
    m_panel.addSignal(kJoint);
    m_panel.addSignal(kBallSpeed);
    QSignalSpy requests(&m_panel, &PlotPanel::signalsRequested);
    m_panel.removeSignal(kMode); // was never there
    EXPECT_EQ(requests.count(), 0);
    m_panel.removeSignal(kBallX);
    ASSERT_EQ(requests.count(), 1);
    EXPECT_EQ(requests[0][0].value<Ids>(), Ids({kJoint, kBallSpeed}));
    EXPECT_EQ(m_legend->topLevelItemCount(), 2);
    m_panel.clearSignals();
    ASSERT_EQ(requests.count(), 2);
    EXPECT_TRUE(requests[1][0].value<Ids>().empty());
    EXPECT_TRUE(m_panel.signalIds().empty());
    EXPECT_EQ(m_legend->topLevelItemCount(), 0);
}

TEST_F(PlotPanelTest, MoreCurvesThanCanBeReportedApartAreRefused) {
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

TEST_F(PlotPanelTest, ReportsTheLastValueAtOrBeforeATime) {
    m_panel.addSignal(kBallX);
    m_panel.addSignal(kBallSpeed);
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
    m_panel.addSignal(kJoint);
    auto table = std::make_shared<logs::SignalTable>();
    table->signals = {kJoint};
    table->frames = {0, 1, 2, 3, 4};
    table->recordTimeS = {0.0, 0.2, 0.4, 0.6, 0.8};
    table->gameTimeS = table->recordTimeS;
    table->values = {{none, 7.0, none, none, 9.0}};
    table->breaks = {{0, 0, 0, 0, 0}};
    m_panel.setTable(table);
    EXPECT_EQ(m_panel.valueAt(kJoint, 0.1), std::nullopt);
    EXPECT_EQ(m_panel.valueAt(kJoint, 0.7), (std::pair{7.0, 0.2}));
    EXPECT_EQ(m_panel.valueAt(kJoint, 0.8), (std::pair{9.0, 0.8}));
    m_panel.setTime(0.6);
    EXPECT_EQ(legend(0, 1), "7.000 deg");
    EXPECT_EQ(legend(0, 2), "(0.40 s ago)");
}

TEST_F(PlotPanelTest, TheLegendReportsNameAndValueAtTheCursor) {
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

TEST_F(PlotPanelTest, CurvesAreDrawnInTheirColors) {
    m_panel.setTime(8.9);
    m_panel.addSignal(kBallX);
    m_panel.addSignal(kJoint);
    QImage image = plotted();
    EXPECT_EQ(tests::countPixels(image, image.rect(), kFirstCurve), 0);
    giveValues({kBallX, kJoint});
    image = plotted();
    // One plot per unit: the meters above the degrees.
    const QRect upper(0, 0, image.width(), image.height() / 2);
    const QRect lower(0, image.height() / 2, image.width(), image.height() / 2);
    EXPECT_GT(tests::countPixels(image, upper, kFirstCurve), 100);
    EXPECT_EQ(tests::countPixels(image, lower, kFirstCurve), 0);
    EXPECT_GT(tests::countPixels(image, lower, kSecondCurve), 100);
    EXPECT_EQ(tests::countPixels(image, upper, kSecondCurve), 0);
    m_panel.showRange(20.0, 30.0); // after the end of the log
    image = plotted();
    EXPECT_EQ(tests::countPixels(image, image.rect(), kFirstCurve), 0);
    m_panel.showRange(0.0, 9.2);
    m_panel.clearFrame(); // the curves stay chosen, without values
    image = plotted();
    EXPECT_EQ(tests::countPixels(image, image.rect(), kFirstCurve), 0);
    EXPECT_EQ(m_panel.valueAt(kBallX, 4.0), std::nullopt);
    EXPECT_EQ(m_panel.signalIds(), Ids({kBallX, kJoint}));
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

TEST_F(PlotPanelTest, OnlyTheUsersRangeIsReported) {
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

TEST_F(PlotPanelTest, TheTreeListsPlayersByTheirNumbersAndLeftBeforeRight) {
    logs::FetchedFrame fetched = tests::fetchedFrame(*tests::sampleMatch(), 20);
    auto frame = std::make_shared<monitor::MatchFrame>(*fetched.exact);
    std::ranges::reverse(frame->robots); // as they may come in a live match
    fetched.exact = frame;
    m_panel.clearFrame();
    m_panel.setFrame(fetched);
    std::vector<std::string> groups;
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem* side = m_tree->topLevelItem(i);
        if (side->text(0) != QStringLiteral("left") && side->text(0) != QStringLiteral("right")) {
            continue;
        }
        groups.push_back(plain(side->text(0)));
        for (int robot = 1; robot < side->childCount(); ++robot) {
            EXPECT_LT(side->child(robot - 1)->text(0).toInt(), side->child(robot)->text(0).toInt());
        }
    }
    EXPECT_EQ(groups, (std::vector<std::string>{"left", "right"}));
}

// As in a live match in which a team joins: some of its robots have no number yet, and their types
// differ in the number of joints.
TEST_F(PlotPanelTest, RobotsWithoutANumberAreInTheTreeOnce) {
    logs::FetchedFrame fetched = tests::fetchedFrame(*tests::sampleMatch(), 20);
    auto frame = std::make_shared<monitor::MatchFrame>(*fetched.exact);
    for (const auto type : {robot::NaoType::Standard, robot::NaoType::Toes}) {
        monitor::RobotFrame robot = frame->robots.front();
        robot.id = {};
        robot.model = robot::naoModel(type).shared();
        robot.X_SBody.resize(robot.model->bodies().size());
        robot.jointAnglesRad.resize(robot.model->joints().size());
        frame->robots.push_back(std::move(robot));
    }
    fetched.exact = frame;
    m_panel.setFrame(fetched);
    std::multiset<std::string> paths;
    for (QTreeWidgetItemIterator it(m_tree); *it != nullptr; ++it) {
        paths.insert(plain((*it)->toolTip(0)));
    }
    EXPECT_EQ(paths.count("none.0.heading"), 1U);
    EXPECT_EQ(paths.count("none.0.rlj4"), 1U);
    EXPECT_EQ(paths.count("none.0.rlj7"), 0U) << "a toe that the first of them lacks";
    typeInSearch("none right knee");
    EXPECT_EQ(found(), (std::set<std::string>{"none.0.rlj4"}));
}

TEST_F(PlotPanelTest, TheTreesTicksFollowTheCurves) {
    const auto ballX = [&] { return item(QStringLiteral("ball.x"))->checkState(0); };
    QSignalSpy requests(&m_panel, &PlotPanel::signalsRequested);
    m_panel.addSignal(kBallX); // from another panel
    EXPECT_EQ(ballX(), Qt::Checked);
    m_panel.removeSignal(kBallX);
    EXPECT_EQ(ballX(), Qt::Unchecked);
    m_panel.addSignal(kBallX);
    ASSERT_NE(button("Remove all curves"), nullptr);
    QTest::mouseClick(button("Remove all curves"), Qt::LeftButton);
    EXPECT_EQ(ballX(), Qt::Unchecked);
    EXPECT_EQ(requests.count(), 4);
    // A curve too many is not ticked either.
    const auto all = logs::availableSignals(*tests::fetchedFrame(*tests::sampleMatch(), 20).exact);
    for (auto id = all.end() - 24; id != all.end(); ++id) {
        m_panel.addSignal(*id);
    }
    item(QStringLiteral("ball.x"))->setCheckState(0, Qt::Checked);
    EXPECT_EQ(ballX(), Qt::Unchecked);
}

TEST_F(PlotPanelTest, TheSearchFindsPaths) {
    typeInSearch("ball.speed");
    EXPECT_EQ(found(), std::set<std::string>{"ball.speed"});
    EXPECT_TRUE(item(QStringLiteral("ball.speed"))->parent()->isExpanded());
    typeInSearch("LEFT 7 rlj4");
    EXPECT_EQ(found(), std::set<std::string>{"left.7.rlj4"});
    typeInSearch("left.7.rlj");
    EXPECT_GE(found().size(), 6U);
    EXPECT_LE(found().size(), 7U);
    typeInSearch("ball_dist");
    EXPECT_EQ(found().size(), 22U);
    typeInSearch("no such thing");
    EXPECT_TRUE(found().empty());
    m_panel.findChild<QLineEdit*>()->clear();
    EXPECT_GT(found().size(), 600U);
}

TEST_F(PlotPanelTest, TheSearchFindsWhatPeopleSay) {
    typeInSearch("knee");
    EXPECT_EQ(found().size(), 44U);
    EXPECT_TRUE(found().contains("right.3.llj4"));
    typeInSearch("left knee pitch"); // the left knees of all, not the right one of a left player
    EXPECT_EQ(found().size(), 22U);
    EXPECT_TRUE(found().contains("right.3.llj4"));
    EXPECT_FALSE(found().contains("left.3.rlj4"));
    typeInSearch("left 7 knee");
    EXPECT_EQ(found(), (std::set<std::string>{"left.7.llj4", "left.7.rlj4"}));
    typeInSearch("right 1 left hip roll");
    EXPECT_EQ(found(), std::set<std::string>{"right.1.llj2"});
    typeInSearch("uta 7 speed");
    EXPECT_EQ(found(), std::set<std::string>{"left.7.speed"});
    typeInSearch("ball velocity");
    EXPECT_EQ(found(), std::set<std::string>{"ball.speed"});
}

TEST_F(PlotPanelTest, EnterInTheSearchPlotsTheFirstOne) {
    typeInSearch("ball.sp");
    QTest::keyClick(m_panel.findChild<QLineEdit*>(), Qt::Key_Return);
    EXPECT_EQ(m_panel.signalIds(), Ids({kBallSpeed}));
    EXPECT_EQ(item(QStringLiteral("ball.speed"))->checkState(0), Qt::Checked);
}

TEST_F(PlotPanelTest, AHintSaysHowToAddCurves) {
    const auto hint = [this] {
        const QStringList texts = tests::labelTexts(*m_plot);
        return texts.isEmpty() ? std::string() : plain(texts.front());
    };
    EXPECT_NE(hint().find("ball.speed"), std::string::npos) << hint();
    const PlotPanel fresh; // no match has come yet
    EXPECT_TRUE(tests::labelTexts(fresh).filter(QStringLiteral("Open a log")).size() == 1);
    m_panel.addSignal(kBallX);
    EXPECT_EQ(hint(), "");
    m_panel.clearSignals();
    EXPECT_NE(hint(), "");
    m_panel.clearFrame();
    EXPECT_NE(hint().find("Open a log"), std::string::npos) << hint();
}

TEST_F(PlotPanelTest, CurvesStayChosenWhenAnotherMatchComes) {
    m_panel.addSignal(kBallX);
    m_panel.addSignal(kJoint);
    m_panel.addTrack({kBallX, 0, 0.0}, {kBallSpeed, 0, 0.0});
    giveValues({kBallX, kJoint, kBallSpeed});
    const std::string joint = legend(1, 0);
    QSignalSpy requests(&m_panel, &PlotPanel::signalsRequested);
    m_panel.clearFrame();
    EXPECT_EQ(requests.count(), 0); // no log could answer
    EXPECT_EQ(legend(0, 1), "-");
    EXPECT_EQ(m_legend->topLevelItemCount(), 3);

    // Number 7 is of another type there: the joint is known by its name.
    auto fetched = tests::fetchedFrame(*tests::sampleMatch(), 20);
    auto frame = std::make_shared<monitor::MatchFrame>(*fetched.exact);
    auto& robots = frame->robots;
    const auto seven = std::ranges::find(robots, kJoint.object.robot, &monitor::RobotFrame::id);
    ASSERT_NE(seven, robots.end());
    const auto other = std::ranges::find_if(robots, [&](const monitor::RobotFrame& robot) {
        return robot.jointAnglesRad.size() != seven->jointAnglesRad.size();
    });
    ASSERT_NE(other, robots.end());
    std::swap(seven->id, other->id);
    fetched.exact = frame;
    m_panel.setFrame(fetched);
    ASSERT_EQ(requests.count(), 1);
    const auto ids = requests[0][0].value<Ids>();
    ASSERT_EQ(ids.size(), 3U);
    EXPECT_EQ(ids[0], kBallX);
    EXPECT_EQ(logs::signalName(ids[1], frame.get()), joint);
    EXPECT_EQ(ids[2], kBallSpeed);
    EXPECT_EQ(legend(1, 0), joint);
    giveValues({kBallX, kJoint, kBallSpeed});
    EXPECT_NE(legend(0, 1), "-");
    m_panel.setFrame(fetched); // the next frame is no other match
    EXPECT_EQ(requests.count(), 1);
}

TEST_F(PlotPanelTest, AMatchWithoutTheSignalSaysSo) {
    const SignalId absent{Quantity::XM, ObjectId::ofRobot({Side::Left, UniformNumber(44)}), -1};
    m_panel.addSignal(absent);
    m_panel.addSignal(kBallX);
    giveValues({absent, kBallX});
    EXPECT_NE(plain(m_legend->topLevelItem(0)->toolTip(0)).find("no such signal"),
              std::string::npos);
    EXPECT_EQ(legend(0, 0), "left.44.x");
    EXPECT_EQ(legend(0, 1), "missing");
    EXPECT_EQ(plain(m_legend->topLevelItem(1)->toolTip(0)).find("no such signal"),
              std::string::npos);
}

TEST_F(PlotPanelTest, TheAxisIsLabeledAtRoundGameTimes) {
    m_panel.addSignal(kBallX);
    (void)plotted();
    const QImage without = plotted();
    m_panel.setIndex(tests::sampleMatch()->index()); // its clock is 20.52 at the beginning
    const QImage with = plotted();
    EXPECT_NE(with, without);
}

TEST_F(PlotPanelTest, TheWheelOnTheValuesZoomsThem) {
    m_panel.addSignal(kBallX);
    m_panel.addSignal(kJoint);
    giveValues({kBallX, kJoint});
    (void)plotted();
    QSignalSpy ranges(&m_panel, &PlotPanel::rangeChanged);
    const QString unit = QStringLiteral("m");
    const auto size = [&](const QString& of) {
        const auto range = canvas().valueRange(of);
        return range ? range->second - range->first : std::nan("");
    };
    const double before = size(unit);
    const double others = size(QStringLiteral("deg"));
    tests::turnWheel(*m_plot, {10, 100}, 2);
    EXPECT_LT(size(unit), 0.8 * before);
    EXPECT_EQ(size(QStringLiteral("deg")), others);
    EXPECT_EQ(ranges.count(), 0); // the time stays
    // It stays so while time runs and more values come.
    const double zoomed = size(unit);
    m_panel.showRange(2.0, 6.0);
    giveValues({kBallX, kJoint});
    EXPECT_EQ(size(unit), zoomed);
    EXPECT_NE(size(QStringLiteral("deg")), others);
    // With Ctrl anywhere in the plot.
    tests::turnWheel(*m_plot, {400, 100}, 1, 0, Qt::ControlModifier);
    EXPECT_LT(size(unit), zoomed);
    EXPECT_EQ(ranges.count(), 0);
    // A drag on the axis moves them.
    const auto range = *canvas().valueRange(unit);
    tests::drag(*m_plot, {10, 100}, {10, 140});
    EXPECT_GT(canvas().valueRange(unit)->first, range.first);
    EXPECT_NEAR(size(unit), range.second - range.first, 1e-9);
    EXPECT_EQ(ranges.count(), 0);
    // A double click on the axis shows all of them again.
    QSignalSpy all(&m_panel, &PlotPanel::showAllRequested);
    QSignalSpy seeks(&m_panel, &PlotPanel::seekRequested);
    tests::doubleClick(*m_plot, {10, 100});
    m_panel.showRange(0.0, 9.2);
    EXPECT_NEAR(size(unit), before, 1e-9);
    EXPECT_EQ(all.count(), 0);
    EXPECT_EQ(seeks.count(), 0);
}

TEST_F(PlotPanelTest, TheFitButtonShowsAllValuesAgain) {
    m_panel.addSignal(kBallX);
    giveValues({kBallX});
    (void)plotted();
    const auto before = canvas().valueRange(QStringLiteral("m"));
    tests::turnWheel(*m_plot, {10, 100}, 3);
    ASSERT_NE(canvas().valueRange(QStringLiteral("m")), before);
    QTest::mouseClick(button("Show the whole time"), Qt::LeftButton);
    EXPECT_EQ(canvas().valueRange(QStringLiteral("m")), before);
}

TEST_F(PlotPanelTest, DerivativesAndAveragesAreCurvesOfTheirOwn) {
    m_panel.addSignal(kBallX);
    giveValues({kBallX});
    QSignalSpy requests(&m_panel, &PlotPanel::signalsRequested);
    chooseOf("Derivative", QStringLiteral("Derivative of ball.x [m]"));
    ASSERT_EQ(requests.count(), 1);
    EXPECT_EQ(requests[0][0].value<Ids>(), Ids({kBallX})); // nothing else is needed for it
    EXPECT_EQ(legend(1, 0), "d/dt ball.x");
    const auto index = tests::sampleMatch()->index();
    m_panel.setTime(index->recordTimeS(20));
    logs::FrameReader reader = tests::sampleMatch()->makeReader();
    const auto x = [&](logs::FrameNumber n) { return (*reader.frame(n))->ball->X_SBall.p.x(); };
    const double elapsedS = index->recordTimeS(21) - index->recordTimeS(19);
    EXPECT_EQ(legend(1, 1),
              plain(numberText((x(21) - x(19)) / elapsedS, 3, QStringLiteral("m/s"))));

    // The last one is the current one: the average is that of the derivative.
    chooseOf("Moving average", QStringLiteral("Mean over 1 s"));
    EXPECT_EQ(legend(2, 0), "d/dt mean 1 s ball.x");
    m_legend->setCurrentItem(m_legend->topLevelItem(0));
    chooseOf("Moving average", QStringLiteral("Mean over 0.5 s"));
    EXPECT_EQ(legend(3, 0), "mean 0.5 s ball.x");
    EXPECT_NE(legend(3, 1), "-");
    chooseOf("Moving average", QStringLiteral("Mean over 0.5 s")); // of the same: is there already
    EXPECT_EQ(m_legend->topLevelItemCount(), 4);
    EXPECT_TRUE(canvas().valueRange(QStringLiteral("m/s")));
    // The tick of the tree is for all that is made of a signal.
    item(QStringLiteral("ball.x"))->setCheckState(0, Qt::Unchecked);
    EXPECT_EQ(m_legend->topLevelItemCount(), 0);
}

TEST_F(PlotPanelTest, OneCurveAgainstAnother) {
    const SignalId ballY{Quantity::YM, ObjectId::ball(), -1};
    chooseOf("against", QStringLiteral("ball.y against ball.x")); // the button alone is enough
    EXPECT_EQ(m_panel.signalIds(), Ids({kBallX, ballY}));
    EXPECT_EQ(legend(0, 0), "ball.y against ball.x");
    m_panel.setTime(4.0);
    giveValues({kBallX, ballY});
    QImage image = plotted();
    const int line = tests::countPixels(image, image.rect(), kFirstCurve);
    EXPECT_GT(line, 50);
    EXPECT_GT(tests::countPixels(image, image.rect(), kCursor), 20); // the instant
    // Only the interval that is shown.
    m_panel.showRange(0.0, 1.0);
    m_panel.setTime(0.5);
    image = plotted();
    EXPECT_NE(tests::countPixels(image, image.rect(), kFirstCurve), line);
    m_panel.showRange(0.0, 9.2);
    // A click on the track goes to when the ball was there.
    const auto markOfInstant = [&] {
        const QImage drawn = plotted();
        QPointF sum;
        int pixels = 0;
        for (int y = 0; y < drawn.height(); ++y) {
            for (int x = 0; x < drawn.width(); ++x) {
                if (drawn.pixel(x, y) == kCursor.rgb()) {
                    sum += QPointF(x, y);
                    ++pixels;
                }
            }
        }
        EXPECT_GT(pixels, 20);
        return sum / std::max(pixels, 1);
    };
    m_panel.setTime(7.6); // it rolls; before 6.2 it lies where it lay
    const QPointF at = markOfInstant();
    m_panel.setTime(0.0);
    EXPECT_GT((markOfInstant() - at).manhattanLength(), 20.0);
    QSignalSpy seeks(&m_panel, &PlotPanel::seekRequested);
    tests::click(*m_plot, at);
    ASSERT_EQ(seeks.count(), 1);
    EXPECT_NEAR(seeks[0][0].toDouble(), 7.6, 0.25);
    // Beside curves over time, and away again.
    m_panel.addSignal(kBallX);
    m_panel.addSignal(kJoint);
    chooseOf("against",
             QStringLiteral("%1 against ball.x").arg(m_legend->topLevelItem(1)->text(0)));
    EXPECT_EQ(m_legend->topLevelItemCount(), 4);
    m_legend->setCurrentItem(m_legend->topLevelItem(2));
    QTest::keyClick(m_legend, Qt::Key_Delete);
    EXPECT_EQ(m_legend->topLevelItemCount(), 3);
    EXPECT_EQ(m_panel.signalIds(), Ids({kBallX, kJoint}));
}

TEST_F(PlotPanelTest, StatisticsOfASelectedIntervalCanBeCopied) {
    m_panel.addSignal(kBallX);
    m_panel.setIndex(tests::sampleMatch()->index());
    giveValues({kBallX});
    auto* statistics = m_panel.findChild<StatisticsTable*>();
    ASSERT_NE(statistics, nullptr);
    EXPECT_FALSE(statistics->isVisible());
    QTest::mouseClick(button("standard deviation"), Qt::LeftButton);
    EXPECT_TRUE(statistics->isVisible());
    const auto cells = [&] { return statistics->text().split(QLatin1Char('\n'))[1]; };
    EXPECT_TRUE(cells().startsWith(QStringLiteral("ball.x\tm\t47\t"))) << plain(cells());
    (void)plotted();
    // A drag with Shift marks; it neither moves nor seeks.
    QSignalSpy ranges(&m_panel, &PlotPanel::rangeChanged);
    QSignalSpy seeks(&m_panel, &PlotPanel::seekRequested);
    const double beginS = clickedTime(300);
    const double endS = clickedTime(450);
    tests::drag(*m_plot, {450, 100}, {300, 100}, Qt::ShiftModifier);
    EXPECT_EQ(ranges.count(), 0);
    EXPECT_EQ(seeks.count(), 2); // those of the clicks
    const auto index = tests::sampleMatch()->index();
    std::vector<double> values;
    for (logs::FrameNumber n = 0; n < index->frameCount(); ++n) {
        if (index->recordTimeS(n) >= beginS && index->recordTimeS(n) <= endS) {
            values.push_back(m_panel.valueAt(kBallX, index->recordTimeS(n))->first);
        }
    }
    ASSERT_GT(values.size(), 3U);
    const auto [least, most] = std::ranges::minmax(values);
    EXPECT_EQ(plain(cells().section(QLatin1Char('\t'), 0, 4)),
              plain(QStringLiteral("ball.x\tm\t%1\t%2\t%3")
                        .arg(values.size())
                        .arg(least, 0, 'g', 6)
                        .arg(most, 0, 'g', 6)));
    EXPECT_EQ(statistics->findChild<QLabel*>()->text().section(QLatin1Char(' '), 0, 0),
              QStringLiteral("Selected:"));
    EXPECT_NE(legend(0, 1).find("B-A"), std::string::npos);
    QSignalSpy messages(&m_panel, &PlotPanel::messageRequested);
    QTest::mouseClick(statistics->findChild<QPushButton*>(), Qt::LeftButton);
    EXPECT_TRUE(QApplication::clipboard()->text().contains(cells()));
    EXPECT_EQ(messages.count(), 1);
    // A click with Shift takes the mark away.
    tests::drag(*m_plot, {500, 100}, {500, 100}, Qt::ShiftModifier);
    EXPECT_TRUE(cells().startsWith(QStringLiteral("ball.x\tm\t47\t"))) << plain(cells());
    m_panel.setLoop(logs::LoopRange{2.0, 4.0});
    EXPECT_EQ(statistics->findChild<QLabel*>()->text().section(QLatin1Char(' '), 0, 0),
              QStringLiteral("Loop:"));
    EXPECT_TRUE(cells().startsWith(QStringLiteral("ball.x\tm\t11\t"))) << plain(cells());
    // A mark is of its match.
    m_panel.setLoop(std::nullopt);
    tests::drag(*m_plot, {450, 100}, {300, 100}, Qt::ShiftModifier);
    m_panel.clearFrame();
    EXPECT_EQ(statistics->findChild<QLabel*>()->text().section(QLatin1Char(' '), 0, 0),
              QStringLiteral("Shown:"));
}

// As below the 3D view of a small window: the plots had 20 pixels.
TEST_F(PlotPanelTest, StatisticsStandBesideThePlotsWhereThereIsNoRoomBelow) {
    const int kMinPlotsPx = 80;
    for (const int height : {120, 160, 200, 260}) {
        m_panel.resize(1000, height);
        m_panel.addSignal(kBallX);
        giveValues({kBallX});
        auto* statistics = m_panel.findChild<StatisticsTable*>();
        if (!statistics->isVisible()) {
            QTest::mouseClick(button("Count, min"), Qt::LeftButton);
        }
        auto* table = statistics->findChild<QTableWidget*>();
        EXPECT_TRUE(tests::waitUntil(
            [&] {
                return canvas().height() >= kMinPlotsPx &&
                       table->viewport()->rect().contains(
                           table->visualItemRect(table->item(0, 0)).adjusted(0, 0, -1, -1));
            },
            2000))
            << height << ": plots " << canvas().height() << ", statistics " << statistics->height();
        EXPECT_GE(canvas().width(), 250);
    }
}

// With scale 2, the lists pushed the ruler below the window off the screen.
TEST_F(PlotPanelTest, FitsInALowWindow) {
    m_panel.addSignal(kBallX);
    m_panel.addSignal(kJoint);
    QTest::mouseClick(button("Count, min"), Qt::LeftButton);
    QCoreApplication::processEvents();
    EXPECT_LE(m_panel.minimumSizeHint().height(), 130);
    m_panel.resize(600, 130);
    QCoreApplication::processEvents();
    EXPECT_EQ(m_panel.height(), 130);
    EXPECT_GE(canvas().height(), 80);
    const QWidget* search = m_panel.findChild<QLineEdit*>();
    EXPECT_GE(m_panel.width() - search->mapTo(&m_panel, QPoint(search->width(), 0)).x(), 0);
}

// The values with their changes left no room for the names.
TEST_F(PlotPanelTest, NamesStayReadableWithASelectedInterval) {
    const SignalId right{Quantity::BallDistanceM,
                         ObjectId::ofRobot({Side::Right, UniformNumber(11)}), -1};
    m_panel.resize(800, 400);
    m_panel.addSignal(kBallX);
    m_panel.addSignal(right);
    giveValues({kBallX, right});
    m_panel.setTime(4.0);
    m_panel.setLoop(logs::LoopRange{2.0, 4.0});
    QCoreApplication::processEvents();
    EXPECT_NE(legend(1, 1).find("\nB-A"), std::string::npos) << legend(1, 1);
    const int neededPx =
        m_legend->fontMetrics().horizontalAdvance(QStringLiteral("right.11.ball_distance"));
    EXPECT_GE(m_legend->columnWidth(0), neededPx);
    EXPECT_GE(m_legend->visualItemRect(m_legend->topLevelItem(1)).height(),
              2 * m_legend->fontMetrics().lineSpacing());
    m_panel.setLoop(std::nullopt);
    QCoreApplication::processEvents();
    EXPECT_LT(m_legend->visualItemRect(m_legend->topLevelItem(1)).height(),
              2 * m_legend->fontMetrics().lineSpacing());
}

TEST_F(PlotPanelTest, StatisticsLeaveThePlotsTheirRoom) {
    const int kMaxPercent = 40;
    const int height = 300; // as below the 3D view in a small window
    m_panel.resize(1000, height);
    m_panel.addSignal(kBallX);
    giveValues({kBallX});
    auto* statistics = m_panel.findChild<StatisticsTable*>();
    auto* table = statistics->findChild<QTableWidget*>();
    const auto both = [&] { return canvas().height() + statistics->height(); };
    QTest::mouseClick(button("Count, min"), Qt::LeftButton);
    const auto isShown = [&](int row) {
        return table->viewport()->rect().contains(
            table->visualItemRect(table->item(row, 0)).adjusted(0, 0, -1, -1));
    };
    ASSERT_TRUE(tests::waitUntil([&] { return statistics->height() > 0 && isShown(0); }));
    EXPECT_LT(statistics->height(), both() * kMaxPercent / 100) << "no more than its row needs";
    const auto all = logs::availableSignals(*tests::fetchedFrame(*tests::sampleMatch(), 20).exact);
    for (std::size_t i = 0; i < 16; ++i) {
        m_panel.addSignal(all[i]);
    }
    QCoreApplication::processEvents();
    EXPECT_GE(canvas().height(), both() * (100 - kMaxPercent) / 100);
    EXPECT_TRUE(isShown(0)) << "the others by scrolling";
    m_panel.resize(1000, 900);
    QCoreApplication::processEvents();
    EXPECT_TRUE(isShown(8)) << "more where there is room";
    EXPECT_GE(canvas().height(), both() * (100 - kMaxPercent) / 100);
}

TEST_F(PlotPanelTest, PlotsThatHaveNoRoomAreScrolledAndStayReadable) {
    const int kMinPx = 80;
    m_panel.resize(1000, 300);
    m_panel.addSignal(kBallX);
    QCoreApplication::processEvents();
    EXPECT_LE(m_plot->height(), canvas().height()) << "one plot fills what there is";
    auto* bar = canvas().findChild<QScrollArea*>()->verticalScrollBar();
    EXPECT_FALSE(bar->isVisible());
    for (const SignalId& id :
         {kBallSpeed, kJoint, kMode, SignalId{Quantity::GameTimeS, ObjectId(), -1}}) {
        m_panel.addSignal(id); // each of a unit of its own
    }
    ASSERT_TRUE(tests::waitUntil([&] { return bar->isVisible(); }));
    EXPECT_GE(m_plot->height(), 5 * kMinPx);
    bar->setValue(bar->maximum());
    EXPECT_EQ(m_plot->mapTo(&canvas(), QPoint(0, m_plot->height())).y(), canvas().height())
        << "the last one can be seen";
    m_panel.clearSignals();
    ASSERT_TRUE(tests::waitUntil([&] { return !bar->isVisible(); }));
    EXPECT_LE(m_plot->height(), canvas().height());
}

TEST_F(PlotPanelTest, StatisticsReportTheTimeOfTheRecordingWhereTheGameClockStands) {
    logs::IndexBuilder builder("test.log"); // 4 s before the kick-off, then 4 s of play
    for (int i = 0; i <= 40; ++i) {
        builder.feed("((time " + std::to_string(std::max(0, i - 20) * 0.2) + "))(RDS 0 1)((nd))\n");
    }
    m_panel.setIndex(builder.snapshot());
    m_panel.addSignal(kBallX);
    QTest::mouseClick(button("Count, min"), Qt::LeftButton);
    auto* label = m_panel.findChild<StatisticsTable*>()->findChild<QLabel*>();
    const auto shown = [&](double beginS, double endS) {
        m_panel.showRange(beginS, endS);
        return plain(label->text().section(QStringLiteral(". "), 0, 0));
    };
    EXPECT_EQ(shown(5.0, 7.0), "Shown: 0:01.00 to 0:03.00 (2.00 s)");
    EXPECT_EQ(shown(1.0, 3.0),
              "Shown: recording 0:01.00 to 0:03.00, game 0:00.00 to 0:00.00 (2.00 s)");
    EXPECT_EQ(shown(1.0, 6.0),
              "Shown: recording 0:01.00 to 0:06.00, game 0:00.00 to 0:02.00 (5.00 s)");
}

TEST_F(PlotPanelTest, ThePlotOfTwoCurvesIsNamedWhole) {
    const SignalId jointX{Quantity::XM, kJoint.object, -1};
    const SignalId jointY{Quantity::YM, kJoint.object, -1};
    m_panel.addTrack({jointX, 1, 2.0}, {jointY, 1, 2.0});
    const QTreeWidgetItem* row = m_legend->topLevelItem(0);
    const QString name = row->text(0);
    EXPECT_TRUE(row->toolTip(0).contains(name)) << plain(row->toolTip(0));
    EXPECT_EQ(m_legend->textElideMode(), Qt::ElideMiddle) << "both ends identify it";
    EXPECT_GE(m_legend->visualItemRect(row).width(), m_legend->viewport()->width() - 2);
    EXPECT_TRUE(row->isFirstColumnSpanned()) << "it has no value, so there is room";
    m_panel.addSignal(kBallX);
    EXPECT_FALSE(m_legend->topLevelItem(0)->isFirstColumnSpanned());
    EXPECT_TRUE(m_legend->topLevelItem(1)->isFirstColumnSpanned());
    EXPECT_TRUE(m_legend->topLevelItem(0)->toolTip(0).contains(QStringLiteral("ball.x")));
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
    QTest::mouseClick(button("Show the whole time"), Qt::LeftButton);
    EXPECT_EQ(all.count(), 1);
    chooseOf("as CSV", QStringLiteral("Save all values as CSV...")); // nothing to save yet
    ASSERT_EQ(messages.count(), 1);
    EXPECT_EQ(plain(messages[0][0].toString()), "Select a signal first");
    m_panel.addSignal(kBallX);
    (void)plotted();
    tests::doubleClick(*m_plot, {400, 200});
    EXPECT_EQ(all.count(), 2);
}

} // namespace
} // namespace sideline::widgets
