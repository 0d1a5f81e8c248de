#include "evaluation/scenario.h"
