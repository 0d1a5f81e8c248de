#include "widgets/common/number_field.h"

#include <utility>

#include <gtest/gtest.h>

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <QTableWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "tests/gui/gui_support.h"
#include "tests/widgets/panel_children.h"
#include "widgets/common/field_commit.h"

namespace sideline::widgets {
namespace {

class NumberFieldTest : public ::testing::Test {
protected:
    void SetUp() override {
        auto* column = new QVBoxLayout(&m_window);
        for (QAbstractSpinBox* field :
             {static_cast<QAbstractSpinBox*>(m_number), static_cast<QAbstractSpinBox*>(m_count)}) {
            field->setKeyboardTracking(false);
            column->addWidget(field);
        }
        m_button->setFocusPolicy(Qt::NoFocus);
        column->addWidget(m_button);
        column->addStretch(1);
        m_number->setRange(-120.0, 120.0);
        m_number->setSuffix(QStringLiteral("\u00b0"));
        m_number->setDecimals(1);
        m_count->setRange(1, 65535);
        ASSERT_TRUE(tests::showActive(m_window, 300, 200));
    }
    void write(QWidget* field, const char* text) {
        field->setFocus();
        QMetaObject::invokeMethod(field, "selectAll");
        QTest::keyClicks(field, QLatin1String(text));
    }
    std::string note() const {
        const auto* label = m_window.findChild<QLabel*>(QStringLiteral("fieldNote"));
        return label != nullptr && label->isVisible() ? tests::plain(label->text()) : std::string();
    }

