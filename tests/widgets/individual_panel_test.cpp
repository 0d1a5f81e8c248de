#include "widgets/train/individual_panel.h"

#include <gtest/gtest.h>

#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>

#include "tests/widgets/input_events.h"
#include "tests/widgets/panel_children.h"

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

} // namespace
} // namespace sideline::widgets
