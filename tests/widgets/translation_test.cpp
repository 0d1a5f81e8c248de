#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include <QFile>
#include <QRegularExpression>

#include "tests/gui/gui_support.h"
#include "widgets/common/text_format.h"
#include "widgets/motion/timeline_state.h"

namespace sideline::widgets {
namespace {

QString translationText(const std::filesystem::path& path) {
    QFile file(toQt(path.string()));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path;
    return QString::fromUtf8(file.readAll());
}

TEST(TranslationTest, OneIsSingular) {
    EXPECT_EQ(keysText(1), "1 key");
    EXPECT_EQ(keysText(2), "2 keys");
}

TEST(TranslationTest, EveryTextWithANumberHasASingularAndAPlural) {
    const std::filesystem::path root = std::getenv("SIDELINE_SOURCE_DIR");
    const QString translated = translationText(root / "widgets" / "i18n" / "sideline_en.ts");
    EXPECT_FALSE(translated.contains("unfinished"));
    EXPECT_FALSE(translated.contains("<numerusform></numerusform>"));
    const QRegularExpression joint(QStringLiteral(R"re("\s*\n\s*")re"));
    const QRegularExpression counted(
        QStringLiteral(R"re("((?:[^"\\\n]|\\.)*%L?n(?:[^"\\\n]|\\.)*)")re"));
    int texts = 0;
    for (const char* folder : {"widgets", "studio"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            if (entry.path().extension() != ".cpp") {
                continue;
            }
            const QString source = translationText(entry.path()).remove(joint);
            for (auto found = counted.globalMatch(source); found.hasNext(); ++texts) {
                const QString text = found.next().captured(1);
                EXPECT_TRUE(translated.contains("<source>" + text + "</source>"))
                    << entry.path() << ": " << text.toStdString();
            }
        }
    }
    EXPECT_GT(texts, 30);
}

} // namespace
} // namespace sideline::widgets
