// Training in the real window, by mouse and keys.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <QTimer>
#include <QTreeView>

#include "agentcore/math/angles.h"
#include "motions/format/format.h"
#include "motions/library/library.h"
#include "studio/shell/layouts.h"
#include "studio/stage/motion_stage.h"
#include "studio/workspaces/train/experiment_dialog.h"
#include "studio/workspaces/train/experiment_values.h"
#include "tests/gui/gui_support.h"
#include "tests/studio/studio_window.h"
#include "training/experiment/experiment_folder.h"
#include "training/experiment/recorded_trial.h"

namespace sideline::studio {
namespace {

constexpr int kLong = 120'000; // ms

class TrainWorkspaceTest : public tests::StudioWindowTest {
protected:
    void SetUp() override {
        m_store.setValue(QStringLiteral("motion/own-folder"), qt(m_folder / "motions"));
        m_store.setValue(QStringLiteral("train/own-folder"), qt(m_folder / "experiments"));
        StudioWindowTest::SetUp();
    }
    void TearDown() override { m_window->find<studio::MotionWorkspace>().document().forget(); }
    void showTrain() {
        QTest::keyClick(m_window.get(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        ASSERT_EQ(m_window->settings().layout, QStringLiteral("Train"));
    }
    TrainWorkspace& workspace() { return m_window->find<studio::TrainWorkspace>(); }
    void click(const char* name) {
        auto& button = child<QAbstractButton>(name);
        ASSERT_TRUE(button.isEnabled()) << name;
        QTest::mouseClick(&button, Qt::LeftButton);
    }
    // Chooses a skill with the keys Home and Down.
    void chooseSkill(const char* skill) {
        auto& skills = child<QComboBox>("skill-choice");
        skills.setFocus();
        QTest::keyClick(&skills, Qt::Key_Home);
        for (int i = 1; i < skills.count() && skills.currentText() != QLatin1String(skill); ++i) {
            QTest::keyClick(&skills, Qt::Key_Down);
        }
    }
    void clickRow(QTableView& table, int row) {
        const QRect cell = table.visualRect(table.model()->index(row, 0));
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, cell.center());
    }
    // Whether the row of an experiment reaches this state.
    bool isIn(widgets::ExperimentState state, const QString& folder) {
        return tests::waitUntil(
            [&] {
                const auto* row = workspace().experiments().find(folder);
                return row != nullptr && row->state == state;
            },
            kLong);
    }
    ExperimentDialog* dialog() {
        ExperimentDialog* found = nullptr;
        EXPECT_TRUE(tests::waitUntil([&] {
            found = m_window->findChild<ExperimentDialog*>();
            return found != nullptr && found->isVisible();
        }));
        return found;
    }
    template <typename Field>
    Field& field(const char* name) {
        auto* found = dialog()->findChild<Field*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return *found;
    }
    // Replaces the text of a field.
    void type(const char* name, const QString& text) {
        auto& widget = field<QWidget>(name);
        widget.setFocus();
        auto* edit = qobject_cast<QLineEdit*>(&widget);
        edit = edit == nullptr ? widget.findChild<QLineEdit*>() : edit;
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Tab);
    }
    QPushButton& okButton() {
        return *dialog()->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    }
    void fillInTiny(const QString& name) {
        type("form-name", name);
        type("form-generations", QStringLiteral("3"));
        type("form-trials", QStringLiteral("2"));
        type("form-race", QStringLiteral("0"));
        type("form-validate", QStringLiteral("4"));
        type("task-longest", QStringLiteral("2"));
        type("optimizer-population", QStringLiteral("6"));
    }
    training::ExperimentSettings tiny() {
        training::ExperimentSettings settings = defaultExperiment();
        settings.name = "tiny";
        settings.generations = 2;
        settings.taskSettings.emplace_back("longest", "2");
        settings.optimizerSettings.emplace_back("population", "5");
        settings.trials.count = 2;
        settings.trials.validate = 3;
        return settings;
    }
    // Creates a new experiment in the library.
    QString makeFolder(const training::ExperimentSettings& settings) {
        const auto path = m_folder / "experiments" / settings.name;
        const auto made =
            training::ExperimentFolder::create(path, settings, training::partsOf(settings).value());
        EXPECT_TRUE(made);
        return qt(path);
    }
    QString run(const training::ExperimentSettings& settings) {
        const QString folder = makeFolder(settings);
        showTrain();
        workspace().show(folder);
        EXPECT_TRUE(isIn(widgets::ExperimentState::New, folder));
        QTest::keyClick(m_window.get(), Qt::Key_F6);
        EXPECT_TRUE(isIn(widgets::ExperimentState::Finished, folder));
        EXPECT_TRUE(tests::waitUntil([&] {
            return workspace().reader().experiment() &&
                   static_cast<int>(workspace().reader().experiment()->generation) ==
                       settings.generations;
        }));
        return folder;
    }
};

TEST_F(TrainWorkspaceTest, ANewExperimentBeginsWithFilledLists) {
    ExperimentDialog first(defaultExperiment(), {}, {}, m_window.get());
    // As in the first picture: nothing that was begun in the background has arrived yet.
    for (const char* list : {"form-joints", "form-keyframes"}) {
        EXPECT_GT(first.findChild<QListWidget*>(QLatin1String(list))->count(), 2) << list;
    }
    EXPECT_EQ(first.findChild<QLabel*>(QStringLiteral("form-verdict"))->text(),
              QStringLiteral("Reading the settings..."));
}

TEST_F(TrainWorkspaceTest, FromTheFormToTheMotionLibrary) {
    showTrain();
    click("experiment-new");
    fillInTiny(QStringLiteral("front quick"));
    ASSERT_TRUE(tests::waitUntil([&] { return okButton().isEnabled(); }));
    EXPECT_GT(field<QTableWidget>("form-space").rowCount(), 10);
    ASSERT_TRUE(tests::waitUntil([&] {
        return field<QLabel>("form-verdict").text().contains(QStringLiteral("6 individuals"));
    })) << field<QLabel>("form-verdict").text().toStdString();
    QTest::mouseClick(&okButton(), Qt::LeftButton);

    // The experiment runs in a separate process; curves and table grow.
    const QString folder = qt(m_folder / "experiments" / "front quick");
    ASSERT_TRUE(isIn(widgets::ExperimentState::Finished, folder))
        << workspace().experiments().find(folder)->about.toStdString();
    ASSERT_TRUE(tests::waitUntil(
        [&] { return m_window->findChild<widgets::TrainCurves*>()->pointCount() == 3; }));
    auto& table = child<QTableView>("individuals");
    EXPECT_EQ(table.model()->rowCount(), 18);
    EXPECT_EQ(m_window->findChild<widgets::ScatterPanel*>()->pointCount(), 18);
    EXPECT_TRUE(m_window->windowTitle().startsWith(QStringLiteral("front quick")));

    // The trial of an individual in 3D.
    clickRow(table, 0);
    ASSERT_TRUE(tests::waitUntil([&] {
        return workspace().replay().trial() != nullptr && workspace().replay().rows().size() == 4;
    }));
    const auto& rows = workspace().replay().rows();
    EXPECT_LE(rows[0].fitness, rows[3].fitness) << "worst first";
    TrainStage* stage = workspace().stage();
    EXPECT_TRUE(stage->isPlaying());
    activate();
    QTest::keyClick(m_window.get(), Qt::Key_Space);
    EXPECT_FALSE(stage->isPlaying());
    auto& scrub = child<QSlider>("train-scrub");
    QTest::mouseClick(&scrub, Qt::LeftButton, {}, {scrub.width() / 2, scrub.height() / 2});
    EXPECT_NEAR(stage->timeS(), 0.5 * workspace().replay().trial()->moments.back().timeS, 0.1);
    const double beforeS = stage->timeS();
    QTest::keyClick(m_window.get(), Qt::Key_Period);
    EXPECT_NEAR(stage->timeS(), beforeS + 0.02, 0.0011);

    // Another trial of the individual, with the champion as a ghost.
    const int place = workspace().replay().place();
    auto& trials = child<QTableView>("train-trials");
    clickRow(trials, rows[0].place == place ? 1 : 0);
    EXPECT_TRUE(tests::waitUntil([&] { return workspace().replay().place() != place; }));
    auto& ghost = child<QComboBox>("train-ghost");
    ghost.setFocus();
    QTest::keyClick(&ghost, Qt::Key_Down);
    QTest::keyClick(&ghost, Qt::Key_Down);
    EXPECT_TRUE(tests::waitUntil([&] { return workspace().replay().ghost() != nullptr; }));

    click("train-send");
    EXPECT_TRUE(showsMessage(QStringLiteral("Written to")));
    const QStringList files = QDir(qt(m_folder / "motions")).entryList(QDir::Files);
    ASSERT_EQ(files.size(), 1);
    const auto read = keyframe::readMotionFile(m_folder / "motions" / files[0].toStdString());
    ASSERT_TRUE(read) << read.error().toString();
    EXPECT_NE(read->motions.front().motion.description.find("front quick"), std::string::npos);
}

TEST_F(TrainWorkspaceTest, ATrialOpensAsAMatch) {
    const QString folder = run(tiny());
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().replay().trial() != nullptr; }))
        << "the champion is shown automatically";
    click("train-match");
    EXPECT_TRUE(tests::waitUntil([&] {
        return m_window->windowTitle().contains(QStringLiteral("trial-1.log"));
    })) << m_window->windowTitle().toStdString();
    EXPECT_NE(m_window->settings().layout, QStringLiteral("Train"));
    EXPECT_EQ(QDir(folder + QStringLiteral("/trials")).entryList(QDir::Files).size(), 1);
    showTrain(); // it is still there
    EXPECT_NE(workspace().replay().trial(), nullptr);
}

