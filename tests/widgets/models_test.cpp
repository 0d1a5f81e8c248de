#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QColor>
#include <QFont>
#include <QSignalSpy>

#include "tests/gui/gui_support.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"
#include "tests/widgets/input_events.h"
#include "widgets/match/event_model.h"
#include "widgets/match/object_model.h"
#include "widgets/match/property_model.h"

namespace sideline::widgets {
namespace {

using game::PlayerId;
using game::Side;
using game::UniformNumber;
using logs::EventKind;
using logs::kindBit;
using logs::Quantity;
using logs::SignalId;
using monitor::MatchFrame;
using monitor::ObjectId;
using monitor::RobotFrame;
using tests::plain;

constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

ObjectId robotObject(Side side, int unum, std::int32_t body = 0) {
    return ObjectId::ofRobot({side, UniformNumber(unum)}, body);
}

// The sample match has three events: the play mode at 0, a kick at 32, a foul at 41.
class EventModelTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_NE(tests::sampleMatch(), nullptr);
        m_analysis = tests::sampleMatch()->analysis();
        ASSERT_EQ(m_analysis->events.size(), 3U);
    }
    std::vector<logs::FrameNumber> frames() const {
        std::vector<logs::FrameNumber> result;
        for (int row = 0; row < m_model.rowCount(); ++row) {
            result.push_back(
                m_model.index(row, 0).data(EventModel::FrameRole).value<logs::FrameNumber>());
        }
        return result;
    }
    std::string cell(int row, int column) const {
        return plain(m_model.index(row, column).data().toString());
    }
    // One event that no log here has.
    void setEvent(const logs::Event& event) {
        auto analysis = std::make_shared<logs::LogAnalysis>();
        analysis->events.push_back(event);
        m_model.setAnalysis(std::move(analysis));
    }
    EventModel m_model;
    QAbstractItemModelTester m_tester{&m_model, kFatal};
    std::shared_ptr<const logs::LogAnalysis> m_analysis;
    const std::vector<logs::Bookmark> m_bookmarks = {{2, 20.92, "begin"},
                                                     {35, 27.52, "g\xc3\xbct"}};
};

using Frames = std::vector<logs::FrameNumber>;

TEST_F(EventModelTest, ListsEventsAndBookmarksByFrame) {
    EXPECT_EQ(m_model.rowCount(), 0);
    m_model.setBookmarks(m_bookmarks);
    EXPECT_EQ(frames(), Frames({2, 35}));
    m_model.setAnalysis(m_analysis);
    EXPECT_EQ(frames(), Frames({0, 2, 32, 35, 41}));
    EXPECT_EQ(cell(0, EventModel::KindColumn), "Play mode");
    EXPECT_EQ(cell(0, EventModel::TextColumn), "Play on");
    EXPECT_EQ(cell(1, EventModel::TimeColumn), "0:20.92");
    EXPECT_EQ(cell(1, EventModel::KindColumn), "Bookmark");
    EXPECT_EQ(cell(3, EventModel::TextColumn), "g\xc3\xbct");
    EXPECT_EQ(cell(4, EventModel::TimeColumn), "0:28.72");
    EXPECT_EQ(cell(4, EventModel::KindColumn), "Foul");
    EXPECT_EQ(cell(4, EventModel::TextColumn), "Charging by UTB 11");
    EXPECT_EQ(m_model.index(1, 0).data(EventModel::KindRole).toInt(), -1);
    EXPECT_EQ(m_model.index(2, 0).data(EventModel::KindRole).toInt(),
              static_cast<int>(EventKind::Kick));
    m_model.setAnalysis(nullptr);
    EXPECT_EQ(frames(), Frames({2, 35}));
    m_model.setBookmarks({});
    EXPECT_EQ(m_model.rowCount(), 0);
}

TEST_F(EventModelTest, KindsFilterEventsButNotBookmarks) {
    m_model.setAnalysis(m_analysis);
    m_model.setBookmarks(m_bookmarks);
    m_model.setKinds(kindBit(EventKind::Foul));
    EXPECT_EQ(frames(), Frames({2, 35, 41}));
    m_model.setKinds(0);
    EXPECT_EQ(frames(), Frames({2, 35}));
    m_model.setKinds(kindBit(EventKind::Foul) | kindBit(EventKind::Kick));
    EXPECT_EQ(frames(), Frames({2, 32, 35, 41}));
}

