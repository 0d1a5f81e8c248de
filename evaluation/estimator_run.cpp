#include "evaluation/estimator_run.h"
