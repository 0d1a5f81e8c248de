#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QByteArray>
#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QTimer>

#include "agentcore/base/error.h"

namespace sideline::studio {

/// A copy on disk of a document's unsaved work that survives a crash of the program: written
/// shortly after an edit, deleted when the document is saved or closed. GUI thread only.
class UnsavedCopy : public QObject {
    Q_OBJECT
public:
    /// A copy left by a program that crashed.
    struct Leftover {
        QString autosaveFile;
        QString originalFile; ///< empty if the document had no file
        QString name;
        QDateTime savedAt;
    };
    struct Content {
        base::Expected<QByteArray> bytes; ///< content, or the reason why it cannot be provided
        QString file;                     ///< file that the document is saved to; empty for none
        QString name;
    };
    /// Returns the content to store; empty while there are no unsaved changes.
    using Take = std::function<std::optional<Content>()>;

    /// @param folder folder for copies; created if missing; empty: no copies
    /// @param ending file name extension of the copies, such as `.motion`
    UnsavedCopy(QString folder, QString ending, Take take, QObject* parent = nullptr);

    /// Writes a copy soon, because the document has changed.
    void change();
    /// Writes the copy immediately instead of after a delay.
    void write();
    void remove();

    /// Returns the copies that earlier runs left in a folder, newest first, without those of runs
    /// still active.
    [[nodiscard]] static std::vector<Leftover> leftIn(const QString& folder, const QString& ending);
    static void discard(const Leftover& left);

Q_SIGNALS:
    void failed(const QString& text); ///< emitted for the first failure only

private:
    QString m_folder;
    QString m_ending;
    Take m_take;
    QString m_file; ///< file of the copy; empty before the first one
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_timer;
    bool m_isFailureReported = false;
};

} // namespace sideline::studio
