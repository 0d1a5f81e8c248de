#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <QObject>
#include <QThreadPool>

#include "agentcore/base/attempt.h"

namespace sideline::studio {

/// Lets a piece of background work report progress and check for a stop request.
class TaskControl {
public:
    /// Whether the work should end as soon as possible. Any thread.
    [[nodiscard]] bool isStopRequested() const { return m_stop.stop_requested(); }
    /// Reports the progress of the work. Only for threads of the work, one at a time.
    /// @param ratio completed fraction, 0 to 1
    /// @return whether the work should continue
    bool report(double ratio) const;

private:
    friend class BackgroundTask;
    TaskControl(std::stop_token stop, std::function<void(int percent)> progressed)
        : m_stop(std::move(stop)), m_progressed(std::move(progressed)) {}

    std::stop_token m_stop;
    std::function<void(int percent)> m_progressed;
    mutable int m_percent = -1; ///< last reported value
};

/// Runs work in another thread and delivers its value or error in the GUI thread. Runs one piece of
/// work at a time, which leaves the other cores to rendering. Exceptions become errors. GUI thread
/// only.
///
/// The destructor requests a stop and waits for the work; no result is delivered afterward.
class BackgroundTask : public QObject {
    Q_OBJECT
public:
    /// How a request is handled while earlier work is running.
    enum class Policy {
        OneAtATime, ///< the request is refused
        Newest,     ///< the request replaces the earlier work, whose result is dropped
        InOrder     ///< the request is queued
    };

    explicit BackgroundTask(Policy policy, QObject* parent = nullptr);
    ~BackgroundTask() override;

    /// Queues a piece of work.
    /// @param what name of the work for errors, see `base::attempt`
    /// @param work called in the other thread as `work(const TaskControl&)`; returns a value, an
    ///     `Expected` or nothing. It must not use objects that may be destroyed before this one
    /// @param done called in the GUI thread with the resulting `Expected`, unless the work was
    ///     canceled. May queue more work, and may destroy this object
    /// @return false if the request was refused
    /// Errors passed to `done`: those of the work and of `base::attempt`; Canceled if `requestStop`
    /// was called before the work began.
    template <typename Work, typename Done>
    bool start(std::string what, Work work, Done done) {
        using Value = std::invoke_result_t<Work&, const TaskControl&>;
        using Result = decltype(base::attempt({}, std::declval<Value (&)()>()));
        // Allocated here, so that the other thread cannot fail to allocate.
        auto result = std::make_shared<Result>(
            base::failure(base::ErrorCode::Canceled, what + " was stopped before it began"));
        return enqueue(
            [what = std::move(what), work = std::move(work),
             result](const TaskControl& control) mutable {
                if (!control.isStopRequested()) {
                    *result = base::attempt(what, [&] { return work(control); });
                }
            },
            [done = std::move(done), result]() mutable { done(std::move(*result)); });
    }
    /// Discards all requests: running work is asked to stop, and its result is not delivered.
    void cancel();
    /// Asks the running work to stop; its result is still delivered.
    void requestStop();
    /// Whether a result is still to be delivered. A request no longer counts once it is canceled or
    /// its `done` is called.
    [[nodiscard]] bool isRunning() const { return !m_pieces.empty(); }
    /// Progress of all requests since the task was last idle, 0 to 100; 100 while idle.
    [[nodiscard]] int percent() const;

Q_SIGNALS:
    /// Emitted when the running work reports progress.
    void progressed(int percent);

private:
    struct Piece {
        std::function<void(const TaskControl& control)> work; ///< must not throw
        std::function<void()> deliver;
        std::stop_source stop;
        bool isRequested = true; ///< GUI thread only
    };
    using PiecePtr = std::shared_ptr<Piece>;

    bool enqueue(std::function<void(const TaskControl& control)> work,
                 std::function<void()> deliver);
    void run(PiecePtr piece);
    void finish(const PiecePtr& piece);
    void discardPieces();

    Policy m_policy;
    std::vector<PiecePtr> m_pieces; ///< waiting for delivery; the first one is running
    int m_asked = 0;                ///< number of requests since the task was last idle
    int m_percent = 0;              ///< progress of the running piece
    QThreadPool m_pool;
};

} // namespace sideline::studio
