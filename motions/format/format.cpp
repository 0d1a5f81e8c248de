#include "motions/format/format.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "motions/format/read_limits.h"
#include "motions/format/readers.h"
#include "motions/format/sideline_text.h"
#include "motions/format/text_lines.h"
#include "motions/limits.h"

namespace sideline::keyframe {

namespace {

using base::ErrorCode;
using base::Expected;
using base::failure;

constexpr std::array kFormats = {
    FormatInfo{Format::Sideline, "sideline", "Sideline motion", ".motion", true},
    FormatInfo{Format::MagmaCsv, "magma-csv", "magma table", ".csv", true},
    FormatInfo{Format::MagmaFunctions, "magma-functions", "magma functions", ".mfb", true},
    FormatInfo{Format::UtSkill, "ut-skill", "UT Austin Villa skill", ".skl", true},
    FormatInfo{Format::FcpSlots, "fcp-xml", "FC Portugal slots", ".xml", true},
    FormatInfo{Format::RoboNewbie, "robonewbie", "RoboNewbie keyframes", ".txt", true},
    FormatInfo{Format::DreamWing, "dreamwing", "DreamWing phases", ".txt", true},
    FormatInfo{Format::UnswPos, "unsw-pos", "rUNSWift pose file", ".pos", false},
    FormatInfo{Format::WebotsMotion, "webots-motion", "Webots motion", ".motion", true},
    FormatInfo{Format::HulksJson, "hulks-json", "HULKs motion", ".json", true},
    FormatInfo{Format::T1Yaml, "t1-yaml", "T1 keyframes", ".yaml", true},
};

constexpr const char* kKnownFormats =
    "a motion file: .motion (Sideline or Webots), .csv, .mfb, .skl, .xml, .pos, .json, .yaml, or "
    ".txt with 24 or 22 angles per line";

// Returns the first line that is neither empty nor a comment, and the next one.
std::array<std::string_view, 2> firstLines(std::string_view text) {
    std::array<std::string_view, 2> lines;
    std::size_t count = 0;
    for (const TextLine& line : textLines(text.substr(0, 4096))) {
        const std::string_view content = trimmed(line.text);
        if (!content.empty() && content[0] != '#') {
            lines[count++] = content;
            if (count == lines.size()) {
                break;
            }
        }
    }
    return lines;
}

bool areNumbers(const std::vector<std::string_view>& words) {
    return std::ranges::all_of(words,
                               [](std::string_view word) { return numberFrom(word).has_value(); });
}

// Identifies formats with rows of angles by the number of angles in the first row.
std::optional<Format> guessRows(std::string_view line) {
    const auto words = wordsOf(line);
    if (words.size() < 2 || !numberFrom(words[0])) {
        return std::nullopt;
    }
    if (words.size() == 23) {
        return Format::DreamWing;
    }
    // Accepts rows that are too short or too long; large integral times are milliseconds.
    return words.size() == 25 || *numberFrom(words[0]) >= 5.0 ? Format::RoboNewbie
                                                              : Format::DreamWing;
}

bool isFunctionName(std::string_view name) {
    constexpr std::array kNames = {"linear", "spline", "sine", "sinus", "sinsquare", "bezier"};
    return std::ranges::find(kNames, name) != kNames.end();
}

// Identifies comma-separated formats: functions or a table.
std::optional<Format> guessCsv(const std::array<std::string_view, 2>& lines) {
    const auto head = fieldsOf(lines[0], ',');
    if (head.size() == 3 && (head[1] == "true" || head[1] == "false")) {
        return Format::MagmaFunctions;
    }
    const auto second = fieldsOf(lines[1], ',');
    if (second.size() > 1 && isFunctionName(second[1])) {
        return Format::MagmaFunctions;
    }
    if (head.size() >= 3 && second.size() > 1 && fieldsOf(second[0], ':').size() == 3) {
        return Format::MagmaCsv;
    }
    return std::nullopt;
}

std::optional<Format> guessContent(std::string_view text) {
    const auto lines = firstLines(text);
    if (lines[0].starts_with(kSidelineTextWord)) {
        return Format::Sideline;
    }
    if (lines[0].starts_with('{')) {
        return Format::HulksJson;
    }
    if (lines[0].starts_with('<')) {
        return Format::FcpSlots;
    }
    if (lines[0].starts_with("STARTSKILL") || lines[0].starts_with("REFLECTSKILL")) {
        return Format::UtSkill;
    }
    if (lines[0].starts_with("symmetry:") || lines[0].starts_with("keyframes:")) {
        return Format::T1Yaml;
    }
    if (const auto csv = guessCsv(lines)) {
        return csv;
    }
    if (text.find("\n!") != std::string_view::npos || text.starts_with('!')) {
        return Format::UnswPos;
    }
    const auto words = wordsOf(lines[0]);
    constexpr std::size_t kAlmostARow = 20;
    return words.size() >= kAlmostARow || (words.size() > 2 && areNumbers(words))
               ? guessRows(lines[0])
               : std::nullopt;
}

Expected<MotionFile> readAs(Format format, std::string_view text, const ReadOptions& options,
                            ReadLimits& limits) {
    switch (format) {
    case Format::Sideline:
        return readSidelineText(text, options, limits);
    case Format::MagmaCsv:
    case Format::WebotsMotion:
        return readJointTable(text, format, options, limits);
    case Format::HulksJson:
        return readHulksJson(text, options, limits);
    case Format::T1Yaml:
        return readT1Yaml(text, options, limits);
    case Format::MagmaFunctions:
        return readMagmaFunctions(text, options, limits);
    case Format::UtSkill:
        return readUtSkill(text, options, limits);
    case Format::FcpSlots:
        return readFcpSlots(text, options, limits);
    case Format::RoboNewbie:
    case Format::DreamWing:
        return readKeyframeLines(text, format, options, limits);
    case Format::UnswPos:
        return readUnswPos(text, options, limits);
    }
    return failure(ErrorCode::UnsupportedFormat, "unknown format", kKnownFormats);
}

// Checks for content that is invalid in any text.
Expected<void> checkText(std::string_view text) {
    if (trimmed(text).find_first_not_of("\r\n\t ") == std::string_view::npos) {
        return malformedAt(1, "the file is empty", "a motion");
    }
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
        const auto line = 1 + std::ranges::count(text.substr(0, zero), '\n');
        return malformedAt(static_cast<int>(line), "a null byte, not allowed in text",
                           "text in UTF-8");
    }
    return {};
}

// Reports a motion that moves nothing, unless an error was reported already.
void checkContent(ReadMotion& read, const std::string& fileName) {
    const Motion& motion = read.motion;
    const bool hasEntry = motion.entry && !motion.entry->anglesDeg.empty();
    if (keyCount(motion) > 0 || hasEntry || !motion.branches.empty() || hasErrors(read.findings)) {
        return;
    }
    Finding finding;
    finding.text = "the motion moves no joint; expected at least one angle, limb target or branch";
    finding.file = fileName;
    finding.line = 1;
    read.findings.push_back(std::move(finding));
}

} // namespace

