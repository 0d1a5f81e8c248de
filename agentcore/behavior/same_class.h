#pragma once

#include <typeinfo>

namespace sideline::behavior {

/// The object as a `Class`, if that is its exact type.
/// @return null for an object of any other type
template <typename Class, typename Base>
[[nodiscard]] const Class* asClass(const Base& object) {
    return typeid(object) == typeid(Class) ? static_cast<const Class*>(&object) : nullptr;
}

} // namespace sideline::behavior
