#pragma once

#include <vector>

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWidget>

#include "widgets/live/tuning_line.h"
#include "widgets/live/tuning_view.h"

namespace sideline::widgets {

/// The parameters of an active behavior, as sliders that can be filtered. While it has the
/// focus, it handles Ctrl+Z and Ctrl+Shift+Z.
class TuningPanel : public QWidget {
    Q_OBJECT
public:
    explicit TuningPanel(QWidget* parent = nullptr);

    void setView(const TuningView& view);
    [[nodiscard]] const TuningView& view() const { return m_view; }
    /// The line of a parameter, or null.
    [[nodiscard]] TuningLine* line(const QString& name) const;

Q_SIGNALS:
    /// As `TuningLine::changed`.
    void changed(const QString& name, const sideline::widgets::TuningValue& value, bool isDone);
    void resetRequested(const QString& name);
    void resetAllRequested();
    void undoRequested();
    void redoRequested();
    void saveRequested();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildLines();
    void filter();
    bool handleKey(QEvent& event);

    TuningView m_view;
    QLabel* m_title = nullptr;
    QLabel* m_note = nullptr;
    QLineEdit* m_filter = nullptr;
    QPushButton* m_onlyChanged = nullptr;
    QPushButton* m_undo = nullptr;
    QPushButton* m_redo = nullptr;
    QPushButton* m_resetAll = nullptr;
    QPushButton* m_save = nullptr;
    QWidget* m_list = nullptr;
    QVBoxLayout* m_column = nullptr;
    QLabel* m_nothing = nullptr;
    std::vector<TuningLine*> m_lines;
};

} // namespace sideline::widgets
