import {
  formsOf,
  groupsIn,
  type Offer,
  type Place,
  quoted,
  runNames,
  valueCases,
  valuedIn,
} from './places.ts'

const offered = (offer: Offer): string =>
  quoted(
    offer.type === 'choices' ? offer.choices.map(({ word }) => word).join(' ') : `@${offer.type}`,
  )

const caseOf = (place: Place): string => {
  const options = place.options.flatMap(formsOf).filter((form) => form.startsWith('--'))
  return `    ${quoted(place.path)}) first=${offered(place.first)} rest=${offered(place.rest)} valued=${quoted(` ${valuedIn(place).join(' ')} `)} options=${quoted(options.join(' '))} ;;`
}

/** For bash, also the old one that macOS has. */
export const bashScript = (places: readonly Place[]): string => `\
# completes loopwright and lw in bash; made by: loopwright completion bash
_loopwright_place() {
  case $1 in
${places.map(caseOf).join('\n')}
    *) first=@none rest=@none valued= options= ;;
  esac
}

_loopwright_value() {
  case $1 in
${places.flatMap((place) => valueCases(place, offered)).join('\n')}
    *) offer=@none ;;
  esac
}

_loopwright_offer() {
  local IFS=$'\\n' names=''
  case $1 in
    @none) ;;
    @file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$2")) ;;
    @folder) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$2")) ;;
    @run)
      names=$("\${COMP_WORDS[0]}" \${folder:+"--cwd=$folder"} ${runNames})
      COMPREPLY=($(compgen -W "$names" -- "$2")) ;;
    *) COMPREPLY=($(compgen -W "\${1// /$'\\n'}" -- "$2")) ;;
  esac
}

_loopwright() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local first rest valued options offer place='' folder='' count=0 at=1 word
  COMPREPLY=()
  _loopwright_place ''
  while ((at < COMP_CWORD)); do
    word=\${COMP_WORDS[at]}
    if [[ $word == = ]]; then :
    elif [[ $valued == *" $word "* ]]; then
      ((at++))
      [[ \${COMP_WORDS[at]} == = ]] && ((at++))
      [[ $word == --cwd ]] && folder=\${COMP_WORDS[at]}
    elif [[ $word == -* ]]; then :
    else
      case $place in
        ''|${groupsIn(places).join('|')}) place="\${place:+$place }$word"; _loopwright_place "$place" ;;
        *) ((count++)) ;;
      esac
    fi
    ((at++))
  done
  if [[ $cur == = ]]; then cur=''
  elif [[ $prev == = ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}
  fi
  if [[ $valued == *" $prev "* ]]; then
    _loopwright_value "$place $prev"
    _loopwright_offer "$offer" "$cur"
  elif [[ $cur == -* ]]; then _loopwright_offer "$options" "$cur"
  elif ((count == 0)); then _loopwright_offer "$first" "$cur"
  else _loopwright_offer "$rest" "$cur"
  fi
}

complete -F _loopwright loopwright lw
`