TEST_F(EventModelTest, FindsTheLastRowAtOrBeforeAFrame) {
    EXPECT_EQ(m_model.rowAt(10), -1);
    m_model.setAnalysis(m_analysis);
    m_model.setKinds(kindBit(EventKind::Foul) | kindBit(EventKind::Kick));
    const std::pair<logs::FrameNumber, int> rows[] = {{0, -1}, {31, -1}, {32, 0},
                                                      {40, 0}, {41, 1},  {100000, 1}};
    for (const auto& [frame, row] : rows) {
        EXPECT_EQ(m_model.rowAt(frame), row) << frame;
    }
}

TEST_F(EventModelTest, FindsBookmarksEvenBesideAnEvent) {
    m_model.setAnalysis(m_analysis);
    EXPECT_EQ(m_model.rowOfBookmark(32), -1); // there is an event only
    m_model.setBookmarks({{32, 26.92, "kick"}});
    const int row = m_model.rowOfBookmark(32);
    ASSERT_GE(row, 0);
    EXPECT_EQ(cell(row, EventModel::TextColumn), "kick");
    EXPECT_EQ(m_model.rowOfBookmark(34), -1);
}

TEST_F(EventModelTest, EditingABookmarkAsksForTheChange) {
    m_model.setAnalysis(m_analysis);
    m_model.setBookmarks(m_bookmarks);
    QSignalSpy edited(&m_model, &EventModel::bookmarkEdited);
    const QModelIndex index = m_model.index(3, EventModel::TextColumn);
    EXPECT_TRUE(index.flags() & Qt::ItemIsEditable);
    EXPECT_TRUE(m_model.setData(index, QStringLiteral("sch\u00f6n"), Qt::EditRole));
    ASSERT_EQ(edited.count(), 1);
    EXPECT_EQ(edited[0][0].value<logs::Bookmark>(), (logs::Bookmark{35, 27.52, "sch\xc3\xb6n"}));
    EXPECT_EQ(cell(3, EventModel::TextColumn), "g\xc3\xbct"); // until the owner hands it back
}

TEST_F(EventModelTest, NothingElseCanBeEdited) {
    m_model.setAnalysis(m_analysis);
    m_model.setBookmarks(m_bookmarks);
    QSignalSpy edited(&m_model, &EventModel::bookmarkEdited);
    const QModelIndex event = m_model.index(0, EventModel::TextColumn);
    const QModelIndex clock = m_model.index(1, EventModel::TimeColumn);
    const QModelIndex bookmark = m_model.index(1, EventModel::TextColumn);
    EXPECT_FALSE(event.flags() & Qt::ItemIsEditable);
    EXPECT_FALSE(clock.flags() & Qt::ItemIsEditable);
    EXPECT_FALSE(m_model.setData(event, QStringLiteral("x"), Qt::EditRole));
    EXPECT_FALSE(m_model.setData(clock, QStringLiteral("x"), Qt::EditRole));
    EXPECT_FALSE(m_model.setData(bookmark, QStringLiteral("x"), Qt::DisplayRole));
    EXPECT_FALSE(m_model.setData({}, QStringLiteral("x"), Qt::EditRole));
    EXPECT_EQ(edited.count(), 0);
}

TEST_F(EventModelTest, KindsHaveTheTeamsColor) {
    m_model.setAnalysis(m_analysis);
    const TeamColors colors{QColor(10, 20, 200), QColor(200, 20, 10)};
    m_model.setColors(colors);
    const auto color = [&](int row, int column) {
        return m_model.index(row, column).data(Qt::ForegroundRole);
    };
    EXPECT_FALSE(color(0, EventModel::KindColumn).isValid()); // a play mode has no team
    EXPECT_EQ(color(1, EventModel::KindColumn).value<QColor>(), colors.left.lighter(115));
    EXPECT_EQ(color(2, EventModel::KindColumn).value<QColor>(), colors.right.lighter(115));
    EXPECT_FALSE(color(2, EventModel::TextColumn).isValid());
}

