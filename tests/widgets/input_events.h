#pragma once

#include <string>

#include <QApplication>
#include <QImage>
#include <QLabel>
#include <QMouseEvent>
#include <QPixmap>
#include <QTest>
#include <QWheelEvent>
#include <QWidget>

namespace sideline::tests {

/// Qt text as the core's, so that a failed test prints it.
[[nodiscard]] inline std::string plain(const QString& text) {
    return text.toStdString();
}

/// The text of a menu item or button without the mark of its mnemonic.
[[nodiscard]] inline std::string withoutMnemonic(QString text) {
    return plain(text.remove(u'&'));
}

/// Shows a widget of this size and waits until it is on the screen.
[[nodiscard]] inline bool showWidget(QWidget& widget, int width, int height) {
    widget.resize(width, height);
    widget.show();
    return QTest::qWaitForWindowExposed(&widget) && widget.size() == QSize(width, height);
}

/// What a widget shows, as an image.
[[nodiscard]] inline QImage picture(QWidget& widget) {
    return widget.grab().toImage().convertToFormat(QImage::Format_RGB32);
}

/// How many pixels of a part of an image have exactly this color.
[[nodiscard]] inline int countPixels(const QImage& image, const QRect& part, const QColor& color) {
    int count = 0;
    const QRect inside = part.intersected(image.rect());
    for (int y = inside.top(); y <= inside.bottom(); ++y) {
        for (int x = inside.left(); x <= inside.right(); ++x) {
            count += image.pixel(x, y) == color.rgb() ? 1 : 0;
        }
    }
    return count;
}

/// Mouse events with positions between pixels, and with buttons held while it moves.
inline void sendMouse(QWidget& widget, QEvent::Type type, const QPointF& pos,
                      Qt::MouseButton button, Qt::MouseButtons held,
                      Qt::KeyboardModifiers keys = Qt::NoModifier) {
    QMouseEvent event(type, pos, widget.mapToGlobal(pos), button, held, keys);
    QApplication::sendEvent(&widget, &event);
}

inline void press(QWidget& widget, const QPointF& pos, Qt::MouseButton button = Qt::LeftButton) {
    sendMouse(widget, QEvent::MouseButtonPress, pos, button, button);
}

inline void moveTo(QWidget& widget, const QPointF& pos, Qt::MouseButtons held = Qt::NoButton) {
    sendMouse(widget, QEvent::MouseMove, pos, Qt::NoButton, held);
}

inline void release(QWidget& widget, const QPointF& pos, Qt::MouseButton button = Qt::LeftButton) {
    sendMouse(widget, QEvent::MouseButtonRelease, pos, button, Qt::NoButton);
}

inline void click(QWidget& widget, const QPointF& pos, Qt::MouseButton button = Qt::LeftButton) {
    press(widget, pos, button);
    release(widget, pos, button);
}

inline void doubleClick(QWidget& widget, const QPointF& pos) {
    click(widget, pos);
    sendMouse(widget, QEvent::MouseButtonDblClick, pos, Qt::LeftButton, Qt::LeftButton);
    release(widget, pos);
}

/// Presses at one place, moves to another and lets go there, with keys held all the while.
inline void drag(QWidget& widget, const QPointF& from, const QPointF& to,
                 Qt::KeyboardModifiers keys = Qt::NoModifier) {
    sendMouse(widget, QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton, keys);
    sendMouse(widget, QEvent::MouseMove, (from + to) / 2, Qt::NoButton, Qt::LeftButton, keys);
    sendMouse(widget, QEvent::MouseMove, to, Qt::NoButton, Qt::LeftButton, keys);
    sendMouse(widget, QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton, keys);
}

/// Turns the wheel by notches; positive is away from the user.
inline void turnWheel(QWidget& widget, const QPointF& pos, int notches, int sideways = 0,
                      Qt::KeyboardModifiers keys = Qt::NoModifier) {
    QWheelEvent event(pos, widget.mapToGlobal(pos), QPoint(), QPoint(120 * sideways, 120 * notches),
                      Qt::NoButton, keys, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

/// Texts of all labels in a widget that are not hidden.
[[nodiscard]] inline QStringList labelTexts(const QWidget& widget) {
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        if (!label->isHidden() && !label->text().isEmpty()) {
            texts << label->text();
        }
    }
    return texts;
}

} // namespace sideline::tests
