#pragma once

// The only include of ONNX's protobuf classes (Debian's libonnx-dev).
#include <onnx/onnx_pb.h>
