#include "widgets/analysis/match_numbers.h"

#include <cmath>

#include "logs/analysis/statistic_list.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

bool MomentFilter::accepts(const logs::Occurrence& occurrence) const {
    return (kind ? occurrence.is(*kind) : !occurrence.isInterval()) &&
           (side == game::Side::None || occurrence.side == side) &&
           (player.side == game::Side::None || occurrence.player == player) &&
           (!windowS || (occurrence.when.recordTimeS >= windowS->first &&
                         occurrence.when.recordTimeS < windowS->second));
}

QString playerText(const logs::MatchStatistics& match, const game::PlayerId& id) {
    return QStringLiteral("%1 %2").arg(toQt(logs::teamName(match, id.side))).arg(id.unum.value());
}

QString statisticText(double value, int decimals, std::string_view unit) {
    if (std::isnan(value)) {
        return QStringLiteral("-");
    }
    const QString number = QString::number(value, 'f', decimals);
    return unit.empty() ? number : number + QLatin1Char(' ') + toQt(unit);
}

} // namespace sideline::widgets
