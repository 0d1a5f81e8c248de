// Beliefs reported by agents in the Localize layout, and navigation in this layout, by mouse and
// keys.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>

#include <QLabel>
#include <QProcess>
#include <fmt/format.h>

#include "agentcore/net/udp.h"
#include "logs/session/session_reader.h"
#include "tests/studio/fake_monitor_server.h"
#include "tests/studio/localization_workspace_fixture.h"
#include "tests/support/test_files.h"
#include "widgets/common/custom_plot.h"
#include "widgets/localization/estimator_table.h"

namespace sideline::studio {
namespace {

constexpr int kBeliefTimeoutMs = 60000;

class LocalizeBeliefTest : public LocalizeWorkspaceTest {
protected:
    // A recorded stream that contains its ground truth, and the monitor log of the same match.
    std::filesystem::path copyStream() {
        const auto file = m_folder / "arms.rec.gz";
        std::filesystem::copy_file(tests::dataFile("arms-t0.agent.rec.gz"), file);
        return file;
    }
    void openStream(const std::filesystem::path& file) {
        m_window->openFile(qt(file));
        ASSERT_TRUE(tests::waitUntil([&] { return isDone(); }, kBeliefTimeoutMs));
        ASSERT_TRUE(tests::waitUntil([&] { return m_window->session().shown().exact != nullptr; }));
    }
    // Returns beliefs for every cycle from 100 on, half a meter to the left of the robot.
    static std::string beliefs() {
        const auto stream = evaluation::AgentStream::read(tests::dataFile("arms-t0.agent.rec.gz"));
        EXPECT_TRUE(stream);
        std::string text;
        for (std::size_t i = 100; i < stream->cycles().size(); ++i) {
            text +=
                fmt::format("{{\"time\": {}, \"name\": \"mine\", \"frame\": \"server\", \"pose\": "
                            "{{\"x\": -3.0, \"y\": 0.5, \"heading\": 0.0}}, \"covariance\": "
                            "[[0.01,0,0],[0,0.01,0],[0,0,0.01]], \"particles\": [[-3,0.5,0],"
                            "[-3.1,0.6,0]], \"values\": {{\"ess\": {}, \"mode\": \"fine\"}}}}\n",
                            stream->cycles()[i].serverTimeS, i);
        }
        return text;
    }
    const LocalizeEstimator* row(const QString& name) {
        const auto found =
            std::ranges::find(workspace().estimators(), name, &LocalizeEstimator::name);
        return found == workspace().estimators().end() ? nullptr : &*found;
    }
    void clickRow(const QString& name) {
        auto* table = workspace().estimatorPanel()->findChild<widgets::EstimatorTable*>();
        ASSERT_NE(table, nullptr);
        ASSERT_NE(row(name), nullptr);
        // Live rows are added to the table with the next instant.
        ASSERT_TRUE(
            tests::waitUntil([&] { return table->estimators().indexOf(row(name)->id) >= 0; }));
        const int line = table->estimators().indexOf(row(name)->id);
        // The buttons to show and remove the row are next to the name.
        const QModelIndex index = table->model()->index(line, widgets::EstimatorModel::NowColumn);
        table->scrollTo(index);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
    }
    void key(Qt::Key code, Qt::KeyboardModifiers modifiers = {}) {
        activate();
        m_window->setFocus();
        QTest::keyClick(m_window.get(), code, modifiers);
    }
    bool standsAt(std::size_t cycle) {
        return tests::waitUntil(
            [&] { return workspace().instant() && workspace().instant()->cycle == cycle; });
    }
    QCustomPlot& plot() {
        return *workspace().curves()->findChild<QCustomPlot*>(QStringLiteral("plot"));
    }
    // Marks an interval of the visible time with the mouse.
    void mark(double from, double to) {
        const QRect rect = plot().axisRect(0)->rect();
        const auto at = [&](double ratio) {
            return QPoint(rect.left() + static_cast<int>(ratio * rect.width()), rect.center().y());
        };
        QTest::mousePress(&plot(), Qt::LeftButton, Qt::ShiftModifier, at(from));
        QTest::mouseMove(&plot(), at(0.5 * (from + to)));
        QTest::mouseMove(&plot(), at(to));
        QTest::mouseRelease(&plot(), Qt::LeftButton, Qt::ShiftModifier, at(to));
    }
    void send(const std::string& text) {
        if (!m_sender) {
            auto opened = net::UdpSender::open("127.0.0.1", workspace().beliefLink()->port());
            ASSERT_TRUE(opened) << opened.error().toString();
            m_sender.emplace(std::move(*opened));
        }
        m_sender->send(text);
    }