// The example of a T1: its file fills in the form, its gains are parameters, its trial is played.
TEST_F(TrainWorkspaceTest, AT1IsTrainedAndShown) {
    const std::filesystem::path example =
        std::filesystem::path(std::getenv("SIDELINE_SOURCE_DIR")) /
        "examples/training/t1-stance.toml";
    showTrain();
    m_window->openFile(qt(example));
    ASSERT_NE(dialog(), nullptr);
    fillInTiny(QStringLiteral("stance"));
    EXPECT_TRUE(field<QCheckBox>("form-gains").isChecked());
    ASSERT_TRUE(tests::waitUntil([&] { return okButton().isEnabled(); }))
        << field<QLabel>("form-verdict").text().toStdString();
    QStringList names;
    const auto& space = field<QTableWidget>("form-space");
    for (int row = 0; row < space.rowCount(); ++row) {
        names += space.item(row, 0)->text();
    }
    EXPECT_EQ(names.filter(QStringLiteral(" of the motion")).size(), 2)
        << names.join(' ').toStdString();
    QTest::mouseClick(&okButton(), Qt::LeftButton);
    const QString folder = qt(m_folder / "experiments" / "stance");
    ASSERT_TRUE(isIn(widgets::ExperimentState::Finished, folder))
        << workspace().experiments().find(folder)->about.toStdString();
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().replay().trial() != nullptr; }));
    EXPECT_EQ(workspace().replay().trial()->model->name(), "T1");
    click("train-match");
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            const auto& frame = m_window->shown().exact;
            return frame && frame->robots.size() == 1 && frame->robots.front().model &&
                   frame->robots.front().model->name() == "T1";
        },
        kLong))
        << m_window->windowTitle().toStdString();
}

