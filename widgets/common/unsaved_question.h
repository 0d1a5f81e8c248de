#pragma once

#include <functional>

#include <QString>
#include <QWidget>

namespace sideline::widgets {

/// Asks whether to save or discard a document's unsaved changes. GUI thread only.
/// @param title title of the dialog @param document its name, as the dialog shows it
/// @param save saves it and returns whether that succeeded @param discard drops its changes
/// @return false if the user cancels, or saving failed: the document stays open
bool maySaveOrDiscard(QWidget* window, const QString& title, const QString& document,
                      const std::function<bool()>& save, const std::function<void()>& discard);

} // namespace sideline::widgets
