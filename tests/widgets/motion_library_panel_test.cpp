#include "widgets/motion/motion_library_panel.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"
#include "tests/widgets/panel_children.h"

namespace sideline::widgets {
namespace {

using FailureMode = QAbstractItemModelTester::FailureReportingMode;

LibraryEntry entry(const QString& folder, const QString& name, const QStringList& tags = {}) {
    LibraryEntry result;
    result.path = QStringLiteral("/m/%1/%2").arg(folder, name);
    result.folder = folder;
    result.name = name;
    result.format = "Sideline motion";
    result.tags = tags;
    result.lengthS = 1.2;
    result.keyframes = 4;
    result.isShipped = folder.startsWith("Shipped");
    return result;
}

std::vector<LibraryEntry> entries() {
    std::vector<LibraryEntry> result = {
        entry("Shipped", "stand", {"basic"}), entry("Shipped/Kicks", "kick-left", {"kick", "left"}),
        entry("Shipped/Kicks", "kick-right", {"kick", "right"}), entry("Mine", "wave")};
    result[3].description = "Greets the left side";
    result[3].usedBy = {"greeter"};
    return result;
}

// The tree as text, folders with what is below them.
QString treeText(const QAbstractItemModel& model, const QModelIndex& parent = {}) {
    QStringList parts;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        QString text = index.data().toString();
        if (model.rowCount(index) > 0) {
            text += QStringLiteral("(%1)").arg(treeText(model, index));
        }
        parts << text;
    }
    return parts.join(QLatin1Char(' '));
}

class MotionLibraryPanelTest : public ::testing::Test {
protected:
    void SetUp() override {
        m_panel.setEntries(entries());
        ASSERT_TRUE(tests::showActive(m_panel, 260, 600));
    }
    template <typename Widget>
    Widget& child(const char* name) {
        return tests::childOf<Widget>(m_panel, name);
    }
    QTreeView& tree() { return child<QTreeView>("tree"); }
    std::string shown() { return tests::plain(treeText(*tree().model())); }
    void choose(const QString& path) { tree().setCurrentIndex(find(path)); }
    QModelIndex find(const QString& path) {
        const auto found =
            tree().model()->match(tree().model()->index(0, 0), MotionLibraryModel::PathRole, path,
                                  1, Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? QModelIndex() : found.front();
    }
    QString chosen() { return tree().currentIndex().data().toString(); }
    // Chooses an action of the context menu at an index.
    bool trigger(const QModelIndex& index, const QString& text) {
        Q_EMIT tree().customContextMenuRequested(tree().visualRect(index).center());
        for (QMenu* menu : m_panel.findChildren<QMenu*>()) {
            for (QAction* action : menu->actions()) {
                if (menu->isVisible() && action->text() == text && action->isEnabled()) {
                    action->trigger();
                    menu->close();
                    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
                    return true;
                }
            }
            menu->close();
        }
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return false;
    }

    MotionLibraryPanel m_panel;
};

TEST_F(MotionLibraryPanelTest, ShowsFoldersBeforeFiles) {
    EXPECT_EQ(shown(), "Mine(wave) Shipped(Kicks(kick-left kick-right) stand)");
    EXPECT_EQ(tests::plain(find("/m/Mine/wave").data(MotionLibraryModel::DetailRole).toString()),
              "1.20 s, 4 keyframes");
    const QString tip = find("/m/Mine/wave").data(Qt::ToolTipRole).toString();
    EXPECT_TRUE(tip.contains("greeter"));
    EXPECT_TRUE(find("/m/Shipped/stand").data(Qt::ToolTipRole).toString().contains("copy"));
    m_panel.setFolders({"Other", "Mine/Old"});
    EXPECT_EQ(shown(), "Mine(Old wave) Other Shipped(Kicks(kick-left kick-right) stand)");
}

TEST_F(MotionLibraryPanelTest, SearchLooksAtNamesTagsAndDescriptions) {
    auto& search = child<QLineEdit>("search");
    search.setFocus();
    QTest::keyClicks(&search, "LEFT");
    EXPECT_EQ(shown(), "Mine(wave) Shipped(Kicks(kick-left))");
    QTest::keyClicks(&search, " kick");
    EXPECT_EQ(shown(), "Shipped(Kicks(kick-left))");
    QTest::keyClick(&search, Qt::Key_Down);
    EXPECT_TRUE(tree().hasFocus());
    EXPECT_EQ(tests::plain(chosen()), "kick-left");
    search.setFocus();
    QTest::keyClicks(&search, "zzz");
    EXPECT_TRUE(child<QLabel>("hint").isVisible());
    EXPECT_TRUE(child<QLabel>("hint").text().contains("zzz"));
    QTest::keyClick(&search, Qt::Key_Escape);
    EXPECT_TRUE(tree().isVisible());
    EXPECT_EQ(shown(), "Mine(wave) Shipped(Kicks(kick-left kick-right) stand)");
}

TEST_F(MotionLibraryPanelTest, ReturnAndDoubleClickOpen) {
    QSignalSpy opened(&m_panel, &MotionLibraryPanel::openRequested);
    choose("/m/Mine/wave");
    tree().setFocus();
    QTest::keyClick(&tree(), Qt::Key_Return);
    ASSERT_EQ(opened.size(), 1);
    EXPECT_EQ(tests::plain(opened[0][0].toString()), "/m/Mine/wave");
    const QPoint at = tree().visualRect(find("/m/Shipped/stand")).center();
    QTest::mouseClick(tree().viewport(), Qt::LeftButton, {}, at);
    EXPECT_EQ(opened.size(), 1);
    QTest::mouseDClick(tree().viewport(), Qt::LeftButton, {}, at);
    ASSERT_EQ(opened.size(), 2);
    EXPECT_EQ(tests::plain(opened[1][0].toString()), "/m/Shipped/stand");
    const QModelIndex folder = tree().model()->index(0, 0);
    tree().setCurrentIndex(folder);
    QTest::keyClick(&tree(), Qt::Key_Return);
    EXPECT_FALSE(tree().isExpanded(folder));
    EXPECT_EQ(opened.size(), 2);
}

TEST_F(MotionLibraryPanelTest, AMotionWithoutAFileMarksNone) {
    m_panel.setCurrent("/m/Mine/wave");
    EXPECT_TRUE(tree().selectionModel()->hasSelection());
    m_panel.setCurrent({});
    EXPECT_FALSE(tree().selectionModel()->hasSelection());
    EXPECT_EQ(chosen(), QString());
    EXPECT_FALSE(find("/m/Mine/wave").data(MotionLibraryModel::OpenRole).toBool());
}

TEST_F(MotionLibraryPanelTest, NewEntriesKeepSelectionFoldersAndPictures) {
    QImage picture(8, 8, QImage::Format_RGB32);
    picture.fill(Qt::green);
    m_panel.setPicture("/m/Shipped/stand", picture);
    m_panel.setCurrent("/m/Mine/wave");
    EXPECT_EQ(tests::plain(chosen()), "wave");
    choose("/m/Shipped/stand");
    tree().collapse(tree().model()->index(0, 0)); // Mine
    std::vector<LibraryEntry> more = entries();
    more.push_back(entry("A", "another"));
    m_panel.setEntries(more);
    EXPECT_EQ(tests::plain(chosen()), "stand");
    EXPECT_EQ(find("/m/Shipped/stand").data(MotionLibraryModel::PictureRole).value<QImage>(),
              picture);
    EXPECT_TRUE(find("/m/Mine/wave").data(MotionLibraryModel::OpenRole).toBool());
    EXPECT_FALSE(tree().isExpanded(tree().model()->index(1, 0))); // Mine
    EXPECT_TRUE(tree().isExpanded(tree().model()->index(2, 0)));
}

TEST_F(MotionLibraryPanelTest, PicturesDoNotGlareInTheDarkTheme) {
    const auto brightest = [&] {
        QCoreApplication::processEvents();
        const QImage image = tests::picture(*tree().viewport());
        int lightness = 0;
        for (int y = 0; y < image.height(); y += 3) {
            for (int x = 0; x < image.width() / 3; x += 3) { // where the pictures are
                lightness = std::max(lightness, image.pixelColor(x, y).lightness());
            }
        }
        return lightness;
    };
    QPalette dark = m_panel.palette();
    dark.setColor(QPalette::Base, QColor(0x1a, 0x1d, 0x22));
    dark.setColor(QPalette::Text, QColor(0x80, 0x80, 0x80));
    EXPECT_GT(brightest(), 220);
    m_panel.setPalette(dark);
    EXPECT_LT(brightest(), 190);
}

TEST_F(MotionLibraryPanelTest, MenuAndKeysAskForWhatIsPossible) {
    QSignalSpy deleted(&m_panel, &MotionLibraryPanel::deleteRequested);
    QSignalSpy renamed(&m_panel, &MotionLibraryPanel::renameRequested);
    QSignalSpy removed(&m_panel, &MotionLibraryPanel::removeFolderRequested);
    QSignalSpy shownInFolder(&m_panel, &MotionLibraryPanel::showInFolderRequested);
    EXPECT_FALSE(trigger(find("/m/Shipped/stand"), "Delete"));
    EXPECT_FALSE(trigger(find("/m/Shipped/stand"), "Rename"));
    EXPECT_TRUE(trigger(find("/m/Shipped/stand"), "Show in folder"));
    EXPECT_EQ(shownInFolder.size(), 1);
    EXPECT_TRUE(trigger(find("/m/Mine/wave"), "Delete"));
    EXPECT_TRUE(trigger(find("/m/Mine/wave").parent(), "Remove folder from the library"));
    EXPECT_FALSE(trigger(find("/m/Shipped/stand").parent(), "Remove folder from the library"));
    ASSERT_EQ(deleted.size(), 1);
    ASSERT_EQ(removed.size(), 1);
    EXPECT_EQ(tests::plain(removed[0][0].toString()), "Mine");
    choose("/m/Mine/wave");
    ASSERT_TRUE(trigger(find("/m/Mine/wave"), "Rename"));
    auto* editor = tree().viewport()->findChild<QLineEdit*>();
    ASSERT_NE(editor, nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, "hello");
    QTest::keyClick(editor, Qt::Key_Return);
    ASSERT_TRUE(tests::waitUntil([&] { return renamed.size() == 1; }));
    EXPECT_EQ(tests::plain(renamed[0][0].toString()), "/m/Mine/wave");
    EXPECT_EQ(tests::plain(renamed[0][1].toString()), "hello");
    choose("/m/Shipped/stand");
    QTest::keyClick(&tree(), Qt::Key_Delete);
    EXPECT_EQ(deleted.size(), 1);
}

TEST_F(MotionLibraryPanelTest, ButtonsAndAnEmptyLibrary) {
    QSignalSpy created(&m_panel, &MotionLibraryPanel::newRequested);
    QSignalSpy imported(&m_panel, &MotionLibraryPanel::importRequested);
    QSignalSpy added(&m_panel, &MotionLibraryPanel::addFolderRequested);
    child<QPushButton>("new").click();
    child<QPushButton>("import").click();
    child<QToolButton>("addFolder").click();
    EXPECT_EQ(created.size() + imported.size() + added.size(), 3);
    m_panel.setEntries({});
    EXPECT_TRUE(child<QLabel>("hint").isVisible());
    EXPECT_TRUE(child<QLabel>("hint").text().contains("New"));
}

TEST(MotionLibraryModelTest, IsAProperModel) {
    MotionLibraryModel model;
    MotionLibraryFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester modelTester(&model, FailureMode::Fatal);
    const QAbstractItemModelTester filterTester(&filter, FailureMode::Fatal);
    model.setEntries(entries(), {"Other"});
    filter.setSearch("kick");
    model.setPicture("/m/Mine/wave", QImage(4, 4, QImage::Format_RGB32));
    model.setCurrent("/m/Mine/wave");
    EXPECT_EQ(tests::plain(treeText(filter)), "Shipped(Kicks(kick-left kick-right))");
    filter.setSearch("");
    model.setEntries({}, {});
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_FALSE(model.indexOf(QStringLiteral("/m/Mine/wave")).isValid());
}

} // namespace
} // namespace sideline::widgets
