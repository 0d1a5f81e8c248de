#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/field/field_model.h"
#include "agentcore/planning/formation/ball_mesh.h"
#include "agentcore/planning/roles.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::planning {

/// The situations of a formation. `Their` ones are restarts of the opponents.
enum class FormationSituation : std::uint8_t {
    Play,
    KickOff,
    KickIn,
    Corner,
    GoalKick,
    FreeKick,
    TheirKickOff,
    TheirKickIn,
    TheirCorner,
    TheirGoalKick,
    TheirFreeKick,
};
inline constexpr std::size_t kFormationSituations = 11;
/// As in a file: `play`, `kick-off`, `their-kick-off`, ...
[[nodiscard]] std::string_view nameOf(FormationSituation situation);
/// The situation in a robot's belief; before a kick-off of neither team, `KickOff`.
[[nodiscard]] FormationSituation situationOf(const world::SituationBelief& situation,
                                             const world::GameBelief& game);

/// A role of a formation, such as `left-back`.
struct FormationRole {
    std::string name;
    int unum = 0;           ///< of the player that has it unless roles are assigned otherwise
    std::size_t mirror = 0; ///< role that stands on the other side of the field; itself: none does
};

/// Where each role stands, for each situation and place of the ball: given for some places of the
/// ball, between them interpolated in Delaunay triangles, outside of them as at their edge. A
/// situation that is not given is as `play`. Immutable.
class TeamFormation {
public:
    /// Reads the text of a formation: see docs/planning.md.
    /// @param file for errors
    /// Errors: Malformed with file, line and what was expected. Any thread.
    [[nodiscard]] static base::Expected<TeamFormation> parse(std::string_view text,
                                                             const std::string& file);
    /// Errors: those of reading a text file and of `parse`.
    [[nodiscard]] static base::Expected<TeamFormation> load(const std::filesystem::path& file);

    [[nodiscard]] const std::string& name() const { return m_name; }
    /// Length and width of the field that the places of the file are for, m.
    [[nodiscard]] const Eigen::Vector2d& sizeM() const { return m_sizeM; }
    /// Whether each place of the ball counts on the other side, too.
    [[nodiscard]] bool isMirrored() const { return m_isMirrored; }
    [[nodiscard]] std::span<const FormationRole> roles() const { return m_roles; }
    [[nodiscard]] std::optional<std::size_t> roleOf(int unum) const;
    [[nodiscard]] bool has(FormationSituation situation) const {
        return !m_sheets[static_cast<std::size_t>(situation)].places.empty();
    }

    /// The places of the ball that are given for a situation, mirrored ones included, on a field of
    /// `sizeM`; those of `Play` for one that is not given.
    [[nodiscard]] const BallMesh& mesh(FormationSituation situation) const {
        return sheetOf(situation).mesh;
    }

    /// Where a role stands for a point of `mesh`, on a field of `sizeM`.
    [[nodiscard]] const Eigen::Vector2d& placeAt(FormationSituation situation, std::size_t point,
                                                 std::size_t role) const {
        return sheetOf(situation).places[point][role];
    }

    /// Where a role stands. Own field frame F.
    /// @param role index in `roles()`
    /// @param ball_F finite
    /// @param field on which it is played; places are scaled to it
    [[nodiscard]] Eigen::Vector2d place(FormationSituation situation, std::size_t role,
                                        const Eigen::Vector2d& ball_F,
                                        const field::FieldDimensions& field) const;

private:
    friend class FormationReader;
    using Places = std::array<Eigen::Vector2d, kMaxRoles>; ///< one per role
    struct Sheet {
        std::vector<Places> places; ///< one per point of the mesh
        BallMesh mesh;
    };

    [[nodiscard]] const Sheet& sheetOf(FormationSituation situation) const {
        return m_sheets[static_cast<std::size_t>(has(situation) ? situation
                                                                : FormationSituation::Play)];
    }

    std::string m_name;
    bool m_isMirrored = false;
    Eigen::Vector2d m_sizeM = Eigen::Vector2d::Zero(); ///< of the field in the file
    std::vector<FormationRole> m_roles;
    std::array<Sheet, kFormationSituations> m_sheets;
};

} // namespace sideline::planning
