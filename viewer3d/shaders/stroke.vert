#version 150 core

// A line of constant width on the screen: row0 = where it begins, and its width in pixels; row1 =
// where it ends.
in vec3 vertexPosition;
in vec4 instanceRow0;
in vec4 instanceRow1;
in vec4 instanceColor;

noperspective out float across; // pixels from the middle of the line
flat out float halfWidth;
flat out vec4 color;

uniform mat4 viewProjectionMatrix;
uniform vec2 viewportSize;

const float kNearest = 1e-3;

void main()
{
    vec4 from = viewProjectionMatrix * vec4(instanceRow0.xyz, 1.0);
    vec4 to = viewProjectionMatrix * vec4(instanceRow1.xyz, 1.0);
    color = instanceColor;
    halfWidth = 0.5 * instanceRow0.w;
    across = 0.0;
    if (from.w < kNearest && to.w < kNearest) {
        gl_Position = vec4(0.0, 0.0, 2.0, 1.0); // behind the eye
        return;
    }
    if (from.w < kNearest) from = mix(from, to, (kNearest - from.w) / (to.w - from.w));
    else if (to.w < kNearest) to = mix(to, from, (kNearest - to.w) / (from.w - to.w));
    vec2 along = (to.xy / to.w - from.xy / from.w) * viewportSize;
    float size = length(along);
    along = size > 1e-4 ? along / size : vec2(1.0, 0.0);
    float reach = halfWidth + 1.0; // a soft edge
    across = vertexPosition.y * reach;
    vec4 p = vertexPosition.x < 0.0 ? from : to;
    vec2 offset = across * vec2(-along.y, along.x) + 0.3 * vertexPosition.x * along;
    p.xy += 2.0 * offset / viewportSize * p.w;
    gl_Position = p;
}