TEST_F(EventModelTest, ReportsWhenTheLogReportsLate) {
    logs::Event event;
    event.kind = EventKind::PlayMode;
    event.frame = 300;
    event.text = "corner_kick_left";
    setEvent(event);
    EXPECT_EQ(cell(0, EventModel::TextColumn), "Corner kick left");
    EXPECT_EQ(m_model.index(0, 0).data(Qt::ToolTipRole).toString(), "Corner kick left")
        << "for panels that are too narrow for it";
    event.reportedFrame = 317;
    setEvent(event);
    EXPECT_TRUE(m_model.index(0, 0).data(Qt::ToolTipRole).toString().contains("317"));
    EXPECT_EQ(m_model.index(0, 0).data(EventModel::FrameRole).toInt(), 300);
}

TEST_F(EventModelTest, NamesItsColumnsAndKinds) {
    std::set<QString> names;
    for (int i = 0; i < logs::kEventKindCount; ++i) {
        names.insert(eventKindText(static_cast<EventKind>(i), false));
    }
    EXPECT_EQ(names.size(), static_cast<std::size_t>(logs::kEventKindCount));
    EXPECT_EQ(plain(eventKindText(EventKind::Goal, true)), "Goals");
    EXPECT_EQ(plain(eventKindText(EventKind::Half, true)), "Halves");
    EXPECT_EQ(plain(eventKindText(EventKind::TimeJump, false)), "Clock set");
    EXPECT_EQ(plain(m_model.headerData(0, Qt::Horizontal, Qt::DisplayRole).toString()), "Clock");
    EXPECT_FALSE(m_model.headerData(0, Qt::Vertical, Qt::DisplayRole).isValid());
}

class ObjectModelTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_NE(tests::sampleMatch(), nullptr);
        m_frame = tests::fetchedFrame(*tests::sampleMatch(), 10).exact;
    }
    std::shared_ptr<MatchFrame> copy() const { return std::make_shared<MatchFrame>(*m_frame); }
    std::string text(const QModelIndex& index) const { return plain(index.data().toString()); }
    int countBelow(const QModelIndex& parent) const {
        int count = m_model.rowCount(parent);
        for (int row = 0; row < m_model.rowCount(parent); ++row) {
            count += countBelow(m_model.index(row, 0, parent));
        }
        return count;
    }
    ObjectModel m_model;
    QAbstractItemModelTester m_tester{&m_model, kFatal};
    monitor::MatchFramePtr m_frame;
};

TEST_F(ObjectModelTest, EveryObjectHasAPlaceAndBackAgain) {
    m_model.setFrame(m_frame);
    ASSERT_TRUE(m_model.indexOf(ObjectId::ball()).isValid());
    EXPECT_EQ(m_model.objectAt(m_model.indexOf(ObjectId::ball())), ObjectId::ball());
    int expected = 1 + 2; // ball and teams
    ASSERT_EQ(m_frame->robots.size(), 22U);
    for (const RobotFrame& robot : m_frame->robots) {
        expected += 1 + static_cast<int>(robot.X_SBody.size());
        for (std::size_t body = 0; body < robot.X_SBody.size(); ++body) {
            const ObjectId id = ObjectId::ofRobot(robot.id, static_cast<std::int32_t>(body));
            const QModelIndex index = m_model.indexOf(id);
            ASSERT_TRUE(index.isValid()) << toString(robot.id) << " body " << body;
            EXPECT_EQ(m_model.objectAt(index), id);
            EXPECT_EQ(index.data(ObjectModel::ObjectRole).value<ObjectId>(), id);
            if (body > 0) {
                EXPECT_EQ(text(index), m_frame->bodyName(robot, body));
                const auto parent = robot.model->bodies()[body].parent.value();
                EXPECT_EQ(m_model.objectAt(index.parent()), ObjectId::ofRobot(robot.id, parent));
            }
        }
    }
    EXPECT_EQ(countBelow({}), expected);
}

