#pragma once

#include <QChar>
#include <QLabel>
#include <QString>
#include <QStringList>

namespace sideline::widgets {

/// Returns the text with the middle omitted from each word that is longer than `maxLength`, such as
/// the name of a file, because lines cannot be wrapped within a word.
[[nodiscard]] inline QString withShortWords(const QString& text, int maxLength) {
    QStringList lines = text.split(QLatin1Char('\n'));
    for (QString& line : lines) {
        QStringList words = line.split(QLatin1Char(' '));
        for (QString& word : words) {
            if (word.size() > maxLength) {
                word = word.left(maxLength / 2) + QChar(0x2026) + word.right(maxLength / 2);
            }
        }
        line = words.join(QLatin1Char(' '));
    }
    return lines.join(QLatin1Char('\n'));
}

/// Shows a text in a label that wraps its lines; no name in the text widens the label's panel. The
/// tooltip has the whole text if not all of it is visible. GUI thread only.
inline void showWrapped(QLabel* label, const QString& text) {
    constexpr int kMaxWordLength = 48;
    const QString shown = withShortWords(text, kMaxWordLength);
    if (label->text() != shown) {
        label->setText(shown);
    }
    label->setToolTip(shown == text ? QString() : text);
}

} // namespace sideline::widgets
