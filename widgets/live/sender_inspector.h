#pragma once

#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QWidget>

#include "widgets/live/drawing_view.h"

namespace sideline::widgets {

/// The programs that send drawings: rates, errors, and the problems of one of them.
class SenderInspector : public QWidget {
    Q_OBJECT
public:
    explicit SenderInspector(QWidget* parent = nullptr);

    void setView(const DrawingView& view);

private:
    void showSenders();
    void showDetails();
    [[nodiscard]] QString example() const;

    DrawingView m_view;
    QLabel* m_address = nullptr;
    QPushButton* m_copy = nullptr;
    QTreeWidget* m_senders = nullptr;
    QLabel* m_details = nullptr;
};

} // namespace sideline::widgets
