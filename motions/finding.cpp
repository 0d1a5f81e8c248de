#include "motions/finding.h"
#include "agentcore/base/plural.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace sideline::keyframe {

namespace {

std::string_view severityName(Finding::Severity severity) {
    switch (severity) {
    case Finding::Severity::Note:
        return "note";
    case Finding::Severity::Warning:
        return "warning";
    case Finding::Severity::Error:
        return "error";
    }
    return "";
}

// Describes the location, such as `keyframe 'lift' at 0.400 s, joint lle3`, as far as known.
std::string placeOf(const Finding& finding) {
    std::string place;
    if (!finding.keyframe.empty()) {
        place += fmt::format("keyframe '{}'", finding.keyframe);
    }
    if (finding.timeS) {
        place += place.empty() ? "" : " ";
        place += finding.endS
                     ? fmt::format("from {:.3f} to {:.3f} s", *finding.timeS, *finding.endS)
                     : fmt::format("at {:.3f} s", *finding.timeS);
    }
    if (!finding.joint.empty()) {
        place += place.empty() ? "" : ", ";
        place += fmt::format("joint {}", finding.joint);
    }
    return place;
}

} // namespace

std::string Finding::toString() const {
    std::string out;
    if (!file.empty()) {
        out += file + ':';
    }
    if (line > 0) {
        out += file.empty() ? fmt::format("line {}:", line) : fmt::format("{}:", line);
    }
    out += fmt::format("{}{}: ", out.empty() ? "" : " ", severityName(severity));
    if (const std::string place = placeOf(*this); !place.empty()) {
        out += place + ": ";
    }
    return out + text;
}

bool hasErrors(const std::vector<Finding>& findings) {
    return std::ranges::any_of(findings, [](const Finding& finding) {
        return finding.severity == Finding::Severity::Error;
    });
}

Finding moreFindings(std::size_t count, Finding::Severity worst, std::string file) {
    Finding finding;
    finding.severity = worst;
    finding.text = fmt::format("{} not shown; at most {} are listed",
                               base::plural(count, "more finding"), kMaxFindings);
    finding.file = std::move(file);
    return finding;
}

void keepWorst(std::vector<Finding>& findings) {
    if (findings.size() <= kMaxFindings) {
        return;
    }
    std::vector<Finding> kept;
    std::size_t left = kMaxFindings;
    // Number of findings to keep by severity, the worst first.
    std::map<Finding::Severity, std::size_t> room;
    auto worstOmitted = Finding::Severity::Note;
    for (const auto severity :
         {Finding::Severity::Error, Finding::Severity::Warning, Finding::Severity::Note}) {
        const auto count =
            static_cast<std::size_t>(std::ranges::count(findings, severity, &Finding::severity));
        room[severity] = std::min(count, left);
        left -= room[severity];
        if (count > room[severity]) {
            worstOmitted = std::max(worstOmitted, severity);
        }
    }
    for (Finding& finding : findings) {
        if (room[finding.severity] > 0) {
            --room[finding.severity];
            kept.push_back(std::move(finding));
        }
    }
    kept.push_back(moreFindings(findings.size() - kMaxFindings, worstOmitted, kept.front().file));
    findings = std::move(kept);
}

int SourceLines::lineOf(std::size_t keyframe, const JointName& joint) const {
    if (const auto found = lines.find({keyframe, joint}); found != lines.end()) {
        return found->second;
    }
    const auto found = lines.find({keyframe, JointName()});
    return found != lines.end() ? found->second : 0;
}

} // namespace sideline::keyframe
