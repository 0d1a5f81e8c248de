#pragma once

#include <string>
#include <vector>

#include <QLineEdit>
#include <QTreeWidget>
#include <QWidget>

#include "agentcore/monitor/match_frame.h"
#include "logs/match/signals.h"

namespace sideline::widgets {

/// The signals of a match as a tree with ticks, and a field to search them. Names have the form
/// `left.7.rlj4`: a level of the tree for each part.
class SignalTree : public QWidget {
    Q_OBJECT
public:
    explicit SignalTree(QWidget* parent = nullptr);

    /// Offers the signals of this frame; null offers none.
    /// @return whether they are others than before
    bool setFrame(const monitor::MatchFramePtr& frame);
    /// Ticks these signals, and no others.
    void setTicked(const std::vector<logs::SignalId>& ids);

Q_SIGNALS:
    void toggled(const sideline::logs::SignalId& id, bool isOn);
    /// The object's way over the field is to be plotted.
    void pathRequested(const sideline::monitor::ObjectId& object);

private:
    void fill(const monitor::MatchFrame& frame);
    void applySearch();
    void tickFirstFound();
    void showMenu(const QPoint& pos);

    QLineEdit* m_search;
    QTreeWidget* m_tree;
    std::string m_signature; ///< of the signals that the tree was filled with
    std::vector<logs::SignalId> m_ticked;
    bool m_isFilling = false;
};

} // namespace sideline::widgets
