#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include <QObject>

#include "evaluation/annotated_stream.h"
#include "evaluation/belief_file.h"
#include "studio/session/background_task.h"
#include "studio/session/localize_instant.h"

namespace sideline::studio {

/// Reads streams and runs estimators over them in the background, one after the other. GUI thread
/// only.
class LocalizeJob : public QObject {
    Q_OBJECT
public:
    explicit LocalizeJob(QObject* parent = nullptr);

    /// Reads a stream in the background; see `evaluation::loadRecordedStream`. Cancels all earlier
    /// requests.
    void loadRecorded(const std::filesystem::path& file, const std::filesystem::path& truthLog,
                      const std::filesystem::path& matchLog);
    /// Reads the stream of an agent of a session; see `evaluation::loadSessionStream`.
    void loadSession(const std::filesystem::path& file, const std::optional<game::PlayerId>& robot);
    /// Computes a belief over a stream, which must not grow meanwhile.
    void run(std::shared_ptr<const evaluation::AnnotatedStream> stream, int id,
             const BeliefSource& source);
    /// Reads the beliefs that an agent reported; see `evaluation::readBeliefs`.
    void readBeliefs(const std::filesystem::path& file);
    void cancel();

    [[nodiscard]] bool isRunning() const { return m_task.isRunning(); }
    /// Progress of all requests since the job was last idle, 0 to 100.
    [[nodiscard]] int percent() const { return m_task.percent(); }

Q_SIGNALS:
    void loaded(const std::shared_ptr<sideline::evaluation::AnnotatedStream>& stream);
    void failed(const QString& text);
    void beliefsRead(const std::filesystem::path& file,
                     const std::shared_ptr<sideline::evaluation::BeliefFile>& beliefs);
    void beliefsFailed(const QString& text);
    void ran(int id, const std::shared_ptr<const sideline::studio::LocalizeRun>& run);
    void progressed();

private:
    using Loader = std::function<base::Expected<std::unique_ptr<evaluation::AnnotatedStream>>(
        const evaluation::ContinueCheck&)>;

    void load(Loader loader);
    template <typename Work, typename Done>
    void start(Work work, Done done);

    BackgroundTask m_task;
};

} // namespace sideline::studio
