#include "widgets/common/name_text.h"

#include <QRegularExpression>

#include "widgets/common/text_format.h"

namespace sideline::widgets {

QString plainName(QString name) {
    return name.replace(u'-', u' ');
}

QString titleText(const QString& name) {
    return capitalized(plainName(name));
}

QString firstClause(const QString& sentence) {
    static const QRegularExpression kEnd(QStringLiteral("[:;]"));
    return capitalized(sentence.left(sentence.indexOf(kEnd))); // the whole sentence if not found
}

} // namespace sideline::widgets
