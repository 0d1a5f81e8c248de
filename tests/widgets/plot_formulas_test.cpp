// Formulas, saved plots and exports of the plots, as a user makes them.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <sstream>

#include <QContextMenuEvent>
#include <QDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>

#include "tests/gui/file_dialog.h"
#include "tests/gui/gui_support.h"
#include "tests/support/test_files.h"
#include "tests/widgets/input_events.h"
#include "widgets/common/text_format.h"
#include "widgets/match/formula_dialog.h"
#include "widgets/match/plot_panel.h"

namespace sideline::widgets {
namespace {

using logs::SignalId;
using tests::plain;

class PlotFormulasTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_NE(tests::sampleMatch(), nullptr);
        QObject::connect(&m_panel, &PlotPanel::signalsRequested, &m_panel,
                         [this](const std::vector<SignalId>& ids) { giveValues(m_panel, ids); });
        m_panel.setIndex(tests::sampleMatch()->index());
        m_panel.setFrame(tests::fetchedFrame(*tests::sampleMatch(), 20));
        m_panel.showRange(0.0, 9.2);
        ASSERT_TRUE(tests::showWidget(m_panel, 1000, 600));
    }
    static void giveValues(PlotPanel& panel, const std::vector<SignalId>& ids) {
        logs::FrameReader reader = tests::sampleMatch()->makeReader();
        auto table = logs::extractSignals(reader, ids, 0, 46, [] { return true; });
        ASSERT_TRUE(table) << table.error().toString();
        panel.setTable(std::make_shared<logs::SignalTable>(std::move(*table)));
    }
    static QToolButton* button(PlotPanel& panel, const char* tip) {
        for (auto* found : panel.findChildren<QToolButton*>()) {
            if (found->toolTip().contains(QLatin1String(tip))) {
                return found;
            }
        }
        return nullptr;
    }
    static QTreeWidget& legend(PlotPanel& panel) { return *panel.findChild<CurveList*>(); }
    static std::string row(PlotPanel& panel, int index, int column = 0) {
        const QTreeWidgetItem* item = legend(panel).topLevelItem(index);
        return item == nullptr ? "no such row" : plain(item->text(column));
    }
    // Chooses an entry of the menu that opens next, by mouse; submenus are separated by >.
    static void chooseNext(QWidget& owner, const QString& entry) {
        QTimer::singleShot(0, &owner, [entry] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            ASSERT_NE(menu, nullptr);
            const QStringList path = entry.split(u'>');
            for (QAction* action : menu->actions()) {
                if (action->text() == path.front() && action->menu() != nullptr) {
                    for (QAction* inner : action->menu()->actions()) {
                        if (inner->text() == path.back()) {
                            menu->close();
                            inner->trigger();
                            return;
                        }
                    }
                } else if (action->text().contains(entry)) {
                    QTest::mouseClick(menu, Qt::LeftButton, {},
                                      menu->actionGeometry(action).center());
                    return;
                }
            }
            ADD_FAILURE() << "no entry " << plain(entry);
            menu->close();
        });
    }
    void choose(const char* tip, const QString& entry) {
        chooseNext(m_panel, entry);
        QTest::mouseClick(button(m_panel, tip), Qt::LeftButton);
    }
    // Opens the menu of a curve in the list, by mouse.
    void chooseOfCurve(int index, const QString& entry) {
        QTreeWidget& list = legend(m_panel);
        chooseNext(m_panel, entry);
        QContextMenuEvent event(QContextMenuEvent::Mouse,
                                list.visualItemRect(list.topLevelItem(index)).center(),
                                list.viewport()->mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(list.viewport(), &event);
    }
    // Calls a function for the next dialog of a kind, when it is open.
    template <typename Dialog>
    void whenOpen(const std::function<void(Dialog&)>& handle) {
        auto* waiting = new QTimer(&m_panel);
        QObject::connect(waiting, &QTimer::timeout, waiting, [waiting, handle] {
            auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
            if (dialog != nullptr && dialog->isVisible()) {
                waiting->stop();
                waiting->deleteLater();
                handle(*dialog);
            }
        });
        waiting->start(20);
    }
    // Types into the dialog of a formula that is open next, and presses Enter.
    void typeNext(const QString& name, const QString& text,
                  const std::function<void(FormulaDialog&)>& before = {}) {
        whenOpen<FormulaDialog>([name, text, before](FormulaDialog& dialog) {
            auto* edit = dialog.findChild<FormulaEdit*>();
            auto* named = dialog.findChild<QLineEdit*>(QStringLiteral("formulaName"));
            edit->selectAll();
            QTest::keyClicks(edit, text);
            named->selectAll();
            QTest::keyClicks(named, name);
            if (before) {
                before(dialog);
            }
            QTest::keyClick(edit, Qt::Key_Return);
            if (dialog.isVisible()) {
                ADD_FAILURE() << plain(tests::labelTexts(dialog).join(u'|'));
                dialog.reject();
            }
        });
    }
    void makeFormula(const QString& name, const QString& text) {
        typeNext(name, text);
        QTest::mouseClick(button(m_panel, "New formula"), Qt::LeftButton);
    }
    static std::string textOf(const std::filesystem::path& file) {
        std::ostringstream text;
        text << std::ifstream(file).rdbuf();
        return text.str();
    }

    tests::TempDir m_folder;
    PlotPanel m_panel;
};

