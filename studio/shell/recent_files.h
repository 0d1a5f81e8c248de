#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <vector>

#include <QObject>
#include <QSettings>

#include "agentcore/base/worker.h"
#include "logs/match/match_log.h"
#include "widgets/common/recent_file.h"

namespace sideline::studio {

/// The files that were opened or recorded last, with their contents: teams, score, date.
///
/// Reads the files one after the other in a thread of its own; keeps the results in the settings
/// until a file changes. GUI thread only.
class RecentFiles : public QObject {
    Q_OBJECT
public:
    /// @param store must outlive this object
    explicit RecentFiles(QSettings& store, QObject* parent = nullptr);
    ~RecentFiles() override;

    /// Returns the files, newest first; `changed` reports contents that were read later.
    [[nodiscard]] const std::vector<widgets::RecentFile>& files() const { return m_files; }

    /// Reads the list `recentFiles` again, and then each of its files that is new or has changed.
    /// @param open the log that is open, which is not read a second time. Held until all files are
    ///     read
    void refresh(std::shared_ptr<const logs::MatchLog> open = {});
    /// Sets the folder for unpacked logs.
    void setSpool(const std::filesystem::path& spool) { m_spool = spool; }
    /// Stops reading and releases the log. The next `refresh` reads the remaining files.
    void stop();

Q_SIGNALS:
    void changed();

private:
    struct Known { ///< state of the file when it was read
        widgets::RecentFile file;
        qint64 bytes = 0;
        QDateTime modified;
    };
    void load();
    void save();
    void fill();
    void lookAtNext();
    [[nodiscard]] bool isKnown(const QString& path) const;

    QSettings& m_store;
    std::filesystem::path m_spool;
    std::map<QString, Known> m_known; ///< contents by path
    std::vector<widgets::RecentFile> m_files;
    std::set<QString> m_lookedAt; ///< files read since the last refresh; not read again, because a
                                  ///< file may change constantly
    std::shared_ptr<const logs::MatchLog> m_open;
    bool m_isBusy = false;
    int m_attempt = 0; ///< number of the current read
    base::Worker m_worker;
};

/// Reads the contents of a file, as far as possible. May take seconds. Any thread.
/// @param log the same file, if it is open; may be null
/// @param spool folder in which a compressed log is unpacked
[[nodiscard]] widgets::RecentFile describeFile(const QString& path,
                                               std::shared_ptr<const logs::MatchLog> log,
                                               const std::filesystem::path& spool,
                                               const std::stop_token& stop = {});

} // namespace sideline::studio
