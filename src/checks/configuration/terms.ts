import type { FileKind } from './configuration.ts'

/**
 * A way in which tasks speak of a setting, and where the setting stands. A group `v` in the words is the
 * value that is asked for; `is` says which value the words alone ask for; neither: it must be set.
 */
export type Term = {
  readonly id: string
  readonly words: string
  /** Places as `factsAt` reads them, or `=name` for a look of its own (looks.ts). */
  readonly at: string
  readonly is: string | null
}

const code = '`[^`]+`|"[^"]+"'
const amount = String.raw`(?:\d+(?:\.\d+)?|(?:one|two|three|four|five|six|seven|eight|ten|twelve|fifteen|twenty|thirty|sixty)(?= ))\s?(?:days?|weeks?|[kmgt]i?b?|bytes|ms|s|seconds?|m|min|minutes?|h|hours?|cpus?|cores?)?(?!\w)`
const number = String.raw`\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty`
const linked = String.raw`(?:\s+(?:of|to|is|as|at|set to|limited to))?[\s:=]+`

const path = String.raw`[.~]{0,2}/[\w./-]*\w`
const placed = String.raw`(?: (?:from|of) the host)?(?: (?:is|are|gets?|must be|should be))?(?: (?:bind[- ])?mounted)? (?:at|on|to|into|under)`

