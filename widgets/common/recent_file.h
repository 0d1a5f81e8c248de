#pragma once

#include <cstdint>
#include <optional>

#include <QDateTime>
#include <QString>

namespace sideline::widgets {

/// A recently opened or recorded file, with its known properties.
struct RecentFile {
    enum class Kind : std::uint8_t { MatchLog, Session, Stream, Motion };
    struct Score {
        int left = 0;
        int right = 0;
        [[nodiscard]] bool operator==(const Score&) const = default;
    };

    QString path; ///< absolute
    Kind kind = Kind::MatchLog;
    QString teamLeft;           ///< the agent's team for a stream; empty while unknown
    QString teamRight;          ///< empty while unknown
    int number = 0;             ///< the agent's number for a stream; 0 while unknown
    std::optional<Score> score; ///< result at the end of the match
    QDateTime date; ///< time of the recording if the file contains it, else of the last change

    [[nodiscard]] bool operator==(const RecentFile&) const = default;

    [[nodiscard]] QString name() const;
    /// The folder of the file, with `~` for the user's home.
    [[nodiscard]] QString folder() const;
    /// Kind of the file in words, such as "Session".
    [[nodiscard]] QString kindText() const;
    /// Teams and result: `UTA 2 : 1 magma`; for a stream, `UTA 7`; empty if the teams are unknown.
    [[nodiscard]] QString matchText() const;
    /// The date and time, such as `May 3, 2026 20:14`.
    [[nodiscard]] QString dateText() const;
};

} // namespace sideline::widgets
