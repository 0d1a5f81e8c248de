#pragma once

#include <cstdint>
#include <vector>

#include <QGridLayout>
#include <QLabel>
#include <QLayout>
#include <QTreeWidget>
#include <QWidget>

#include "widgets/common/job_card.h"
#include "widgets/common/recent_file.h"

namespace sideline::widgets {

/// Kinds of work that the page offers.
enum class Job : std::uint8_t { Replay, Drive, Motion, Localize, Teams };

/// The welcome page: a card for each job, and the recent files.
class WelcomePanel : public QWidget {
    Q_OBJECT
public:
    explicit WelcomePanel(QWidget* parent = nullptr);

    /// @param files newest first
    void setRecentFiles(const std::vector<RecentFile>& files);
    /// Shows the name of the file that is being opened; empty: none.
    void setActivity(const QString& text);
    /// Leaves the bottom of the page empty, because messages cover it. @param px its height
    void leaveBelow(int px) { layout()->setContentsMargins(0, 0, 0, px); }
    [[nodiscard]] JobCard* card(Job job) const { return m_cards[static_cast<std::size_t>(job)]; }

Q_SIGNALS:
    void fileRequested(const QString& file);
    void sampleRequested(sideline::widgets::Job job);
    /// The user wants a file, a server or a motion of their own.
    void ownRequested(sideline::widgets::Job job);
    void paletteRequested();
    void helpRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildHeader();
    void buildCards();
    void placeCards();

    QGridLayout* m_grid;
    std::vector<JobCard*> m_cards; ///< indexed by job
    int m_columns = 0;
    QLabel* m_activity;
    QLabel* m_recentTitle;
    QTreeWidget* m_recent;
};

} // namespace sideline::widgets
