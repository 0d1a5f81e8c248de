// Arbitrary bytes as a motion file of each format: parsing gives well-formed motions or an error
// with a reason; our own text format represents all of them, and the output of the other writers
// can be parsed.
#include <cmath>
#include <cstdint>
#include <string_view>

#include "agentcore/robot/nao.h"
#include "motions/format/format.h"
#include "motions/limits.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;
using keyframe::Format;

constexpr double kLongestWrittenS = 5.0;

void checkForm(const keyframe::Motion& motion) {
    double lastS = -1.0;
    for (const auto& keyframe : motion.keyframes) {
        require(std::isfinite(keyframe->timeS) && keyframe->timeS >= 0.0, "times are numbers");
        require(keyframe->timeS - lastS > keyframe::kSameTimeS, "times rise");
        lastS = keyframe->timeS;
    }
    require(std::isfinite(motion.lengthS) && motion.lengthS >= 0.0, "the length is a number");
    require(keyframe::checkSize(motion).has_value(), "no larger than motions may be");
}

void checkOwnText(const keyframe::Motion& motion, const robot::RobotModel& model) {
    const auto written = keyframe::writeMotion(motion, Format::Sideline, model);
    require(written.has_value(), "our text is always written");
    const auto back = keyframe::readMotions(written->text, {"fuzz.motion", {}, {}});
    require(back.has_value() && back->motions.size() == 1, "our text is read");
    require(back->motions[0].motion == motion, "our text holds all of it");
}

void checkOthers(const keyframe::Motion& motion, const robot::RobotModel& model) {
    for (const keyframe::FormatInfo& info : keyframe::formats()) {
        const auto written = keyframe::writeMotion(motion, info.format, model);
        if (!written) {
            require(!written.error().message.empty(), "an error states what is wrong");
            continue;
        }
        keyframe::ReadOptions options;
        options.format = info.format;
        options.parameters = motion.parameters;
        const auto back = keyframe::readMotions(written->text, options);
        require(back.has_value() || !back.error().message.empty(), "what is written is read");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    std::string_view bytes(reinterpret_cast<const char*>(data), size);
    keyframe::ReadOptions options;
    options.fileName = "fuzz";
    options.parameters = {{"p", 1.5}};
    // The first byte selects the format; 8 and more: detected automatically.
    const auto choice = static_cast<std::size_t>(data[0] - '0');
    if (choice < keyframe::formats().size()) {
        options.format = keyframe::formats()[choice].format;
        bytes.remove_prefix(1);
    }
    const auto file = keyframe::readMotions(bytes, options);
    if (!file) {
        require(!file.error().message.empty(), "an error states what is wrong");
        return 0;
    }
    require(!file->motions.empty(), "at least one motion");
    const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
    for (const keyframe::ReadMotion& each : file->motions) {
        checkForm(each.motion);
        checkOwnText(each.motion, model);
        if (each.motion.endS() <= kLongestWrittenS && each.motion.keyframes.size() < 100) {
            checkOthers(each.motion, model);
        }
    }
    return 0;
}
