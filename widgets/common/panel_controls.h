#pragma once

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QProgressBar>
#include <QStringList>
#include <QTableView>
#include <QToolButton>
#include <QWidget>

namespace sideline::widgets {

/// A heading that collapses the content below it.
class FoldSection : public QWidget {
    Q_OBJECT
public:
    /// @param content becomes a child
    FoldSection(const QString& title, QWidget* content, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setOpen(bool isOpen);
    [[nodiscard]] bool isOpen() const { return m_heading->isChecked(); }
    [[nodiscard]] QToolButton* heading() const { return m_heading; }

private:
    QToolButton* m_heading;
    QWidget* m_content;
};

/// A spin box that reacts to the mouse wheel only while it has the focus.
[[nodiscard]] QDoubleSpinBox* panelNumber(const char* name, double lowest, double highest,
                                          int decimals, double step, const QString& unit,
                                          const QString& tip);
/// Shows a value unless the user is typing another one.
void showNumber(QDoubleSpinBox* box, double value);

/// A combo box of one line that shrinks with its panel.
[[nodiscard]] QComboBox* panelChoice(const char* name, const QStringList& texts,
                                     const QString& tip);

/// Styles a table like those of all panels: single selection of rows, no grid.
/// @param name the object name
void setUpPanelTable(QTableView& table, const char* name);

/// A table of compact rows with single selection. @param model must outlive the table
[[nodiscard]] QTableView* panelTable(const char* name, QAbstractItemModel* model);

/// A small button with a text. @param tip also its accessible name
[[nodiscard]] QToolButton* panelWord(const char* name, const QString& text, const QString& tip);

/// A thin bar of percentages whose place remains when it is hidden.
[[nodiscard]] QProgressBar* panelProgress(const char* name);

/// A small button with an icon.
[[nodiscard]] QToolButton* panelTool(const char* name, const QString& iconName, const QString& tip);

} // namespace sideline::widgets
