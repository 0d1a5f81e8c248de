#include "widgets/panels/motion_panel_parts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QGuiApplication>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "widgets/format/icons.h"
#include "widgets/format/text_format.h"
#include "widgets/panels/panel_parts.h"
#include "widgets/panels/pose_slider.h"

namespace sideline::widgets {

namespace {

// Leaves the wheel to what scrolls the panel, unless the user is at work in the field.
class WheelGuard : public QObject {
public:
    explicit WheelGuard(QWidget* field) : QObject(field), m_field(field) {
        field->setFocusPolicy(Qt::StrongFocus);
        field->installEventFilter(this);
    }
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Wheel && !m_field->hasFocus()) {
            event->ignore();
            return true;
        }
        return false;
    }

private:
    QWidget* m_field;
};

} // namespace

FoldSection::FoldSection(const QString& title, QWidget* content, QWidget* parent)
    : QWidget(parent), m_heading(new QToolButton), m_content(content) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    m_heading->setText(title);
    m_heading->setFont(bold(font()));
    m_heading->setCheckable(true);
    m_heading->setAutoRaise(true);
    m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_heading->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_heading->setFocusPolicy(Qt::TabFocus);
    column->addWidget(m_heading);
    content->setContentsMargins(10, 0, 0, 4);
    column->addWidget(content);
    connect(m_heading, &QToolButton::toggled, this, [this](bool isOpen) {
        m_heading->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
        m_content->setVisible(isOpen);
    });
    m_heading->setChecked(true);
}

void FoldSection::setTitle(const QString& title) {
    if (m_heading->text() != title) {
        m_heading->setText(title);
    }
}

void FoldSection::setOpen(bool isOpen) {
    m_heading->setChecked(isOpen);
}

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

// --- small parts

QDoubleSpinBox* motionNumber(const char* name, double lowest, double highest, int decimals,
                             double step, const QString& unit, const QString& tip) {
    auto* box = numberField(name, lowest, highest, decimals, step, unit);
    box->setKeyboardTracking(false);
    box->setToolTip(tip);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    new WheelGuard(box);
    return box;
}

void showNumber(QDoubleSpinBox* box, double value) {
    if (std::abs(box->value() - value) > 0.5e-9) { // setting the same would wipe what is written
        const QSignalBlocker blocker(box);
        box->setValue(value);
    }
}

QComboBox* motionChoice(const char* name, const QStringList& texts, const QString& tip) {
    auto* box = new QComboBox;
    box->setObjectName(QLatin1String(name));
    box->addItems(texts);
    box->setToolTip(tip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(4);
    box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    new WheelGuard(box);
    return box;
}

QToolButton* motionTool(const char* name, const QString& iconName, const QString& tip) {
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setIcon(icon(iconName));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
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
