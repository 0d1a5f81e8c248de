#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::simulator {

/// The robots that agents can ask for: scene file and type number to description. Knows the Naos
/// and the soccerbot of rcssserver3d; more can be added. Not thread-safe while adding.
class RobotCatalogue {
public:
    RobotCatalogue();

    /// The robot of a scene file (as agents write it) and a heterogeneous type.
    /// Errors: NotFound with the files known, InvalidArgument for a type the file does not have.
    [[nodiscard]] base::Expected<const robot::RobotModel*> find(std::string_view file,
                                                                int type) const;

    /// Adds a robot, or replaces one; models live as long as the last copy of the catalogue.
    void add(std::string file, int type, std::shared_ptr<const robot::RobotModel> model);

private:
    std::map<std::string, std::map<int, std::shared_ptr<const robot::RobotModel>>, std::less<>>
        m_models;
};

} // namespace sideline::simulator
