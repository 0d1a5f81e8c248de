#version 150 core

in vec2 local;
flat in float strength;
flat in vec4 color;
out vec4 fragColor;

void main()
{
    float r = length(local);
    float filled = 1.0 - smoothstep(0.0, 1.0, r);
    float ring = smoothstep(0.84, 0.88, r) * (1.0 - smoothstep(0.94, 0.98, r));
    fragColor = vec4(color.rgb, strength * mix(filled * filled, ring, color.a));
}
