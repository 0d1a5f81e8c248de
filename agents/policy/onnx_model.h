#pragma once

// The only door to ONNX's protobuf classes (Debian's libonnx-dev): they are included nowhere else.
#include <onnx/onnx_pb.h>
