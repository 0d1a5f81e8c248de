#include "training/ranks/rank_message.h"

#include "training/ranks/bytes.h"

namespace sideline::training {

std::string bytesOf(const RankMessage& message) {
    std::string bytes;
    appendBytes(bytes, static_cast<std::uint8_t>(message.word));
    appendBytes(bytes, message.batch);
    appendBytes(bytes, message.capacity);
    appendText(bytes, message.payload);
    return bytes;
}

std::optional<RankMessage> rankMessageFrom(std::string_view bytes) {
    RankMessage message;
    std::uint8_t word = 0;
    if (!takeBytes(bytes, word) || word > static_cast<std::uint8_t>(RankWord::Farewell) ||
        !takeBytes(bytes, message.batch) || !takeBytes(bytes, message.capacity) ||
        !takeText(bytes, message.payload) || !bytes.empty()) {
        return std::nullopt;
    }
    message.word = static_cast<RankWord>(word);
    return message;
}

} // namespace sideline::training
