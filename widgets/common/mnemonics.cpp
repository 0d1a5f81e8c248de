#include "widgets/common/mnemonics.h"

#include <functional>
#include <map>
#include <vector>

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QEvent>
#include <QKeySequence>
#include <QMenu>
#include <QPushButton>

namespace sideline::widgets {

namespace {

constexpr const char* kPlainText = "textWithoutMnemonic";

// The letter of a text's mnemonic; null: it has none.
QChar mnemonicOf(const QString& text) {
    for (qsizetype i = 0; i + 1 < text.size(); ++i) {
        if (text[i] == u'&') {
            if (text[i + 1] != u'&') {
                return text[i + 1].toLower();
            }
            ++i;
        }
    }
    return {};
}

// Positions of the letters of a text before its key: those that begin words first, and digits last,
// because they may belong to a time.
std::vector<qsizetype> letterPlaces(const QString& text) {
    const QString shown = text.section(u'\t', 0, 0);
    std::vector<qsizetype> first;
    std::vector<qsizetype> others;
    std::vector<qsizetype> digits;
    for (qsizetype i = 0; i < shown.size(); ++i) {
        if (shown[i].isLetter()) {
            (i == 0 || !shown[i - 1].isLetterOrNumber() ? first : others).push_back(i);
        } else if (shown[i].isDigit()) {
            digits.push_back(i);
        }
    }
    first.insert(first.end(), others.begin(), others.end());
    first.insert(first.end(), digits.begin(), digits.end());
    return first;
}

} // namespace

QStringList withMnemonics(const QStringList& texts) {
    constexpr qsizetype kFixed = -1;
    std::map<QChar, qsizetype> owners; // index of the text that has the letter
    for (const QString& text : texts) {
        if (const QChar letter = mnemonicOf(text); !letter.isNull()) {
            owners[letter] = kFixed;
        }
    }
    // Assigns a free letter, or one whose owner can use another: a matching of texts and letters.
    std::map<QChar, bool> tried;
    const std::function<bool(qsizetype)> take = [&](qsizetype text) {
        for (const bool mayDisplace : {false, true}) {
            for (const qsizetype place : letterPlaces(texts[text])) {
                const QChar letter = texts[text][place].toLower();
                const auto owner = owners.find(letter);
                const bool isFree = owner == owners.end();
                if (!isFree && (!mayDisplace || owner->second == kFixed || tried[letter])) {
                    continue;
                }
                tried[letter] = true;
                if (isFree || take(owner->second)) {
                    owners[letter] = text;
                    return true;
                }
            }
        }
        return false;
    };
    QStringList result = texts;
    for (qsizetype i = 0; i < texts.size(); ++i) {
        if (mnemonicOf(texts[i]).isNull()) {
            tried.clear();
            take(i);
        }
    }
    for (const auto& [letter, text] : owners) {
        if (text == kFixed) {
            continue;
        }
        for (const qsizetype place : letterPlaces(texts[text])) {
            if (texts[text][place].toLower() == letter) {
                result[text].insert(place, u'&');
                break;
            }
        }
    }
    return result;
}

namespace {

void markMenu(const QMenu& menu) {
    QList<QAction*> actions;
    QStringList texts;
    for (QAction* action : menu.actions()) {
        if (action->isVisible() && !action->isSeparator()) {
            actions << action;
            texts << action->text();
        }
    }
    const QStringList marked = withMnemonics(texts);
    for (qsizetype i = 0; i < actions.size(); ++i) {
        if (marked[i] != texts[i]) {
            actions[i]->setProperty(kPlainText, QStringList{texts[i], marked[i]});
            actions[i]->setText(marked[i]);
        }
    }
}

// Outside the menu, the texts name the actions: in help, settings and the command palette.
void unmarkMenu(const QMenu& menu) {
    for (QAction* action : menu.actions()) {
        const QStringList texts = action->property(kPlainText).toStringList();
        if (texts.size() == 2 && action->text() == texts[1]) {
            action->setText(texts[0]);
        }
        if (!texts.isEmpty()) {
            action->setProperty(kPlainText, QVariant());
        }
    }
}

void markDialog(const QDialog& dialog) {
    QList<QPushButton*> buttons;
    QStringList texts;
    for (QWidget* widget : dialog.findChildren<QWidget*>()) {
        auto* button = qobject_cast<QPushButton*>(widget);
        const QString text = widget->property("text").toString();
        if (button != nullptr || !mnemonicOf(text).isNull()) {
            buttons << button;
            texts << text;
        }
    }
    const QStringList marked = withMnemonics(texts);
    for (qsizetype i = 0; i < buttons.size(); ++i) {
        if (marked[i] != texts[i]) {
            buttons[i]->setText(marked[i]);
        }
    }
}

} // namespace

Mnemonics::Mnemonics(QObject* parent) : QObject(parent) {
    qApp->installEventFilter(this);
}

bool Mnemonics::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show) {
        if (const auto* menu = qobject_cast<QMenu*>(watched)) {
            markMenu(*menu);
        } else if (const auto* dialog = qobject_cast<QDialog*>(watched)) {
            markDialog(*dialog);
        }
    } else if (event->type() == QEvent::Hide) {
        if (const auto* menu = qobject_cast<QMenu*>(watched)) {
            unmarkMenu(*menu);
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace sideline::widgets
