#pragma once

#include <QWidget>

#include "studio/workspaces/replay/second_view.h"
#include "viewer3d/view/match_view.h"
#include "widgets/common/message_bar.h"
#include "widgets/match/event_panel.h"
#include "widgets/match/field_view.h"
#include "widgets/match/match_banner.h"
#include "widgets/match/object_panel.h"
#include "widgets/match/overview_panel.h"
#include "widgets/match/plot_panel.h"
#include "widgets/match/scoreboard.h"
#include "widgets/match/transport_bar.h"

namespace sideline::studio {

/// The widgets that show a match. The window that contains them owns them all and keeps them during
/// its lifetime.
struct MatchPanels {
    viewer3d::MatchView* view = nullptr;
    QWidget* viewContainer = nullptr; ///< the widget that `view` fills
    SecondView* second = nullptr;
    widgets::Scoreboard* scoreboard = nullptr;
    widgets::MatchBanner* banner = nullptr;
    widgets::MessageBar* messages = nullptr;
    widgets::FieldView* field = nullptr;
    widgets::ObjectPanel* objects = nullptr;
    widgets::EventPanel* events = nullptr;
    widgets::OverviewPanel* overview = nullptr;
    widgets::PlotPanel* plots = nullptr;
    widgets::TransportBar* transport = nullptr;

    /// Returns the 3D view to which keys and menus of the camera apply.
    [[nodiscard]] viewer3d::MatchView& cameraView() const {
        return second->hasKeys() ? *second->view() : *view;
    }
};

} // namespace sideline::studio
