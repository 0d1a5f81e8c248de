#include "widgets/localization/estimator_panel.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>

#include "tests/widgets/panel_children.h"
#include "widgets/common/elided_label.h"
#include "widgets/localization/estimator_table.h"

namespace sideline::widgets {
namespace {

using localization::Method;
using tests::childOf;
using tests::plain;
using Part = EstimatorNameDelegate::Part;

EstimatorRow row(int id, const char* name, double meanM) {
    EstimatorRow row;
    row.id = id;
    row.name = QLatin1String(name);
    row.about = QStringLiteral("What it does.");
    row.color = QColor(0x2f, 0x8f, 0xe8);
    row.isValidNow = true;
    row.score = EstimatorScore{.meanM = meanM,
                               .p95M = 2.0 * meanM,
                               .maxM = 9.0 * meanM,
                               .headingMeanRad = meanM / 10.0,
                               .validRatio = 1.0,
                               .microseconds = 12.34,
                               .consistency = {}};
    row.now = BeliefError{.groundM = meanM / 2.0, .headingRad = -meanM};
    return row;
}

EstimatorView someView() {
    EstimatorView view;
    view.source = QStringLiteral("ut-player00.rec.gz: left 2, 6250 cycles, 125 s");
    view.truth = QStringLiteral("server, rounded to 1 cm");
    view.rows = {row(1, "Gyro", 0.2134), row(2, "Magma composite", 0.0612),
                 row(6, "Fusion", 0.00412),
                 row(9, "Fusion, no lines, every 3rd vision frame", 0.0081)};
    view.rows[1].score->validRatio = 0.99981;
    view.rows[2].score->consistency = 1.02;
    view.rows[3].score->consistency = 2.31;
    view.rows[3].isRemovable = true;
    view.chosen = 6;
    view.canRerun = true;
    return view;
}

class EstimatorPanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_panel.setView(someView());
        ASSERT_TRUE(tests::showActive(m_panel, 420, 900));
        m_table = &childOf<EstimatorTable>(m_panel, "estimators");
    }
    void resize(int width, int height) {
        m_panel.resize(width, height);
        ASSERT_TRUE(tests::waitUntil([&] { return m_panel.width() == width; }));
        QCoreApplication::processEvents();
    }
    QVariant data(int at, int column, int role = Qt::DisplayRole) const {
        return m_table->estimators().data(m_table->estimators().index(at, column), role);
    }
    std::string cell(int at, int column) const { return plain(data(at, column).toString()); }
    bool isBold(int at, int column) const {
        return data(at, column, Qt::FontRole).value<QFont>().bold();
    }
    void clickPart(Part part, int at) const {
        tests::click(*m_table->viewport(), m_table->place(part, at).center());
    }
    void toggle(const char* name) { childOf<QCheckBox>(m_panel, name).click(); }

    EstimatorPanel m_panel;
    EstimatorTable* m_table = nullptr;
};

