#pragma once

#include <QLabel>
#include <QPlainTextEdit>
#include <QString>
#include <QStringList>
#include <QToolButton>
#include <QWidget>

namespace sideline::widgets {

/// What stands around an edited text.
struct TextEditorState {
    QString file;        ///< path; empty while none is open
    QString about;       ///< what it is when nothing is wrong, such as `tree keeper: 12 nodes`
    QString problem;     ///< what is wrong with the text as it stands; empty: nothing
    int problemLine = 0; ///< from 1; 0: none
    bool isUnsaved = false;
};

/// Text with numbers of lines beside it. `Ctrl+S` asks for it to be saved.
class NumberedText : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit NumberedText(QWidget* parent = nullptr);

    /// Marks a line that is wrong, and one that is meant; 0: none.
    void markLines(int wrong, int meant);
    void goToLine(int line);
    /// The lines as they stand now are those of the file.
    void rememberLines();
    /// Where a line of the file stands now, whatever has been written above it; 0: it is gone.
    [[nodiscard]] int lineNow(int fileLine) const;
    [[nodiscard]] QStringList lines() const { return lines(1, blockCount()); }
    /// The lines of the file, as they were remembered last.
    [[nodiscard]] const QStringList& fileLines() const { return m_fileLines; }
    /// Lines of the text. @param first from 1 @param count 1 or more
    [[nodiscard]] QStringList lines(int first, int count) const;
    /// Puts others in their place, as one step that can be undone.
    void replaceLines(int first, int count, const QStringList& lines);
    /// Makes it another text by replacing what differs, as one step that can be undone.
    void changeTo(const QString& text);
    [[nodiscard]] int meantLine() const { return m_meant; }

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

/// The file of a decision maker or a formation as text, checked while it is written. Values in,
/// signals out. GUI thread only.
class TextEditor : public QWidget {
    Q_OBJECT
public:
    explicit TextEditor(QWidget* parent = nullptr);

    void setState(const TextEditorState& state);
    /// Puts another text in place of the one that is there.
    /// @param canUndo the user can undo that; else the list of what can be undone is empty then
    void setText(const QString& text, bool canUndo);
    [[nodiscard]] QString text() const { return m_text->toPlainText(); }
    /// The text is that of the file.
    void rememberLines() { m_text->rememberLines(); }
    /// Marks the line of what is selected elsewhere, and shows it; 0: none.
    /// @param line of the file as it was read or saved last
    void showLine(int line);
    /// The same. @param line of the text as it stands
    void showLineNow(int line);
    [[nodiscard]] NumberedText* edit() const { return m_text; }

Q_SIGNALS:
    void textChanged();
    void openRequested();
    void saveRequested();
    void saveAsRequested();

private:
    TextEditorState m_state;
    int m_shownLine = 0;
    QLabel* m_file;
    QToolButton* m_save;
    QToolButton* m_saveAs;
    QToolButton* m_undo;
    QToolButton* m_redo;
    NumberedText* m_text;
    QLabel* m_problem;
};

} // namespace sideline::widgets
