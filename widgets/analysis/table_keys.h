#pragma once

#include <utility>

#include <QEvent>
#include <QKeyEvent>
#include <QSet>
#include <QTableView>

namespace sideline::widgets {

/// Keys that move in a table while it has the focus, although they are shortcuts elsewhere.
class TableKeys : public QObject {
public:
    /// @param table owns it
    TableKeys(QTableView* table, QSet<int> keys) : QObject(table), m_keys(std::move(keys)) {
        table->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::ShortcutOverride) {
            const auto* key = static_cast<QKeyEvent*>(event);
            const bool isPlain = (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
            if (isPlain && m_keys.contains(key->key())) {
                event->accept();
                return true;
            }
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QSet<int> m_keys;
};

} // namespace sideline::widgets
