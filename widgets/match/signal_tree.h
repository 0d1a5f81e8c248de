#pragma once

#include <string>
#include <vector>

#include <QLineEdit>
#include <QTreeWidget>
#include <QWidget>

#include "agentcore/monitor/match_frame.h"
#include "logs/match/signals.h"

namespace sideline::widgets {

/// The signals of a match as a tree with check marks, and a search field. Names have the form
/// `left.7.rlj4`: a level of the tree for each part.
class SignalTree : public QWidget {
    Q_OBJECT
public:
    explicit SignalTree(QWidget* parent = nullptr);

    /// Offers the signals of a frame; null offers none.
    /// @return whether the signals have changed
    bool setFrame(const monitor::MatchFramePtr& frame);
    /// Checks these signals, and no others.
    void setTicked(const std::vector<logs::SignalId>& ids);

Q_SIGNALS:
    void toggled(const sideline::logs::SignalId& id, bool isOn);
    /// The user plots the object's path over the field.
    void pathRequested(const sideline::monitor::ObjectId& object);

private:
    void fill(const monitor::MatchFrame& frame);
    void applySearch();
    void tickFirstFound();
    void showMenu(const QPoint& pos);

    QLineEdit* m_search;
    QTreeWidget* m_tree;
    std::string m_signature; ///< signature of the signals that the tree was filled with
    std::vector<logs::SignalId> m_ticked;
    bool m_isFilling = false;
};

} // namespace sideline::widgets
