#pragma once

#include <functional>
#include <string>
#include <vector>

#include <QFormLayout>
#include <QLineEdit>
#include <QWidget>

#include "widgets/common/panel_controls.h"
#include "widgets/motion/motion_view.h"
#include "widgets/motion/step_gesture.h"

namespace sideline::widgets {

/// A line of text that is committed on Return or when it loses the focus. Escape reverts it.
class CommitLine : public QLineEdit {
    Q_OBJECT
public:
    explicit CommitLine(const char* name, QWidget* parent = nullptr);

    /// Sets the text, except while the user is typing.
    void setShown(const QString& text);
    [[nodiscard]] const QString& shown() const { return m_shown; }

Q_SIGNALS:
    void committed(const QString& text);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;
    /// Whether the text can be committed.
    [[nodiscard]] virtual bool isAcceptable() const { return true; }

private:
    void commit();

    QString m_shown;
};

/// A number or an expression of parameters. Anything else is red and is not committed.
class ValueLine : public CommitLine {
    Q_OBJECT
public:
    explicit ValueLine(const char* name, const QString& tip, QWidget* parent = nullptr);

    void setValue(const keyframe::Value& value);
    [[nodiscard]] bool isWrong() const { return m_isWrong; }

Q_SIGNALS:
    void valueCommitted(const sideline::keyframe::Value& value);

protected:
    [[nodiscard]] bool isAcceptable() const override { return !m_isWrong; }

private:
    void check();

    QString m_tip;
    bool m_isWrong = false;
};

/// Marks a line as invalid, or as valid with its default tooltip.
void markWrong(QLineEdit* line, bool isWrong, const QString& tip);

/// A section of the motion panel: shows properties, requests edits.
class MotionSection : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    void setView(const MotionView& view, double cursorS);

Q_SIGNALS:
    void edited(const sideline::widgets::MotionEdit& edit);

protected:
    /// Shows `view()`; its motion is not null.
    virtual void showMotion() = 0;

    [[nodiscard]] const MotionView& view() const { return m_view; }
    [[nodiscard]] const keyframe::Motion& motion() const { return *m_view.motion; }
    [[nodiscard]] double cursorS() const { return m_cursorS; }
    /// Whether a change of a widget was made by the user.
    [[nodiscard]] bool isUsers() const { return !m_isShowing && m_view.motion != nullptr; }

    void commit(keyframe::Edited result, const QString& text, int gesture = 0);
    /// Commits a changed copy of the motion, if it differs.
    void change(const std::function<void(keyframe::Motion&)>& by, const QString& text,
                int gesture = 0);
    /// The gesture that a step of this widget belongs to.
    [[nodiscard]] int stepOf(const QWidget* widget) { return m_steps.of(widget); }

private:
    MotionView m_view;
    double m_cursorS = 0.0;
    bool m_isShowing = false;
    StepGesture m_steps;
};

/// Creates the layout of a section's fields.
[[nodiscard]] QFormLayout* formIn(QWidget* widget);

/// Words of a comma-separated list.
[[nodiscard]] std::vector<std::string> wordsOf(const QString& text);
[[nodiscard]] QString wordsText(const std::vector<std::string>& words);

} // namespace sideline::widgets
