#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sideline::tests::roboviz {

/// Bytes of single commands, written from the specification of RoboViz's drawing protocol,
/// independent of our code: numbers are C's "%6f" cut to six characters.
[[nodiscard]] std::string number(double value);
[[nodiscard]] std::string swap(std::string_view set);
[[nodiscard]] std::string circle(double x, double y, double radius, double thickness,
                                 std::string_view rgb, std::string_view set);
[[nodiscard]] std::string line(const double (&from)[3], const double (&to)[3], double thickness,
                               std::string_view rgb, std::string_view set);
[[nodiscard]] std::string point(const double (&at)[3], double size, std::string_view rgb,
                                std::string_view set);
[[nodiscard]] std::string sphere(const double (&at)[3], double radius, std::string_view rgb,
                                 std::string_view set);
[[nodiscard]] std::string polygon(const std::vector<std::vector<double>>& corners,
                                  std::string_view rgba, std::string_view set);
[[nodiscard]] std::string annotation(std::string_view text, const double (&at)[3],
                                     std::string_view rgb, std::string_view set);
[[nodiscard]] std::string agentAnnotation(std::string_view text, bool isRight, int unum,
                                          std::string_view rgb);
[[nodiscard]] std::string clearAgentAnnotation(bool isRight, int unum);
[[nodiscard]] std::string selectAgent(bool isRight, int unum);

/// Datagrams of the static picture: field lines, a tinted area, texts.
[[nodiscard]] std::vector<std::string> staticPicture();

/// Datagrams of one frame of the moving picture: points on a wave, an orbiting ball with a line to
/// it, a pulsating circle, texts above agents; several commands per datagram.
/// @param step frame counter, 25 per second
[[nodiscard]] std::vector<std::string> animatedPicture(int step);

} // namespace sideline::tests::roboviz
