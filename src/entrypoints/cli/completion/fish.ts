import { groupsIn, type Offer, type OptionOffer, type Place, runNames, valuedIn } from './places.ts'

const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

const oneLine = (text: string): string => quoted(text.split('\n')[0] ?? '')

/** What follows an option: `-x` takes words only from the list, `-r` also names of files. */
function valueOf(value: Offer): string {
  if (value.type === 'choices')
    return ` -x -a ${quoted(value.choices.map(({ word }) => word).join(' '))}`
  if (value.type === 'folder') return ` -x -a '(__fish_complete_directories)'`
  if (value.type === 'run') return ` -x -a '(__loopwright_runs)'`
  return value.type === 'file' ? ' -r -F' : ' -x'
}

const optionLine = (at: string, { name, short, help, value }: OptionOffer): string =>
  `complete -c loopwright -n ${quoted(`__loopwright_at ${at}`)} -l ${name}${short === null ? '' : ` -s ${short}`}${value === null ? '' : valueOf(value)} -d ${oneLine(help)}`

function wordLines(at: string, count: 'first' | 'rest', offer: Offer): readonly string[] {
  const line = `complete -c loopwright -n ${quoted(`__loopwright_at ${at} ${count}`)}`
  if (offer.type === 'choices')
    return offer.choices.map(
      ({ word, does }) => `${line} -a ${quoted(word)}${does === '' ? '' : ` -d ${oneLine(does)}`}`,
    )
  if (offer.type === 'run') return [`${line} -a '(__loopwright_runs)'`]
  return offer.type === 'file' ? [`${line} -F`] : []
}

function linesOf(place: Place): readonly string[] {
  const at = `"${place.path}"`
  return [
    ...wordLines(at, 'first', place.first),
    ...wordLines(at, 'rest', place.rest),
    ...place.options.map((option) => optionLine(at, option)),
  ]
}

export const fishScript = (places: readonly Place[]): string => `\
# completes loopwright and lw in fish; made by: loopwright completion fish
function __loopwright_valued
    switch "$argv[1]"
${places.map((place) => `        case ${quoted(place.path)}\n            string split ' ' -- ${quoted(valuedIn(place).join(' '))}`).join('\n')}
    end
end

# prints the command that is typed, whether its first word is still to come, and the folder of --cwd
function __loopwright_place
    set -l tokens (commandline -opc)
    set -l place ''
    set -l count first
    set -l folder ''
    set -l at 2
    while test $at -le (count $tokens)
        set -l word $tokens[$at]
        if contains -- $word (__loopwright_valued "$place")
            set at (math $at + 1)
            test "$word" = --cwd; and test $at -le (count $tokens); and set folder $tokens[$at]
        else if string match -q -- '-*' $word
        else if contains -- "$place" '' ${groupsIn(places).join(' ')}
            set place (string trim "$place $word")
        else
            set count rest
        end
        set at (math $at + 1)
    end
    printf '%s\\n' "$place" $count "$folder"
end

function __loopwright_at
    set -l typed (__loopwright_place)
    test "$typed[1]" = "$argv[1]"; or return
    test (count $argv) -eq 1; or test $typed[2] = "$argv[2]"
end

function __loopwright_runs
    set -l program (commandline -opc)[1]
    set -l folder (__loopwright_place)[3]
    set -l options
    test -n "$folder"; and set options --cwd=$folder
    $program $options ${runNames}
end

complete -c loopwright -f
${places.flatMap(linesOf).join('\n')}
complete -c lw -w loopwright
`
