#include "widgets/motion/dope_sheet_paint.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using Look = KeyPictures::Look;

constexpr double kArrowPx = 16.0;
constexpr double kIndentPx = 20.0;
constexpr double kSwitchPx = 14.0;
constexpr double kMutedOpacity = 0.3;
constexpr double kDenseKeysPx = 3.0; // keys closer to each other than this are drawn as one

Look lookOf(const KeyframeMark& mark) {
    return mark.selected == 0           ? Look::Plain
           : mark.selected < mark.count ? Look::Partly
                                        : Look::Selected;
}

void paintArrow(QPainter& painter, const QPointF& middle, bool isOpen, const QColor& color) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    const std::array corners =
        isOpen
            ? std::array{middle + QPointF(-4, -2), middle + QPointF(4, -2), middle + QPointF(0, 3)}
            : std::array{middle + QPointF(-2, -4), middle + QPointF(3, 0), middle + QPointF(-2, 4)};
    painter.drawPolygon(corners.data(), static_cast<int>(corners.size()));
}

} // namespace

void SheetPainter::paint(const SheetLine& line) {
    paintBackground(line);
    if (m_picture.part.right() >= m_picture.gutterPx) {
        m_painter.setClipRect(m_picture.plot.intersected(QRectF(m_picture.part)));
        paintTimeGrid(m_painter, m_picture.state, m_picture.axis,
                      QRectF(m_picture.plot.left(), line.top, m_picture.plot.width(), line.height),
                      m_colors);
        if (line.kind == SheetLine::Kind::Joint) {
            const JointRow& row = m_picture.state.rows()[line.index];
            m_painter.setOpacity(row.isMuted ? kMutedOpacity : 1.0);
            paintKeys(row, line.middle());
            m_painter.setOpacity(1.0);
        } else {
            paintMarks(line.kind == SheetLine::Kind::Summary
                           ? m_picture.state.keyframes()
                           : m_picture.state.groups()[line.index].marks,
                       line);
        }
        m_painter.setClipping(false);
    }
    if (m_picture.part.left() < m_picture.gutterPx) {
        paintName(line);
    }
}

void SheetPainter::paintBackground(const SheetLine& line) {
    const QRectF all(0.0, line.top, m_picture.plot.right(), line.height);
    const bool isJoint = line.kind == SheetLine::Kind::Joint;
    m_painter.fillRect(all, !isJoint              ? m_colors.groupRow
                            : line.index % 2 == 0 ? m_colors.base
                                                  : m_colors.row);
    if (isJoint) {
        m_painter.fillRect(QRectF(0.0, line.top, m_picture.gutterPx, line.height), m_colors.gutter);
        if (m_picture.state.chosenJoints().contains(m_picture.state.rows()[line.index].joint)) {
            m_painter.fillRect(all, m_colors.chosen);
        }
    }
}

