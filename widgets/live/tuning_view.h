#pragma once

#include <limits>
#include <variant>
#include <vector>

#include <QString>

namespace sideline::widgets {

/// A number, a switch or a string.
using TuningValue = std::variant<double, bool, QString>;

/// One parameter of a behavior, for display.
struct TuningRow {
    QString name; ///< name as in files: `step`
    QString description;
    QString unit; ///< unit of a number; may be empty
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    TuningValue value;
    TuningValue initial; ///< value that *Reset* restores
};

/// The parameters of an active behavior.
struct TuningView {
    QString title; ///< owner of the parameters, such as `Sideline 1: drive`
    QString note;  ///< why they cannot be changed; empty if they can
    std::vector<TuningRow> rows;
    QString fileKind; ///< kind of file that can be saved, such as `gait`; empty for none
    QString undoText; ///< name of the step that Undo reverts; empty for none
    QString redoText;
};

} // namespace sideline::widgets
