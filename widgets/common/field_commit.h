#pragma once

#include <QObject>

namespace sideline::widgets {

/// Takes what is being written in the field that has the focus, as leaving it would; the field
/// keeps the focus where it can. GUI thread only.
void commitField();

/// What fields are due in a window with many keys. Calls `commitField` before anything that the
/// user sets off without leaving the field: a shortcut, or a click on something that takes no
/// focus. And keys that step a number, move a slider, or go through a list, a table, a tree or a
/// text do so while it has the focus, whatever shortcut they are elsewhere. Undo and redo are the
/// window's while nothing is being written in a number's field. One for the program. GUI thread
/// only.
class FieldCommit : public QObject {
    Q_OBJECT
public:
    explicit FieldCommit(QObject* parent);

    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace sideline::widgets
