#pragma once

#include <QObject>
#include <QString>
#include <QWidget>

namespace sideline::studio {

/// Files that are dropped on a widget. GUI thread only.
class FileDrop : public QObject {
    Q_OBJECT
public:
    /// @param target takes drops from now on, and owns this
    explicit FileDrop(QWidget* target);

Q_SIGNALS:
    /// The first of the files that were dropped.
    void dropped(const QString& path);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace sideline::studio