TEST(EstimatorModelTest, KeepsTheRulesOfModels) {
    EstimatorModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    EstimatorView view = someView();
    model.setRows(view.rows, view.chosen);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    view.rows[0].now->groundM = 1.0;
    model.setRows(view.rows, view.chosen);
    EXPECT_EQ(resets.count(), 0) << "the same rows change in place";
    view.rows.pop_back();
    model.setRows(view.rows, 1);
    EXPECT_EQ(resets.count(), 1);
    EXPECT_EQ(model.rowCount(), 3);
    EXPECT_EQ(model.indexOf(6), 2);
    EXPECT_EQ(model.indexOf(9), -1);
    model.setRows({}, -1);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(EstimatorVariantTest, NamesTheDifferences) {
    EXPECT_EQ(plain(nameOf(EstimatorVariant{})), "Fusion");
    EXPECT_EQ(plain(nameOf(EstimatorVariant{.lines = false, .assumedNoise = 2.0})),
              "Fusion, no lines, assumes 2 x noise");
    EXPECT_EQ(plain(nameOf(EstimatorVariant{.method = Method::Umeyama,
                                            .cornerFlags = false,
                                            .goalPosts = false,
                                            .addedNoise = 0.5,
                                            .visionEvery = 3})),
              "Umeyama, no flags or posts, 0.5 x noise added, every 3rd vision frame");
    EXPECT_EQ(plain(nameOf(EstimatorVariant{.goalPosts = false,
                                            .gyro = false,
                                            .accelerometer = false,
                                            .feet = false,
                                            .learnsCameraOffset = false,
                                            .visionEvery = 12})),
              "Fusion, no goal posts, no gyro, no accelerometer, no feet, camera offset not "
              "estimated, every 12th vision frame");
    EXPECT_EQ(plain(nameOf(EstimatorVariant{.visionEvery = 22})),
              "Fusion, every 22nd vision frame");
}

TEST_F(EstimatorPanelTest, FiguresAreInMillimetresAndDegrees) {
    EXPECT_EQ(cell(2, EstimatorModel::MeanColumn), "4.12");
    EXPECT_EQ(cell(2, EstimatorModel::P95Column), "8.24");
    EXPECT_EQ(cell(0, EstimatorModel::MeanColumn), "213");
    EXPECT_EQ(cell(2, EstimatorModel::HeadingColumn), "0.024");
    EXPECT_EQ(cell(2, EstimatorModel::NowColumn), "2.06");
    EXPECT_EQ(cell(2, EstimatorModel::NowHeadingColumn), "-0.236");
    EXPECT_EQ(cell(2, EstimatorModel::ValidColumn), "100");
    EXPECT_EQ(cell(1, EstimatorModel::ValidColumn), "99.9") << "not all";
    EXPECT_EQ(cell(2, EstimatorModel::TimeColumn), "12.3");
    EXPECT_EQ(cell(2, EstimatorModel::ConsistencyColumn), "1.02 consistent");
    EXPECT_EQ(cell(3, EstimatorModel::ConsistencyColumn), "2.31 overconfident");
    EXPECT_EQ(cell(0, EstimatorModel::ConsistencyColumn), "-");
    EstimatorView view = someView();
    view.rows[2].score->consistency = 0.31;
    view.rows[0].score->meanM = std::nan("");
    view.rows[1].score.reset();
    view.rows[1].now.reset();
    m_panel.setView(view);
    EXPECT_EQ(cell(2, EstimatorModel::ConsistencyColumn), "0.31 underconfident");
    EXPECT_EQ(cell(0, EstimatorModel::MeanColumn), "-");
    EXPECT_EQ(cell(1, EstimatorModel::P95Column), "-");
    EXPECT_EQ(cell(1, EstimatorModel::NowColumn), "-");
}

TEST_F(EstimatorPanelTest, TheBestOfAColumnIsBold) {
    EXPECT_TRUE(isBold(2, EstimatorModel::MeanColumn));
    EXPECT_FALSE(isBold(0, EstimatorModel::MeanColumn));
    EXPECT_TRUE(isBold(2, EstimatorModel::ConsistencyColumn)) << "nearest to 1";
    EXPECT_TRUE(isBold(0, EstimatorModel::ValidColumn));
    EXPECT_TRUE(isBold(2, EstimatorModel::ValidColumn)) << "several may be best";
    EXPECT_FALSE(isBold(1, EstimatorModel::ValidColumn));
    EXPECT_FALSE(isBold(2, EstimatorModel::TimeColumn)) << "all are equal";
    EstimatorView view = someView();
    view.rows[2].isRunning = true;
    m_panel.setView(view);
    EXPECT_FALSE(isBold(2, EstimatorModel::MeanColumn)) << "not before it is done";
    EXPECT_TRUE(isBold(3, EstimatorModel::MeanColumn));
}

TEST_F(EstimatorPanelTest, AClickOnTheBoxShowsAndOnTheRowChooses) {
    QSignalSpy shown(&m_panel, &EstimatorPanel::shownChanged);
    QSignalSpy chosen(&m_panel, &EstimatorPanel::chosenChanged);
    clickPart(Part::Box, 1);
    ASSERT_EQ(shown.count(), 1);
    EXPECT_EQ(shown[0], (QVariantList{2, false}));
    EXPECT_EQ(chosen.count(), 0);
    clickPart(Part::Text, 0);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen[0][0], 1);
    EXPECT_EQ(m_table->estimators().chosen(), 1);
    clickPart(Part::Mark, 0);
    EXPECT_EQ(chosen.count(), 1) << "it is chosen already";
    EXPECT_EQ(shown.count(), 1);
    m_panel.setView(someView());
    EXPECT_EQ(m_table->estimators().chosen(), 6) << "the owner decides";
}

