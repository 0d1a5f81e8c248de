#include <optional>

#include <QTreeView>

#include "tests/studio/localization_workspace_fixture.h"
#include "widgets/localization/observation_panel.h"

namespace sideline::studio {
namespace {

TEST_F(LocalizeWorkspaceTest, ARecordedStreamIsReplayedWithAllEstimators) {
    open();
    EXPECT_EQ(workspace().source(), LocalizationWorkspace::Source::Recorded);
    EXPECT_EQ(m_window->settings().layout, QStringLiteral("Localize"));
    EXPECT_TRUE(m_window->windowTitle().contains(QStringLiteral("look.rec")));
    EXPECT_EQ(m_window->session().log()->index()->frameCount(), workspace().stream()->cycleCount());
    EXPECT_EQ(workspace().estimators().size(), localization::kMethods.size());
    EXPECT_EQ(matchFiles(), 1U);

    m_window->session().seekFrame(200);
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().instant()->cycle == 200; }));
    const widgets::LocalizeInstant& instant = *workspace().instant();
    ASSERT_GE(instant.chosen, 0);
    const auto& belief = instant.beliefs[static_cast<std::size_t>(instant.chosen)];
    EXPECT_EQ(belief.name, QStringLiteral("Fusion"));
    EXPECT_TRUE(belief.estimate.isValid);
    EXPECT_TRUE(instant.hasVision);
    EXPECT_FALSE(instant.vision.observations.empty());
    EXPECT_LE(instant.visionAgeS, 0.05);
    EXPECT_FALSE(m_window->session().shown().exact->robots.empty())
        << "the robot is shown in 3D, too";
}

TEST_F(LocalizeWorkspaceTest, ChoosingAndHidingEstimators) {
    open();
    const int gyro = static_cast<int>(localization::Method::Gyro);
    workspace().choose(gyro);
    EXPECT_EQ(
        workspace().instant()->beliefs[static_cast<std::size_t>(workspace().instant()->chosen)].id,
        gyro);
    const std::size_t shown = workspace().instant()->beliefs.size();
    workspace().choose(static_cast<int>(localization::Method::Fusion));
    workspace().setShown(gyro, false);
    EXPECT_EQ(workspace().instant()->beliefs.size(), shown - 1);
}

TEST_F(LocalizeWorkspaceTest, AVariantRunsOverTheSameStreamAndIsCompared) {
    open();
    widgets::EstimatorVariant settings;
    settings.lines = false;
    settings.addedNoise = 3.0;
    workspace().tryVariant(settings);
    ASSERT_EQ(workspace().estimators().size(), localization::kMethods.size() + 1);
    ASSERT_TRUE(tests::waitUntil([&] { return isDone(); }));
    const LocalizeEstimator variant = workspace().estimators().back();
    EXPECT_TRUE(variant.isRemovable);
    EXPECT_EQ(variant.run->run->estimates().size(), workspace().stream()->cycleCount());
    EXPECT_NE(variant.run->run->estimates().back().positionSigmaM,
              estimator(localization::Method::Fusion).run->run->estimates().back().positionSigmaM);
    workspace().choose(variant.id);
    workspace().remove(variant.id);
    EXPECT_EQ(workspace().estimators().size(), localization::kMethods.size());
    EXPECT_GE(workspace().instant()->chosen, 0) << "another estimator is chosen then";
}

TEST_F(LocalizeWorkspaceTest, AnotherLogClosesTheStream) {
    open();
    m_window->openFile(qt(m_sample));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return workspace().source() == LocalizationWorkspace::Source::None; }));
    EXPECT_EQ(workspace().instant(), nullptr);
    EXPECT_EQ(matchFiles(), 0U) << "results of the stream are removed";
    EXPECT_FALSE(m_window->windowTitle().contains(QStringLiteral("look.rec")));
}

TEST_F(LocalizeWorkspaceTest, ABrokenStreamIsReported) {
    tests::writeFile(m_folder / "poem.rec", "roses are red, violets are blue");
    m_window->openFile(qt(m_folder / "poem.rec"));
    EXPECT_TRUE(showsMessage(QStringLiteral("poem.rec")));
    EXPECT_EQ(workspace().source(), LocalizationWorkspace::Source::None);

    const std::string whole = recording();
    tests::writeFile(m_folder / "half.rec", whole.substr(0, whole.size() / 2 + 3));
    m_window->openFile(qt(m_folder / "half.rec"));
    ASSERT_TRUE(tests::waitUntil([&] { return isDone(); }));
    EXPECT_TRUE(showsMessage(QStringLiteral("half.rec")))
        << "the good part is shown, with a warning";
    EXPECT_GT(workspace().stream()->cycleCount(), 50U);
}

