// Changing the parameters of a running behavior in the real window: sliders, numbers, undo, and
// files.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <QApplication>
#include <QLabel>
#include <QMessageBox>
#include <QSlider>
#include <QTimer>

#include "tests/gui/file_dialog.h"
#include "tests/studio/driving_window.h"
#include "widgets/live/tuning_panel.h"

namespace sideline::studio {
namespace {

class TuningTest : public tests::DrivingWindowTest {
protected:
    widgets::TuningPanel& parameters() { return *m_window->findChild<widgets::TuningPanel*>(); }
    QPushButton& parameterButton(const char* name) {
        return *parameters().findChild<QPushButton*>(QLatin1String(name));
    }
    widgets::TuningLine& line(const char* name) { return *parameters().line(QLatin1String(name)); }
    QSlider& slider(const char* name) {
        return *line(name).findChild<QSlider*>(QStringLiteral("parameter-slider"));
    }
    QDoubleSpinBox& number(const char* name) {
        return *line(name).findChild<QDoubleSpinBox*>(QStringLiteral("parameter-number"));
    }
    double shown(const char* name) { return std::get<double>(line(name).row().value); }
    void filter(const QString& text) {
        auto* field = parameters().findChild<QLineEdit*>(QStringLiteral("parameters-filter"));
        QTest::mouseClick(field, Qt::LeftButton);
        field->selectAll();
        QTest::keyClicks(field, text);
    }
    void open() {
        QTest::mouseClick(&button("drive-parameters"), Qt::LeftButton);
        ASSERT_TRUE(tests::waitUntil([&] { return parameters().isVisible(); }));
        ASSERT_NE(parameters().line(QStringLiteral("forward")), nullptr);
    }
    void write(const char* name, const QString& text, bool takesIt = true) {
        QTest::mouseClick(&number(name), Qt::LeftButton);
        number(name).selectAll();
        QTest::keyClicks(&number(name), text);
        if (takesIt) {
            QTest::keyClick(&number(name), Qt::Key_Return);
        }
    }
    // Drags a slider's handle with the mouse.
    void drag(const char* name, double ratioTo) {
        QSlider& groove = slider(name);
        const double ratio = static_cast<double>(groove.value()) / groove.maximum();
        const auto at = [&](double to) {
            const int handlePx = groove.style()->pixelMetric(QStyle::PM_SliderLength);
            const int spanPx = groove.width() - handlePx;
            return QPoint(handlePx / 2 + static_cast<int>(to * spanPx), groove.height() / 2);
        };
        QTest::mousePress(&groove, Qt::LeftButton, {}, at(ratio));
        ASSERT_TRUE(groove.isSliderDown()) << name << " at " << ratio;
        for (int i = 1; i <= 5; ++i) {
            QTest::mouseMove(&groove, at(ratio + i * (ratioTo - ratio) / 5.0));
            QTest::qWait(20);
        }
        QTest::mouseRelease(&groove, Qt::LeftButton, {}, at(ratioTo));
    }
    bool goesAt(double atLeast, double atMost) {
        return tests::waitUntil(
            [&] {
                const double speed = value("walk.forwardMps");
                return speed >= atLeast && speed <= atMost;
            },
            kLong);
    }
    static std::string read(const std::filesystem::path& file) {
        std::stringstream text;
        text << std::ifstream(file).rdbuf();
        return text.str();
    }
};

TEST_F(TuningTest, ASliderChangesTheGaitImmediatelyWithUndo) {
    start();
    drive();
    open();
    EXPECT_EQ(parameters().view().title, QStringLiteral("Sideline 1: drive"));
    const double forward = shown("forward");
    ASSERT_GT(forward, 0.5) << "the value of the shipped gait";
    auto* sprint = line("sprint").findChild<QLineEdit*>(); // has its own maximum speed
    sprint->setFocus();
    QTest::keyClicks(sprint, QStringLiteral("none"));
    QTest::keyClick(sprint, Qt::Key_Return);
    write("go-forward", QStringLiteral("0.5"));
    ASSERT_TRUE(goesAt(0.45, 0.55));
    filter(QStringLiteral("maximum"));
    EXPECT_TRUE(line("backward").isVisible());
    EXPECT_FALSE(line("step").isVisible());
    drag("forward", 0.05);
    drag("forward", 0.08);
    EXPECT_NEAR(shown("forward"), 0.25, 0.05);
    EXPECT_TRUE(goesAt(0.2, 0.3)) << "it continues to walk at the new maximum speed, not at "
                                  << value("walk.forwardMps") << ", " << agent()->decision.reason
                                  << ", sprint " << value("walk.sprint");
    EXPECT_EQ(agent()->decision.reason, "walking");
    EXPECT_TRUE(slider("forward").hasFocus());

    QTest::keyClick(&slider("forward"), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(shown("forward"), forward) << "two drags are one step";
    EXPECT_TRUE(goesAt(0.45, 0.55));
    QTest::keyClick(&slider("forward"), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(goesAt(0.2, 0.3));
    QTest::keyClick(&slider("forward"), Qt::Key_Z, Qt::ControlModifier);
    QTest::keyClick(&slider("forward"), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(shown("go-forward"), 0.0);
    EXPECT_EQ(parameters().view().undoText, QStringLiteral("sprint"));
    EXPECT_TRUE(tests::waitUntil([&] { return agent()->decision.reason == "standing"; }, kLong));
}

TEST_F(TuningTest, ResetsOneAndAll) {
    start();
    drive();
    open();
    const double step = shown("step");
    EXPECT_EQ(line("step").findChild<QLabel*>()->text(), QStringLiteral("Step"));
    const double lift = shown("lift");
    write("step", QStringLiteral("0.31"));
    write("lift", QStringLiteral("0.051"));
    EXPECT_EQ(shown("step"), 0.31);
    QTest::mouseClick(line("step").findChild<QToolButton*>(), Qt::LeftButton);
    EXPECT_EQ(shown("step"), step);
    EXPECT_EQ(shown("lift"), 0.051);
    write("step", QStringLiteral("0.3"));
    QTest::mouseClick(&parameterButton("parameters-changed"), Qt::LeftButton);
    EXPECT_TRUE(line("lift").isVisible());
    EXPECT_FALSE(line("sway").isVisible());
    QTest::mouseClick(&parameterButton("parameters-reset"), Qt::LeftButton);
    EXPECT_EQ(shown("step"), step);
    EXPECT_EQ(shown("lift"), lift);
    EXPECT_FALSE(parameterButton("parameters-reset").isEnabled());
    QTest::mouseClick(&parameterButton("parameters-undo"), Qt::LeftButton);
    EXPECT_EQ(shown("step"), 0.3);
    EXPECT_EQ(shown("lift"), 0.051) << "all in one step";
}

TEST_F(TuningTest, SavesAGaitThatCanBeLoaded) {
    start();
    drive();
    open();
    write("step", QStringLiteral("0.31"), false); // a click elsewhere commits the field
    const auto file = m_folder / "slow.toml";
    tests::answerFileDialog(*m_window, qt(m_folder / "slow")); // the extension is added
    QTest::mouseClick(&parameterButton("parameters-save"), Qt::LeftButton);
    EXPECT_TRUE(showsMessage(QStringLiteral("Saved: set gait = ")));
    const std::string saved = read(file);
    EXPECT_NE(saved.find("behavior = \"walk\""), std::string::npos) << saved;
    EXPECT_NE(saved.find("\nstep = 0.31\n"), std::string::npos) << saved;
    EXPECT_EQ(saved.find("go-forward"), std::string::npos) << "not part of a gait";

    tests::answerFileDialog(*m_window, qt(m_folder / "slow.motion"));
    QTest::mouseClick(&parameterButton("parameters-save"), Qt::LeftButton);
    EXPECT_TRUE(showsMessage(QStringLiteral("'slow.motion' is not a valid name for a gait file")));
    EXPECT_FALSE(std::filesystem::exists(m_folder / "slow.motion"));

    // Because the extension is added, the dialog does not notice the existing file.
    write("step", QStringLiteral("0.35"));
    tests::answerFileDialog(*m_window, qt(m_folder / "slow"));
    bool isAsked = false;
    QTimer refusing;
    QObject::connect(&refusing, &QTimer::timeout, [&] {
        if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
            isAsked = true;
            refusing.stop();
            QTest::keyClick(box, Qt::Key_Escape);
        }
    });
    refusing.start(50);
    QTest::mouseClick(&parameterButton("parameters-save"), Qt::LeftButton);
    EXPECT_TRUE(isAsked);
    EXPECT_EQ(read(file), saved);

    // Loading a gait file sets its numbers; values set by hand are kept.
    QTest::mouseClick(&parameterButton("parameters-reset"), Qt::LeftButton);
    auto* gait = line("gait").findChild<QLineEdit*>();
    QTest::mouseClick(gait, Qt::LeftButton);
    QTest::keyClicks(gait, QStringLiteral("nowhere.toml"));
    QTest::keyClick(gait, Qt::Key_Return);
    EXPECT_TRUE(showsMessage(QStringLiteral("nowhere.toml")));
    EXPECT_EQ(std::get<QString>(line("gait").row().value), QString()) << "it is ignored";
    gait->selectAll();
    QTest::keyClicks(gait, qt(file));
    QTest::keyClick(gait, Qt::Key_Return);
    EXPECT_EQ(shown("step"), 0.31);
}

TEST_F(TuningTest, EveryBehaviorHasItsOwnParameters) {
    start();
    action("agent.parameters").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return parameters().isVisible(); }));
    EXPECT_EQ(parameters().view().title, QStringLiteral("Sideline 1: stand and look"));
    EXPECT_FALSE(parameterButton("parameters-save").isVisible()) << "it has no file";
    write("search-speed", QStringLiteral("210"));
    drive();
    EXPECT_EQ(parameters().view().title, QStringLiteral("Sideline 1: drive"));
    QTest::keyClick(m_window.get(), Qt::Key_F2);
    EXPECT_EQ(parameters().view().title, QStringLiteral("Sideline 1: stand and look"));
    EXPECT_EQ(shown("search-speed"), 210.0);
    EXPECT_EQ(parameters().view().undoText, QStringLiteral("search-speed"));
}

TEST_F(TuningTest, IsEnabledOnlyAtTheNewestFrame) {
    start();
    drive();
    open();
    write("lift", QStringLiteral("0.051"));
    const auto note = [&] { return parameters().view().note; };
    EXPECT_TRUE(note().isEmpty());
    action("replay.frame-back").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return !live().isAtHead(); }));
    EXPECT_TRUE(tests::waitUntil([&] { return !note().isEmpty(); }));
    EXPECT_TRUE(parameters().view().rows.empty());
    action("live.return").trigger();
    ASSERT_TRUE(tests::waitUntil([&] { return note().isEmpty(); }));
    EXPECT_EQ(shown("lift"), 0.051);

    action("agent.stop").trigger();
    EXPECT_TRUE(tests::waitUntil([&] { return !note().isEmpty(); }));
}

} // namespace
} // namespace sideline::studio
