#pragma once

#include <QObject>

namespace sideline::widgets {

/// Commits the text of the field that has the focus, as if the user left the field; the field keeps
/// the focus if possible. GUI thread only.
void commitField();

/// Resolves conflicts between fields and the shortcuts of a window. Calls `commitField` before any
/// action that the user triggers without leaving the field: a shortcut, or a click on a widget that
/// takes no focus. Keys that step a number, move a slider, or move through a list, a table, a tree
/// or a text do so while that widget has the focus, even if they are shortcuts elsewhere. In tables
/// of rows, Home and End go to the first and the last row; Tab leaves every table. Undo and redo
/// belong to the window while no number is being typed. One instance for the program. GUI thread
/// only.
class FieldCommit : public QObject {
    Q_OBJECT
public:
    explicit FieldCommit(QObject* parent);

    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace sideline::widgets
