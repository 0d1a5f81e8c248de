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

/// Reads streams and runs estimators over them, one after the other, beside the window. GUI thread
/// only.
class LocalizeJob : public QObject {
    Q_OBJECT
public:
    explicit LocalizeJob(QObject* parent = nullptr);

    /// Reads a stream in the background; see `evaluation::loadRecordedStream`. Everything that was
    /// asked for before is given up.
    void loadRecorded(const std::filesystem::path& file, const std::filesystem::path& truthLog,
                      const std::filesystem::path& matchLog);
    /// The same of an agent of a session; see `evaluation::loadSessionStream`.
    void loadSession(const std::filesystem::path& file, const std::optional<game::PlayerId>& robot);
    /// Works a belief out over a stream, which must not grow meanwhile.
    void run(std::shared_ptr<const evaluation::AnnotatedStream> stream, int id,
             const BeliefSource& source);
    /// Reads what an agent reported about its own belief; see `evaluation::readBeliefs`.
    void readBeliefs(const std::filesystem::path& file);
    void cancel();

    [[nodiscard]] bool isRunning() const { return m_task.isRunning(); }
    /// Of everything that was asked for since it was last at rest.
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
        const evaluation::GoesOn&)>;

    void load(Loader loader);
    template <typename Work, typename Done>
    void start(Work work, Done done);

    BackgroundTask m_task;
};

} // namespace sideline::studio
