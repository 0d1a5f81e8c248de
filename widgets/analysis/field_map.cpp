#include "widgets/analysis/field_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include <QCoreApplication>
#include <QLineF>
#include <QPolygonF>

#include "logs/analysis/statistic_list.h"

namespace sideline::widgets {

namespace {

using game::Side;
using logs::Kick;
using logs::KickOutcome;
using logs::OccurrenceKind;

constexpr double kReachPx = 7.0;
constexpr double kHeadPx = 9.0;
constexpr double kPairPx = 4.0; // distance between the two arrows of a pair of players
const QColor kTeammate(0x6c, 0xe0, 0x6c);
const QColor kOpponent(0xff, 0x6b, 0x5e);
const QColor kGoal(0xff, 0xd2, 0x33);
const QColor kOut(0xff, 0x9a, 0x2e);
const QColor kNoPlayer(0xd8, 0xde, 0xe6);
const QColor kBallHeat(0xff, 0xe0, 0x40);

QString mapText(const char* text) {
    return QCoreApplication::translate("sideline::widgets::FieldMap", text);
}

QPointF pointOf(const Eigen::Vector2d& p) {
    return {p.x(), p.y()};
}

// Distance of a point from a line segment.
double distanceTo(const QPointF& pos, const QLineF& line) {
    const QPointF way = line.p2() - line.p1();
    const double length2 = QPointF::dotProduct(way, way);
    const double fraction =
        length2 > 0.0 ? std::clamp(QPointF::dotProduct(pos - line.p1(), way) / length2, 0.0, 1.0)
                      : 0.0;
    return QLineF(pos, line.p1() + fraction * way).length();
}

} // namespace

QColor kickColor(const Kick& kick) {
    switch (kick.outcome) {
    case KickOutcome::InGoal:
        return kGoal;
    case KickOutcome::Teammate:
    case KickOutcome::Kept:
        return kTeammate;
    case KickOutcome::Opponent:
        return kOpponent;
    case KickOutcome::Out:
        return kOut;
    case KickOutcome::Open:
    case KickOutcome::Stopped:
    case KickOutcome::NoPlayer:
        break;
    }
    return kNoPlayer;
}

QString fieldMapText(FieldMapKind kind) {
    constexpr std::array<const char*, kFieldMapKindCount> kTexts = {
        QT_TRANSLATE_NOOP("sideline::widgets::FieldMap", "Nothing"),
        QT_TRANSLATE_NOOP("sideline::widgets::FieldMap", "Ball heat map"),
        QT_TRANSLATE_NOOP("sideline::widgets::FieldMap", "Player heat map"),
        QT_TRANSLATE_NOOP("sideline::widgets::FieldMap", "Pass network"),
        QT_TRANSLATE_NOOP("sideline::widgets::FieldMap", "Kicks"),
        QT_TRANSLATE_NOOP("sideline::widgets::FieldMap", "Shots"),
        QT_TRANSLATE_NOOP("sideline::widgets::FieldMap", "Ball recoveries")};
    return mapText(kTexts[static_cast<std::size_t>(kind)]);
}

void FieldMap::show(const MatchNumbersPtr& numbers, const FieldMapChoice& choice,
                    const TeamColors& colors) {
    m_numbers = numbers;
    m_choice = choice;
    m_colors = colors;
    m_heats.clear();
    m_marks.clear();
    m_legend.clear();
    if (!numbers) {
        return;
    }
    switch (choice.kind) {
    case FieldMapKind::None:
        break;
    case FieldMapKind::Ball:
        addBallHeat();
        break;
    case FieldMapKind::Positions:
        addPositionHeat();
        break;
    case FieldMapKind::Passes:
        addPasses();
        break;
    case FieldMapKind::Kicks:
        addKicks(false);
        break;
    case FieldMapKind::Shots:
        addKicks(true);
        break;
    case FieldMapKind::Recoveries:
        addRecoveries();
        break;
    }
}

// Opacity grows with the square root of the time, so that one busy place does not outshine the
// rest.
void FieldMap::addHeat(const std::vector<const logs::HeatMap*>& maps, const QColor& color) {
    if (maps.empty() || maps.front()->columns() == 0) {
        return;
    }
    const logs::HeatMap& first = *maps.front();
    const auto secondsAt = [&](int column, int row) {
        double seconds = 0.0;
        for (const logs::HeatMap* map : maps) {
            seconds += map->columns() == first.columns() && map->rows() == first.rows()
                           ? map->seconds(column, row)
                           : 0.0;
        }
        return seconds;
    };
    double most = 0.0;
    for (int row = 0; row < first.rows(); ++row) {
        for (int column = 0; column < first.columns(); ++column) {
            most = std::max(most, secondsAt(column, row));
        }
    }
    if (most <= 0.0) {
        return;
    }
    QImage image(first.columns(), first.rows(), QImage::Format_ARGB32);
    for (int row = 0; row < first.rows(); ++row) {
        for (int column = 0; column < first.columns(); ++column) {
            const double fraction = std::sqrt(secondsAt(column, row) / most);
            QColor shade = color;
            shade.setAlphaF(static_cast<float>(0.9 * fraction));
            image.setPixelColor(column, row, shade);
        }
    }
    const double widthM = first.columns() * first.cellM();
    const double heightM = first.rows() * first.cellM();
    m_heats.push_back({std::move(image), QRectF(-widthM / 2.0, -heightM / 2.0, widthM, heightM)});
}

void FieldMap::addBallHeat() {
    addHeat({&m_numbers->statistics.ball}, kBallHeat);
    m_legend.push_back({kBallHeat, mapText("Ball in play")});
}

void FieldMap::addPositionHeat() {
    for (const Side side : {Side::Left, Side::Right}) {
        std::vector<const logs::HeatMap*> maps;
        for (const logs::PlayerStatistics& player : m_numbers->statistics.players) {
            if (player.id.side == side && m_choice.accepts(player.id)) {
                maps.push_back(&player.positions);
            }
        }
        if (!maps.empty()) {
            addHeat(maps, m_colors.of(side).lighter(130));
            m_legend.push_back({m_colors.of(side).lighter(130),
                                m_choice.player.side != Side::None
                                    ? playerText(m_numbers->statistics, m_choice.player)
                                    : toQt(logs::teamName(m_numbers->statistics, side))});
        }
    }
}

// Players at their mean positions, connected by lines whose width grows with the number of passes.
void FieldMap::addPasses() {
    const logs::MatchStatistics& match = m_numbers->statistics;
    int most = 1;
    for (const auto& [players, count] : match.passes) {
        most = std::max(most, count);
    }
    const auto isIn = [&](const auto& players) {
        return (m_choice.side == Side::None || players.first.side == m_choice.side) &&
               (m_choice.player.side == Side::None || players.first == m_choice.player ||
                players.second == m_choice.player);
    };
    for (const auto& [players, count] : match.passes) {
        const auto* from = match.find(players.first);
        const auto* to = match.find(players.second);
        if (!isIn(players) || from == nullptr || to == nullptr) {
            continue;
        }
        Mark mark{pointOf(from->meanP_S), pointOf(to->meanP_S),
                  m_colors.of(players.first.side).lighter(140)};
        mark.widthPx = 1.5 + 4.0 * count / most;
        mark.radiusPx = 0.0;
        mark.shiftPx = kPairPx;
        mark.tip = mapText("%1 to %2, complete passes: %3")
                       .arg(playerText(match, players.first))
                       .arg(players.second.unum.value())
                       .arg(count);
        m_marks.push_back(std::move(mark));
    }
    for (const logs::PlayerStatistics& player : match.players) {
        if (player.fieldS <= 0.0 ||
            (m_choice.side != Side::None && player.id.side != m_choice.side)) {
            continue;
        }
        QColor pale = m_colors.of(player.id.side)
                          .lighter(160); // lighter than the players, which are also drawn
        pale.setAlpha(170);
        Mark mark{pointOf(player.meanP_S), pointOf(player.meanP_S), pale};
        mark.radiusPx = 10.0;
        mark.label = QString::number(player.id.unum.value());
        mark.tip = mapText("%1, where it was on average: %2 of %3 passes complete")
                       .arg(playerText(match, player.id))
                       .arg(player.completePasses)
                       .arg(player.passes);
        m_marks.push_back(std::move(mark));
    }
    if (match.passes.empty()) {
        m_legend.push_back({Qt::transparent, mapText("No complete passes")});
    } else {
        m_legend.push_back(
            {Qt::transparent,
             mapText("Mean positions; the thicker a line, the more complete passes")});
    }
}

void FieldMap::addKicks(bool onlyShots) {
    const logs::MatchStatistics& match = m_numbers->statistics;
    std::map<std::pair<double, game::PlayerId>, const logs::Occurrence*> texts;
    for (const logs::Occurrence& one : m_numbers->occurrences) {
        if (one.is(OccurrenceKind::Kick)) {
            texts[{one.when.recordTimeS, one.player}] = &one;
        }
    }
    for (const Kick& kick : match.kicks) {
        if (!m_choice.accepts(kick.by) || (onlyShots && kick.shot == logs::ShotKind::None)) {
            continue;
        }
        Mark mark{pointOf(kick.p_SFrom), pointOf(kick.p_STo), kickColor(kick)};
        mark.radiusPx = onlyShots ? 4.0 + 8.0 * kick.expectedGoals : 3.0;
        const auto text = texts.find({kick.when.recordTimeS, kick.by});
        mark.tip = QStringLiteral("%1  %2: %3")
                       .arg(clockText(kick.when.gameTimeS, true), playerText(match, kick.by),
                            text == texts.end() ? QString() : toQt(text->second->what));
        mark.when = kick.when;
        m_marks.push_back(std::move(mark));
    }
    if (m_marks.empty()) {
        m_legend.push_back(
            {Qt::transparent, onlyShots ? mapText("No shots") : mapText("No kicks")});
        return;
    }
    // Lists only entries that occur: the legend covers part of the field.
    const Legend all[] = {{kTeammate, mapText("kept, or to a teammate")},
                          {kOpponent, mapText("to an opponent")},
                          {kGoal, mapText("in the goal")},
                          {kOut, mapText("out of the field")},
                          {kNoPlayer, mapText("to no player, or stopped")}};
    std::ranges::copy_if(all, std::back_inserter(m_legend), [this](const Legend& row) {
        return std::ranges::find(m_marks, row.color, &Mark::color) != m_marks.end();
    });
}

void FieldMap::addRecoveries() {
    const logs::MatchStatistics& match = m_numbers->statistics;
    for (const logs::Recovery& recovery : match.recoveries) {
        if (!m_choice.accepts(recovery.by)) {
            continue;
        }
        Mark mark{pointOf(recovery.p_S), pointOf(recovery.p_S),
                  m_colors.of(recovery.by.side).lighter(120)};
        mark.radiusPx = 6.0;
        mark.tip =
            mapText("%1  %2 wins the ball")
                .arg(clockText(recovery.when.gameTimeS, true), playerText(match, recovery.by));
        mark.when = recovery.when;
        m_marks.push_back(std::move(mark));
    }
    if (m_marks.empty()) {
        m_legend.push_back({Qt::transparent, mapText("No ball recoveries")});
    }
}

namespace {

// The line of a mark on the screen, shifted to its left.
QLineF wayOf(const QPointF& from, const QPointF& to, double shiftPx, const QTransform& toWidget) {
    QLineF line(toWidget.map(from), toWidget.map(to));
    if (shiftPx != 0.0 && line.length() > 0.0) {
        const QLineF normal = line.normalVector().unitVector();
        line.translate(shiftPx * (normal.p2() - normal.p1()));
    }
    return line;
}

void paintArrow(QPainter& painter, const QLineF& line, const QColor& color, double widthPx) {
    painter.setPen(QPen(QColor(0, 0, 0, 110), widthPx + 2.0, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(line);
    painter.setPen(QPen(color, widthPx, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(line);
    if (line.length() < kHeadPx) {
        return;
    }
    const QPointF ahead = (line.p2() - line.p1()) / line.length();
    const QPointF across(-ahead.y(), ahead.x());
    const double size = kHeadPx + widthPx;
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF({line.p2() + 0.3 * size * ahead,
                                   line.p2() - 0.7 * size * ahead + 0.45 * size * across,
                                   line.p2() - 0.7 * size * ahead - 0.45 * size * across}));
}

} // namespace

void FieldMap::paint(QPainter& painter, const QTransform& toWidget) const {
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.setTransform(toWidget, true);
    for (const Heat& heat : m_heats) {
        painter.drawImage(heat.place, heat.image);
    }
    painter.restore();
    for (const Mark& mark : m_marks) {
        if (mark.from != mark.to) {
            paintArrow(painter, wayOf(mark.from, mark.to, mark.shiftPx, toWidget), mark.color,
                       mark.widthPx);
        }
    }
    for (const Mark& mark : m_marks) {
        if (mark.radiusPx <= 0.0) {
            continue;
        }
        const QPointF at = toWidget.map(mark.from);
        painter.setPen(QPen(QColor(0, 0, 0, 160), 1.2));
        painter.setBrush(mark.color);
        painter.drawEllipse(at, mark.radiusPx, mark.radiusPx);
        if (!mark.label.isEmpty()) {
            painter.setPen(readableOn(mark.color));
            painter.drawText(QRectF(at.x() - 15.0, at.y() - 15.0, 30.0, 30.0), Qt::AlignCenter,
                             mark.label);
        }
    }
    paintLegend(painter);
}

// The legend's entries are stacked at the lower left.
void FieldMap::paintLegend(QPainter& painter) const {
    if (m_legend.empty()) {
        return;
    }
    const QFontMetrics metrics = painter.fontMetrics();
    int widthPx = 0;
    for (const Legend& row : m_legend) {
        widthPx = std::max(widthPx, metrics.horizontalAdvance(row.text));
    }
    const int rowPx = metrics.height() + 1;
    const auto count = static_cast<int>(m_legend.size());
    const QRect view = painter.viewport();
    const QRectF box(6.0, view.height() - 6.0 - count * rowPx - 6.0, widthPx + 28.0,
                     count * rowPx + 6.0);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, 150));
    painter.drawRoundedRect(box, 4, 4);
    for (int i = 0; i < count; ++i) {
        const Legend& row = m_legend[static_cast<std::size_t>(i)];
        const double y = box.top() + 3.0 + i * rowPx;
        const bool hasColor = row.color.alpha() > 0;
        if (hasColor) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(row.color);
            painter.drawRoundedRect(QRectF(box.left() + 6.0, y + rowPx / 2.0 - 4.0, 10.0, 8.0), 2,
                                    2);
        }
        painter.setPen(Qt::white);
        painter.drawText(QRectF(box.left() + (hasColor ? 22.0 : 8.0), y, widthPx + 20.0, rowPx),
                         Qt::AlignLeft | Qt::AlignVCenter, row.text);
    }
}

const FieldMap::Mark* FieldMap::markAt(const QPointF& pos, const QTransform& toWidget) const {
    const Mark* nearest = nullptr;
    double nearestPx = kReachPx;
    for (const Mark& mark : m_marks) {
        const double px = distanceTo(pos, wayOf(mark.from, mark.to, mark.shiftPx, toWidget));
        const double reachPx = px - (mark.from == mark.to ? mark.radiusPx : 0.0);
        if (reachPx < nearestPx) {
            nearestPx = reachPx;
            nearest = &mark;
        }
    }
    return nearest;
}

bool FieldMap::click(const QPointF& pos, const QTransform& toWidget) {
    const Mark* mark = markAt(pos, toWidget);
    if (mark == nullptr || !mark->when) {
        return false;
    }
    const logs::Moment when = *mark->when; // copied, because the jump may replace the marks
    m_jump(when);
    return true;
}

QString FieldMap::tipAt(const QPointF& pos, const QTransform& toWidget) const {
    const Mark* mark = markAt(pos, toWidget);
    return mark == nullptr ? QString() : mark->tip;
}

} // namespace sideline::widgets
