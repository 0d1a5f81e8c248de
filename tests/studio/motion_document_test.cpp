#include "studio/session/motion_document.h"

#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include <QFile>
#include <QSignalSpy>

#include "agentcore/base/rng.h"
#include "agentcore/robot/built_in_robots.h"
#include "agentcore/robot/nao.h"
#include "motions/edit/edits.h"
#include "studio/workspaces/motion/motion_cursor.h"
#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

using keyframe::Format;

const robot::RobotModel& nao() {
    return robot::naoModel(robot::NaoType::Standard);
}

QString qt(const std::filesystem::path& path) {
    return QString::fromStdString(path.string());
}

std::string motionTextOf(const keyframe::Motion& motion) {
    const auto written = keyframe::writeMotion(motion, Format::Sideline, nao());
    return written ? written->text : written.error().toString();
}

widgets::MotionEdit poseAt(const MotionDocument& document, double timeS, double kneeDeg,
                           int gesture = 0) {
    auto edited = keyframe::setPose(*document.motion(), timeS, {{"lle4", kneeDeg}});
    return {edited.motion, edited.selection, QStringLiteral("Pose left knee"), gesture};
}

TEST(MotionCursorTest, AnUnstoredPoseBelongsToOneTime) {
    MotionCursor cursor;
    cursor.setTimeS(0.4);
    cursor.pose({{"lle4", -10.0}});
    cursor.setTimeS(0.4);
    EXPECT_EQ(cursor.unstored().size(), 1U);
    cursor.setTimeS(0.5);
    EXPECT_TRUE(cursor.unstored().empty());
}

TEST(MotionDocumentTest, MakesOneUndoStepOfAGesture) {
    MotionDocument document{{}};
    document.create(QStringLiteral("squat"));
    const int gesture = widgets::newGesture();
    for (const double kneeDeg : {-10.0, -20.0, -30.0}) {
        document.apply(poseAt(document, 0.4, kneeDeg, gesture));
    }
    document.apply(poseAt(document, 0.8, -60.0, widgets::newGesture()));
    EXPECT_EQ(document.undoStack().count(), 2);
    EXPECT_EQ(document.undoStack().undoText(), QStringLiteral("Pose left knee"));
    document.undoStack().undo();
    ASSERT_EQ(document.motion()->keyframes.size(), 1U);
    EXPECT_EQ(document.motion()->keyframes[0]->joints.at("lle4").angleDeg.number(), -30.0);
    document.undoStack().undo();
    EXPECT_TRUE(document.motion()->keyframes.empty());
    EXPECT_FALSE(document.isModified());
}

TEST(MotionDocumentTest, ANewDocumentHasNothingToUndo) {
    MotionDocument document{{}};
    document.create(QStringLiteral("squat"));
    document.apply(poseAt(document, 0.4, -10.0));
    document.apply(poseAt(document, 0.8, -20.0));
    document.undoStack().undo();
    document.create(QStringLiteral("wave"));
    EXPECT_FALSE(document.undoStack().canUndo());
    EXPECT_FALSE(document.undoStack().canRedo());
    EXPECT_FALSE(document.isModified());
    document.undoStack().undo();
    EXPECT_EQ(document.motion()->name, "wave");
}

TEST(MotionDocumentTest, EveryChangeMakesAVersion) {
    MotionDocument document{{}};
    std::set<std::uint64_t> versions;
    const auto note = [&] { versions.insert(document.version()); };
    note();
    document.create(QStringLiteral("squat"));
    note();
    document.apply(poseAt(document, 0.4, -10.0));
    note();
    document.undoStack().undo();
    note();
    document.undoStack().redo();
    note();
    EXPECT_EQ(versions.size(), 5U);
    document.select({{0.4, "lle4"}});
    note();
    EXPECT_EQ(versions.size(), 5U) << "selecting is not a change";
}

TEST(MotionDocumentTest, ADetachedDocumentHasNoFile) {
    const tests::TempDir folder;
    MotionDocument document{{}};
    document.create(QStringLiteral("squat"));
    document.apply(poseAt(document, 0.4, -10.0));
    ASSERT_TRUE(document.save(qt(folder / "file.motion"), nao()));
    EXPECT_EQ(document.title(), QStringLiteral("file.motion"));
    document.detach();
    EXPECT_TRUE(document.file().isEmpty());
    EXPECT_EQ(document.title(), QStringLiteral("squat"));
}

