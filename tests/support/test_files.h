#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace sideline::tests {

/// A file of the shipped test data (tests/data).
[[nodiscard]] std::filesystem::path dataFile(std::string_view name);

/// A file of the shipped examples.
[[nodiscard]] std::filesystem::path exampleFile(std::string_view name);

/// The sample match shipped with the studio.
[[nodiscard]] std::filesystem::path sampleLog();

/// A file of the external recordings (../shared/data); nothing if they are not available.
[[nodiscard]] std::optional<std::filesystem::path> sharedFile(std::string_view name);

/// All bytes of a file, decompressed if necessary.
[[nodiscard]] std::string readUnpacked(const std::filesystem::path& file);
void writeFile(const std::filesystem::path& file, std::string_view bytes);

/// A temporary folder that is removed with the test.
class TempDir {
public:
    TempDir();
    ~TempDir();
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] std::filesystem::path operator/(std::string_view name) const {
        return m_path / name;
    }

private:
    std::filesystem::path m_path;
};

/// A tolerance, scaled by the environment variable SIDELINE_TOLERANCE for unusual machines.
[[nodiscard]] double tolerance(double value);

} // namespace sideline::tests

/// Skips a test that requires the external recordings, with a message.
#define SIDELINE_SHARED_OR_SKIP(variable, name)                                                    \
    const auto variable##Found = ::sideline::tests::sharedFile(name);                              \
    if (!variable##Found) {                                                                        \
        GTEST_SKIP() << "needs ../shared/data/" << (name) << ", which is not here";                \
    }                                                                                              \
    const std::filesystem::path& variable = *variable##Found