// In half a second no robot gets up; the panel names the reason, and its time shows the moment.
TEST_F(TrainWorkspaceTest, AFailedTrialHasItsReasonAndMoment) {
    training::ExperimentSettings settings = tiny();
    settings.taskSettings = {{"longest", "0.5"}};
    run(settings);
    ASSERT_TRUE(tests::waitUntil([&] {
        return workspace().replay().trial() != nullptr && workspace().replay().rows().size() == 3;
    }));
    const auto& failure = workspace().replay().trial()->score.failure;
    ASSERT_TRUE(failure);
    EXPECT_TRUE(workspace().replay().rows().front().why.startsWith(
        QStringLiteral("Did not get up: head at")));
    auto& why =
        *child<widgets::FallReport>("train-why").findChild<QLabel*>(QStringLiteral("fallEvents"));
    ASSERT_TRUE(tests::waitUntil([&] { return why.isVisible() && why.height() > 8; }));
    EXPECT_TRUE(why.text().contains(QStringLiteral("Did not get up: head at")))
        << why.text().toStdString();
    workspace().stage()->goTo(0.0);
    QTest::mouseClick(&why, Qt::LeftButton, {}, {12, 8});
    EXPECT_NEAR(workspace().stage()->timeS(), failure->atS, 0.011);
    EXPECT_FALSE(workspace().stage()->isPlaying());
}

// A trial of an agent opens as a session with its match.
TEST_F(TrainWorkspaceTest, AFailedTrialOpensBeforeItsMomentWithTheCameraOnTheRobot) {
    training::ExperimentSettings settings = tiny();
    settings.change = {};
    settings.change.behavior = "walk";
    settings.change.behaviorRanges = {{"lift", 0.02, 0.05}};
    settings.task = "stand";
    settings.taskSettings = {{"longest", "5"}, {"push", "3"}, {"push-every", "2"}};
    settings.trials.validate = 1;
    run(settings);
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().replay().trial() != nullptr; }));
    const auto failure = workspace().replay().trial()->score.failure;
    ASSERT_TRUE(failure) << "no robot stands after such a push";
    ASSERT_NE(m_window->view3d().cameraMode(), viewer3d::CameraMode::FollowPlayer);
    click("train-match");
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return m_window->view3d().cameraMode() == viewer3d::CameraMode::FollowPlayer &&
                   m_window->shown().exact;
        },
        kLong))
        << m_window->windowTitle().toStdString();
    EXPECT_EQ(m_window->session().selection(),
              monitor::ObjectId::ofRobot({game::Side::Left, game::UniformNumber(1)}));
    EXPECT_TRUE(tests::waitUntil(
        [&] { return m_window->shown().exact->recordTimeS >= failure->atS - 1.02; }, kLong))
        << m_window->shown().exact->recordTimeS << " s of " << failure->atS;
}

// The folder of a run whose champion is the example program.
class EvolvedProgramTest : public TrainWorkspaceTest {
protected:
    QString makeRun() {
        const std::filesystem::path examples =
            std::filesystem::path(std::getenv("SIDELINE_SOURCE_DIR")) / "examples/training";
        auto settings = training::readExperiment(examples / "messy-getup.toml").value();
        settings.trials.validate = 3;
        std::ifstream file(examples / "messy-getup/best.program");
        const training::Genome genome{
            {}, {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}};
        EXPECT_FALSE(genome.program.empty());
        const auto path = m_folder / "experiments" / "messy-getup";
        const auto parts = training::partsOf(settings).value();
        auto folder = training::ExperimentFolder::create(path, settings, parts).value();
        training::IndividualResult result;
        result.fitness = 2.664;
        result.successRate = 1.0;
        result.trials = 3;
        result.metrics.assign(parts.task->metrics().size(), 0.0);
        training::Checkpoint after = folder.checkpoint();
        after.generation = 1;
        after.champion = {genome, 0, 0, result};
        EXPECT_TRUE(folder.store({0, {genome}, {result}}, after));
        return qt(path);
    }
    [[nodiscard]] static QTreeWidgetItem* geneOf(const widgets::ProgramTree& tree) {
        return tree.tree()->topLevelItem(tree.lit());
    }
    // Number of highlighted nodes.
    static int litCount(const QTreeWidgetItem& item) {
        int count = item.background(0).style() != Qt::NoBrush ? 1 : 0;
        for (int i = 0; i < item.childCount(); ++i) {
            count += litCount(*item.child(i));
        }
        return count;
    }
    static int litCount(const widgets::ProgramTree& tree) {
        return litCount(*tree.tree()->invisibleRootItem());
    }
    void scrubTo(double ratio) {
        auto& scrub = child<QSlider>("train-scrub");
        const int x = static_cast<int>(ratio * (scrub.width() - 1));
        QTest::mouseClick(&scrub, Qt::LeftButton, {}, {x, scrub.height() / 2});
    }
};

