#pragma once

#include <QApplication>
#include <QString>

namespace sideline::studio {

/// The application. An exception that an event's handler throws, of the window or of a task that a
/// worker has posted, ends that event and not the program.
class StudioApplication : public QApplication {
    Q_OBJECT
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override;

Q_SIGNALS:
    /// Something in the window went wrong; reported after the event.
    void failed(const QString& text);
};

} // namespace sideline::studio