TEST_F(ObjectModelTest, ARobotStandsInItsTeamAboveItsTorso) {
    m_model.setFrame(m_frame);
    const QModelIndex robot = m_model.indexOf(robotObject(Side::Right, 4));
    EXPECT_EQ(text(robot), "4  type 3");
    EXPECT_EQ(text(robot.parent()), "UTB (Right)");
    EXPECT_EQ(m_model.objectAt(robot.parent()).kind, ObjectId::Kind::None);
    EXPECT_FALSE(robot.parent().parent().isValid());
    EXPECT_EQ(m_model.rowCount(robot.parent()), 11);
    EXPECT_EQ(robot.row(), 3); // by number
    const QModelIndex torso = m_model.index(0, 0, robot);
    EXPECT_EQ(m_model.objectAt(torso), m_model.objectAt(robot));
}

TEST_F(ObjectModelTest, WhatIsNotThereHasNoPlace) {
    EXPECT_FALSE(m_model.indexOf(ObjectId::ball()).isValid());
    m_model.setFrame(m_frame);
    EXPECT_FALSE(m_model.indexOf({}).isValid());
    EXPECT_FALSE(m_model.indexOf(robotObject(Side::Left, 12)).isValid());
    EXPECT_FALSE(m_model.indexOf(robotObject(Side::Left, 1, 99)).isValid());
    EXPECT_EQ(m_model.objectAt({}).kind, ObjectId::Kind::None);
    EXPECT_FALSE(m_model.index(7, 0, {}).isValid());
    EXPECT_FALSE(m_model.index(0, 1, {}).isValid());
}

TEST_F(ObjectModelTest, TheTreeStaysWhileTheSameObjectsAreThere) {
    m_model.setFrame(m_frame);
    QSignalSpy resets(&m_model, &QAbstractItemModel::modelReset);
    const QPersistentModelIndex kept = m_model.indexOf(robotObject(Side::Left, 5, 2));
    m_model.setFrame(tests::fetchedFrame(*tests::sampleMatch(), 40).exact);
    EXPECT_EQ(resets.count(), 0);
    EXPECT_EQ(m_model.objectAt(kept), robotObject(Side::Left, 5, 2));

    const auto fewer = copy();
    std::erase_if(fewer->robots, [](const RobotFrame& robot) {
        return robot.id == PlayerId{Side::Left, UniformNumber(5)};
    });
    m_model.setFrame(fewer);
    EXPECT_EQ(resets.count(), 1);
    EXPECT_FALSE(m_model.indexOf(robotObject(Side::Left, 5)).isValid());
    EXPECT_TRUE(m_model.indexOf(robotObject(Side::Left, 6)).isValid());
    m_model.setFrame(m_frame);
    EXPECT_TRUE(m_model.indexOf(robotObject(Side::Left, 5)).isValid());
    m_model.setFrame(nullptr);
    EXPECT_EQ(m_model.rowCount({}), 0);
}

TEST_F(ObjectModelTest, ReportsTeamsWithoutNamesAndRobotsWithoutTypes) {
    const auto changed = copy();
    changed->game.teamLeft.clear();
    changed->ball.reset();
    changed->robots[0].id = {Side::None, UniformNumber(0)};
    changed->robots[0].typeNumber = -1;
    m_model.setFrame(changed);
    ASSERT_EQ(m_model.rowCount({}), 3);
    EXPECT_EQ(text(m_model.index(0, 0, {})), "Left");
    EXPECT_EQ(text(m_model.index(2, 0, {})), "Not initialized");
    EXPECT_EQ(text(m_model.indexOf(robotObject(Side::None, 0))), "0  nao1");
    const auto unknown = std::make_shared<monitor::MatchFrame>(*changed);
    unknown->robots[0].model = nullptr;
    m_model.setFrame(unknown);
    EXPECT_EQ(text(m_model.indexOf(robotObject(Side::None, 0))), "0  unknown type");
}

