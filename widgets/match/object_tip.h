#pragma once

#include <QStringList>

#include "agentcore/monitor/match_frame.h"
#include "logs/replay/frame_fetcher.h"

namespace sideline::widgets {

/// Describes an object under the mouse: name, position, speed; empty if the frame does not contain
/// it. The numbers are those of `fetched.exact`.
[[nodiscard]] QStringList objectTip(const logs::FetchedFrame& fetched, const monitor::ObjectId& id);

} // namespace sideline::widgets
