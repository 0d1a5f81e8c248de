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

/// Shows the picture of the decision next to its list: both have one selection, and changes in the
/// picture become edits of the file's text. While the text differs from the decision that is
/// played, the picture shows the text. GUI thread only.
class GraphControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive this object; except the panels.
    GraphControls(ShownAgent& agents, DecisionControls& decision, widgets::DecisionPanel* list,
                  TextEditing& text, widgets::MessageBar& messages);

    [[nodiscard]] widgets::GraphPanel* panel() const { return m_panel; }

private:
    void connectPanels();
    void connectText();
    void showFrame(const world::AgentFramePtr& frame);
    void show();
    void showFile();
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
    world::AgentFramePtr m_frame;               ///< frame of the agent, as played
    std::optional<widgets::GraphDraft> m_draft; ///< decision of the text, if drawn in its place
    bool m_isOther = false; ///< the text is of another file than the one that is played
    QString m_noted;
};

} // namespace sideline::studio
