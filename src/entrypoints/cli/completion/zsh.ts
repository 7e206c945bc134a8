import {
  groupsIn,
  type Offer,
  type Place,
  quoted,
  runNames,
  valueCases,
  valuedIn,
} from './places.ts'

/** As _describe wants it: a word, a colon, what it does. */
const described = (word: string, does: string): string =>
  quoted(
    does === ''
      ? word.replaceAll(':', String.raw`\:`)
      : `${word.replaceAll(':', String.raw`\:`)}:${does.split('\n')[0] ?? ''}`,
  )

const offered = (offer: Offer): string =>
  offer.type === 'choices'
    ? `(${offer.choices.map(({ word, does }) => described(word, does)).join(' ')})`
    : `(@${offer.type})`

const caseOf = (place: Place): string => `    ${quoted(place.path)})
      first=${offered(place.first)}
      rest=${offered(place.rest)}
      valued=(${valuedIn(place).join(' ')})
      options=(${place.options.map((option) => described(`--${option.name}`, option.help)).join(' ')}) ;;`

export const zshScript = (places: readonly Place[]): string => `\
#compdef loopwright lw
# completes loopwright and lw in zsh; made by: loopwright completion zsh
_loopwright_place() {
  case $1 in
${places.map(caseOf).join('\n')}
    *) first=(@none) rest=(@none) valued=() options=() ;;
  esac
}

_loopwright_value() {
  case $1 in
${places.flatMap((place) => valueCases(place, offered)).join('\n')}
    *) offer=(@none) ;;
  esac
}

_loopwright_offer() {
  local -a names
  case $offer[1] in
    @none) _message 'no more words' ;;
    @file) _files ;;
    @folder) _files -/ ;;
    @run)
      names=(\${(f)"$($words[1] \${folder:+--cwd=$folder} ${runNames})"})
      _describe run names ;;
    *) _describe -V word offer ;;
  esac
}

_loopwright() {
  local place='' folder='' word='' prev=$words[CURRENT-1]
  local -a first rest valued options offer
  local -i count=0 at=2
  _loopwright_place ''
  while ((at < CURRENT)); do
    word=$words[at]
    if ((\${valued[(Ie)$word]})); then
      ((at++))
      [[ $word == --cwd ]] && folder=$words[at]
    elif [[ $word == -* ]]; then :
    else
      case $place in
        ''|${groupsIn(places).join('|')}) place="\${place:+$place }$word"; _loopwright_place "$place" ;;
        *) ((count++)) ;;
      esac
    fi
    ((at++))
  done
  if [[ $PREFIX == --*=* ]]; then
    prev=\${PREFIX%%=*}
    compset -P '*='
  fi
  if ((\${valued[(Ie)$prev]})); then _loopwright_value "$place $prev"
  elif [[ $PREFIX == -* ]]; then offer=("\${options[@]}")
  elif ((count == 0)); then offer=("\${first[@]}")
  else offer=("\${rest[@]}")
  fi
  _loopwright_offer
}

if [[ $funcstack[1] == _loopwright ]]; then _loopwright "$@"; else compdef _loopwright loopwright lw; fi
`