TEST_F(EvolvedProgramTest, HighlightsTreesAsTheyExecute) {
    const QString folder = makeRun();
    m_window->openFile(folder);
    ASSERT_EQ(m_window->settings().layout, QStringLiteral("Train"));
    auto& program = child<widgets::ProgramTree>("program-tree");
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().replay().trial() != nullptr; }, kLong));
    ASSERT_TRUE(tests::waitUntil([&] { return !program.visibleRegion().isEmpty(); }))
        << "the tree is raised automatically";
    const QTreeWidget& tree = *program.tree();
    ASSERT_EQ(tree.topLevelItemCount(), 9) << "genes, in order of time";
    EXPECT_EQ(tree.topLevelItem(0)->text(0), QStringLiteral("From 0.10 s"));
    EXPECT_TRUE(tree.topLevelItem(4)->text(0).contains(QStringLiteral("hidden")));
    // Plays automatically: another gene is highlighted after a while.
    ASSERT_TRUE(workspace().stage()->isPlaying());
    ASSERT_TRUE(tests::waitUntil([&] { return program.lit() == 1; }, kLong));
    ASSERT_TRUE(tests::waitUntil([&] { return program.lit() > 1; }, kLong));
    activate();
    QTest::keyClick(m_window.get(), Qt::Key_Space);
    ASSERT_FALSE(workspace().stage()->isPlaying());

    // At the start, no gene is active yet.
    scrubTo(0.0);
    EXPECT_EQ(program.lit(), -1);
    EXPECT_EQ(litCount(program), 0);
    // Later, only the gene whose time has come is highlighted.
    const double lengthS = workspace().replay().trial()->moments.back().timeS;
    scrubTo(1.0 / lengthS);
    ASSERT_GE(program.lit(), 0);
    EXPECT_EQ(geneOf(program)->text(0), QStringLiteral("From 0.70 s"));
    EXPECT_FALSE(geneOf(program)->isDisabled());
    EXPECT_EQ(litCount(program), litCount(*geneOf(program)));
    EXPECT_GT(litCount(program), 7);
    // `lae2/rae2 = (neg up-z)`: a node, its operand, and the values of both.
    const QTreeWidgetItem* line = geneOf(program)->child(1);
    EXPECT_EQ(line->text(0), QStringLiteral("lae2/rae2 = (neg up-z)"));
    const double negated = line->text(1).toDouble();
    EXPECT_NEAR(line->child(0)->child(0)->text(1).toDouble(), -negated, 1e-9);
    // The value changes over time.
    QStringList seen;
    for (int i = 0; i < 20; ++i) {
        QTest::keyClick(m_window.get(), Qt::Key_Period);
        seen << line->text(1);
    }
    seen.removeDuplicates();
    EXPECT_GT(seen.size(), 2);
    EXPECT_FALSE(program.tree()->visualItemRect(geneOf(program)).isEmpty()) << "it is visible";
}

TEST_F(EvolvedProgramTest, HighlightsOnlyTheBranchTaken) {
    m_window->openFile(makeRun());
    auto& program = child<widgets::ProgramTree>("program-tree");
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().replay().trial() != nullptr; }, kLong));
    activate();
    QTest::keyClick(m_window.get(), Qt::Key_Space);
    const double lengthS = workspace().replay().trial()->moments.back().timeS;
    scrubTo(2.1 / lengthS);
    ASSERT_GE(program.lit(), 0);
    ASSERT_EQ(geneOf(program)->text(0), QStringLiteral("From 2.00 s"));
    const QTreeWidgetItem* line = nullptr;
    for (int i = 0; i < geneOf(program)->childCount(); ++i) {
        if (geneOf(program)->child(i)->text(0).contains(QStringLiteral("if-less"))) {
            line = geneOf(program)->child(i);
        }
    }
    ASSERT_NE(line, nullptr);
    // (if-less 1.901 -0.552 lae2 lle2): the condition is false, so the fourth operand is used.
    const QTreeWidgetItem* choice = line->child(0);
    ASSERT_EQ(choice->childCount(), 4);
    EXPECT_EQ(litCount(*choice->child(0)), 1);
    EXPECT_EQ(litCount(*choice->child(2)), 0);
    EXPECT_EQ(litCount(*choice->child(3)), 1);
    EXPECT_EQ(choice->text(1), choice->child(3)->text(1));
}

TEST_F(TrainWorkspaceTest, ATrialOfABehaviorOpensWithItsAgent) {
    training::ExperimentSettings settings = tiny();
    settings.change = {};
    settings.change.behavior = "walk";
    settings.change.behaviorSettings = {{"go-forward", "0.2"}};
    settings.change.behaviorRanges = {{"lift", 0.02, 0.05}};
    settings.task = "walk";
    settings.trials.validate = 1;
    const QString folder = run(settings);
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().replay().trial() != nullptr; }));
    EXPECT_TRUE(QFileInfo::exists(folder + QStringLiteral("/best.session")));
    EXPECT_TRUE(QFileInfo::exists(folder + QStringLiteral("/best.log")));
    click("train-match");
    ASSERT_TRUE(tests::waitUntil(
        [&] { return m_window->windowTitle().contains(QStringLiteral("trial-1")); }, kLong))
        << m_window->windowTitle().toStdString();
    EXPECT_EQ(
        QDir(folder + QStringLiteral("/trials")).entryList({QStringLiteral("*.session")}).size(),
        1);
    // Shows the match, and the agent's frame at that moment.
    AgentRecordingPlayer& session = m_window->find<studio::LiveWorkspace>().sessionReplay();
    world::AgentFramePtr shown;
    QObject::connect(&session, &AgentRecordingPlayer::frameShown, m_window.get(),
                     [&](const world::AgentFramePtr& frame) { shown = frame; });
    ASSERT_TRUE(tests::waitUntil([&] { return session.isMatchShown(); }, kLong));
    ASSERT_EQ(session.overview()->agents.size(), 1U);
    EXPECT_TRUE(session.overview()->damage.empty());
    m_window->session().seekFrame(49); // the fiftieth cycle
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return shown != nullptr && std::abs(shown->game.gameTimeS - 1.0) < 0.001 &&
                   m_window->shown().exact && m_window->shown().exact->index == 49;
        },
        kLong));
    // Belief and ground truth belong to the same instant.
    const auto* truth =
        m_window->shown().exact->findRobot({game::Side::Left, game::UniformNumber(1)});
    ASSERT_NE(truth, nullptr);
    for (std::size_t i = 0; i < truth->jointAnglesRad.size(); ++i) {
        EXPECT_NEAR(truth->jointAnglesRad[i], shown->body.joints[i].measuredRad,
                    math::radFromDeg(0.1))
            << i;
    }
    EXPECT_EQ(shown->decision.behavior, "walk");
    EXPECT_EQ(shown->decision.reason, "walking");
    EXPECT_EQ(shown->identity.team, "tiny");
    EXPECT_FALSE(shown->values.empty());
}

