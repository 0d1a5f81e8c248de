#include "widgets/common/help_window.h"

#include <algorithm>

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTextBlock>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/common/panel_parts.h"

namespace sideline::widgets {

namespace {

constexpr int kHelpSizePx[] = {1080, 780};
constexpr int kHelpContentsPx = 280;
constexpr int kPageMarginPx = 18;
constexpr int kResizeSettleMs = 150; // resizing counts as finished this long after a change
constexpr int kDeepestHeading = 2;   // level of the headings in the contents
enum HelpRole { PageFile = Qt::UserRole, PageAnchor };

QToolButton* historyButton(Qt::ArrowType type, const QString& tip) {
    auto* button = new QToolButton;
    button->setArrowType(type);
    button->setAutoRaise(true);
    button->setToolTip(tip);
    button->setEnabled(false);
    return button;
}

} // namespace

HelpWindow::HelpWindow(const QString& folder, QWidget* parent)
    : QWidget(parent, Qt::Window),
      m_folder(folder),
      m_pages(readHelpPages(folder)),
      m_search(new QLineEdit),
      m_lists(new QStackedWidget),
      m_contents(new QTreeWidget),
      m_hits(new QListWidget),
      m_browser(new HelpBrowser) {
    setObjectName(QStringLiteral("helpWindow"));
    setWindowTitle(tr("Help"));
    resize(kHelpSizePx[0], kHelpSizePx[1]);
    m_search->setObjectName(QStringLiteral("helpSearch"));
    m_search->setPlaceholderText(tr("Search all pages (Ctrl+F)"));
    m_search->setClearButtonEnabled(true);
    m_contents->setObjectName(QStringLiteral("helpContents"));
    m_contents->setHeaderHidden(true);
    m_hits->setObjectName(QStringLiteral("helpHits"));
    m_hits->setWordWrap(true);
    m_hits->setSpacing(2);
    m_lists->addWidget(m_contents);
    m_lists->addWidget(m_hits);

    auto* side = new QWidget;
    auto* sideColumn = columnIn(side);
    sideColumn->addWidget(m_search);
    sideColumn->addWidget(m_lists, 1);
    auto* back = historyButton(Qt::LeftArrow, tr("Back (Alt+Left)"));
    back->setObjectName(QStringLiteral("helpBack"));
    auto* forward = historyButton(Qt::RightArrow, tr("Forward (Alt+Right)"));
    auto* page = new QWidget;
    auto* pageColumn = columnIn(page);
    auto* row = new QHBoxLayout;
    row->addWidget(back);
    row->addWidget(forward);
    row->addStretch(1);
    pageColumn->addLayout(row);
    pageColumn->addWidget(m_browser, 1);
    auto* splitter = new QSplitter;
    splitter->addWidget(side);
    splitter->addWidget(page);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({kHelpContentsPx, kHelpSizePx[0] - kHelpContentsPx});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(splitter);

    connect(back, &QToolButton::clicked, m_browser, &QTextBrowser::backward);
    connect(forward, &QToolButton::clicked, m_browser, &QTextBrowser::forward);
    connect(m_browser, &QTextBrowser::backwardAvailable, back, &QWidget::setEnabled);
    connect(m_browser, &QTextBrowser::forwardAvailable, forward, &QWidget::setEnabled);
    connect(m_browser, &QTextBrowser::sourceChanged, this, &HelpWindow::followPage);
    connect(m_search, &QLineEdit::textChanged, this, &HelpWindow::fillHits);
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        if (m_hits->count() > 0) {
            m_hits->setCurrentRow((m_hits->currentRow() + 1) % m_hits->count());
        }
    });
    connect(m_contents, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item != nullptr) {
            m_browser->setMarked({});
            showPage(item->data(0, PageFile).toString(), item->data(0, PageAnchor).toString());
        }
    });
    connect(m_hits, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
        if (item != nullptr) {
            showPage(item->data(PageFile).toString(), item->data(PageAnchor).toString());
            m_browser->setMarked(m_search->text().simplified().split(u' ', Qt::SkipEmptyParts));
        }
    });
    connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, this, [this] {
        m_search->setFocus();
        m_search->selectAll();
    });
    connect(new QShortcut(QKeySequence(Qt::Key_Escape), this), &QShortcut::activated, this,
            [this] { m_search->text().isEmpty() ? hide() : m_search->clear(); });
    fillContents();
}

