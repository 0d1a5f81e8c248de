#include "widgets/motion/dope_sheet.h"

#include <algorithm>
#include <cmath>

#include <QPaintEvent>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using keyframe::KeySelection;
using Look = KeyPictures::Look;

constexpr double kArrowPx = 16.0;
constexpr double kIndentPx = 20.0;
constexpr double kSwitchPx = 14.0;
constexpr double kMutedOpacity = 0.3;
constexpr double kDenseKeysPx = 3.0; // keys nearer to each other than this are drawn as one

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

DopeSheet::DopeSheet(TimelineState& shared, QWidget* parent) : KeyCanvas(shared, parent) {
    setObjectName(QStringLiteral("dopeSheet"));
    setAccessibleName(tr("Keys of the motion, by joint"));
    connect(&state(), &TimelineState::rowsChanged, this, &DopeSheet::rebuildLines);
    rebuildLines();
}

void DopeSheet::rebuildLines() {
    m_lines.clear();
    double top = kSummaryHeight;
    const auto add = [&](LineKind kind, std::size_t index) {
        m_lines.push_back({.kind = kind, .index = index, .top = top, .height = kRowHeight});
        top += kRowHeight;
    };
    const std::vector<RowGroup>& groups = state().groups();
    for (std::size_t g = 0; g < groups.size(); ++g) {
        add(LineKind::Group, g);
        for (std::size_t r = groups[g].begin; groups[g].isExpanded && r < groups[g].end; ++r) {
            add(LineKind::Joint, r);
        }
    }
    setScroll(scroll());
    update();
}

int DopeSheet::contentHeight() const {
    return static_cast<int>(m_lines.size()) * kRowHeight;
}

// Lines in sight; that of all keyframes first.
std::vector<DopeSheet::Line> DopeSheet::lines() const {
    std::vector<Line> shown = {
        {.kind = LineKind::Summary, .index = 0, .top = 0.0, .height = kSummaryHeight}};
    for (Line line : m_lines) {
        line.top -= scroll();
        if (line.top + line.height > kSummaryHeight && line.top < height()) {
            shown.push_back(line);
        }
    }
    return shown;
}

std::optional<DopeSheet::Line> DopeSheet::lineAt(double y) const {
    for (const Line& line : lines()) {
        if (y >= line.top && y < line.top + line.height) {
            return line;
        }
    }
    return std::nullopt;
}

std::optional<double> DopeSheet::rowMiddle(const keyframe::JointName& joint) const {
    for (const Line& line : m_lines) {
        if (line.kind == LineKind::Joint && state().rows()[line.index].joint == joint) {
            return line.middle() - scroll();
        }
    }
    return std::nullopt;
}

double DopeSheet::groupMiddle(std::size_t group) const {
    for (const Line& line : m_lines) {
        if (line.kind == LineKind::Group && line.index == group) {
            return line.middle() - scroll();
        }
    }
    return 0.0;
}

KeySelection DopeSheet::keysOf(const Line& line, double fromS, double toS) const {
    KeySelection keys;
    const auto addRow = [&](const JointRow& row) {
        for (auto key = firstFrom(row.keys, fromS); key != row.keys.end() && key->timeS <= toS;
             ++key) {
            keys.insert({key->timeS, row.joint});
        }
    };
    // What has no joints is identified by its time alone; a limb's target goes with the whole
    // keyframe.
    const auto addBare = [&](const std::vector<KeyframeMark>& marks) {
        for (auto mark = firstFrom(marks, fromS); mark != marks.end() && mark->timeS <= toS;
             ++mark) {
            if (mark->count > 0) {
                continue;
            }
            const auto& joints = state().motion().keyframes[mark->keyframe]->joints;
            if (joints.empty()) {
                keys.insert({mark->timeS, {}});
            }
            for (const auto& [joint, key] : joints) {
                keys.insert({mark->timeS, joint});
            }
        }
    };
    switch (line.kind) {
    case LineKind::Summary:
        addBare(state().keyframes());
        for (const JointRow& row : state().rows()) {
            addRow(row);
        }
        break;
    case LineKind::Group: {
        const RowGroup& group = state().groups()[line.index];
        addBare(group.marks);
        for (std::size_t r = group.begin; r < group.end; ++r) {
            addRow(state().rows()[r]);
        }
        break;
    }
    case LineKind::Joint:
        addRow(state().rows()[line.index]);
        break;
    }
    return keys;
}

