#version 150 core

out vec4 fragColor;

uniform vec4 flatColor;

void main()
{
    fragColor = flatColor;
}
