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

/// A server of the user's own that the studio runs: one at a time, watched until it ends. Its lines
/// go where those of players go. GUI thread only.
class ServerProcess : public QObject {
    Q_OBJECT
public:
    /// @param outputs gets everything that the server writes; outlives this
    explicit ServerProcess(launcher::OutputSink& outputs, QObject* parent = nullptr);
    /// Ends the server and waits for it: two seconds at most, then it is killed.
    ~ServerProcess() override;

    /// Where servers are looked for, instead of `SearchPlaces::ofThisProcess`.
    void setPlaces(launcher::SearchPlaces places) { m_places = std::move(places); }
    [[nodiscard]] const launcher::SearchPlaces& places() const { return m_places; }

    /// Starts a server; one that runs is ended before.
    /// Errors: those of `launcher::check` and `findServer`, InvalidArgument for a port that
    /// another program has, NotFound without the supervisor.
    base::Expected<void> start(const launcher::ServerOptions& options);
    /// Ends the server, without waiting; `ended` is not emitted.
    void stop();

    /// Whether it was started and has not ended.
    [[nodiscard]] bool isActive() const { return m_runner != nullptr && !m_isStopping; }
    /// Of the server that runs, or was last.
    [[nodiscard]] const launcher::ServerOptions& options() const { return m_options; }
    /// `rcssservermj`.
    [[nodiscard]] QString name() const;
    /// Its monitor port, as `host:port`.
    [[nodiscard]] QString address() const;

Q_SIGNALS:
    /// The server has ended by itself.
    /// @param why for display, with its last lines
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