KeySelection DopeSheet::keysAt(const QPointF& pos) const {
    const auto line = lineAt(pos.y());
    if (!line || pos.x() < gutter()) {
        return {};
    }
    const double timeS = axis().timeAt(pos.x());
    const double reachS = kReachPx * axis().secondsPerPx();
    std::optional<double> atS;
    if (line->kind == LineKind::Joint) {
        if (const auto* key = nearestMark(state().rows()[line->index].keys, timeS, reachS)) {
            atS = key->timeS;
        }
    } else if (const auto* mark = nearestMark(line->kind == LineKind::Summary
                                                  ? state().keyframes()
                                                  : state().groups()[line->index].marks,
                                              timeS, reachS)) {
        atS = mark->timeS;
    }
    return atS ? keysOf(*line, *atS - keyframe::kSameTimeS, *atS + keyframe::kSameTimeS)
               : KeySelection();
}

KeySelection DopeSheet::keysIn(const QRectF& box) const {
    KeySelection keys;
    const double fromS = axis().timeAt(std::max<double>(box.left(), gutter()));
    const double toS = axis().timeAt(box.right());
    for (const Line& line : lines()) {
        // Open groups are ignored: their joints are hit themselves.
        const bool isOpen = line.kind == LineKind::Group && state().groups()[line.index].isExpanded;
        if (!isOpen && line.middle() >= box.top() && line.middle() <= box.bottom()) {
            keys.merge(keysOf(line, fromS, toS));
        }
    }
    return keys;
}

const JointRow* DopeSheet::rowAt(const QPointF& pos) const {
    const auto line = lineAt(pos.y());
    return line && line->kind == LineKind::Joint ? &state().rows()[line->index] : nullptr;
}

QString DopeSheet::keyframeTip(std::size_t index) const {
    const keyframe::Keyframe& keyframe = *state().motion().keyframes[index];
    QStringList lines;
    lines << (keyframe.name.empty() ? tr("Keyframe at %1, %2")
                                    : tr("Keyframe '%3' at %1, %2").arg(toQt(keyframe.name)))
                 .arg(secondsText(keyframe.timeS), keysText(keyframe.joints.size()));
    for (const auto& [limb, target] : keyframe.limbs) {
        lines
            << tr("Target of the %1")
                   .arg(toQt(keyframe::limbName(limb)).replace(QLatin1Char('-'), QLatin1Char(' ')));
    }
    if (keyframe.wait) {
        lines << tr("%1, at most %2")
                     .arg(waitText(keyframe.wait->kind), secondsText(keyframe.wait->timeoutS));
    }
    return lines.join(QLatin1Char('\n'));
}

QString DopeSheet::tipAt(const QPointF& pos) const {
    const auto line = lineAt(pos.y());
    if (!line) {
        return {};
    }
    if (pos.x() < gutter()) {
        switch (line->kind) {
        case LineKind::Summary:
            return tr("All keyframes. Double click between them to store the whole pose.");
        case LineKind::Group:
            return tr("Click to expand or collapse the group; Shift + click selects its keys.");
        case LineKind::Joint: {
            const JointRow& row = state().rows()[line->index];
            if (lockBox(line->middle()).contains(pos)) {
                return row.isLocked ? tr("Locked: its keys cannot change. Click to unlock.")
                                    : tr("Lock its keys");
            }
            if (muteBox(line->middle()).contains(pos)) {
                return row.isMuted ? tr("Muted: its keys are not played. Click to unmute.")
                                   : tr("Mute: do not play its keys");
            }
            return row.id.isValid()
                       ? tr("%1 (%2), %3")
                             .arg(row.fullName, toQt(row.joint), keysText(row.keys.size()))
                       : tr("The robot has no joint %1; its keys have no effect.").arg(row.name);
        }
        }
    }
    const double timeS = axis().timeAt(pos.x());
    const double reachS = kReachPx * axis().secondsPerPx();
    if (line->kind == LineKind::Joint) {
        const JointRow& row = state().rows()[line->index];
        const auto* key = nearestMark(row.keys, timeS, reachS);
        return key != nullptr ? tr("%1 (%2) at %3: %4\u00b0, %5%6")
                                    .arg(row.fullName, toQt(row.joint), secondsText(key->timeS),
                                         QString::number(key->angleDeg, 'f', 2),
                                         curveText(key->curve).toLower(),
                                         key->isExpression ? tr(", with parameters") : QString())
                              : QString();
    }
    const auto* mark = nearestMark(
        line->kind == LineKind::Summary ? state().keyframes() : state().groups()[line->index].marks,
        timeS, reachS);
    return mark != nullptr ? keyframeTip(mark->keyframe) : QString();
}

