#include "studio/workspaces/replay/match_display.h"

#include <cmath>

#include "agentcore/math/angles.h"
#include "studio/session/ruler_shapes.h"
#include "studio/workspaces/replay/trail.h"
#include "viewer3d/scene/server_meshes.h"
#include "widgets/common/text_format.h"

namespace sideline::studio {

namespace {

constexpr double kFollowWidthM = 12.0;
constexpr double kJumpS = 1.0; ///< time between two frames beyond which the camera jumps

} // namespace

MatchDisplay::MatchDisplay(const MatchPanels& panels, const ShownMatch& match, ActionTable& actions,
                           const AppSettings& settings)
    : m_panels(panels), m_match(match), m_actions(actions), m_settings(settings) {
    connect(m_actions.action("view.measure"), &QAction::toggled, this, [this](bool isOn) {
        m_panels.field->setMeasuring(isOn);
        m_panels.view->setMeasuring(isOn);
        m_ruler.reset();
        showRuler(nullptr);
    });
    connect(m_panels.field, &widgets::FieldView::measured, this, &MatchDisplay::measure);
    connect(m_panels.view, &viewer3d::MatchView::measured, this, &MatchDisplay::measure);
    // Following starts at a close distance.
    connect(m_actions.action("view.follow"), &QAction::triggered, this, [this](bool isOn) {
        if (isOn && m_panels.field->isFitted()) {
            m_panels.field->zoomTo(kFollowWidthM);
        }
    });
    connect(m_panels.field, &widgets::FieldView::followingEnded, this,
            [this] { m_actions.action("view.follow")->setChecked(false); });
}

void MatchDisplay::draw(const logs::FetchedFrame& frame) {
    showColors(frame.exact.get());
    const double timeS = frame.exact->recordTimeS;
    const bool jumped = std::abs(m_shownTimeS - timeS) > kJumpS;
    m_shownTimeS = timeS;
    m_drawn = frame.drawn;
    m_panels.view->setFrame(frame.drawn);
    m_panels.view->setTrail(makeTrail(frame, m_match.log().selection()));
    if (jumped) {
        m_panels.view->snapCamera();
    }
    m_panels.field->setFrame(frame);
    m_panels.scoreboard->setFrame(frame);
    m_panels.banner->setFrame(frame,
                              m_match.runsForward() && !m_panels.transport->ruler()->isScrubbing());
    m_panels.objects->setFrame(frame);
    if (m_ruler) {
        showRuler(m_drawn.get());
    }
}

void MatchDisplay::clear() {
    m_drawn.reset();
    m_panels.view->setFrame(std::make_shared<const monitor::MatchFrame>());
    m_panels.view->setTrail({});
    m_panels.scoreboard->clearFrame();
    m_panels.field->clearFrame();
    m_panels.objects->clearFrame();
}

void MatchDisplay::setSelection(const monitor::ObjectId& id) {
    m_panels.view->setSelection(id);
    m_panels.field->setSelection(id);
    m_panels.objects->setSelection(id);
}

void MatchDisplay::measure(const monitor::Ruler& ruler) {
    m_ruler = ruler;
    showRuler(m_drawn.get());
}

void MatchDisplay::showRuler(const monitor::MatchFrame* frame) {
    const auto shapes =
        m_ruler ? rulerShapes(monitor::readRuler(*m_ruler, frame)) : std::vector<drawing::Shape>{};
    m_panels.field->setRuler(shapes);
    m_panels.view->setRuler(shapes);
}

// Sets the same color for a team in all views.
void MatchDisplay::showColors(const monitor::MatchFrame* frame) {
    const widgets::TeamColors colors =
        frame == nullptr ? m_settings.colors
                         : m_settings.colorsOf(widgets::toQt(frame->game.teamLeft),
                                               widgets::toQt(frame->game.teamRight));
    if (colors == m_colors) {
        return;
    }
    m_colors = colors;
    m_panels.field->setColors(colors);
    m_panels.objects->setColors(colors);
    m_panels.events->setColors(colors);
    m_panels.overview->setColors(colors);
    m_panels.scoreboard->setColors(colors);
    m_panels.banner->setColors(colors);
    m_panels.transport->ruler()->setColors(colors);
    viewer3d::SceneOptions options = m_panels.view->options();
    options.leftColor = colors.left;
    options.rightColor = colors.right;
    m_panels.view->setOptions(options);
}

void MatchDisplay::applyTheme(bool isDark) {
    m_panels.view->setOptions(m_settings.sceneOptions(isDark, m_colors));
}

void MatchDisplay::applySettings(bool newMeshes) {
    m_panels.field->setLayers({m_settings.teamNames, m_settings.regions, m_settings.offsideLines,
                               m_settings.keepOut, m_settings.viewCones});
    m_panels.field->setFlipped(m_settings.flipsField);
    m_panels.field->setFollowing(m_settings.followsInField);
    m_panels.view->setFovY(math::radFromDeg(m_settings.fovYDeg));
    if (m_settings.eventKinds != 0) {
        m_panels.events->setKinds(m_settings.eventKinds);
    }
    showColors(m_match.shown().exact.get());
    if (newMeshes) {
        readMeshes();
    }
}

void MatchDisplay::readMeshes() {
    std::shared_ptr<const viewer3d::ServerMeshes> meshes;
    if (!m_settings.meshFolder.isEmpty()) {
        auto loaded = viewer3d::ServerMeshes::load(m_settings.meshFolder.toStdString());
        if (loaded) {
            meshes = *loaded;
        } else {
            m_panels.messages->show(widgets::MessageBar::Severity::Warning,
                                    widgets::toQt(loaded.error().toString()));
        }
    }
    m_panels.view->setServerMeshes(meshes);
}

} // namespace sideline::studio
