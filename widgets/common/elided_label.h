#pragma once

#include <algorithm>

#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QToolTip>

namespace sideline::widgets {

/// A line of plain text, such as the name of a file, that never widens its panel: text that does
/// not fit is elided, and the tooltip then has the full text above the label's own tooltip. GUI
/// thread only.
class ElidedLabel : public QLabel {
public:
    /// @param mode middle for names, both of whose ends identify them; right for sentences
    /// @param horizontal Ignored to take the available room; Maximum to be as wide as the text
    explicit ElidedLabel(const char* name, Qt::TextElideMode mode = Qt::ElideMiddle,
                         QSizePolicy::Policy horizontal = QSizePolicy::Ignored)
        : m_mode(mode) {
        setObjectName(QLatin1String(name));
        setTextFormat(Qt::PlainText);
        setSizePolicy(horizontal, QSizePolicy::Fixed);
        setMinimumWidth(kMinPx);
    }

    /// @param about appended to the text in the tooltip; may be empty
    void setLine(const QString& text, const QString& about = {}) {
        if (text != this->text()) {
            setText(text);
        }
        setToolTip(about.isEmpty() ? text : text + QLatin1Char('\n') + about);
    }
    /// Returns a limited width, so that long texts leave room for the label's neighbors.
    [[nodiscard]] QSize sizeHint() const override {
        const QSize hint = QLabel::sizeHint();
        return {std::min(hint.width(), kMaxHintPx), hint.height()};
    }
    [[nodiscard]] QSize minimumSizeHint() const override {
        return {kMinPx, QLabel::minimumSizeHint().height()};
    }
    /// The visible text.
    [[nodiscard]] QString shownText() const {
        return fontMetrics().elidedText(text(), m_mode, contentsRect().width());
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        drawFrame(&painter);
        painter.setPen(
            palette().color(isEnabled() ? QPalette::Normal : QPalette::Disabled, foregroundRole()));
        painter.drawText(contentsRect(), static_cast<int>(alignment()), shownText());
    }
    bool event(QEvent* event) override {
        if (event->type() == QEvent::ToolTip && shownText() != text() &&
            !toolTip().contains(text())) {
            const QString about = toolTip().isEmpty() ? QString() : QLatin1Char('\n') + toolTip();
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text() + about, this);
            return true;
        }
        return QLabel::event(event);
    }

private:
    static constexpr int kMinPx = 48;
    static constexpr int kMaxHintPx = 300;

    Qt::TextElideMode m_mode;
};

} // namespace sideline::widgets
