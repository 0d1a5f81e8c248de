#include "studio/session/gamepad.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <SDL.h>

namespace sideline::studio {

namespace {

constexpr int kPollMs = 20;
constexpr int kSearchIntervalPolls = 50; // number of polls between two searches for a gamepad
constexpr double kDeadZone = 0.15;       // sticks do not return exactly to their center

// Returns the position of an axis from -1 to 1, without the dead zone.
double axisOf(SDL_GameController* controller, SDL_GameControllerAxis axis) {
    const double value =
        std::clamp(SDL_GameControllerGetAxis(controller, axis) / 32767.0, -1.0, 1.0);
    const double size = std::max(0.0, std::abs(value) - kDeadZone) / (1.0 - kDeadZone);
    return std::copysign(size, value);
}

} // namespace

void Gamepad::Close::operator()(SDL_GameController* controller) const {
    SDL_GameControllerClose(controller);
}

Gamepad::Gamepad(QObject* parent) : QObject(parent) {
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); // the studio handles Ctrl+C
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
    m_isReady = SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0;
    if (m_isReady) {
        connect(&m_timer, &QTimer::timeout, this, &Gamepad::poll);
        m_timer.start(kPollMs);
    }
}

Gamepad::~Gamepad() {
    m_controller.reset();
    if (m_isReady) {
        SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
    }
}

void Gamepad::findController() {
    m_pollsUntilSearch = kSearchIntervalPolls;
    for (int i = 0; i < SDL_NumJoysticks() && !m_controller; ++i) {
        if (SDL_IsGameController(i) == SDL_TRUE) {
            m_controller.reset(SDL_GameControllerOpen(i));
        }
    }
    if (m_controller) {
        m_name = QString::fromUtf8(SDL_GameControllerName(m_controller.get()));
        Q_EMIT nameChanged();
    }
}

void Gamepad::poll() {
    SDL_GameControllerUpdate();
    if (m_controller && SDL_GameControllerGetAttached(m_controller.get()) == SDL_FALSE) {
        m_controller.reset();
        m_name.clear();
        Q_EMIT nameChanged();
        if (!std::exchange(m_state, {}).isCentered()) {
            Q_EMIT moved(m_state); // the sticks of a disconnected gamepad count as centered
        }
    }
    if (!m_controller) {
        if (--m_pollsUntilSearch <= 0) {
            findController();
        }
        return;
    }
    SDL_GameController* controller = m_controller.get();
    const widgets::StickState state{-axisOf(controller, SDL_CONTROLLER_AXIS_LEFTY),
                                    -axisOf(controller, SDL_CONTROLLER_AXIS_LEFTX),
                                    -axisOf(controller, SDL_CONTROLLER_AXIS_RIGHTX)};
    if (!(state == m_state)) {
        m_state = state;
        Q_EMIT moved(m_state);
    }
    const bool isStopping =
        std::ranges::any_of(std::array{SDL_CONTROLLER_BUTTON_A, SDL_CONTROLLER_BUTTON_B,
                                       SDL_CONTROLLER_BUTTON_X, SDL_CONTROLLER_BUTTON_Y},
                            [&](SDL_GameControllerButton button) {
                                return SDL_GameControllerGetButton(controller, button) != 0;
                            });
    if (isStopping && !std::exchange(m_isStopping, isStopping)) {
        Q_EMIT stopPressed();
    }
    m_isStopping = isStopping;
}

} // namespace sideline::studio