TEST_F(TrainWorkspaceTest, TheSkillLabTriesASkillAndShowsItsTrials) {
    showTrain();
    auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("train-skills"));
    ASSERT_NE(dock, nullptr);
    dock->show();
    dock->raise();
    auto& panel = child<widgets::SkillLabPanel>("skill-lab-panel");
    ASSERT_TRUE(tests::waitUntil([&] { return panel.isVisible(); }));
    chooseSkill("getup-front");
    ASSERT_EQ(panel.skill(), QStringLiteral("getup-front"));
    auto& count = child<QSpinBox>("skill-count");
    count.setFocus();
    count.selectAll();
    QTest::keyClicks(&count, QStringLiteral("12\t"));
    EXPECT_FALSE(child<QPushButton>("skill-match").isEnabled()) << "there is no trial yet";
    click("skill-run");
    auto& figures = child<QLabel>("skill-figures");
    ASSERT_TRUE(tests::waitUntil(
        [&] { return figures.text().contains(QStringLiteral("of 12 succeeded")); }, kLong))
        << figures.text().toStdString();
    ASSERT_TRUE(tests::waitUntil(
        [&] { return child<QPushButton>("skill-run").text() == QStringLiteral("Run"); }, kLong));
    auto& trials = child<QTreeView>("skill-trials");
    int listed = 0;
    for (int group = 0; group < trials.model()->rowCount(); ++group) {
        listed += trials.model()->rowCount(trials.model()->index(group, 0));
    }
    EXPECT_EQ(listed, 12);
    const QModelIndex successes = trials.model()->index(trials.model()->rowCount() - 1, 0);
    EXPECT_TRUE(successes.data().toString().endsWith(QStringLiteral(" succeeded")));
    EXPECT_FALSE(trials.isExpanded(successes)) << "failures are what one looks for";
    const auto clickTrial = [&](const QModelIndex& index) {
        trials.scrollTo(index);
        QTest::mouseClick(trials.viewport(), Qt::LeftButton, {}, trials.visualRect(index).center());
    };
    clickTrial(successes);
    EXPECT_TRUE(trials.isExpanded(successes));
    QModelIndex third;
    for (int row = 0; row < trials.model()->rowCount(successes); ++row) {
        const QModelIndex index = trials.model()->index(row, 0, successes);
        third = index.data().toInt() == 3 ? index : third;
    }
    ASSERT_TRUE(third.isValid()) << "trial 3 gets up";
    clickTrial(third);
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().stage()->isPlaying(); }, kLong));
    click("skill-match");
    EXPECT_TRUE(tests::waitUntil([&] {
        return m_window->windowTitle().contains(QStringLiteral("getup-front-3.log"));
    })) << m_window->windowTitle().toStdString();
}

