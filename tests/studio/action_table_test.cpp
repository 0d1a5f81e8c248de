#include "studio/actions/action_table.h"

#include <gtest/gtest.h>

#include <set>

#include <QSettings>
#include <QSignalSpy>

#include "tests/support/test_files.h"

namespace sideline::studio {
namespace {

QString pathIn(const tests::TempDir& folder) {
    return QString::fromStdString((folder / "settings.ini").string());
}

TEST(ActionTableTest, HasNoKeyTwiceAndNoFlyingKeys) {
    for (const ActionScope scope : {ActionScope::Match, ActionScope::Motion, ActionScope::Train}) {
        std::set<QString> seen;
        for (const ActionSpec& spec : ActionTable::specs()) {
            const ActionScope own = ActionTable::scopeOf(QLatin1String(spec.id));
            if (own != ActionScope::Everywhere && own != scope) {
                continue;
            }
            for (const QKeySequence& key : ActionTable::defaultKeys(QLatin1String(spec.id))) {
                EXPECT_FALSE(key.isEmpty()) << spec.id;
                EXPECT_TRUE(seen.insert(key.toString()).second)
                    << spec.id << qPrintable(key.toString());
            }
        }
        for (const char* flying : {"W", "A", "S", "D"}) {
            EXPECT_FALSE(seen.contains(QLatin1String(flying))) << flying;
        }
    }
}

TEST(ActionTableTest, HidesActionsOfOtherScopesAndTheirKeys) {
    ActionTable table;
    table.setScope(ActionScope::Motion);
    EXPECT_FALSE(table.action("replay.play")->isVisible());
    EXPECT_FALSE(table.action("replay.play")->isEnabled());
    EXPECT_TRUE(table.action("motion.store")->isEnabled());
    EXPECT_TRUE(table.action("file.quit")->isVisible());
    table.setScope(ActionScope::Match);
    EXPECT_TRUE(table.action("replay.play")->isEnabled());
    EXPECT_FALSE(table.action("motion.store")->isVisible());
    EXPECT_TRUE(table.action("file.quit")->isVisible());
}

TEST(ActionTableTest, AllowsTheSameKeyInAnotherScope) {
    ActionTable table;
    const QKeySequence space(QStringLiteral("Space"));
    table.setKeys(QStringLiteral("motion.try"), {space});
    EXPECT_EQ(table.action("replay.play")->shortcuts(), QList<QKeySequence>{space});
    EXPECT_TRUE(table.action("motion.play")->shortcuts().isEmpty());
}

TEST(ActionTableTest, GivesEveryActionATextAndAGroup) {
    const ActionTable table;
    ASSERT_EQ(table.actions().size(), ActionTable::specs().size());
    std::set<QString> ids;
    for (const ActionSpec& spec : ActionTable::specs()) {
        const QString id = QLatin1String(spec.id);
        EXPECT_TRUE(ids.insert(id).second) << spec.id;
        EXPECT_FALSE(table.action(id)->text().isEmpty()) << spec.id;
        EXPECT_EQ(table.action(id)->isCheckable(), spec.checkable) << spec.id;
        const QString group = id.section(QLatin1Char('.'), 0, 0);
        EXPECT_NE(ActionTable::groupText(group), group) << spec.id;
    }
}

TEST(ActionTableTest, MovesAKeyFromAnotherAction) {
    ActionTable table;
    const QKeySequence space(QStringLiteral("Space"));
    table.setKeys(QStringLiteral("replay.loop"), {space});
    EXPECT_EQ(table.action("replay.loop")->shortcuts(), QList<QKeySequence>{space});
    EXPECT_TRUE(table.action("replay.play")->shortcuts().isEmpty());
    table.resetKeys();
    EXPECT_EQ(table.action("replay.play")->shortcuts(), QList<QKeySequence>{space});
    EXPECT_EQ(table.action("replay.loop")->shortcuts(),
              QList<QKeySequence>{QKeySequence(QStringLiteral("L"))});
}

TEST(ActionTableTest, SavesChangedKeys) {
    const tests::TempDir folder;
    const QList<QKeySequence> keys{QKeySequence(QStringLiteral("Ctrl+J")),
                                   QKeySequence(QStringLiteral("F5"))};
    {
        ActionTable table;
        table.setKeys(QStringLiteral("replay.loop"), keys);
        table.setKeys(QStringLiteral("replay.play"), {});
        QSettings store(pathIn(folder), QSettings::IniFormat);
        table.save(store);
    }
    ActionTable table;
    const QSettings store(pathIn(folder), QSettings::IniFormat);
    table.load(store);
    EXPECT_EQ(table.action("replay.loop")->shortcuts(), keys);
    EXPECT_TRUE(table.action("replay.play")->shortcuts().isEmpty());
    EXPECT_EQ(table.action("replay.event-next")->shortcuts(),
              ActionTable::defaultKeys(QStringLiteral("replay.event-next")));
}

TEST(ActionTableTest, DoesNotSaveDefaultKeys) {
    const tests::TempDir folder;
    QSettings store(pathIn(folder), QSettings::IniFormat);
    ActionTable table;
    table.setKeys(QStringLiteral("replay.loop"), {QKeySequence(QStringLiteral("F5"))});
    table.save(store);
    EXPECT_FALSE(store.allKeys().isEmpty());
    table.resetKeys();
    table.save(store);
    EXPECT_TRUE(store.allKeys().isEmpty());
}

TEST(ActionTableTest, SurvivesDamagedSettings) {
    const tests::TempDir folder;
    tests::writeFile(folder / "settings.ini",
                     "[keys]\nreplay.loop=Nonsense+Key\nno.such.action=F7\nreplay.play=\\x1\xff\n");
    const QSettings store(pathIn(folder), QSettings::IniFormat);
    ActionTable table;
    table.load(store);
    EXPECT_EQ(table.actions().size(), ActionTable::specs().size());
    EXPECT_EQ(table.action("file.open")->shortcuts(),
              ActionTable::defaultKeys(QStringLiteral("file.open")));
}

TEST(ActionTableTest, HelpListsEveryActionWithItsCurrentKey) {
    ActionTable table;
    table.setKeys(QStringLiteral("replay.loop"), {QKeySequence(QStringLiteral("Ctrl+Alt+F5"))});
    const QString help = table.helpHtml();
    for (const QAction* action : table.actions()) {
        if (action->objectName().contains(QStringLiteral("select.left")) ||
            action->objectName().contains(QStringLiteral("select.right"))) {
            continue; // listed as a group
        }
        EXPECT_TRUE(help.contains(action->text().toHtmlEscaped())) << qPrintable(action->text());
    }
    EXPECT_TRUE(help.contains(QStringLiteral("Ctrl+Alt+F5")));
    EXPECT_TRUE(help.contains(QStringLiteral("Ctrl+F11"))) << "players by number";
}

} // namespace
} // namespace sideline::studio