    std::optional<net::UdpSender> m_sender;
};

TEST_F(LocalizeBeliefTest, AFileNextToAStreamAddsARow) {
    const auto stream = copyStream();
    tests::writeFile(m_folder / "arms.belief.jsonl", beliefs());
    openStream(stream);
    ASSERT_TRUE(tests::waitUntil([&] { return row(QStringLiteral("mine")) && isDone(); },
                                 kBeliefTimeoutMs));
    ASSERT_TRUE(row(QStringLiteral("mine"))->score);
    EXPECT_NEAR(row(QStringLiteral("mine"))->score->meanM, 0.5, 0.1);
    EXPECT_FALSE(row(QStringLiteral("mine"))->score->microseconds);
    m_window->session().seekFrame(150);
    ASSERT_TRUE(standsAt(150));
    clickRow(QStringLiteral("mine"));
    const widgets::LocalizeInstant& instant = *workspace().instant();
    ASSERT_GE(instant.chosen, 0);
    const auto& belief = instant.beliefs[static_cast<std::size_t>(instant.chosen)];
    EXPECT_EQ(belief.name, QStringLiteral("mine"));
    EXPECT_NEAR(belief.estimate.X_ST.p.y(), 0.5, 1e-9);
    EXPECT_TRUE(belief.estimate.hasCovariance);
    ASSERT_TRUE(belief.error);
    EXPECT_EQ(instant.vision.candidates_ST.size(), 2U) << "its particles on the map";
    EXPECT_FALSE(instant.vision.observations.empty());
    auto* values = workspace().estimatorPanel()->findChild<QLabel*>(QStringLiteral("values"));
    ASSERT_NE(values, nullptr);
    EXPECT_TRUE(values->isVisible());
    EXPECT_EQ(values->text(), QStringLiteral("ess: 150   mode: fine"));
    EXPECT_EQ(workspace().curves()->valueNames(), QStringList{QStringLiteral("ess")});
    workspace().curves()->setValueName(QStringLiteral("ess"));
    EXPECT_EQ(workspace().curves()->valueAtCursor(row(QStringLiteral("mine"))->id,
                                                  widgets::LocalizeQuantity::Value),
              150.0);
    workspace().remove(row(QStringLiteral("mine"))->id);
    EXPECT_EQ(row(QStringLiteral("mine")), nullptr);
    EXPECT_FALSE(values->isVisible());
}

TEST_F(LocalizeBeliefTest, BadLinesAndStrayBeliefsAreReported) {
    tests::writeFile(m_folder / "b.jsonl", beliefs() + "{\"time\": NaN}\n{\"time\": 1}\nhm\n");
    m_window->openFile(qt(m_folder / "b.jsonl"));
    EXPECT_TRUE(showsMessage(QStringLiteral("first open the stream")));
    openStream(copyStream());
    m_window->openFile(qt(m_folder / "b.jsonl"));
    EXPECT_TRUE(showsMessage(QStringLiteral("\"NaN\" is not a JSON number")));
    EXPECT_TRUE(showsMessage(QStringLiteral("and 1 more bad line")));
    EXPECT_TRUE(showsMessage(QStringLiteral("no cycle of the stream")));
    EXPECT_NE(row(QStringLiteral("mine")), nullptr) << "the good lines are shown";
    tests::writeFile(m_folder / "poem.jsonl", "roses are red\n");
    m_window->openFile(qt(m_folder / "poem.jsonl"));
    EXPECT_TRUE(showsMessage(QStringLiteral("poem.jsonl:1")));
}

TEST_F(LocalizeBeliefTest, ChoosingATruthKeepsTimeVariantsAndBeliefs) {
    const auto stream = copyStream();
    tests::writeFile(m_folder / "arms.belief.jsonl", beliefs());
    openStream(stream);
    ASSERT_TRUE(tests::waitUntil([&] { return row(QStringLiteral("mine")) && isDone(); },
                                 kBeliefTimeoutMs));
    widgets::EstimatorVariant variant;
    variant.lines = false;
    workspace().tryVariant(variant);
    ASSERT_TRUE(tests::waitUntil([&] { return isDone(); }, kBeliefTimeoutMs));
    clickRow(QStringLiteral("mine"));
    m_window->session().seekFrame(180);
    ASSERT_TRUE(standsAt(180));
    mark(0.4, 0.8);
    ASSERT_FALSE(workspace().range().isAll());
    const CycleRange range = workspace().range();
    const std::size_t rows = workspace().estimators().size();
    const std::string truth = workspace().stream()->truth.source;

    workspace().chooseTruth(qt(tests::dataFile("arms-t0.monitor.log.xz")));
    ASSERT_TRUE(tests::waitUntil([&] { return workspace().stream()->truth.source != truth; },
                                 kBeliefTimeoutMs));
    ASSERT_TRUE(tests::waitUntil([&] { return isDone(); }, kBeliefTimeoutMs));
    EXPECT_TRUE(standsAt(180)) << workspace().instant()->cycle;
    EXPECT_EQ(workspace().estimators().size(), rows);
    EXPECT_NE(row(widgets::nameOf(variant)), nullptr);
    ASSERT_NE(row(QStringLiteral("mine")), nullptr);
    EXPECT_TRUE(row(QStringLiteral("mine"))->run);
    EXPECT_EQ(workspace().range().from, range.from);
    EXPECT_EQ(workspace().range().to, range.to);
    const widgets::LocalizeInstant& instant = *workspace().instant();
    ASSERT_GE(instant.chosen, 0);
    EXPECT_EQ(instant.beliefs[static_cast<std::size_t>(instant.chosen)].name,
              QStringLiteral("mine"));

    // A log of another match changes nothing.
    workspace().chooseTruth(qt(m_sample));
    EXPECT_TRUE(showsMessage(QStringLiteral("sample.log.xz")));
    ASSERT_TRUE(tests::waitUntil([&] { return isDone(); }, kBeliefTimeoutMs));
    EXPECT_TRUE(standsAt(180));
    // Opening another stream resets everything.
    openStream(writeRecording());
    EXPECT_TRUE(workspace().range().isAll());
    EXPECT_FALSE(workspace().curves()->interval());
    EXPECT_EQ(workspace().estimators().size(), localization::kMethods.size());
}

TEST_F(LocalizeBeliefTest, TheLargestErrorIsSearchedWithinTheMark) {
    openStream(copyStream());
    const auto& errors = estimator(localization::Method::Fusion).run->errors;
    const auto worst = std::ranges::max_element(
        errors, {}, [](const auto& error) { return error ? error->groundM : 0.0; });
    const bool isEarly = worst - errors.begin() < std::ssize(errors) / 2;
    mark(isEarly ? 0.55 : 0.05, isEarly ? 0.95 : 0.45);
    ASSERT_FALSE(workspace().range().isAll());
    const CycleRange range = workspace().range();
    double inside = 0.0;
    double anywhere = 0.0;
    for (std::size_t i = 0; i < errors.size(); ++i) {
        const double error = errors[i] ? errors[i]->groundM : 0.0;
        anywhere = std::max(anywhere, error);
        inside = i >= range.from && i < range.to ? std::max(inside, error) : inside;
    }
    ASSERT_LT(inside, anywhere) << "the largest error of the stream is outside";
    const std::size_t before = workspace().instant()->cycle;
    for (int i = 0; i < 3; ++i) { // also for the next largest errors
        key(Qt::Key_X, Qt::ShiftModifier);
        ASSERT_TRUE(tests::waitUntil([&] { return workspace().instant()->cycle != before; }));
        EXPECT_GE(workspace().instant()->cycle, range.from);
        EXPECT_LT(workspace().instant()->cycle, range.to);
        if (i == 0) {
            EXPECT_EQ(errors[workspace().instant()->cycle]->groundM, inside);
        }
    }
}

TEST_F(LocalizeBeliefTest, AZoomedMapFollowsTheRobot) {
    openStream(copyStream());
    auto* map = m_window->findChild<widgets::FieldView*>();
    ASSERT_NE(map, nullptr);
    // Relative to the center of the view, which moves when messages appear and disappear.
    const auto robot = [&] {
        const auto& p = workspace().instant()->truth->p_SCamera;
        return map->toWidget(p.x(), p.y()) - QPointF(map->width(), map->height()) / 2.0;
    };
    m_window->session().seekFrame(9);
    ASSERT_TRUE(standsAt(9));
    ASSERT_TRUE(workspace().instant()->truth);
    const Eigen::Vector3d early = workspace().instant()->truth->p_SCamera;
    key(Qt::Key_Z);
    const QPointF there = robot();
    EXPECT_NEAR(there.x(), 0.0, 2.0);
    m_window->session().seekFrame(200); // the robot was beamed in between
    ASSERT_TRUE(standsAt(200));
    ASSERT_GT((workspace().instant()->truth->p_SCamera - early).norm(), 1.0);
    EXPECT_NEAR((robot() - there).manhattanLength(), 0.0, 2.0);
    // The map stays where the user has dragged it.
    const QPoint grass = map->rect().center() + QPoint(0, 40);
    QTest::mousePress(map, Qt::LeftButton, {}, grass);
    QTest::mouseMove(map, grass + QPoint(30, 5));
    QTest::mouseMove(map, grass + QPoint(60, 10));
    QTest::mouseRelease(map, Qt::LeftButton, {}, grass + QPoint(60, 10));
    const QPointF drawn = robot();
    EXPECT_GT((drawn - there).manhattanLength(), 20.0);
    m_window->session().seekFrame(9);
    ASSERT_TRUE(standsAt(9));
    EXPECT_NEAR((robot() - drawn).manhattanLength(), 0.0, 2.0);
    key(Qt::Key_Z);
    EXPECT_TRUE(map->isFitted());
    m_window->session().seekFrame(200);
    ASSERT_TRUE(standsAt(200));
    EXPECT_TRUE(map->isFitted()) << "the whole field does not follow a robot";
}

// The stream's display does not remain when another match begins.
TEST_F(LocalizeBeliefTest, AStreamIsOpenedWhileTheSimulatorRuns) {
    m_window->actions().action("simulator.start")->trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return live().head().exact != nullptr; }));
    m_window->showStart();
    openStream(copyStream());
    EXPECT_EQ(workspace().source(), LocalizationWorkspace::Source::Recorded);
    m_window->session().seekFrame(150);
    EXPECT_TRUE(standsAt(150));
    tests::FakeMonitorServer server; // sends no scene
    m_window->find<studio::LiveWorkspace>().controls().connectTo({"127.0.0.1", server.port()});
    EXPECT_EQ(workspace().source(), LocalizationWorkspace::Source::None);
    EXPECT_FALSE(workspace().instant());
}

