// A localization by two landmarks, over a recorded stream, which publishes its belief.
//
//   g++ -std=c++17 -O2 two_landmarks.cpp -o two_landmarks
//   two_landmarks STREAM.rec BELIEF.jsonl           a file to be opened beside the stream
//   two_landmarks STREAM.rec 127.0.0.1:3300         sent as if it were live
//
// STREAM.rec must not be compressed. The belief is the mean over all pairs of visible landmarks,
// its covariance their spread; between vision frames there is none.
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <regex>
#include <thread>

#include "belief.h"

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kRad = kPi / 180.0;
constexpr double kCameraHeightM = 0.54;

struct Seen {
    std::string name;
    double xM = 0.0; // where it is, server frame
    double yM = 0.0;
    double distanceM = 0.0;  // on the ground
    double bearingRad = 0.0; // from the camera's forward axis, to the left
};

double wrap(double rad) {
    return std::atan2(std::sin(rad), std::cos(rad));
}

double numberIn(const std::string& text, const char* pattern, double otherwise) {
    std::smatch found;
    return std::regex_search(text, found, std::regex(pattern)) ? std::stod(found[1]) : otherwise;
}

std::vector<Seen> seenIn(const std::string& text) {
    static const std::regex pattern(R"(\(([FG])([12])([LR]) \(pol (\S+) (\S+) ([^)]+)\)\))");
    const double tilt = kRad * numberIn(text, R"(\(n hj2\) \(ax ([^)]+)\))", 0.0);
    std::vector<Seen> seen;
    for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it) {
        const std::smatch& m = *it;
        const bool isFlag = m[1] == "F";
        const double side = m[2] == "1" ? 1.0 : -1.0;
        const double distance = std::stod(m[4]);
        const double theta = kRad * std::stod(m[5]);
        const double phi = kRad * std::stod(m[6]);
        const double drop = kCameraHeightM - (isFlag ? 0.0 : 0.8);
        const double ahead =
            std::cos(phi) * std::cos(theta) * std::cos(tilt) - std::sin(phi) * std::sin(tilt);
        seen.push_back({m.str().substr(1, 3), m[3] == "L" ? -15.0 : 15.0,
                        side * (isFlag ? 10.0 : 1.05),
                        std::sqrt(std::max(distance * distance - drop * drop, 0.01)),
                        std::atan2(std::cos(phi) * std::sin(theta), ahead)});
    }
    return seen;
}

// The camera's place and heading from which two landmarks look as they do.
std::array<double, 3> from(const Seen& a, const Seen& b) {
    const double ax = a.distanceM * std::cos(a.bearingRad);
    const double ay = a.distanceM * std::sin(a.bearingRad);
    const double bx = b.distanceM * std::cos(b.bearingRad);
    const double by = b.distanceM * std::sin(b.bearingRad);
    const double heading =
        wrap(std::atan2(b.yM - a.yM, b.xM - a.xM) - std::atan2(by - ay, bx - ax));
    return {a.xM - std::cos(heading) * ax + std::sin(heading) * ay,
            a.yM - std::sin(heading) * ax - std::cos(heading) * ay, heading};
}

void localize(const std::vector<Seen>& seen, belief::Belief& belief) {
    std::vector<std::array<double, 3>> poses;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        for (std::size_t j = i + 1; j < seen.size(); ++j) {
            poses.push_back(from(seen[i], seen[j]));
        }
    }
    belief.isKnown = !poses.empty();
    if (poses.empty()) {
        return;
    }
    double sine = 0.0;
    double cosine = 0.0;
    const auto count = static_cast<double>(poses.size());
    for (const auto& [x, y, heading] : poses) {
        belief.xM += x / count;
        belief.yM += y / count;
        sine += std::sin(heading);
        cosine += std::cos(heading);
    }
    belief.headingRad = std::atan2(sine, cosine);
    if (poses.size() > 2) {
        std::array<double, 9> spread{};
        for (const auto& pose : poses) {
            const std::array<double, 3> off{pose[0] - belief.xM, pose[1] - belief.yM,
                                            wrap(pose[2] - belief.headingRad)};
            for (std::size_t k = 0; k < 9; ++k) {
                spread[k] += off[k / 3] * off[k % 3] / (count - 1.0);
            }
        }
        belief.covariance = spread;
    }
    belief.particles = poses; // each pair's opinion
    for (const Seen& each : seen) {
        const double dx = each.xM - belief.xM;
        const double dy = each.yM - belief.yM;
        const double bearing = wrap(std::atan2(dy, dx) - belief.headingRad);
        belief.landmarks.push_back(
            {each.name,
             true,
             {each.distanceM - std::hypot(dx, dy), wrap(each.bearingRad - bearing), NAN}});
    }
    belief.values = {{"pairs", count}};
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "two_landmarks STREAM.rec BELIEF.jsonl|HOST:PORT\n";
        return 2;
    }
    std::ifstream in(argv[1], std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const std::string to = argv[2];
    const std::size_t colon = to.rfind(':');
    std::optional<belief::Sender> sender;
    std::ofstream file;
    if (colon == std::string::npos) {
        file.open(to);
    } else {
        sender.emplace(to.substr(0, colon).c_str(),
                       static_cast<std::uint16_t>(std::atoi(to.c_str() + colon + 1)));
    }
    if (bytes.empty() || (!sender && !file)) {
        std::cerr << "cannot read " << argv[1] << " or cannot write " << to << '\n';
        return 2;
    }
    int count = 0;
    for (std::size_t at = 0; at + 5 <= bytes.size();) {
        std::uint32_t length = 0;
        for (std::size_t i = 1; i < 5; ++i) {
            length = length << 8U | static_cast<unsigned char>(bytes[at + i]);
        }
        const std::string text = bytes.substr(at + 5, length);
        const bool isServer = bytes[at] == '<';
        at += 5 + length;
        const double timeS = numberIn(text, R"(\(now ([^)]+)\))", -1.0);
        if (!isServer || timeS < 0.0 || text.find("(See") == std::string::npos) {
            continue; // between two vision frames it believes nothing new
        }
        belief::Belief belief;
        belief.timeS = timeS;
        belief.name = "two landmarks";
        belief.isServerFrame = true;
        belief.isOfCamera = true;
        localize(seenIn(text), belief);
        ++count;
        if (sender) {
            belief.team = "TwoLandmarks"; // live, it is asked whose it is
            belief.unum = 1;
            belief.percepts = text;
            sender->send(belief);
            std::this_thread::sleep_for(std::chrono::milliseconds(60));
        } else {
            file << belief::toJson(belief) << '\n';
        }
    }
    std::cerr << count << " beliefs\n";
    return 0;
}
