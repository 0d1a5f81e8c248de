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

/// The situations of a formation. Those that begin with `Their` are restarts of the opponents.
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
/// Name in files: `play`, `kick-off`, `their-kick-off`, ...
[[nodiscard]] std::string_view nameOf(FormationSituation situation);
/// The situation in a robot's belief; `KickOff` also before the match and after a goal.
[[nodiscard]] FormationSituation situationOf(const world::SituationBelief& situation,
                                             const world::GameBelief& game);

/// A role of a formation, such as `left-back`.
struct FormationRole {
    std::string name;
    int unum = 0;           ///< number of the player that has the role by default
    std::size_t mirror = 0; ///< index of the role that mirrors it; of the role itself if there is
                            ///< none
};

/// The place of each role, for each situation and ball position: specified for some ball positions,
/// interpolated between them in Delaunay triangles, and constant beyond their boundary. An
/// unspecified situation has the places of `play`. Immutable.
class TeamFormation {
public:
    /// Reads the text of a formation; see docs/planning.md.
    /// @param file file name for error messages
    /// Errors: Malformed with file, line and what was expected. Any thread.
    [[nodiscard]] static base::Expected<TeamFormation> parse(std::string_view text,
                                                             const std::string& file);
    /// Errors: those of `base::readTextFile` and of `parse`.
    [[nodiscard]] static base::Expected<TeamFormation> load(const std::filesystem::path& file);

    [[nodiscard]] const std::string& name() const { return m_name; }
    /// Length and width of the field to which the places in the file refer, m.
    [[nodiscard]] const Eigen::Vector2d& sizeM() const { return m_sizeM; }
    /// Whether each ball position also applies to the other side, mirrored.
    [[nodiscard]] bool isMirrored() const { return m_isMirrored; }
    [[nodiscard]] std::span<const FormationRole> roles() const { return m_roles; }
    [[nodiscard]] std::optional<std::size_t> roleOf(int unum) const;
    [[nodiscard]] bool has(FormationSituation situation) const {
        return !m_sheets[static_cast<std::size_t>(situation)].places.empty();
    }

    /// The ball positions specified for a situation, including mirrored ones, on a field of
    /// `sizeM`; those of `Play` for an unspecified situation.
    [[nodiscard]] const BallMesh& mesh(FormationSituation situation) const {
        return sheetOf(situation).mesh;
    }

    /// Place of a role at a point of `mesh`, on a field of `sizeM`.
    [[nodiscard]] const Eigen::Vector2d& placeAt(FormationSituation situation, std::size_t point,
                                                 std::size_t role) const {
        return sheetOf(situation).places[point][role];
    }

    /// Place of a role. Field frame F.
    /// @param role index in `roles()`
    /// @param ball_F finite
    /// @param field field of the match, to which places are scaled
    [[nodiscard]] Eigen::Vector2d place(FormationSituation situation, std::size_t role,
                                        const Eigen::Vector2d& ball_F,
                                        const field::FieldDimensions& field) const;

private:
    friend class FormationReader;
    using Places = std::array<Eigen::Vector2d, kMaxRoles>; ///< one place per role
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
    Eigen::Vector2d m_sizeM = Eigen::Vector2d::Zero(); ///< size of the field in the file
    std::vector<FormationRole> m_roles;
    std::array<Sheet, kFormationSituations> m_sheets;
};

} // namespace sideline::planning
