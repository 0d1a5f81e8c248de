#pragma once

#include <memory>

#include <QObject>
#include <QString>
#include <QTimer>

#include "widgets/live/stick_pad.h"

struct _SDL_GameController; // NOLINT: SDL's name for it

namespace sideline::studio {

/// The gamepad that is plugged in, the first if there are several: left stick walks, right stick
/// turns, any of the four buttons on the right stops. Read through SDL. GUI thread only; one at a
/// time.
class Gamepad : public QObject {
    Q_OBJECT
public:
    explicit Gamepad(QObject* parent = nullptr);
    ~Gamepad() override;

    /// As its maker calls it; empty: there is none.
    [[nodiscard]] const QString& name() const { return m_name; }

Q_SIGNALS:
    void moved(const sideline::widgets::StickState& state);
    void stopPressed();
    /// One was plugged in, or pulled out.
    void nameChanged();

private:
    struct Close {
        void operator()(_SDL_GameController* controller) const;
    };
    void poll();
    void look();

    std::unique_ptr<_SDL_GameController, Close> m_controller;
    QString m_name;
    widgets::StickState m_state;
    bool m_isStopping = false;
    bool m_isReady = false; ///< SDL works here
    int m_untilLook = 0;    ///< polls until it looks for another one
    QTimer m_timer;
};

} // namespace sideline::studio
