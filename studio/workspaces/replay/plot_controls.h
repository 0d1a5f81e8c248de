#pragma once

#include <vector>

#include <QObject>
#include <QSettings>

#include "logs/match/signals.h"
#include "studio/actions/action_table.h"
#include "studio/session/shown_match.h"
#include "studio/session/signal_loader.h"
#include "studio/workspaces/replay/match_beliefs.h"
#include "studio/workspaces/replay/match_panels.h"
#include "widgets/common/command_palette.h"

namespace sideline::studio {

/// Shows signals as curves over the shown match, and keeps the formulas and saved plots of the
/// user. GUI thread only.
class PlotControls : public QObject {
    Q_OBJECT
public:
    /// All arguments must outlive the controls.
    /// @param store keeps the user's formulas and saved plots
    PlotControls(const MatchPanels& panels, ShownMatch& match, const ActionTable& actions,
                 QSettings& store);

    void setBeliefs(const MatchBeliefs& beliefs) { m_beliefs = beliefs; }
    /// Adds a curve of a signal.
    void plot(const logs::SignalId& id);
    /// Returns entries for plotting the signals of the shown frame.
    [[nodiscard]] std::vector<widgets::PaletteEntry> findings();
    [[nodiscard]] bool isLoading() const { return m_loader.isLoading(); }
    /// Extends the curves after the match has grown.
    void follow() { m_loader.follow(); }
    /// Releases the match.
    void stop() { m_loader.load(nullptr, {}); }

Q_SIGNALS:
    /// A curve is about to be added.
    void shown();

private:
    void load();
    void restore();
    [[nodiscard]] std::vector<logs::SignalId> offered() const;

    MatchPanels m_panels;
    ShownMatch& m_match;
    QSettings& m_store;
    MatchBeliefs m_beliefs;
    SignalLoader m_loader;
};

} // namespace sideline::studio
