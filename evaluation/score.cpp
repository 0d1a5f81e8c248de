#include "evaluation/score.h"
