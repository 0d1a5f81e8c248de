#include "agentcore/robot/workshop/robot_sides.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

namespace sideline::robot {

namespace {

using Words = std::pair<std::string_view, std::string_view>;
constexpr std::array<Words, 3> kWords = {Words{"left", "right"}, Words{"Left", "Right"},
                                         Words{"LEFT", "RIGHT"}};
constexpr std::array<std::string_view, 5> kRight = {"r", "right", "Right", "R", "RIGHT"};

bool isLetter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

char otherLetter(char c) {
    switch (c) {
    case 'l':
        return 'r';
    case 'r':
        return 'l';
    case 'L':
        return 'R';
    case 'R':
        return 'L';
    default:
        return c;
    }
}

// Whether a letter can denote a side.
bool denotesSide(std::string_view name, std::size_t at) {
    const bool isCapital = std::isupper(static_cast<unsigned char>(name[at])) != 0;
    const bool standsAlone =
        (at == 0 || !isLetter(name[at - 1])) && (at + 1 == name.size() || !isLetter(name[at + 1]));
    return at == 0 || isCapital || standsAlone;
}

} // namespace

std::string otherSideName(std::string_view name, const NameExists& exists) {
    std::vector<std::string> names;
    const auto exchange = [&](std::string_view from, std::string_view to) {
        if (const auto at = name.find(from); at != std::string_view::npos) {
            names.push_back(std::string(name).replace(at, from.size(), to));
        }
    };
    for (const auto& [left, right] : kWords) {
        exchange(left, right);
        exchange(right, left);
    }
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (otherLetter(name[i]) != name[i] && denotesSide(name, i)) {
            names.emplace_back(name);
            names.back()[i] = otherLetter(name[i]);
        }
    }
    const auto found = std::ranges::find_if(names, exists);
    return found != names.end() ? *found : std::string();
}

BodyId otherSide(const RobotModel& model, BodyId body) {
    const std::string other = otherSideName(model.body(body).name, [&model](std::string_view name) {
        return model.findBody(name).isValid();
    });
    return other.empty() ? BodyId::none() : model.findBody(other);
}

std::string rightSideName(std::string_view pattern, const NameExists& exists) {
    const auto star = pattern.find('*');
    if (star == std::string_view::npos) {
        return {};
    }
    for (const std::string_view right : kRight) {
        std::string name = std::string(pattern).replace(star, 1, right);
        if (exists(name)) {
            return name;
        }
    }
    return {};
}

} // namespace sideline::robot
