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
    QString teamLeft;           ///< of a stream: the agent's team; empty while unknown
    QString teamRight;          ///< the same
    int number = 0;             ///< of a stream: the agent's number; 0 while unknown
    std::optional<Score> score; ///< at the end of the match
    QDateTime date; ///< when it was recorded, if the file has that; else its modification time

    [[nodiscard]] bool operator==(const RecentFile&) const = default;

    [[nodiscard]] QString name() const;
    /// The folder of the file, with `~` for the user's home.
    [[nodiscard]] QString folder() const;
    /// Kind of the file in words, such as "Session".
    [[nodiscard]] QString kindText() const;
    /// Teams and result: `UTA 2 : 1 magma`, of a stream `UTA 7`; empty if the teams are
    /// unknown.
    [[nodiscard]] QString matchText() const;
    /// As `May 3, 2026 20:14`.
    [[nodiscard]] QString dateText() const;
};

} // namespace sideline::widgets
