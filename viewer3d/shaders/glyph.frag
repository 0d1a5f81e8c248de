#version 150 core

in vec2 atlas;
flat in vec3 color;
out vec4 fragColor;

uniform sampler2D glyphs; // red: the number, green: its outline

void main()
{
    vec4 texel = texture(glyphs, atlas);
    float alpha = max(texel.r, texel.g * 0.75);
    if (alpha < 0.03) discard;
    fragColor = vec4(mix(vec3(0.05), color, texel.r / max(alpha, 0.001)), alpha);
}
