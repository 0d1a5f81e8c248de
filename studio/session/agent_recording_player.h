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

/// A session that is replayed: what agents believed and programs wrote, at the instant of the match
/// that is shown.
///
/// The file is read in a thread of its own; everything here is for the GUI thread.
class AgentRecordingPlayer : public QObject {
    Q_OBJECT
public:
    /// What is known of a session once it is open.
    struct Overview {
        std::filesystem::path file;
        logs::SessionInfo info;
        bool isComplete = false;
        std::vector<logs::AgentTrack> agents;
        /// Of the agents; may hold nulls.
        std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots;
        bool hasBeliefs = false;        ///< agents reported their own belief
        std::filesystem::path matchLog; ///< beside it; empty if there is none
        std::vector<logs::OutputLine> outputs;
        std::vector<logs::TrainerOrder> orders;
        std::vector<logs::ProcessEvent> processes;
        std::chrono::nanoseconds begin{0};
        std::chrono::nanoseconds end{0};
        std::vector<std::string> missing; ///< what its recorder had, and is not there
        std::vector<std::string> damage;  ///< what could not be read

        /// Whether all that can be shown is what an agent perceived: there is no match with it. The
        /// match on the screen is made of that, with a frame for each of the agent's.
        [[nodiscard]] bool isStream() const;
    };

    using Clock = logs::MatchClock;

    explicit AgentRecordingPlayer(QObject* parent = nullptr);
    ~AgentRecordingPlayer() override;

    /// Opens a session in the background.
    void open(const std::filesystem::path& file);
    /// From now on frames come from a session that is being recorded, and continues when it has
    /// ended. Nothing else is notified of it.
    /// @param flush brings into the file what the recorder has; called in the thread that reads
    void follow(const std::filesystem::path& file, std::function<void()> flush);
    void close();
    [[nodiscard]] bool isOpen() const { return m_overview != nullptr; }
    /// Whether frames come from a session that is being recorded, or was until the match ended.
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }
    /// Null while nothing is open.
    [[nodiscard]] const std::shared_ptr<const Overview>& overview() const { return m_overview; }
    /// The robots of the agents; null while nothing is open.
    [[nodiscard]] std::shared_ptr<const std::vector<robot::RobotModelPtr>> robots() const {
        return m_overview ? m_overview->robots : nullptr;
    }
    /// The session's own match log, or the match made of its stream, is the one that is shown from
    /// now on, until another session is opened, or this one closed.
    void setMatchShown() { m_isMatchShown = isOpen(); }
    [[nodiscard]] bool isMatchShown() const { return m_isMatchShown; }

    /// Asks for what an agent believed when the match log was at this frame.
    /// @param clock in that frame, if it is known
    /// @param robot that it plays; nothing: the first one of the session
    /// @return number of the request, which ascends, and comes with the answer; answers to requests
    ///     that are older than the newest may be missing. Nothing while no match of an open session
    ///     is shown
    std::optional<std::uint64_t> showMatchFrame(double frame, const std::optional<Clock>& clock,
                                                const std::optional<game::PlayerId>& robot);
    /// Asks for what an agent believed at this time of the steady clock. As `showMatchFrame`;
    /// nothing while no recording is followed.
    std::optional<std::uint64_t> showTime(std::chrono::nanoseconds steady,
                                          const std::optional<Clock>& clock,
                                          const std::optional<game::PlayerId>& robot);
    /// When the frame was that was shown last, since the session's begin; nothing if no frame of
    /// the match has a time.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> shownAt() const { return m_shownAt; }
    /// The frame of the match log at a time of the session.
    void seekRequested(std::chrono::nanoseconds at);

Q_SIGNALS:
    void opened();
    void closed();
    void openFailed(const QString& text);
    /// The answer to a request.
    /// @param frame the newest at that time; null if the agent was not there yet, or not any more
    /// @param ageS how much older it is than that time
    void frameShown(const sideline::world::AgentFramePtr& frame, double ageS,
                    std::uint64_t request);
    /// The answer to `seekRequested`.
    void matchFrameFound(double frame);

private:
    struct Request {
        std::variant<double, std::chrono::nanoseconds>
            place; ///< frame of the match, or steady time
        std::optional<Clock> clock;
        std::optional<game::PlayerId> robot;
        std::uint64_t number = 0;
    };
    // What the worker has not answered yet.
    struct Pending {
        std::optional<Request> request;
        std::optional<std::chrono::nanoseconds> seek;
    };
    using Post = std::function<void(std::function<void()>)>;
    // What the worker reads.
    struct Source {
        logs::SessionReader& reader;
        const std::function<void()>& flush; ///< empty: the session is not being recorded
        bool isStream = false;
    };
    void begin(const std::filesystem::path& file, std::function<void()> flush);
    std::uint64_t request(Request request);
    void work(const std::stop_token& stop, const std::filesystem::path& file,
              const std::function<void()>& flush);
    /// @return nothing when the thread should end
    std::optional<Pending> nextRequest(const std::stop_token& stop);
    void answer(const Request& request, const Source& source, const Post& post);

    std::shared_ptr<const Overview> m_overview;
    std::optional<std::chrono::nanoseconds> m_shownAt;
    bool m_isMatchShown = false;
    bool m_isFollowing = false;
    std::uint64_t m_requests = 0; ///< so far
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    Pending m_request; ///< guarded by m_mutex
    int m_attempt = 0; ///< number of the latest call of open; by the GUI thread only
    base::Worker m_worker;
};

} // namespace sideline::studio
