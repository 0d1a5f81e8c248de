#include "widgets/match/place_text.h"

#include <QRegularExpression>

namespace sideline::widgets {

namespace {

constexpr double kSecondsPerMinute = 60.0;

// Reads seconds, or minutes and seconds; after minutes, the seconds must be below 60.
std::optional<double> parseClock(const QString& text) {
    static const QRegularExpression kClock(
        QStringLiteral("^(?:(\\d{1,6}):(?=[0-5]?\\d(?:\\.|$)))?(\\d{1,9}(?:\\.\\d{0,9})?)$"));
    const QRegularExpressionMatch match = kClock.match(text);
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    return kSecondsPerMinute * match.captured(1).toDouble() + match.captured(2).toDouble();
}

} // namespace

std::optional<MatchPlace> parsePlace(const QString& text) {
    const QString trimmed = text.trimmed();
    const QChar first = trimmed.isEmpty() ? QChar() : trimmed.front();
    const QString rest = trimmed.mid(1).trimmed();
    if (first == QLatin1Char('#')) {
        bool isGood = false;
        const logs::FrameNumber frame = rest.toUInt(&isGood);
        return isGood ? std::optional<MatchPlace>(FramePlace{frame}) : std::nullopt;
    }
    const bool isBack = first == QLatin1Char('-') || first == QChar(0x2212);
    if (isBack || first == QLatin1Char('+')) {
        const auto byS = parseClock(rest);
        return byS ? std::optional<MatchPlace>(RelativePlace{isBack ? -*byS : *byS}) : std::nullopt;
    }
    const auto timeS = parseClock(trimmed);
    return timeS ? std::optional<MatchPlace>(GameTimePlace{*timeS}) : std::nullopt;
}

} // namespace sideline::widgets
