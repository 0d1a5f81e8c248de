#include "widgets/live/sender_inspector.h"

#include <algorithm>
#include <chrono>

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QScrollArea>
#include <QVBoxLayout>

#include "agentcore/drawing/datagram.h"
#include "widgets/common/icons.h"
#include "widgets/common/text_format.h"

namespace sideline::widgets {

namespace {

constexpr qsizetype kMaxListed = 8; // maximum number of sets listed as never swapped

enum SenderColumn { Sender, Rate, Datagrams, Shapes, Errors, ColumnCount };

QString senderCountText(std::uint64_t count) {
    return QLocale().toString(static_cast<qulonglong>(count));
}

QString sizeText(std::uint64_t bytes) {
    return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1,
                                       QLocale::DataSizeTraditionalFormat);
}

} // namespace

SenderInspector::SenderInspector(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 6, 0, 0);
    auto* row = new QHBoxLayout;
    m_address = new QLabel;
    m_address->setObjectName(QStringLiteral("address"));
    m_address->setWordWrap(true);
    m_address->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_copy = new QPushButton(tr("Copy example"));
    m_copy->setToolTip(tr("A few lines of Python that draw a circle here"));
    row->addWidget(m_address, 1);
    row->addWidget(m_copy);
    column->addLayout(row);
    m_senders = new QTreeWidget;
    m_senders->setObjectName(QStringLiteral("senders"));
    m_senders->setRootIsDecorated(false);
    m_senders->setUniformRowHeights(true);
    m_senders->setColumnCount(ColumnCount);
    m_senders->setHeaderLabels(
        {tr("Sender"), tr("Per second"), tr("Datagrams"), tr("Shapes"), tr("Errors")});
    m_senders->header()->setStretchLastSection(false);
    m_senders->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    column->addWidget(m_senders, 2);
    m_details = new QLabel;
    m_details->setObjectName(QStringLiteral("details"));
    m_details->setWordWrap(true);
    m_details->setTextFormat(Qt::PlainText); // names and errors come from other programs
    m_details->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_details->setMargin(4);
    auto* scrolled = new QScrollArea;
    scrolled->setWidget(m_details);
    scrolled->setWidgetResizable(true);
    scrolled->setFrameShape(QFrame::NoFrame);
    column->addWidget(scrolled, 1);
    connect(m_senders, &QTreeWidget::currentItemChanged, this, [this] { showDetails(); });
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(example()); });
}

void SenderInspector::setView(const DrawingView& view) {
    m_view = view;
    if (m_view.isReplay) {
        m_address->setText(tr("From the recording, up to this instant"));
    } else if (!m_view.fault.isEmpty()) {
        m_address->setText(m_view.fault);
    } else if (!m_view.address.isEmpty()) {
        m_address->setText(tr("Listening on UDP %1").arg(m_view.address));
    } else {
        m_address->setText(tr("Not listening"));
    }
    m_copy->setEnabled(!m_view.isReplay && !m_view.address.isEmpty());
    showSenders();
    showDetails();
}

void SenderInspector::showSenders() {
    const auto* senders = m_view.stats ? &m_view.stats->senders : nullptr;
    const auto count = static_cast<int>(senders != nullptr ? senders->size() : 0);
    while (m_senders->topLevelItemCount() > count) {
        delete m_senders->topLevelItem(count);
    }
    for (int i = 0; i < count; ++i) {
        const drawing::SenderStats& stats = (*senders)[static_cast<std::size_t>(i)];
        QTreeWidgetItem* item = m_senders->topLevelItem(i);
        if (item == nullptr) {
            item = new QTreeWidgetItem(m_senders);
            for (int column = Rate; column < ColumnCount; ++column) {
                item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
            }
        }
        item->setText(Sender, toQt(stats.sender));
        item->setText(Rate, QString::number(stats.datagramsPerS, 'f', 1));
        item->setText(Datagrams, senderCountText(stats.datagrams));
        item->setText(Shapes, senderCountText(stats.shapesShown));
        item->setText(Errors, senderCountText(stats.errors));
        const bool isBad =
            stats.errors > 0 || !stats.unswapped.empty() || stats.leftOut > 0 || stats.refused > 0;
        item->setIcon(Sender,
                      isBad ? icon(QStringLiteral("warning"), QColor(0xd0, 0x80, 0x10)) : QIcon());
    }
    if (m_senders->currentItem() == nullptr && count > 0) {
        m_senders->setCurrentItem(m_senders->topLevelItem(0));
    }
}

void SenderInspector::showDetails() {
    const int row = m_senders->indexOfTopLevelItem(m_senders->currentItem());
    if (!m_view.stats || row < 0 || row >= static_cast<int>(m_view.stats->senders.size())) {
        m_details->clear();
        return;
    }
    const drawing::SenderStats& stats = m_view.stats->senders[static_cast<std::size_t>(row)];
    QStringList lines;
    const double agoS = std::chrono::duration<double>(m_view.now - stats.lastAt).count();
    lines << tr("%Ln commands in %1, %2 per second; last %3 s ago", nullptr,
                static_cast<int>(stats.commands))
                 .arg(sizeText(stats.bytes),
                      sizeText(static_cast<std::uint64_t>(std::max(0.0, stats.bytesPerS))))
                 .arg(std::max(0.0, agoS), 0, 'f', 1);
    if (stats.lastError) {
        lines << tr("Last error: %1").arg(toQt(stats.lastError->toString()));
    }
    if (!stats.unswapped.empty()) {
        QStringList names;
        for (const auto& [name, shapes] : stats.unswapped) {
            names << QStringLiteral("%1 (%2)").arg(toQt(name), senderCountText(shapes));
        }
        const qsizetype more = names.size() - kMaxListed;
        names = names.mid(0, kMaxListed);
        if (more > 0) {
            names << tr("%1 more").arg(more);
        }
        lines << tr("Never shown, because no swap command names them: %1")
                     .arg(names.join(QStringLiteral(", ")));
    }
    if (stats.oversized > 0) {
        lines << tr("Datagrams longer than 512 bytes: %1. RoboViz would truncate them; Sideline "
                    "does not.")
                     .arg(senderCountText(stats.oversized));
    }
    if (stats.refused > 0) {
        lines << tr("Datagrams rejected because of the rate limit: %1")
                     .arg(senderCountText(stats.refused));
    }
    if (stats.leftOut > 0) {
        lines << tr("Shapes omitted because there were too many: %1")
                     .arg(senderCountText(stats.leftOut));
    }
    m_details->setText(lines.join(QStringLiteral("\n\n")));
}

QString SenderInspector::example() const {
    const qsizetype colon = m_view.address.lastIndexOf(QLatin1Char(':'));
    const QString host = m_view.address.left(colon);
    const bool isAny = host == QLatin1String("0.0.0.0") || host == QLatin1String("[::]");
    return QStringLiteral("import socket\n"
                          "# circle: x, y, radius (m), thickness (pixels); color; set. Then show "
                          "the set.\n"
                          "circle = b'\\x01\\x00' + b'0.00002.00001.00003.0000' + "
                          "b'\\xff\\xff\\x00' + b'example\\x00'\n"
                          "swap = b'\\x00\\x00' + b'example\\x00'\n"
                          "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(circle + swap, "
                          "('%1', %2))\n")
        .arg(isAny ? QStringLiteral("127.0.0.1") : host, m_view.address.mid(colon + 1));
}

} // namespace sideline::widgets
