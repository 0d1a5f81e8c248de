#pragma once

#include <vector>

#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QString>
#include <QToolButton>
#include <QWidget>

#include "agentcore/world/agent_frame.h"
#include "widgets/decide/decision_graph.h"
#include "widgets/decide/graph_draft.h"

namespace sideline::widgets {

/// State of the file that belongs to the graph.
struct GraphFileState {
    QString file;    ///< name; empty: the graph's file is not open
    QString problem; ///< error of its text; empty: none
    bool isUnsaved = false;
    /// The graph shows the text, which differs from the running decision.
    bool isDraft = false;
    /// States which file the graph shows and which one is being edited; empty: they are the same.
    QString hint{};
    [[nodiscard]] bool operator==(const GraphFileState&) const = default;
};

/// Adds the edits that a decision offers for a node to a menu.
/// @param chosen called with the chosen edit
/// @param adds true: edits that add something; false: the others
template <typename Chosen>
void addOffers(QMenu& menu, const world::DecisionTrace& trace, int node, bool adds,
               const Chosen& chosen) {
    for (const NodeOffer& offer : NodeOffers::of(trace, node)) {
        if (offer.adds() == adds) {
            menu.addAction(offer.text + QLatin1Char('\t') + offer.key,
                           [chosen, change = offer.change] { chosen(change); });
        }
    }
}

/// The graph of a decision with its tools, the reasons for or against the selected node, and a
/// field in which the node's lines of the file are edited in place. Values in, signals out. GUI
/// thread only.
class GraphPanel : public QWidget {
    Q_OBJECT
public:
    explicit GraphPanel(QWidget* parent = nullptr);

    /// @param frame, isNew, hasValues as for `DecisionGraph::setFrame`
    void setFrame(const world::AgentFramePtr& frame, std::vector<char> isNew = {},
                  bool hasValues = true);
    void setSelected(int node);
    void setFile(const GraphFileState& state);
    /// Lets the user edit lines of the file beside a node.
    /// @param text the current lines
    void beginEdit(int node, const QString& text);
    [[nodiscard]] bool isEditing() const { return !m_editor->isHidden(); }
    [[nodiscard]] DecisionGraph* graph() const { return m_graph; }

Q_SIGNALS:
    void nodeSelected(int node);
    void lineRequested(int node);
    /// The user wants to edit the lines of a node here. The owner answers with `beginEdit` or a
    /// message.
    void editRequested(int node);
    /// The lines have been changed.
    void textEdited(int node, const QString& text);
    /// The user wants to edit the file that the agent runs.
    void playedFileRequested();
    void plotRequested(int node);
    void menuRequested(int node, const QPoint& globalPos);
    /// @param node -1: none is selected
    void changeRequested(int node, sideline::decision::NodeChange change);
    void undoRequested();
    void redoRequested();
    void saveRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void connectGraph();
    void showOffers();
    void refresh();
    void placeEditor();
    void endEdit(bool isTaken);

    world::AgentFramePtr m_frame;
    DecisionGraph* m_graph;
    QLabel* m_head;
    QToolButton* m_add;
    QToolButton* m_delete;
    QToolButton* m_up;
    QToolButton* m_down;
    QToolButton* m_change;
    QToolButton* m_plot;
    QToolButton* m_follow;
    QLabel* m_why;
    QWidget* m_fileRow;
    QLabel* m_file;
    QPushButton* m_undo;
    QPushButton* m_redo;
    QPushButton* m_save;
    QPushButton* m_openPlayed;
    QPlainTextEdit* m_editor; ///< shown over the picture
    QLabel* m_editorHelp;
    GraphFileState m_state;
    int m_edited = -1;
};

} // namespace sideline::widgets
