#include "tests/support/roboviz_client.h"

#include <cmath>
#include <cstdio>

namespace sideline::tests::roboviz {

namespace {

using namespace std::string_view_literals;

std::string ended(std::string_view text) {
    return std::string(text) + '\0';
}

std::string place(const double (&at)[3]) {
    return number(at[0]) + number(at[1]) + number(at[2]);
}

std::string head(std::string_view twoBytes) {
    return std::string(twoBytes);
}

std::string agent(bool isRight, int unum) {
    return {static_cast<char>(static_cast<unsigned char>(isRight ? 127 + unum : unum - 1))};
}

} // namespace

std::string number(double value) {
    char text[400];
    std::snprintf(text, sizeof text, "%6f", value);
    return std::string(text).substr(0, 6);
}

std::string swap(std::string_view set) {
    return head("\0\0"sv) + ended(set);
}

std::string circle(double x, double y, double radius, double thickness, std::string_view rgb,
                   std::string_view set) {
    return head("\1\0"sv) + number(x) + number(y) + number(radius) + number(thickness) +
           std::string(rgb) + ended(set);
}

std::string line(const double (&from)[3], const double (&to)[3], double thickness,
                 std::string_view rgb, std::string_view set) {
    return head("\1\1"sv) + place(from) + place(to) + number(thickness) + std::string(rgb) +
           ended(set);
}

std::string point(const double (&at)[3], double size, std::string_view rgb, std::string_view set) {
    return head("\1\2"sv) + place(at) + number(size) + std::string(rgb) + ended(set);
}

std::string sphere(const double (&at)[3], double radius, std::string_view rgb,
                   std::string_view set) {
    return head("\1\3"sv) + place(at) + number(radius) + std::string(rgb) + ended(set);
}

std::string polygon(const std::vector<std::vector<double>>& corners, std::string_view rgba,
                    std::string_view set) {
    std::string bytes = head("\1\4"sv);
    bytes += static_cast<char>(corners.size());
    bytes += rgba;
    for (const std::vector<double>& corner : corners) {
        bytes += number(corner.at(0)) + number(corner.at(1)) + number(corner.at(2));
    }
    return bytes + ended(set);
}

std::string annotation(std::string_view text, const double (&at)[3], std::string_view rgb,
                       std::string_view set) {
    return head("\2\0"sv) + place(at) + std::string(rgb) + ended(text) + ended(set);
}

std::string agentAnnotation(std::string_view text, bool isRight, int unum, std::string_view rgb) {
    return head("\2\1"sv) + agent(isRight, unum) + std::string(rgb) + ended(text);
}

std::string clearAgentAnnotation(bool isRight, int unum) {
    return head("\2\2"sv) + agent(isRight, unum);
}

std::string selectAgent(bool isRight, int unum) {
    return head("\3\0"sv) + agent(isRight, unum);
}

std::vector<std::string> staticPicture() {
    constexpr std::string_view kWhite = "\xff\xff\xff";
    constexpr std::string_view kRed = "\xe6\x14\x14";
    std::string lines = line({-4, -3, 0}, {4, -3, 0}, 3, kWhite, "static.lines");
    lines += line({4, -3, 0}, {4, 3, 0}, 3, kWhite, "static.lines");
    lines += line({4, 3, 0}, {-4, 3, 0}, 3, kWhite, "static.lines");
    lines += line({-4, 3, 0}, {-4, -3, 0}, 3, kWhite, "static.lines");
    std::string area = polygon({{-8, -5, 0}, {-6, -5, 0}, {-6, -2, 0}, {-8, -2, 0}},
                               "\x50\x50\xff\x64", "static.area");
    area += annotation("Zone A \xc3\xa4\xc3\xb6", {-7, -3.5, 0.5}, kRed, "static.texts");
    return {lines, area, swap("static")};
}

std::vector<std::string> animatedPicture(int step) {
    constexpr std::string_view kYellow = "\xff\xf0\x14";
    constexpr std::string_view kCyan = "\x14\xf0\xff";
    constexpr std::string_view kPink = "\xff\x28\xc8";
    const double phase = 0.1 * step;
    std::vector<std::string> datagrams;
    std::string points;
    for (int i = 0; i < 12; ++i) {
        const double x = 0.5 * i - 3;
        points += point({x, 1.5 * std::sin(phase + x), 0.6}, 6, kYellow, "animated.points");
        if (i % 6 == 5) {
            datagrams.push_back(points);
            points.clear();
        }
    }
    const double bx = 5 * std::cos(phase);
    const double by = 5 * std::sin(phase);
    datagrams.push_back(sphere({bx, by, 0.6}, 0.3, kPink, "animated.spheres") +
                        line({0, 0, 0}, {bx, by, 0.6}, 5, kCyan, "animated.spheres"));
    datagrams.push_back(circle(-5, 0, 1.5 + std::sin(phase), 2, kCyan, "animated.circles"));
    datagrams.push_back(agentAnnotation("step " + std::to_string(step), false, 1, kYellow) +
                        agentAnnotation("hello", true, 1, kPink));
    datagrams.push_back(swap("animated"));
    return datagrams;
}

} // namespace sideline::tests::roboviz
