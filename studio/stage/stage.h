#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <QHBoxLayout>
#include <QWidget>

#include "agentcore/game/player_id.h"
#include "agentcore/game/server_kind.h"
#include "viewer3d/view/match_view.h"
#include "viewer3d/view/robot_fit.h"
#include "widgets/common/elided_label.h"

namespace sideline::studio {

/// A 3D view of one robot without a field, with a headline above it. GUI thread only.
class Stage : public QWidget {
    Q_OBJECT
public:
    [[nodiscard]] viewer3d::MatchView& view() { return *m_view; }
    [[nodiscard]] QWidget* viewWidget() { return m_container; }
    void setOptions(const viewer3d::SceneOptions& options);
    /// Sets the headline: the shown document or robot, and its time or state.
    void setHeadline(const QString& title, const QString& state);

protected:
    /// Makes the camera orbit the whole robot if the robot or its size has changed.
    void fitTo(const robot::RobotModel& model);
    /// Makes the camera orbit another place at the same distance. @param p_S place on the ground
    void orbitPlace(const Eigen::Vector2d& p_S);
    /// The place that the camera orbits, on the ground.
    [[nodiscard]] const Eigen::Vector2d& orbitedPlace() const { return m_place_S; }
    /// Returns the fit of the camera to the shown robot.
    [[nodiscard]] const viewer3d::RobotFit& fit() const { return m_fit; }
    /// @param name prefix of the names of its widgets, such as `motion` in `motion-view`
    Stage(const QString& name, QWidget* parent);

    /// The identity of the shown robot.
    [[nodiscard]] static game::PlayerId shownId() {
        return {game::Side::Left, game::UniformNumber(1)};
    }
    /// Returns a frame with the next index, in the default environment of a server, without robots.
    [[nodiscard]] std::shared_ptr<monitor::MatchFrame> makeFrame(game::ServerKind server);
    /// Returns the index of the newest frame.
    [[nodiscard]] std::uint32_t frameIndex() const { return m_frameIndex; }
    [[nodiscard]] QHBoxLayout& headline() { return *m_headline; }
    [[nodiscard]] widgets::ElidedLabel& state() { return *m_state; }

private:
    viewer3d::MatchView* m_view;
    QWidget* m_container;
    QHBoxLayout* m_headline;
    widgets::ElidedLabel* m_title;
    widgets::ElidedLabel* m_state;
    std::uint32_t m_frameIndex = 0;
    std::string m_fittedName; ///< name of the robot that the camera was fitted to
    viewer3d::RobotFit m_fit;
    Eigen::Vector2d m_place_S = Eigen::Vector2d::Zero();
};

} // namespace sideline::studio
