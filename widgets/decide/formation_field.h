#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include <Eigen/Core>
#include <QPointF>

#include "agentcore/planning/formation/formation_text.h"
#include "widgets/match/field_view.h"

namespace sideline::widgets {

/// A formation as shown. Positions in meters of the file's field, in the team's own field frame.
struct FormationView {
    std::shared_ptr<const planning::FormationText> text; ///< null: none is open
    planning::FormationSituation situation = planning::FormationSituation::Play;
    Eigen::Vector2d ball = Eigen::Vector2d::Zero();
    int role = -1; ///< selected role; -1: none
    [[nodiscard]] Eigen::Vector2d placeOf(std::size_t which) const;
    /// The ball position of the file at which the ball is; nullopt if it is elsewhere.
    [[nodiscard]] std::optional<planning::FormationSample> sample() const;
};

/// The field with a formation: the ball, the position of each role for it, the ball positions in
/// the file and the triangles between them. The left mouse button drags ball and players; a click
/// on a ball position moves the ball there, Shift + drag moves the position. Otherwise like
/// `FieldView`.
class FormationField : public FieldView {
    Q_OBJECT
public:
    explicit FormationField(QWidget* parent = nullptr);

    void setView(const FormationView& view);
    [[nodiscard]] const FormationView& view() const { return m_view; }
    /// Converts a place of the formation to widget coordinates.
    [[nodiscard]] QPointF placeOnWidget(const Eigen::Vector2d& place) const;

Q_SIGNALS:
    /// The user moves the ball to see the positions of the roles.
    void ballMoved(const Eigen::Vector2d& ball);
    /// The user moves a ball position of the file. @param isDone the mouse button was released
    void sampleMoved(const sideline::planning::FormationSample& sample, const Eigen::Vector2d& ball,
                     bool isDone);
    /// The user moves a role for the current ball position. @param isDone as for `sampleMoved`
    void roleMoved(int role, const Eigen::Vector2d& place, bool isDone);
    void roleSelected(int role);
    void removeRequested();
    void undoRequested();
    void redoRequested();
    void saveRequested();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    class Layer;
    // Object that the mouse drags: a role, a ball position of the file, or else the ball.
    struct Grip {
        int role = -1;                                   ///< -1: no role
        std::optional<planning::FormationSample> sample; ///< not set: no ball position
        QPointF offPx; ///< offset from the mouse to the object's center
        bool hasMoved = false;
    };
    [[nodiscard]] Eigen::Vector2d placeAt(const QPointF& pos) const;
    [[nodiscard]] Eigen::Vector2d snapped(const Eigen::Vector2d& ball) const;
    [[nodiscard]] std::optional<planning::FormationSample> sampleNear(const QPointF& pos) const;
    [[nodiscard]] std::optional<Grip> gripAt(const QPointF& pos, bool movesSample) const;
    void drag(const QPointF& pos, bool isDone);

    FormationView m_view;
    std::optional<Grip> m_grip;
    QPointF m_gripAt;
};

} // namespace sideline::widgets
