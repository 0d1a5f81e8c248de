#pragma once

#include <memory>

#include <QObject>
#include <QString>
#include <QTimer>

#include "widgets/live/stick_pad.h"

struct _SDL_GameController; // NOLINT: SDL's name for it

namespace sideline::studio {

/// Reads the first connected gamepad through SDL: the left stick makes the robot walk, the right
/// stick makes it turn, any of the four right-hand buttons stops it. GUI thread only; one instance
/// at a time.
class Gamepad : public QObject {
    Q_OBJECT
public:
    explicit Gamepad(QObject* parent = nullptr);
    ~Gamepad() override;

    /// Returns the manufacturer's name of the gamepad; empty if none is connected.
    [[nodiscard]] const QString& name() const { return m_name; }

Q_SIGNALS:
    void moved(const sideline::widgets::StickState& state);
    void stopPressed();
    /// Emitted when a gamepad was connected or disconnected.
    void nameChanged();

private:
    struct Close {
        void operator()(_SDL_GameController* controller) const;
    };
    void poll();
    void findController();

    std::unique_ptr<_SDL_GameController, Close> m_controller;
    QString m_name;
    widgets::StickState m_state;
    bool m_isStopping = false;
    bool m_isReady = false;     ///< SDL was initialized
    int m_pollsUntilSearch = 0; ///< polls until the next search for a gamepad
    QTimer m_timer;
};

} // namespace sideline::studio
