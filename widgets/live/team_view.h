#pragma once

#include <cstdint>
#include <vector>

#include <QString>
#include <QStringList>

namespace sideline::widgets {

/// One player of a team that can be started.
struct TeamPlayerView {
    enum class Lamp : std::uint8_t {
        Off,     ///< not running, without problems
        Busy,    ///< waiting, starting, stopping
        Good,    ///< running
        Trouble, ///< running, with a problem
        Silent,  ///< running, but it no longer reads what the server sends
        Bad,     ///< ended, crashed, could not start
    };
    int number = 0;            ///< 0 for a program that starts the whole team
    int typeNumber = -1;       ///< type of the robot; -1 if unknown
    QString runs;              ///< its program, abbreviated
    double startsAfterS = 0.0; ///< delay when all are started
    Lamp lamp = Lamp::Off;
    QString state;            ///< in words, such as `running`
    QString reason;           ///< why it is not running, or its problem; may be empty
    double cpuPercent = -1.0; ///< percentage of one core; negative if unknown
    double memoryMiB = -1.0;  ///< negative if unknown
    double cycleMs = -1.0;    ///< time from sense to act; negative if unknown
    qint64 missedCycles = -1; ///< negative if unknown
    qint64 lateAnswers = -1;  ///< negative if unknown
    QString lastLine;         ///< newest line of output
    bool isActive = false;    ///< it can be stopped
    [[nodiscard]] bool operator==(const TeamPlayerView&) const = default;
};

/// A team whose file is open.
struct TeamView {
    QString key;          ///< reported back in requests; unique for each team
    QString name;         ///< for display
    QString file;         ///< path of the team file
    QStringList problems; ///< why it cannot be started, one line each; then it has no players
    QStringList notes;    ///< probable mistakes in its file
    QString server;       ///< server of its players, such as `127.0.0.1:3100`
    std::vector<TeamPlayerView> players;
    [[nodiscard]] bool operator==(const TeamView&) const = default;
};

/// One line of a player's output.
struct TeamLineView {
    enum class Kind : std::uint8_t { Output, Error, Note };
    quint64 number = 0; ///< counts up within one player, or within the team
    double timeS = 0.0; ///< session time
    Kind kind = Kind::Output;
    QString text;
    QString player; ///< its player, if the lines of all are shown
    [[nodiscard]] bool operator==(const TeamLineView&) const = default;
};

} // namespace sideline::widgets
