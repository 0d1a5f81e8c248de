#include "agentcore/localization/methods.h"

#include "agentcore/localization/closed_form_estimators.h"
#include "agentcore/localization/fusion_estimator.h"

namespace sideline::localization {

namespace {

struct Entry {
    Method method;
    std::string_view word;
    std::string_view name;
    std::string_view about;
};

constexpr std::array<Entry, 6> kEntries = {{
    {Method::Gyro, "gyro", "Gyro",
     "Orientation by gyro; position is the mean over the visible landmarks (magma)."},
    {Method::Umeyama, "umeyama", "Umeyama",
     "Orientation by fitting three or more landmarks to their map positions (magma)."},
    {Method::FieldNormal, "field-normal", "Field normal",
     "Tilt from the plane of the lines, heading from pairs of landmarks (magma)."},
    {Method::Magma, "magma", "Magma composite",
     "Field normal, Umeyama or gyro: the first that applies (magma)."},
    {Method::ThreeFlags, "three-flags", "Three flags",
     "Closed form from the distances of three corner flags (SEU-3D)."},
    {Method::Fusion, "fusion", "Fusion", "All percepts, weighted by their probability."},
}};

} // namespace

std::string_view wordOf(Method method) {
    return kEntries[static_cast<std::size_t>(method)].word;
}

std::string_view nameOf(Method method) {
    return kEntries[static_cast<std::size_t>(method)].name;
}

std::string_view aboutMethod(Method method) {
    return kEntries[static_cast<std::size_t>(method)].about;
}

std::optional<Method> methodOf(std::string_view word) {
    for (const Entry& entry : kEntries) {
        if (entry.word == word) {
            return entry.method;
        }
    }
    return std::nullopt;
}

std::unique_ptr<PoseEstimator> makeEstimator(Method method, const EstimatorOptions& options) {
    if (method == Method::Fusion) {
        return std::make_unique<FusionEstimator>(options);
    }
    return makeClosedForm(method);
}

} // namespace sideline::localization