// Kicks that must reach farther than any robot kicks: each one has a reason, and is played from a
// second before its moment.
TEST_F(TrainWorkspaceTest, FailedTrialsAreGroupedByReasonAndPlayedFromBeforeTheirMoment) {
    showTrain();
    auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("train-skills"));
    dock->show();
    dock->raise();
    auto& panel = child<widgets::SkillLabPanel>("skill-lab-panel");
    ASSERT_TRUE(tests::waitUntil([&] { return panel.isVisible(); }));
    chooseSkill("getup-front");
    ASSERT_EQ(panel.skill(), QStringLiteral("getup-front"));
    EXPECT_FALSE(child<QDoubleSpinBox>("skill-distance").isVisible()) << "this is no kick";
    chooseSkill("quick-kick");
    ASSERT_EQ(panel.skill(), QStringLiteral("quick-kick"));
    auto& distance = child<QDoubleSpinBox>("skill-distance");
    ASSERT_TRUE(distance.isVisible());
    distance.setFocus();
    distance.selectAll();
    QTest::keyClicks(&distance, QStringLiteral("30\t"));
    auto& count = child<QSpinBox>("skill-count");
    count.setFocus();
    count.selectAll();
    QTest::keyClicks(&count, QStringLiteral("4\t"));
    click("skill-run");
    auto& figures = child<QLabel>("skill-figures");
    ASSERT_TRUE(tests::waitUntil(
        [&] { return figures.text().contains(QStringLiteral("0 of 4 succeeded")); }, kLong))
        << figures.text().toStdString();
    auto& trials = child<QTreeView>("skill-trials");
    const QAbstractItemModel& model = *trials.model();
    ASSERT_GE(model.rowCount(), 1);
    const QModelIndex group = model.index(0, 0);
    EXPECT_TRUE(group.data().toString().contains(QStringLiteral("too weak (median ")))
        << group.data().toString().toStdString();
    EXPECT_TRUE(trials.isExpanded(group));
    const QModelIndex first = model.index(0, 0, group);
    const QString reason = first.siblingAtColumn(2).data().toString();
    EXPECT_TRUE(reason.contains(QStringLiteral(" m instead of at least 30, at ")))
        << reason.toStdString();
    const double atS =
        reason.section(QStringLiteral(", at "), 1).section(QLatin1Char(' '), 0, 0).toDouble();
    ASSERT_GT(atS, 1.2);
    TrainStage& stage = *workspace().stage();
    std::optional<double> shownS; // the first moment since a trial was asked for
    QObject scope;                // of the connection
    QObject::connect(
        &stage, &TrainStage::momentShown, &scope,
        [&](const training::TrialMoment& moment) { shownS = shownS.value_or(moment.timeS); });
    const auto playsBefore = [&] {
        return tests::waitUntil([&] { return stage.isPlaying(); }, kLong) &&
               std::abs(shownS.value_or(0.0) - (atS - 1.0)) < 0.1;
    };
    trials.scrollTo(first);
    QTest::mouseClick(trials.viewport(), Qt::LeftButton, {}, trials.visualRect(first).center());
    EXPECT_TRUE(playsBefore()) << shownS.value_or(-1.0) << " of " << atS;
    // The camera stays with the robot, although the ball was kicked.
    std::optional<training::TrialMoment> moment;
    QObject::connect(&stage, &TrainStage::momentShown, &scope,
                     [&](const training::TrialMoment& shown) { moment = shown; });
    stage.goTo(1000.0); // its end
    ASSERT_TRUE(moment && moment->p_SBall);
    const training::TrialMoment end = *moment;
    stage.goTo(0.0);
    const math::Pose X_StageS = stageFromTrial(moment->X_SBody.front());
    EXPECT_GT((*end.p_SBall - *moment->p_SBall).norm(), 1.0);
    stage.goTo(1000.0);
    const viewer3d::CameraPose camera = stage.view().cameraPose();
    EXPECT_LT((X_StageS * end.X_SBody.front().p - camera.eye).cross(camera.forward).norm(), 0.5);
    stage.goTo(0.0);
    EXPECT_FALSE(stage.isPlaying());
    shownS.reset();
    QTest::keyClick(&trials, Qt::Key_Return); // again, from the keyboard
    EXPECT_TRUE(playsBefore()) << shownS.value_or(-1.0) << " of " << atS;
    trials.scrollTo(group);
    QTest::mouseClick(trials.viewport(), Qt::LeftButton, {}, trials.visualRect(group).center());
    EXPECT_FALSE(trials.isExpanded(group));
}

TEST_F(TrainWorkspaceTest, TheSkillLabStopsOnRequest) {
    showTrain();
    auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("train-skills"));
    dock->show();
    dock->raise();
    auto& panel = child<widgets::SkillLabPanel>("skill-lab-panel");
    ASSERT_TRUE(tests::waitUntil([&] { return panel.isVisible(); }));
    child<QSpinBox>("skill-count").setValue(100000);
    click("skill-run");
    auto& figures = child<QLabel>("skill-figures");
    ASSERT_TRUE(tests::waitUntil([&] { return !figures.text().isEmpty(); }, kLong));
    EXPECT_FALSE(child<QComboBox>("skill-choice").isEnabled()) << "not while it runs";
    click("skill-run"); // the button now reads Stop
    ASSERT_TRUE(tests::waitUntil(
        [&] { return child<QPushButton>("skill-run").text() == QStringLiteral("Run"); }, kLong));
    EXPECT_TRUE(child<QComboBox>("skill-choice").isEnabled());
    EXPECT_FALSE(figures.text().contains(QStringLiteral("of 100000 ")));
}

TEST_F(TrainWorkspaceTest, RunsAreFoundAgainPausedAndResumed) {
    training::ExperimentSettings settings = tiny();
    settings.generations = 5000;
    const QString folder = makeFolder(settings);
    showTrain();
    workspace().show(folder);
    ASSERT_TRUE(isIn(widgets::ExperimentState::New, folder));
    click("experiment-start");
    ASSERT_TRUE(tests::waitUntil(
        [&] { return training::ExperimentFolder::isRunning(folder.toStdString()); }));
    openWindow(); // the run continues without the window that started it
    showTrain();
    ASSERT_TRUE(isIn(widgets::ExperimentState::Running, folder));
    clickRow(child<QTableView>("experiments"), 0);
    ASSERT_TRUE(tests::waitUntil([&] {
        return workspace().reader().experiment() &&
               workspace().reader().experiment()->generation > 0;
    }));
    EXPECT_FALSE(child<QPushButton>("experiment-start").isEnabled());
    EXPECT_FALSE(child<QPushButton>("experiment-delete").isEnabled());
    click("experiment-pause");
    ASSERT_TRUE(isIn(widgets::ExperimentState::Paused, folder));
    EXPECT_FALSE(training::ExperimentFolder::isRunning(folder.toStdString()));
    const auto paused = workspace().experiments().find(folder)->generation;
    EXPECT_EQ(child<QPushButton>("experiment-start").text(), QStringLiteral("Resume"));
    click("experiment-start");
    ASSERT_TRUE(tests::waitUntil(
        [&] { return workspace().experiments().find(folder)->generation > paused; }, kLong));
    QTest::keyClick(m_window.get(), Qt::Key_F7);
    EXPECT_TRUE(isIn(widgets::ExperimentState::Paused, folder));
}