TEST_F(ObjectModelTest, TeamsHaveTheirColor) {
    m_model.setFrame(m_frame);
    const TeamColors colors{QColor(1, 2, 3), QColor(4, 5, 6)};
    QSignalSpy changes(&m_model, &QAbstractItemModel::dataChanged);
    m_model.setColors(colors);
    ASSERT_EQ(changes.count(), 1);
    EXPECT_EQ(changes[0][0].toModelIndex(), m_model.index(0, 0, {}));
    EXPECT_EQ(changes[0][1].toModelIndex(), m_model.index(2, 0, {}));
    EXPECT_EQ(m_model.index(1, 0, {}).data(Qt::DecorationRole).value<QColor>(), colors.left);
    EXPECT_EQ(m_model.index(2, 0, {}).data(Qt::DecorationRole).value<QColor>(), colors.right);
    EXPECT_FALSE(m_model.index(0, 0, {}).data(Qt::DecorationRole).isValid());
}

class PropertyModelTest : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_NE(tests::sampleMatch(), nullptr);
        m_fetched = tests::fetchedFrame(*tests::sampleMatch(), 34);
    }
    std::string cell(int row, int column) const {
        return plain(m_model.index(row, column).data().toString());
    }
    // Row with this name, or -1.
    int rowOf(std::string_view name) const {
        for (int row = 0; row < m_model.rowCount(); ++row) {
            if (cell(row, PropertyModel::NameColumn) == name) {
                return row;
            }
        }
        return -1;
    }
    std::string valueOf(std::string_view name) const {
        return cell(rowOf(name), PropertyModel::ValueColumn);
    }
    std::string ageOf(std::string_view name) const {
        return cell(rowOf(name), PropertyModel::AgeColumn);
    }
    // All rows that can be plotted show the value of their signal.
    void expectSignalsShown(const ObjectId& id) {
        m_model.setSelection(id);
        for (int row = 0; row < m_model.rowCount(); ++row) {
            const auto signal = m_model.signalAt(row);
            if (!signal) {
                continue;
            }
            const std::string name = logs::signalName(*signal, m_fetched.exact.get());
            SCOPED_TRACE(name);
            const QString shown = m_model.index(row, PropertyModel::ValueColumn).data().toString();
            const QString number = shown.section(QLatin1Char(' '), 0, 0);
            const auto decimals =
                number.contains(QLatin1Char('.')) ? number.section(QLatin1Char('.'), 1).size() : 0;
            const double value =
                logs::signalValue(*signal, *m_fetched.exact, m_fetched.before.get());
            EXPECT_NEAR(number.toDouble(), value, 0.51 * std::pow(10.0, -decimals));
            EXPECT_TRUE(signal->object.sameObject(id));
            ++m_shownSignals[signal->quantity];
        }
    }
    PropertyModel m_model;
    QAbstractItemModelTester m_tester{&m_model, kFatal};
    logs::FetchedFrame m_fetched;
    std::map<Quantity, int> m_shownSignals;
};

TEST_F(PropertyModelTest, ShowsTheGameWhileNothingIsSelected) {
    EXPECT_EQ(m_model.rowCount(), 0);
    m_model.setFrame(m_fetched);
    EXPECT_EQ(valueOf("Clock"), "0:27.32");
    EXPECT_EQ(valueOf("Play mode"), "Play on");
    EXPECT_EQ(valueOf("Half"), "1");
    EXPECT_EQ(valueOf("Length"), "30.00 m");
    EXPECT_EQ(valueOf("Width"), "20.00 m");
    EXPECT_EQ(valueOf("Ball radius"), "0.042 m");
    EXPECT_EQ(m_model.signalAt(rowOf("Clock")), (SignalId{Quantity::GameTimeS, {}, -1}));
    EXPECT_EQ(m_model.signalAt(rowOf("Play mode")), (SignalId{Quantity::PlayMode, {}, -1}));
    EXPECT_EQ(m_model.signalAt(rowOf("Length")), std::nullopt);
    EXPECT_EQ(m_model.signalAt(-1), std::nullopt);
    EXPECT_EQ(m_model.signalAt(m_model.rowCount()), std::nullopt);
    m_model.setFrame({});
    EXPECT_EQ(m_model.rowCount(), 0);
}

