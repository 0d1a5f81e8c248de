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
    std::string text;      ///< what went wrong, for display; empty if code or signal report it
    bool isForced = false; ///< it did not end within the grace and was killed
};

/// One life of a player, from its start to its end. Used by the launcher's thread only.
class PlayerRun {
public:
    /// Gets each line as it came.
    using TakeLine = std::function<void(Stream stream, std::string_view line, bool isCut)>;

    virtual ~PlayerRun() = default;
    /// Adds what wakes `service`.
    virtual void addTo(std::vector<pollfd>& polled) const = 0;
    /// Does what can be done without waiting.
    virtual void service(Clock::time_point now, const TakeLine& take) = 0;
    /// Wants the end, which `end` reports later.
    virtual void requestStop() = 0;
    [[nodiscard]] virtual bool isStarted() const = 0;
    /// What there is to know while it runs, for display; may be empty.
    [[nodiscard]] virtual std::string detail() const = 0;
    [[nodiscard]] virtual const std::optional<RunEnd>& end() const = 0;
    /// Whose descendants are the player's processes; -1 if it has none.
    [[nodiscard]] virtual pid_t supervisorPid() const { return -1; }
    [[nodiscard]] virtual const EmbeddedReport* embedded() const { return nullptr; }
};

/// A program with its supervisor.
class ProcessRun : public PlayerRun {
public:
    /// Starts the program.
    /// @param mark names this run among all of this machine, to find its processes by
    /// Errors: what `ChildProcess::start` says.
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
    /// @return whether it has ended
    bool readSource(Source& source, int fd, Clock::time_point now, const TakeLine& take);
    void readOutput(Clock::time_point now, const TakeLine& take);
    /// @return whether it has ended
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
    std::optional<RunEnd> m_reported; ///< by the supervisor, which has not ended yet
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
    base::Worker m_ending; ///< agents take a moment to end, and should do so side by side
};

} // namespace sideline::launcher
