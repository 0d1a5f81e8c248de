#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <QElapsedTimer>
#include <QKeyEvent>
#include <QString>

#include "widgets/common/joint_model.h"

namespace sideline::widgets {

// Keys with the same meaning in every panel with joints.

/// Step of the left and right keys: 1 degree, with Shift 5, with Ctrl or Alt 0.1.
/// @return rad; nullopt for other keys
[[nodiscard]] std::optional<double> jointStepRad(const QKeyEvent& event);

/// Whether a key is pressed alone or with Shift only.
[[nodiscard]] bool isPlainKey(const QKeyEvent& event);

/// Whether a key's text can belong to a joint's name: a letter or a digit other than 0.
[[nodiscard]] bool isJointLetter(const QKeyEvent& event);

/// Whether a key sets the selected joint to zero, if it is not a shortcut of the window.
[[nodiscard]] bool isZeroKey(const QKeyEvent& event);

/// Whether a panel with joints handles a key before the window's shortcuts do: arrows, Return, and
/// the slash that begins a search. Other keys keep their meaning in the menus.
[[nodiscard]] bool isJointKey(const QKeyEvent& event);

/// Finds joints by the first letters of their names, typed one after the other; a pause begins a
/// new word. GUI thread only.
class JointSearch {
public:
    /// Begins a word, whose letters then take precedence over shortcuts.
    void begin();
    /// @param typed the letter just typed
    /// @return index of the first joint that begins with the word, or else with the letter
    [[nodiscard]] std::optional<std::size_t> find(const QString& typed,
                                                  const std::vector<const JointName*>& names);
    /// Whether a letter typed now would continue a word.
    [[nodiscard]] bool isInWord() const;

private:
    QString m_typed;
    bool m_isBegun = false; ///< a word has begun, but no letter has matched a joint so far
    QElapsedTimer m_typedAt;
};

} // namespace sideline::widgets