TEST_F(PlotFormulasTest, ATypedFormulaIsACurve) {
    QSignalSpy stored(&m_panel.shelf(), &PlotShelf::storedChanged);
    makeFormula(QStringLiteral("distance"), QStringLiteral("sqrt(ball.x^2 + ball.y^2)"));
    ASSERT_EQ(legend(m_panel).topLevelItemCount(), 1);
    EXPECT_EQ(row(m_panel, 0), "distance");
    EXPECT_EQ(stored.count(), 1) << "it is kept";
    logs::FrameReader reader = tests::sampleMatch()->makeReader();
    const auto frame = *reader.frame(20);
    m_panel.setTime(frame->recordTimeS);
    const double expected = frame->ball->X_SBall.p.head<2>().norm();
    EXPECT_EQ(row(m_panel, 0, 1), plain(numberText(expected, 3, QStringLiteral("m"))));
    // Listed with other curves, in a group of its own; the check mark shows and hides it.
    auto* tree = m_panel.findChild<SignalTree*>()->findChild<QTreeWidget*>();
    const QTreeWidgetItem* group = tree->topLevelItem(tree->topLevelItemCount() - 1);
    ASSERT_EQ(plain(group->text(0)), "formulas");
    QTreeWidgetItem* item = group->child(0);
    EXPECT_EQ(plain(item->text(0)), "distance [m]");
    EXPECT_EQ(item->checkState(0), Qt::Checked);
    item->setCheckState(0, Qt::Unchecked);
    EXPECT_EQ(legend(m_panel).topLevelItemCount(), 0);
    item->setCheckState(0, Qt::Checked);
    EXPECT_EQ(row(m_panel, 0), "distance");
    m_panel.clearSignals();
    EXPECT_EQ(m_panel.chosen().formulas.size(), 1U) << "it stays when curves are removed";
}