void DopeSheet::pressInGutter(const QPointF& pos, Qt::KeyboardModifiers modifiers) {
    const auto line = lineAt(pos.y());
    if (!line) {
        return;
    }
    const bool isShift = (modifiers & Qt::ShiftModifier) != 0;
    if (line->kind == LineKind::Summary) {
        state().selectAll();
    } else if (line->kind == LineKind::Group && !isShift) {
        state().setExpanded(line->index, !state().groups()[line->index].isExpanded);
    } else if (line->kind == LineKind::Joint && lockBox(line->middle()).contains(pos)) {
        const JointRow& row = state().rows()[line->index];
        state().setLocked(keyframe::JointName(row.joint), !row.isLocked);
    } else if (line->kind == LineKind::Joint && muteBox(line->middle()).contains(pos)) {
        const JointRow& row = state().rows()[line->index];
        state().setMuted(keyframe::JointName(row.joint), !row.isMuted);
    } else if (isShift) {
        state().select(keysOf(*line, 0.0, state().motion().endS()), TimelineState::Select::Toggle);
    } else {
        state().chooseJoint(state().rows()[line->index].joint,
                            (modifiers & Qt::ControlModifier) != 0);
    }
}

void DopeSheet::doubleClickAt(const QPointF& pos) {
    const auto line = lineAt(pos.y());
    if (!line) {
        return;
    }
    if (pos.x() < gutter()) {
        if (line->kind == LineKind::Joint && pos.x() >= lockBox(line->middle()).left()) {
            pressInGutter(pos, Qt::NoModifier); // the second click of a quick one
        } else if (line->kind == LineKind::Joint) {
            state().select(
                keyframe::keysOfJoint(state().motion(), state().rows()[line->index].joint));
        } else {
            pressInGutter(pos, Qt::NoModifier);
        }
        return;
    }
    const double timeS = axis().timeAt(pos.x());
    const double reachS = kReachPx * axis().secondsPerPx();
    if (line->kind == LineKind::Summary) {
        if (const auto* mark = nearestMark(state().keyframes(), timeS, reachS)) {
            const int x = static_cast<int>(axis().xOf(mark->timeS)) + 8;
            Q_EMIT nameRequested(mark->timeS, QRect(x, 0, 130, kSummaryHeight));
        } else {
            const double atS = state().snapped(timeS, false, 0.0);
            state().moveCursor(atS);
            state().askForKeyframe(atS);
        }
    } else if (line->kind == LineKind::Joint && !state().rows()[line->index].isLocked &&
               nearestMark(state().rows()[line->index].keys, timeS, reachS) == nullptr) {
        state().insertKey(state().rows()[line->index], state().snapped(timeS, false, 0.0));
    }
}

void DopeSheet::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const TimelineColors colors(palette());
    const QRect part = event->rect();
    painter.fillRect(part, colors.base);
    painter.setFont(smallFont(font()));
    std::vector<Line> shown = lines();
    std::rotate(shown.begin(), shown.begin() + 1,
                shown.end()); // that of all keyframes covers the others
    const QRectF box = plot();
    const bool isInPlot = part.right() >= gutter();
    const auto paintLine = [&](const Line& line) {
        paintBackground(painter, line, colors);
        if (isInPlot) {
            painter.setClipRect(box.intersected(QRectF(part)));
            paintTimeGrid(painter, state(), axis(),
                          QRectF(box.left(), line.top, box.width(), line.height), colors);
            if (line.kind == LineKind::Joint) {
                const JointRow& row = state().rows()[line.index];
                painter.setOpacity(row.isMuted ? kMutedOpacity : 1.0);
                paintKeys(painter, row, line.middle(), part, colors);
                painter.setOpacity(1.0);
            } else {
                paintMarks(painter,
                           line.kind == LineKind::Summary ? state().keyframes()
                                                          : state().groups()[line.index].marks,
                           line, part, colors);
            }
            painter.setClipping(false);
        }
        if (part.left() < gutter()) {
            paintName(painter, line, colors);
        }
    };
    for (const Line& line : shown) {
        paintLine(line);
    }
    painter.fillRect(QRect(0, kSummaryHeight - 1, width(), 1), colors.strongGrid);
    if (isInPlot) {
        painter.setClipRect(box);
        paintTimeLines(painter, state(), axis(), box, colors);
        painter.setClipping(false);
    }
    painter.fillRect(QRect(gutter() - 1, 0, 1, height()), colors.strongGrid);
    paintOver(painter, colors);
}