TEST_F(LocalizeWorkspaceTest, ALiveAgentIsAnalyzedWhileItPlays) {
    m_window->showLayout(QStringLiteral("Localize"));
    m_window->actions().action("simulator.with-agent")->setChecked(true);
    m_window->actions().action("simulator.start")->trigger();
    const auto error = [&]() -> std::optional<double> {
        if (workspace().source() != LocalizationWorkspace::Source::Live || !workspace().instant() ||
            workspace().instant()->chosen < 0) {
            return std::nullopt;
        }
        const auto& instant = *workspace().instant();
        const auto& belief = instant.beliefs[static_cast<std::size_t>(instant.chosen)];
        return belief.error ? std::optional(belief.error->groundM) : std::nullopt;
    };
    ASSERT_TRUE(tests::waitUntil([&] { return error() && *error() < tests::tolerance(0.03); }));
    EXPECT_TRUE(workspace().instant()->truth);
    m_window->showLayout(QStringLiteral("Live"));
    QCoreApplication::processEvents();
    EXPECT_TRUE(tests::waitUntil([&] {
        return workspace().source() == LocalizationWorkspace::Source::None;
    })) << "hidden results are not computed";
}

TEST_F(LocalizeWorkspaceTest, ASessionIsAnalyzedWithItsMatchLog) {
    m_window->actions().action("simulator.with-agent")->setChecked(true);
    m_window->actions().action("simulator.start")->trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->live().view().cycle > 250; }));
    m_window->actions().action("simulator.start")->trigger();
    std::filesystem::path session;
    ASSERT_TRUE(tests::waitUntil([&] {
        for (const auto& entry : std::filesystem::directory_iterator(m_folder / "sessions")) {
            if (entry.path().extension() == ".session") {
                session = entry.path();
            }
        }
        return !session.empty();
    }));
    m_window->showLayout(QStringLiteral("Localize"));
    m_window->openFile(qt(session));
    ASSERT_TRUE(tests::waitUntil([&] { return isDone(); }))
        << m_window->messages().texts().join(QLatin1Char('\n')).toStdString();
    EXPECT_EQ(workspace().source(), LocalizationWorkspace::Source::Session);
    EXPECT_EQ(workspace().stream()->stream().team(), "Sideline");
    EXPECT_FALSE(workspace().stream()->truth.isEmpty());
    const LocalizeEstimator& fusion = estimator(localization::Method::Fusion);
    ASSERT_TRUE(fusion.score);
    EXPECT_LT(fusion.score->meanM, tests::tolerance(0.03));
}

TEST_F(LocalizeWorkspaceTest, AStreamIsOpenedWhileAMatchIsLive) {
    m_window->actions().action("simulator.with-agent")->setChecked(true);
    m_window->actions().action("simulator.start")->trigger();
    m_window->showLayout(QStringLiteral("Localize"));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return workspace().source() == LocalizationWorkspace::Source::Live; }));
    open();
    ASSERT_TRUE(tests::waitUntil([&] { return !m_window->showsLive(); }));
    EXPECT_EQ(workspace().source(), LocalizationWorkspace::Source::Recorded);
    m_window->session().seekFrame(100);
    EXPECT_TRUE(tests::waitUntil(
        [&] { return workspace().instant() && workspace().instant()->cycle == 100; }));
}

TEST_F(LocalizeWorkspaceTest, AnotherStreamBeginsAtItsFirstCycle) {
    open();
    m_window->session().seekFrame(200);
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().instant()->cycle == 200; }));
    // After the other stream was loaded, but before its match is opened.
    std::optional<std::size_t> first;
    QObject::connect(&workspace(), &LocalizationWorkspace::titleChanged, &workspace(), [&] {
        workspace().choose(static_cast<int>(localization::Method::Gyro));
        first = workspace().instant()->cycle;
    });
    const std::filesystem::path other = m_folder / "other.rec";
    std::filesystem::copy_file(m_folder / "look.rec", other);
    m_window->openFile(qt(other));
    ASSERT_TRUE(tests::waitUntil([&] { return first.has_value(); }));
    EXPECT_EQ(*first, 0U);
}

TEST_F(LocalizeWorkspaceTest, AnotherStreamHasNoSelectedInterval) {
    open();
    const auto standsAt = [&](logs::FrameNumber cycle) {
        m_window->session().seekFrame(cycle);
        return tests::waitUntil([&] { return workspace().instant()->cycle == cycle; });
    };
    ASSERT_TRUE(standsAt(200));
    auto* tree = m_window->findChild<widgets::ObservationPanel*>()->findChild<QTreeView*>();
    ASSERT_GT(tree->model()->rowCount(), 0);
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {},
                      tree->visualRect(tree->model()->index(0, 0)).center());
    ASSERT_TRUE(tree->selectionModel()->hasSelection());
    ASSERT_TRUE(standsAt(201));
    ASSERT_TRUE(standsAt(200));
    EXPECT_TRUE(tree->selectionModel()->hasSelection()) << "the interval is marked in every view";

    const std::filesystem::path other = m_folder / "other.rec";
    std::filesystem::copy_file(m_folder / "look.rec", other);
    m_window->openFile(qt(other));
    ASSERT_TRUE(tests::waitUntil([&] {
        return m_window->windowTitle().contains(QStringLiteral("other.rec")) && isDone() &&
               workspace().instant()->cycle != 200;
    }));
    ASSERT_TRUE(standsAt(200));
    EXPECT_FALSE(tree->selectionModel()->hasSelection());
}

