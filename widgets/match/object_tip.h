#pragma once

#include <QStringList>

#include "agentcore/monitor/match_frame.h"
#include "logs/replay/frame_fetcher.h"

namespace sideline::widgets {

/// What is said about an object under the mouse: what it is, where, how fast; none if the frame
/// does not have it. Numbers come from `fetched.exact`.
[[nodiscard]] QStringList objectTip(const logs::FetchedFrame& fetched, const monitor::ObjectId& id);

} // namespace sideline::widgets
