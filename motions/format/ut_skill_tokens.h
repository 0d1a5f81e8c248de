#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "motions/value.h"

namespace sideline::keyframe {

/// A word of a skill file.
struct SkillToken {
    enum class Kind : std::uint8_t { Word, Number, Parameter, Sign, Other, End };
    Kind kind = Kind::End;
    std::string_view text;
    int line = 0;
};

/// Reads a skill file word by word; `#` begins a comment, line breaks count as blanks.
class SkillTokens {
public:
    explicit SkillTokens(std::string_view text);

    [[nodiscard]] const SkillToken& peek() const { return m_tokens[m_next]; }
    SkillToken take();
    [[nodiscard]] bool isAtEnd() const { return peek().kind == SkillToken::Kind::End; }
    [[nodiscard]] bool isNext(std::string_view text) const { return peek().text == text; }
    /// Reads an expression, which may consist of several words. Errors: Malformed at the line.
    [[nodiscard]] base::Expected<Value> takeValue();

private:
    [[nodiscard]] bool skipSum(std::string& text, int depth);
    [[nodiscard]] bool skipFactor(std::string& text, int depth);

    std::vector<SkillToken> m_tokens; ///< the last one marks the end
    std::size_t m_next = 0;
};

} // namespace sideline::keyframe
