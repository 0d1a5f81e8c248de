#include "widgets/live/drawing_panel.h"

#include <gtest/gtest.h>

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLocale>
#include <QSignalSpy>
#include <QTabWidget>

#include "tests/support/roboviz_client.h"
#include "tests/widgets/input_events.h"
#include "tests/widgets/panel_children.h"

namespace sideline::widgets {
namespace {

using namespace std::chrono_literals;
using namespace std::string_view_literals;
using drawing::DrawingBuilder;
using drawing::DrawingFilter;
namespace rv = tests::roboviz;

constexpr const char* kOne = "127.0.0.1:40312";
constexpr const char* kTwo = "127.0.0.1:40313";
constexpr std::string_view kRed = "\xff\x00\x00"sv;

class DrawingPanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        QObject::connect(&m_panel, &DrawingPanel::filterChanged, &m_panel,
                         [this](const DrawingFilter& filter) { m_reported.push_back(filter); });
        for (const std::string& datagram : rv::staticPicture()) {
            m_builder.apply(kOne, datagram, m_now);
        }
        for (int step = 0; step < 100; ++step) {
            m_now += 40ms;
            for (const std::string& datagram : rv::animatedPicture(step)) {
                m_builder.apply(kTwo, datagram, m_now);
            }
        }
        show();
        ASSERT_TRUE(tests::showWidget(m_panel, 420, 560));
    }
    void show() {
        DrawingView view;
        view.board = m_builder.board();
        view.stats = std::make_shared<const drawing::DrawingStats>(m_builder.stats(m_now));
        view.now = m_now;
        view.address = QStringLiteral("0.0.0.0:32769");
        m_panel.setView(view);
    }
    void showPage(int page) {
        m_panel.findChild<QTabWidget*>()->setCurrentIndex(page);
        QCoreApplication::processEvents();
    }
    template <typename Widget>
    Widget& child(const char* name) {
        return tests::childOf<Widget>(m_panel, name);
    }
    QTreeWidget& tree() { return child<QTreeWidget>("tree"); }
    // The tree as text: depth, tick (x, - for none, in brackets when it has no effect), name,
    // count.
    std::string treeText() {
        std::string text;
        for (QTreeWidgetItemIterator it(&tree()); *it != nullptr; ++it) {
            const QTreeWidgetItem& item = **it;
            for (const auto* above = item.parent(); above != nullptr; above = above->parent()) {
                text += "  ";
            }
            const char* tick = item.checkState(0) == Qt::Checked ? "x" : "-";
            text += item.isDisabled() ? "(" + std::string(tick) + ")" : tick;
            text += ' ' + item.text(0).toStdString() + ' ' + item.text(1).toStdString() + '\n';
        }
        return text;
    }
    QTreeWidgetItem& item(const char* name) {
        const auto found =
            tree().findItems(QLatin1String(name), Qt::MatchExactly | Qt::MatchRecursive);
        EXPECT_EQ(found.size(), 1) << name;
        return *found.front();
    }
    void clickTick(const char* name) {
        const QRect row = tree().visualItemRect(&item(name));
        QTest::mouseClick(tree().viewport(), Qt::LeftButton, {},
                          QPoint(row.left() + 10, row.center().y()));
    }
    QPushButton& button(const char* words) {
        for (auto* found : m_panel.findChildren<QPushButton*>()) {
            if (found->text() == QLatin1String(words)) {
                return *found;
            }
        }
        ADD_FAILURE() << "no button " << words;
        return *m_panel.findChildren<QPushButton*>().front();
    }
    void takePicture(const char* name) {
        if (qEnvironmentVariableIsSet("SIDELINE_PICTURES")) { // to look at them
            m_panel.grab().save(qEnvironmentVariable("SIDELINE_PICTURES") +
                                QStringLiteral("/panel-%1.png").arg(QLatin1String(name)));
        }
    }
    DrawingPanel m_panel;
    DrawingBuilder m_builder;
    std::chrono::nanoseconds m_now = 50s;
    std::vector<DrawingFilter> m_reported;
};

