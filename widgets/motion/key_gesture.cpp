#include "widgets/motion/key_gesture.h"

#include <algorithm>
#include <cmath>

namespace sideline::widgets {

namespace {

constexpr double kMagnetPx = 7.0;
constexpr double kAngleStepDeg = 0.1;

double meanAngleDeg(const TimelineState& state) {
    double sum = 0.0;
    int count = 0;
    for (const JointRow& row : state.rows()) {
        for (const KeyMark& key : row.keys) {
            if (key.isSelected && std::isfinite(key.angleDeg)) {
                sum += key.angleDeg;
                ++count;
            }
        }
    }
    return count > 0 ? sum / count : 0.0;
}

QString signedText(double value, int decimals, const QString& unit) {
    return (value < 0.0 ? QStringLiteral("\u2212") : QStringLiteral("+")) +
           QString::number(std::abs(value), 'f', decimals) + QLatin1Char(' ') + unit;
}

} // namespace

KeyGesture::KeyGesture(const TimelineState& state, Kind kind, double anchorS, bool hasValues,
                       bool isModal)
    : m_kind(kind),
      m_hasValues(hasValues),
      m_isModal(isModal),
      m_motion(state.view().motion),
      m_selection(state.selection()),
      m_anchorS(anchorS),
      m_pivotS(state.cursorS()),
      m_pivotDeg(hasValues ? meanAngleDeg(state) : 0.0),
      m_number(newGesture()),
      m_lastA(kind == Kind::Scale ? 1.0 : 0.0),
      m_lastB(m_lastA) {}

void KeyGesture::start(const GesturePointer& pointer, bool isOver) {
    m_isStarted = isOver;
    m_from = pointer.pos;
    m_fromS = pointer.timeS();
    m_fromDeg = pointer.deg;
}

bool KeyGesture::takeKey(int key, const QString& text) {
    if (key == Qt::Key_X || key == Qt::Key_Y) {
        const Lock lock = key == Qt::Key_X ? Lock::Time : Lock::Value;
        m_lock = m_lock == lock ? Lock::None : lock;
    } else if (key == Qt::Key_Backspace) {
        m_typed.chop(1);
    } else if (key == Qt::Key_Minus) {
        m_typed =
            m_typed.startsWith(QLatin1Char('-')) ? m_typed.mid(1) : QLatin1Char('-') + m_typed;
    } else if (text.size() == 1 && (text[0].isDigit() || text[0] == QLatin1Char('.'))) {
        m_typed += text;
    } else {
        return false;
    }
    return true;
}

std::optional<keyframe::Edited> KeyGesture::update(const TimelineState& state,
                                                   const GesturePointer& pointer) {
    auto edited = m_kind == Kind::Scale ? scale(state, pointer) : move(state, pointer);
    m_hasEdited = m_hasEdited || edited.has_value();
    return edited;
}

std::optional<keyframe::Edited> KeyGesture::undone() const {
    return m_hasEdited ? std::optional(keyframe::Edited{*m_motion, m_selection}) : std::nullopt;
}

QString KeyGesture::text() const {
    QString shown = m_text;
    if (!m_typed.isEmpty()) {
        shown += QStringLiteral("  [%1]").arg(m_typed);
    }
    if (m_isModal) {
        shown += tr("   click to end, Esc to cancel");
    }
    return shown;
}

KeyGesture::Lock KeyGesture::lockAt(const GesturePointer& pointer) const {
    if (!m_hasValues) {
        return Lock::Time;
    }
    if (m_lock == Lock::None && pointer.modifiers.testFlag(Qt::ShiftModifier)) {
        const QPointF moved = pointer.pos - m_from;
        return std::abs(moved.x()) >= std::abs(moved.y()) ? Lock::Time : Lock::Value;
    }
    return m_lock;
}

std::optional<keyframe::Edited> KeyGesture::move(const TimelineState& state,
                                                 const GesturePointer& pointer) {
    const Lock lock = lockAt(pointer);
    double byS = lock == Lock::Value ? 0.0 : pointer.timeS() - m_fromS;
    double byDeg = lock == Lock::Time ? 0.0 : pointer.deg - m_fromDeg;
    bool isTyped = false;
    const double typed = m_typed.toDouble(&isTyped);
    if (isTyped) {
        byS = lock == Lock::Value ? 0.0 : typed;
        byDeg = lock == Lock::Value ? typed : 0.0;
    } else if (!pointer.modifiers.testFlag(Qt::ControlModifier)) {
        if (byS != 0.0) {
            const bool hasMagnets = m_hasValues || !pointer.modifiers.testFlag(Qt::ShiftModifier);
            byS = state.snapped(m_anchorS + byS, hasMagnets,
                                kMagnetPx * pointer.axis.secondsPerPx(), m_anchorS) -
                  m_anchorS;
        }
        byDeg = std::round(byDeg / kAngleStepDeg) * kAngleStepDeg;
    }
    byS = std::max(byS, -m_selection.begin()->timeS);
    const bool isCopy = m_kind == Kind::Duplicate;
    const QString keys = keysText(m_selection.size());
    m_text = (isCopy ? tr("Duplicate %1 by %2") : tr("Move %1 by %2"))
                 .arg(keys, signedText(byS, 3, QStringLiteral("s")));
    if (lock != Lock::Time) {
        m_text += QStringLiteral(", ") + signedText(byDeg, 1, QStringLiteral("\u00b0"));
    }
    if (byS == m_lastA && byDeg == m_lastB) {
        return std::nullopt;
    }
    m_lastA = byS;
    m_lastB = byDeg;
    m_stepText = (isCopy ? tr("Duplicate %1") : tr("Move %1")).arg(keys);
    if (!isCopy) {
        return keyframe::moveKeys(*m_motion, m_selection, byS, byDeg);
    }
    keyframe::Edited copied = byS != 0.0 ? keyframe::duplicateKeys(*m_motion, m_selection, byS)
                                         : keyframe::Edited{*m_motion, m_selection};
    if (byDeg != 0.0 && byS != 0.0) {
        copied = keyframe::moveKeys(copied.motion, copied.selection, 0.0, byDeg);
    }
    return copied;
}

// Scales with the mouse's distance from the playhead; close to it, 100 pixels double the times.
std::optional<keyframe::Edited> KeyGesture::scale(const TimelineState& state,
                                                  const GesturePointer& pointer) {
    constexpr double kNearPx = 20.0;
    constexpr double kMinFactor = 0.01;
    const bool isValue = m_hasValues && m_lock == Lock::Value;
    const double pivotPx = pointer.axis.xOf(m_pivotS);
    const double reachPx = m_from.x() - pivotPx;
    double factor = isValue                       ? 1.0 + (m_from.y() - pointer.pos.y()) / 100.0
                    : std::abs(reachPx) < kNearPx ? 1.0 + (pointer.pos.x() - m_from.x()) / 100.0
                                                  : (pointer.pos.x() - pivotPx) / reachPx;
    bool isTyped = false;
    const double typed = m_typed.toDouble(&isTyped);
    const double farS = m_anchorS - m_pivotS;
    if (isTyped) {
        factor = typed;
    } else if (!pointer.modifiers.testFlag(Qt::ControlModifier) && !isValue && farS != 0.0 &&
               factor > 0.0) {
        const double toS = state.snapped(m_pivotS + farS * factor, false, 0.0);
        factor = (toS - m_pivotS) / farS;
    }
    factor = isValue ? factor : std::max(factor, kMinFactor);
    const QString keys = keysText(m_selection.size());
    m_text = tr("Scale %1 to %2 %").arg(keys).arg(factor * 100.0, 0, 'f', 1);
    if (factor == m_lastA) {
        return std::nullopt;
    }
    m_lastA = factor;
    m_stepText = tr("Scale %1").arg(keys);
    return isValue ? keyframe::scaleKeys(*m_motion, m_selection, m_pivotS, 1.0, m_pivotDeg, factor)
                   : keyframe::scaleKeys(*m_motion, m_selection, m_pivotS, factor);
}

} // namespace sideline::widgets