// by kind of file: id :: places :: the value that the words ask for, or - :: the words
const table = String.raw`
[compose]
image :: services.*.image :: - :: images? (?:is |of |: )?(?<v>${code})
no published port :: =unpublished :: - :: (?:its )?(?:ports? )?(?:is |are )?not (?:published|exposed)(?: (?:on|to) (?:the host|any port))?
read-only mount :: =read-only-mount :: - :: (?:mounts? )?(?<v>\`[^\`:\s]+\`) (?:(?:is|are) )?(?:mounted )?(?:as )?read-?only
volume :: =named-volume :: - :: (?:(?:(?:its |the )?data|everything) (?:is (?:kept |stored )?|lives? |stays? )?(?:in|on) )?(?:the |a )?named volume (?<v>${code})
no published port :: =unpublished :: - :: (?:publish(?:es)?|expos(?:es?)|ha(?:s|ve)) no (?:host |published )?ports?(?: (?:on|to) the host)?
root :: =root :: - :: (?:runs? |running |start(?:s|ed)? )?as (?:the )?root(?: user)?
privileged :: services.*.privileged|**.securityContext.privileged :: ^true$ :: privileged(?: mode| containers?)?
a read-only file system :: services.*.read_only|**.readOnlyRootFilesystem :: ^true$ :: read-?only (?:root )?file ?system
memory :: services.*.mem_limit|services.*.deploy.resources.limits.memory :: - :: memory(?: limit(?:ed)?| usage)?${linked}(?<v>${amount})
memory :: services.*.mem_limit|services.*.deploy.resources.limits.memory :: - :: (?<v>\d+(?:\.\d+)?\s?[mg]i?b?)(?: of)? (?:memory|ram)(?: limit)?
cpus :: services.*.cpus|services.*.deploy.resources.limits.cpus :: - :: cpus?(?: limit)?${linked}(?<v>${amount})
a health check :: =health :: - :: health[- ]?checks?
healthy dependency :: =healthy :: - :: (?:depends? on|waits? (?:for|until)|(?:only )?starts? (?:only )?(?:after|when|once))\s+(?:the\s+)?(?<v>${code}|[\w-]+)(?: service| container)?\s+(?:is |being |to be(?:come)? |becomes |reports |has become )(?:healthy|ready)
dependency :: =depends :: - :: (?:depends? on|waits? for|starts? after)\s+(?:the\s+)?(?<v>${code}|[\w-]+)(?: service| container)?
restart :: services.*.restart|services.*.deploy.restart_policy.condition :: - :: restart(?:s|ed)?(?: policy)?${linked}(?<v>\`?(?:always|unless[- ]stopped|on[- ]failure|no)\`?)
restart :: services.*.restart|services.*.deploy.restart_policy.condition :: - :: restart(?:s|ed)? (?<v>always|unless stopped|on failure)
automatic restart :: services.*.restart|services.*.deploy.restart_policy.condition :: ^(?:always|unless-stopped|on-failure.*|any)$ :: restart(?:s|ed)? (?:automatically|by itself|after (?:a )?(?:crash|failure)s?)
a restart policy :: services.*.restart|services.*.deploy.restart_policy.condition :: - :: restart policy
mount :: =mount :: - :: (?:bind[- ])?(?:mount(?:s|ed|ing)?|volumes?:?)(?: the)?(?: (?:host )?(?:folder|directory|volume))? (?<k>\`[^\`:\s]+\`|${path})${placed} (?<v>\`/[^\`:\s]+\`|/[\w./-]*\w)
mount :: =mount :: - :: (?<k>\`[.~]?[./][^\`:\s]*\`|${path})${placed} (?<v>\`/[^\`:\s]+\`|/[\w./-]*\w)
a named volume :: =named-volume :: - :: (?:(?:(?:keep|store|persist)s?(?: (?:its|the|all))? data|(?:its |the )?data (?:is |are )?(?:kept|stored|persisted)) (?:in|on) (?:an? )?)?named volumes?
a volume :: services.*.volumes.* :: - :: (?:persistent )?volumes?(?: for (?:its |the |all )?data)?|persist(?:s|ed|ent)?(?: (?:its|the|all))? data
a network :: networks.* :: - :: (?:an? )?(?:own|internal|custom|dedicated|private|shared) networks?
published port :: services.*.ports.*.published :: - :: (?:a |any )?(?:published|host|exposed|public) ports?(?! \d)|ports? (?:is |are )?(?:published|exposed)(?: to the host)?|publish(?:es|ed)? (?:a |any )?ports?(?! \d)|(?:published|exposed|reachable) on any port
build :: services.*.build|services.*.build.context :: - :: (?:is |are )?(?:built|builds?) from (?:the )?(?<v>${code}|\.{1,2}/[\w./-]*|\.(?=\s|$)|current (?:folder|directory))(?: (?:folder|directory))?
an env file :: services.*.env_file|services.*.env_file.*|services.*.env_file.*.path :: - :: env[_ ]file (?<v>${code}|\.[\w.-]+)
[workflow]
timeout :: **.timeout-minutes :: - :: (?:may |must |should |can |shall )?(?:not|never) (?:run|take|last)s?(?: for)? (?:longer|more) than (?<most>${number})[ -](?<unit>minutes?|hours?)
timeout :: **.timeout-minutes :: - :: (?:run|take|last)s?(?: for)? (?:at most|no longer than|up to) (?<most>${number})[ -](?<unit>minutes?|hours?)
read permissions :: =read-only :: - :: (?:the )?(?:github )?token (?:gets?|has|needs|may have|only gets?|only has)(?: only)? read(?:ing)?(?:[- ]only)?(?: access| rights?| permissions?)?(?: only)?
running runs are cancelled :: **.concurrency.cancel-in-progress|concurrency.cancel-in-progress :: ^true$ :: (?:an? |the )?newer (?:run|push|commit)s? cancels? (?:an? |the |any )?(?:older|previous|running|earlier) (?:one|run)s?|(?:older|previous|outdated|earlier|superseded) runs? (?:is|are|gets?|must be|should be) cancell?ed(?: by (?:an? )?newer (?:one|run)s?)?
needs :: =needs :: - :: needs (?:the (?:job )?)?(?<v>${code})(?: job)?
cron :: on.schedule.*.cron :: - :: cron(?: line| expression)?:? (?<v>${code})
cron :: on.schedule.*.cron :: - :: =cron
branch of push :: =push-branch :: - :: (?:each |every |any |all )?\`?push(?:es|ed)?\`?(?: (?:to|on))(?: the)?(?: branch)? (?<v>\`[^\`]+\`|main|master|develop|trunk|release/\S+)(?: branch)?
push :: on.push :: - :: (?:each |every |any |all )?push(?:es)?(?: to any branch)?
pull request :: on.pull_request|on.pull_request_target :: - :: (?:each |every |any |all )?(?:pull[- _]requests?|PRs?)\b
manual start :: on.workflow_dispatch :: - :: (?:can (?:also )?be )?(?:started|triggered|run|dispatched) (?:manually|by hand)|manual(?:ly)?(?: (?:dispatch|trigger(?:ed)?|start(?:ed)?|runs?))?|by hand|workflow_dispatch
release :: on.release :: - :: (?:a |each |every )?(?:published releases?|release is published|releases? (?:are|being) published)
tag :: on.push.tags.* :: - :: (?:pushed )?(?:version )?tags? (?:like |matching |that match |that start with |starting with )?(?<v>${code}|v\*)
failing tests stop the run :: =strict :: - :: (?:must |should |shall |has to )?(?:fail(?:s|ing)?|breaks?|go(?:es)? red|stops?)(?: the)?(?: (?:build|job|workflow|pipeline|run|ci|check))?(?: too)? (?:when|if|as soon as|whenever)(?: (?:a|any|the|one|some))*(?: (?:single|unit))? tests?(?: run)? fails?
failing tests stop the run :: =strict :: - :: (?:when|if|as soon as|once)(?: (?:a|any|the|one))?(?: single)? tests? fails?,?(?: the)? (?:build|job|workflow|pipeline|run|ci)(?: itself)?(?: (?:has to|have to|must|should|shall|needs to|will))? (?:fails?|breaks?|stops?)
tests are run :: =tests :: - :: (?:runs?|running|executes?)(?: (?:the|all|our|its))*(?: unit| whole| full)? (?:tests?(?: suite)?)|(?:the )?test suite|(?<=(?:and|then) )(?:the )?tests?
lint :: =lint :: - :: (?:runs? |running )?(?:the )?lint(?:s|er|ing)?(?: (?:the )?(?:code|source|project))?
code is checked out :: =checkout :: - :: checks? ?out(?: the)? (?:code|repository|repo|source|sources)|checks? (?:the )?(?:code|repository|repo|sources?) out
cache :: =cache :: - :: cach(?:es?|ed|ing)(?: (?:of|for))?(?: the)?(?: (?:npm|pnpm|yarn|pip|cargo|go))?(?: (?:dependencies|packages|modules|downloads|store))?
matrix :: jobs.*.strategy.matrix :: - :: (?:an? )?(?:build |test |version )?matrix
read permissions :: =read-only :: - :: (?:the )?token(?: (?:should|must|may))?(?: only)? (?:be able to )?(?:only )?read(?: the (?:repository|contents?|code))?(?: only)?|read-?only (?:token )?permissions?|permissions? (?:are |is )?(?:limited to )?read(?:-?only)?
running runs are cancelled :: **.concurrency.cancel-in-progress|concurrency.cancel-in-progress :: ^true$ :: cancel(?:s|led|ling)?(?: (?:older|previous|outdated|in-progress|running|superseded|any))+ runs?
artifact :: =artifact-named :: - :: upload(?:s|ed|ing)? (?<k>${code}) as (?:an? |the )?(?:build )?artifact (?:called |named )?(?<v>${code})
permission :: =permission :: - :: (?:permissions?: )?(?<k>\`[a-z-]+: (?:read|write|none)\`) (?<v>(?:only )?for (?:the )?(?:whole )?(?:workflow|job \`[\w-]+\`))
ubuntu :: =runner :: ubuntu|linux :: (?:\`?ubuntu-latest\`?|ubuntu|linux)(?: runners?)?
timeout :: **.timeout-minutes :: - :: times? ?outs?(?: after)?${linked}(?<v>${amount})
timeout :: **.timeout-minutes :: - :: (?<v>\d+[- ]minutes?) times? ?out
[kubernetes]
image :: **.image :: - :: images? (?:is |of |: )?(?<v>${code})
one namespace :: =one-namespace :: - :: (?:everything|all (?:resources|objects|of (?:it|them))|they all) (?:lives?|runs?|is|are|goes?|stays?|belongs?)(?: (?:to|placed))? (?:in(?:to)? )?(?:the )?namespace (?<v>${code})
a read-only file system :: **.readOnlyRootFilesystem :: ^true$ :: (?:the )?(?:root )?file ?system (?:is|must be|should be|stays|mounted) read-?only
memory :: **.resources.limits.memory :: - :: memory limits?(?: (?:of|is))? (?<v>${code})
root :: =root :: - :: (?:runs? |running |start(?:s|ed)? )?as (?:the )?root(?: user)?
privileged :: **.privileged|**.securityContext.privileged :: ^true$ :: privileged(?: mode| containers?)?
a read-only file system :: **.read_only|**.readOnlyRootFilesystem :: ^true$ :: read-?only (?:root )?file ?system
memory :: **.resources.limits.memory :: - :: memory(?: limit(?:ed)?| usage)?${linked}(?<v>${amount})
memory :: **.resources.limits.memory :: - :: (?<v>\d+(?:\.\d+)?\s?[mg]i?b?)(?: of)? (?:memory|ram)(?: limit)?
memory request :: **.resources.requests.memory :: - :: memory request${linked}(?<v>${amount})|requests? (?<v2>${amount})(?: of)? memory
cpu request :: **.resources.requests.cpu :: - :: cpu request${linked}(?<v>\d+m?)
limits :: **.resources.limits :: - :: (?:resource|memory and cpu|cpu and memory) limits
requests :: **.resources.requests :: - :: (?:resource|memory and cpu|cpu and memory) requests
liveness probe :: **.livenessProbe :: - :: liveness(?: probes?)?
readiness probe :: **.readinessProbe :: - :: readiness(?: probes?)?
startup probe :: **.startupProbe :: - :: startup probes?
namespace :: metadata.namespace :: - :: namespaces? (?:called |named )?(?<v>${code})|(?<v2>${code}) namespace
service type :: spec.type :: - :: (?:of )?(?:type )?\`?(?<v>ClusterIP|NodePort|LoadBalancer)\`?
rolling update :: spec.strategy.type|spec.updateStrategy.type :: ^RollingUpdate$ :: rolling updates?
cron :: spec.schedule :: - :: =cron
[dockerfile]
root :: =root :: - :: (?:runs? |running |start(?:s|ed)? )?as (?:the )?root(?: user)?
privileged :: **.privileged|**.securityContext.privileged :: ^true$ :: privileged(?: mode| containers?)?
a read-only file system :: **.read_only|**.readOnlyRootFilesystem :: ^true$ :: read-?only (?:root )?file ?system
multi-stage :: =stages :: - :: multi-?stage(?: builds?)?|(?:two|several) stages
a health check :: HEALTHCHECK :: - :: health[- ]?checks?
base image :: =base :: - :: (?:base image|based on|starts? from|from)[ :]+(?<v>${code}|[\w./-]+:[\w.-]+)
working directory :: WORKDIR :: - :: (?:working directory|workdir)${linked}(?<v>${code}|/[\w/-]*)
[nginx]
header :: =header :: - :: (?:the )?(?:response )?header (?<k>${code}) (?:is|is set to|set to|with) (?<v>${code})
only redirect :: =only-redirect :: - :: port 80 (?:(?:does nothing but|only|just) )?redirects?(?: everything| all (?:requests?|traffic))? to https(?: with(?: the)?(?: status)? (?<v>30\d))?
proxy :: =proxy :: - :: (?:the )?(?:path )?(?<k>${code}|/[\w./*-]*) (?:is|are) (?:prox(?:y|ied)|passed|forwarded|sent)(?: on)? to (?<v>${code}|(?:https?://)?[\w.-]+:\d+)
listen :: =listen :: - :: on (?<v>\d{2,5})(?= (?:it|the|with|over)\b|,)
body size :: **.client_max_body_size :: - :: (?:(?:file )?uploads?|(?:request )?bod(?:y|ies)|requests?)(?: sizes?)? (?:are |is |may be |must be |can be |may not be |must not be )?(?:limited to|restricted to|at most|up to|no (?:larger|bigger|more) than|larger than|bigger than)(?: at most| up to)? (?<v>${amount})
directory listings :: =no-listing :: - :: directory (?:listings?|index(?:es|ing)?) (?:stays?|is|are|must be|should be|remains?) (?:off|disabled|(?:switched|turned) off|forbidden|not allowed)|no directory (?:listings?|index(?:es|ing)?)
proxy :: =proxy :: - :: (?:pass(?:es|ed)?|forward(?:s|ed)?|sends?|prox(?:y|ies)) (?:everything|anything|all requests?|requests?|calls?|traffic|all)(?: that (?:is|are|comes?|starts?))? (?:under|to|for|below|on|at|with) (?<k>${code}|/[\w./*-]*) (?:to|on to)(?: the)?(?: upstream| backend| service| app(?:lication)?)?(?: (?:at|on))? (?<v>${code}|(?:https?://)?[\w.-]+:\d+)
proxy :: =proxy :: - :: (?:all )?(?:requests?|calls?|everything|traffic|paths?) (?:to|under|below|for|on|at) (?<k>${code}|/[\w./*-]*) (?:goe?s?|(?:is|are) (?:passed|sent|proxied|forwarded|handed))(?: on)? to(?: the)?(?: upstream| backend| service| server| app(?:lication)?)?(?: (?:at|on))? (?<v>${code}|(?:https?://)?[\w.-]+:\d+)
host header :: =host-header :: - :: (?:carr(?:y|ies)|keeps?|pass(?:es)?(?: on)?|preserves?|forwards?|with) the (?:original |client['’]s )?host(?: header| name)?
browser cache :: =browser-cache :: - :: (?:are |is |may be |can be )?cached (?:by (?:the )?browsers? )?for (?<v>${amount})(?: (?:by|in) (?:the )?(?:browsers?|clients?))?
version hidden :: **.server_tokens :: ^(?:off|false)$ :: (?:the )?(?:server|nginx) version (?:is|stays|must be|should be) (?:hidden|not (?:shown|sent|visible|revealed))
gzip :: **.gzip :: ^(?:on|true)$ :: gzip(?: compression)?(?: is)? (?:switched |turned )?(?:on|enabled)
redirect to https :: =https :: - :: redirect(?:s|ing|ed)?(?: (?:all|every|plain|any|port 80|http|traffic|requests?|from))* to https|http(?: traffic| requests?)? (?:is |are |must be )?redirected to https
proxy :: =proxy :: - :: (?:prox(?:y|ies|ied)|forward(?:s|ed)?|pass(?:es|ed)?)(?: requests?| traffic)?(?: (?:for|to|under|on))?(?: the)?(?: path)? (?<k>${code}|/[\w./*-]*)(?: (?:requests?|traffic|calls?))?(?: is| are)? (?:to|on to|towards)(?: the)?(?: upstream| backend| service| app(?:lication)?)?(?: (?:at|on))? (?<v>${code}|(?:https?://)?[\w.-]+:\d+)
server name :: =server-name :: - :: (?:for|of) (?<v2>(?!node\.js)(?:[a-z0-9-]+\.)+[a-z]{2,})|(?:server[_ ]names?|domains?|hosts?|host ?names?)(?: (?:is|for|of))?[ :]+(?<v>${code}|[a-z0-9-]+(?:\.[a-z0-9-]+)+)
gzip :: **.gzip :: ^(?:on|true)$ :: (?:enables? )?gzip(?: compression)?|compress(?:es|ed|ion)(?: with gzip)?
static files :: **.root|**.alias :: - :: (?:static files?|files?)(?: (?:are )?(?:served|come))? (?:from|in) (?<v>${code}|/[\w./-]+)
tls :: **.ssl_certificate :: - :: (?:with |over |uses? )?(?:TLS|SSL|HTTPS)(?! ?1)
single-page fallback :: **.try_files :: /index\.html :: (?:falls? back|fallback) to \`?/?index\.html\`?
[tsconfig]
only include :: =only-include :: - :: only (?:the )?files (?:below|under|in|from) (?<v>${code})(?: are included)?
include :: include.* :: - :: includes? (?<v>${code})
exclude :: exclude.* :: - :: excludes? (?<v>${code})
extends :: extends|extends.* :: - :: extends? (?<v>${code})
strict :: compilerOptions.strict :: ^true$ :: strict(?: mode| type checking| checks)?(?: (?:is )?(?:on|enabled|true))?(?! (?:is |to |: ?)?(?:off|false))
declarations :: compilerOptions.declaration :: ^true$ :: (?:type )?declarations?(?: files?)?(?: (?:is |are )?(?:on|enabled|true|emitted|written|generated))?
source maps :: compilerOptions.sourceMap :: ^true$ :: source ?maps?(?: (?:is |are )?(?:on|enabled|true|emitted|written|generated))?
no output :: compilerOptions.noEmit :: ^true$ :: no (?:emit|output)|(?:emits?|writes?) (?:nothing|no files)|type[- ]?check(?:s|ing)? only
[prettier]
single quotes :: singleQuote :: ^true$ :: single quotes?
double quotes :: singleQuote :: ^false$ :: double quotes?
semicolons :: semi :: ^true$ :: semi-?colons?
tab width :: tabWidth :: - :: (?:tab width|indent(?:ation|s|ed)?)(?: (?:of|by|with|is|to))* (?<v>\d+)(?: spaces?)?|(?<v2>\d+)[- ]spaces?(?: indent(?:ation)?)?
line length :: printWidth :: - :: (?:print width|line (?:length|width)|lines?)(?: (?:of|up to|is|are|at most|to|limited))* (?<v>\d+)(?: (?:characters?|columns?))?
trailing commas :: trailingComma :: - :: trailing commas?(?: everywhere)?(?: \`?(?<v>all|none|es5)\`?)?
tabs :: useTabs :: ^true$ :: (?:uses? |with )?tabs(?! width)(?: for indentation)?
[eslint]
extends :: extends|extends.* :: - :: extends? (?<v>${code})
[systemd]
random delay :: Timer.RandomizedDelaySec :: - :: (?:spread|randomi[sz]ed?|delay(?:ed)?)(?: (?:the|its))?(?: start(?:s|ing)?)?(?: times?)? (?:by|over)(?: up to| at most)? (?<v>${amount})
missed runs :: Timer.Persistent :: ^(?:true|yes|on|1)$ :: catch(?:es|ing)? up (?:after|on|with)(?: an?| the)? missed (?:run|start)s?|(?:a )?missed (?:run|start)s? (?:is|are) (?:caught up|made up for)(?: on| later)?
restart after a crash :: =restart-after :: - :: (?:is |must be )?restart(?:s|ed)? (?<v>${amount}) after (?:an? |the |it )?(?:crash(?:es)?|failures?|fails?|stops?|exits?)
only writes :: =writes :: - :: (?:may|can|must|should)(?: only)? write (?:nowhere (?:but|except|else than)|only)(?: (?:to|in|below|under))? (?<v>${code}|/[\w./-]+)
cron :: Timer.OnCalendar :: - :: =cron
wanted by :: Install.WantedBy :: - :: (?:is )?wanted by (?<v>${code})
restart :: Service.Restart :: - :: restart(?:s|ed)?(?: (?:it|the service))?(?: policy)?(?: (?:is|of|to))? (?<v>always|on[- ]failure|no)
automatic restart :: Service.Restart :: ^(?:always|on-failure|on-abnormal)$ :: restart(?:s|ed)? (?:automatically|after (?:a )?(?:crash|failure)|when it (?:crashes|fails))
user :: Service.User :: - :: (?:runs? )?as (?:the )?(?:user )?(?<v>${code}|(?!root|an?\b)[\w-]+)(?: user)?|user (?<v2>${code}|[\w-]+)
boot :: Install.WantedBy :: multi-user|default|graphical :: (?:starts? |started |enabled |comes? up )?(?:at|on) boot
after the network :: Unit.After|Unit.Wants :: network :: (?:starts? )?(?:only )?(?:after|once|when) the network(?: is (?:up|online))?
working directory :: Service.WorkingDirectory :: - :: working directory${linked}(?<v>${code}|/[\w./-]+)
command :: Service.ExecStart|Timer.Unit :: - :: (?:starts?|runs?|executes?) (?<v>${code}|/[\w./-]+)
an environment file :: Service.EnvironmentFile :: - :: environment file (?<v>${code}|/[\w./-]+)
memory :: Service.MemoryMax|Service.MemoryLimit :: - :: memory(?: limit(?:ed)?| usage)?${linked}(?<v>${amount})
memory :: Service.MemoryMax|Service.MemoryLimit :: - :: (?<v>\d+(?:\.\d+)?\s?[mg]i?b?)(?: of)? (?:memory|ram)(?: limit)?
[dependabot]
interval of an ecosystem :: =update :: - :: (?<v>daily|weekly|monthly|quarterly) updates? (?:for|of)(?: the)? (?<k>npm|pip|cargo|gomod|github[- ]actions|docker|maven|bundler|composer|gradle)(?: (?:packages|dependencies|images))?
interval of an ecosystem :: =update :: - :: (?:updates? )?(?:the )?(?<k>npm|pip|cargo|gomod|github[- ]actions|docker|maven|bundler|composer|gradle)(?: (?:packages|dependencies|images|updates))?(?: (?:is|are|to be))?(?: (?:checked|updated))? (?<v>daily|weekly|monthly|quarterly)
root folder :: updates.*.directory|updates.*.directories.* :: ^/$ :: (?:in |for )?(?:the )?root (?:folder|directory)|(?:in )?the root of the (?:repo|repository|project)
day :: updates.*.schedule.day :: - :: on (?<v>monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?
open pull requests :: updates.*.open-pull-requests-limit :: - :: (?:at most|up to|no more than|maximum|max\.?) (?<most>${number}) open (?:pull requests|PRs)
a group :: =update-group :: - :: minor and patch(?: updates?)?(?: (?:of|for) (?:the )?(?<v>npm|pip|cargo|gomod|github[- ]actions|docker|maven|bundler|composer|gradle))?(?: packages| dependencies)? (?:should |must |shall )?(?:come |are |be |go )*(?:together|grouped|bundled)(?: (?:in|in ?to|as) (?:one|a|a single) (?:group|pull request|PR))?
open pull requests :: updates.*.open-pull-requests-limit :: - :: at most (?<most>\d+) open (?:pull requests|PRs)
ecosystem :: updates.*.package-ecosystem :: - :: (?<v>npm|pip|cargo|gomod|github[- ]actions|docker|maven|bundler|composer|gradle)(?: (?:packages|dependencies|updates|ecosystem|images))?
interval :: updates.*.schedule.interval :: - :: (?:every )?(?<v>daily|weekly|monthly|quarterly|day|week|month)(?: (?:interval|schedule|updates?))?
[gitlab]
lint :: =lint :: - :: (?:runs? )?(?:the )?lint(?:s|er|ing)?(?: with(?= \`))?
failing tests stop the run :: =strict :: - :: (?:must |should )?(?:fail(?:s|ing)?|breaks?|stops?)(?: the)?(?: (?:build|job|pipeline|run))? (?:when|if)(?: (?:a|any|the))* tests? fails?
cache :: **.cache|cache :: - :: cach(?:es?|ed|ing)(?: (?:of|for))?(?: the)?(?: (?:npm|pnpm|yarn|pip))?(?: (?:dependencies|packages|modules))?|\`node_modules\` cache
artifact :: **.artifacts :: - :: artifacts?
[package]
dependencies :: dependencies.* :: - :: (?:runtime )?dependencies
module type :: type :: - :: type (?<v>module|commonjs)
ESM :: type :: ^module$ :: (?:is )?(?:an? )?(?:ESM|ES module)(?: package| only)?
private :: private :: ^true$ :: private(?: package)?
[renovate]
auto-merge :: **.automerge :: ^true$ :: auto-?merges?
[any]
secrets :: =secrets :: - :: (?:API )?(?:keys?|secrets?|passwords?|tokens?|credentials?) (?:may |must |should |can |is |are )?(?:be )?(?:(?:written|stored|committed|put|stands?|appears?)(?: (?:into|in|to))?|in|inside)(?: (?:the|this))? file
a moving tag :: =latest :: - :: (?:images? (?:has|have|with|uses?) )?(?:the )?(?:image |tag )?\`?:?latest\`?(?: (?:image )?tags?)?(?: images?)?
secrets :: =secrets :: - :: (?:(?:real|hard-?coded|plain-?text|literal|embedded|written-?out|committed) )+(?:secrets?|passwords?|credentials?|tokens?|keys?)(?: values?)?
a note on every setting :: =noted :: - :: (?:a )?(?:short )?comments?(?: (?:on|for|above|beside|explaining|that explains?))? (?:each|every|all)(?: of (?:the|them))?(?: (?:variables?|settings?|keys?|options?))?
`

const terms = new Map<string, Term[]>()
let section = ''
for (const row of table.split('\n')) {
  const [id = '', at = '', is = '', words = ''] = row.split(' :: ')
  if (row.startsWith('[')) section = row.slice(1, -1)
  else if (words !== '')
    terms.set(section, [
      ...(terms.get(section) ?? []),
      { id, at, is: is === '-' ? null : is, words },
    ])
}

/** How tasks about files of a kind speak; words that hold for every kind come last. */
export const termsOf = (kind: FileKind | null): readonly Term[] => [
  ...(terms.get(kind ?? '') ?? []),
  ...(terms.get('any') ?? []),
]