TEST_F(TrainWorkspaceTest, DeletingAsksFirst) {
    const QString folder = makeFolder(tiny());
    showTrain();
    ASSERT_TRUE(isIn(widgets::ExperimentState::New, folder));
    clickRow(child<QTableView>("experiments"), 0);
    const auto answer = [&](QMessageBox::StandardButton button) {
        QTimer::singleShot(0, this->m_window.get(), [this, button] {
            auto* box = m_window->findChild<QMessageBox*>();
            ASSERT_NE(box, nullptr);
            QTest::mouseClick(box->button(button), Qt::LeftButton);
        });
        click("experiment-delete");
    };
    answer(QMessageBox::No);
    EXPECT_TRUE(QFileInfo::exists(folder));
    answer(QMessageBox::Yes);
    EXPECT_FALSE(QFileInfo::exists(folder));
    EXPECT_TRUE(tests::waitUntil([&] { return workspace().experiments().rows().empty(); }));
}

TEST_F(TrainWorkspaceTest, ParametersScatterAndCurvesShowTheSameIndividual) {
    run(tiny());
    auto& dock = child<QDockWidget>("train-parameters");
    dock.show();
    dock.raise();
    auto& parameters = *dock.findChild<QTableView*>(QStringLiteral("parameters")); // not the form's
    ASSERT_TRUE(tests::waitUntil([&] { return !parameters.visibleRegion().isEmpty(); }));
    clickRow(parameters, 2);
    auto* panel = m_window->findChild<widgets::ParameterPanel*>();
    ASSERT_EQ(panel->plotted().size(), 1U);
    const QRect next = parameters.visualRect(parameters.model()->index(3, 0));
    QTest::mouseClick(parameters.viewport(), Qt::LeftButton, Qt::ControlModifier, next.center());
    EXPECT_EQ(panel->plotted().size(), 2U);
    auto& filter = child<QComboBox>("individual-filter");
    filter.setFocus();
    QTest::keyClick(&filter, Qt::Key_Down);
    EXPECT_EQ(child<QTableView>("individuals").model()->rowCount(), 2) << "best of each generation";
    QTest::keyClick(m_window.get(), Qt::Key_B); // selects the champion
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().replay().trial() != nullptr; }));
    EXPECT_TRUE(child<QLabel>("train-trial-title").text().contains(QStringLiteral("champion")));
    EXPECT_TRUE(child<QTableView>("individuals").currentIndex().isValid());
}

