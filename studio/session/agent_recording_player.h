#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include <QObject>
#include <QString>

#include "agentcore/base/worker.h"
#include "agentcore/game/player_id.h"
#include "agentcore/world/agent_frame.h"
#include "logs/session/agent_values.h"
#include "logs/session/session_reader.h"

namespace sideline::studio {

/// Replays a recorded session: the agents' beliefs and the programs' output at the instant of the
/// match that is shown.
///
/// The file is read in a separate thread. GUI thread only.
class AgentRecordingPlayer : public QObject {
    Q_OBJECT
public:
    /// Contents of an open session.
    struct Overview {
        std::filesystem::path file;
        logs::SessionInfo info;
        bool isComplete = false;
        std::vector<logs::AgentTrack> agents;
        /// Robot models of the agents; entries may be null.
        std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots;
        bool hasBeliefs = false;        ///< agents reported their own beliefs
        std::filesystem::path matchLog; ///< match log next to the session; empty if there is none
        std::vector<logs::OutputLine> outputs;
        std::vector<logs::TrainerOrder> orders;
        std::vector<logs::ProcessEvent> processes;
        std::chrono::nanoseconds begin{0};
        std::chrono::nanoseconds end{0};
        std::vector<std::string> missing; ///< recorded data that is now missing
        std::vector<std::string> damage;  ///< data that could not be read

        /// Whether the session contains no match, only the percepts of an agent. The shown match
        /// then has one frame for each frame of the agent.
        [[nodiscard]] bool isStream() const;
    };

    using Clock = logs::MatchClock;

    explicit AgentRecordingPlayer(QObject* parent = nullptr);
    ~AgentRecordingPlayer() override;

    /// Opens a session in the background.
    void open(const std::filesystem::path& file);
    /// Reads frames from a session that is still being recorded, and continues to do so after the
    /// recording has ended. Emits no signal such as `opened`.
    /// @param flush writes the buffered recording to the file; called in the reading thread
    void follow(const std::filesystem::path& file, std::function<void()> flush);
    void close();
    [[nodiscard]] bool isOpen() const { return m_overview != nullptr; }
    /// Whether frames come from a session that was opened by `follow`.
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    /// Null while no session is open.
    [[nodiscard]] const std::shared_ptr<const Overview>& overview() const { return m_overview; }
    /// Robot models of the agents; null while no session is open.
    [[nodiscard]] std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots() const {
        return m_overview ? m_overview->robots : nullptr;
    }
    /// Marks the session's own match log, or the match built from its stream, as the shown match
    /// until another session is opened or this one is closed.
    void setMatchShown() { m_isMatchShown = isOpen(); }
    [[nodiscard]] bool isMatchShown() const { return m_isMatchShown; }

    /// Requests the belief of an agent at a frame of the match log.
    /// @param clock clock value in that frame, if known
    /// @param robot the agent's robot; empty: the first agent of the session
    /// @return number of the request, which increases with each request and is passed to
    ///     `frameShown`; requests older than the newest one may remain unanswered. Empty while no
    ///     match of an open session is shown
    std::optional<std::uint64_t> showMatchFrame(double frame, const std::optional<Clock>& clock,
                                                const std::optional<game::PlayerId>& robot);
    /// Requests the belief of an agent at the given time of the steady clock, like
    /// `showMatchFrame`. Returns an empty value while no recording is followed.
    std::optional<std::uint64_t> showTime(std::chrono::nanoseconds steady,
                                          const std::optional<Clock>& clock,
                                          const std::optional<game::PlayerId>& robot);
    /// Time of the frame shown last, measured from the start of the session; empty if no frame of
    /// the match has a time.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> shownAt() const { return m_shownAt; }
    /// Requests the frame of the match log at the given time of the session.
    void seekRequested(std::chrono::nanoseconds at);

Q_SIGNALS:
    void opened();
    void closed();
    void openFailed(const QString& text);
    /// Emitted as the answer to a request.
    /// @param frame newest frame at that time; null if the agent was not running
    /// @param ageS age of the frame at that time, s
    void frameShown(const sideline::world::AgentFramePtr& frame, double ageS,
                    std::uint64_t request);
    /// Emitted as the answer to `seekRequested`.
    void matchFrameFound(double frame);

private:
    struct Request {
        /// Frame of the match, or time on the steady clock.
        std::variant<double, std::chrono::nanoseconds> place;
        std::optional<Clock> clock;
        std::optional<game::PlayerId> robot;
        std::uint64_t number = 0;
    };
    // Requests that the worker has not yet answered.
    struct Pending {
        std::optional<Request> request;
        std::optional<std::chrono::nanoseconds> seek;
    };
    using Post = std::function<void(std::function<void()>)>;
    // Sources that the worker reads.
    struct Source {
        logs::SessionReader& reader;
        const std::function<void()>& flush; ///< empty: the session is not being recorded
        bool isStream = false;
    };
    void begin(const std::filesystem::path& file, std::function<void()> flush);
    std::uint64_t request(Request request);
    void work(const std::stop_token& stop, const std::filesystem::path& file,
              const std::function<void()>& flush);
    /// @return empty when the thread should end
    std::optional<Pending> nextRequest(const std::stop_token& stop);
    void answer(const Request& request, const Source& source, const Post& post);

    std::shared_ptr<const Overview> m_overview;
    std::optional<std::chrono::nanoseconds> m_shownAt;
    bool m_isMatchShown = false;
    bool m_isFollowing = false;
    std::uint64_t m_requests = 0; ///< number of requests so far
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    Pending m_request; ///< guarded by m_mutex
    int m_attempt = 0; ///< number of the latest call of `open`; GUI thread only
    base::Worker m_worker;
};

} // namespace sideline::studio