TEST_F(PlotFormulasTest, ErrorsAreMarkedWhereTheyAre) {
    typeNext(QStringLiteral("x"), QStringLiteral("ball.x - bal.y"), [](FormulaDialog& dialog) {
        auto* edit = dialog.findChild<FormulaEdit*>();
        auto* accept = dialog.findChild<QPushButton*>();
        const auto problem = [&] {
            return plain(dialog.findChild<QLabel*>(QStringLiteral("formulaProblem"))->text());
        };
        EXPECT_NE(problem().find("no curve 'bal.y'"), std::string::npos) << problem();
        ASSERT_EQ(edit->extraSelections().size(), 1);
        EXPECT_EQ(plain(edit->extraSelections()[0].cursor.selectedText()), "bal.y");
        EXPECT_FALSE(accept->isEnabled());
        QTest::keyClick(edit, Qt::Key_Return);
        EXPECT_TRUE(dialog.isVisible()) << "a wrong formula is not accepted";
        edit->selectAll();
        QTest::keyClicks(edit, QStringLiteral("ball.x - right.44.y"));
        EXPECT_NE(problem().find("Not in this match: right.44.y"), std::string::npos) << problem();
        EXPECT_TRUE(edit->extraSelections().isEmpty());
    });
    QTest::mouseClick(button(m_panel, "New formula"), Qt::LeftButton);
    EXPECT_EQ(row(m_panel, 0, 1), "missing");
    EXPECT_NE(plain(legend(m_panel).topLevelItem(0)->toolTip(0)).find("no right.44.y"),
              std::string::npos);
}

TEST_F(PlotFormulasTest, NamesAreCompletedByKeys) {
    m_panel.shelf().setMoreNames([] {
        return QStringList{QStringLiteral("ball.x"), QStringLiteral("left.7 a.b-c.d"),
                           QStringLiteral("left.7.x")};
    });
    typeNext(QStringLiteral("done"), QStringLiteral("2*bal"), [](FormulaDialog& dialog) {
        auto* edit = dialog.findChild<FormulaEdit*>();
        edit->moveCursor(QTextCursor::End);
        QTest::keyClicks(edit, QStringLiteral("l"));
        QTest::keyClick(edit, Qt::Key_Tab);
        EXPECT_EQ(plain(edit->toPlainText()), "2*ball.x");
        QTest::keyClicks(edit, QStringLiteral("-a.b"));
        QTest::keyClick(edit, Qt::Key_Tab);
        EXPECT_EQ(plain(edit->toPlainText()), "2*ball.x-'left.7 a.b-c.d'");
    });
    QTest::mouseClick(button(m_panel, "New formula"), Qt::LeftButton);
    EXPECT_EQ(m_panel.signalIds().size(), 2U);
}

TEST_F(PlotFormulasTest, FormulasAreEditedAndRemoved) {
    makeFormula(QStringLiteral("a"), QStringLiteral("ball.x"));
    choose("Derivative", QStringLiteral("Derivative of a [m]"));
    EXPECT_EQ(row(m_panel, 1), "d/dt a") << "formulas are derived like signals";
    typeNext(QStringLiteral("b"), QStringLiteral("ball.x * 2"));
    chooseOfCurve(0, QStringLiteral("Edit the formula..."));
    EXPECT_EQ(row(m_panel, 0), "b");
    EXPECT_EQ(row(m_panel, 1), "d/dt b");
    ASSERT_EQ(m_panel.chosen().formulas.size(), 1U);
    EXPECT_EQ(m_panel.chosen().formulas[0].formula->text(), "ball.x * 2");
    m_panel.shelf().removeFormula("b");
    EXPECT_EQ(legend(m_panel).topLevelItemCount(), 0);
    EXPECT_TRUE(m_panel.chosen().formulas.empty());
}

TEST_F(PlotFormulasTest, ExportsTheSelectedIntervalExactly) {
    m_panel.addSignal(*logs::signalNamed("ball.x"));
    makeFormula(QStringLiteral("twice"), QStringLiteral("ball.x * 2"));
    m_panel.setLoop(logs::LoopRange{2.0, 4.0});
    tests::answerFileDialog(m_panel, QString::fromStdString((m_folder / "all.csv").string()));
    choose("as CSV", QStringLiteral("Save all values as CSV..."));
    tests::answerFileDialog(m_panel, QString::fromStdString((m_folder / "part.csv").string()));
    choose("as CSV", QStringLiteral("Save the values of "));
    std::istringstream all(textOf(m_folder / "all.csv"));
    std::string line;
    std::getline(all, line);
    EXPECT_EQ(line, "frame,record_time_s,game_time_s,ball.x [m],twice [m]");
    std::string expected = line + '\n';
    std::size_t rows = 0;
    while (std::getline(all, line)) {
        ++rows;
        const double timeS = std::stod(line.substr(line.find(',') + 1));
        if (timeS > 2.0 - 1e-6 && timeS < 4.0 + 1e-6) {
            expected += line + '\n';
        }
    }
    EXPECT_EQ(rows, 47U);
    EXPECT_EQ(textOf(m_folder / "part.csv"), expected);
    EXPECT_GT(std::ranges::count(expected, '\n'), 10);
}

