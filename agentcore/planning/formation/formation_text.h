#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/planning/formation/team_formation.h"

namespace sideline::planning {

/// A place of the ball with the places of the roles, as an editor sees it.
struct FormationSample {
    Eigen::Vector2d ball = Eigen::Vector2d::Zero(); ///< on a field of `TeamFormation::sizeM`, m
    std::vector<Eigen::Vector2d> places;            ///< one per role
    std::size_t written = 0; ///< number among those that the text has for the situation
    bool isMirrored = false; ///< the text has it on the other side of the field
};

/// The text of a formation and what it means, to be edited place by place. Everything that an edit
/// does not concern stays as it is written, comments and blank lines included. A value.
///
/// All places are on a field of `TeamFormation::sizeM`, and are written to centimeters.
class FormationText {
public:
    /// @param file for errors
    /// Errors: those of `TeamFormation::parse`. Any thread.
    [[nodiscard]] static base::Expected<FormationText> parse(std::string text, std::string file);

    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] const std::string& file() const { return m_file; }
    [[nodiscard]] const TeamFormation& formation() const { return m_formation; }

    /// The places of the ball that the text has for a situation, in its order, then those that
    /// `mirrored` adds. Empty for a situation that is not given.
    [[nodiscard]] std::vector<FormationSample> samples(FormationSituation situation) const;

    /// Puts a role somewhere for a place of the ball. Of a mirrored one, the role on the other side
    /// is put on the other side.
    /// @param sample of `samples`
    /// Errors, of all edits: those of `TeamFormation::parse` for what would come of it, such as a
    /// place outside of the field; nothing has changed then.
    [[nodiscard]] base::Expected<FormationText> withPlace(FormationSituation situation,
                                                          const FormationSample& sample,
                                                          std::size_t role,
                                                          const Eigen::Vector2d& place) const;
    /// Moves a place of the ball; where the roles stand then stays.
    [[nodiscard]] base::Expected<FormationText> withBall(FormationSituation situation,
                                                         const FormationSample& sample,
                                                         const Eigen::Vector2d& ball) const;
    /// Adds a place of the ball behind the others of the situation, or the situation with it.
    /// @param places one per role
    [[nodiscard]] base::Expected<FormationText> withSample(
        FormationSituation situation, const Eigen::Vector2d& ball,
        const std::vector<Eigen::Vector2d>& places) const;
    /// Removes a place of the ball; with the last one its situation goes. The last one of `Play`
    /// cannot go.
    [[nodiscard]] base::Expected<FormationText> withoutSample(FormationSituation situation,
                                                              const FormationSample& sample) const;

private:
    struct Layout;
    [[nodiscard]] static Layout layoutOf(const std::vector<std::string>& lines,
                                         FormationSituation situation);
    [[nodiscard]] base::Expected<FormationText> with(const std::vector<std::string>& lines) const;
    [[nodiscard]] std::size_t otherRole(std::size_t role, bool isMirrored) const;

    std::string m_text;
    std::string m_file;
    TeamFormation m_formation;
};

} // namespace sideline::planning
