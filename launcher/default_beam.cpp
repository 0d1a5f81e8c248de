#include "launcher/default_beam.h"

#include <array>
#include <cstddef>

#include "agentcore/field/field_model.h"
#include "agentcore/runtime/agent_settings.h"
#include "launcher/team_file.h"

namespace sideline::launcher {

std::optional<Eigen::Vector3d> defaultBeam(int number, game::ServerKind server) {
    static constexpr std::array<std::array<double, 2>, kMaxNumber> kPlaces = {{{-14.5, 0.0},
                                                                               {-11.0, -4.0},
                                                                               {-11.5, -1.5},
                                                                               {-11.5, 1.5},
                                                                               {-11.0, 4.0},
                                                                               {-7.5, -5.0},
                                                                               {-7.5, 0.0},
                                                                               {-7.5, 5.0},
                                                                               {-3.0, -3.0},
                                                                               {-2.5, 0.0},
                                                                               {-3.0, 3.0}}};
    if (number < 1 || number > kMaxNumber) {
        return std::nullopt;
    }
    const auto& place = kPlaces[static_cast<std::size_t>(number - 1)];
    const field::FieldDimensions& known = field::newestField().dimensions;
    const field::FieldDimensions& field = runtime::defaultField(server).dimensions;
    return Eigen::Vector3d(place[0] * field.lengthM / known.lengthM,
                           place[1] * field.widthM / known.widthM, 0.0);
}

} // namespace sideline::launcher
