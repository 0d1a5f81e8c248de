#version 150 core

out vec4 fragColor;

uniform vec4 flatColour;

void main()
{
    fragColor = flatColour;
}
