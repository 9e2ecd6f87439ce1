/** Creates the script for a program of that name. */
type CompletionScript = (program: string) => string;

const functionName = (program: string): string => `_${program.replaceAll(/[^A-Za-z0-9]/g, '_')}_complete`;

const bash: CompletionScript = (program) => `# ${program} completion for bash. Add this to ~/.bashrc:
#   source <(${program} completion bash)
${functionName(program)}() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <("\${COMP_WORDS[0]}" __complete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F ${functionName(program)} ${program}
`;

const zsh: CompletionScript = (program) => `#compdef ${program}
# ${program} completion for zsh. Add this to ~/.zshrc, after compinit:
#   source <(${program} completion zsh)
${functionName(program)}() {
  local -a candidates
  local line
  while IFS= read -r line; do
    candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <("\${words[1]}" __complete zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#candidates} )); then _describe '${program}' candidates; else _files; fi
}
compdef ${functionName(program)} ${program}
`;

const fish: CompletionScript = (program) => `# ${program} completion for fish. Run once:
#   ${program} completion fish > ~/.config/fish/completions/${program}.fish
function ${functionName(program)}
  set -l words (commandline -opc) (commandline -ct)
  command $words[1] __complete fish -- $words[2..-1] 2>/dev/null
end
complete -c ${program} -f -a '(${functionName(program)})'
`;

const powershell: CompletionScript = (program) => `# ${program} completion for PowerShell. Add this to $PROFILE:
#   ${program} completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName '${program}' -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '' }
  & '${program}' __complete powershell -- @words 2>$null | ForEach-Object {
    $candidate, $description = $_ -split "\`t", 2
    if (-not $description) { $description = $candidate }
    [System.Management.Automation.CompletionResult]::new($candidate, $candidate, 'ParameterValue', $description)
  }
}
`;

/** By the name of the shell. Each script calls the program itself, which answers from the cached catalog. */
export const COMPLETION_SCRIPTS: ReadonlyMap<string, CompletionScript> = new Map([
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
  ['powershell', powershell],
]);
