// Publishes what an agent's own localization believes, for Sideline's Localize. One file to be
// copied into an agent of any team: C++17 and POSIX sockets, nothing else. The format is described
// in docs/belief-format.md: meters, seconds, radians.
#pragma once

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace belief {

struct Landmark {
    std::string name; // as the server reports it: F1L ... G2R
    bool isUsed = true;
    // Measured less expected: distance (m), angle to the left, angle upward (rad); NaN: unknown.
    std::array<double, 3> residual{NAN, NAN, NAN};
};

struct Belief {
    double timeS = 0.0;              // (time (now T)) of the message that it follows
    std::optional<double> gameTimeS; // (GS (t T)) of the message
    std::string name;                // of the estimator
    std::string team;
    int unum = 0;
    bool isServerFrame = false; // else +x to the opponent's goal
    bool isOfCamera = false;    // else of the torso
    bool isKnown = false;       // whether it has a pose
    double xM = 0.0;
    double yM = 0.0;
    std::optional<double> zM;
    double headingRad = 0.0;
    std::optional<std::array<double, 9>> covariance; // of x, y, heading; row by row
    std::vector<std::array<double, 3>> particles;    // x, y, heading
    std::vector<Landmark> landmarks;
    std::vector<std::pair<std::string, double>> values;
    std::string percepts; // the server's message itself; useful live
};

// JSON has no NaN and no infinity.
inline std::string number(double value) {
    if (!std::isfinite(value)) {
        return "null";
    }
    char text[32];
    const int length = std::snprintf(text, sizeof text, "%.9g", value);
    std::string result(text, static_cast<std::size_t>(length));
    for (char& c : result) {
        c = c == ',' ? '.' : c; // some locales use a decimal comma
    }
    return result;
}

inline std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
            result += code;
        } else {
            result += c;
        }
    }
    return result + '"';
}

template <typename Numbers>
std::string listOf(const Numbers& numbers) {
    std::string result = "[";
    for (const double value : numbers) {
        result += (result.size() > 1 ? "," : "") + number(value);
    }
    return result + ']';
}

// One line, without its end.
inline std::string toJson(const Belief& belief) {
    std::string json = "{\"time\":" + number(belief.timeS);
    if (belief.gameTimeS) {
        json += ",\"game_time\":" + number(*belief.gameTimeS);
    }
    for (const auto& [key, text] : {std::pair{"name", &belief.name}, {"team", &belief.team}}) {
        if (!text->empty()) {
            json += std::string(",\"") + key + "\":" + quoted(*text);
        }
    }
    if (belief.unum > 0) {
        json += ",\"unum\":" + std::to_string(belief.unum);
    }
    if (belief.isServerFrame) {
        json += ",\"frame\":\"server\"";
    }
    json += ",\"pose\":";
    if (belief.isKnown) {
        json += "{\"x\":" + number(belief.xM) + ",\"y\":" + number(belief.yM);
        json += belief.zM ? ",\"z\":" + number(*belief.zM) : "";
        json += ",\"heading\":" + number(belief.headingRad);
        json += belief.isOfCamera ? ",\"of\":\"camera\"}" : "}";
    } else {
        json += "null";
    }
    if (belief.covariance) {
        const auto& c = *belief.covariance;
        json += ",\"covariance\":[" + listOf(std::array{c[0], c[1], c[2]}) + "," +
                listOf(std::array{c[3], c[4], c[5]}) + "," + listOf(std::array{c[6], c[7], c[8]}) +
                "]";
    }
    const auto addList = [&json](const char* key, const auto& items, auto text) {
        if (items.empty()) {
            return;
        }
        json += std::string(",\"") + key + "\":[";
        for (std::size_t i = 0; i < items.size(); ++i) {
            json += (i > 0 ? "," : "") + text(items[i]);
        }
        json += "]";
    };
    addList("particles", belief.particles, [](const auto& each) { return listOf(each); });
    addList("landmarks", belief.landmarks, [](const Landmark& each) {
        return "{\"name\":" + quoted(each.name) + ",\"used\":" + (each.isUsed ? "true" : "false") +
               ",\"residual\":" + listOf(each.residual) + "}";
    });
    if (!belief.values.empty()) {
        std::string values;
        for (const auto& [name, value] : belief.values) {
            values += (values.empty() ? "" : ",") + quoted(name) + ":" + number(value);
        }
        json += ",\"values\":{" + values + "}";
    }
    if (!belief.percepts.empty()) {
        json += ",\"percepts\":" + quoted(belief.percepts);
    }
    return json + "}";
}

// Sends each belief as a datagram; never blocks, and needs no receiver.
class Sender {
public:
    explicit Sender(const char* host = "127.0.0.1", std::uint16_t port = 3300)
        : m_socket(socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0)) {
        m_to.sin_family = AF_INET;
        m_to.sin_port = htons(port);
        inet_pton(AF_INET, host, &m_to.sin_addr);
    }
    ~Sender() { close(m_socket); }
    Sender(const Sender&) = delete;
    Sender& operator=(const Sender&) = delete;

    void send(const Belief& belief) const {
        const std::string text = toJson(belief);
        sendto(m_socket, text.data(), text.size(), 0, reinterpret_cast<const sockaddr*>(&m_to),
               sizeof m_to);
    }

private:
    int m_socket;
    sockaddr_in m_to{};
};

} // namespace belief
