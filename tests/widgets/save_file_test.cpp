#include "widgets/common/save_file.h"

#include <cerrno>
#include <filesystem>

#include <QImage>
#include <gtest/gtest.h>

#include "tests/support/test_files.h"

namespace sideline::widgets {
namespace {

QString textOf(const std::filesystem::path& path) {
    return QString::fromStdString(path.string());
}

TEST(SaveFileTest, ReplacesAPictureInOneStep) {
    const tests::TempDir folder;
    QImage picture(40, 30, QImage::Format_RGB32);
    picture.fill(Qt::red);
    for (const char* name : {"a.png", "a.jpg", "A.PNG"}) {
        tests::writeFile(folder / name, "old");
        const auto saved = savePicture(picture, textOf(folder / name));
        ASSERT_TRUE(saved) << saved.error().toString();
        EXPECT_EQ(QImage(textOf(folder / name)).size(), QSize(40, 30)) << name;
    }
}

TEST(SaveFileTest, KeepsWhatIsThereWhenItCannot) {
    const tests::TempDir folder;
    tests::writeFile(folder / "a.png", "old");
    tests::writeFile(folder / "a.poem", "old");
    QImage picture(40, 30, QImage::Format_RGB32);
    picture.fill(Qt::red);
    base::OutputOptions full = savedOptions();
    full.write = [](int, const char*, std::size_t, off_t) {
        errno = ENOSPC;
        return ssize_t{-1};
    };
    const auto isFull = savePicture(picture, textOf(folder / "a.png"), full);
    ASSERT_FALSE(isFull);
    EXPECT_NE(isFull.error().message.find("the disk is full"), std::string::npos);
    const auto unknown = savePicture(picture, textOf(folder / "a.poem"));
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, base::ErrorCode::InvalidArgument);
    const auto nothing = savePicture({}, textOf(folder / "a.png"));
    EXPECT_FALSE(nothing);
    for (const char* name : {"a.png", "a.poem"}) {
        EXPECT_EQ(tests::readUnpacked(folder / name), "old");
    }
}

} // namespace
} // namespace sideline::widgets
