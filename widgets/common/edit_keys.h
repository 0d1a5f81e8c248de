#pragma once

#include <cstdint>

#include <QKeyEvent>
#include <QKeySequence>

namespace sideline::widgets {

/// Keys with the same meaning in every document editor.
enum class EditKey : std::uint8_t { None, Undo, Redo, Save };

[[nodiscard]] inline EditKey editKeyOf(const QKeyEvent& event) {
    return event.matches(QKeySequence::Undo)   ? EditKey::Undo
           : event.matches(QKeySequence::Redo) ? EditKey::Redo
           : event.matches(QKeySequence::Save) ? EditKey::Save
                                               : EditKey::None;
}

/// Emits the signal of one of these keys.
/// @param editor widget with the signals `undoRequested`, `redoRequested` and `saveRequested`
/// @return false for another key
template <typename Editor>
bool takeEditKey(Editor& editor, const QKeyEvent& event) {
    switch (editKeyOf(event)) {
    case EditKey::Undo:
        Q_EMIT editor.undoRequested();
        return true;
    case EditKey::Redo:
        Q_EMIT editor.redoRequested();
        return true;
    case EditKey::Save:
        Q_EMIT editor.saveRequested();
        return true;
    case EditKey::None:
        break;
    }
    return false;
}

} // namespace sideline::widgets