void HelpWindow::fillContents() {
    for (const HelpPage& page : m_pages) {
        auto* top = new QTreeWidgetItem(m_contents, {page.title});
        top->setData(0, PageFile, page.file);
        for (const HelpSection& section : page.sections) {
            if (section.level <= kDeepestHeading && !section.anchor.isEmpty()) {
                auto* item = new QTreeWidgetItem(top, {section.heading});
                item->setData(0, PageFile, page.file);
                item->setData(0, PageAnchor, section.anchor);
            }
        }
    }
}

void HelpWindow::fillHits() {
    m_hits->clear();
    const std::vector<HelpHit> hits = searchHelp(m_pages, m_search->text());
    for (const HelpHit& hit : hits) {
        const HelpPage& page = m_pages[hit.page];
        const HelpSection& section = page.sections[hit.section];
        const QString place = section.anchor.isEmpty()
                                  ? page.title
                                  : QStringLiteral("%1: %2").arg(page.title, section.heading);
        auto* item = new QListWidgetItem(place + u'\n' + hit.snippet, m_hits);
        item->setData(PageFile, page.file);
        item->setData(PageAnchor, section.anchor);
    }
    if (hits.empty()) {
        auto* item = new QListWidgetItem(tr("No page contains all of these words"), m_hits);
        item->setFlags(Qt::NoItemFlags);
    }
    const bool isSearching = !m_search->text().trimmed().isEmpty();
    m_lists->setCurrentWidget(isSearching ? static_cast<QWidget*>(m_hits) : m_contents);
    if (!isSearching) {
        m_browser->setMarked({});
    }
}

QUrl HelpWindow::urlOf(const QString& file, const QString& anchor) const {
    QUrl url = QUrl::fromLocalFile(QDir(m_folder).absoluteFilePath(file));
    url.setFragment(anchor.isEmpty() ? QString() : anchor);
    return url;
}

void HelpWindow::showPage(const QString& file, const QString& anchor) {
    if (m_pages.empty()) {
        showText(tr("Help"), tr("<p>The pages of the documentation are not installed.</p>"));
        return;
    }
    show(); // pictures are fitted to the width of a visible page
    raise();
    m_browser->setSource(urlOf(file.isEmpty() ? m_pages.front().file : file, anchor));
}

void HelpWindow::showText(const QString& title, const QString& html) {
    m_browser->setHtml(QStringLiteral("<h1>%1</h1>").arg(title.toHtmlEscaped()) + html);
    const QSignalBlocker blocker(m_contents);
    m_contents->setCurrentItem(nullptr);
    show();
    raise();
}

// Selects, in the contents, the heading that a link has led to.
void HelpWindow::followPage(const QUrl& url) {
    const QString file = url.fileName();
    const QSignalBlocker blocker(m_contents);
    for (int i = 0; i < m_contents->topLevelItemCount(); ++i) {
        QTreeWidgetItem* top = m_contents->topLevelItem(i);
        if (top->data(0, PageFile).toString() != file) {
            top->setExpanded(false);
            continue;
        }
        QTreeWidgetItem* shown = top;
        for (int k = 0; k < top->childCount(); ++k) {
            if (top->child(k)->data(0, PageAnchor).toString() == url.fragment()) {
                shown = top->child(k);
            }
        }
        top->setExpanded(true);
        m_contents->setCurrentItem(shown);
    }
}

