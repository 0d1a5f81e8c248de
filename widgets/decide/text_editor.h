#pragma once

#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QString>
#include <QStringList>
#include <QToolButton>
#include <QWidget>

namespace sideline::widgets {

/// Status of an edited text.
struct TextEditorState {
    QString file;        ///< path; empty while none is open
    QString about;       ///< summary of a valid text, such as `tree keeper: 12 nodes`
    QString problem;     ///< error of the current text; empty: none
    int problemLine = 0; ///< line of the error, from 1; 0: none
    bool isUnsaved = false;
    QStringList trees; ///< IDs of the behavior trees in the file
    QString tree;      ///< the one that is shown; empty: the main tree
};

/// Text with line numbers. `Ctrl+S` requests saving.
class NumberedText : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit NumberedText(QWidget* parent = nullptr);

    /// Marks a line with an error, and a selected one; 0: none.
    void markLines(int wrong, int meant);
    void goToLine(int line);
    /// Remembers the current lines as those of the file.
    void rememberLines();
    /// Current number of a line of the file, after edits above it; 0: it was removed.
    [[nodiscard]] int lineNow(int fileLine) const;
    [[nodiscard]] QStringList lines() const { return lines(1, blockCount()); }
    /// The lines of the file, as last remembered.
    [[nodiscard]] const QStringList& fileLines() const { return m_fileLines; }
    /// Lines of the text. @param first from 1 @param count 1 or more
    [[nodiscard]] QStringList lines(int first, int count) const;
    /// Replaces lines of the text, as one undo step.
    void replaceLines(int first, int count, const QStringList& lines);
    /// Changes the text by replacing what differs, as one undo step.
    void changeTo(const QString& text);

Q_SIGNALS:
    void saveRequested();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class Margin;
    void paintMargin(QPaintEvent* event);
    [[nodiscard]] int marginWidth() const;

    Margin* m_margin;
    QStringList m_fileLines;
    int m_wrong = 0;
    int m_meant = 0;
};

/// The file of a decision maker or a formation as text, checked while the user types. Values in,
/// signals out. GUI thread only.
class TextEditor : public QWidget {
    Q_OBJECT
public:
    explicit TextEditor(QWidget* parent = nullptr);

    void setState(const TextEditorState& state);
    /// Replaces the text.
    /// @param canUndo whether the user can undo it; otherwise the undo history is cleared
    void setText(const QString& text, bool canUndo);
    [[nodiscard]] QString text() const { return m_text->toPlainText(); }
    /// The current text is that of the file, because it was read or saved.
    void rememberLines() { m_text->rememberLines(); }
    /// Marks and shows the line of the object that is selected elsewhere; 0: none.
    /// @param line number of a line of the file as last read or saved
    void showLine(int line);
    /// Marks and shows a line of the current text; 0: none.
    void showLineNow(int line);
    [[nodiscard]] NumberedText* edit() const { return m_text; }

Q_SIGNALS:
    void textChanged();
    void openRequested();
    void saveRequested();
    void saveAsRequested();
    /// @param id ID of a tree in the file; empty: its main tree
    void treeRequested(const QString& id);

private:
    TextEditorState m_state;
    int m_shownLine = 0;
    QLabel* m_file;
    QComboBox* m_tree;
    QToolButton* m_save;
    QToolButton* m_saveAs;
    QToolButton* m_undo;
    QToolButton* m_redo;
    NumberedText* m_text;
    QLabel* m_problem;
};

} // namespace sideline::widgets