TEST_F(DrawingPanelTest, ListsSetsBySenderAsATree) {
    EXPECT_EQ(treeText(), "x 127.0.0.1:40312 6\n"
                          "  x static 6\n"
                          "    x area 1\n"
                          "    x lines 4\n"
                          "    x texts 1\n"
                          "x 127.0.0.1:40313 17\n"
                          "  x animated 15\n"
                          "    x circles 1\n"
                          "    x points 12\n"
                          "    x spheres 2\n");
    EXPECT_EQ(child<QLabel>("summary").text(), QStringLiteral("21 of 21 shapes shown."));
    takePicture("tree");
}

TEST_F(DrawingPanelTest, LookingChangesNothing) {
    QSignalSpy clears(&m_panel, &DrawingPanel::clearRequested);
    showPage(1);
    showPage(0);
    child<QComboBox>("grouping").setCurrentIndex(1);
    show();
    EXPECT_TRUE(m_reported.empty());
    EXPECT_EQ(clears.count(), 0);
    button("Clear").click();
    EXPECT_EQ(clears.count(), 1);
}

TEST_F(DrawingPanelTest, ATickHidesASetAndAllBelow) {
    clickTick("points");
    ASSERT_EQ(m_reported.size(), 1U);
    EXPECT_FALSE(m_reported.back().shows(kTwo, "animated.points"));
    EXPECT_TRUE(m_reported.back().shows(kTwo, "animated.circles"));
    EXPECT_EQ(child<QLabel>("summary").text(), QStringLiteral("9 of 21 shapes shown."));
    clickTick("animated");
    EXPECT_FALSE(m_reported.back().shows(kTwo, "animated.circles"));
    EXPECT_FALSE(m_reported.back().shows(kTwo, "animated.new")) << "what comes later too";
    EXPECT_NE(treeText().find("    (x) circles"), std::string::npos) << treeText();
    clickTick("animated");
    EXPECT_TRUE(m_reported.back().shows(kTwo, "animated.circles"));
    EXPECT_FALSE(m_reported.back().shows(kTwo, "animated.points")) << "its own tick is still off";
    clickTick(kTwo);
    EXPECT_FALSE(m_reported.back().shows(m_builder.board()->agentNotes.at(0)));
    ASSERT_EQ(m_reported.size(), 4U);
}

// The view searches for the row of each item that reports a change, one after the other: with
// thousands of sets a click took seconds. So items do not report single changes.
TEST_F(DrawingPanelTest, ThousandsOfSetsAreChangedAtOnce) {
    constexpr int kSets = 400;
    for (int i = 0; i < kSets; ++i) {
        const std::string name = "many." + std::to_string(i);
        m_builder.apply(kOne, rv::point({1, 2, 3}, 4, kRed, name) + rv::swap(name), m_now);
    }
    show();
    QSignalSpy changes(tree().model(), &QAbstractItemModel::dataChanged);
    QSignalSpy rows(tree().model(), &QAbstractItemModel::rowsInserted);
    clickTick("many");
    EXPECT_FALSE(m_reported.back().shows(kOne, "many.7"));
    EXPECT_TRUE(item("399").isDisabled());
    clickTick("many");
    EXPECT_FALSE(item("399").isDisabled());
    EXPECT_LT(changes.count(), 10) << "the ticks that were clicked, and little else";
    for (int i = 0; i < kSets; ++i) { // other names: another tree
        const std::string name = "more." + std::to_string(i);
        m_builder.apply(kTwo, rv::point({1, 2, 3}, 4, kRed, name) + rv::swap(name), m_now);
    }
    changes.clear();
    show();
    EXPECT_TRUE(item("more").isExpanded());
    EXPECT_LT(changes.count(), 10);
    EXPECT_LT(rows.count(), 10);
}