TEST_F(LocalizeBeliefTest, BothClocksAreLabeled) {
    openStream(copyStream());
    m_window->session().seekFrame(100);
    ASSERT_TRUE(standsAt(100));
    auto* clocks = workspace().curves()->findChild<QLabel*>(QStringLiteral("clocks"));
    ASSERT_NE(clocks, nullptr);
    EXPECT_TRUE(clocks->isVisible());
    EXPECT_EQ(clocks->text(), QStringLiteral("recording 0:02.00, game 0:00.00"));
    EXPECT_FALSE(
        plot().axisRect(plot().axisRectCount() - 1)->axis(QCPAxis::atBottom)->label().isEmpty());
}

TEST_F(LocalizeBeliefTest, LiveCurvesScrollUntilTheUserDragsThem) {
    m_window->actions().action("simulator.with-agent")->setChecked(true);
    m_window->actions().action("simulator.start")->trigger();
    m_window->live().setSpeed(4.0);
    m_window->showLayout(QStringLiteral("Localize"));
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return workspace().source() == LocalizationWorkspace::Source::Live &&
                   workspace().stream()->cycleCount() > 1250;
        },
        kBeliefTimeoutMs));
    widgets::LocalizeCurves& curves = *workspace().curves();
    const auto newest = [&] { return workspace().stream()->recordTimeS.back(); };
    ASSERT_TRUE(tests::waitUntil([&] {
        return curves.shownTime().second > newest() - 3.0 &&
               curves.shownTime().first > newest() - 25.0;
    })) << curves.shownTime().first
        << " to " << curves.shownTime().second << " of " << newest();
    EXPECT_NEAR(curves.shownTime().second - curves.shownTime().first, 20.0, 1e-6);
    // Dragging to the right shows the past, and the curves stop scrolling.
    const QRect rect = plot().axisRect(0)->rect();
    QTest::mousePress(&plot(), Qt::LeftButton, {}, rect.center());
    QTest::mouseMove(&plot(), rect.center() + QPoint(30, 0));
    QTest::mouseMove(&plot(), rect.center() + QPoint(60, 0));
    QTest::mouseRelease(&plot(), Qt::LeftButton, {}, rect.center() + QPoint(60, 0));
    const auto looked = curves.shownTime();
    const double atS = newest();
    ASSERT_TRUE(tests::waitUntil([&] { return newest() > atS + 3.0; }, kBeliefTimeoutMs));
    EXPECT_EQ(curves.shownTime(), looked);
}

