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

/// Everything that is drawn over a match: what agents send, what built-in agents believe, and what
/// the user is about to do. GUI thread only.
class DrawingSession : public QObject {
    Q_OBJECT
public:
    explicit DrawingSession(QObject* parent = nullptr);
    ~DrawingSession() override;

    /// Receives drawings from now on; closes what was open.
    /// Errors: those of `DrawingLink::open`.
    base::Expected<void> listen(const DrawingLink::Settings& settings, DrawingLink::Tap tap = {});
    void close();
    /// The link, or null while nothing is received.
    [[nodiscard]] const DrawingLink* link() const { return m_link.get(); }
    /// Takes away what was received.
    void clear();

    /// Shows the drawings of a recording instead of those that are received; nothing: the latter.
    void setRecorded(std::optional<drawing::DrawingBoardPtr> board);
    /// The agents whose belief is drawn.
    void setAgents(std::vector<world::AgentFramePtr> agents);
    /// Texts over heads, beside those that are received; who has one of those keeps it.
    void setNotes(std::vector<drawing::AgentNote> notes);
    /// Where beliefs are compared with.
    void setField(const field::FieldDimensions& field);
    /// What the user aims at; empty for nothing.
    void setPreview(std::vector<drawing::Shape> shapes);

    /// Looks for new drawings; to be called with every picture.
    void refresh();
    /// What is to be drawn; null for nothing.
    [[nodiscard]] const drawing::DrawingBoardPtr& board() const { return m_board; }

Q_SIGNALS:
    void boardChanged(const sideline::drawing::DrawingBoardPtr& board);

private:
    [[nodiscard]] drawing::DrawingBoardPtr received() const;
    void addBelief(const world::AgentFrame& agent, drawing::DrawingBoard& board) const;

    std::unique_ptr<DrawingLink> m_link;
    std::optional<drawing::DrawingBoardPtr> m_recorded;
    std::vector<world::AgentFramePtr> m_agents;
    std::map<std::string, world::AgentFramePtr> m_lastVisionFrames; ///< by name of the agent
    std::vector<drawing::AgentNote> m_notes;
    std::vector<drawing::Shape> m_preview;
    field::FieldModel m_field;
    drawing::DrawingBoardPtr m_base; ///< what `m_board` was made of
    bool m_hasChanged = false;       ///< something else than the base
    drawing::DrawingBoardPtr m_board;
};

/// The name under which a built-in agent draws, such as `Sideline 4`.
[[nodiscard]] std::string drawingName(const world::AgentIdentity& identity);

} // namespace sideline::studio
