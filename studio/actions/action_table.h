#pragma once

#include <map>
#include <vector>

#include <QAction>
#include <QObject>
#include <QSettings>
#include <QString>

namespace sideline::studio {

/// One thing that a user can do with a key, a menu or a button.
struct ActionSpec {
    const char* id;   ///< stable, such as `replay.play`; the part before the dot is its group
    const char* text; ///< in menus and in the help
    const char* keys; ///< default shortcuts, separated by `; `; may be empty
    const char* icon; ///< of `widgets/icons`; may be empty
    bool checkable;
};

/// Where an action is there: the same key may mean one thing for matches, another one for motions.
enum class ActionScope { Everywhere, Match, Motion, Train, Robot };

/// All actions of the studio: the one place where keys are defined. Menus, buttons, the help and
/// the settings are made from it.
class ActionTable : public QObject {
    Q_OBJECT
public:
    explicit ActionTable(QObject* parent = nullptr);

    /// The specifications in the order of the help.
    [[nodiscard]] static const std::vector<ActionSpec>& specs();
    /// Name of a group for display: `replay` -> "Replay".
    [[nodiscard]] static QString groupText(const QString& group);

    /// The action with this id, which must exist.
    [[nodiscard]] QAction* action(const QString& id) const;
    [[nodiscard]] QAction* action(const char* id) const { return action(QLatin1String(id)); }
    [[nodiscard]] const std::vector<QAction*>& actions() const { return m_actions; }

    [[nodiscard]] static ActionScope scopeOf(const QString& id);
    /// Hides, with their keys, the actions of the other scope. Everything is there at first.
    void setScope(ActionScope scope);

    /// Gives an action another text.
    void setText(const QString& id, const QString& text);
    /// Gives an action other keys; an empty list takes them away. The same key elsewhere is taken
    /// from there, so that no key is ambiguous where both actions can be.
    void setKeys(const QString& id, const QList<QKeySequence>& keys);
    void resetKeys();
    /// Default keys of an action.
    [[nodiscard]] static QList<QKeySequence> defaultKeys(const QString& id);

    /// Keys that differ from the defaults are kept under `keys/`.
    void load(const QSettings& store);
    void save(QSettings& store) const;

    /// The help as HTML: all actions by group with their keys, and what the mouse does.
    [[nodiscard]] QString helpHtml() const;

    /// Draws the icons again, after the theme changed.
    void refreshIcons();
    /// What a button reports about an action: a text, and keys that do the same.
    static void setToolTip(QAction* action, const QString& text, const QList<QKeySequence>& keys);

private:
    void updateToolTip(QAction* action) const;

    std::vector<QAction*> m_actions;
    std::map<QString, QAction*> m_byId;
};

} // namespace sideline::studio
