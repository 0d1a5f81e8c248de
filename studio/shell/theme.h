#pragma once

#include "studio/settings/app_settings.h"

namespace sideline::studio {

/// Sets a light or dark palette in the Fusion style for the application.
/// @return whether the palette is dark now
bool applyThemeToApplication(Theme theme);

} // namespace sideline::studio