TEST_F(DrawingPanelTest, WhatWasDroppedIsReported) {
    m_builder =
        DrawingBuilder({.maxShapesPerSet = 2, .maxBytesPerS = 300, .maxSenderBytesPerS = 300});
    for (int i = 0; i < 3; ++i) {
        m_builder.apply(kOne, rv::point({1, 2, 3}, 4, kRed, "s") + rv::swap("x"), m_now);
    }
    for (int i = 0; i < 50; ++i) {
        m_builder.apply(kOne, rv::point({1, 2, 3}, 4, kRed, "s") + rv::swap("s"), m_now);
    }
    DrawingView view;
    view.board = m_builder.board();
    drawing::DrawingStats stats = m_builder.stats(m_now);
    const auto refused = QLocale().toString(static_cast<qulonglong>(stats.refused));
    stats.unrecorded = 7;
    view.stats = std::make_shared<const drawing::DrawingStats>(stats);
    m_panel.setView(view);
    const QString summary = child<QLabel>("summary").text();
    const auto leftOut = QLocale().toString(static_cast<qulonglong>(stats.leftOut));
    EXPECT_TRUE(summary.contains(leftOut + QStringLiteral(" shapes omitted")))
        << summary.toStdString();
    EXPECT_TRUE(summary.contains(refused + QStringLiteral(" datagrams rejected")))
        << summary.toStdString();
    EXPECT_TRUE(summary.contains(QStringLiteral("Too many to record: 7")));
    takePicture("dropped");
    showPage(1);
    EXPECT_TRUE(child<QLabel>("details").text().contains(QStringLiteral("rejected")));
}

TEST_F(DrawingPanelTest, BySetATickCountsForEverySender) {
    m_builder.apply(kOne, rv::point({1, 2, 3}, 4, kRed, "animated.points") + rv::swap("animated"),
                    m_now);
    child<QComboBox>("grouping").setCurrentIndex(1);
    show();
    EXPECT_EQ(treeText(), "x animated 16\n"
                          "  x circles 1\n"
                          "  x points 13\n"
                          "  x spheres 2\n"
                          "x static 6\n"
                          "  x area 1\n"
                          "  x lines 4\n"
                          "  x texts 1\n");
    clickTick("points");
    EXPECT_FALSE(m_reported.back().shows(kOne, "animated.points"));
    EXPECT_FALSE(m_reported.back().shows(kTwo, "animated.points"));
}

TEST_F(DrawingPanelTest, CountsFollowWithoutDisturbingTheTree) {
    item("static").setExpanded(false);
    tree().setCurrentItem(&item("circles"));
    QTreeWidgetItem* before = &item("circles");
    m_builder.apply(kTwo,
                    rv::circle(1, 1, 1, 1, kRed, "animated.circles") +
                        rv::circle(2, 1, 1, 1, kRed, "animated.circles") +
                        rv::swap("animated.circles"),
                    m_now);
    show();
    EXPECT_EQ(&item("circles"), before);
    EXPECT_EQ(before->text(1), QStringLiteral("2"));
    m_builder.apply(kTwo, rv::point({1, 2, 3}, 4, kRed, "new") + rv::swap("new"), m_now);
    show();
    EXPECT_EQ(item("new").text(1), QStringLiteral("1"));
    EXPECT_FALSE(item("static").isExpanded());
    EXPECT_EQ(tree().currentItem(), &item("circles"));
    EXPECT_TRUE(m_reported.empty());
}

TEST_F(DrawingPanelTest, TheSearchTakesExpressionsAndReportsBadOnes) {
    auto& search = child<QLineEdit>("search");
    QTest::keyClicks(&search, QStringLiteral("LINES|points"));
    EXPECT_EQ(m_reported.back().pattern(), "LINES|points");
    EXPECT_EQ(treeText(), "x 127.0.0.1:40312 4\n"
                          "  x static 4\n"
                          "    x lines 4\n"
                          "x 127.0.0.1:40313 14\n"
                          "  x animated 12\n"
                          "    x points 12\n");
    const QColor good = search.palette().color(QPalette::Text);
    const std::size_t reported = m_reported.size();
    QTest::keyClicks(&search, QStringLiteral("("));
    EXPECT_EQ(m_reported.size(), reported);
    EXPECT_NE(search.palette().color(QPalette::Text), good);
    EXPECT_TRUE(search.toolTip().contains(QStringLiteral("not a regular expression")));
    EXPECT_EQ(m_panel.filter().pattern(), "LINES|points");
    takePicture("search");
    search.clear();
    EXPECT_EQ(search.palette().color(QPalette::Text), good);
    EXPECT_TRUE(m_reported.back().shows(kTwo, "animated.circles"));
}