TEST_F(LocalizeBeliefTest, AnAgentReportsItsBeliefLiveAndItIsRecorded) {
    m_window->actions().action("simulator.with-agent")->setChecked(true);
    m_window->actions().action("simulator.start")->trigger();
    m_window->showLayout(QStringLiteral("Localize"));
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return workspace().source() == LocalizationWorkspace::Source::Live &&
                   workspace().instant() && workspace().instant()->truth;
        },
        kBeliefTimeoutMs));
    ASSERT_NE(workspace().beliefLink(), nullptr);
    // Besides our own agent, one program reports beliefs, and another one sends garbage.
    const auto sendReports = [&] {
        send(fmt::format("{{\"time\": {:.2f}, \"team\": \"Sideline\", \"unum\": {}, \"name\": "
                         "\"mine\", \"frame\": \"server\", \"pose\": {{\"x\": 1, \"y\": 2, "
                         "\"heading\": 0}}, \"values\": {{\"ess\": 3}}}}",
                         workspace().stream()->stream().cycles().back().serverTimeS,
                         workspace().stream()->stream().robot().unum.value()));
        send("{\"time\": NaN}");
        send(std::string(60000, 'x'));
    };
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            sendReports();
            const LocalizeEstimator* mine = row(QStringLiteral("mine"));
            return mine != nullptr && mine->run &&
                   std::ranges::any_of(mine->run->errors,
                                       [](const auto& error) { return error.has_value(); });
        },
        kBeliefTimeoutMs));
    clickRow(QStringLiteral("mine"));
    EXPECT_TRUE(tests::waitUntil([&] {
        sendReports();
        const auto& instant = *workspace().instant();
        return instant.chosen >= 0 &&
               instant.beliefs[static_cast<std::size_t>(instant.chosen)].name ==
                   QStringLiteral("mine");
    }));
    auto* reported = workspace().estimatorPanel()->findChild<QLabel*>(QStringLiteral("beliefs"));
    ASSERT_NE(reported, nullptr);
    EXPECT_TRUE(tests::waitUntil([&] {
        return reported->isVisible() && reported->text().contains(QStringLiteral("received")) &&
               reported->text().contains(QStringLiteral("invalid"));
    })) << reported->text().toStdString();

    m_window->actions().action("simulator.start")->trigger();
    const auto session = m_window->find<studio::LiveWorkspace>().recorder().file();
    const auto reader = logs::SessionReader::open(session);
    ASSERT_TRUE(reader);
    const auto rows = (*reader)->beliefs();
    ASSERT_TRUE(rows);
    ASSERT_FALSE(rows->empty());
    EXPECT_NE(rows->front().text.find("\"mine\""), std::string::npos);
    m_window->openFile(qt(session));
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return workspace().source() == LocalizationWorkspace::Source::Session && isDone() &&
                   row(QStringLiteral("mine")) != nullptr;
        },
        kBeliefTimeoutMs))
        << m_window->messages().texts().join(QLatin1Char('\n')).toStdString();
    ASSERT_TRUE(row(QStringLiteral("mine"))->score);
    EXPECT_GT(row(QStringLiteral("mine"))->score->meanM, 0.5);
}