HelpBrowser::HelpBrowser(QWidget* parent) : QTextBrowser(parent) {
    setObjectName(QStringLiteral("helpBrowser"));
    setOpenExternalLinks(true);
    setVerticalScrollBarPolicy(
        Qt::ScrollBarAlwaysOn); // keeps the width constant, and with it the pictures
    m_settled.setSingleShot(true);
    m_settled.setInterval(kResizeSettleMs);
    connect(&m_settled, &QTimer::timeout, this, [this] { polish({}); });
    connect(this, &QTextBrowser::sourceChanged, this, &HelpBrowser::polish);
}

int HelpBrowser::pictureWidthPx() const {
    // Pictures inside lists must not extend beyond the page's right edge either.
    const int indentPx = static_cast<int>(document()->indentWidth());
    return viewport()->width() - 2 * kPageMarginPx - indentPx - 2;
}

QVariant HelpBrowser::loadResource(int type, const QUrl& name) {
    return type == QTextDocument::ImageResource ? fitted(source().resolved(name))
                                                : QTextBrowser::loadResource(type, name);
}

// Scales a picture down to at most the page's width.
QImage HelpBrowser::fitted(const QUrl& file) {
    m_fittedPx[file] = pictureWidthPx();
    QImage image(file.toLocalFile());
    const qreal scale = devicePixelRatioF();
    const int widthPx = static_cast<int>(pictureWidthPx() * scale);
    if (image.width() > widthPx && widthPx > 0) {
        image = image.scaledToWidth(widthPx, Qt::SmoothTransformation);
        image.setDevicePixelRatio(scale);
    }
    return image;
}

// Refits pictures that were fitted to another width. @return whether there were any
bool HelpBrowser::fitPictures(const QTextBlock& block) {
    bool isNew = false;
    for (auto it = block.begin(); !it.atEnd(); ++it) {
        const QTextImageFormat picture = it.fragment().charFormat().toImageFormat();
        const QUrl file = source().resolved(QUrl(picture.name()));
        if (picture.isValid() && m_fittedPx[file] != pictureWidthPx()) {
            document()->addResource(QTextDocument::ImageResource, file, fitted(file));
            isNew = true;
        }
    }
    return isNew;
}

// Turns headings into anchors, adds a background to code, adds margins, and fits the pictures.
void HelpBrowser::polish(const QUrl& url) {
    document()->setDocumentMargin(kPageMarginPx);
    bool hasNewPictures = false;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        hasNewPictures = fitPictures(block) || hasNewPictures;
        QTextCursor cursor(block);
        if (block.blockFormat().headingLevel() > 0) {
            cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
            QTextCharFormat format;
            format.setAnchor(true);
            format.setAnchorNames({headingAnchor(block.text())});
            cursor.mergeCharFormat(format);
            QTextBlockFormat space;
            space.setTopMargin(kPageMarginPx);
            space.setBottomMargin(kPageMarginPx / 3);
            cursor.mergeBlockFormat(space);
        } else if (block.blockFormat().hasProperty(QTextFormat::BlockCodeFence)) {
            QTextBlockFormat ground;
            ground.setBackground(palette().alternateBase());
            cursor.mergeBlockFormat(ground);
        }
    }
    if (hasNewPictures) {
        document()->markContentsDirty(0, document()->characterCount());
    }
    if (!url.fragment().isEmpty()) {
        scrollToAnchor(url.fragment());
    }
    mark();
}

void HelpBrowser::setMarked(const QStringList& words) {
    m_marked = words;
    mark();
}

void HelpBrowser::mark() {
    QList<QTextEdit::ExtraSelection> places;
    for (const QString& word : m_marked) {
        QTextCursor cursor(document());
        while (!(cursor = document()->find(word, cursor)).isNull()) {
            QTextEdit::ExtraSelection place;
            place.cursor = cursor;
            place.format.setBackground(palette().highlight());
            place.format.setForeground(palette().highlightedText());
            places << place;
        }
    }
    setExtraSelections(places);
}

void HelpBrowser::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    m_settled.start();
}

void HelpBrowser::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_settled.start();
    }
}

} // namespace sideline::widgets