TEST_F(PlotFormulasTest, SavedPlotsSurviveARestartAndFitOtherMatches) {
    makeFormula(QStringLiteral("error"), QStringLiteral("ball.x - left.44.x"));
    m_panel.addSignal(*logs::signalNamed("ball.y"));
    m_panel.addTrack({*logs::signalNamed("ball.x"), 0, 0.0},
                     {*logs::signalNamed("ball.y"), 0, 0.0});
    chooseOfCurve(1, QStringLiteral("Show in>a plot of its own"));
    EXPECT_TRUE(m_panel.findChild<PlotCanvas*>()->valueRange(QStringLiteral("ball.y")));
    whenOpen<QDialog>([](QDialog& dialog) {
        QTest::keyClicks(dialog.findChild<QLineEdit*>(), QStringLiteral("mine"));
        QTest::keyClick(&dialog, Qt::Key_Return);
    });
    choose("Saved plots", QStringLiteral("Save these plots..."));
    const QByteArray kept = m_panel.shelf().stored();

    PlotPanel other; // after a restart, with a match that has no left 44
    ASSERT_TRUE(other.shelf().restore(kept));
    other.setFrame(tests::fetchedFrame(*tests::sampleMatch(), 20));
    ASSERT_TRUE(tests::showWidget(other, 1000, 600));
    chooseNext(other, QStringLiteral("mine"));
    QTest::mouseClick(button(other, "Saved plots"), Qt::LeftButton);
    ASSERT_EQ(legend(other).topLevelItemCount(), 3);
    giveValues(other, other.signalIds());
    EXPECT_EQ(row(other, 0), "error");
    EXPECT_EQ(row(other, 0, 1), "missing");
    EXPECT_EQ(row(other, 1), "ball.y");
    EXPECT_EQ(row(other, 2), "ball.y against ball.x");
    EXPECT_EQ(other.chosen().curves[1].plot, QStringLiteral("ball.y"));
}

TEST_F(PlotFormulasTest, SavedPlotsAreFilesForColleagues) {
    makeFormula(QStringLiteral("sum"), QStringLiteral("ball.x + ball.y"));
    m_panel.addCurve({*logs::signalNamed("ball.x"), 1, 0.5});
    const QString file = QString::fromStdString((m_folder / "mine.plots.json").string());
    tests::answerFileDialog(m_panel, file);
    choose("Saved plots", QStringLiteral("Save to a file..."));

    PlotPanel other;
    other.setFrame(tests::fetchedFrame(*tests::sampleMatch(), 20));
    ASSERT_TRUE(tests::showWidget(other, 1000, 600));
    const auto own = makePlotFormula(QStringLiteral("sum"), QStringLiteral("ball.z"), {});
    ASSERT_TRUE(own);
    const StoredPlots before{{*own}, {}};
    ASSERT_TRUE(other.shelf().restore(storedPlotsText(before)));
    tests::answerFileDialog(other, file);
    chooseNext(other, QStringLiteral("Load from a file..."));
    QTest::mouseClick(button(other, "Saved plots"), Qt::LeftButton);
    EXPECT_EQ(row(other, 0), "sum 2") << "the colleague's own formula stays";
    EXPECT_EQ(other.chosen().findFormula("sum")->formula->text(), "ball.z");
    EXPECT_EQ(row(other, 1), "d/dt mean 0.5 s ball.x");
}

