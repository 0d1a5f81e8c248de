#pragma once

#include <QObject>
#include <QString>
#include <QWidget>

namespace sideline::studio {

/// Accepts files that are dropped on a widget. GUI thread only.
class FileDrop : public QObject {
    Q_OBJECT
public:
    /// @param target accepts drops from construction on, and owns this object
    explicit FileDrop(QWidget* target);

Q_SIGNALS:
    /// The user dropped files; `path` is the first of them.
    void dropped(const QString& path);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace sideline::studio