TEST(MotionDocumentTest, UndoAndRedoOfAGestureRestoreTheSelection) {
    MotionDocument document{{}};
    document.create({});
    document.apply(poseAt(document, 0.4, -10.0));
    document.apply(poseAt(document, 0.8, -20.0));
    const keyframe::KeySelection before = {{0.4, "lle4"}};
    document.select(before);
    const int gesture = widgets::newGesture();
    for (int i = 0; i < 3; ++i) { // drags the key 0.05 s further each time
        const auto edited = keyframe::moveKeys(*document.motion(), document.selection(), 0.05, 0.0);
        document.apply({edited.motion, edited.selection, QStringLiteral("Move"), gesture});
    }
    const keyframe::KeySelection after = document.selection();
    ASSERT_EQ(after.size(), 1U);
    EXPECT_NEAR(after.begin()->timeS, 0.55, 1e-9);
    document.undoStack().undo();
    EXPECT_EQ(document.selection(), before);
    document.select({{0.8, "lle4"}});
    document.undoStack().redo();
    EXPECT_EQ(document.selection(), after);
}

TEST(MotionDocumentTest, RefusesMotionsThatAreTooLarge) {
    const tests::TempDir folder;
    std::ofstream(folder / "long.motion") << "sideline-motion 1\nmotion \"m\"\nlength 1e9\n";
    std::ofstream(folder / "long.csv")
        << "m,1.0,LKneePitch\n00:00:000,a,0.1\n99999999:59:000,b,0.2\n";
    MotionDocument document{{}};
    document.create(QStringLiteral("kept"));
    document.apply(poseAt(document, 0.4, -40.0));
    const auto motion = document.open(qt(folder / "long.motion"));
    ASSERT_FALSE(motion);
    EXPECT_NE(motion.error().toString().find(
                  "long.motion:3: a time of 1000000000 s; expected at most 3600 s"),
              std::string::npos)
        << motion.error().toString();
    const auto table = document.open(qt(folder / "long.csv"));
    ASSERT_FALSE(table);
    EXPECT_NE(table.error().toString().find(
                  "long.csv:3: a time of 5999999999 s; expected at most 3600 s"),
              std::string::npos)
        << table.error().toString();
    EXPECT_EQ(document.motion()->name, "kept");
    EXPECT_TRUE(document.isModified());
}

TEST(MotionDocumentTest, RefusesEditsThatWouldMakeTheMotionUnreadable) {
    MotionDocument document{{}};
    document.create({});
    document.apply(poseAt(document, 0.4, -40.0));
    QSignalSpy refused(&document, &MotionDocument::refused);
    document.apply(poseAt(document, 4000.0, -40.0));
    ASSERT_EQ(refused.count(), 1);
    EXPECT_EQ(refused[0][0].toString().toStdString(),
              "the motion would last 4000 s; expected at most 3600 s");
    EXPECT_EQ(document.motion()->keyframes.size(), 1U);
    EXPECT_EQ(document.undoStack().count(), 1);
    document.apply(poseAt(document, 3600.0, -40.0));
    EXPECT_EQ(refused.count(), 1);
    EXPECT_EQ(document.motion()->keyframes.size(), 2U);
}

TEST(MotionDocumentTest, DropsAGestureWithoutEffect) {
    MotionDocument document{{}};
    document.create({});
    document.apply(poseAt(document, 0.4, -10.0));
    const int gesture = widgets::newGesture();
    document.apply(poseAt(document, 0.4, -50.0, gesture));
    document.apply(poseAt(document, 0.4, -10.0, gesture));
    EXPECT_EQ(document.motion()->keyframes[0]->joints.at("lle4").angleDeg.number(), -10.0);
    EXPECT_EQ(document.undoStack().undoText(), QStringLiteral("Pose left knee"));
    document.undoStack().undo();
    EXPECT_TRUE(document.motion()->keyframes.empty());
}

