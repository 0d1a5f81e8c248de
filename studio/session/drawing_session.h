#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QString>

#include "agentcore/drawing/drawing_board.h"
#include "agentcore/field/field_model.h"
#include "agentcore/world/agent_frame.h"
#include "studio/session/drawing_link.h"

namespace sideline::studio {

/// Combines everything drawn over a match: drawings sent by agents, beliefs of built-in agents, and
/// the preview of the user's next command. GUI thread only.
class DrawingSession : public QObject {
    Q_OBJECT
public:
    explicit DrawingSession(QObject* parent = nullptr);
    ~DrawingSession() override;

    /// Starts receiving drawings; closes the previous link.
    /// Errors: those of `DrawingLink::open`.
    base::Expected<void> listen(const DrawingLink::Settings& settings, DrawingLink::Tap tap = {});
    void close();
    /// Returns the link, or null while nothing is received.
    [[nodiscard]] const DrawingLink* link() const { return m_link.get(); }
    /// Removes the received drawings.
    void clear();

    /// Shows the drawings of a recording instead of the received ones; if not set, the received
    /// ones.
    void setRecorded(std::optional<drawing::DrawingBoardPtr> board);
    /// Sets the agents whose beliefs are drawn.
    void setAgents(std::vector<world::AgentFramePtr> agents);
    /// Sets labels above heads; a label received for a robot takes precedence.
    void setNotes(std::vector<drawing::AgentNote> notes);
    /// Sets the field whose landmarks the beliefs are compared with.
    void setField(const field::FieldDimensions& field);
    /// Sets the preview of the user's next command; empty for none.
    void setPreview(std::vector<drawing::Shape> shapes);

    /// Checks for new drawings. Call it once per rendered picture.
    void refresh();
    /// Returns the shapes to draw; null if there are none.
    [[nodiscard]] const drawing::DrawingBoardPtr& board() const { return m_board; }

Q_SIGNALS:
    void boardChanged(const sideline::drawing::DrawingBoardPtr& board);

private:
    [[nodiscard]] drawing::DrawingBoardPtr received() const;
    void addBelief(const world::AgentFrame& agent, drawing::DrawingBoard& board) const;

    std::unique_ptr<DrawingLink> m_link;
    std::optional<drawing::DrawingBoardPtr> m_recorded;
    std::vector<world::AgentFramePtr> m_agents;
    std::map<std::string, world::AgentFramePtr> m_lastVisionFrames; ///< keyed by the agent's name
    std::vector<drawing::AgentNote> m_notes;
    std::vector<drawing::Shape> m_preview;
    field::FieldModel m_field;
    drawing::DrawingBoardPtr m_base; ///< board that `m_board` was built from
    bool m_hasChanged = false;       ///< whether anything else in `m_board` has changed
    drawing::DrawingBoardPtr m_board;
};

/// Returns the name under which a built-in agent draws, such as `Sideline 4`.
[[nodiscard]] std::string drawingName(const world::AgentIdentity& identity);

} // namespace sideline::studio
