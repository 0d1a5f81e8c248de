#include "widgets/motion/motion_panel_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QFormLayout>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "widgets/common/icons.h"
#include "widgets/common/panel_parts.h"
#include "widgets/common/text_format.h"
#include "widgets/motion/pose_slider.h"

namespace sideline::widgets {

// --- lines

CommitLine::CommitLine(const char* name, QWidget* parent) : QLineEdit(parent) {
    setObjectName(QLatin1String(name));
    setMinimumWidth(30);
}

void CommitLine::setShown(const QString& text) {
    const bool isWriting = hasFocus() && this->text() != m_shown;
    m_shown = text;
    if (!isWriting && this->text() != text) {
        setText(text);
        setCursorPosition(0);
    }
}

void CommitLine::commit() {
    if (text() != m_shown && isAcceptable()) {
        m_shown = text();
        Q_EMIT committed(text());
    }
}

void CommitLine::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        commit();
        selectAll();
        return;
    }
    if (event->key() == Qt::Key_Escape && text() != m_shown) {
        setText(m_shown);
        selectAll();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

bool CommitLine::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Escape && text() != m_shown) {
            event->accept();
            return true;
        }
    }
    return QLineEdit::event(event);
}

void CommitLine::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason) {
        commit();
    }
}

void markWrong(QLineEdit* line, bool isWrong, const QString& tip) {
    QPalette palette;
    if (isWrong) {
        const QColor base = QGuiApplication::palette().color(QPalette::Base);
        const auto mixed = [](int a, int b) { return (a + 2 * b) / 3; };
        palette.setColor(QPalette::Base, QColor(mixed(badColor().red(), base.red()),
                                                mixed(badColor().green(), base.green()),
                                                mixed(badColor().blue(), base.blue())));
    }
    line->setPalette(palette);
    line->setToolTip(tip);
}

ValueLine::ValueLine(const char* name, const QString& tip, QWidget* parent)
    : CommitLine(name, parent), m_tip(tip) {
    setToolTip(tip);
    setAlignment(Qt::AlignRight);
    connect(this, &QLineEdit::textChanged, this, &ValueLine::check);
    connect(this, &CommitLine::committed, this, [this](const QString& text) {
        if (const auto value = keyframe::Value::parse(text.trimmed().toStdString())) {
            Q_EMIT valueCommitted(*value);
        }
    });
}

void ValueLine::setValue(const keyframe::Value& value) {
    setShown(toQt(value.text()));
}

void ValueLine::check() {
    const auto value = keyframe::Value::parse(text().trimmed().toStdString());
    const bool isWrong = !value.has_value();
    if (isWrong || m_isWrong) {
        m_isWrong = isWrong;
        markWrong(this, isWrong, isWrong ? toQt(value.error().toString()) : m_tip);
    }
}

// --- sections

void MotionSection::setView(const MotionView& view, double cursorS) {
    m_view = view;
    m_cursorS = cursorS;
    setEnabled(view.motion != nullptr);
    if (view.motion != nullptr) {
        m_isShowing = true;
        showMotion();
        m_isShowing = false;
    }
}

void MotionSection::commit(keyframe::Edited result, const QString& text, int gesture) {
    Q_EMIT edited({.motion = std::move(result.motion),
                   .selection = std::move(result.selection),
                   .text = text,
                   .gesture = gesture});
}

void MotionSection::change(const std::function<void(keyframe::Motion&)>& by, const QString& text,
                           int gesture) {
    if (!isUsers()) {
        return;
    }
    keyframe::Edited result{motion(), {}};
    by(result.motion);
    if (result.motion != motion()) {
        commit(std::move(result), text, gesture);
    }
}

// --- words

QFormLayout* formIn(QWidget* widget) {
    auto* form = new QFormLayout(widget);
    form->setContentsMargins(10, 0, 0, 4);
    form->setHorizontalSpacing(6);
    form->setVerticalSpacing(4);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    return form;
}

std::vector<std::string> wordsOf(const QString& text) {
    std::vector<std::string> words;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const std::string word = part.simplified().toStdString();
        if (!word.empty() && std::ranges::find(words, word) == words.end()) {
            words.push_back(word);
        }
    }
    return words;
}

QString wordsText(const std::vector<std::string>& words) {
    QStringList list;
    for (const std::string& word : words) {
        list << toQt(word);
    }
    return list.join(QStringLiteral(", "));
}

} // namespace sideline::widgets