TEST_F(LocalizeWorkspaceTest, AStreamIsOpenedAtItsFirstVision) {
    open();
    const auto& cycles = workspace().stream()->stream().cycles();
    ASSERT_FALSE(cycles[0].hasVision);
    EXPECT_TRUE(tests::waitUntil([&] {
        const auto& shown = m_window->session().shown().exact;
        return shown && shown->index > 0 && cycles[shown->index].hasVision;
    })) << "otherwise the camera picture and the observations are empty at first";
}

TEST_F(LocalizeWorkspaceTest, AStreamKeepsItsNameWhileTheSimulatorRuns) {
    m_window->actions().action("simulator.with-agent")->setChecked(true);
    action("simulator.start").trigger();
    m_window->showLayout(QStringLiteral("Localize"));
    ASSERT_TRUE(tests::waitUntil(
        [&] { return workspace().source() == LocalizationWorkspace::Source::Live; }));
    open();
    const auto file = [&] { // the file as shown in the log panel
        const auto* facts =
            m_window->findChild<widgets::OverviewPanel*>()->findChild<QTableWidget*>();
        return facts->rowCount() > 0 ? facts->item(0, 1)->text() : QString();
    };
    ASSERT_TRUE(tests::waitUntil([&] { return !m_window->showsLive(); }));
    EXPECT_TRUE(m_window->windowTitle().startsWith(QStringLiteral("look.rec")));
    EXPECT_EQ(file(), QStringLiteral("look.rec"));
    action("simulator.show").trigger(); // to the live match and back
    ASSERT_TRUE(tests::waitUntil(
        [&] { return workspace().source() == LocalizationWorkspace::Source::Live; }));
    EXPECT_TRUE(m_window->windowTitle().startsWith(QStringLiteral("Simulator")));
    action("simulator.show").trigger();
    ASSERT_FALSE(m_window->showsLive());
    EXPECT_TRUE(m_window->windowTitle().startsWith(QStringLiteral("look.rec")))
        << m_window->windowTitle().toStdString();
    EXPECT_EQ(file(), QStringLiteral("look.rec"));
}

TEST_F(LocalizeWorkspaceTest, ASelectedIntervalStaysWhileAMatchIsLive) {
    m_window->actions().action("simulator.with-agent")->setChecked(true);
    m_window->actions().action("simulator.start")->trigger();
    m_window->showLayout(QStringLiteral("Localize"));
    ASSERT_TRUE(tests::waitUntil([&] {
        return workspace().source() == LocalizationWorkspace::Source::Live &&
               workspace().stream()->cycleCount() > 60;
    }));
    const auto& timesS = workspace().stream()->recordTimeS;
    workspace().setInterval(timesS[10], timesS[50]);
    const std::size_t cycles = workspace().stream()->cycleCount();
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().stream()->cycleCount() > cycles + 80; }));
    EXPECT_FALSE(workspace().range().isAll());
}

TEST_F(LocalizeWorkspaceTest, AnUnreadableFileKeepsTheStream) {
    open();
    tests::writeFile(m_folder / "poem.rec", "roses are red, violets are blue");
    m_window->openFile(qt(m_folder / "poem.rec"));
    EXPECT_TRUE(showsMessage(QStringLiteral("poem.rec")));
    EXPECT_EQ(workspace().source(), LocalizationWorkspace::Source::Recorded);
    EXPECT_TRUE(workspace().instant());
    EXPECT_EQ(matchFiles(), 1U) << "nothing of the other stream remains";
    EXPECT_TRUE(m_window->windowTitle().contains(QStringLiteral("look.rec")));
}

TEST(LocalizeFilesTest, StreamsAreRecognizedByTheirContentOrTheirNames) {
    EXPECT_TRUE(isStreamFile(QStringLiteral("/a/ut-player00.rec.gz")));
    EXPECT_TRUE(isStreamFile(QStringLiteral("x.rec")));
    EXPECT_FALSE(isStreamFile(QStringLiteral("x.recorded.log")));
    EXPECT_FALSE(isStreamFile(QStringLiteral("/a.rec.d/x.log")));
    // A monitor's recording opens as a match.
    const tests::TempDir folder;
    tests::writeFile(folder / "monitor.rec", std::string("<\0\0\0\x14((RSMP 1 0)((gt 1 0)", 25));
    EXPECT_FALSE(isStreamFile(QString::fromStdString((folder / "monitor.rec").string())));
    tests::writeFile(folder / "player-7", std::string("<\0\0\0\x12(time (now 1.00)) ", 23));
    EXPECT_TRUE(isStreamFile(QString::fromStdString((folder / "player-7").string())));
}

} // namespace
} // namespace sideline::studio
