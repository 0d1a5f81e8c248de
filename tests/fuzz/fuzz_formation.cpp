// Arbitrary text as a formation: parsing gives a formation with a finite position for every role,
// ball position and field, whose edits change only their targets; or an error with position and
// expectation.

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "agentcore/planning/formation/formation_text.h"
#include "agentcore/planning/formation/team_formation.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;
using planning::FormationSituation;

void checkMesh(const planning::TeamFormation& formation, FormationSituation situation) {
    const planning::BallMesh& mesh = formation.mesh(situation);
    for (const double x : {-30.0, -7.3, 0.0, 2.2, 1e3}) {
        for (const double y : {-10.0, 0.0, 4.1}) {
            const planning::MeshWeights weights = mesh.at({x, y});
            double sum = 0.0;
            for (std::size_t i = 0; i < weights.points.size(); ++i) {
                require(weights.points[i] < mesh.points().size(), "points of the mesh");
                require(std::abs(weights.weights[i] - 0.5) < 0.5 + 1e-9, "shares");
                sum += weights.weights[i];
            }
            require(std::abs(sum - 1.0) < 1e-9, "shares of one");
        }
    }
}

void checkPlaces(const planning::TeamFormation& formation, FormationSituation situation) {
    field::FieldDimensions large;
    large.lengthM = 105.0;
    large.widthM = 68.0;
    for (const field::FieldDimensions& field : {field::newestField().dimensions, large}) {
        for (std::size_t role = 0; role < formation.roles().size(); ++role) {
            for (const Eigen::Vector2d& ball :
                 {Eigen::Vector2d(0.0, 0.0), Eigen::Vector2d(-70.0, 3.0), Eigen::Vector2d(9, -9)}) {
                const Eigen::Vector2d place = formation.place(situation, role, ball, field);
                require(place.allFinite() && place.norm() < 1e4, "a place near the field");
            }
        }
    }
}

void checkEdits(const planning::FormationText& text, FormationSituation situation) {
    const auto samples = text.samples(situation);
    for (std::size_t i = 0; i < samples.size(); i += 1 + samples.size() / 4) {
        const planning::FormationSample& sample = samples[i];
        require(sample.places.size() == text.formation().roles().size(), "a place for each role");
        const auto moved = text.withPlace(situation, sample, 0, {0.5, -0.25});
        if (moved) {
            const auto after = moved->samples(situation);
            require(after.size() == samples.size(), "as many places of the ball");
            require((after[i].places[0] - Eigen::Vector2d(0.5, -0.25)).norm() < 1e-9,
                    "the role is where it was put");
        }
        (void)text.withBall(situation, sample, {0.1, 0.2});
        const auto fewer = text.withoutSample(situation, sample);
        require(!fewer || fewer->samples(situation).size() < samples.size(), "a place is gone");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto formation = planning::FormationText::parse(text, "a.formation");
    if (!formation) {
        const base::Error& error = formation.error();
        require(!error.message.empty() && !error.expected.empty() && error.line.has_value() &&
                    !error.file.empty(),
                "an error states where and what was expected");
        return 0;
    }
    require(formation->text() == text, "the text stays as it is written");
    for (std::size_t i = 0; i < planning::kFormationSituations; ++i) {
        const auto situation = static_cast<FormationSituation>(i);
        checkMesh(formation->formation(), situation);
        checkPlaces(formation->formation(), situation);
        checkEdits(*formation, situation);
    }
    return 0;
}
