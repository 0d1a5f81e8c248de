#pragma once

// QCustomPlot 2.1 needs Qt's lower-case keywords, which are disabled here: enable them for its
// header only.
#include <QtGlobal>
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach Q_FOREACH
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach
