#include "logs/replay/bookmarks.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <nlohmann/json.hpp>

#include "agentcore/base/input_file.h"
#include "agentcore/base/json_depth.h"
#include "agentcore/base/output_file.h"

namespace sideline::logs {

namespace {

using base::ErrorCode;
using base::Expected;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
constexpr const char* kFormat = "sideline-bookmarks";

tl::unexpected<base::Error> fileError(ErrorCode code, const std::filesystem::path& file,
                                      std::string message, std::string expected = {}) {
    auto error = base::failure(code, std::move(message), std::move(expected));
    error.value().file = file.string();
    return error;
}

} // namespace

std::filesystem::path Bookmarks::fileFor(const std::filesystem::path& log) {
    std::filesystem::path file = log;
    file += ".bookmarks.json";
    return file;
}

Expected<Bookmarks> Bookmarks::load(const std::filesystem::path& file) {
    std::error_code missing;
    if (!std::filesystem::exists(file, missing)) {
        return Bookmarks{};
    }
    constexpr std::uint64_t kMaxBytes = std::uint64_t{16} << 20U;
    const auto text = base::readTextFile(file, kMaxBytes, "a bookmark file");
    if (!text) {
        return tl::unexpected(text.error());
    }
    Bookmarks bookmarks;
    try {
        Json json = Json::parse(*text, base::kNotTooDeep);
        if (!json.is_object() || json.value("format", "") != kFormat) {
            return fileError(ErrorCode::Malformed, file, "not a bookmark file",
                             std::string("an object with \"format\": \"") + kFormat + "\"");
        }
        if (const int version = json.value("version", 0); version > kVersion) {
            return fileError(ErrorCode::UnsupportedFormat, file,
                             "bookmarks version " + std::to_string(version),
                             "version " + std::to_string(kVersion) + " or older");
        }
        for (const Json& entry : json.at("bookmarks")) {
            bookmarks.set({entry.at("frame").get<FrameNumber>(), entry.value("gameTimeS", 0.0),
                           entry.at("text").get<std::string>()});
        }
        for (const char* known : {"format", "version", "bookmarks"}) {
            json.erase(known);
        }
        bookmarks.m_others = json.dump();
    } catch (const Json::parse_error& error) {
        auto failure = fileError(ErrorCode::Malformed, file, "the bookmarks are not valid JSON");
        failure.value().byteOffset = error.byte;
        return failure;
    } catch (const Json::exception& error) {
        return fileError(ErrorCode::Malformed, file, error.what(),
                         "bookmarks with \"frame\" and \"text\"");
    }
    return bookmarks;
}

Expected<void> Bookmarks::save(const std::filesystem::path& file) const {
    std::error_code failed;
    if (m_entries.empty() && m_others == "{}") {
        std::filesystem::remove(file, failed);
        if (failed) {
            return fileError(ErrorCode::Io, file,
                             "cannot remove the bookmarks: " + failed.message());
        }
        return {};
    }
    Json json = {{"format", kFormat}, {"version", kVersion}, {"bookmarks", Json::array()}};
    for (const Bookmark& entry : m_entries) {
        json["bookmarks"].push_back(
            {{"frame", entry.frame}, {"gameTimeS", entry.gameTimeS}, {"text", entry.text}});
    }
    json.update(Json::parse(m_others));
    auto created = base::OutputFile::create(file, {.mayReplace = true, .isSynced = true});
    auto written =
        created ? base::writeWhole(std::move(*created),
                                   json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n')
                : Expected<void>(tl::unexpected(created.error()));
    if (!written) {
        written.error().message = "cannot write the bookmarks: " + written.error().message;
    }
    return written;
}

void Bookmarks::set(Bookmark bookmark) {
    const auto at = std::ranges::lower_bound(m_entries, bookmark.frame, {}, &Bookmark::frame);
    if (at != m_entries.end() && at->frame == bookmark.frame) {
        *at = std::move(bookmark);
    } else {
        m_entries.insert(at, std::move(bookmark));
    }
}

void Bookmarks::remove(FrameNumber frame) {
    std::erase_if(m_entries, [&](const Bookmark& entry) { return entry.frame == frame; });
}

} // namespace sideline::logs
