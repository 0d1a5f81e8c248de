#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <poll.h>

#include "agentcore/base/error.h"
#include "agentcore/base/worker.h"
#include "launcher/child_process.h"
#include "launcher/embedded_player.h"
#include "launcher/output.h"

namespace sideline::launcher {

/// How a run of a player ended.
struct RunEnd {
    enum class Kind : std::uint8_t { Exited, Crashed, CouldNotStart };
    Kind kind = Kind::Exited;
    int exitCode = 0;
    int signal = 0;
    std::string text;      ///< the fault, for display; empty if code or signal describe it
    bool isForced = false; ///< whether it was killed, since it did not end within the grace period
};

/// One run of a player, from its start to its end. Used by the launcher's thread only.
class PlayerRun {
public:
    /// Receives each raw line.
    using TakeLine = std::function<void(Stream stream, std::string_view line, bool isCut)>;

    virtual ~PlayerRun() = default;
    /// Adds the descriptors that `service` must handle.
    virtual void addTo(std::vector<pollfd>& polled) const = 0;
    /// Does all pending work without blocking.
    virtual void service(Clock::time_point now, const TakeLine& take) = 0;
    /// Requests the end of the run; `end` reports it later.
    virtual void requestStop() = 0;
    [[nodiscard]] virtual bool isStarted() const = 0;
    /// Details of the state while it runs, for display; may be empty.
    [[nodiscard]] virtual std::string detail() const = 0;
    [[nodiscard]] virtual const std::optional<RunEnd>& end() const = 0;
    /// The process whose descendants belong to the player; -1 if it has none.
    [[nodiscard]] virtual pid_t supervisorPid() const { return -1; }
    [[nodiscard]] virtual const EmbeddedReport* embedded() const { return nullptr; }
};

/// A program with its supervisor.
class ProcessRun : public PlayerRun {
public:
    /// Starts the program under a supervisor.
    /// @param mark unique name of this run on this machine, used to find its processes
    /// Errors: those of `ChildProcess::start`.
    [[nodiscard]] static base::Expected<std::unique_ptr<PlayerRun>> start(Launch launch,
                                                                          const std::string& mark);

    /// @param mark `NAME=VALUE` in the environment of all its processes
    ProcessRun(ChildProcess child, std::string mark);
    void addTo(std::vector<pollfd>& polled) const override;
    void service(Clock::time_point now, const TakeLine& take) override;
    void requestStop() override { m_child.requestStop(); }
    [[nodiscard]] bool isStarted() const override { return m_isStarted; }
    [[nodiscard]] std::string detail() const override { return m_detail; }
    [[nodiscard]] const std::optional<RunEnd>& end() const override { return m_end; }
    [[nodiscard]] pid_t supervisorPid() const override { return m_child.supervisorPid(); }

private:
    struct Source {
        Stream stream = Stream::Out;
        LineSplitter splitter;
        Clock::time_point readAt;
    };
    /// @return whether the run has ended
    bool readSource(Source& source, int fd, Clock::time_point now, const TakeLine& take);
    void readOutput(Clock::time_point now, const TakeLine& take);
    /// @return whether the run has ended
    bool readStatus();
    void takeStatus(std::string_view line);
    void finish(Clock::time_point now, const TakeLine& take);

    ChildProcess m_child;
    std::string m_mark;
    Source m_out;
    Source m_err;
    LineSplitter m_statusLines;
    std::size_t m_bytesInSecond = 0;
    Clock::time_point m_secondEnds;
    bool m_isStarted = false;
    bool m_isForced = false;
    std::string m_detail;
    std::optional<RunEnd> m_reported; ///< end reported by the supervisor, which is still running
    std::optional<RunEnd> m_end;
};

/// A built-in agent.
class EmbeddedRun : public PlayerRun {
public:
    explicit EmbeddedRun(std::unique_ptr<EmbeddedPlayer> player) : m_player(std::move(player)) {}
    void addTo(std::vector<pollfd>& /*polled*/) const override {}
    void service(Clock::time_point now, const TakeLine& take) override;
    void requestStop() override;
    [[nodiscard]] bool isStarted() const override { return m_report.hasPlayed; }
    [[nodiscard]] std::string detail() const override { return m_report.detail; }
    [[nodiscard]] const std::optional<RunEnd>& end() const override { return m_end; }
    [[nodiscard]] const EmbeddedReport* embedded() const override { return &m_report; }

private:
    std::unique_ptr<EmbeddedPlayer> m_player;
    EmbeddedReport m_report;
    std::optional<RunEnd> m_end;
    std::atomic<bool> m_isGone = false;
    base::Worker m_ending; ///< ends agents in parallel, as each one takes a moment
};

} // namespace sideline::launcher
