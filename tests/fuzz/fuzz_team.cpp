// Arbitrary text as a team file: it is parsed and checked, or errors have position and reason;
// every edit changes only its target, or gives a reason for its rejection.

#include <cstdint>
#include <string>
#include <string_view>

#include "launcher/team_file.h"
#include "launcher/team_text.h"
#include "tests/fuzz/require.h"

namespace {

using namespace sideline;
using fuzz::require;
using launcher::TeamPart;

void checkRead(std::string_view text) {
    const auto team = launcher::parseTeamFile(text, "/nowhere/a.toml");
    if (!team) {
        require(!team.error().empty(), "it states what is wrong");
        for (const base::Error& error : team.error()) {
            require(!error.message.empty() && error.line.has_value(), "and where");
        }
        return;
    }
    require(!team->players.empty(), "there are players");
    for (const launcher::PlayerSpec& player : team->players) {
        require(player.number >= 0 && player.number <= launcher::kMaxNumber, "numbers");
        require(!player.beam_F || player.beam_F->allFinite(), "beams are finite");
        require(player.startDelay.count() >= 0, "waits");
    }
}

void checkField(std::string_view text, const TeamPart& part, std::string_view key,
                std::string_view value) {
    const auto changed = launcher::withField(text, part, key, value);
    if (!changed) {
        require(!changed.error().message.empty(), "it states why it cannot");
        return;
    }
    require(launcher::readTeamFields(*changed).has_value(), "it is TOML as before");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    checkRead(text);
    for (const std::uint64_t line : {1U, 2U, 5U, 9U}) {
        (void)launcher::placeOnLine(text, line);
    }
    const auto fields = launcher::readTeamFields(text);
    checkField(text, {}, "name", "Any \"name\"");
    checkField(text, {TeamPart::Kind::Player, 0}, "number", "3");
    checkField(text, {TeamPart::Kind::Player, 0}, "beam", "-1, 2, 30");
    checkField(text, {TeamPart::Kind::Defaults, 0}, "args", "a 'b c' \\\" d");
    checkField(text, {TeamPart::Kind::Team, 0}, "host", "");
    const auto more = launcher::withNewPlayer(text);
    if (more && fields) {
        const auto after = launcher::readTeamFields(*more);
        require(after.has_value() && after->players.size() == fields->players.size() + 1,
                "there is one player more");
    }
    if (fields && !fields->players.empty()) {
        const auto fewer = launcher::withoutPlayer(text, fields->players.size() - 1);
        const auto after =
            fewer ? launcher::readTeamFields(*fewer)
                  : base::Expected<launcher::TeamFields>(tl::unexpected(fewer.error()));
        require(!fewer || (after && after->players.size() + 1 == fields->players.size()),
                "there is one player less");
    }
    return 0;
}
