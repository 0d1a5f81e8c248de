#pragma once

#include <cstdint>
#include <vector>

#include <QTabBar>
#include <QToolButton>
#include <QWidget>

namespace sideline::widgets {

/// One tab of the row of workspaces.
struct WorkspaceTab {
    QString id;            ///< reported back when it is chosen
    QString text;          ///< label of the tab
    QString tip;           ///< tooltip, with the shortcut
    bool isLayout = false; ///< another arrangement of the panels of a workspace
    bool isOwn = false;    ///< made by the user; may be deleted
    [[nodiscard]] bool operator==(const WorkspaceTab&) const = default;
};

/// State of the simulator, or of the watched server, shown by the lamp beside the tabs.
struct SimulatorLamp {
    enum class State : std::uint8_t { Stopped, Running, Paused, Connected, Away };
    State state = State::Stopped;
    QString text; ///< a few words, such as `Simulator: running`
    QString tip;  ///< tooltip: what a click does
    [[nodiscard]] bool operator==(const SimulatorLamp&) const = default;
};

/// The row of tabs above all workspaces, with the lamp of the simulator at its end. Workspaces are
/// tabs; layouts follow as flat words after the word *Layouts*.
class WorkspaceBar : public QWidget {
    Q_OBJECT
public:
    explicit WorkspaceBar(QWidget* parent = nullptr);

    /// Sets the tabs from left to right, layouts last. Keeps the chosen one, if it is among them.
    void setTabs(const std::vector<WorkspaceTab>& tabs);
    /// Marks an existing tab as the chosen one, without a signal.
    void setCurrent(const QString& id);
    [[nodiscard]] QString current() const;
    void setLamp(const SimulatorLamp& lamp);

Q_SIGNALS:
    /// The user has chosen a tab with mouse or keys.
    void chosen(const QString& id);
    /// The user wants to delete one of their own tabs.
    void deleteRequested(const QString& id);
    void lampClicked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void paintLamp();
    void showMenu(const QPoint& pos);

    QTabBar* m_tabs;
    QToolButton* m_lampButton;
    std::vector<WorkspaceTab> m_entries;
    SimulatorLamp m_lamp;
};

} // namespace sideline::widgets
