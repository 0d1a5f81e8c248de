#pragma once

#include <QCompleter>
#include <QPlainTextEdit>
#include <QStringList>

namespace sideline::widgets {

/// A field for a formula: completes names of curves and functions while the user types, and marks
/// the place of an error. `Enter` accepts. GUI thread only.
class FormulaEdit : public QPlainTextEdit {
    Q_OBJECT
public:
    /// @param names names of signals, as used in formulas
    explicit FormulaEdit(const QStringList& names, QWidget* parent = nullptr);

    /// Underlines the word at an offset, in bytes of the UTF-8 text; negative: none.
    void markError(qint64 byteOffset);

Q_SIGNALS:
    void accepted();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    /// `Tab` completes a name while the list of names is open.
    bool focusNextPrevChild(bool next) override;

private:
    [[nodiscard]] QString typedName() const;
    void offerNames();
    void insertName(const QString& name);

    QCompleter* m_completer;
};

} // namespace sideline::widgets
