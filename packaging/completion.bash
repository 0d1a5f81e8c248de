# bash completion for sideline: subcommands and options as `sideline ... --help` lists them.

# Prints the names that a help text lists: options with --options, else subcommands.
_sideline_names() {
  local kind=$1
  shift
  "$@" --help 2>/dev/null | awk -v kind="$kind" '
    /^[A-Za-z].*:$/ { section = $0; next }
    kind == "--options" && /^  -/ {
      line = $1
      count = split(line, names, /[,=]/)
      for (i = 1; i <= count; ++i) if (names[i] ~ /^-/) print names[i]
    }
    kind == "subcommands" && section == "Subcommands:" && /^  [a-z]/ { print $1 }'
}

_sideline() {
  local current=${COMP_WORDS[COMP_CWORD]} word known
  local command=("${COMP_WORDS[0]}")
  COMPREPLY=()
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && continue
    known=$(_sideline_names subcommands "${command[@]}")
    [[ $'\n'$known$'\n' == *$'\n'$word$'\n'* ]] || break # an operand, or a value
    command+=("$word")
  done
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_sideline_names --options "${command[@]}")" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -W "$(_sideline_names subcommands "${command[@]}")" -- "$current")
  fi
  # Nothing of ours: files.
  [ ${#COMPREPLY[@]} -gt 0 ] || compopt -o default 2>/dev/null
}

complete -F _sideline sideline
