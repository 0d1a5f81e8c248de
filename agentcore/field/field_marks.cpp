#include "agentcore/field/field_marks.h"

namespace sideline::field {

std::vector<FieldMark> fieldMarks(const FieldModel& field) {
    const FieldDimensions& size = field.dimensions();
    const double halfLengthM = size.lengthM / 2.0;
    std::vector<FieldMark> marks = {{"center", {0.0, 0.0}}};
    for (const Landmark& landmark : field.landmarks()) {
        const bool isFlag = landmark.kind == LandmarkKind::CornerFlag;
        marks.push_back(
            {(isFlag ? "corner flag " : "goal post ") + landmark.name, landmark.p_S.head<2>()});
    }
    marks.push_back({"center of the left goal", {-halfLengthM, 0.0}});
    marks.push_back({"center of the right goal", {halfLengthM, 0.0}});
    for (const double y : {-0.5, 0.5}) {
        marks.push_back({"end of the halfway line", {0.0, y * size.widthM}});
        for (const double sign : {-1.0, 1.0}) {
            marks.push_back({"corner of the penalty area",
                             {sign * (halfLengthM - size.penaltyLengthM), y * size.penaltyWidthM}});
        }
    }
    return marks;
}

} // namespace sideline::field
