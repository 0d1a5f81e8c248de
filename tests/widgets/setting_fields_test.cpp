#include "widgets/train/setting_fields.h"

#include <gtest/gtest.h>

#include <QAbstractSpinBox>
#include <QLabel>
#include <QLineEdit>

#include "tests/gui/gui_support.h"
#include "tests/widgets/input_events.h"

namespace sideline::widgets {
namespace {

SettingField number(const char* name, const char* title, double value, const char* unit) {
    SettingField field;
    field.name = QLatin1String(name);
    field.title = QLatin1String(title);
    field.unit = QLatin1String(unit);
    field.defaultValue = QString::number(value);
    field.least = 0.0;
    field.most = 2.0;
    return field;
}

TEST(SettingFieldsTest, LongTitlesAndSmallValuesAreShownWhole) {
    SettingFields fields;
    fields.setFields(
        QStringLiteral("task"),
        {number("ball-left", "Ball position to the left of the midpoint between the feet", 0.0,
                "m"),
         number("spread", "Standard deviation of the ball position, per axis", 0.005, "m"),
         number("penalty", "Penalty per meter off the target direction", 1.0, "1/m")});
    for (const int widthPx : {300, 260, 340}) {
        ASSERT_TRUE(tests::showWidget(fields, widthPx, 400));
        for (const QLabel* label : fields.findChildren<QLabel*>()) {
            EXPECT_GE(label->height(), label->heightForWidth(label->width()))
                << tests::plain(label->text()) << " at " << widthPx;
        }
        for (const auto* box : fields.findChildren<QAbstractSpinBox*>()) {
            const auto* edit = box->findChild<QLineEdit*>();
            EXPECT_GT(edit->width(), edit->fontMetrics().horizontalAdvance(edit->text()))
                << tests::plain(edit->text()) << " at " << widthPx;
        }
    }
}

} // namespace
} // namespace sideline::widgets