    QWidget m_window;
    NumberField* m_number = new NumberField;
    CountField* m_count = new CountField;
    QPushButton* m_button = new QPushButton;
};

TEST_F(NumberFieldTest, BeyondTheRangeItIsHeldAndSaysSo) {
    write(m_number, "-200");
    EXPECT_EQ(tests::plain(m_number->cleanText()), "-200");
    QTest::keyClick(m_number, Qt::Key_Return);
    EXPECT_DOUBLE_EQ(m_number->value(), -120.0);
    EXPECT_EQ(note(), "Must be -120.0\u00b0 to 120.0\u00b0: set to -120.0\u00b0");
    write(m_count, "99999");
    QTest::keyClick(m_count, Qt::Key_Tab);
    EXPECT_EQ(m_count->value(), 65535);
    EXPECT_EQ(note(), "Must be 1 to 65535: set to 65535");
    EXPECT_EQ(m_window.findChildren<QLabel*>(QStringLiteral("fieldNote")).size(), 1);
}

TEST_F(NumberFieldTest, ASignIsNotLost) {
    write(m_count, "-5"); // was 5
    QTest::keyClick(m_count, Qt::Key_Return);
    EXPECT_EQ(m_count->value(), 1);
    write(m_number, "+7");
    QTest::keyClick(m_number, Qt::Key_Return);
    EXPECT_DOUBLE_EQ(m_number->value(), 7.0);
}

TEST_F(NumberFieldTest, TooManyDecimalsAreRoundedAndSaidSo) {
    write(m_number, "12.37");
    EXPECT_EQ(tests::plain(m_number->cleanText()), "12.37");
    QTest::keyClick(m_number, Qt::Key_Return);
    EXPECT_DOUBLE_EQ(m_number->value(), 12.4);
    EXPECT_EQ(note(), "Rounded to 12.4\u00b0");
}

TEST_F(NumberFieldTest, WhatIsNoNumberCannotBeWrittenAndAnEmptyFieldStays) {
    m_number->setValue(3.0);
    write(m_number, "x1y");
    EXPECT_EQ(tests::plain(m_number->cleanText()), "1");
    QTest::keyClick(m_number, Qt::Key_Backspace);
    QTest::keyClick(m_number, Qt::Key_Return);
    EXPECT_DOUBLE_EQ(m_number->value(), 3.0);
    EXPECT_EQ(note(), "");
}

TEST_F(NumberFieldTest, AClickOnWhatTakesNoFocusTakesWhatIsWritten) {
    const FieldCommit commit(nullptr);
    double atClick = 0.0;
    QObject::connect(m_button, &QPushButton::clicked, [&] { atClick = m_number->value(); });
    write(m_number, "42");
    QTest::mouseClick(m_button, Qt::LeftButton);
    EXPECT_DOUBLE_EQ(atClick, 42.0);
    EXPECT_TRUE(m_number->hasFocus()) << "the next number can be written";
    // A click within the field only moves its cursor.
    write(m_number, "4");
    QTest::mouseClick(m_number->findChild<QLineEdit*>(), Qt::LeftButton);
    EXPECT_DOUBLE_EQ(m_number->value(), 42.0);
}

TEST_F(NumberFieldTest, ArrowsStepTheFieldAndAreNoShortcutsThere) {
    const FieldCommit commit(nullptr);
    QAction action;
    action.setShortcut(Qt::Key_Up);
    m_window.addAction(&action);
    int triggered = 0;
    QObject::connect(&action, &QAction::triggered, [&] { ++triggered; });
    m_number->setFocus();
    QTest::keyClick(m_number, Qt::Key_Up);
    EXPECT_DOUBLE_EQ(m_number->value(), 1.0);
    EXPECT_EQ(triggered, 0);
    m_window.setFocus();
    m_number->clearFocus();
    QTest::keyClick(&m_window, Qt::Key_Up);
    EXPECT_EQ(triggered, 1);
}

TEST_F(NumberFieldTest, ArrowsInASearchFieldAreNoShortcuts) {
    const FieldCommit commit(nullptr);
    int triggered = 0;
    QLineEdit search(&m_window);
    search.show();
    search.setFocus();
    for (const Qt::Key key : {Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown}) {
        auto* action = new QAction(&m_window);
        action->setShortcut(key);
        m_window.addAction(action);
        QObject::connect(action, &QAction::triggered, [&] { ++triggered; });
        QTest::keyClick(&search, key);
        EXPECT_EQ(triggered, 0) << key;
    }
    QTest::keyClick(m_button, Qt::Key_Down);
    EXPECT_EQ(triggered, 1) << "elsewhere the key is a shortcut";
}

// Keys of what has the focus are no shortcuts, whatever the window does with them.
TEST_F(NumberFieldTest, SlidersListsTablesAndTreesHaveTheirKeysFirst) {
    const FieldCommit commit(nullptr);
    int triggered = 0;
    for (const Qt::Key key : {Qt::Key_Home, Qt::Key_End, Qt::Key_Left, Qt::Key_Right, Qt::Key_Up,
                              Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Space}) {
        auto* action = new QAction(&m_window);
        action->setShortcut(key);
        m_window.addAction(action);
        QObject::connect(action, &QAction::triggered, [&] { ++triggered; });
    }
    QSlider slider(Qt::Horizontal, &m_window);
    slider.setRange(0, 100);
    slider.show();
    slider.setFocus();
    const std::pair<Qt::Key, int> steps[] = {
        {Qt::Key_End, 100},   {Qt::Key_Home, 0},  {Qt::Key_Right, 1},    {Qt::Key_Up, 2},
        {Qt::Key_PageUp, 12}, {Qt::Key_Left, 11}, {Qt::Key_PageDown, 1}, {Qt::Key_Down, 0}};
    for (const auto& [key, value] : steps) {
        QTest::keyClick(&slider, key);
        EXPECT_EQ(slider.value(), value) << key;
    }
    EXPECT_EQ(triggered, 0);
    QTest::keyClick(&slider, Qt::Key_Space);
    EXPECT_EQ(triggered, 1) << "a slider does nothing with it";

    QTreeWidget tree(&m_window);
    auto* parent = new QTreeWidgetItem(&tree, {QStringLiteral("parent")});
    new QTreeWidgetItem(parent, {QStringLiteral("child")});
    auto* last = new QTreeWidgetItem(&tree, {QStringLiteral("last")});
    tree.setCurrentItem(parent);
    tree.show();
    tree.setFocus();
    QTest::keyClick(&tree, Qt::Key_Right);
    EXPECT_TRUE(parent->isExpanded());
    QTest::keyClick(&tree, Qt::Key_End);
    EXPECT_EQ(tree.currentItem(), last);
    QTest::keyClick(&tree, Qt::Key_Home);
    EXPECT_EQ(tree.currentItem(), parent);
    parent->setCheckState(0, Qt::Unchecked);
    QTest::keyClick(&tree, Qt::Key_Space);
    EXPECT_EQ(parent->checkState(0), Qt::Checked);
    EXPECT_EQ(triggered, 1);

    QTableWidget table(3, 2, &m_window);
    table.show();
    table.setFocus();
    table.setCurrentCell(0, 0);
    QTest::keyClick(&table, Qt::Key_Down);
    QTest::keyClick(&table, Qt::Key_Right);
    EXPECT_EQ(table.currentRow(), 1);
    EXPECT_EQ(table.currentColumn(), 1);
    EXPECT_EQ(triggered, 1);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    QTest::keyClick(&table, Qt::Key_Left);
    EXPECT_EQ(triggered, 2) << "rows do not go sideways: the window's shortcut may have it";

    QPlainTextEdit text(QStringLiteral("one\ntwo"), &m_window);
    text.setReadOnly(true);
    text.show();
    text.setFocus();
    QTest::keyClick(&text, Qt::Key_End);
    QTest::keyClick(&text, Qt::Key_PageDown);
    EXPECT_EQ(triggered, 2);
}

} // namespace
} // namespace sideline::widgets
