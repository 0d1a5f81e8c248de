#pragma once

#include <map>
#include <vector>

#include <QAction>
#include <QObject>
#include <QSettings>
#include <QString>

namespace sideline::studio {

/// A command that the user can trigger with a key, a menu or a button.
struct ActionSpec {
    const char* id;   ///< stable, such as `replay.play`; the part before the dot is its group
    const char* text; ///< shown in menus and in the help
    const char* keys; ///< default shortcuts, separated by `; `; may be empty
    const char* icon; ///< name in `widgets/icons`; may be empty
    bool checkable;
};

/// Part of the program in which an action is available. The same key may do different things in
/// different scopes.
enum class ActionScope { Everywhere, Match, Motion, Train, Robot };

/// All actions of the studio; keys are defined only here. Menus, buttons, the help and the settings
/// are built from it.
class ActionTable : public QObject {
    Q_OBJECT
public:
    explicit ActionTable(QObject* parent = nullptr);

    /// Returns the specifications in the order of the help.
    [[nodiscard]] static const std::vector<ActionSpec>& specs();
    /// Returns the display name of a group: `replay` -> "Replay".
    [[nodiscard]] static QString groupText(const QString& group);

    /// Returns the action with this id; null if there is none.
    [[nodiscard]] QAction* find(const QString& id) const;
    /// Returns the action with this id, which must exist.
    [[nodiscard]] QAction* action(const QString& id) const;
    [[nodiscard]] QAction* action(const char* id) const { return action(QLatin1String(id)); }
    [[nodiscard]] const std::vector<QAction*>& actions() const { return m_actions; }

    [[nodiscard]] static ActionScope scopeOf(const QString& id);
    /// Returns the name of a scope in setting keys; empty for `Match` and `Everywhere`.
    [[nodiscard]] static QString scopeName(ActionScope scope);
    /// Hides the actions of all other scopes and disables their keys. At first all actions are
    /// available.
    void setScope(ActionScope scope);

    /// Changes the text of an action.
    void setText(const QString& id, const QString& text);
    /// Changes the keys of an action; an empty list removes them. The keys are removed from other
    /// actions that are available at the same time, so that no key is ambiguous.
    void setKeys(const QString& id, const QList<QKeySequence>& keys);
    void resetKeys();
    /// Returns the default keys of an action.
    [[nodiscard]] static QList<QKeySequence> defaultKeys(const QString& id);

    /// Loads and saves the keys that differ from the defaults, under `keys/`.
    void load(const QSettings& store);
    void save(QSettings& store) const;

    /// Returns the help as HTML: all actions by group with their keys, and the mouse operations.
    [[nodiscard]] QString helpHtml() const;

    /// Redraws the icons after a change of theme.
    void refreshIcons();
    /// Sets the tool tip of an action: a string, followed by the keys that trigger the action.
    static void setToolTip(QAction* action, const QString& text, const QList<QKeySequence>& keys);

private:
    void updateToolTip(QAction* action) const;

    std::vector<QAction*> m_actions;
    std::map<QString, QAction*> m_byId;
};

} // namespace sideline::studio