// Returns a random edit of any kind; the kinds are not equally likely.
widgets::MotionEdit randomEdit(const keyframe::Motion& motion, base::Rng& rng) {
    const auto pick = [&](int count) { return static_cast<int>(rng.uniform() * count) % count; };
    static const std::vector<std::string> kJoints = {"lle3", "rle4", "lae1", "rae2", "he1"};
    const double timeS = 0.02 * pick(100);
    keyframe::KeySelection keys;
    for (const keyframe::KeyRef& key : keyframe::allKeys(motion)) {
        if (rng.uniform() < 0.3) {
            keys.insert(key);
        }
    }
    keyframe::Edited edited;
    switch (pick(10)) {
    case 0:
        edited = keyframe::moveKeys(motion, keys, 0.02 * (pick(20) - 10), pick(40) - 20.0);
        break;
    case 1:
        edited = keyframe::removeKeys(motion, keys);
        break;
    case 2:
        edited = keyframe::scaleKeys(motion, keys, timeS, 0.5 + rng.uniform());
        break;
    case 3:
        edited = keyframe::setCurve(motion, keys, static_cast<keyframe::Curve>(pick(5)));
        break;
    case 4:
        edited = keyframe::flipKeys(motion, keys, robot::defaultRobot());
        break;
    case 5:
        edited = keyframe::insertTime(motion, timeS, 0.02 * (pick(10) - 5));
        break;
    case 6:
        edited = keyframe::pasteKeys(motion, keyframe::copyKeys(motion, keys), timeS);
        break;
    case 7:
        edited = keyframe::renameKeyframe(motion, timeS, "key " + std::to_string(pick(9)));
        break;
    default:
        edited = keyframe::setPose(
            motion, timeS,
            {{kJoints[static_cast<std::size_t>(pick(5))], rng.uniform() * 90.0 - 45.0}});
    }
    return {edited.motion, edited.selection, QStringLiteral("Edit"), 0};
}

TEST(MotionDocumentTest, UndoesAndRedoesAllEditsExactly) {
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
        base::Rng rng(seed);
        MotionDocument document{{}};
        document.create(QStringLiteral("random"));
        std::vector<std::string> texts{motionTextOf(*document.motion())};
        for (int i = 0; i < 200; ++i) {
            const int before = document.undoStack().count();
            document.apply(randomEdit(*document.motion(), rng));
            if (document.undoStack().count() > before) {
                texts.push_back(motionTextOf(*document.motion()));
            }
        }
        ASSERT_GT(texts.size(), 100U);
        for (std::size_t i = texts.size(); i-- > 1;) {
            ASSERT_EQ(motionTextOf(*document.motion()), texts[i])
                << "seed " << seed << " step " << i;
            document.undoStack().undo();
        }
        EXPECT_EQ(motionTextOf(*document.motion()), texts.front());
        EXPECT_FALSE(document.undoStack().canUndo());
        for (std::size_t i = 1; i < texts.size(); ++i) {
            document.undoStack().redo();
            ASSERT_EQ(motionTextOf(*document.motion()), texts[i])
                << "seed " << seed << " step " << i;
        }
        EXPECT_FALSE(document.undoStack().canRedo());
    }
}

TEST(MotionDocumentTest, SavesAndOpens) {
    const tests::TempDir folder;
    const QString file = qt(folder / "wave.motion");
    MotionDocument document{{}};
    document.create(QStringLiteral("wave"));
    document.apply(poseAt(document, 0.4, -40.0));
    QSignalSpy changes(&document, &MotionDocument::fileChanged);
    ASSERT_TRUE(document.save(file, nao()));
    EXPECT_FALSE(document.isModified());
    EXPECT_GE(changes.count(), 1);
    MotionDocument other{{}};
    ASSERT_TRUE(other.open(file));
    EXPECT_EQ(*other.motion(), *document.motion());
    EXPECT_EQ(other.file(), file);
    EXPECT_EQ(other.title(), QStringLiteral("wave.motion"));
    EXPECT_FALSE(other.isModified());
    EXPECT_FALSE(other.undoStack().canUndo());
}

