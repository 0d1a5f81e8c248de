#version 150 core

noperspective in float across;
flat in float halfWidth;
flat in vec4 color;
out vec4 fragColor;

void main()
{
    float cover = clamp(halfWidth + 0.5 - abs(across), 0.0, 1.0);
    if (cover < 0.01) discard;
    fragColor = vec4(color.rgb, color.a * cover);
}