void SheetPainter::paintName(const SheetLine& line) {
    m_painter.setRenderHint(QPainter::Antialiasing);
    const QFont plain = m_painter.font();
    QFont bold = plain;
    bold.setBold(true);
    double x = 6.0;
    QString name = tr("All keyframes");
    QString detail;
    QColor pen = m_colors.text;
    if (line.kind == SheetLine::Kind::Group) {
        const RowGroup& group = m_picture.state.groups()[line.index];
        paintArrow(m_painter, QPointF(kArrowPx / 2.0 + 2.0, line.middle()), group.isExpanded,
                   m_colors.text);
        x = kArrowPx + 4.0;
        name = group.name;
    } else if (line.kind == SheetLine::Kind::Joint) {
        const JointRow& row = m_picture.state.rows()[line.index];
        m_painter.fillRect(QRectF(kArrowPx - 2.0, line.top + 5.0, 4.0, line.height - 10.0),
                           jointColor(line.index, m_picture.palette));
        x = kIndentPx + 3.0;
        name = row.name;
        detail = row.id.isValid() ? toQt(row.joint) : QString();
        pen = !row.id.isValid() ? m_colors.bad : row.keys.empty() ? m_colors.faint : m_colors.text;
    }
    m_painter.setFont(line.kind == SheetLine::Kind::Joint ? plain : bold);
    const double rightPx = line.kind == SheetLine::Kind::Joint
                               ? lockBox(m_picture.gutterPx, line.middle()).left() - 2.0
                               : m_picture.gutterPx - 6.0;
    const double detailPx =
        m_picture.gutterPx - rightPx +
        (detail.isEmpty() ? 0.0 : m_painter.fontMetrics().horizontalAdvance(detail) + 6.0);
    const QRectF box(x, line.top, m_picture.gutterPx - x - detailPx - 4.0, line.height);
    m_painter.setPen(pen);
    m_painter.drawText(
        box, Qt::AlignVCenter | Qt::AlignLeft,
        m_painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(box.width())));
    m_painter.setPen(m_colors.faint);
    m_painter.drawText(QRectF(0.0, line.top, rightPx, line.height),
                       Qt::AlignVCenter | Qt::AlignRight, detail);
    m_painter.setFont(plain);
    if (line.kind == SheetLine::Kind::Joint) {
        paintSwitches(m_picture.state.rows()[line.index], line.middle());
    }
}

QRectF SheetPainter::lockBox(int gutterPx, double middle) {
    return {gutterPx - 4.0 - 2.0 * kSwitchPx, middle - kRowHeight / 2.0, kSwitchPx, kRowHeight};
}

QRectF SheetPainter::muteBox(int gutterPx, double middle) {
    return lockBox(gutterPx, middle).translated(kSwitchPx, 0.0);
}

// A padlock and an M, dimmed while they are off.
void SheetPainter::paintSwitches(const JointRow& row, double middle) {
    const QPointF lock = lockBox(m_picture.gutterPx, middle).center();
    const QColor lockColor = row.isLocked ? m_colors.text : m_colors.strongGrid;
    m_painter.setPen(QPen(lockColor, 1.3));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawArc(QRectF(lock.x() - 2.5, lock.y() - 6.0, 5.0, 7.0), 0, 180 * 16);
    m_painter.fillRect(QRectF(lock.x() - 3.5, lock.y() - 2.0, 7.0, 6.0), lockColor);
    QFont bold = m_painter.font();
    const QFont plain = m_painter.font();
    bold.setBold(true);
    m_painter.setFont(bold);
    m_painter.setPen(row.isMuted ? m_colors.warning : m_colors.strongGrid);
    m_painter.drawText(muteBox(m_picture.gutterPx, middle), Qt::AlignCenter, QStringLiteral("M"));
    m_painter.setFont(plain);
}

// Bars first, then keys; overlapping keys are drawn once.
void SheetPainter::paintKeys(const JointRow& row, double y) {
    const TimeAxis times = m_picture.axis;
    const double roomS = KeyPictures::kSizePx * times.secondsPerPx();
    const auto first = firstFrom(row.keys, times.timeAt(m_picture.part.left()) - roomS);
    const double lastS = times.timeAt(m_picture.part.right()) + roomS;
    double barFrom = 0.0;
    bool hasBar = false;
    const auto endBar = [&](double x) {
        if (hasBar) {
            m_painter.fillRect(QRectF(barFrom, y - 2.0, x - barFrom, 4.0), m_colors.strongGrid);
            hasBar = false;
        }
    };
    for (auto key = first; key != row.keys.end(); ++key) {
        if (key->isHeld && key != row.keys.begin()) {
            barFrom = hasBar ? barFrom : times.xOf(std::prev(key)->timeS);
            hasBar = true;
        } else if (key != first) {
            endBar(times.xOf(std::prev(key)->timeS));
        }
        if (key->timeS > lastS || std::next(key) == row.keys.end()) {
            endBar(times.xOf(key->timeS));
            break;
        }
    }
    double lastX = -1e9;
    bool lastSelected = false;
    for (auto key = first; key != row.keys.end() && key->timeS <= lastS; ++key) {
        const double x = times.xOf(key->timeS);
        if (x - lastX < kDenseKeysPx && key->isSelected == lastSelected) {
            continue;
        }
        lastX = x;
        lastSelected = key->isSelected;
        const Look look = key->isSelected     ? Look::Selected
                          : key->isExpression ? Look::Expression
                                              : Look::Plain;
        m_pictures.paint(m_painter, x, y, key->curve, look, m_colors);
    }
}