// Runs the example of a foreign agent, from its connection to its recorded belief.
TEST_F(LocalizeBeliefTest, BeliefsOfAForeignAgentAreShown) {
    changeLiveSettings([](LiveSettings& settings) { settings.startsWithAgent = false; });
    openWindow();
    m_window->actions().action("simulator.start")->trigger();
    m_window->showLayout(QStringLiteral("Localize"));
    ASSERT_TRUE(tests::waitUntil([&] { return m_window->live().view().agentPort > 0; }));
    QProcess agent;
    agent.start(QStringLiteral("python3"),
                {qt(std::filesystem::path(std::getenv("SIDELINE_SOURCE_DIR")) / "examples" /
                    "belief" / "particle_filter.py"),
                 QStringLiteral("--connect"),
                 QStringLiteral("127.0.0.1:%1").arg(m_window->live().view().agentPort),
                 QStringLiteral("--udp"),
                 QStringLiteral("127.0.0.1:%1").arg(workspace().beliefLink()->port())});
    ASSERT_TRUE(agent.waitForStarted());
    const auto name = QStringLiteral("particle filter");
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return workspace().source() == LocalizationWorkspace::Source::Live &&
                   row(name) != nullptr && row(name)->score && row(name)->score->meanM < 0.5 &&
                   estimator(localization::Method::Fusion).score;
        },
        kBeliefTimeoutMs))
        << agent.readAllStandardError().toStdString();
    EXPECT_EQ(workspace().stream()->stream().team(), "Belief");
    EXPECT_EQ(workspace().stream()->stream().robot().unum.value(), 9);
    EXPECT_LT(estimator(localization::Method::Fusion).score->meanM,
              row(name)->score->meanM + tests::tolerance(0.02))
        << "the estimator uses the agent's percepts";
    m_window->actions().action("simulator.start")->trigger();
    agent.kill();
    agent.waitForFinished();
    const auto session = m_window->find<studio::LiveWorkspace>().recorder().file();
    m_window->openFile(qt(session));
    ASSERT_TRUE(tests::waitUntil(
        [&] {
            return workspace().source() == LocalizationWorkspace::Source::Session && isDone() &&
                   row(name);
        },
        kBeliefTimeoutMs))
        << m_window->messages().texts().join(QLatin1Char('\n')).toStdString();
    EXPECT_EQ(workspace().stream()->stream().team(), "Belief");
    EXPECT_FALSE(workspace().stream()->truth.isEmpty());
    // The session also has the first cycles, in which the filter was still uncertain.
    const auto& errors = row(name)->run->errors;
    const auto newest = std::find_if(errors.rbegin(), errors.rend(),
                                     [](const auto& error) { return error.has_value(); });
    ASSERT_NE(newest, errors.rend());
    EXPECT_LT((*newest)->groundM, 0.5);
}

