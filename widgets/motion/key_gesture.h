#pragma once

#include <cstdint>
#include <optional>

#include <QCoreApplication>
#include <QPointF>
#include <QString>

#include "widgets/motion/timeline_state.h"

namespace sideline::widgets {

/// Position of the mouse during a gesture.
struct GesturePointer {
    QPointF pos;
    TimeAxis axis;
    double deg = 0.0; ///< angle at its vertical position; 0 if keys do not move vertically
    Qt::KeyboardModifiers modifiers;
    [[nodiscard]] double timeS() const { return axis.timeAt(pos.x()); }
};

/// Keys that are being moved, duplicated or scaled by the mouse or by a typed number.
class KeyGesture {
    Q_DECLARE_TR_FUNCTIONS(KeyGesture)
public:
    enum class Kind : std::uint8_t { Move, Duplicate, Scale };
    enum class Lock : std::uint8_t { None, Time, Value }; ///< the only coordinate that may change

    /// @param state timeline whose selection is changed
    /// @param anchorS time of the key that snaps
    /// @param hasValues whether keys also move vertically
    /// @param isModal whether the gesture continues without a button held
    KeyGesture(const TimelineState& state, Kind kind, double anchorS, bool hasValues, bool isModal);

    [[nodiscard]] bool isModal() const { return m_isModal; }
    [[nodiscard]] Kind kind() const { return m_kind; }
    /// Sets where the gesture starts.
    /// @param isOver whether the mouse is over the canvas; otherwise the gesture starts where the
    /// mouse enters
    void start(const GesturePointer& pointer, bool isOver);
    [[nodiscard]] bool isStarted() const { return m_isStarted; }
    /// Handles a key that locks an axis or types a number.
    /// @return whether it was handled
    bool takeKey(int key, const QString& text);
    /// @return the motion after the gesture; nullopt if nothing has changed
    [[nodiscard]] std::optional<keyframe::Edited> update(const TimelineState& state,
                                                         const GesturePointer& pointer);
    /// The motion before the gesture, if it was edited.
    [[nodiscard]] std::optional<keyframe::Edited> undone() const;
    /// Text that is shown while the gesture continues.
    [[nodiscard]] QString text() const;
    [[nodiscard]] const QString& stepText() const { return m_stepText; } ///< name of the undo step
    [[nodiscard]] int number() const { return m_number; }                ///< see `MotionEdit`

private:
    [[nodiscard]] std::optional<keyframe::Edited> move(const TimelineState& state,
                                                       const GesturePointer& pointer);
    [[nodiscard]] std::optional<keyframe::Edited> scale(const TimelineState& state,
                                                        const GesturePointer& pointer);
    [[nodiscard]] Lock lockAt(const GesturePointer& pointer) const;

    Kind m_kind;
    bool m_hasValues;
    bool m_isModal;
    bool m_isStarted = false;
    keyframe::MotionPtr m_motion;
    keyframe::KeySelection m_selection;
    QPointF m_from;
    double m_fromS = 0.0;
    double m_fromDeg = 0.0;
    double m_anchorS;
    double m_pivotS;
    double m_pivotDeg = 0.0;
    Lock m_lock = Lock::None;
    QString m_typed; ///< a typed number, which replaces the mouse position
    int m_number;
    double m_lastA; ///< last requested value: time or factor
    double m_lastB; ///< last requested value: angle
    bool m_hasEdited = false;
    QString m_text;
    QString m_stepText;
};

} // namespace sideline::widgets
