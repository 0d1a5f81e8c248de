#pragma once

#include <cstdint>
#include <vector>

#include <QMap>
#include <QString>
#include <QStringList>

namespace sideline::widgets {

/// Values of a team file by their keys, as written in the file; see docs/teams.md.
using TeamValues = QMap<QString, QString>;

/// A line of a team file's form: values for all players, or for one.
struct TeamFormRow {
    enum class Kind : std::uint8_t { Defaults, Command, Player };
    Kind kind = Kind::Player;
    int player = 0; ///< index in the file; only for `Player`
    TeamValues values;
    TeamValues faults{}; ///< errors of values, and the expected values, by their keys
    [[nodiscard]] bool operator==(const TeamFormRow&) const = default;
};

/// A team file as a form.
struct TeamFormView {
    TeamValues team;
    TeamValues teamFaults{}; ///< as in `TeamFormRow`
    std::vector<TeamFormRow> rows;
    [[nodiscard]] bool operator==(const TeamFormView&) const = default;
};

/// A problem of a team file, or a probable mistake.
struct TeamProblemView {
    int line = 0; ///< 0 if it concerns no line
    QString text;
    bool isNote = false; ///< the file can still be used
    [[nodiscard]] bool operator==(const TeamProblemView&) const = default;
};

} // namespace sideline::widgets
