#include "evaluation/what_if.h"
