#include "widgets/robot/robot_property_panel.h"

#include <algorithm>
#include <cmath>

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/workshop/robot_analysis.h"
#include "agentcore/robot/workshop/robot_edit.h"
#include "widgets/common/panel_controls.h"
#include "widgets/common/panel_parts.h"
#include "widgets/robot/robot_text.h"
#include "widgets/robot/robot_value_rows.h"

namespace sideline::widgets {

namespace {

using math::degFromRad;
using robot::RobotModel;

constexpr double kGramsPerKg = 1000.0;

std::vector<double> numbers(const Eigen::Vector3d& v) {
    return {v.x(), v.y(), v.z()};
}

std::vector<double> sizesOf(const robot::Shape& shape) {
    if (const auto* box = std::get_if<robot::Box>(&shape)) {
        return numbers(box->sizeM);
    }
    if (const auto* capsule = std::get_if<robot::Capsule>(&shape)) {
        return {capsule->radiusM, capsule->lengthM};
    }
    return {std::get<robot::Sphere>(shape).radiusM};
}

double lengthOf(const robot::Shape& shape) {
    const std::vector<double> sizes = sizesOf(shape);
    return sizes.back();
}

// The assignment for `RobotEdit` that gives a body a different shape of similar size.
QString assignmentOfShape(const robot::Body& body, int shape) {
    const std::vector<double> sizes = sizesOf(body.shape);
    const bool isBox = std::holds_alternative<robot::Box>(body.shape);
    const double widthM = isBox ? std::min(sizes[0], sizes[1]) : 2.0 * sizes[0];
    const double heightM = isBox               ? sizes[2]
                           : sizes.size() == 2 ? sizes[1] + 2.0 * sizes[0]
                                               : 2.0 * sizes[0];
    const std::string name = body.name;
    if (shape == 0) {
        return toQt(fmt::format("{}.box={:.6g} {:.6g} {:.6g}", name, widthM, widthM, heightM));
    }
    if (shape == 1) {
        return toQt(fmt::format("{}.sphere={:.6g}", name, heightM / 2.0));
    }
    return toQt(fmt::format("{}.capsule={:.6g} {:.6g}", name, widthM / 2.0,
                            std::max(heightM - widthM, widthM / 2.0)));
}

} // namespace

RobotPropertyPanel::RobotPropertyPanel(QWidget* parent)
    : QWidget(parent), m_both(new QCheckBox(tr("Change both sides"))), m_area(new QScrollArea) {
    setObjectName(QStringLiteral("robot-properties"));
    auto* column = columnIn(this);
    m_both->setObjectName(QStringLiteral("robot-both-sides"));
    m_both->setChecked(true);
    m_both->setToolTip(tr("Mirrors edits of a left or right body or joint to its counterpart"));
    column->addWidget(m_both);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    column->addWidget(m_area, 1);
    setMinimumWidth(260);
}

std::string RobotPropertyPanel::owner() const {
    switch (m_part.kind) {
    case RobotPart::Kind::Body:
        return m_model->body(robot::BodyId(m_part.index)).name;
    case RobotPart::Kind::Joint:
        return robot::axisName(*m_model, robot::JointId(m_part.index));
    case RobotPart::Kind::Sensor:
        return "vision"; // other sensors have no values to set
    default:
        return "start";
    }
}

QString RobotPropertyPanel::shapeOf() const {
    if (!m_model) {
        return {};
    }
    const robot::Body& body = m_model->body(bodyOf(*m_model, m_part));
    return QString::number(body.shape.index()) + QString::number(static_cast<int>(body.collides)) +
           QString::number(
               static_cast<int>(robot::connectionOf(*m_model, bodyOf(*m_model, m_part))));
}

void RobotPropertyPanel::setRobot(const robot::RobotModelPtr& model, const RobotPart& part) {
    m_model = model;
    m_part = part;
    if (model) {
        m_anglesRad.resize(model->joints().size(), 0.0);
    }
    std::string other;
    if (model && (part.kind == RobotPart::Kind::Body || part.kind == RobotPart::Kind::Joint)) {
        other = owner();
    }
    m_both->setEnabled(!other.empty() && robot::RobotEdit(*model).hasOtherSide(other));
    if (model && part.kind == RobotPart::Kind::Sensor) {
        other = std::to_string(static_cast<int>(model->percepts().perceptors[part.at()].kind));
    }
    const QString form = !model ? QString()
                                : QStringLiteral("%1 %2 %3 %4")
                                      .arg(static_cast<int>(part.kind))
                                      .arg(part.index)
                                      .arg(shapeOf(), toQt(other));
    if (form != m_form || m_area->widget() == nullptr) {
        m_form = form;
        rebuild();
    }
    showValues();
}

void RobotPropertyPanel::setAngles(const std::vector<double>& anglesRad) {
    m_anglesRad = anglesRad;
    showValues();
}

void RobotPropertyPanel::revert() {
    m_form.clear();
    setRobot(m_model, m_part);
}

void RobotPropertyPanel::editName() {
    if (m_name != nullptr && m_name->isEnabled()) {
        m_name->setFocus();
        m_name->selectAll();
    }
}

void RobotPropertyPanel::rebuild() {
    m_angle = nullptr;
    m_name = nullptr;
    auto* form = new RobotValueForm(m_model);
    if (m_model) {
        switch (m_part.kind) {
        case RobotPart::Kind::Robot:
            fillRobot(*form);
            break;
        case RobotPart::Kind::Body:
            fillBody(*form);
            break;
        case RobotPart::Kind::Joint:
            fillJoint(*form);
            break;
        case RobotPart::Kind::Sensor:
            fillSensor(*form);
            break;
        }
    }
    // Blocks the fields' signals: edits that end as the fields lose the focus were already reported
    // or rejected.
    if (QWidget* before = m_area->takeWidget()) {
        for (QObject* field : before->findChildren<QObject*>()) {
            field->blockSignals(true);
        }
        before->hide();
        before->deleteLater();
    }
    m_values = form;
    m_area->setWidget(form);
    form->show();
    connect(form, &RobotValueForm::written, this,
            [this](const char* value, const std::vector<double>& numbers) {
                Q_EMIT edited(toQt(numbers.empty() ? fmt::format("{}.{}=none", owner(), value)
                                                   : fmt::format("{}.{}={}", owner(), value,
                                                                 fmt::join(numbers, " "))));
            });
}

void RobotPropertyPanel::showValues() {
    if (!m_model) {
        return;
    }
    m_values->setModel(m_model);
    if (m_angle != nullptr && m_part.at() < m_anglesRad.size()) {
        const robot::Joint& joint = m_model->joint(robot::JointId(m_part.index));
        const QSignalBlocker quiet(m_angle);
        m_angle->setRange(std::min(degFromRad(std::max(joint.minRad, -2.0 * math::kPi)), 0.0),
                          std::max(degFromRad(std::min(joint.maxRad, 2.0 * math::kPi)), 0.0));
        showNumber(m_angle, degFromRad(m_anglesRad[m_part.at()]));
    }
}

void RobotPropertyPanel::fillRobot(RobotValueForm& form) {
    form.addText(tr("Robot"), [](const RobotModel& model) { return toQt(model.name()); });
    form.addText(tr("Name for agents"),
                 [](const RobotModel& model) { return toQt(model.traits().scenePath); });
    form.addText(tr("Mass"), [](const RobotModel& model) {
        return numberText(model.massKg(), 3, QStringLiteral("kg"));
    });
    form.addNumbers({tr("Initial height"), "height", tr("m"), 4, 0.005, 0.0, 10.0,
                     [](const RobotModel& model) {
                         return std::vector<double>{model.traits().p_STorsoAtStart.z()};
                     },
                     tr("Height of the torso above the ground when the server creates the robot")});
    form.addText(tr("Own limbs"), [](const RobotModel& model) {
        return model.traits().collidesWithItself ? tr("collide") : tr("pass through each other");
    });
}

void RobotPropertyPanel::fillBody(RobotValueForm& form) {
    const robot::BodyId id(m_part.index);
    const robot::Body& body = m_model->body(id);
    const bool isTorso = !body.parent.isValid();
    m_name = form.addName(tr("Name"), "robot-name", body.name,
                          isTorso ? tr("Its name in the server") : tr("Letters, digits, _ and -"));
    m_name->setEnabled(!isTorso);
    connect(m_name, &QLineEdit::editingFinished, this, [this, field = m_name, was = body.name] {
        if (field->text() != toQt(was)) {
            Q_EMIT bodyRenamed(field->text());
        }
    });
    form.addNumbers(
        {tr("Mass"), "mass", tr("kg"), 5, 0.01, 0.0, 1000.0,
         [id](const RobotModel& model) { return std::vector<double>{model.body(id).massKg}; },
         tr("Moments of inertia follow from mass and shape, as in the server")});
    fillShape(form);
    if (!isTorso) {
        form.addNumbers(
            {tr("Position"), "position", tr("m"), 5, 0.001, -10.0, 10.0,
             [id](const RobotModel& model) { return numbers(model.body(id).p_ParentBody); },
             tr("Right, forward, up in the parent, with all joints at zero")});
        form.addNumbers({tr("Rotation"), "rotation", tr("\u00b0"), 3, 1.0, -360.0, 360.0,
                         [id](const RobotModel& model) {
                             return numbers(robot::degFromRotation(model.body(id).R_ParentBody));
                         },
                         tr("About x, y and z of the parent, with all joints at zero")});
        auto* connection =
            panelChoice("robot-connection", {tr("fixed"), tr("hinge"), tr("two axes (universal)")},
                        tr("Joint to its parent"));
        connection->setCurrentIndex(static_cast<int>(robot::connectionOf(*m_model, id)));
        connect(connection, &QComboBox::activated, this, [this](int index) {
            Q_EMIT connectionChosen(static_cast<robot::Connection>(index));
        });
        form.addRow(tr("Joint"), connection);
    }
    form.addText(tr("Inertia"), [id](const RobotModel& model) {
        const Eigen::Vector3d inertia = kGramsPerKg * robot::inertiaKgM2(model.body(id)).diagonal();
        return tr("%1  %2  %3 g m\u00b2")
            .arg(inertia.x(), 0, 'g', 4)
            .arg(inertia.y(), 0, 'g', 4)
            .arg(inertia.z(), 0, 'g', 4);
    });
    fillSensors(form);
}

void RobotPropertyPanel::fillShape(RobotValueForm& form) {
    const robot::BodyId id(m_part.index);
    const robot::Body& body = m_model->body(id);
    auto* shape = panelChoice("robot-shape", {tr("box"), tr("sphere"), tr("capsule")},
                              tr("Collision shapes, and position of the mass"));
    shape->setCurrentIndex(static_cast<int>(body.shape.index()));
    connect(shape, &QComboBox::activated, this, [this, id](int index) {
        if (index != static_cast<int>(m_model->body(id).shape.index())) {
            Q_EMIT edited(assignmentOfShape(m_model->body(id), index));
        }
    });
    form.addRow(tr("Shape"), shape);
    const bool isBox = std::holds_alternative<robot::Box>(body.shape);
    const bool isSphere = std::holds_alternative<robot::Sphere>(body.shape);
    form.addNumbers({isBox      ? tr("Size")
                     : isSphere ? tr("Radius")
                                : tr("Radius, length"),
                     "size", tr("m"), 5, 0.001, 0.0, 10.0,
                     [id](const RobotModel& model) { return sizesOf(model.body(id).shape); },
                     isBox      ? tr("Right, forward, up; the body keeps its center")
                     : isSphere ? tr("The body keeps its center")
                                : tr("Length of the cylinder between the two half spheres")});
    if (!isSphere) {
        auto* length = panelNumber("robot-length", 0.001, 10.0, 5, 0.005, tr("m"),
                                   tr("Lengthens or shortens the body downward from its joint; "
                                      "bodies attached to it move along"));
        form.addRow(tr("Limb length"), length);
        const auto read = [id](const RobotModel& model) {
            return std::vector<double>{lengthOf(model.body(id).shape)};
        };
        form.follow(length, read);
        connect(length, &QDoubleSpinBox::valueChanged, this, [this, read](double lengthM) {
            Q_EMIT edited(
                toQt(fmt::format("{}.stretch={:.9g}", owner(), lengthM - read(*m_model).front())));
        });
    }
    addSurfaceRows(form, id);
}

void RobotPropertyPanel::fillSensors(RobotValueForm& form) {
    QStringList texts{tr("Add...")};
    std::vector<robot::PerceptorKind> kinds;
    for (const robot::PerceptorKindInfo& info : robot::kPerceptorKinds) {
        if (!info.ending.empty()) {
            texts << sensorText(info.kind);
            kinds.push_back(info.kind);
        }
    }
    auto* add = panelChoice("robot-add-sensor", texts, tr("Adds a sensor to this body"));
    connect(add, &QComboBox::activated, this, [this, add, kinds](int index) {
        add->setCurrentIndex(0);
        if (index > 0) {
            Q_EMIT sensorRequested(kinds[static_cast<std::size_t>(index) - 1]);
        }
    });
    form.addRow(tr("Sensor"), add);
}

void RobotPropertyPanel::fillJoint(RobotValueForm& form) {
    const robot::JointId id(m_part.index);
    const robot::Joint& joint = m_model->joint(id);
    form.addText(tr("Turns"), [id](const RobotModel& model) {
        const robot::Joint& of = model.joint(id);
        return tr("%1 against %2")
            .arg(toQt(model.body(of.child).name), toQt(model.body(of.parent).name));
    });
    m_name = form.addName(tr("Percept"), "robot-perceptor", joint.perceptor,
                          tr("Name of its perceptor; empty: its angle is not sent"));
    auto* effector = form.addName(tr("Effector"), "robot-effector", joint.effector,
                                  tr("Name of its effector; empty: agents cannot move it"));
    for (QLineEdit* field : {m_name, effector}) {
        connect(field, &QLineEdit::editingFinished, this,
                [this, perceptor = m_name, effector, before = joint] {
                    if (perceptor->text() != toQt(before.perceptor) ||
                        effector->text() != toQt(before.effector)) {
                        Q_EMIT jointRenamed(perceptor->text(), effector->text());
                    }
                });
    }
    m_angle = panelNumber("robot-angle", -360.0, 360.0, 2, 5.0, tr("\u00b0"),
                          tr("Angle in the picture only; not part of the robot"));
    connect(m_angle, &QDoubleSpinBox::valueChanged, this,
            [this](double deg) { Q_EMIT angleChosen(math::radFromDeg(deg)); });
    form.addRow(tr("Shown at"), m_angle);
    addJointRows(form, id);
}

void RobotPropertyPanel::fillSensor(RobotValueForm& form) {
    const RobotPart part = m_part;
    const auto sensorOf = [part](const RobotModel& model) -> const robot::Perceptor& {
        return model.percepts().perceptors[part.at()];
    };
    form.addText(tr("Sensor"),
                 [sensorOf](const RobotModel& model) { return sensorText(sensorOf(model).kind); });
    form.addText(tr("Name"), [sensorOf](const RobotModel& model) {
        return sensorOf(model).name.empty() ? tr("none") : toQt(sensorOf(model).name);
    });
    form.addText(tr("On"), [part](const RobotModel& model) {
        return toQt(model.body(bodyOf(model, part)).name);
    });
    if (sensorOf(*m_model).kind == robot::PerceptorKind::Vision) {
        addVisionRows(form);
    }
}

} // namespace sideline::widgets