TEST_F(PropertyModelTest, EveryRowThatCanBePlottedShowsItsSignal) {
    m_model.setFrame(m_fetched);
    expectSignalsShown(ObjectId::ball());
    EXPECT_EQ(m_shownSignals[Quantity::SpeedMps], 1);
    int joints = 0;
    for (const RobotFrame& robot : m_fetched.exact->robots) {
        expectSignalsShown(ObjectId::ofRobot(robot.id));
        joints += static_cast<int>(robot.jointAnglesRad.size());
    }
    for (const Quantity quantity : {Quantity::XM, Quantity::YM, Quantity::ZM, Quantity::SpeedMps}) {
        EXPECT_EQ(m_shownSignals[quantity], 23);
    }
    for (const Quantity quantity :
         {Quantity::HeadingDeg, Quantity::TiltDeg, Quantity::BallDistanceM}) {
        EXPECT_EQ(m_shownSignals[quantity], 22);
    }
    EXPECT_EQ(m_shownSignals[Quantity::JointDeg], joints);
}

TEST_F(PropertyModelTest, ABodyShowsItsOwnJoint) {
    m_model.setFrame(m_fetched);
    const PlayerId id{Side::Left, UniformNumber(5)};
    const robot::RobotModel& model = *m_fetched.exact->findRobot(id)->model;
    for (std::size_t body = 1; body < model.bodies().size(); ++body) {
        expectSignalsShown(ObjectId::ofRobot(id, static_cast<std::int32_t>(body)));
        const robot::Joint& joint = model.joint(model.bodies()[body].joint);
        const int row = rowOf("Joint " + joint.perceptor);
        ASSERT_GE(row, 0) << joint.perceptor;
        EXPECT_EQ(m_model.signalAt(row)->joint, model.bodies()[body].joint.value());
        EXPECT_EQ(cell(0, 0), "UTA 5, " + model.bodies()[body].name);
    }
    EXPECT_EQ(m_shownSignals[Quantity::JointDeg], static_cast<int>(model.bodies().size()) - 1);
}

TEST_F(PropertyModelTest, WhatWasPlacedShowsNoSpeed) {
    std::vector<tests::ScriptedScene> scenes(4);
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        scenes[i].timeS = 0.2 * static_cast<double>(i);
        scenes[i].robots = {tests::scriptedRobot(Side::Left, 1, i < 2 ? -5.0 : 0.0)};
        scenes[i].p_SBall.x() = 0.1 * static_cast<double>(i) + (i < 3 ? 0.0 : 9.0);
    }
    const tests::TempDir dir;
    tests::writeFile(dir / "m.log", tests::scriptedLog(scenes, 0));
    const auto log = tests::openAnalyzed(dir / "m.log");
    ASSERT_NE(log, nullptr);
    const auto speed = [&](const ObjectId& id, logs::FrameNumber frame) {
        m_model.setSelection(id);
        m_model.setFrame(tests::fetchedFrame(*log, frame));
        return valueOf("Speed");
    };
    EXPECT_EQ(speed(robotObject(Side::Left, 1), 2), "-");
    EXPECT_EQ(speed(robotObject(Side::Left, 1), 3), "0.00 m/s");
    EXPECT_EQ(speed(ObjectId::ball(), 2), "0.50 m/s");
    EXPECT_EQ(speed(ObjectId::ball(), 3), "-");
}

