#pragma once

#include <QLabel>
#include <QPainter>

namespace sideline::widgets {

/// A line of plain text that shrinks with its panel; its tooltip has the full text.
class ElidedLabel : public QLabel {
public:
    explicit ElidedLabel(const char* name, Qt::TextElideMode mode = Qt::ElideRight) : m_mode(mode) {
        setObjectName(QLatin1String(name));
        setTextFormat(Qt::PlainText);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    }

    /// @param about appended to the text in the tooltip; may be empty
    void setLine(const QString& text, const QString& about = {}) {
        if (text != this->text()) {
            setText(text);
        }
        setToolTip(about.isEmpty() ? text : text + QLatin1Char('\n') + about);
    }
    [[nodiscard]] QSize minimumSizeHint() const override {
        return {24, QLabel::minimumSizeHint().height()};
    }
    /// The visible text.
    [[nodiscard]] QString shownText() const {
        return fontMetrics().elidedText(text(), m_mode, contentsRect().width());
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override {
        QPainter painter(this);
        painter.setPen(
            palette().color(isEnabled() ? QPalette::Normal : QPalette::Disabled, foregroundRole()));
        painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter, shownText());
    }

private:
    Qt::TextElideMode m_mode;
};

} // namespace sideline::widgets
