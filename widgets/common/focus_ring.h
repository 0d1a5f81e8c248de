#pragma once

#include <QPointer>
#include <QWidget>

namespace sideline::widgets {

/// A frame around the widget of a window that receives the keys. Text fields show their focus
/// themselves; buttons and 3D views have the frame only after the Tab key. One instance for each
/// window. GUI thread only.
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
