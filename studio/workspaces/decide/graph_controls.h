#pragma once

#include <optional>

#include <QMenu>
#include <QObject>
#include <QPointer>

#include "studio/session/shown_agent.h"
#include "studio/workspaces/decide/decision_controls.h"
#include "studio/workspaces/decide/text_editing.h"
#include "widgets/common/message_bar.h"
#include "widgets/decide/decision_panel.h"
#include "widgets/decide/graph_draft.h"
#include "widgets/decide/graph_panel.h"

namespace sideline::studio {

/// Shows the decision as a graph next to the list of its nodes: both have the same selection, and
/// changes in the graph become edits of the file's text. While the text differs from the running
/// decision, the graph shows the text; without a running decision, it shows the open file without
/// values. GUI thread only.
class GraphControls : public QObject {
    Q_OBJECT
public:
    /// All arguments except the panels must outlive this object.
    GraphControls(ShownAgent& agents, DecisionControls& decision, widgets::DecisionPanel* list,
                  TextEditing& text, widgets::MessageBar& messages);

    [[nodiscard]] widgets::GraphPanel* panel() const { return m_panel; }

private:
    void connectPanels();
    void connectText();
    void showFrame(const world::AgentFramePtr& frame);
    void show();
    /// @param isOther the text belongs to a file other than the running one
    void showFile(bool isOther);
    void selectPlayed(int played);
    void selectDrawn(int node);
    void beginEdit(int node);
    void takeEdit(int node, const QString& text);
    void change(int node, decision::NodeChange change);
    void selectChanged(const decision::NodeEdit& edit);
    void offer(QMenu& menu, int node);
    void showMenu(int node, const QPoint& globalPos);
    void offerInList(QMenu* menu, int played);
    void note(const QString& text);
    bool openFileAt(int node);
    /// Returns whether the open file is drawn without values, because the selected agent has no
    /// decision.
    [[nodiscard]] bool isOutline() const;
    /// Returns whether the open text is that of the drawn decision.
    [[nodiscard]] bool isTextDrawn() const { return isOutline() || m_decision.isTextOf(maker()); }
    [[nodiscard]] QString maker() const;
    [[nodiscard]] QString hint() const;
    [[nodiscard]] int drawnOf(int played) const;
    [[nodiscard]] int playedOf(int node) const;
    [[nodiscard]] std::optional<decision::NodePlace> placeOf(int node) const;

    DecisionControls& m_decision;
    QPointer<widgets::DecisionPanel> m_list;
    TextEditing& m_text;
    widgets::MessageBar& m_messages;
    QPointer<widgets::GraphPanel> m_panel;
    world::AgentFramePtr m_frame; ///< frame of the agent, with the running decision
    /// Decision that the text describes, if it is drawn instead.
    std::optional<widgets::GraphDraft> m_draft;
    QString m_noted;
};

} // namespace sideline::studio
