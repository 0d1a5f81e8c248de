#pragma once

#include <string_view>

#include <QString>

namespace sideline::widgets {

/// The name of a figure in words, without its unit: `uprightTotalS` -> "Upright total".
[[nodiscard]] QString figureText(std::string_view name);

} // namespace sideline::widgets
