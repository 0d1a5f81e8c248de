#include <algorithm>
#include <cmath>
#include <limits>

#include "agentcore/protocol/byte_class.h"
#include "agentcore/protocol/effectors.h"
#include "agentcore/protocol/number_text.h"

namespace sideline::protocol {

namespace {

constexpr int kMaxUnum = 11;
constexpr double kMaxNumber = 1e9;

bool isSendable(double value) {
    return std::abs(value) < kMaxNumber; // also false for NaN
}

} // namespace

bool EffectorWriter::refuse() {
    ++m_refused;
    return false;
}

bool EffectorWriter::numbers(std::string_view name, std::initializer_list<double> values) {
    if (!isWord(name) || !std::ranges::all_of(values, isSendable)) {
        return refuse();
    }
    m_out += '(';
    m_out += name;
    for (const double value : values) {
        m_out += ' ';
        appendShort(m_out, value);
    }
    m_out += ')';
    return true;
}

double EffectorWriter::speedAsRead(double radPerS) {
    return isSendable(radPerS) ? asShort(radPerS) : std::numeric_limits<double>::quiet_NaN();
}

bool EffectorWriter::scene(std::string_view file, int type) {
    if (!isWord(file)) {
        return refuse();
    }
    m_out += "(scene ";
    m_out += file;
    if (type >= 0) {
        m_out += ' ';
        appendInteger(m_out, type);
    }
    m_out += ')';
    return true;
}

bool EffectorWriter::init(int unum, std::string_view team) {
    if (!isWord(team) || unum < 0 || unum > kMaxUnum) {
        return refuse();
    }
    m_out += "(init (unum ";
    appendInteger(m_out, unum);
    m_out += ")(teamname ";
    m_out += team;
    m_out += "))";
    return true;
}

bool EffectorWriter::beam(double xM, double yM, double headingDeg) {
    return numbers("beam", {xM, yM, headingDeg});
}

bool EffectorWriter::joint(std::string_view name, double speedRadPerS) {
    return numbers(name, {speedRadPerS});
}

bool EffectorWriter::universalJoint(std::string_view name, double firstRadPerS,
                                    double secondRadPerS) {
    return numbers(name, {firstRadPerS, secondRadPerS});
}

bool EffectorWriter::say(std::string_view text) {
    if (!isWord(text) || text.size() > kMaxSayBytes) {
        return refuse();
    }
    m_out += "(say ";
    m_out += text;
    m_out += ')';
    return true;
}

bool EffectorWriter::pass() {
    m_out += "(pass)";
    return true;
}

bool EffectorWriter::syn() {
    m_out += "(syn)";
    return true;
}

bool EffectorWriter::write(const Effector& effector) {
    struct Visitor {
        EffectorWriter& to;
        bool operator()(const SceneEffector& e) const { return to.scene(e.file, e.type); }
        bool operator()(const InitEffector& e) const { return to.init(e.unum, e.team); }
        bool operator()(const BeamEffector& e) const { return to.beam(e.xM, e.yM, e.headingDeg); }
        bool operator()(const JointEffector& e) const {
            return e.axisCount == 2
                       ? to.universalJoint(e.name, e.speedRadPerS[0], e.speedRadPerS[1])
                       : to.joint(e.name, e.speedRadPerS[0]);
        }
        bool operator()(const SayEffector& e) const { return to.say(e.text); }
        bool operator()(const PassEffector&) const { return to.pass(); }
        bool operator()(const SynEffector&) const { return to.syn(); }
    };
    return std::visit(Visitor{*this}, effector);
}

} // namespace sideline::protocol
