#pragma once

#include <map>
#include <vector>

#include <QLineEdit>
#include <QListWidget>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QTimer>
#include <QTreeWidget>
#include <QWidget>

#include "widgets/common/help_pages.h"

namespace sideline::widgets {

/// Shows Markdown pages of a folder: pictures fit the width, and headings can be scrolled to.
class HelpBrowser : public QTextBrowser {
    Q_OBJECT
public:
    explicit HelpBrowser(QWidget* parent = nullptr);

    /// Highlights these words in the page.
    void setMarked(const QStringList& words);

    [[nodiscard]] QVariant loadResource(int type, const QUrl& name) override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] int pictureWidthPx() const;
    void polish(const QUrl& url);
    void mark();
    [[nodiscard]] QImage fitted(const QUrl& file);
    bool fitPictures(const QTextBlock& block);

    QStringList m_marked;
    std::map<QUrl, int> m_fittedPx; ///< width that each picture was fitted to
    QTimer m_settled;
};

/// The documentation in a window of its own: contents, pages, a search over all of them. Needs no
/// network.
class HelpWindow : public QWidget {
    Q_OBJECT
public:
    /// @param folder folder of the Markdown pages; without any, the window shows a message
    HelpWindow(const QString& folder, QWidget* parent);

    [[nodiscard]] const std::vector<HelpPage>& pages() const { return m_pages; }
    /// Shows a page of the folder, at a heading; the first page if the name is empty.
    void showPage(const QString& file, const QString& anchor = {});
    /// Shows a page that the program generates.
    void showText(const QString& title, const QString& html);

private:
    void fillContents();
    void fillHits();
    void followPage(const QUrl& url);
    [[nodiscard]] QUrl urlOf(const QString& file, const QString& anchor) const;

    QString m_folder;
    std::vector<HelpPage> m_pages;
    QLineEdit* m_search;
    QStackedWidget* m_lists;
    QTreeWidget* m_contents;
    QListWidget* m_hits;
    HelpBrowser* m_browser;
};

} // namespace sideline::widgets
