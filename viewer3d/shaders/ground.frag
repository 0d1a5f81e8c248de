#version 150 core

in vec3 worldPosition;
out vec4 fragColor;

uniform vec3 eyePosition;
uniform vec3 backgroundColor;
uniform vec2 fieldHalfSize;

// Mown grass: stripes across the field, darker outside of the lines, fading into the background.
void main()
{
    vec2 p = worldPosition.xy;
    float stripe = step(0.5, fract(p.x / 3.0 + 0.25));
    vec3 grass = mix(vec3(0.235, 0.470, 0.215), vec3(0.260, 0.510, 0.235), stripe);
    vec2 outside = abs(p) - fieldHalfSize;
    float apron = smoothstep(0.55, 0.75, max(outside.x, outside.y));
    grass = mix(grass, vec3(0.190, 0.345, 0.185), apron);
    float reach = max(fieldHalfSize.x, fieldHalfSize.y) * 1.1;
    float away = smoothstep(reach, reach * 2.6, length(p));
    fragColor = vec4(mix(grass, backgroundColor, away), 1.0);
}