TEST_F(PropertyModelTest, ReportsHowOldAValueIs) {
    // A robot that stands still beside a ball that moves, and a full scene at frame 8.
    std::vector<tests::ScriptedScene> scenes(10);
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        scenes[i].timeS = 0.2 * static_cast<double>(i);
        scenes[i].p_SBall.x() = 0.1 * static_cast<double>(i);
        scenes[i].robots = {tests::scriptedRobot(Side::Left, 1, -5)};
        scenes[i].robots[0].jointAnglesRad.assign(22, 0.0);
        scenes[i].robots[0].jointAnglesRad[0] = i < 3 ? 0.0 : 0.5; // turns the head in frame 3
    }
    const tests::TempDir dir;
    tests::writeFile(dir / "m.log", tests::scriptedLog(scenes, 8));
    const auto log = tests::openAnalyzed(dir / "m.log");
    ASSERT_NE(log, nullptr);
    m_model.setSelection(robotObject(Side::Left, 1));
    m_model.setFrame(tests::fetchedFrame(*log, 0));
    EXPECT_EQ(ageOf("x"), "");
    m_model.setFrame(tests::fetchedFrame(*log, 5));
    EXPECT_EQ(ageOf("x"), "1.00 s ago");
    EXPECT_EQ(ageOf("Rotation about z, y, x"), "1.00 s ago");
    EXPECT_EQ(ageOf("Speed"), "");
    const auto jointAge = [&](int joint) {
        for (int row = 0; row < m_model.rowCount(); ++row) {
            const auto signal = m_model.signalAt(row);
            if (signal && signal->quantity == Quantity::JointDeg && signal->joint == joint) {
                return cell(row, PropertyModel::AgeColumn);
            }
        }
        return std::string("no such joint");
    };
    EXPECT_EQ(jointAge(0), "0.40 s ago");
    EXPECT_EQ(jointAge(10), "1.00 s ago");
    m_model.setSelection(ObjectId::ball());
    EXPECT_EQ(ageOf("x"), "");
    m_model.setSelection(robotObject(Side::Left, 1));
    m_model.setFrame(tests::fetchedFrame(*log, 8));
    EXPECT_EQ(ageOf("x"), "");
    EXPECT_EQ(jointAge(10), "");
}

TEST_F(PropertyModelTest, ARobotThatIsNotThereHasOneRow) {
    m_model.setFrame(m_fetched);
    m_model.setSelection(robotObject(Side::Left, 12));
    ASSERT_EQ(m_model.rowCount(), 1);
    EXPECT_EQ(cell(0, 0), "Not on the field at this time");
    EXPECT_EQ(m_model.signalAt(0), std::nullopt);
}

TEST_F(PropertyModelTest, NewValuesDoNotResetTheTable) {
    m_model.setSelection(robotObject(Side::Left, 3));
    m_model.setFrame(m_fetched);
    QSignalSpy resets(&m_model, &QAbstractItemModel::modelReset);
    QSignalSpy changes(&m_model, &QAbstractItemModel::dataChanged);
    m_model.setFrame(m_fetched);
    EXPECT_EQ(changes.count(), 0);
    const std::string before = valueOf("x");
    m_model.setFrame(tests::fetchedFrame(*tests::sampleMatch(), 20));
    EXPECT_NE(valueOf("x"), before);
    ASSERT_EQ(changes.count(), 1);
    EXPECT_EQ(changes[0][0].toModelIndex(), m_model.index(0, 0));
    EXPECT_EQ(changes[0][1].toModelIndex(),
              m_model.index(m_model.rowCount() - 1, PropertyModel::AgeColumn));
    EXPECT_EQ(resets.count(), 0);
    m_model.setSelection(ObjectId::ball());
    EXPECT_EQ(resets.count(), 1);
}

TEST_F(PropertyModelTest, HeadersAreBoldAndSignalsSayHowToPlotThem) {
    m_model.setFrame(m_fetched);
    m_model.setSelection(robotObject(Side::Right, 2));
    EXPECT_TRUE(m_model.index(0, 0).data(Qt::FontRole).value<QFont>().bold());
    EXPECT_FALSE(m_model.index(rowOf("x"), 0).data(Qt::FontRole).isValid());
    EXPECT_FALSE(m_model.index(rowOf("x"), 0).data(Qt::ToolTipRole).toString().isEmpty());
    EXPECT_FALSE(m_model.index(rowOf("Posture"), 0).data(Qt::ToolTipRole).isValid());
    EXPECT_EQ(valueOf("Posture"), "upright");
    EXPECT_EQ(plain(m_model.headerData(PropertyModel::AgeColumn, Qt::Horizontal, Qt::DisplayRole)
                        .toString()),
              "Last updated");
}

} // namespace
} // namespace sideline::widgets