TEST_F(EstimatorPanelTest, OnlyAVariantCanBeRemoved) {
    QSignalSpy removed(&m_panel, &EstimatorPanel::removeRequested);
    EXPECT_TRUE(m_table->place(Part::Remove, 0).isEmpty());
    EXPECT_TRUE(data(3, EstimatorModel::NameColumn, Qt::FontRole).value<QFont>().italic());
    EXPECT_GT(m_table->place(Part::Box, 3).left(), m_table->place(Part::Box, 2).left());
    clickPart(Part::Remove, 3);
    ASSERT_EQ(removed.count(), 1);
    EXPECT_EQ(removed[0][0], 9);
}

TEST_F(EstimatorPanelTest, KeysWorkInTheTable) {
    QSignalSpy shown(&m_panel, &EstimatorPanel::shownChanged);
    QSignalSpy chosen(&m_panel, &EstimatorPanel::chosenChanged);
    QSignalSpy removed(&m_panel, &EstimatorPanel::removeRequested);
    m_table->setFocus();
    QTest::keyClick(m_table, Qt::Key_Delete);
    EXPECT_EQ(removed.count(), 0) << "a method stays";
    QTest::keyClick(m_table, Qt::Key_Down);
    QTest::keyClick(m_table, Qt::Key_Down);
    ASSERT_EQ(chosen.count(), 1) << "the last row is the last";
    EXPECT_EQ(chosen[0][0], 9);
    QTest::keyClick(m_table, Qt::Key_Space);
    ASSERT_EQ(shown.count(), 1);
    EXPECT_EQ(shown[0], (QVariantList{9, false}));
    QTest::keyClick(m_table, Qt::Key_Delete);
    EXPECT_EQ(removed.count(), 1);
    for (int i = 0; i < 5; ++i) {
        QTest::keyClick(m_table, Qt::Key_Up);
    }
    EXPECT_EQ(m_table->estimators().chosen(), 1);
    QTest::keyClick(m_table, Qt::Key_C, Qt::ControlModifier);
    const std::string copied = plain(QGuiApplication::clipboard()->text());
    EXPECT_NE(copied.find("Fusion\t2.06\t-0.236\t4.12\t8.24"), std::string::npos) << copied;
}

TEST_F(EstimatorPanelTest, InLittleWidthTheImportantColumnsStay) {
    const auto isThere = [&](int column) { return !m_table->isColumnHidden(column); };
    resize(320, 700);
    for (const int column : {EstimatorModel::NameColumn, EstimatorModel::NowColumn,
                             EstimatorModel::MeanColumn, EstimatorModel::P95Column}) {
        EXPECT_TRUE(isThere(column)) << column;
    }
    EXPECT_FALSE(isThere(EstimatorModel::ConsistencyColumn));
    for (int at = 0; at < 3; ++at) { // a name of a method is never cut off
        EXPECT_GE(m_table->place(Part::Text, at).width(),
                  m_table->fontMetrics().horizontalAdvance(data(at, 0).toString()))
            << at;
    }
    EXPECT_EQ(plain(data(3, 0, Qt::ToolTipRole).toString().section(QLatin1Char('\n'), 0, 0)),
              "Fusion, no lines, every 3rd vision frame")
        << "what is cut off stands in the tip";
    resize(420, 700);
    EXPECT_TRUE(isThere(EstimatorModel::HeadingColumn));
    resize(800, 700);
    for (int column = 0; column < EstimatorModel::ColumnCount; ++column) {
        EXPECT_TRUE(isThere(column)) << column;
    }
    int taken = 0;
    for (int column = 0; column < EstimatorModel::ColumnCount; ++column) {
        taken += m_table->columnWidth(column);
    }
    EXPECT_EQ(taken, m_table->viewport()->width());
}

