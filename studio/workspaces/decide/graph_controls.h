#pragma once

#include <optional>

#include <QMenu>
#include <QObject>
#include <QPointer>

#include "studio/workspaces/decide/decision_controls.h"
#include "studio/workspaces/decide/text_editing.h"
#include "studio/workspaces/live/agent_controls.h"
#include "widgets/common/message_bar.h"
#include "widgets/decide/decision_panel.h"
#include "widgets/decide/graph_draft.h"
#include "widgets/decide/graph_panel.h"

namespace sideline::studio {

/// The picture of the decision beside its list: one selection for both, and changes in the picture
/// become edits of the text of the file. While the text is another decision than the one that is
/// played, the picture is that of the text. GUI thread only.
class GraphControls : public QObject {
    Q_OBJECT
public:
    /// All must outlive it; not the panels.
    GraphControls(AgentControls& agents, DecisionControls& decision, widgets::DecisionPanel* list,
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
    [[nodiscard]] int drawnOf(int played) const;
    [[nodiscard]] int playedOf(int node) const;
    [[nodiscard]] std::optional<decision::NodePlace> placeOf(int node) const;

    DecisionControls& m_decision;
    QPointer<widgets::DecisionPanel> m_list;
    TextEditing& m_text;
    widgets::MessageBar& m_messages;
    QPointer<widgets::GraphPanel> m_panel;
    world::AgentFramePtr m_frame;               ///< as it is played
    std::optional<widgets::GraphDraft> m_draft; ///< what is drawn instead
    QString m_noted;
};

} // namespace sideline::studio
