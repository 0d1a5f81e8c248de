#include "widgets/motion/dope_sheet.h"

#include <algorithm>
#include <cmath>

#include <QPaintEvent>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

using keyframe::KeySelection;
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
    const auto add = [&](SheetLine::Kind kind, std::size_t index) {
        m_lines.push_back({.kind = kind, .index = index, .top = top, .height = kRowHeight});
        top += kRowHeight;
    };
    const std::vector<RowGroup>& groups = state().groups();
    for (std::size_t g = 0; g < groups.size(); ++g) {
        add(SheetLine::Kind::Group, g);
        for (std::size_t r = groups[g].begin; groups[g].isExpanded && r < groups[g].end; ++r) {
            add(SheetLine::Kind::Joint, r);
        }
    }
    setScroll(scroll());
    update();
}

int DopeSheet::contentHeight() const {
    return static_cast<int>(m_lines.size()) * kRowHeight;
}

// Visible rows; the row of all keyframes first.
std::vector<DopeSheet::Line> DopeSheet::lines() const {
    std::vector<Line> shown = {
        {.kind = SheetLine::Kind::Summary, .index = 0, .top = 0.0, .height = kSummaryHeight}};
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
        if (line.kind == SheetLine::Kind::Joint && state().rows()[line.index].joint == joint) {
            return line.middle() - scroll();
        }
    }
    return std::nullopt;
}

