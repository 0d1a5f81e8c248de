#include "agentcore/field/field_model.h"

#include <cmath>
#include <utility>

#include "agentcore/math/angles.h"

namespace sideline::field {

namespace {

// name, since, {length, width, height, goal width/depth/height, penalty length/width, circle,
// border}
constexpr std::array<FieldVersion, 5> kVersions = {{
    {"6x4", "2008-05-03", {6, 4, 40, 1.4, 0.4, 0.8, 0.6, 2.0 + 1.4, 0.13, 0}},
    {"12x8", "2008-05-31", {12, 8, 40, 1.4, 0.4, 0.8, 1.2, 2.6 + 1.4, 1.3, 0}},
    {"18x12", "2009-12-29", {18, 12, 40, 2.1, 0.6, 0.8, 1.8, 3.9 + 2.1, 1.3, 0}},
    {"21x14", "2011-03-14", {21, 14, 40, 2.1, 0.6, 0.8, 1.8, 3.9 + 2.1, 1.3, 0}},
    {"30x20", "2012-05-17", {30, 20, 40, 2.1, 0.6, 0.8, 1.8, 3.9 + 2.1, 2.0, 0}},
}};

} // namespace

std::span<const FieldVersion> fieldVersions() {
    return kVersions;
}

std::span<const FieldVersion> footballFields() {
    static const std::array<FieldVersion, 3> kFields = [] {
        const FieldDimensions seven{55, 36, 40, 3.66, 1.0, 1.83, 0, 0, 0, 3};
        const FieldDimensions fifa{105, 68, 40, 7.32, 1.6, 2.44, 0, 0, 0, 3};
        const FieldDimensions hsl{14, 9, 40, 3.66, 1.0, 1.83, 0, 0, 0, 2};
        return std::array<FieldVersion, 3>{{{"fifa7vs7", "2026", withFootballMarkings(seven)},
                                            {"fifa", "2026", withFootballMarkings(fifa)},
                                            {"hsl2026", "2026-06", withFootballMarkings(hsl)}}};
    }();
    return kFields;
}

const FieldVersion* findField(std::string_view name) {
    for (const std::span<const FieldVersion> fields : {fieldVersions(), footballFields()}) {
        for (const FieldVersion& field : fields) {
            if (field.name == name) {
                return &field;
            }
        }
    }
    return nullptr;
}

char landmarkLabel(LandmarkKind kind) {
    switch (kind) {
    case LandmarkKind::CornerFlag:
        return 'F';
    case LandmarkKind::GoalPost:
        return 'G';
    case LandmarkKind::LineCorner:
        return 'L';
    case LandmarkKind::LineTee:
        return 'T';
    case LandmarkKind::LineCross:
        return 'X';
    case LandmarkKind::PenaltyMark:
        return 'P';
    }
    return '?';
}

FieldModel::FieldModel(const FieldDimensions& dimensions) : m_dimensions(dimensions) {
    const double x = dimensions.lengthM / 2.0;
    const double y = dimensions.widthM / 2.0;
    const double penaltyX = x - dimensions.penaltyLengthM;
    const double penaltyY = dimensions.penaltyWidthM / 2.0;
    const double goalY = dimensions.goalWidthM / 2.0;
    const double top = dimensions.goalHeightM;

    m_lines = {
        {{0, -y}, {0, y}},                               // halfway line
        {{x, -y}, {x, y}},                               // goal lines
        {{-x, -y}, {-x, y}},                             //
        {{x, y}, {-x, y}},                               // sidelines
        {{x, -y}, {-x, -y}},                             //
        {{penaltyX, penaltyY}, {penaltyX, -penaltyY}},   // right penalty area
        {{penaltyX, penaltyY}, {x, penaltyY}},           //
        {{penaltyX, -penaltyY}, {x, -penaltyY}},         //
        {{-penaltyX, penaltyY}, {-penaltyX, -penaltyY}}, // left penalty area
        {{-penaltyX, penaltyY}, {-x, penaltyY}},         //
        {{-penaltyX, -penaltyY}, {-x, -penaltyY}},
    };
    const int chords = dimensions.circleChords;
    for (int i = 0; i < chords; ++i) {
        const auto corner = [&](int k) {
            const double angleRad = 2.0 * math::kPi * k / chords;
            return Eigen::Vector2d(dimensions.circleRadiusM * std::cos(angleRad),
                                   dimensions.circleRadiusM * std::sin(angleRad));
        };
        m_lines.push_back({corner(i), corner(i + 1)});
    }
    addFootballMarkings();
    if (dimensions.penaltySpotM > 0.0) {
        addFootballLandmarks();
        return;
    }
    m_landmarks = {
        {"F1L", LandmarkKind::CornerFlag, {-x, y, 0}},
        {"F2L", LandmarkKind::CornerFlag, {-x, -y, 0}},
        {"F1R", LandmarkKind::CornerFlag, {x, y, 0}},
        {"F2R", LandmarkKind::CornerFlag, {x, -y, 0}},
        {"G1L", LandmarkKind::GoalPost, {-x, goalY, top}},
        {"G2L", LandmarkKind::GoalPost, {-x, -goalY, top}},
        {"G1R", LandmarkKind::GoalPost, {x, goalY, top}},
        {"G2R", LandmarkKind::GoalPost, {x, -goalY, top}},
    };
}

void FieldModel::addFootballLandmarks() {
    const FieldDimensions& field = m_dimensions;
    const double x = field.lengthM / 2.0;
    const double y = field.widthM / 2.0;
    const auto add = [&](std::string name, LandmarkKind kind, double atX, double atY, double z) {
        m_landmarks.push_back({std::move(name), kind, {atX, atY, z}});
    };
    // `u`pper is +y, `l`ower -y.
    for (const double up : {1.0, -1.0}) {
        const char* const row = up > 0.0 ? "u" : "l";
        add(std::string("t_c") + row + "f", LandmarkKind::LineTee, 0.0, up * y, 0.0);
        add(std::string("x_c") + row + "c", LandmarkKind::LineCross, 0.0, up * field.circleRadiusM,
            0.0);
        for (const double side : {-1.0, 1.0}) {
            const std::string at = std::string("_") + (side > 0.0 ? "r" : "l") + row;
            add("l" + at + "f", LandmarkKind::LineCorner, side * x, up * y, 0.0);
            add("g" + at + "p", LandmarkKind::GoalPost, side * x, up * field.goalWidthM / 2.0,
                field.goalHeightM);
            const auto addArea = [&](const char* area, double lengthM, double widthM) {
                add("l" + at + area, LandmarkKind::LineCorner, side * (x - lengthM), up * widthM,
                    0.0);
                add("t" + at + area, LandmarkKind::LineTee, side * x, up * widthM, 0.0);
            };
            addArea("ga", field.goalAreaLengthM, field.goalAreaWidthM);
            addArea("pa", field.penaltyLengthM, field.penaltyWidthM);
        }
    }
    add("p_lpm", LandmarkKind::PenaltyMark, field.penaltySpotM - x, 0.0, 0.0);
    add("p_rpm", LandmarkKind::PenaltyMark, x - field.penaltySpotM, 0.0, 0.0);
}

void FieldModel::addFootballMarkings() {
    const FieldDimensions& field = m_dimensions;
    const double x = field.lengthM / 2.0;
    for (const double side : {1.0, -1.0}) {
        if (field.goalAreaLengthM > 0.0) {
            const double frontX = side * (x - field.goalAreaLengthM);
            const double y = field.goalAreaWidthM / 2.0;
            m_lines.push_back({{frontX, y}, {frontX, -y}});
            m_lines.push_back({{frontX, y}, {side * x, y}});
            m_lines.push_back({{frontX, -y}, {side * x, -y}});
        }
        if (field.penaltySpotM > 0.0) {
            constexpr double kHalfM = 0.1;
            const double spotX = side * (x - field.penaltySpotM);
            m_lines.push_back({{spotX - kHalfM, 0.0}, {spotX + kHalfM, 0.0}});
            m_lines.push_back({{spotX, -kHalfM}, {spotX, kHalfM}});
        }
    }
}

const FieldVersion* findFieldVersion(double lengthM, double widthM) {
    constexpr double kSameM = 0.01;
    const FieldVersion* match = nullptr;
    for (const FieldVersion& version : kVersions) {
        if (std::abs(version.dimensions.lengthM - lengthM) < kSameM &&
            std::abs(version.dimensions.widthM - widthM) < kSameM) {
            match = &version; // the newest version whose size matches within the tolerance
        }
    }
    return match;
}

FieldDimensions withPenaltyArea(FieldDimensions dimensions) {
    const FieldVersion* known = findFieldVersion(dimensions.lengthM, dimensions.widthM);
    const FieldDimensions& like = (known != nullptr ? *known : newestField()).dimensions;
    const double scale = known != nullptr ? 1.0 : dimensions.lengthM / like.lengthM;
    dimensions.penaltyLengthM = like.penaltyLengthM * scale;
    dimensions.penaltyWidthM = like.penaltyWidthM * scale;
    return dimensions;
}

FieldDimensions withFootballMarkings(FieldDimensions dimensions) {
    struct Markings {
        double lengthM;
        double penaltyLengthM;
        double penaltyWidthM;
        double goalAreaLengthM;
        double goalAreaWidthM;
        double penaltySpotM;
        double circleRadiusM;
    };
    static constexpr Markings kSevenLateral{55.0, 9.0, 16.5, 4.0, 7.3, 7.32, 5.5};
    static constexpr Markings kFifa{105.0, 16.5, 40.32, 5.5, 18.32, 11.0, 9.15};
    static constexpr Markings kHsl{14.0, 2.95, 6.0, 0.95, 4.0, 3.0, 3.0};
    constexpr double kSameM = 0.01;
    if (dimensions.goalWidthM < dimensions.goalDepthM) {
        std::swap(dimensions.goalWidthM, dimensions.goalDepthM);
    }
    const auto hasLengthOf = [&](const Markings& field) {
        return std::abs(dimensions.lengthM - field.lengthM) < kSameM;
    };
    const Markings& like = hasLengthOf(kFifa)  ? kFifa
                           : hasLengthOf(kHsl) ? kHsl
                                               : kSevenLateral;
    const double scale = dimensions.lengthM / like.lengthM;
    dimensions.penaltyLengthM = like.penaltyLengthM * scale;
    dimensions.penaltyWidthM = like.penaltyWidthM * scale;
    dimensions.goalAreaLengthM = like.goalAreaLengthM * scale;
    dimensions.goalAreaWidthM = like.goalAreaWidthM * scale;
    dimensions.penaltySpotM = like.penaltySpotM * scale;
    dimensions.circleRadiusM = like.circleRadiusM * scale;
    dimensions.circleChords = 48;
    return dimensions;
}

} // namespace sideline::field
