#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <QObject>
#include <QString>

#include "agentcore/base/worker.h"
#include "agentcore/monitor/ids.h"
#include "agentcore/world/agent_frame.h"
#include "logs/session/session_reader.h"

namespace sideline::studio {

/// A session that is replayed: what agents believed and programs wrote, at the instant of the match
/// that is shown.
///
/// The file is read in a thread of its own; everything here is for the GUI thread.
class SessionReplay : public QObject {
    Q_OBJECT
public:
    /// What is known of a session once it is open.
    struct Overview {
        std::filesystem::path file;
        logs::SessionInfo info;
        bool isComplete = false;
        std::vector<logs::AgentTrack> agents;
        bool hasBeliefs = false;        ///< agents told their own belief
        std::filesystem::path matchLog; ///< beside it; empty if there is none
        std::vector<logs::OutputLine> outputs;
        std::vector<logs::TrainerOrder> orders;
        std::vector<logs::ProcessEvent> processes;
        std::chrono::nanoseconds begin{0};
        std::chrono::nanoseconds end{0};
        std::vector<std::string> missing; ///< what its recorder had, and is not there
        std::vector<std::string> damage;  ///< what could not be read
    };

    explicit SessionReplay(QObject* parent = nullptr);
    ~SessionReplay() override;

    /// Opens a session in the background.
    void open(const std::filesystem::path& file);
    void close();
    [[nodiscard]] bool isOpen() const { return m_overview != nullptr; }
    /// Null while nothing is open.
    [[nodiscard]] const std::shared_ptr<const Overview>& overview() const { return m_overview; }

    /// The agent whose frames are wanted: that of this robot, or the first one if it has none.
    void setRobot(const std::optional<monitor::RobotId>& robot);
    /// The match log stands at this frame now.
    void showMatchFrame(double frame);
    /// When that is, since the session's begin; nothing if no frame of the match has a time.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> shownAt() const { return m_shownAt; }
    /// The frame of the match log at a time of the session.
    void seekRequested(std::chrono::nanoseconds at);

Q_SIGNALS:
    void opened();
    void closed();
    void openFailed(const QString& text);
    /// @param frame the newest at that time; null if the agent was not there yet
    void frameShown(const sideline::world::AgentFramePtr& frame);
    /// The answer to `seekRequested`.
    void matchFrameFound(double frame);

private:
    struct Request {
        std::optional<monitor::RobotId> robot;
        double matchFrame = 0.0;
    };
    void work(const std::stop_token& stop, const std::filesystem::path& file);

    std::shared_ptr<const Overview> m_overview;
    std::optional<std::chrono::nanoseconds> m_shownAt;
    Request m_last;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::optional<Request> m_request;               ///< guarded by m_mutex
    std::optional<std::chrono::nanoseconds> m_seek; ///< guarded by m_mutex
    int m_attempt = 0; ///< number of the latest call of open; by the GUI thread only
    base::Worker m_worker;
};

} // namespace sideline::studio
