#pragma once

#include <QApplication>
#include <QString>

namespace sideline::studio {

/// The application. Catches exceptions of event handlers, including those of the window and of
/// tasks posted by workers, so that they end the event and not the program.
class StudioApplication : public QApplication {
    Q_OBJECT
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override;

Q_SIGNALS:
    /// An event handler threw an exception; emitted after the event.
    void failed(const QString& text);
};

} // namespace sideline::studio
