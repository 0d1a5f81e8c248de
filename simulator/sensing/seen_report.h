#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include <Eigen/Core>

#include "agentcore/protocol/percepts.h"
#include "simulator/sensing/number_text.h"
#include "simulator/sensing/view_window.h"

namespace sideline::simulator {

/// Vision percepts in the server's text format: `(See (F1L (pol 1.00 2.00 3.00)) ...)`. Objects are
/// added between `begin` and `end` in the order of the message, parts of a player between
/// `beginPlayer` and `endPlayer`. One thread at a time, like `SeenAsValues`.
class SeenAsText {
public:
    /// @param out is appended to; must outlive this object
    /// @param isQuantized two decimals, otherwise six
    SeenAsText(std::string& out, bool isQuantized) : m_out(out), m_isQuantized(isQuantized) {}

    void begin() {
        m_out += "(See ";
        m_bytesWhenEmpty = m_out.size();
    }
    void end() { m_out += ')'; }

    void object(std::string_view name, const PolarPoint& polar) {
        separate();
        m_out += '(';
        m_out += name;
        m_out += ' ';
        write(polar);
        m_out += ')';
    }
    void line(const PolarPoint& from, const PolarPoint& to) {
        separate();
        m_out += "(L ";
        write(from);
        m_out += ' ';
        write(to);
        m_out += ')';
    }

    /// @param team empty for a player without a team
    void beginPlayer(std::string_view team, int unum) {
        separate();
        if (team.empty()) {
            m_out += '(';
        } else {
            m_out += "(P (team ";
            m_out += team;
            m_out += ')';
        }
        m_out += " (id ";
        appendInteger(m_out, unum);
        m_out += ')';
    }
    /// Adds a body part of the player.
    void part(std::string_view name, const PolarPoint& polar) {
        m_out += " (";
        m_out += name;
        m_out += ' ';
        write(polar);
        m_out += ')';
    }
    /// Position of the player, from a server without body parts.
    void place(const PolarPoint& polar) {
        m_out += ' ';
        write(polar);
    }
    void endPlayer() { m_out += ')'; }
    /// A body part of a player without a name.
    void unnamedPart(std::string_view name, const PolarPoint& polar) {
        separate();
        m_out += "( (id ";
        m_out += name;
        m_out += ") ";
        write(polar);
        m_out += ')';
    }

    /// Adds ground truth.
    void point(std::string_view name, const Eigen::Vector3f& p) {
        separate();
        m_out += '(';
        m_out += name;
        for (const float value : p) {
            m_out += ' ';
            write(value);
        }
        m_out += ')';
    }
    void heading(std::string_view name, float headingDeg) {
        separate();
        m_out += '(';
        m_out += name;
        m_out += ' ';
        write(headingDeg);
        m_out += ')';
    }

private:
    // Separates objects by a blank, without one before the first.
    void separate() {
        if (m_out.size() != m_bytesWhenEmpty) {
            m_out += ' ';
        }
    }
    void write(float value) {
        if (m_isQuantized) {
            appendHundredths(m_out, value);
        } else {
            appendMillionths(m_out, value);
        }
    }
    void write(const PolarPoint& polar) {
        m_out += "(pol ";
        write(polar.distanceM);
        m_out += ' ';
        write(polar.thetaDeg);
        m_out += ' ';
        write(polar.phiDeg);
        m_out += ')';
    }

    std::string& m_out;
    bool m_isQuantized;
    std::size_t m_bytesWhenEmpty = 0;
};

/// Produces the values that a reader parses from the text with two decimals.
///
/// Some content can be represented only as text: ground truth, and numbers that a reader rejects.
/// `isWhole` is false if there was any such content.
class SeenAsValues {
public:
    explicit SeenAsValues(protocol::VisionPercept& vision) : m_vision(vision) {}

    [[nodiscard]] bool isWhole() const { return m_isWhole; }

    void begin() { m_vision.clear(); }
    void end() {}

    void object(std::string_view name, const PolarPoint& polar) {
        m_vision.objects.push_back({name, read(polar)});
        note(protocol::VisionKind::Object, m_vision.objects.size());
    }
    void line(const PolarPoint& from, const PolarPoint& to) {
        using protocol::VisionKind;
        const bool isCut = !isFinite(from) || !isFinite(to);
        auto& lines = isCut ? m_vision.cutLines : m_vision.lines;
        lines.emplace_back(isCut ? readAny(from) : read(from), isCut ? readAny(to) : read(to));
        note(isCut ? VisionKind::CutLine : VisionKind::Line, lines.size());
    }

    void beginPlayer(std::string_view team, int unum) {
        m_player = &m_vision.players.append();
        m_player->team = team;
        m_player->unum = unum;
        m_player->parts.clear();
        m_isWhole = m_isWhole && isPlainWord(team);
        note(protocol::VisionKind::Player, m_vision.players.size());
    }
    void part(std::string_view name, const PolarPoint& polar) {
        m_player->parts.push_back({name, read(polar)});
    }
    void place(const PolarPoint& polar) { part({}, polar); }
    void endPlayer() {}
    void unnamedPart(std::string_view name, const PolarPoint& polar) {
        beginPlayer({}, 0);
        part(name, polar);
    }

    void point(std::string_view /*name*/, const Eigen::Vector3f& /*p*/) { m_isWhole = false; }
    void heading(std::string_view /*name*/, float /*headingDeg*/) { m_isWhole = false; }

private:
    void note(protocol::VisionKind kind, std::size_t size) {
        m_vision.order.push_back({kind, static_cast<std::uint32_t>(size - 1)});
    }
    static bool isFinite(const PolarPoint& polar) {
        return std::isfinite(polar.distanceM) && std::isfinite(polar.thetaDeg) &&
               std::isfinite(polar.phiDeg);
    }
    double read(float value) {
        const auto reported = inHundredths(static_cast<double>(value));
        m_isWhole = m_isWhole && reported.has_value();
        return reported.value_or(0.0);
    }
    protocol::Polar read(const PolarPoint& polar) {
        return {read(polar.distanceM), read(polar.thetaDeg), read(polar.phiDeg)};
    }
    // Only the sign of NaN is preserved.
    double readAny(float value) {
        if (std::isnan(value)) {
            return std::copysign(std::numeric_limits<double>::quiet_NaN(),
                                 std::signbit(value) ? -1.0 : 1.0);
        }
        return std::isinf(value) ? static_cast<double>(value) : read(value);
    }
    protocol::Polar readAny(const PolarPoint& polar) {
        return {readAny(polar.distanceM), readAny(polar.thetaDeg), readAny(polar.phiDeg)};
    }

    protocol::VisionPercept& m_vision;
    protocol::SeenPlayer* m_player = nullptr; ///< the current player
    bool m_isWhole = true;
};

} // namespace sideline::simulator