std::span<const FormatInfo> formats() {
    return kFormats;
}

const FormatInfo& formatInfo(Format format) {
    return *std::ranges::find(kFormats, format, &FormatInfo::format);
}

std::optional<Format> formatFromId(std::string_view id) {
    const auto found =
        std::ranges::find_if(kFormats, [id](const FormatInfo& info) { return id == info.id; });
    return found != kFormats.end() ? std::optional(found->format) : std::nullopt;
}

std::optional<Format> guessFormat(std::string_view fileName, std::string_view text) {
    if (text.starts_with(kSidelineTextWord)) {
        return Format::Sideline;
    }
    if (text.starts_with(kWebotsWord)) {
        return Format::WebotsMotion;
    }
    const std::size_t slash = fileName.find_last_of("/\\");
    const std::string_view name =
        slash == std::string_view::npos ? fileName : fileName.substr(slash + 1);
    const std::size_t dot = name.find_last_of('.');
    const std::string_view extension =
        dot == std::string_view::npos ? std::string_view() : name.substr(dot);
    if (const auto byContent = guessContent(text);
        extension.empty() || extension == ".txt" || extension == ".csv") {
        if (byContent || extension != ".csv") {
            return byContent;
        }
        return Format::MagmaCsv;
    }
    const auto found = std::ranges::find_if(
        kFormats, [&](const FormatInfo& info) { return extension == info.extension; });
    return found != kFormats.end() ? std::optional(found->format) : guessContent(text);
}