double DopeSheet::groupMiddle(std::size_t group) const {
    for (const Line& line : m_lines) {
        if (line.kind == SheetLine::Kind::Group && line.index == group) {
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
    // Keyframes without joints are identified by their time alone; a limb's target belongs to the
    // whole keyframe.
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
    case SheetLine::Kind::Summary:
        addBare(state().keyframes());
        for (const JointRow& row : state().rows()) {
            addRow(row);
        }
        break;
    case SheetLine::Kind::Group: {
        const RowGroup& group = state().groups()[line.index];
        addBare(group.marks);
        for (std::size_t r = group.begin; r < group.end; ++r) {
            addRow(state().rows()[r]);
        }
        break;
    }
    case SheetLine::Kind::Joint:
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
    if (line->kind == SheetLine::Kind::Joint) {
        if (const auto* key = nearestMark(state().rows()[line->index].keys, timeS, reachS)) {
            atS = key->timeS;
        }
    } else if (const auto* mark = nearestMark(line->kind == SheetLine::Kind::Summary
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
        // Open groups are ignored: their joints have rows of their own.
        const bool isOpen =
            line.kind == SheetLine::Kind::Group && state().groups()[line.index].isExpanded;
        if (!isOpen && line.middle() >= box.top() && line.middle() <= box.bottom()) {
            keys.merge(keysOf(line, fromS, toS));
        }
    }
    return keys;
}

const JointRow* DopeSheet::rowAt(const QPointF& pos) const {
    const auto line = lineAt(pos.y());
    return line && line->kind == SheetLine::Kind::Joint ? &state().rows()[line->index] : nullptr;
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
        case SheetLine::Kind::Summary:
            return tr("All keyframes. Double-click between them to store the whole pose.");
        case SheetLine::Kind::Group:
            return tr("Click to expand or collapse the group; Shift + click selects its keys.");
        case SheetLine::Kind::Joint: {
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
    if (line->kind == SheetLine::Kind::Joint) {
        const JointRow& row = state().rows()[line->index];
        const auto* key = nearestMark(row.keys, timeS, reachS);
        return key != nullptr ? tr("%1 (%2) at %3: %4\u00b0, %5%6")
                                    .arg(row.fullName, toQt(row.joint), secondsText(key->timeS),
                                         QString::number(key->angleDeg, 'f', 2),
                                         curveText(key->curve).toLower(),
                                         key->isExpression ? tr(", with parameters") : QString())
                              : QString();
    }
    const auto* mark =
        nearestMark(line->kind == SheetLine::Kind::Summary ? state().keyframes()
                                                           : state().groups()[line->index].marks,
                    timeS, reachS);
    return mark != nullptr ? keyframeTip(mark->keyframe) : QString();
}

void DopeSheet::pressInGutter(const QPointF& pos, Qt::KeyboardModifiers modifiers) {
    const auto line = lineAt(pos.y());
    if (!line) {
        return;
    }
    const bool isShift = (modifiers & Qt::ShiftModifier) != 0;
    if (line->kind == SheetLine::Kind::Summary) {
        state().selectAll();
    } else if (line->kind == SheetLine::Kind::Group && !isShift) {
        state().setExpanded(line->index, !state().groups()[line->index].isExpanded);
    } else if (line->kind == SheetLine::Kind::Joint && lockBox(line->middle()).contains(pos)) {
        const JointRow& row = state().rows()[line->index];
        state().edits().setLocked(keyframe::JointName(row.joint), !row.isLocked);
    } else if (line->kind == SheetLine::Kind::Joint && muteBox(line->middle()).contains(pos)) {
        const JointRow& row = state().rows()[line->index];
        state().edits().setMuted(keyframe::JointName(row.joint), !row.isMuted);
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
        if (line->kind == SheetLine::Kind::Joint && pos.x() >= lockBox(line->middle()).left()) {
            pressInGutter(pos, Qt::NoModifier); // the second click of a double click
        } else if (line->kind == SheetLine::Kind::Joint) {
            state().select(
                keyframe::keysOfJoint(state().motion(), state().rows()[line->index].joint));
        } else {
            pressInGutter(pos, Qt::NoModifier);
        }
        return;
    }
    const double timeS = axis().timeAt(pos.x());
    const double reachS = kReachPx * axis().secondsPerPx();
    if (line->kind == SheetLine::Kind::Summary) {
        if (const auto* mark = nearestMark(state().keyframes(), timeS, reachS)) {
            const int x = static_cast<int>(axis().xOf(mark->timeS)) + 8;
            Q_EMIT nameRequested(mark->timeS, QRect(x, 0, 130, kSummaryHeight));
        } else {
            const double atS = state().snapped(timeS, false, 0.0);
            state().moveCursor(atS);
            state().askForKeyframe(atS);
        }
    } else if (line->kind == SheetLine::Kind::Joint && !state().rows()[line->index].isLocked &&
               nearestMark(state().rows()[line->index].keys, timeS, reachS) == nullptr) {
        state().edits().insertKey(state().rows()[line->index], state().snapped(timeS, false, 0.0));
    }
}

QRectF DopeSheet::lockBox(double middle) const {
    return SheetPainter::lockBox(gutter(), middle);
}

QRectF DopeSheet::muteBox(double middle) const {
    return SheetPainter::muteBox(gutter(), middle);
}

void DopeSheet::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const TimelineColors colors(palette());
    const QRect part = event->rect();
    painter.fillRect(part, colors.base);
    painter.setFont(smallFont(font()));
    std::vector<Line> shown = lines();
    std::rotate(shown.begin(), shown.begin() + 1,
                shown.end()); // the row of all keyframes covers the others
    SheetPainter sheet(painter,
                       {.state = state(),
                        .axis = axis(),
                        .plot = plot(),
                        .part = part,
                        .gutterPx = gutter(),
                        .palette = palette()},
                       colors, pictures());
    for (const Line& line : shown) {
        sheet.paint(line);
    }
    painter.fillRect(QRect(0, kSummaryHeight - 1, width(), 1), colors.strongGrid);
    if (part.right() >= gutter()) {
        painter.setClipRect(plot());
        paintTimeLines(painter, state(), axis(), plot(), colors);
        painter.setClipping(false);
    }
    painter.fillRect(QRect(gutter() - 1, 0, 1, height()), colors.strongGrid);
    paintOver(painter, colors);
}

} // namespace sideline::widgets
