#pragma once

#include "studio/settings/app_settings.h"

namespace sideline::studio {

/// Gives the application a light or dark palette in the Fusion style.
/// @return whether the palette is dark now
bool applyThemeToApplication(Theme theme);

} // namespace sideline::studio
