import { Argument, type Command } from 'commander';
import { oneOf } from '../input/choices.ts';
import { onCall } from '../session/session.ts';

export function register(command: Command): void {
  command.addArgument(oneOf(new Argument('<shell>', 'name of the shell'), Object.keys(scripts))).addHelpText(
    'after',
    `
Prints a completion script for commands, options and their values.

Examples:
  $ inrgate completion bash >> ~/.bashrc
  $ inrgate completion zsh >> ~/.zshrc
  $ inrgate completion fish > ~/.config/fish/completions/inrgate.fish`,
  );
  onCall(command, async ({ output }, _options, [shell = '']) => {
    const script = scripts[shell as keyof typeof scripts];
    output.data({ shell, script }, () => script);
  });
}

/** The scripts pass the words to `inrgate __complete`, called as the user typed it, without the PATH. */

const bash = `# bash completion for inrgate
_inrgate() {
  local line reply=()
  COMPREPLY=()
  while IFS= read -r line; do reply+=("$line"); done < <("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [[ "\${reply[0]}" == ":files" ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")
    return
  fi
  for line in "\${reply[@]}"; do COMPREPLY+=("$(printf '%q' "\${line%%$'\\t'*}")"); done
}
complete -F _inrgate inrgate`;

const zsh = `#compdef inrgate
# zsh completion for inrgate
_inrgate() {
  local line value summary tab=$'\\t'
  local -a reply described
  reply=("\${(@f)$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "\${reply[1]}" == ":files" ]]; then
    _files
    return
  fi
  for line in "\${reply[@]}"; do
    [[ -n "$line" ]] || continue
    value="\${line%%$tab*}" summary="\${line#*$tab}"
    described+=("\${value//:/\\\\:}\${summary:+:$summary}")
  done
  (( \${#described} )) && _describe 'inrgate' described
}
if [[ "\${funcstack[1]}" == "_inrgate" ]]; then
  _inrgate "$@"
else
  (( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit; }
  compdef _inrgate inrgate
fi`;

const fish = `# fish completion for inrgate
function __inrgate_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l reply ($words[1] __complete -- $words[2..-1] 2>/dev/null)
  if test "$reply[1]" = ":files"
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $reply
  end
end
complete -c inrgate -f -a '(__inrgate_complete)'`;

const scripts = { bash, zsh, fish } as const;
