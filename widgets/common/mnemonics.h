#pragma once

#include <QObject>
#include <QStringList>

namespace sideline::widgets {

/// Returns the texts with mnemonics, such as `&Save`: each text that has none is assigned a letter
/// or digit of its own, if possible one that begins a word. A text stays without one only if other
/// texts need all of its letters.
[[nodiscard]] QStringList withMnemonics(const QStringList& texts);

/// Assigns a mnemonic to every item of a menu while it is open, and to the buttons of dialogs. One
/// instance for the program. GUI thread only.
class Mnemonics : public QObject {
    Q_OBJECT
public:
    explicit Mnemonics(QObject* parent);

    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace sideline::widgets
