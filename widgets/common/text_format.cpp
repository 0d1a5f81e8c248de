#include "widgets/common/text_format.h"

#include <cmath>

#include <QCoreApplication>

namespace sideline::widgets {

QString clockText(double timeS, bool hundredths) {
    if (!std::isfinite(timeS)) {
        return QStringLiteral("-");
    }
    constexpr double kFloatError = 0.05; // error of times stored as float, in hundredths
    const qint64 total = std::llround(std::floor(std::abs(timeS) * 100.0 + kFloatError));
    const QString sign = timeS < 0.0 && total > 0 ? QStringLiteral("-") : QString();
    const QString text = QStringLiteral("%1%2:%3")
                             .arg(sign)
                             .arg(total / 6000)
                             .arg(total / 100 % 60, 2, 10, QLatin1Char('0'));
    return hundredths ? text + QStringLiteral(".%1").arg(total % 100, 2, 10, QLatin1Char('0'))
                      : text;
}

QString intervalText(double beginS, double endS, double clockBeginS, double clockEndS) {
    constexpr double kSameLengthS = 0.5;
    const auto fromTo = [](double fromS, double toS) {
        return QCoreApplication::translate("TextFormat", "%1 to %2")
            .arg(clockText(fromS, true), clockText(toS, true));
    };
    const QString byClock = fromTo(clockBeginS, clockEndS);
    return std::abs(clockEndS - clockBeginS - (endS - beginS)) < kSameLengthS
               ? byClock
               : QCoreApplication::translate("TextFormat", "recording %1, game %2")
                     .arg(fromTo(beginS, endS), byClock);
}

QString clockTickText(const logs::ClockTick& tick, double stepS) {
    const QString text = clockText(tick.clockS, stepS < 1.0);
    return tick.isClockStopped ? QLatin1Char('+') + text : text;
}

QString numberText(double value, int decimals, const QString& unit) {
    if (!std::isfinite(value)) {
        return QStringLiteral("-");
    }
    const double zeroBelow = 0.5 * std::pow(10.0, -decimals);
    const QString text = QString::number(std::abs(value) < zeroBelow ? 0.0 : value, 'f', decimals);
    return unit.isEmpty() ? text : text + QLatin1Char(' ') + unit;
}

QString ageText(double ageS) {
    return ageS < 0.005 ? QString()
                        : QStringLiteral("(%1 s ago)").arg(ageS, 0, 'f', ageS < 10.0 ? 2 : 0);
}

QString toQt(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString playModeText(std::string_view playMode) {
    struct Entry {
        std::string_view mode;
        const char* text;
    };
    static constexpr Entry kEntries[] = {
        {"BeforeKickOff", "Before kick-off"},
        {"KickOff_Left", "Kick-off left"},
        {"KickOff_Right", "Kick-off right"},
        {"PlayOn", "Play on"},
        {"KickIn_Left", "Kick-in left"},
        {"KickIn_Right", "Kick-in right"},
        {"GameOver", "Game over"},
        {"Goal_Left", "Goal left"},
        {"Goal_Right", "Goal right"},
    };
    for (const Entry& entry : kEntries) {
        if (entry.mode == playMode) {
            return QString::fromLatin1(entry.text);
        }
    }
    return capitalized(toQt(playMode).replace(QLatin1Char('_'), QLatin1Char(' ')));
}

QString capitalized(QString text) {
    if (!text.isEmpty()) {
        text[0] = text[0].toUpper();
    }
    return text;
}

QString robotText(const game::PlayerId& id, const monitor::GameState& game) {
    if (id.side == game::Side::None) {
        return QStringLiteral("unnamed robot");
    }
    const std::string_view team = game.teamName(id.side);
    return QStringLiteral("%1 %2").arg(toQt(team.empty() ? game::sideName(id.side) : team),
                                       QString::number(id.unum.value()));
}

QColor TeamColors::of(game::Side side) const {
    switch (side) {
    case game::Side::Left:
        return left;
    case game::Side::Right:
        return right;
    case game::Side::None:
        break;
    }
    return {0x8c, 0x8c, 0x8c};
}

QColor readableOn(const QColor& background) {
    const double luminance =
        0.299 * background.redF() + 0.587 * background.greenF() + 0.114 * background.blueF();
    return luminance > 0.58 ? QColor(Qt::black) : QColor(Qt::white);
}

QString secondsText(double timeS) {
    const double rest = timeS * 100.0 - std::round(timeS * 100.0);
    return numberText(timeS, std::abs(rest) > 0.01 ? 3 : 2, QStringLiteral("s"));
}

double besidePlayhead(double middle, double half, double playhead, double headHalf) {
    constexpr double kGapPx = 2.0;
    const double apart = half + headHalf + kGapPx;
    if (std::abs(middle - playhead) >= apart) {
        return middle;
    }
    const bool isLeft = middle < playhead && playhead - apart >= half;
    return isLeft ? playhead - apart : playhead + apart;
}

} // namespace sideline::widgets
