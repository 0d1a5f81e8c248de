#version 150 core

noperspective in vec2 local;
flat in float radius;
flat in vec4 color;
out vec4 fragColor;

void main()
{
    float cover = clamp(radius + 0.5 - length(local), 0.0, 1.0);
    if (cover < 0.01) discard;
    fragColor = vec4(color.rgb, color.a * cover);
}
