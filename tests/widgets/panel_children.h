#pragma once

#include <gtest/gtest.h>

#include <QWidget>

#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"

namespace sideline::tests {

/// A part of a panel by its object name; the test fails if there is none.
template <typename Widget>
[[nodiscard]] Widget& childOf(const QObject& panel, const char* name) {
    auto* found = panel.findChild<Widget*>(QLatin1String(name));
    EXPECT_NE(found, nullptr) << name;
    return *found;
}

/// Shows a widget of this size as the active window, so that it gets keys.
[[nodiscard]] inline bool showActive(QWidget& widget, int width, int height) {
    if (!showWidget(widget, width, height)) {
        return false;
    }
    widget.activateWindow();
    return waitUntil([&] { return widget.isActiveWindow(); });
}

} // namespace sideline::tests
