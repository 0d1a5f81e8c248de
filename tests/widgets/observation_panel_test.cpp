#include "widgets/localization/observation_panel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTreeView>

#include "tests/widgets/localize_fixture.h"
#include "tests/widgets/panel_children.h"
#include "widgets/localization/observation_model.h"

namespace sideline::widgets {
namespace {

using localization::ObservationKind;
using localization::Verdict;
using tests::childOf;
using tests::plain;

class ObservationPanelTest : public testing::Test {
protected:
    void SetUp() override {
        m_panel.setField(tests::localizeField());
        m_panel.setInstant(m_instant);
        ASSERT_TRUE(tests::showActive(m_panel, 1000, 420));
        m_tree = m_panel.findChild<QTreeView*>();
        ASSERT_NE(m_tree, nullptr);
    }
    QModelIndex cell(int row, int column) const { return m_tree->model()->index(row, column); }
    QModelIndex rowOf(int observation) const {
        for (int row = 0; row < m_tree->model()->rowCount(); ++row) {
            if (cell(row, 0).data(ObservationModel::ObservationRole).toInt() == observation) {
                return cell(row, 0);
            }
        }
        ADD_FAILURE() << "no row of " << observation;
        return {};
    }
    std::string text(int observation, int column) const {
        return plain(rowOf(observation).siblingAtColumn(column).data().toString());
    }
    std::shared_ptr<LocalizeInstant> another() const {
        return std::make_shared<LocalizeInstant>(*m_instant);
    }
    void clickRow(int observation) {
        tests::click(*m_tree->viewport(), m_tree->visualRect(rowOf(observation)).center());
    }
    std::shared_ptr<LocalizeInstant> m_instant = tests::localizeInstant();
    ObservationPanel m_panel;
    QTreeView* m_tree = nullptr;
};

// Ids in the order of the rows.
std::vector<int> observations(const QAbstractItemModel& model) {
    std::vector<int> result;
    for (int row = 0; row < model.rowCount(); ++row) {
        result.push_back(model.index(row, 0).data(ObservationModel::ObservationRole).toInt());
    }
    return result;
}

TEST(ObservationModelTest, KeepsItsRowsWhileThingsComeAndGo) {
    const auto instant = tests::localizeInstant();
    ObservationModel model(tests::localizeField());
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    ObservationSorter sorter;
    sorter.setSourceModel(&model);
    sorter.sort(ObservationModel::SigmasColumn, Qt::DescendingOrder);
    const QAbstractItemModelTester sorted(&sorter,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setVision(instant->vision);
    ASSERT_EQ(model.rowCount(), tests::kLocalizeObservationCount);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    const QPersistentModelIndex line = model.indexOf(tests::kSeenMiddle);
    const QPersistentModelIndex end = model.index(1, 0, line);
    const QString name = line.data().toString();

    localization::PoseDiagnostics next = instant->vision;
    next.observations[0].measured[0].distanceM += 0.1;
    model.setVision(next); // the same things
    EXPECT_EQ(removed.size() + inserted.size() + reset.size(), 0);

    next.observations.erase(next.observations.begin(), next.observations.begin() + 2);
    model.setVision(next);
    EXPECT_EQ(removed.size(), 2);
    EXPECT_EQ(inserted.size() + reset.size(), 0);
    EXPECT_TRUE(line.isValid());
    EXPECT_TRUE(end.isValid());
    EXPECT_EQ(end.parent(), line);
    EXPECT_EQ(line.data().toString(), name);
    EXPECT_EQ(line.data(ObservationModel::ObservationRole).toInt(), tests::kSeenMiddle - 2);

    model.setVision(instant->vision);
    EXPECT_EQ(model.rowCount(), tests::kLocalizeObservationCount);
    model.setVision({});
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_FALSE(line.isValid());
}

TEST(ObservationModelTest, TheSameLineTwiceHasTwoRows) {
    auto instant = tests::localizeInstant();
    instant->vision.observations.push_back(instant->vision.observations[tests::kSeenMiddle]);
    ObservationModel model(tests::localizeField());
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setVision(instant->vision);
    model.setVision(instant->vision);
    EXPECT_EQ(model.rowCount(), tests::kLocalizeObservationCount + 1);
    EXPECT_TRUE(model.indexOf(tests::kLocalizeObservationCount).isValid());
}

TEST(ObservationTextTest, FollowsAnObjectFromVisionToVision) {
    const localization::PoseDiagnostics before = tests::localizeInstant()->vision;
    localization::PoseDiagnostics now = before;
    std::ranges::reverse(now.observations);
    const int last = tests::kLocalizeObservationCount - 1;
    const auto postKey = keyOf(before, tests::kSeenG2L);
    const auto circleKey = keyOf(before, tests::kSeenCircle);
    ASSERT_TRUE(postKey && circleKey);
    EXPECT_EQ(indexOf(now, *postKey), last - tests::kSeenG2L);
    EXPECT_EQ(indexOf(now, *circleKey), last - tests::kSeenCircle);
    now.observations.erase(now.observations.begin() + (last - tests::kSeenG2L));
    EXPECT_EQ(indexOf(now, *postKey), -1);
    EXPECT_FALSE(keyOf(before, -1));
    EXPECT_FALSE(keyOf(before, 99));
}

TEST(ObservationTextTest, NoiseIsTheServersWithRounding) {
    const PolarSigmas sigma = noiseAt({10.0, 0.0, 0.0});
    EXPECT_NEAR(sigma.distanceM, std::hypot(0.00965, 0.01 / std::sqrt(12.0)), 1e-9);
    EXPECT_NEAR(sigma.thetaDeg, 0.148, 1e-4);
    EXPECT_NEAR(sigma.phiDeg, 0.1225, 1e-4);
}

TEST_F(ObservationPanelTest, NumbersStandBesideTheirBars) {
    // Numbers as long as they get, in a column as wide as it is at first.
    auto large = another();
    for (auto& observation : large->vision.observations) {
        observation.dimension = 1;
        observation.squaredSigmas = 12345.6 * 12345.6;
    }
    m_panel.setInstant(large);
    QCoreApplication::processEvents();
    const QRect cellRect = m_tree->visualRect(cell(0, ObservationModel::SigmasColumn));
    ASSERT_EQ(plain(cell(0, ObservationModel::SigmasColumn).data().toString()), "12345.6");
    const int numberPx = m_tree->fontMetrics().horizontalAdvance(QStringLiteral("12345.6"));
    const QImage image = tests::picture(*m_tree->viewport());
    const QRgb bar = residualColor(12345.6).rgb();
    int lastBarPx = -1; // of the row, from the left of the cell
    for (int x = cellRect.left(); x <= cellRect.right(); ++x) {
        lastBarPx = image.pixel(x, cellRect.center().y()) == bar ? x - cellRect.left() : lastBarPx;
    }
    EXPECT_GT(lastBarPx, 4) << "there is a bar";
    EXPECT_LT(lastBarPx, cellRect.width() - 4 - numberPx) << "and the number is not on it";
}

TEST_F(ObservationPanelTest, TheHeadSumsTheVisionUp) {
    const std::string head = plain(childOf<QLabel>(m_panel, "head").text());
    EXPECT_EQ(head.find("Cycle 1234, vision frame 20 ms old: 13 observations, 11 used, combined "),
              0U)
        << head;
    EXPECT_NE(head.find("sigma; tracking: five landmarks and seven lines"), std::string::npos);
}

TEST_F(ObservationPanelTest, TheWorstStandsFirst) {
    double last = 1e9;
    for (int row = 0; row < m_tree->model()->rowCount(); ++row) {
        const double sigmas =
            cell(row, ObservationModel::SigmasColumn).data(ObservationModel::SortRole).toDouble();
        EXPECT_LE(sigmas, last);
        last = sigmas;
    }
    EXPECT_EQ(observations(*m_tree->model()).front(), tests::kSeenPenaltyUpper);
    EXPECT_EQ(observations(*m_tree->model()).back(), tests::kSeenUnmatched); // has none
}

TEST_F(ObservationPanelTest, AClickOnAHeaderSortsByIt) {
    auto* header = m_tree->header();
    const int x = header->sectionViewportPosition(ObservationModel::NameColumn) + 20;
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {x, header->height() / 2});
    EXPECT_EQ(header->sortIndicatorSection(), ObservationModel::NameColumn);
    const bool isUp = header->sortIndicatorOrder() == Qt::AscendingOrder;
    const auto first = cell(0, 0).data().toString();
    const auto last = cell(m_tree->model()->rowCount() - 1, 0).data().toString();
    EXPECT_EQ(first < last, isUp);
}

TEST_F(ObservationPanelTest, CellsReportMeasuredExpectedAndInnovation) {
    const auto& report = m_instant->vision.observations[tests::kSeenG1L];
    EXPECT_EQ(text(tests::kSeenG1L, ObservationModel::MeasuredColumn),
              plain(polarText(report.measured[0])));
    const std::string innovation = text(tests::kSeenG1L, ObservationModel::InnovationColumn);
    EXPECT_NE(innovation.find(" mm"), std::string::npos) << innovation;
    EXPECT_EQ(text(tests::kSeenG1L, ObservationModel::ResultColumn), "used");
    EXPECT_EQ(text(tests::kSeenG1L, ObservationModel::GateColumn),
              plain(QString::number(std::sqrt(report.gate / 3), 'f', 1)));
    EXPECT_EQ(text(tests::kSeenPenaltyUpper, ObservationModel::ResultColumn), "refused");
    EXPECT_EQ(text(tests::kSeenUnmatched, ObservationModel::ResultColumn), "unmatched");
    EXPECT_EQ(text(tests::kSeenUnmatched, ObservationModel::ExpectedColumn), "");
}

TEST_F(ObservationPanelTest, LinesHaveTheirEndsBelowThem) {
    const QModelIndex line = rowOf(tests::kSeenUpperSide);
    ASSERT_EQ(m_tree->model()->rowCount(line), 2);
    EXPECT_EQ(m_tree->model()->rowCount(rowOf(tests::kSeenF1L)), 0);
    const auto& report = m_instant->vision.observations[tests::kSeenUpperSide];
    for (int end = 0; end < 2; ++end) {
        const QModelIndex child = m_tree->model()->index(end, 0, line);
        EXPECT_EQ(plain(child.data().toString()), "end " + std::to_string(end + 1));
        const bool isCut = report.isCut[static_cast<std::size_t>(end)];
        EXPECT_EQ(plain(child.siblingAtColumn(ObservationModel::ResultColumn).data().toString()),
                  isCut ? "cut off at the edge of the view" : "");
        EXPECT_EQ(child.data(ObservationModel::ObservationRole).toInt(), tests::kSeenUpperSide);
    }
}

TEST_F(ObservationPanelTest, AClickPicksAndBelowAllRowsPicksNone) {
    QSignalSpy picked(&m_panel, &ObservationPanel::observationPicked);
    clickRow(tests::kSeenF2L);
    ASSERT_EQ(picked.size(), 1);
    EXPECT_EQ(picked[0][0].toInt(), tests::kSeenF2L);
    clickRow(tests::kSeenF2L);
    EXPECT_EQ(picked.size(), 1);
    tests::click(*m_tree->viewport(), QPointF(30, m_tree->viewport()->height() - 3));
    ASSERT_EQ(picked.size(), 2);
    EXPECT_EQ(picked[1][0].toInt(), -1);
}

TEST_F(ObservationPanelTest, TheHighlightedRowIsChosenSilentlyAndStaysInView) {
    m_panel.resize(600, 130);
    QCoreApplication::processEvents();
    QSignalSpy picked(&m_panel, &ObservationPanel::observationPicked);
    m_panel.setHighlighted(tests::kSeenUnmatched); // the last row
    EXPECT_EQ(m_tree->currentIndex().data(ObservationModel::ObservationRole).toInt(),
              tests::kSeenUnmatched);
    EXPECT_TRUE(m_tree->viewport()->rect().intersects(m_tree->visualRect(m_tree->currentIndex())));
    auto next = another();
    for (auto& report : next->vision.observations) {
        report.squaredSigmas = 90.0 / (1.0 + report.squaredSigmas); // all places change
    }
    m_panel.setInstant(next);
    EXPECT_EQ(m_tree->currentIndex().data(ObservationModel::ObservationRole).toInt(),
              tests::kSeenUnmatched);
    EXPECT_TRUE(m_tree->viewport()->rect().intersects(m_tree->visualRect(m_tree->currentIndex())));
    m_panel.setHighlighted(-1);
    EXPECT_FALSE(m_tree->selectionModel()->hasSelection());
    EXPECT_EQ(picked.size(), 0);
}

TEST_F(ObservationPanelTest, SeveralChosenRowsStayChosenWhileTimeAdvances) {
    clickRow(tests::kSeenF1L);
    m_tree->selectionModel()->select(rowOf(tests::kSeenF2L),
                                     QItemSelectionModel::Select | QItemSelectionModel::Rows);
    ASSERT_EQ(m_tree->selectionModel()->selectedRows().size(), 2);
    auto next = another();
    next->vision.observations[tests::kSeenF1L].squaredSigmas = 100.0;
    m_panel.setInstant(next);
    EXPECT_EQ(m_tree->selectionModel()->selectedRows().size(), 2);
}

TEST_F(ObservationPanelTest, CopiesChosenRowsWithTabs) {
    clickRow(tests::kSeenF1L);
    QTest::keyClick(m_tree, Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().split(QLatin1Char('\n'));
    ASSERT_EQ(lines.size(), 3); // headings, the row, an end
    EXPECT_EQ(lines[0].count(QLatin1Char('\t')), ObservationModel::ColumnCount - 1);
    const QStringList cells = lines[1].split(QLatin1Char('\t'));
    ASSERT_EQ(cells.size(), static_cast<int>(ObservationModel::ColumnCount));
    EXPECT_EQ(plain(cells[ObservationModel::NameColumn]), text(tests::kSeenF1L, 0));
    EXPECT_EQ(plain(cells[ObservationModel::ResultColumn]), "used");
    EXPECT_EQ(plain(lines[2]), "");
}

TEST_F(ObservationPanelTest, HeadersExplainThemselves) {
    for (int column = 0; column < ObservationModel::ColumnCount; ++column) {
        EXPECT_FALSE(m_tree->model()
                         ->headerData(column, Qt::Horizontal, Qt::ToolTipRole)
                         .toString()
                         .isEmpty());
    }
    EXPECT_TRUE(rowOf(tests::kSeenPenaltyUpper)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QLatin1String("Rejected")));
}

TEST_F(ObservationPanelTest, FeetAndNumbersThatAreNoneDoNoHarm) {
    constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
    auto broken = another();
    localization::ObservationReport foot;
    foot.kind = ObservationKind::Foot;
    foot.verdict = Verdict::Unused;
    broken->vision.observations.push_back(foot);
    broken->vision.observations[0].measured[0].thetaDeg = kNoNumber;
    broken->vision.observations[1].squaredSigmas = kNoNumber;
    broken->vision.squaredSigmas = kNoNumber;
    m_panel.setInstant(broken);
    EXPECT_EQ(m_tree->model()->rowCount(), tests::kLocalizeObservationCount + 1);
    EXPECT_EQ(text(1, ObservationModel::SigmasColumn), "\u2013");
    EXPECT_EQ(text(tests::kLocalizeObservationCount, ObservationModel::MeasuredColumn), "");
    EXPECT_TRUE(
        rowOf(tests::kLocalizeObservationCount).data(ObservationModel::UnusedRole).toBool());
    EXPECT_NE(text(tests::kLocalizeObservationCount, ObservationModel::NameColumn), "");
    EXPECT_FALSE(tests::picture(m_panel).isNull());
}

TEST_F(ObservationPanelTest, NarrowOnesKeepWhatCountsMost) {
    m_panel.resize(1200, 420);
    QCoreApplication::processEvents();
    EXPECT_FALSE(m_tree->isColumnHidden(ObservationModel::ExpectedColumn));
    EXPECT_EQ(m_tree->horizontalScrollBar()->maximum(), 0);
    m_panel.resize(420, 420);
    QCoreApplication::processEvents();
    EXPECT_TRUE(m_tree->isColumnHidden(ObservationModel::ExpectedColumn));
    EXPECT_TRUE(m_tree->isColumnHidden(ObservationModel::MeasuredColumn));
    EXPECT_FALSE(m_tree->isColumnHidden(ObservationModel::NameColumn));
    EXPECT_FALSE(m_tree->isColumnHidden(ObservationModel::SigmasColumn));
    EXPECT_FALSE(m_tree->isColumnHidden(ObservationModel::ResultColumn));
    EXPECT_EQ(m_tree->horizontalScrollBar()->maximum(), 0);
}

TEST_F(ObservationPanelTest, WithoutAVisionItSaysSo) {
    auto& empty = childOf<QLabel>(m_panel, "empty");
    EXPECT_FALSE(empty.isVisible());
    m_panel.setInstant(nullptr);
    EXPECT_TRUE(empty.isVisible());
    EXPECT_EQ(m_tree->model()->rowCount(), 0);
    auto blind = another();
    blind->hasVision = false;
    m_panel.setInstant(blind);
    EXPECT_TRUE(plain(empty.text()).starts_with("No vision yet")) << plain(empty.text());
    m_panel.setHighlighted(4);
    m_panel.setInstant(m_instant);
    EXPECT_FALSE(empty.isVisible());
    EXPECT_EQ(m_tree->currentIndex().data(ObservationModel::ObservationRole).toInt(), 4);
}

} // namespace
} // namespace sideline::widgets
