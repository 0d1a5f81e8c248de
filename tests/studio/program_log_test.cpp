#include "studio/shell/program_log.h"

#include <QDir>
#include <QFile>
#include <QLoggingCategory>
#include <QTemporaryDir>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "widgets/common/message_bar.h"

namespace sideline::studio {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string textOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

TEST(ProgramLogTest, KeepsMessagesOfTheWindowAndOfQt) {
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("new/studio.log"));
    {
        const ProgramLog log(file);
        EXPECT_EQ(log.file(), file);
        widgets::MessageBar bar;
        bar.show(widgets::MessageBar::Severity::Error, QStringLiteral("cannot open x.log"));
        bar.show(widgets::MessageBar::Severity::Note, QStringLiteral("saved"));
        qWarning("a warning of Qt");
    }
    widgets::MessageBar after;
    after.show(widgets::MessageBar::Severity::Error, QStringLiteral("after the log was closed"));
    const std::string text = textOf(file);
    EXPECT_THAT(text, HasSubstr("error cannot open x.log"));
    EXPECT_THAT(text, HasSubstr("note saved"));
    EXPECT_THAT(text, HasSubstr("a warning of Qt"));
    EXPECT_THAT(text, Not(HasSubstr("after the log was closed")));
}

TEST(ProgramLogTest, AnUnwritableFolderIsNotAnError) {
    const ProgramLog log(QStringLiteral("/proc/nowhere/studio.log"));
    EXPECT_TRUE(log.file().isEmpty());
    qInfo("not written anywhere");
}

} // namespace
} // namespace sideline::studio