TEST(BeliefLinkTest, FloodsAndGarbageAreCounted) {
    const auto link = BeliefLink::open("127.0.0.1", 0);
    ASSERT_TRUE(link) << link.error().toString();
    auto sender = net::UdpSender::open("127.0.0.1", (*link)->port());
    ASSERT_TRUE(sender);
    const auto stats = [&] { return (*link)->stats(); };
    sender->send("\xff\xfe garbage");
    sender->send(std::string(net::kMaxDatagramBytes, '['));
    sender->send("{\"cycle\": 3}"); // a live cycle number cannot be assigned to a time
    sender->send("");
    sender->send("{\"time\": 1, \"pose\": null}");
    ASSERT_TRUE(tests::waitUntil([&] { return stats().good == 1; }));
    EXPECT_GE(stats().bad, 3U);
    EXPECT_EQ((*link)->take().size(), 1U);
    EXPECT_TRUE((*link)->take().empty());
    ASSERT_TRUE(tests::waitUntil([&] {
        for (int i = 0; i < 500; ++i) {
            sender->send("{\"time\": 2}");
        }
        return stats().lost > 1000;
    }));
    EXPECT_LE((*link)->take().size(), BeliefLink::kMaxWaiting);
    EXPECT_TRUE((*link)->fault().empty());
    const auto taken = BeliefLink::open("127.0.0.1", (*link)->port());
    EXPECT_FALSE(taken) << "the port is taken";
}

} // namespace
} // namespace sideline::studio