TEST_F(EstimatorPanelTest, NothingIsWiderThanTheNarrowPanel) {
    resize(320, 500); // with a scroll bar
    const auto* scroll = m_panel.findChild<QScrollArea*>();
    ASSERT_NE(scroll, nullptr);
    EXPECT_TRUE(scroll->verticalScrollBar()->isVisible());
    EXPECT_LE(scroll->widget()->width(), scroll->viewport()->width());
    for (const auto* widget : m_panel.findChildren<QWidget*>()) {
        if (widget->isVisible() && (qobject_cast<const QAbstractButton*>(widget) != nullptr ||
                                    qobject_cast<const QAbstractSpinBox*>(widget) != nullptr)) {
            const int right = widget->mapTo(&m_panel, QPoint(widget->width(), 0)).x();
            EXPECT_LE(right, 320) << plain(widget->objectName());
            if (qobject_cast<const QCheckBox*>(widget) != nullptr) {
                EXPECT_GE(widget->width(), widget->sizeHint().width())
                    << plain(widget->objectName());
            }
        }
    }
    EXPECT_EQ(m_table->height(), m_table->horizontalHeader()->height() + 7 * m_table->rowHeight(0) +
                                     2 * m_table->frameWidth());
}

// In a panel as narrow as in a small window.
TEST_F(EstimatorPanelTest, LabelsOfNumbersAreWhole) {
    resize(260, 900);
    int labels = 0;
    for (const QLabel* label : m_panel.findChildren<QLabel*>()) {
        if (label->text() == QStringLiteral("Use every n-th vision frame")) {
            ++labels;
            EXPECT_GE(label->height(), label->heightForWidth(label->width()));
            EXPECT_GE(label->width(), label->minimumSizeHint().width());
            EXPECT_EQ(dynamic_cast<const ElidedLabel*>(label), nullptr);
        }
    }
    EXPECT_EQ(labels, 1);
}

TEST_F(EstimatorPanelTest, ShowsStreamGroundTruthAndInterval) {
    auto& source = childOf<ElidedLabel>(m_panel, "source");
    EXPECT_EQ(plain(source.text()), "ut-player00.rec.gz: left 2, 6250 cycles, 125 s");
    EXPECT_EQ(plain(childOf<QLabel>(m_panel, "interval").text()), "Figures of the whole stream");
    resize(240, 700);
    EXPECT_NE(source.shownText(), source.text());
    EXPECT_EQ(source.toolTip(), source.text());
    EstimatorView view = someView();
    view.truth.clear();
    view.interval = QStringLiteral("12.0 s to 30.0 s");
    view.progressPercent = 43;
    m_panel.setView(view);
    EXPECT_EQ(plain(childOf<QLabel>(m_panel, "truth").text()),
              "No ground truth: errors cannot be computed");
    EXPECT_EQ(plain(childOf<QLabel>(m_panel, "interval").text()), "Figures of 12.0 s to 30.0 s");
    EXPECT_TRUE(childOf<QProgressBar>(m_panel, "progress").isVisible());
    EXPECT_EQ(childOf<QProgressBar>(m_panel, "progress").value(), 43);
    EXPECT_FALSE(childOf<QToolButton>(m_panel, "export").isEnabled()) << "not before it is done";
    m_panel.setView(someView());
    EXPECT_FALSE(childOf<QProgressBar>(m_panel, "progress").isVisible());
    QSignalSpy exported(&m_panel, &EstimatorPanel::exportRequested);
    QSignalSpy opened(&m_panel, &EstimatorPanel::openRequested);
    childOf<QToolButton>(m_panel, "export").click();
    childOf<QToolButton>(m_panel, "openAnother").click();
    EXPECT_EQ(exported.count(), 1);
    EXPECT_EQ(opened.count(), 1);
}

TEST_F(EstimatorPanelTest, WithoutAStreamItOffersToOpenOne) {
    EstimatorView view;
    view.hint = QStringLiteral("Record an agent first.");
    m_panel.setView(view);
    EXPECT_EQ(plain(childOf<QLabel>(m_panel, "hint").text()), "Record an agent first.");
    EXPECT_TRUE(childOf<QLabel>(m_panel, "hint").isVisible());
    EXPECT_FALSE(m_table->isVisible());
    EXPECT_FALSE(childOf<ElidedLabel>(m_panel, "source").isVisible());
    QSignalSpy opened(&m_panel, &EstimatorPanel::openRequested);
    childOf<QPushButton>(m_panel, "open").click();
    EXPECT_EQ(opened.count(), 1);
}

