#include "studio/session/drawing_session.h"

#include <algorithm>
#include <map>
#include <utility>

#include "agentcore/world/belief_shapes.h"

namespace sideline::studio {

namespace {

constexpr const char* kPreviewSender = "Sideline";

// Seen objects are reported only in every third cycle; they remain visible until the next vision
// frame.
constexpr world::BeliefLayers kCurrentLayers{true, true, true, false, false,
                                             true, true, true, true};
constexpr world::BeliefLayers kVisionLayers{false, false, false, true, true,
                                            false, false, false, false};
constexpr std::uint64_t kMaxVisionAgeCycles = 15;

// Sets of shapes of a belief. Empty sets are included, so that lists of sets do not change as
// shapes come and go.
constexpr const char* kBeliefSets[] = {
    "belief.pose",  "belief.ball", "belief.players", "belief.players.numbers", "belief.landmarks",
    "belief.lines", "belief.view", "belief.forces",  "belief.balance",         "belief.inertia"};

// Adds shapes as sets of one sender.
void addSets(const std::string& sender, std::vector<drawing::NamedShape> shapes,
             drawing::DrawingBoard& board) {
    std::map<std::string, drawing::ShapeSet> sets;
    for (const char* name : kBeliefSets) {
        sets[name];
    }
    for (drawing::NamedShape& named : shapes) {
        drawing::ShapeSet& set = sets[named.set];
        set.shapes.push_back(std::move(named.shape));
    }
    for (auto& [name, set] : sets) {
        set.sender = sender;
        set.name = name;
        board.sets.push_back(std::make_shared<const drawing::ShapeSet>(std::move(set)));
    }
}

} // namespace

std::string drawingName(const world::AgentIdentity& identity) {
    return identity.team + " " + std::to_string(identity.robot.unum.value());
}

DrawingSession::DrawingSession(QObject* parent)
    : QObject(parent), m_field(field::newestField().dimensions) {}

DrawingSession::~DrawingSession() = default;

base::Expected<void> DrawingSession::listen(const DrawingLink::Settings& settings,
                                            DrawingLink::Tap tap) {
    m_link.reset(); // the new link may need its port
    auto link = DrawingLink::open(settings, std::move(tap));
    if (!link) {
        return tl::unexpected(link.error());
    }
    m_link = std::move(*link);
    return {};
}

void DrawingSession::close() {
    m_link.reset();
}

void DrawingSession::clear() {
    if (m_link) {
        m_link->clear();
    }
    refresh();
}

void DrawingSession::setRecorded(std::optional<drawing::DrawingBoardPtr> board) {
    m_recorded = std::move(board);
}

void DrawingSession::setAgents(std::vector<world::AgentFramePtr> agents) {
    if (agents == m_agents) {
        return;
    }
    if (agents.empty()) {
        m_lastVisionFrames.clear(); // the next agent may belong to a different match
    }
    for (const world::AgentFramePtr& agent : agents) {
        if (agent->world.hasVision) {
            m_lastVisionFrames[drawingName(agent->identity)] = agent;
        }
    }
    m_agents = std::move(agents);
    m_hasChanged = true;
}

void DrawingSession::setNotes(std::vector<drawing::AgentNote> notes) {
    if (notes != m_notes) {
        m_notes = std::move(notes);
        m_hasChanged = true;
        refresh();
    }
}

void DrawingSession::setField(const field::FieldDimensions& field) {
    if (field != m_field.dimensions()) {
        m_field = field::FieldModel(field);
        m_hasChanged = true;
    }
}

void DrawingSession::setPreview(std::vector<drawing::Shape> shapes) {
    if (!shapes.empty() || !m_preview.empty()) {
        m_preview = std::move(shapes);
        m_hasChanged = true;
        refresh();
    }
}

drawing::DrawingBoardPtr DrawingSession::received() const {
    if (m_recorded) {
        return *m_recorded;
    }
    return m_link ? m_link->board() : nullptr;
}

void DrawingSession::refresh() {
    auto base = received();
    if (base == m_base && !m_hasChanged) {
        return;
    }
    m_base = base;
    m_hasChanged = false;
    if (m_agents.empty() && m_preview.empty() && m_notes.empty()) {
        m_board = std::move(base);
    } else {
        auto board = std::make_shared<drawing::DrawingBoard>();
        if (base) {
            *board = *base;
        }
        for (const world::AgentFramePtr& agent : m_agents) {
            addBelief(*agent, *board);
        }
        if (!m_preview.empty()) {
            board->sets.push_back(std::make_shared<const drawing::ShapeSet>(
                drawing::ShapeSet{kPreviewSender, "aim", m_preview}));
        }
        for (const drawing::AgentNote& note : m_notes) {
            const auto same =
                std::ranges::find(board->agentNotes, note.agent, &drawing::AgentNote::agent);
            if (same == board->agentNotes.end()) {
                board->agentNotes.push_back(note);
            }
        }
        std::ranges::sort(board->agentNotes, {}, &drawing::AgentNote::agent);
        std::ranges::sort(board->sets, {}, [](const auto& set) {
            return std::pair<std::string_view, std::string_view>(set->sender, set->name);
        });
        m_board = std::move(board);
    }
    Q_EMIT boardChanged(m_board);
}

void DrawingSession::addBelief(const world::AgentFrame& agent, drawing::DrawingBoard& board) const {
    std::vector<drawing::NamedShape> shapes = agent.drawings;
    world::appendBeliefShapes(agent, m_field, kCurrentLayers, shapes);
    const std::string name = drawingName(agent.identity);
    if (const auto vision = m_lastVisionFrames.find(name); vision != m_lastVisionFrames.end()) {
        const std::uint64_t then = vision->second->cycle;
        if (then <= agent.cycle && agent.cycle - then <= kMaxVisionAgeCycles) {
            world::appendBeliefShapes(*vision->second, m_field, kVisionLayers, shapes);
        }
    }
    addSets(name, std::move(shapes), board);
}

} // namespace sideline::studio
