#pragma once

#include <vector>

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QWidget>

#include "studio/actions/action_table.h"
#include "studio/shell/layout_controls.h"
#include "studio/workspaces/workspace.h"
#include "widgets/common/command_palette.h"
#include "widgets/common/help_window.h"
#include "widgets/common/message_bar.h"

namespace sideline::studio {

/// Offers two searches: the command palette, which lists all actions and objects, and the
/// documentation. GUI thread only.
class Finder : public QObject {
    Q_OBJECT
public:
    /// These objects must outlive the finder.
    struct Parts {
        QWidget* window; ///< parent window of the palette and the documentation
        ActionTable& actions;
        LayoutControls& layouts;
        const std::vector<Workspace*>& workspaces;
        const QSettings& store;
        widgets::MessageBar& messages;
    };
    explicit Finder(const Parts& parts);

Q_SIGNALS:
    void fileRequested(const QString& path);

private:
    [[nodiscard]] widgets::HelpWindow& help();
    void showPalette();
    void addActions(std::vector<widgets::PaletteEntry>& entries);
    void addPanels(std::vector<widgets::PaletteEntry>& entries);
    void addFiles(std::vector<widgets::PaletteEntry>& entries);
    void addHelp(std::vector<widgets::PaletteEntry>& entries);

    Parts m_parts;
    QPointer<widgets::HelpWindow> m_help;
    QPointer<widgets::CommandPalette> m_palette;
};

} // namespace sideline::studio
