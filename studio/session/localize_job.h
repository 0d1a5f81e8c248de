#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include <QObject>

#include "evaluation/belief_file.h"
#include "studio/session/job_pool.h"
#include "studio/session/localize_instant.h"
#include "studio/session/localize_stream.h"

namespace sideline::studio {

/// Reads streams and runs estimators over them, one after the other, beside the window. GUI thread
/// only.
class LocalizeJob : public QObject {
    Q_OBJECT
public:
    explicit LocalizeJob(QObject* parent = nullptr);
    ~LocalizeJob() override;

    /// Reads a stream in the background; see `loadRecordedStream`. Everything that was asked for
    /// before is given up.
    void loadRecorded(const std::filesystem::path& file, const std::filesystem::path& truthLog,
                      const std::filesystem::path& matchLog);
    /// The same of an agent of a session; see `loadSessionStream`.
    void loadSession(const std::filesystem::path& file, const std::optional<game::PlayerId>& robot);
    /// Works a belief out over a stream, which must not grow meanwhile.
    void run(std::shared_ptr<const LocalizeStream> stream, int id, const BeliefSource& source);
    /// Reads what an agent reported about its own belief; see `evaluation::readBeliefs`.
    void readBeliefs(const std::filesystem::path& file);
    void cancel();

    [[nodiscard]] bool isRunning() const { return m_left > 0; }
    /// Of everything that was asked for since it was last at rest.
    [[nodiscard]] int percent() const;

Q_SIGNALS:
    void loaded(const std::shared_ptr<sideline::studio::LocalizeStream>& stream);
    void failed(const QString& text);
    void beliefsRead(const std::filesystem::path& file,
                     const std::shared_ptr<sideline::evaluation::BeliefFile>& beliefs);
    void beliefsFailed(const QString& text);
    void ran(int id, const std::shared_ptr<const sideline::studio::LocalizeRun>& run);
    void progressed();

private:
    struct Series {
        std::atomic<bool> isCanceled = false;
        std::atomic<int> permille = 0; ///< of the task at work
    };
    using Loader = std::function<base::Expected<std::unique_ptr<LocalizeStream>>(const GoesOn&)>;

    void load(Loader loader);
    void start(std::function<void(const GoesOn&)> task);
    void post(const std::shared_ptr<Series>& series, std::function<void()> action);
    void noteProgress(int permille);

    JobPool m_pool;
    std::shared_ptr<Series> m_series;
    int m_asked = 0;
    int m_left = 0;
    int m_permille = 0;
};

} // namespace sideline::studio