TEST(MotionDocumentTest, NeverWritesOverAFileOfAnotherTeam) {
    const tests::TempDir folder;
    const QString file = qt(folder / "squat.xml");
    MotionDocument document{{}};
    document.create(QStringLiteral("squat"));
    document.apply(poseAt(document, 1.0, -80.0));
    ASSERT_TRUE(MotionDocument::write(*document.motion(), file, Format::FcpSlots, nao()));
    ASSERT_TRUE(document.open(file));
    EXPECT_TRUE(document.file().isEmpty()) << "saving asks for a file of our own format";
    EXPECT_EQ(document.origin(), file);
    EXPECT_EQ(document.title(), QStringLiteral("squat.xml"));
}

TEST(MotionDocumentTest, LeavesWriteProtectedFilesAlone) {
    const tests::TempDir folder;
    const QString file = qt(folder / "kept.motion");
    tests::writeFile(folder / "kept.motion", "precious");
    ASSERT_TRUE(QFile::setPermissions(file, QFileDevice::ReadOwner));
    MotionDocument document{{}};
    document.create({});
    document.apply(poseAt(document, 0.4, -40.0));
    const auto saved = document.save(file, nao());
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, base::ErrorCode::PermissionDenied);
    EXPECT_EQ(tests::readUnpacked(folder / "kept.motion"), "precious");
    EXPECT_TRUE(document.isModified());
}

TEST(MotionDocumentTest, StaysUnchangedWhenAFileCannotBeReadOrWritten) {
    const tests::TempDir folder;
    MotionDocument document{{}};
    document.create(QStringLiteral("kept"));
    document.apply(poseAt(document, 0.4, -40.0));
    const auto missing = document.open(qt(folder / "missing.motion"));
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, base::ErrorCode::NotFound);
    EXPECT_NE(missing.error().toString().find("missing.motion"), std::string::npos);
    std::ofstream(folder / "bad.xml") << "<behavior><slot delta=";
    ASSERT_FALSE(document.open(qt(folder / "bad.xml")));
    const auto unwritable = document.save(qt(folder / "no" / "such.motion"), nao());
    ASSERT_FALSE(unwritable);
    EXPECT_NE(unwritable.error().toString().find("such.motion"), std::string::npos);
    EXPECT_FALSE(
        MotionDocument::write(*document.motion(), qt(folder / "a.pos"), Format::UnswPos, nao()));
    EXPECT_EQ(document.motion()->name, "kept");
    EXPECT_TRUE(document.isModified());
    EXPECT_TRUE(document.file().isEmpty());
}

TEST(MotionDocumentTest, LeavesACopyOfUnsavedWorkForTheNextRun) {
    const tests::TempDir folder;
    const QString autosaves = qt(folder / "autosaves");
    const QString file = qt(folder / "wave.motion");
    keyframe::Motion unsaved;
    {
        MotionDocument document(autosaves);
        document.create(QStringLiteral("wave"));
        document.apply(poseAt(document, 0.4, -40.0));
        ASSERT_TRUE(document.save(file, nao()));
        document.apply(poseAt(document, 0.8, -70.0));
        unsaved = *document.motion();
        document.autosave();
        // While the program runs, its copies are not offered to others.
        EXPECT_TRUE(MotionDocument::recoverable(autosaves).empty());
        // The program ends without closing the document: only its lock disappears.
    }
    const auto left = MotionDocument::recoverable(autosaves);
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left[0].originalFile, file);
    EXPECT_EQ(left[0].name, QStringLiteral("wave"));
    MotionDocument document(autosaves);
    ASSERT_TRUE(document.recover(left[0]));
    EXPECT_EQ(*document.motion(), unsaved);
    EXPECT_EQ(document.file(), file);
    EXPECT_TRUE(document.isModified());
    ASSERT_TRUE(document.save(document.file(), nao()));
    EXPECT_TRUE(MotionDocument::recoverable(autosaves).empty());
}

TEST(MotionDocumentTest, KeepsNoCopyOfSavedOrDiscardedWork) {
    const tests::TempDir folder;
    const QString autosaves = qt(folder / "autosaves");
    {
        MotionDocument document(autosaves);
        document.create({});
        document.apply(poseAt(document, 0.4, -40.0));
        document.autosave();
        document.forget();
    }
    EXPECT_TRUE(MotionDocument::recoverable(autosaves).empty());
}

} // namespace
} // namespace sideline::studio
