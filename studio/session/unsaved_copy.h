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

/// A copy on disk of a document's unsaved work, which outlives a crash of the program: written a
/// moment after an edit, gone when the document is saved or closed. GUI thread only.
class UnsavedCopy : public QObject {
    Q_OBJECT
public:
    /// What a program which ended badly has left behind.
    struct Left {
        QString autosaveFile;
        QString originalFile; ///< empty if it had none
        QString name;
        QDateTime savedAt;
    };
    struct Content {
        base::Expected<QByteArray> bytes; ///< or why it cannot be written
        QString file;                     ///< that the document is saved to; empty for none
        QString name;
    };
    /// What there is to be kept; nothing while nothing is unsaved.
    using Take = std::function<std::optional<Content>()>;

    /// @param folder where copies are kept; made if missing; empty: nowhere
    /// @param ending of the copies' names, `.motion`
    UnsavedCopy(QString folder, QString ending, Take take, QObject* parent = nullptr);

    /// The document has changed: writes a copy soon.
    void change();
    /// Writes the copy now, rather than a moment later.
    void write();
    void remove();

    /// What other runs have left in a folder, the newest first; runs that are still going are left
    /// alone.
    [[nodiscard]] static std::vector<Left> leftIn(const QString& folder, const QString& ending);
    static void discard(const Left& left);

Q_SIGNALS:
    void failed(const QString& text); ///< once, the first time

private:
    QString m_folder;
    QString m_ending;
    Take m_take;
    QString m_file; ///< the copy; empty before the first
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_timer;
    bool m_isFailureReported = false;
};

} // namespace sideline::studio
