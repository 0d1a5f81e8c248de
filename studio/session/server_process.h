#pragma once

#include <memory>
#include <string>

#include <QObject>
#include <QString>
#include <QTimer>

#include "agentcore/base/error.h"
#include "launcher/server_program.h"
#include "launcher/team_runner.h"

namespace sideline::studio {

/// Runs a server that the user has installed: one at a time, watched until it ends. Its output is
/// passed on like that of players. GUI thread only.
class ServerProcess : public QObject {
    Q_OBJECT
public:
    /// @param outputs receives everything that the server writes; must outlive this object
    explicit ServerProcess(launcher::OutputSink& outputs, QObject* parent = nullptr);
    /// Stops the server and waits up to two seconds for its end, then kills it.
    ~ServerProcess() override;

    /// Sets the places in which to look for servers, instead of `SearchPlaces::ofThisProcess`.
    void setPlaces(launcher::SearchPlaces places) { m_places = std::move(places); }
    [[nodiscard]] const launcher::SearchPlaces& places() const { return m_places; }

    /// Ends the running server, if any, and starts another one.
    /// Errors: those of `launcher::check` and `findServer`, Io for a port used by another program,
    /// NotFound without the supervisor.
    base::Expected<void> start(const launcher::ServerOptions& options);
    /// Stops the server without waiting; `ended` is not emitted.
    void stop();

    /// Whether the server was started and has not ended.
    [[nodiscard]] bool isActive() const { return m_runner != nullptr && !m_isStopping; }
    /// Options of the current or last server.
    [[nodiscard]] const launcher::ServerOptions& options() const { return m_options; }
    /// Name of the server, such as `rcssservermj`.
    [[nodiscard]] QString name() const;
    /// Address of the monitor port, as `host:port`.
    [[nodiscard]] QString address() const;

Q_SIGNALS:
    /// Emitted when the server ended without being stopped.
    /// @param why reason for display, with the server's last lines
    void ended(const QString& why);

private:
    void poll();
    void waitForEnd();

    launcher::OutputSink& m_outputs;
    launcher::SearchPlaces m_places = launcher::SearchPlaces::ofThisProcess();
    launcher::ServerOptions m_options;
    std::unique_ptr<launcher::TeamRunner> m_runner;
    bool m_isStopping = false;
    QTimer m_timer;
};

} // namespace sideline::studio