TEST_F(EstimatorPanelTest, LayersAreSwitchedOneByOneAndTogether) {
    QSignalSpy changes(&m_panel, &EstimatorPanel::layersChanged);
    EXPECT_EQ(m_panel.layers(), defaultLocalizeLayers());
    auto& candidates = childOf<QCheckBox>(m_panel, "layer4");
    EXPECT_FALSE(candidates.isChecked());
    candidates.click();
    EXPECT_TRUE(m_panel.layers().all());
    EXPECT_EQ(changes.count(), 1);
    childOf<QPushButton>(m_panel, "noLayers").click();
    EXPECT_TRUE(m_panel.layers().none());
    EXPECT_EQ(changes.count(), 2) << "once for all of them";
    childOf<QPushButton>(m_panel, "noLayers").click();
    EXPECT_EQ(changes.count(), 2) << "nothing changed";
    childOf<QPushButton>(m_panel, "allLayers").click();
    EXPECT_TRUE(m_panel.layers().all());
    childOf<QPushButton>(m_panel, "usualLayers").click();
    EXPECT_EQ(m_panel.layers(), defaultLocalizeLayers());
    EXPECT_EQ(changes.count(), 4);
    m_panel.setLayers(LocalizeLayers(3));
    EXPECT_EQ(m_panel.layers(), LocalizeLayers(3));
    EXPECT_EQ(changes.count(), 4) << "what the owner sets is no news";
}

TEST_F(EstimatorPanelTest, SectionsFold) {
    auto& heading = childOf<QToolButton>(m_panel, "foldLayers");
    auto& box = childOf<QCheckBox>(m_panel, "layer0");
    EXPECT_TRUE(box.isVisible());
    heading.click();
    EXPECT_FALSE(box.isVisible());
    EXPECT_TRUE(m_panel.layers().test(0)) << "and keep what they say";
    childOf<QToolButton>(m_panel, "foldWhatIf").click();
    EXPECT_FALSE(childOf<QPushButton>(m_panel, "run").isVisible());
}

TEST_F(EstimatorPanelTest, AVariantIsPutTogetherAndRun) {
    qRegisterMetaType<EstimatorVariant>();
    auto& run = childOf<QPushButton>(m_panel, "run");
    EstimatorVariant requested;
    int requests = 0;
    QObject::connect(&m_panel, &EstimatorPanel::variantRequested, &m_panel,
                     [&](const EstimatorVariant& variant) {
                         requested = variant;
                         ++requests;
                     });
    EXPECT_FALSE(run.isEnabled()) << "it is the method as it is";
    toggle("lines");
    toggle("feet");
    toggle("cameraOffset");
    childOf<QDoubleSpinBox>(m_panel, "assumedNoise").setValue(2.0);
    childOf<QDoubleSpinBox>(m_panel, "addedNoise").setValue(0.5);
    childOf<QDoubleSpinBox>(m_panel, "visionEvery").setValue(2.0);
    ASSERT_TRUE(run.isEnabled()) << plain(run.toolTip());
    EXPECT_EQ(plain(childOf<QLabel>(m_panel, "whatIfName").text()),
              "Fusion, no lines, no feet, camera offset not estimated, assumes 2 x noise, 0.5 x "
              "noise added, every 2nd vision frame");
    run.click();
    ASSERT_EQ(requests, 1);
    EXPECT_EQ(requested, (EstimatorVariant{.lines = false,
                                           .feet = false,
                                           .learnsCameraOffset = false,
                                           .assumedNoise = 2.0,
                                           .addedNoise = 0.5,
                                           .visionEvery = 2}));
    childOf<QPushButton>(m_panel, "reset").click();
    EXPECT_EQ(m_panel.variant(), EstimatorVariant{});
    EXPECT_FALSE(run.isEnabled());
}

