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

/// What a match is shown in. All of it belongs to the window that it is put into, and is there for
/// as long as the window.
struct MatchPanels {
    viewer3d::MatchView* view = nullptr;
    QWidget* viewContainer = nullptr; ///< that `view` fills
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

    /// The 3D view that keys and menus of the camera act on.
    [[nodiscard]] viewer3d::MatchView& cameraView() const {
        return second->hasKeys() ? *second->view() : *view;
    }
};

} // namespace sideline::studio