void DopeSheet::paintBackground(QPainter& painter, const Line& line,
                                const TimelineColors& colors) const {
    const QRectF all(0.0, line.top, width(), line.height);
    const bool isJoint = line.kind == LineKind::Joint;
    painter.fillRect(all, !isJoint              ? colors.groupRow
                          : line.index % 2 == 0 ? colors.base
                                                : colors.row);
    if (isJoint) {
        painter.fillRect(QRectF(0.0, line.top, gutter(), line.height), colors.gutter);
        if (state().chosenJoints().contains(state().rows()[line.index].joint)) {
            painter.fillRect(all, colors.chosen);
        }
    }
}

void DopeSheet::paintName(QPainter& painter, const Line& line, const TimelineColors& colors) const {
    painter.setRenderHint(QPainter::Antialiasing);
    const QFont plain = painter.font();
    QFont bold = plain;
    bold.setBold(true);
    double x = 6.0;
    QString name = tr("All keyframes");
    QString detail;
    QColor pen = colors.text;
    if (line.kind == LineKind::Group) {
        const RowGroup& group = state().groups()[line.index];
        paintArrow(painter, QPointF(kArrowPx / 2.0 + 2.0, line.middle()), group.isExpanded,
                   colors.text);
        x = kArrowPx + 4.0;
        name = group.name;
    } else if (line.kind == LineKind::Joint) {
        const JointRow& row = state().rows()[line.index];
        painter.fillRect(QRectF(kArrowPx - 2.0, line.top + 5.0, 4.0, line.height - 10.0),
                         jointColor(line.index, palette()));
        x = kIndentPx + 3.0;
        name = row.name;
        detail = row.id.isValid() ? toQt(row.joint) : QString();
        pen = !row.id.isValid() ? colors.bad : row.keys.empty() ? colors.faint : colors.text;
    }
    painter.setFont(line.kind == LineKind::Joint ? plain : bold);
    const double rightPx =
        line.kind == LineKind::Joint ? lockBox(line.middle()).left() - 2.0 : gutter() - 6.0;
    const double detailPx =
        gutter() - rightPx +
        (detail.isEmpty() ? 0.0 : painter.fontMetrics().horizontalAdvance(detail) + 6.0);
    const QRectF box(x, line.top, gutter() - x - detailPx - 4.0, line.height);
    painter.setPen(pen);
    painter.drawText(
        box, Qt::AlignVCenter | Qt::AlignLeft,
        painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(box.width())));
    painter.setPen(colors.faint);
    painter.drawText(QRectF(0.0, line.top, rightPx, line.height), Qt::AlignVCenter | Qt::AlignRight,
                     detail);
    painter.setFont(plain);
    if (line.kind == LineKind::Joint) {
        paintSwitches(painter, state().rows()[line.index], line.middle(), colors);
    }
}

QRectF DopeSheet::lockBox(double middle) const {
    return {gutter() - 4.0 - 2.0 * kSwitchPx, middle - kRowHeight / 2.0, kSwitchPx, kRowHeight};
}

QRectF DopeSheet::muteBox(double middle) const {
    return lockBox(middle).translated(kSwitchPx, 0.0);
}

// A padlock, and an M; faint while they are off.
void DopeSheet::paintSwitches(QPainter& painter, const JointRow& row, double middle,
                              const TimelineColors& colors) const {
    const QPointF lock = lockBox(middle).center();
    const QColor lockColor = row.isLocked ? colors.text : colors.strongGrid;
    painter.setPen(QPen(lockColor, 1.3));
    painter.setBrush(Qt::NoBrush);
    painter.drawArc(QRectF(lock.x() - 2.5, lock.y() - 6.0, 5.0, 7.0), 0, 180 * 16);
    painter.fillRect(QRectF(lock.x() - 3.5, lock.y() - 2.0, 7.0, 6.0), lockColor);
    QFont bold = painter.font();
    const QFont plain = painter.font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(row.isMuted ? colors.warning : colors.strongGrid);
    painter.drawText(muteBox(middle), Qt::AlignCenter, QStringLiteral("M"));
    painter.setFont(plain);
}

