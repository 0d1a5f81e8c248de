// Long names in labels, combo boxes, tables and menus; scroll areas; labels of rulers.
#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyleFactory>
#include <QTableWidget>
#include <QToolTip>
#include <QVBoxLayout>

#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"
#include "widgets/common/elided_label.h"
#include "widgets/common/eliding_style.h"
#include "widgets/common/panel_area.h"
#include "widgets/common/text_format.h"
#include "widgets/train/train_trial_panel.h"

namespace sideline::widgets {
namespace {

QString longName() {
    return QString(100, QLatin1Char('a')) + QString(100, QLatin1Char('z'));
}

void pointAt(QWidget& widget, const QPoint& pos) {
    QToolTip::hideText();
    QHelpEvent event(QEvent::ToolTip, pos, widget.mapToGlobal(pos));
    QApplication::sendEvent(&widget, &event);
}

TEST(ElidedLabelTest, ALongNameKeepsBothEndsAndIsInTheTooltip) {
    ElidedLabel label("name");
    label.setText(longName());
    label.setToolTip(QStringLiteral("not saved yet"));
    ASSERT_TRUE(tests::showWidget(label, 200, 20));
    EXPECT_LT(label.minimumSizeHint().width(), 60);
    EXPECT_TRUE(label.shownText().startsWith(QLatin1Char('a')));
    EXPECT_TRUE(label.shownText().endsWith(QLatin1Char('z')));
    EXPECT_LE(label.fontMetrics().horizontalAdvance(label.shownText()), 200);
    pointAt(label, {10, 10});
    EXPECT_EQ(QToolTip::text(), longName() + QStringLiteral("\nnot saved yet"));
    QToolTip::hideText();
}

TEST(ElidedLabelTest, LeavesRoomForItsNeighbors) {
    QWidget line;
    auto* row = new QHBoxLayout(&line);
    auto* name = new ElidedLabel("name");
    auto* state = new ElidedLabel("state", Qt::ElideRight, QSizePolicy::Preferred);
    name->setText(longName());
    state->setText(QStringLiteral("0.00 s, CoM 42 mm inside"));
    row->addWidget(name, 1);
    row->addWidget(state);
    ASSERT_TRUE(tests::showWidget(line, 500, 40));
    EXPECT_EQ(state->shownText(), state->text());
    EXPECT_GE(name->width(), 200);
    EXPECT_LE(line.minimumSizeHint().width(), 200);
}

class ElidingStyleTest : public ::testing::Test {
protected:
    ElidingStyle m_style{QStyleFactory::create(QStringLiteral("Fusion"))};
};

TEST_F(ElidingStyleTest, AComboBoxIsNotWiderForALongName) {
    QComboBox box;
    box.setStyle(&m_style);
    box.addItem(longName());
    box.setToolTip(QStringLiteral("Team"));
    ASSERT_TRUE(tests::showWidget(box, 150, 24));
    EXPECT_LE(box.minimumSizeHint().width(), 300);
    EXPECT_LE(box.sizeHint().width(), 300);
    pointAt(box, {10, 10});
    EXPECT_EQ(QToolTip::text(), longName() + QStringLiteral("\nTeam"));
    QToolTip::hideText();
    box.setItemText(0, QStringLiteral("short"));
    pointAt(box, {10, 10});
    EXPECT_EQ(QToolTip::text(), QStringLiteral("Team"));
    QToolTip::hideText();
}

TEST_F(ElidingStyleTest, ElidedCellsAndHeadersHaveTooltips) {
    QTableWidget table(1, 1);
    table.setStyle(&m_style);
    for (QWidget* part : table.findChildren<QWidget*>()) {
        part->setStyle(&m_style);
    }
    table.setHorizontalHeaderLabels({longName()});
    table.setItem(0, 0, new QTableWidgetItem(longName()));
    ASSERT_TRUE(tests::showWidget(table, 250, 120));
    table.setColumnWidth(0, 100);
    pointAt(*table.viewport(), table.visualItemRect(table.item(0, 0)).center());
    EXPECT_EQ(QToolTip::text(), longName());
    QToolTip::hideText();
    pointAt(*table.horizontalHeader()->viewport(), {20, 5});
    EXPECT_EQ(QToolTip::text(), longName());
    QToolTip::hideText();
}

TEST_F(ElidingStyleTest, AMenuIsNotWiderForALongName) {
    QMenu menu;
    menu.setStyle(&m_style);
    menu.addAction(longName());
    EXPECT_LE(menu.sizeHint().width(), 600);
}

// A list with a wrapped text above it, as in many panels.
TEST(PanelAreaTest, AListShrinksBeforeTheAreaScrolls) {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    auto* about = new QLabel(QStringLiteral("A sentence that is wrapped to several lines here"));
    about->setWordWrap(true);
    auto* list = new QListWidget;
    for (int i = 0; i < 50; ++i) {
        list->addItem(QString::number(i));
    }
    column->addWidget(about);
    column->addWidget(list);
    PanelArea area(content);
    ASSERT_TRUE(tests::showWidget(area, 160, 200));
    EXPECT_TRUE(list->verticalScrollBar()->isVisible());
    EXPECT_FALSE(area.verticalScrollBar()->isVisible());
    EXPECT_GE(about->height(), about->heightForWidth(about->width()));
    list->setMinimumHeight(400);
    EXPECT_TRUE(tests::waitUntil([&] { return area.verticalScrollBar()->isVisible(); }));
    list->setMinimumHeight(60);
    EXPECT_TRUE(tests::waitUntil([&] { return !area.verticalScrollBar()->isVisible(); }));
}

TEST(PanelAreaTest, ContentThatIsTooWideScrollsSideways) {
    auto* content = new QLabel(QStringLiteral("wide"));
    content->setMinimumWidth(400);
    PanelArea area(content);
    ASSERT_TRUE(tests::showWidget(area, 160, 100));
    EXPECT_EQ(content->width(), 400);
    EXPECT_TRUE(area.horizontalScrollBar()->isVisible());
    EXPECT_FALSE(area.verticalScrollBar()->isVisible());
}

// They would reach over the docks below.
TEST(TrainTrialPanelTest, ManyFiguresScrollInASmallWindow) {
    TrainTrialPanel panel;
    TrainTrialView view;
    view.title = QStringLiteral("Generation 0, number 0, a champion");
    view.figures = QStringLiteral("<table>");
    for (int i = 0; i < 30; ++i) {
        view.figures += QStringLiteral("<tr><td>Figure %1</td><td>0.5 m</td></tr>").arg(i);
    }
    view.figures += QStringLiteral("</table>");
    panel.setView(view);
    ASSERT_TRUE(tests::showWidget(panel, 290, 400));
    EXPECT_LE(panel.minimumSizeHint().height(), 340);
    const auto& area = *panel.findChild<QScrollArea*>();
    EXPECT_TRUE(area.verticalScrollBar()->isVisible());
}

TEST(RulerLabelTest, LabelsStandBesideThePlayhead) {
    // far away, on the right, on the left, at the left edge of the ruler
    EXPECT_EQ(besidePlayhead(100.0, 15.0, 200.0, 6.0), 100.0);
    EXPECT_EQ(besidePlayhead(100.0, 15.0, 95.0, 6.0), 118.0);
    EXPECT_EQ(besidePlayhead(100.0, 15.0, 105.0, 6.0), 82.0);
    EXPECT_EQ(besidePlayhead(15.0, 15.0, 18.0, 6.0), 41.0);
}

} // namespace
} // namespace sideline::widgets