TEST_F(TrainWorkspaceTest, TheMotionEditorOpensTheFormWithItsMotion) {
    const auto file =
        keyframe::findMotion(keyframe::ownMotionsFolder(), "getup-back", 0).value().path;
    m_window->openFile(qt(file));
    ASSERT_EQ(m_window->scope(), studio::ActionScope::Motion);
    QTest::keyClick(m_window.get(), Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(m_window->settings().layout, QStringLiteral("Train"));
    EXPECT_TRUE(field<QComboBox>("form-motion").currentText().contains(QStringLiteral("getup")));
    EXPECT_EQ(field<QComboBox>("form-task").currentText(), QStringLiteral("Get up"));
    EXPECT_EQ(field<QComboBox>("task-side").currentText(), QStringLiteral("back"));
    EXPECT_TRUE(tests::waitUntil([&] { return okButton().isEnabled(); }));
    QTest::keyClick(dialog(), Qt::Key_Escape);
    EXPECT_TRUE(
        tests::waitUntil([&] { return m_window->findChild<ExperimentDialog*>() == nullptr; }));
}

TEST_F(TrainWorkspaceTest, TheFormReportsErrors) {
    showTrain();
    click("experiment-new");
    ASSERT_TRUE(tests::waitUntil([&] { return okButton().isEnabled(); }));
    auto says = [&](const QString& part) {
        return tests::waitUntil(
            [&] { return field<QLabel>("form-verdict").text().contains(part); });
    };
    type("form-name", {});
    QTest::keyClick(&field<QLineEdit>("form-name"), Qt::Key_Backspace);
    field<QLineEdit>("form-name").selectAll();
    QTest::keyClick(&field<QLineEdit>("form-name"), Qt::Key_Delete);
    EXPECT_TRUE(says(QStringLiteral("name")));
    EXPECT_FALSE(okButton().isEnabled());
    type("form-name", QStringLiteral("x"));
    type("task-side", QStringLiteral("upside down"));
    EXPECT_TRUE(says(QStringLiteral("upside down")));
    EXPECT_FALSE(okButton().isEnabled());
    type("task-side", QStringLiteral("back"));
    for (const char* name : {"form-angles", "form-times", "form-parameters"}) {
        field<QCheckBox>(name).setFocus();
        QTest::keyClick(&field<QCheckBox>(name), Qt::Key_Space);
    }
    EXPECT_TRUE(tests::waitUntil([&] {
        return field<QTableWidget>("form-space").rowCount() == 0 && !okButton().isEnabled();
    }));
    EXPECT_FALSE(field<QDoubleSpinBox>("form-angle-range").isEnabled());
}

TEST_F(TrainWorkspaceTest, TheFormShowsWordsInsteadOfIdentifiers) {
    showTrain();
    click("experiment-new");
    ASSERT_TRUE(tests::waitUntil([&] { return okButton().isEnabled(); }));
    const QRegularExpression identifier(
        QStringLiteral("^[a-z0-9]+(-[a-z0-9]+)+$|^[lrh][ael]+[0-9]|1/|\\.[lrh][ael]+[0-9]"));
    const auto isWord = [&](const QString& text) { return !identifier.match(text).hasMatch(); };
    auto& task = field<QComboBox>("form-task");
    for (int kind = 0; kind < task.count(); ++kind) {
        task.setCurrentIndex(kind);
        for (const QLabel* label : dialog()->findChildren<QLabel*>()) {
            EXPECT_TRUE(isWord(label->text())) << label->text().toStdString();
        }
        for (const auto* box : dialog()->findChildren<QDoubleSpinBox*>()) {
            EXPECT_TRUE(isWord(box->suffix())) << box->suffix().toStdString();
        }
    }
    for (const QComboBox* box : dialog()->findChildren<QComboBox*>()) {
        for (int i = 0; box->objectName() != QStringLiteral("form-motion") && i < box->count();
             ++i) {
            EXPECT_TRUE(isWord(box->itemText(i))) << box->itemText(i).toStdString();
        }
    }
    const auto& joints = field<QListWidget>("form-joints");
    ASSERT_GT(joints.count(), 0);
    for (int i = 0; i < joints.count(); ++i) {
        EXPECT_TRUE(isWord(joints.item(i)->text())) << joints.item(i)->text().toStdString();
    }
    const auto& space = field<QTableWidget>("form-space");
    ASSERT_GT(space.rowCount(), 0);
    for (int row = 0; row < space.rowCount(); ++row) {
        EXPECT_TRUE(isWord(space.item(row, 0)->text())) << space.item(row, 0)->text().toStdString();
    }
}

TEST_F(TrainWorkspaceTest, AnExperimentFileOpensTheForm) {
    std::ofstream(m_folder / "mine.toml")
        << "sideline-experiment = 1\nname = \"mine\"\ngenerations = 7\n[motion]\n"
           "name = \"getup-back\"\njoints = [\"lle3\"]\n[task]\nname = \"get-up\"\nheld = 0.5\n";
    m_window->openFile(qt(m_folder / "mine.toml"));
    EXPECT_EQ(m_window->settings().layout, QStringLiteral("Train"));
    EXPECT_EQ(field<QLineEdit>("form-name").text(), QStringLiteral("mine"));
    EXPECT_EQ(field<QSpinBox>("form-generations").value(), 7);
    EXPECT_DOUBLE_EQ(field<QDoubleSpinBox>("task-held").value(), 0.5);
    EXPECT_TRUE(tests::waitUntil([&] { return okButton().isEnabled(); }));
    EXPECT_LT(field<QTableWidget>("form-space").rowCount(), 20) << "one joint and its mirror image";
}

TEST_F(TrainWorkspaceTest, ReportsUnusableFilesOnce) {
    std::ofstream(m_folder / "bad.toml") << "sideline-experiment = 1\n[motion]\nname = 3\n";
    m_window->openFile(qt(m_folder / "bad.toml"));
    EXPECT_TRUE(showsMessage(QStringLiteral("bad.toml:3")));
    EXPECT_EQ(m_window->messages().texts().size(), 1);
    m_window->messages().clear();
    // Another version of the folder's format.
    const QString folder = makeFolder(tiny());
    std::ofstream(folder.toStdString() + "/checkpoint") << "sideline-checkpoint 99\n";
    m_window->openFile(folder);
    ASSERT_TRUE(isIn(widgets::ExperimentState::Unusable, folder));
    EXPECT_TRUE(showsMessage(QStringLiteral("checkpoint")));
    EXPECT_EQ(m_window->messages().texts().size(), 1);
    EXPECT_TRUE(child<QLabel>("experiment-about").text().contains(QStringLiteral("checkpoint")));
    EXPECT_FALSE(child<QPushButton>("experiment-start").isEnabled());
}

TEST_F(TrainWorkspaceTest, AFolderOpenedByPathIsListedTheNextTime) {
    const auto path = m_folder / "elsewhere";
    {
        const training::ExperimentSettings settings = tiny();
        ASSERT_TRUE(training::ExperimentFolder::create(path, settings,
                                                       training::partsOf(settings).value()));
    }
    m_window->openFile(qt(path));
    EXPECT_EQ(m_window->settings().layout, QStringLiteral("Train"));
    EXPECT_TRUE(isIn(widgets::ExperimentState::New, qt(path)));
    openWindow();
    showTrain();
    EXPECT_TRUE(isIn(widgets::ExperimentState::New, qt(path)));
}

TEST_F(TrainWorkspaceTest, AnExperimentRunsOnlyOnce) {
    const QString folder = makeFolder(tiny());
    auto other = training::ExperimentFolder::open(folder.toStdString());
    ASSERT_TRUE(other);
    showTrain();
    workspace().show(folder);
    ASSERT_TRUE(isIn(widgets::ExperimentState::Running, folder));
    EXPECT_FALSE(action("train.start").isEnabled());
    EXPECT_FALSE(child<QPushButton>("experiment-delete").isEnabled());
}

TEST_F(TrainWorkspaceTest, AnErrorOfTheProcessIsShown) {
    training::ExperimentSettings settings = tiny();
    const QString folder = makeFolder(settings);
    showTrain();
    workspace().show(folder);
    ASSERT_TRUE(isIn(widgets::ExperimentState::New, folder));
    std::filesystem::remove(folder.toStdString() + "/start.motion");
    click("experiment-start");
    ASSERT_TRUE(isIn(widgets::ExperimentState::Failed, folder));
    EXPECT_TRUE(child<QLabel>("experiment-about").text().contains(QStringLiteral("start.motion")));
}

} // namespace
} // namespace sideline::studio
