#include "studio/video/video_scoreboard.h"

#include <algorithm>

#include <QCoreApplication>
#include <QFont>
#include <QFontMetrics>
#include <QPainter>

namespace sideline::studio {

namespace {

constexpr double kGoalShownS = 3.0;
constexpr double kBarRatio = 1.0 / 18.0; // as a fraction of the picture's height
constexpr int kMinBarPx = 14;
const QColor kGround(0x1e, 0x22, 0x28, 220);

QFont fontFor(int heightPx) {
    QFont font;
    font.setPixelSize(std::max(8, heightPx));
    font.setBold(true);
    return font;
}

QString nameOf(const monitor::GameState& game, game::Side side) {
    const std::string_view name = game.teamName(side);
    return widgets::toQt(name.empty() ? game::sideName(side) : name);
}

} // namespace

void VideoScoreboard::paint(QImage& picture, const monitor::GameState& game, double atS,
                            bool isCut) {
    if (isCut) {
        m_scorer = game::Side::None;
    } else if (game.scoreLeft + game.scoreRight == m_left + m_right + 1) {
        m_scorer = game.scoreLeft > m_left ? game::Side::Left : game::Side::Right;
        m_goalAtS = atS;
    }
    m_left = game.scoreLeft;
    m_right = game.scoreRight;
    paintBar(picture, game);
    if (m_scorer != game::Side::None && atS - m_goalAtS < kGoalShownS) {
        paintGoal(picture, game);
    }
}

// Paints left team, score, right team, clock and play mode side by side.
void VideoScoreboard::paintBar(QImage& picture, const monitor::GameState& game) const {
    const int barPx = std::max(kMinBarPx, static_cast<int>(picture.height() * kBarRatio));
    const int padPx = barPx / 3;
    const QFont font = fontFor(barPx * 6 / 10);
    const QFontMetrics metrics(font);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font);
    QRect cell(barPx / 2, barPx / 2, 0, barPx);
    const int mostPx = picture.width() - barPx / 2;
    const auto add = [&](QString text, const QColor& ground, const QColor& ink, int leastPx = 0) {
        const int roomPx = mostPx - cell.left() - 2 * padPx;
        if (roomPx < barPx) {
            return; // parts that do not fit are left out
        }
        text = metrics.elidedText(text, Qt::ElideRight, roomPx);
        cell.setWidth(std::max(leastPx, metrics.horizontalAdvance(text)) + 2 * padPx);
        painter.fillRect(cell, ground);
        painter.setPen(ink);
        painter.drawText(cell, Qt::AlignCenter, text);
        cell.moveLeft(cell.right() + 1);
    };
    const int longestPx = picture.width() / 4;
    const auto team = [&](game::Side side) {
        const QColor color = m_colors.of(side);
        add(metrics.elidedText(nameOf(game, side), Qt::ElideRight, longestPx), color,
            widgets::readableOn(color));
    };
    team(game::Side::Left);
    add(QStringLiteral("%1 : %2").arg(game.scoreLeft).arg(game.scoreRight), kGround, Qt::white);
    team(game::Side::Right);
    // Fixed width, so that the parts to the right do not move.
    add(widgets::clockText(game.timeS), kGround, Qt::white,
        metrics.horizontalAdvance(QStringLiteral("00:00")));
    add(widgets::playModeText(game.playModeName()), kGround, QColor(0xc8, 0xd0, 0xda));
}

void VideoScoreboard::paintGoal(QImage& picture, const monitor::GameState& game) const {
    const int barPx = std::max(kMinBarPx, static_cast<int>(picture.height() * kBarRatio)) * 3 / 2;
    const QFont font = fontFor(barPx * 6 / 10);
    const QFontMetrics metrics(font);
    const QString text = metrics.elidedText(
        QCoreApplication::translate("sideline::studio::VideoScoreboard", "Goal for %1")
            .arg(nameOf(game, m_scorer)),
        Qt::ElideRight, picture.width() - 2 * barPx);
    QRect box(0, picture.height() / 7, metrics.horizontalAdvance(text) + 2 * barPx, barPx);
    box.moveLeft((picture.width() - box.width()) / 2);
    const QColor color = m_colors.of(m_scorer);
    QPainter painter(&picture);
    painter.setFont(font);
    painter.fillRect(box, color);
    painter.setPen(widgets::readableOn(color));
    painter.drawText(box, Qt::AlignCenter, text);
}

void paintCaption(QImage& picture, const VideoCaption& caption, const widgets::TeamColors& colors) {
    const int barPx = std::max(kMinBarPx, static_cast<int>(picture.height() * kBarRatio));
    const int sidePx = caption.side == game::Side::None ? 0 : barPx / 4;
    const QFont font = fontFor(barPx * 6 / 10);
    const QFontMetrics metrics(font);
    const QString text = metrics.elidedText(widgets::toQt(caption.text), Qt::ElideRight,
                                            picture.width() - 2 * barPx);
    QRect box(0, picture.height() - 2 * barPx, metrics.horizontalAdvance(text) + barPx, barPx);
    box.moveLeft((picture.width() - box.width()) / 2);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font);
    painter.fillRect(box, kGround);
    if (sidePx > 0) {
        painter.fillRect(QRect(box.left() - sidePx, box.top(), sidePx, barPx),
                         colors.of(caption.side));
    }
    painter.setPen(Qt::white);
    painter.drawText(box, Qt::AlignCenter, text);
}

} // namespace sideline::studio