Expected<MotionFile> readMotions(std::string_view text, const ReadOptions& options) {
    const auto inFile = [&options](base::Error error) {
        return tl::unexpected(options.fileName.empty() ? std::move(error)
                                                       : error.inFile(options.fileName));
    };
    if (const auto isText = checkText(text); !isText) {
        return inFile(isText.error());
    }
    const auto format = options.format ? options.format : guessFormat(options.fileName, text);
    if (!format) {
        return inFile(
            failure(ErrorCode::UnsupportedFormat, "not a motion file", kKnownFormats).value());
    }
    ReadLimits limits;
    auto file = readAs(*format, text, options, limits);
    if (limits.fault()) {
        return inFile(*limits.fault());
    }
    if (!file) {
        return inFile(std::move(file.error()));
    }
    for (ReadMotion& read : file->motions) {
        checkContent(read, options.fileName);
    }
    return file;
}

std::string nameOf(const Motion& motion, const std::filesystem::path& file) {
    return motion.name.empty() ? file.stem().string() : motion.name;
}

Expected<MotionFile> readMotionFile(const std::filesystem::path& path, ReadOptions options) {
    if (options.fileName.empty()) {
        options.fileName = path.string();
    }
    const auto fail = [&path](ErrorCode code, std::string message, std::string expected) {
        auto error = failure(code, std::move(message), std::move(expected));
        error.value().file = path.string();
        return error;
    };
    std::error_code code;
    if (!std::filesystem::exists(path, code)) {
        return fail(ErrorCode::NotFound, "no such file", "a motion file");
    }
    if (std::filesystem::is_directory(path, code)) {
        return fail(ErrorCode::InvalidArgument, "this is a folder", "a motion file");
    }
    if (const auto size = std::filesystem::file_size(path, code);
        !code && size > ReadLimits::kMaxBytes) {
        return fail(ErrorCode::LimitExceeded, fmt::format("the file has {} bytes", size),
                    fmt::format("at most {}", ReadLimits::kMaxBytes));
    }
    errno = 0;
    if (auto checked = base::checkInputFile(path, "a motion file"); !checked) {
        return tl::unexpected(std::move(checked.error()));
    }
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return fail(errno == EACCES ? ErrorCode::PermissionDenied : ErrorCode::Io,
                    "the file cannot be opened", "a readable file");
    }
    std::ostringstream text;
    text << file.rdbuf();
    if (file.bad()) {
        return fail(ErrorCode::Io, "the file cannot be read", "");
    }
    const std::string bytes = std::move(text).str();
    return readMotions(base::withoutByteOrderMark(bytes), options);
}

Expected<WrittenMotion> writeMotion(const Motion& motion, Format format,
                                    const robot::RobotModel& model) {
    switch (format) {
    case Format::Sideline:
        return WrittenMotion{writeSidelineText(motion), {}};
    case Format::MagmaCsv:
    case Format::WebotsMotion:
        return writeJointTable(motion, format, model);
    case Format::HulksJson:
        return writeHulksJson(motion, model);
    case Format::MagmaFunctions:
        return writeMagmaFunctions(motion, model);
    case Format::UtSkill:
        return writeUtSkill(motion, model);
    case Format::FcpSlots:
        return writeFcpSlots(motion, model);
    case Format::RoboNewbie:
    case Format::DreamWing:
        return writeKeyframeLines(motion, format, model);
    case Format::T1Yaml:
        return writeT1Yaml(motion, model);
    case Format::UnswPos:
        break;
    }
    return failure(ErrorCode::UnsupportedFormat,
                   fmt::format("{} files can only be read", formatInfo(format).name),
                   "another format");
}

} // namespace sideline::keyframe
