#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/planning/formation/team_formation.h"

namespace sideline::planning {

/// A ball position with the places of the roles, for an editor.
struct FormationSample {
    Eigen::Vector2d ball = Eigen::Vector2d::Zero(); ///< ball position on a field of
                                                    ///< `TeamFormation::sizeM`, m
    std::vector<Eigen::Vector2d> places;            ///< one place per role
    std::size_t written = 0; ///< index among the samples of the situation in the text
    bool isMirrored = false; ///< mirror image of a position in the text
};

/// The text of a formation together with its parsed form, for editing individual places. Edits
/// preserve everything else, including comments and blank lines. A value.
///
/// All places refer to a field of `TeamFormation::sizeM` and are rounded to centimeters.
class FormationText {
public:
    /// @param file file name for error messages
    /// Errors: those of `TeamFormation::parse`. Any thread.
    [[nodiscard]] static base::Expected<FormationText> parse(std::string text, std::string file);

    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] const std::string& file() const { return m_file; }
    [[nodiscard]] const TeamFormation& formation() const { return m_formation; }

    /// The ball positions that the text defines for a situation, in the order of the text, followed
    /// by those added by `mirrored`. Empty for an undefined situation.
    [[nodiscard]] std::vector<FormationSample> samples(FormationSituation situation) const;

    /// Moves a role for a ball position. For a mirrored ball position, moves the mirrored role to
    /// the mirrored place.
    /// @param sample one of `samples`
    /// Errors, for all edits: those of `TeamFormation::parse` for the resulting text, such as a
    /// place outside the field. After an error, the text is unchanged.
    [[nodiscard]] base::Expected<FormationText> withPlace(FormationSituation situation,
                                                          const FormationSample& sample,
                                                          std::size_t role,
                                                          const Eigen::Vector2d& place) const;
    /// Moves a ball position; the places of the roles are unchanged.
    [[nodiscard]] base::Expected<FormationText> withBall(FormationSituation situation,
                                                         const FormationSample& sample,
                                                         const Eigen::Vector2d& ball) const;
    /// Adds a ball position after the others of the situation; adds the situation if necessary.
    /// @param places one per role
    [[nodiscard]] base::Expected<FormationText> withSample(
        FormationSituation situation, const Eigen::Vector2d& ball,
        const std::vector<Eigen::Vector2d>& places) const;
    /// Removes a ball position; removing the last one removes the situation. The last one of `Play`
    /// cannot be removed.
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
