#include "evaluation/truth.h"