// Bars first, then keys; what would lie on the same pixels is drawn once.
void DopeSheet::paintKeys(QPainter& painter, const JointRow& row, double y, const QRect& part,
                          const TimelineColors& colors) {
    const TimeAxis times = axis();
    const double roomS = KeyPictures::kSizePx * times.secondsPerPx();
    const auto first = firstFrom(row.keys, times.timeAt(part.left()) - roomS);
    const double lastS = times.timeAt(part.right()) + roomS;
    double barFrom = 0.0;
    bool hasBar = false;
    const auto endBar = [&](double x) {
        if (hasBar) {
            painter.fillRect(QRectF(barFrom, y - 2.0, x - barFrom, 4.0), colors.strongGrid);
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
        pictures().paint(painter, x, y, key->curve, look, colors);
    }
}

void DopeSheet::paintMarks(QPainter& painter, const std::vector<KeyframeMark>& marks,
                           const Line& line, const QRect& part, const TimelineColors& colors) {
    const TimeAxis times = axis();
    const double roomS = KeyPictures::kSizePx * times.secondsPerPx();
    const double lastS = times.timeAt(part.right()) + roomS;
    double lastX = -1e9;
    Look lastLook = Look::Plain;
    for (auto mark = firstFrom(marks, times.timeAt(part.left()) - roomS);
         mark != marks.end() && mark->timeS <= lastS; ++mark) {
        const double x = times.xOf(mark->timeS);
        const Look look = lookOf(*mark);
        if (x - lastX < kDenseKeysPx && look == lastLook) {
            continue;
        }
        lastX = x;
        lastLook = look;
        pictures().paint(painter, x, line.middle(),
                         mark->count > 0 ? keyframe::Curve::Linear : keyframe::Curve::Hold, look,
                         colors);
        paintSymbols(painter, *mark, line, x, colors);
    }
    if (line.kind == LineKind::Summary) {
        paintNames(painter, part, colors);
    }
}

// A frame for limb targets, an hourglass for waits.
void DopeSheet::paintSymbols(QPainter& painter, const KeyframeMark& mark, const Line& line,
                             double x, const TimelineColors& colors) const {
    const double y = line.middle();
    painter.setRenderHint(QPainter::Antialiasing);
    if (mark.hasLimb) {
        painter.setPen(QPen(colors.expression, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(x - 6.0, y - 6.0, 12.0, 12.0));
    }
    if (line.kind == LineKind::Summary &&
        state().motion().keyframes[mark.keyframe]->wait.has_value()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.warning);
        const double top = line.top + 1.0;
        const std::array upper = {QPointF(x - 4.0, top), QPointF(x + 4.0, top),
                                  QPointF(x, top + 5.0)};
        const std::array lower = {QPointF(x - 4.0, top + 9.0), QPointF(x + 4.0, top + 9.0),
                                  QPointF(x, top + 4.0)};
        painter.drawPolygon(upper.data(), static_cast<int>(upper.size()));
        painter.drawPolygon(lower.data(), static_cast<int>(lower.size()));
    }
}

// Names stand right of their keys as long as there is room before the next one.
void DopeSheet::paintNames(QPainter& painter, const QRect& part,
                           const TimelineColors& colors) const {
    constexpr double kLongestPx = 160.0;
    const TimeAxis times = axis();
    const std::vector<KeyframeMark>& marks = state().keyframes();
    const QFontMetrics metrics = painter.fontMetrics();
    painter.setPen(colors.text);
    const double lastS = times.timeAt(part.right());
    for (auto mark = firstFrom(marks, times.timeAt(part.left() - kLongestPx));
         mark != marks.end() && mark->timeS <= lastS; ++mark) {
        const std::string& name = state().motion().keyframes[mark->keyframe]->name;
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
        painter.drawText(QRectF(from, 0.0, room, kSummaryHeight), Qt::AlignVCenter | Qt::AlignLeft,
                         metrics.elidedText(toQt(name), Qt::ElideRight, static_cast<int>(room)));
    }
}

} // namespace sideline::widgets