TEST_F(EstimatorPanelTest, WhatAMethodDoesNotKnowIsNotAsked) {
    childOf<QDoubleSpinBox>(m_panel, "assumedNoise").setValue(3.0);
    auto& method = childOf<QComboBox>(m_panel, "method");
    ASSERT_EQ(method.count(), static_cast<int>(localization::kMethods.size()));
    method.setCurrentIndex(0);
    EXPECT_EQ(m_panel.variant(), EstimatorVariant{.method = Method::Gyro});
    EXPECT_FALSE(childOf<QDoubleSpinBox>(m_panel, "assumedNoise").isEnabled());
    EXPECT_FALSE(childOf<QCheckBox>(m_panel, "cameraOffset").isEnabled());
    method.setCurrentIndex(method.count() - 1);
    EXPECT_DOUBLE_EQ(m_panel.variant().assumedNoise, 3.0) << "it is not forgotten";
}

TEST_F(EstimatorPanelTest, SaysWhyNothingCanBeRun) {
    auto& run = childOf<QPushButton>(m_panel, "run");
    const auto reason = [&] { return run.isEnabled() ? std::string() : plain(run.toolTip()); };
    EXPECT_NE(reason().find("Nothing differs"), std::string::npos);
    m_panel.setVariant({.lines = false});
    EXPECT_EQ(reason(), "");
    EstimatorView view = someView();
    view.canRerun = false;
    m_panel.setView(view);
    EXPECT_NE(reason().find("not available"), std::string::npos);
    m_panel.setView({});
    EXPECT_NE(reason().find("No stream"), std::string::npos);
    m_panel.setView(someView());
    m_panel.setVariant({.lines = false, .visionEvery = 3}); // the variant in the list
    EXPECT_NE(reason().find("Already"), std::string::npos);
}

TEST_F(EstimatorPanelTest, TipsExplain) {
    EXPECT_NE(plain(data(3, EstimatorModel::ConsistencyColumn, Qt::ToolTipRole).toString())
                  .find("overconfident"),
              std::string::npos);
    EXPECT_NE(plain(data(0, EstimatorModel::ConsistencyColumn, Qt::ToolTipRole).toString())
                  .find("reports no uncertainty"),
              std::string::npos);
    EstimatorView view = someView();
    view.rows[0].isValidNow = false;
    view.rows[0].now.reset();
    m_panel.setView(view);
    EXPECT_NE(plain(data(0, EstimatorModel::NowColumn, Qt::ToolTipRole).toString()).find("No pose"),
              std::string::npos);
    for (int column = 0; column < EstimatorModel::ColumnCount; ++column) {
        EXPECT_FALSE(m_table->estimators()
                         .headerData(column, Qt::Horizontal, Qt::ToolTipRole)
                         .toString()
                         .isEmpty());
    }
}

TEST_F(EstimatorPanelTest, TheBoxHasTheColorOfTheEstimator) {
    const auto colorAt = [&](int at) {
        const QPoint corner = m_table->place(Part::Box, at).topLeft() + QPoint(3, 3);
        return tests::picture(*m_table->viewport()).pixelColor(corner);
    };
    EXPECT_EQ(colorAt(0), QColor(0x2f, 0x8f, 0xe8));
    EstimatorView view = someView();
    view.rows[0].isShown = false;
    m_panel.setView(view);
    EXPECT_NE(colorAt(0), QColor(0x2f, 0x8f, 0xe8)) << "hollow";
}

TEST_F(EstimatorPanelTest, WhatAnAgentReportsStandsUnderTheTable) {
    auto& values = childOf<QLabel>(m_panel, "values");
    auto& beliefs = childOf<QLabel>(m_panel, "beliefs");
    EXPECT_FALSE(values.isVisible());
    EXPECT_FALSE(beliefs.isVisible());
    EstimatorView view = someView();
    view.rows[3].score->microseconds.reset();
    view.values = {QStringLiteral("ess: 31.5"), QStringLiteral("state: <b>lost</b>")};
    view.beliefs = QStringLiteral("Beliefs on 127.0.0.1:3300: 12 received");
    m_panel.setView(view);
    EXPECT_TRUE(values.isVisible());
    EXPECT_EQ(plain(values.text()), "ess: 31.5   state: <b>lost</b>");
    EXPECT_EQ(values.textFormat(), Qt::PlainText);
    EXPECT_TRUE(beliefs.isVisible());
    const EstimatorModel& model = m_table->estimators();
    EXPECT_EQ(plain(model.index(3, EstimatorModel::TimeColumn).data().toString()), "-");
}

} // namespace
} // namespace sideline::widgets
