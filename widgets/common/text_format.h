#pragma once

#include <cstdint>
#include <optional>

#include <QColor>
#include <QString>

#include "agentcore/game/player_id.h"
#include "agentcore/monitor/game_state.h"
#include "logs/replay/clock_ticks.h"

namespace sideline::widgets {

/// Color of text and marks that report an error.
inline const QColor kFaultColor(0xd9, 0x4a, 0x3d);
/// Background of such text; translucent.
inline const QColor kFaultGround(0xd8, 0x30, 0x30, 70);

/// Game or record time for display: `4:05` or, with hundredths, `4:05.88`; minutes continue past an
/// hour, as the league counts.
[[nodiscard]] QString clockText(double timeS, bool hundredths = false);
/// Formats the begin and end of an interval by the game clock if it runs throughout, which it does
/// not before the kick-off; otherwise by the time of the recording as well. Times are in s.
[[nodiscard]] QString intervalText(double beginS, double endS, double clockBeginS,
                                   double clockEndS);

/// Label of a mark on an axis of record time: the game clock, with hundredths where the labels are
/// less than a second apart; `+0:10` where the clock has been stopped for that long.
[[nodiscard]] QString clockTickText(const logs::ClockTick& tick, double stepS);

/// Approximate distance between the labels of a time axis, in pixels.
inline constexpr double kClockTickSpacingPx = 90.0;

/// A number with a fixed number of decimals and its unit: `1.235 m`; "-" for NaN.
[[nodiscard]] QString numberText(double value, int decimals, const QString& unit);

/// Age of a value: empty for values of the current frame, else `(0.12 s ago)`.
[[nodiscard]] QString ageText(double ageS);

/// Converts UTF-8 text of the core to Qt text.
[[nodiscard]] QString toQt(std::string_view text);

/// `0.40 s`, with a third decimal only where it is not 0.
[[nodiscard]] QString secondsText(double timeS);

/// A play mode in words: `KickOff_Left` -> "Kick-off left", `corner_kick_right` -> "Corner kick
/// right"; unknown ones unchanged, with spaces for underscores.
[[nodiscard]] QString playModeText(std::string_view playMode);
/// Returns the text with its first letter capitalized.
[[nodiscard]] QString capitalized(QString text);

/// `UTA 7`, or `left 7` while the team has no name.
[[nodiscard]] QString robotText(const game::PlayerId& id, const monitor::GameState& game);

/// Colors of the two teams.
struct TeamColors {
    QColor left = QColor(0x26, 0x56, 0xff);
    QColor right = QColor(0xe8, 0x2a, 0x2a);

    [[nodiscard]] QColor of(game::Side side) const;
    [[nodiscard]] bool operator==(const TeamColors&) const = default;
};

/// Black or white, whichever is readable on `background`.
[[nodiscard]] QColor readableOn(const QColor& background);

/// Returns where the middle of a ruler's label belongs so that the head of the playhead does not
/// cover it. All values are in pixels.
/// @param middle where it would be without the playhead
/// @param half, headHalf half the width of the label and of the head
[[nodiscard]] double besidePlayhead(double middle, double half, double playhead, double headHalf);

} // namespace sideline::widgets