TEST_F(DrawingPanelTest, ShowsAFilterThatComesFromElsewhere) {
    DrawingFilter filter;
    filter.hide(kOne, "static.lines");
    filter.isOn = false;
    m_panel.setFilter(filter);
    EXPECT_NE(treeText().find("- lines"), std::string::npos);
    EXPECT_FALSE(child<QCheckBox>("isOn").isChecked());
    EXPECT_TRUE(m_panel.filter() == filter);
    EXPECT_TRUE(m_reported.empty());
    child<QCheckBox>("isOn").click();
    ASSERT_EQ(m_reported.size(), 1U);
    EXPECT_TRUE(m_reported.back().isOn);
}

TEST_F(DrawingPanelTest, TheInspectorListsWhatEachSenderSends) {
    m_builder.apply(kTwo, rv::swap("x") + "\x09\x09", m_now);
    std::string large;
    while (large.size() < 600) {
        large += rv::point({1, 2, 3}, 4, kRed, "lost.shapes");
    }
    m_builder.apply(kTwo, large, m_now);
    m_now += 3s;
    show();
    showPage(1);
    auto& senders = child<QTreeWidget>("senders");
    ASSERT_EQ(senders.topLevelItemCount(), 2);
    EXPECT_EQ(senders.topLevelItem(0)->text(0), QLatin1String(kOne));
    EXPECT_TRUE(senders.topLevelItem(0)->icon(0).isNull());
    EXPECT_EQ(senders.topLevelItem(1)->text(2), QStringLiteral("602"));
    EXPECT_EQ(senders.topLevelItem(1)->text(4), QStringLiteral("1"));
    EXPECT_FALSE(senders.topLevelItem(1)->icon(0).isNull());
    senders.setCurrentItem(senders.topLevelItem(1));
    const QString details = child<QLabel>("details").text();
    EXPECT_TRUE(details.contains(QStringLiteral("last 3.0 s ago"))) << details.toStdString();
    EXPECT_TRUE(details.contains(QStringLiteral("command 9 is unknown")));
    EXPECT_TRUE(details.contains(QStringLiteral("byte 4")));
    EXPECT_TRUE(details.contains(QStringLiteral("lost.shapes (")));
    EXPECT_TRUE(details.contains(QStringLiteral("longer than 512 bytes: 1")));
    takePicture("senders");
    show();
    EXPECT_EQ(senders.currentItem(), senders.topLevelItem(1)) << "the choice stays";
}

TEST_F(DrawingPanelTest, ReportsWhereToSend) {
    showPage(1);
    auto& address = child<QLabel>("address");
    EXPECT_EQ(address.text(), QStringLiteral("Listening on UDP 0.0.0.0:32769"));
    button("Copy example").click();
    const QString copied = QGuiApplication::clipboard()->text();
    EXPECT_TRUE(copied.contains(QStringLiteral("('127.0.0.1', 32769)"))) << copied.toStdString();
    DrawingView view;
    view.fault = QStringLiteral("UDP port 32769 is in use: is RoboViz running?");
    m_panel.setView(view);
    EXPECT_EQ(address.text(), view.fault);
    EXPECT_FALSE(button("Copy example").isEnabled());
    EXPECT_EQ(child<QTreeWidget>("senders").topLevelItemCount(), 0);
    EXPECT_EQ(treeText(), "");
    view.isReplay = true;
    m_panel.setView(view);
    EXPECT_TRUE(address.text().contains(QStringLiteral("recording")));
    EXPECT_FALSE(button("Clear").isEnabled()) << "the past stays as it was";
}

TEST_F(DrawingPanelTest, NamesAreNoMarkupAndNoPaths) {
    m_builder.clear();
    m_builder.apply(kOne,
                    rv::point({1, 2, 3}, 4, kRed, "") + rv::point({1, 2, 3}, 4, kRed, "a..b") +
                        rv::point({1, 2, 3}, 4, kRed, ".x") + rv::swap(""),
                    m_now);
    show();
    EXPECT_EQ(treeText(), "x 127.0.0.1:40312 3\n"
                          "  x x 1\n"
                          "  x a 1\n"
                          "    x (no name) 1\n"
                          "      x b 1\n");
    child<QComboBox>("grouping").setCurrentIndex(1);
    EXPECT_EQ(tree().topLevelItemCount(), 3);
    EXPECT_EQ(tree().topLevelItem(0)->text(0), QStringLiteral("(no name)"));
}

} // namespace
} // namespace sideline::widgets
