#pragma once

#include <cstdint>
#include <optional>

#include <QDateTime>
#include <QString>

namespace sideline::widgets {

/// A file that was opened or recorded lately, and what is known of it.
struct RecentFile {
    enum class Kind : std::uint8_t { MatchLog, Session, Stream, Motion };
    struct Score {
        int left = 0;
        int right = 0;
        [[nodiscard]] bool operator==(const Score&) const = default;
    };

    QString path; ///< absolute
    Kind kind = Kind::MatchLog;
    QString teamLeft;           ///< of a stream: the agent's team; empty while not known
    QString teamRight;          ///< the same
    int number = 0;             ///< of a stream: the agent's number; 0 while not known
    std::optional<Score> score; ///< at the end of the match
    QDateTime date; ///< when it was recorded, if the file reports; else when it was last written

    [[nodiscard]] bool operator==(const RecentFile&) const = default;

    [[nodiscard]] QString name() const;
    /// The folder it lies in, with `~` for the user's home.
    [[nodiscard]] QString folder() const;
    /// What kind of file it is, in words, such as "Session".
    [[nodiscard]] QString kindText() const;
    /// Who plays, and how it ended: `UTA 2 : 1 magma`, of a stream `UTA 7`; empty if nobody is
    /// known.
    [[nodiscard]] QString matchText() const;
    /// As `May 3, 2026 20:14`.
    [[nodiscard]] QString dateText() const;
};

} // namespace sideline::widgets
