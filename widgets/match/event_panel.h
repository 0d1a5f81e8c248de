#pragma once

#include <array>
#include <memory>

#include <QCheckBox>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>
#include <QWidget>

#include "widgets/match/event_model.h"

namespace sideline::widgets {

/// Events and bookmarks of the log; a click seeks there. They are filtered by kind and by
/// a search field.
class EventPanel : public QWidget {
    Q_OBJECT
public:
    explicit EventPanel(QWidget* parent = nullptr);

    void setAnalysis(const std::shared_ptr<const logs::LogAnalysis>& analysis);
    void setBookmarks(const std::vector<logs::Bookmark>& bookmarks);
    void setColors(const TeamColors& colors);
    /// Marks the last event at or before the frame.
    void setFrame(logs::FrameNumber frame);
    /// Lets the user edit the text of the bookmark at this frame.
    void editBookmark(logs::FrameNumber frame);

    /// Listed kinds, as bits of EventKind; also those at which the jump keys stop.
    [[nodiscard]] std::uint32_t kinds() const { return m_kinds; }
    void setKinds(std::uint32_t kinds);
    /// Frames of all listed rows, ascending.
    [[nodiscard]] std::vector<logs::FrameNumber> listedFrames() const { return m_model.frames(); }
    /// Whether playback pauses at listed rows.
    void setPausing(bool on) { m_pause->setChecked(on); }

Q_SIGNALS:
    void frameRequested(sideline::logs::FrameNumber frame);
    void bookmarkEdited(const sideline::logs::Bookmark& bookmark);
    void bookmarkRemoved(sideline::logs::FrameNumber frame);
    void kindsChanged(std::uint32_t kinds);
    /// The list has changed.
    void listChanged();
    void pausingChanged(bool isOn);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] bool isEditing() const; ///< whether a bookmark's text is being edited

    EventModel m_model;
    std::shared_ptr<const logs::LogAnalysis> m_analysis; ///< listed once no text is being edited
    QTableView* m_table;
    QLineEdit* m_filter;
    QCheckBox* m_pause;
    std::uint32_t m_kinds;
    std::array<QAction*, logs::kEventKindCount> m_kindActions{};
};

} // namespace sideline::widgets
