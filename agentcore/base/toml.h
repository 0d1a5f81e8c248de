#pragma once

// The one door to toml++: no exceptions, nothing to link.
#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>