void SheetPainter::paintMarks(const std::vector<KeyframeMark>& marks, const SheetLine& line) {
    const TimeAxis times = m_picture.axis;
    const double roomS = KeyPictures::kSizePx * times.secondsPerPx();
    const double lastS = times.timeAt(m_picture.part.right()) + roomS;
    double lastX = -1e9;
    Look lastLook = Look::Plain;
    for (auto mark = firstFrom(marks, times.timeAt(m_picture.part.left()) - roomS);
         mark != marks.end() && mark->timeS <= lastS; ++mark) {
        const double x = times.xOf(mark->timeS);
        const Look look = lookOf(*mark);
        if (x - lastX < kDenseKeysPx && look == lastLook) {
            continue;
        }
        lastX = x;
        lastLook = look;
        m_pictures.paint(m_painter, x, line.middle(),
                         mark->count > 0 ? keyframe::Curve::Linear : keyframe::Curve::Hold, look,
                         m_colors);
        paintSymbols(*mark, line, x);
    }
    if (line.kind == SheetLine::Kind::Summary) {
        paintNames();
    }
}

// A frame for limb targets, an hourglass for waits.
void SheetPainter::paintSymbols(const KeyframeMark& mark, const SheetLine& line, double x) {
    const double y = line.middle();
    m_painter.setRenderHint(QPainter::Antialiasing);
    if (mark.hasLimb) {
        m_painter.setPen(QPen(m_colors.expression, 1.5));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(QRectF(x - 6.0, y - 6.0, 12.0, 12.0));
    }
    if (line.kind == SheetLine::Kind::Summary &&
        m_picture.state.motion().keyframes[mark.keyframe]->wait.has_value()) {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_colors.warning);
        const double top = line.top + 1.0;
        const std::array upper = {QPointF(x - 4.0, top), QPointF(x + 4.0, top),
                                  QPointF(x, top + 5.0)};
        const std::array lower = {QPointF(x - 4.0, top + 9.0), QPointF(x + 4.0, top + 9.0),
                                  QPointF(x, top + 4.0)};
        m_painter.drawPolygon(upper.data(), static_cast<int>(upper.size()));
        m_painter.drawPolygon(lower.data(), static_cast<int>(lower.size()));
    }
}

// Names are to the right of their keys if there is room before the next one.
void SheetPainter::paintNames() {
    constexpr double kLongestPx = 160.0;
    const TimeAxis times = m_picture.axis;
    const std::vector<KeyframeMark>& marks = m_picture.state.keyframes();
    const QFontMetrics metrics = m_painter.fontMetrics();
    m_painter.setPen(m_colors.text);
    const double lastS = times.timeAt(m_picture.part.right());
    for (auto mark = firstFrom(marks, times.timeAt(m_picture.part.left() - kLongestPx));
         mark != marks.end() && mark->timeS <= lastS; ++mark) {
        const std::string& name = m_picture.state.motion().keyframes[mark->keyframe]->name;
        if (name.empty()) {
            continue;
        }
        const double from = times.xOf(mark->timeS) + 8.0;
        const double to = std::next(mark) != marks.end() ? times.xOf(std::next(mark)->timeS) - 8.0
                                                         : from + kLongestPx;
        const double room = std::min(to - from, kLongestPx);
        if (room < 12.0) {
            continue;
        }
        m_painter.drawText(QRectF(from, 0.0, room, kSummaryHeight),
                           Qt::AlignVCenter | Qt::AlignLeft,
                           metrics.elidedText(toQt(name), Qt::ElideRight, static_cast<int>(room)));
    }
}

} // namespace sideline::widgets
