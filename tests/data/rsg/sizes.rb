# Sizes of the small robot's types.
Size = [
  { 'height' => 3, 'touch' => 'true' }, # type 0
  { 'height' => 5, 'touch' => 'false' },
]
