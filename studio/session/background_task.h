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

/// How work in the background is stopped by whoever asked for it, and what it reports.
class TaskControl {
public:
    /// Whether the work should end as soon as it can. Any thread.
    [[nodiscard]] bool isStopRequested() const { return m_stop.stop_requested(); }
    /// Reports how far the work has come. The threads of the work only, one at a time.
    /// @param share done, 0 to 1
    /// @return whether the work should go on
    bool report(double share) const;

private:
    friend class BackgroundTask;
    TaskControl(std::stop_token stop, std::function<void(int percent)> progressed)
        : m_stop(std::move(stop)), m_progressed(std::move(progressed)) {}

    std::stop_token m_stop;
    std::function<void(int percent)> m_progressed;
    mutable int m_percent = -1; ///< that was reported last
};

/// Work beside the window: a value, or an error, that is made in another thread and delivered in
/// the GUI thread. One piece of work is done at a time, which leaves the other cores to the
/// picture. What work throws becomes an error. GUI thread only.
///
/// The destructor asks the work to stop and waits for it; nothing is delivered afterwards.
class BackgroundTask : public QObject {
    Q_OBJECT
public:
    /// What becomes of a request that comes while an earlier one is at work.
    enum class Policy {
        OneAtATime, ///< it is refused
        Newest,     ///< it replaces the earlier one, of which nothing is delivered
        InOrder     ///< it waits for its turn
    };

    explicit BackgroundTask(Policy policy, QObject* parent = nullptr);
    ~BackgroundTask() override;

    /// Asks for a piece of work.
    /// @param what see `base::attempt`
    /// @param work called in the other thread as `work(const TaskControl&)`; returns a value, an
    ///     `Expected` or nothing. It must not use anything that may go before this
    /// @param done called in the GUI thread with the `Expected` that came of it, unless it was
    /// given
    ///     up. May ask for more work, and destroy this
    /// @return false if it was refused
    /// Errors handed to `done`: those of the work and of `base::attempt`; Canceled if `requestStop`
    /// came before it began.
    template <typename Work, typename Done>
    bool start(std::string what, Work work, Done done) {
        using Value = std::invoke_result_t<Work&, const TaskControl&>;
        using Result = decltype(base::attempt({}, std::declval<Value (&)()>()));
        // Made here, so that the other thread has nothing to do that may fail.
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
    /// Gives up all that was asked for: what is at work is asked to stop, and nothing of it is
    /// delivered.
    void cancel();
    /// Asks the work to stop; what comes of it is delivered as always.
    void requestStop();
    /// Whether something was asked for that was neither delivered nor given up. While `done` is
    /// called, its own work is over.
    [[nodiscard]] bool isRunning() const { return !m_pieces.empty(); }
    /// Of everything that was asked for since it was last at rest; 100 at rest.
    [[nodiscard]] int percent() const;

Q_SIGNALS:
    /// The piece at work reports how far it has come.
    void progressed(int percent);

private:
    struct Piece {
        std::function<void(const TaskControl& control)> work; ///< throws nothing
        std::function<void()> deliver;
        std::stop_source stop;
        bool isWanted = true; ///< GUI thread only
    };
    using PiecePtr = std::shared_ptr<Piece>;

    bool enqueue(std::function<void(const TaskControl& control)> work,
                 std::function<void()> deliver);
    void run(PiecePtr piece);
    void finish(const PiecePtr& piece);
    void giveUp();

    Policy m_policy;
    std::vector<PiecePtr> m_pieces; ///< that are wanted and not delivered; the first is at work
    int m_asked = 0;                ///< since it was last at rest
    int m_percent = 0;              ///< of the piece at work
    QThreadPool m_pool;
};

} // namespace sideline::studio