TEST_F(PlotFormulasTest, AFormulaOfASetTakesTheNameOfNoOther) {
    const auto own = makePlotFormula(QStringLiteral("a"), QStringLiteral("ball.x"), {});
    ASSERT_TRUE(own);
    const StoredPlots before{{*own}, {}};
    ASSERT_TRUE(m_panel.shelf().restore(storedPlotsText(before)));
    const std::filesystem::path file = m_folder / "theirs.plots.json";
    std::ofstream(file) << R"({"sideline_plots": 1,
        "formulas": [{"name": "a", "formula": "ball.y"}, {"name": "a 2", "formula": "ball.z"}],
        "curves": [{"formula": "a"}, {"formula": "a 2"}]})";
    tests::answerFileDialog(m_panel, QString::fromStdString(file.string()));
    choose("Saved plots", QStringLiteral("Load from a file..."));
    EXPECT_EQ(row(m_panel, 0), "a 3");
    EXPECT_EQ(row(m_panel, 1), "a 2");
    ASSERT_EQ(m_panel.chosen().formulas.size(), 3U);
    EXPECT_EQ(m_panel.chosen().findFormula("a")->formula->text(), "ball.x");
    EXPECT_EQ(m_panel.chosen().findFormula("a 3")->formula->text(), "ball.y");
    EXPECT_EQ(m_panel.chosen().curves[1].id.formula->text(), "ball.z");
}

TEST_F(PlotFormulasTest, AFormulaAgainstASignalKeepsItsName) {
    makeFormula(QStringLiteral("sum"), QStringLiteral("ball.x + ball.y"));
    m_panel.addSignal(*logs::signalNamed("ball.x"));
    choose("Plot the selected curve against", QStringLiteral("ball.x against sum"));
    EXPECT_EQ(row(m_panel, 2), "ball.x against sum");
    const QString file = QString::fromStdString((m_folder / "mine.plots.json").string());
    tests::answerFileDialog(m_panel, file);
    choose("Saved plots", QStringLiteral("Save to a file..."));
    const auto set = readPlotSet(file);
    ASSERT_TRUE(set) << set.error().toString();
    ASSERT_EQ(set->chosen.tracks.size(), 1U);
    EXPECT_EQ(set->chosen.tracks[0].x.signalName, "sum");
}

TEST_F(PlotFormulasTest, BadFilesOfPlotsSayWhatIsWrong) {
    const struct {
        const char* text;
        const char* message;
    } rows[] = {
        {"{", "invalid JSON"},
        {"{}", "not a file of saved plots"},
        {R"({"sideline_plots": 2})", "plots of version 2"},
        {R"({"sideline_plots": 1, "curves": 3})", "\"curves\" is not a list"},
        {R"({"sideline_plots": 1, "curves": [{"signal": "x"}]})", "unknown signal \"x\""},
        {R"({"sideline_plots": 1, "curves": [{"formula": "x"}]})", "the missing formula \"x\""},
        {R"({"sideline_plots": 1, "curves": [{"signal": "ball.x", "derivative": 9}]})",
         "out of range"},
        {R"({"sideline_plots": 1, "curves": [{"signal": "ball.x", "color": "loud"}]})",
         "color \"loud\""},
        {R"({"sideline_plots": 1, "formulas": [{"name": "a", "formula": "1 +"}]})",
         "formula \"a\": the end instead of a value"},
        {R"({"sideline_plots": 1, "time_s": [3, 1]})", "\"time_s\" is not an interval"}};
    for (const auto& row : rows) {
        const auto set = plotSetFromText(row.text);
        ASSERT_FALSE(set) << row.text;
        EXPECT_NE(set.error().message.find(row.message), std::string::npos)
            << set.error().toString();
        EXPECT_FALSE(set.error().expected.empty()) << row.text;
    }
    const auto absent = readPlotSet(QStringLiteral("/no/such.plots.json"));
    ASSERT_FALSE(absent);
    EXPECT_EQ(absent.error().file, "/no/such.plots.json");
}

} // namespace
} // namespace sideline::widgets
