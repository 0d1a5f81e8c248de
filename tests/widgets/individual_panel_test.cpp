#include "widgets/train/individual_panel.h"

#include <set>

#include <gtest/gtest.h>

#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>

#include "tests/widgets/input_events.h"
#include "tests/widgets/panel_children.h"
#include "widgets/train/train_trial_panel.h"

namespace sideline::widgets {
namespace {

// Each generation has twenty individuals and is better than the one before it.
TrainDataPtr generations(int count) {
    auto data = std::make_shared<TrainData>();
    data->folder = QStringLiteral("/tmp/experiment");
    for (int generation = 0; generation < count; ++generation) {
        for (int number = 0; number < 20; ++number) {
            TrainIndividual individual;
            individual.generation = static_cast<quint64>(generation);
            individual.number = static_cast<quint64>(number);
            individual.fitness = 100.0 * generation - number;
            individual.trials = 4;
            data->individuals.push_back(individual);
        }
    }
    return data;
}

class IndividualPanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_panel.setData(generations(2));
        ASSERT_TRUE(tests::showActive(m_panel, 500, 260));
    }
    QRect chosenRect() const { return m_table.visualRect(m_table.currentIndex()); }
    bool isChosenVisible() const { return m_table.viewport()->rect().contains(chosenRect()); }
    void clickRow(int row) {
        const QRect box = m_table.visualRect(m_table.model()->index(row, 0));
        QTest::mouseClick(m_table.viewport(), Qt::LeftButton, {}, box.center());
    }

    IndividualPanel m_panel;
    QTableView& m_table = tests::childOf<QTableView>(m_panel, "individuals");
};

TEST_F(IndividualPanelTest, TheChosenOneStaysWhereItIsWhenGenerationsArrive) {
    QSignalSpy chosen(&m_panel, &IndividualPanel::chosenByUser);
    clickRow(3);
    ASSERT_EQ(chosen.size(), 1);
    ASSERT_TRUE(isChosenVisible());
    const int y = chosenRect().y();
    m_panel.setData(generations(3)); // twenty rows above it
    EXPECT_EQ(m_table.currentIndex().row(), 23);
    EXPECT_EQ(chosenRect().y(), y);
    m_panel.setData(generations(9));
    EXPECT_EQ(m_table.currentIndex().row(), 143);
    EXPECT_TRUE(isChosenVisible());
    EXPECT_EQ(chosen.size(), 1) << "no trial runs again";
}

TEST_F(IndividualPanelTest, TheUserScrollsAwayFromTheChosenOne) {
    clickRow(3);
    m_table.verticalScrollBar()->setValue(m_table.verticalScrollBar()->maximum());
    ASSERT_FALSE(isChosenVisible());
    const int shown = m_table.verticalScrollBar()->value();
    m_panel.setData(generations(3));
    EXPECT_EQ(m_table.verticalScrollBar()->value(), shown);
}

// A click on each time of a failure asks for that moment of the trial.
TEST(TrialFailureTest, ItsReasonIsReadAndItsTimesAreClicked) {
    TrainTrialPanel panel;
    TrainTrialView view;
    view.title = QStringLiteral("Generation 0, number 3");
    view.trials = {
        {0, QStringLiteral("Nao type 0"), 0.2, false, QStringLiteral("Fell forward at 0.84 s")},
        {1, QStringLiteral("Nao type 0"), 0.9, true, {}}};
    view.shownPlace = 1;
    panel.setView(view);
    ASSERT_TRUE(tests::showActive(panel, 320, 560));
    auto& events = tests::childOf<QLabel>(panel, "fallEvents");
    EXPECT_FALSE(events.isVisible()) << "the second one did not fail";
    const auto& trials = tests::childOf<QTableView>(panel, "train-trials");
    const auto outcome = [&](int row) {
        return trials.model()->index(row, TrialModel::OutcomeColumn).data().toString();
    };
    EXPECT_EQ(outcome(0), QStringLiteral("Fell forward at 0.84 s"));
    EXPECT_EQ(outcome(1), QStringLiteral("success"));
    view.shownPlace = 0;
    view.why.headline = QStringLiteral("Fell forward at 0.84 s");
    view.why.fellAtS = 0.84;
    view.why.events = {{0.5, QStringLiteral("left knee at its speed limit"), true},
                       {0.62, QStringLiteral("center of pressure at the front edge"), false}};
    panel.setView(view);
    ASSERT_TRUE(tests::waitUntil([&] { return events.isVisible() && events.height() > 30; }));
    EXPECT_TRUE(events.text().contains(QStringLiteral("<b>First cause:</b> left knee")));
    QSignalSpy asked(&panel, &TrainTrialPanel::momentRequested);
    std::set<double> timesS;
    for (int y = 2; y < events.height(); y += 4) {
        QTest::mouseClick(&events, Qt::LeftButton, {}, QPoint(12, y));
    }
    for (const auto& each : asked) {
        timesS.insert(each.front().toDouble());
    }
    EXPECT_EQ(timesS, (std::set<double>{0.5, 0.62, 0.84}));
    view.why = {};
    panel.setView(view);
    EXPECT_FALSE(events.isVisible());
}

} // namespace
} // namespace sideline::widgets
