#pragma once

#include <QPointer>
#include <QWidget>

namespace sideline::widgets {

/// A frame around the widget that has a window's keyboard focus. Text fields show their focus
/// themselves; buttons and 3D views are framed only if the Tab key gave them the focus. One
/// instance for each window. GUI thread only.
class FocusRing : public QWidget {
    Q_OBJECT
public:
    explicit FocusRing(QWidget* window);

    /// Returns the framed widget; null: none.
    [[nodiscard]] QWidget* framed() const { return m_framed; }

    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void take(QWidget& focused, Qt::FocusReason reason);
    void release(const QWidget& left, Qt::FocusReason reason);
    void place();

    QPointer<QWidget> m_framed;
};

} // namespace sideline::widgets
