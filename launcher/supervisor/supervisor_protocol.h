#pragma once

namespace sideline::launcher::supervisor {

/// The protocol between the launcher and the supervisor of a player.
///
/// The supervisor is started as `sideline-supervisor [--grace-ms N] [--dir D] [--env NAME=VALUE]...
/// -- PROGRAM ARGUMENT...` with standard output and error for the program. One byte on the control
/// pipe is a command; its end means that the launcher is gone, which stops the program. Lines on
/// the status pipe report what happens:
///
///     started PID          the program runs
///     failed TEXT          it could not be started; the supervisor ends
///     main CODE            the program itself ended with this code; processes it started continue
///     forced               a process did not end in time and is killed
///     stuck PID            this process cannot be killed; the supervisor ends nevertheless
///     exited CODE          the program and everything that it started is gone; the supervisor ends
///     signal NUMBER as with `exited`, but a signal ended the program
inline constexpr int kControlFd = 3;
inline constexpr int kStatusFd = 4;
inline constexpr char kStopCommand = 's'; ///< sends SIGTERM, and SIGKILL after the grace period

} // namespace sideline::launcher::supervisor
