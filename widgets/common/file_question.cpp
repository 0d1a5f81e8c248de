#include "widgets/common/file_question.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>
#include <QVariant>

namespace sideline::widgets {

namespace {

constexpr const char* kFolderStore = "folderStore";

QString folderKey(const QString& kind) {
    return QStringLiteral("folders/") + kind;
}

// Returns the store of the window that a widget belongs to; null: nothing is remembered.
QSettings* folderStoreOf(const QObject* widget) {
    for (; widget != nullptr; widget = widget->parent()) {
        if (auto* store =
                qobject_cast<QSettings*>(widget->property(kFolderStore).value<QObject*>())) {
            return store;
        }
    }
    return nullptr;
}

// Whether files in a folder were put there by the program.
bool isInCache(const QString& folder) {
    const QString cache = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
    return folder == cache || folder.startsWith(cache + QLatin1Char('/'));
}

void keepFolder(const QWidget* parent, const QString& kind, const QString& folder) {
    QSettings* store = folderStoreOf(parent);
    if (store != nullptr && !kind.isEmpty()) {
        store->setValue(folderKey(kind), folder);
    }
}

// Returns the answer of a dialog, and remembers its folder.
QString kept(const QWidget* parent, const FileQuestion& question, const QString& file) {
    keepFolderOf(parent, question.kind, file);
    return file;
}

QString filterToOpen(const FileQuestion& question) {
    const QString all = QCoreApplication::translate("FileQuestion", "All files (*)");
    return question.filter.isEmpty() ? all : question.filter + QStringLiteral(";;") + all;
}

} // namespace

void rememberFolders(QWidget& window, QSettings& store) {
    window.setProperty(kFolderStore, QVariant::fromValue<QObject*>(&store));
}

void keepFolderOf(const QWidget* parent, const QString& kind, const QString& file) {
    if (!file.isEmpty()) {
        keepFolder(parent, kind, QFileInfo(file).absolutePath());
    }
}

QString firstFolder(const QWidget* parent, const FileQuestion& question) {
    const QSettings* store = folderStoreOf(parent);
    const QFileInfo shown(question.shown);
    const QString ofShown = question.shown.isEmpty() ? QString()
                            : shown.isDir()          ? shown.absoluteFilePath()
                                                     : shown.absolutePath();
    for (const QString& folder :
         {store != nullptr && !question.kind.isEmpty()
              ? store->value(folderKey(question.kind)).toString()
              : QString(),
          isInCache(ofShown) ? QString() : ofShown, question.fallback,
          QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)}) {
        if (!folder.isEmpty() && QFileInfo(folder).isDir()) {
            return folder;
        }
    }
    return QDir::homePath();
}

QString newFile(const QWidget* parent, const FileQuestion& question, const QString& pattern) {
    const QDir folder(firstFolder(parent, question));
    for (int i = 1;; ++i) {
        QString file = folder.filePath(pattern.arg(i));
        if (!QFileInfo::exists(file)) {
            return file;
        }
    }
}

QString askForFile(QWidget* parent, const FileQuestion& question) {
    return kept(parent, question,
                QFileDialog::getOpenFileName(parent, question.title, firstFolder(parent, question),
                                             filterToOpen(question)));
}

QStringList askForFiles(QWidget* parent, const FileQuestion& question) {
    const QStringList files = QFileDialog::getOpenFileNames(
        parent, question.title, firstFolder(parent, question), filterToOpen(question));
    keepFolderOf(parent, question.kind, files.value(0));
    return files;
}

QString askForFolder(QWidget* parent, const FileQuestion& question) {
    const QString folder =
        QFileDialog::getExistingDirectory(parent, question.title, firstFolder(parent, question));
    if (!folder.isEmpty()) {
        keepFolder(parent, question.kind, folder);
    }
    return folder;
}

QString askToSave(QWidget* parent, const FileQuestion& question, const QString& name,
                  QString* chosen) {
    return kept(parent, question,
                QFileDialog::getSaveFileName(parent, question.title,
                                             QDir(firstFolder(parent, question)).filePath(name),
                                             question.filter, chosen));
}

} // namespace sideline::widgets
