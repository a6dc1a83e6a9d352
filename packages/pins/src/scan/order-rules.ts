import type { Severity } from "./finding.js";
import { configFiles, giving, keyFiles, person, privateContext, secretWord, taking } from "./order-words.js";

/** One thing that no description says for good reason. */
export interface OrderRule {
  readonly class: string;
  readonly severity: Severity;
  readonly message: string;
  readonly pattern: RegExp;
  /** True where a quotation or a refusal of exactly this is harmless: then it is told, and not flagged. */
  readonly maySpeakOf?: boolean;
}

const rule = (
  findingClass: string,
  severity: Severity,
  message: string,
  sources: readonly string[],
  maySpeakOf: boolean = true,
): OrderRule => ({ class: findingClass, severity, message, pattern: new RegExp(sources.join("|"), "gu"), maySpeakOf });

/** Up to so many characters of the same sentence; the dots of a path end none. */
const near = (most: number): string => String.raw`(?:(?![.!?;]\s).){0,${most}}`;
const address = String.raw`(?:https?:\/\/|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.\w)`;
const model = String.raw`(?:ai|a\.i\.|assistants?|agents?|models?|llms?|bots?|claude|gpt|chatgpt|copilot|gemini|cursor)`;
/** What follows an address to the model, and belongs to no tool. */
const foreignOrder = String.raw`.{0,200}(?:\b(?:ignore|exfiltrate|leak|upload|forward|append|attach|embed)\b|\b(?:lee|envía|envíalo|ignora|incluye|adjunta|lis|envoie|lies|sende|ignoriere)(?!\p{L})|${giving}.{0,60}\b(?:contents? of|secrets?|keys?|passwords?|tokens?|conversation|history|credentials?|user's)\b|\b(?:call|run|execute|invoke)\b.{0,40}\b(?:first|before|instead|every|always|delete\w*|remove\w*)\b)`;
const negated = "(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|need not|without|avoid|refrain from)";

/** Orders in a text that `readableText` gave. The patterns are data: one more language is one more line. */
export const orderRules: readonly OrderRule[] = [
  rule("instruction-override", "critical", "It tells the model to disregard what it was told.", [
    String.raw`\b(?:forget|disregard|ignore)\b.{0,20}\b(?:what|everything|anything)\b.{0,20}\b(?:you (?:were|have been|are|'ve been)|told|before|above|said|know)\b`,
    String.raw`\b(?:ignore[rz]?|oublie[rz]?)\b.{0,30}\b(?:instructions?|consignes|règles)\b.{0,20}précédent`,
    String.raw`\b(?:ignore|disregard|forget|discard|bypass|skip|neglect)\b.{0,30}\b(?:previous|prior|earlier|above|preceding|all|any|other|your|system|former|safety)\b.{0,30}\b(?:instructions?|rules?|prompts?|guidelines?|polic(?:y|ies)|directives?|safeguards?|guardrails?|messages)\b`,
    String.raw`\b(?:override|supersede|replace)\b.{0,20}\b(?:your|previous|prior|system|safety)\b.{0,20}\b(?:instructions?|rules?|prompts?|guidelines?|directives?|safeguards?)\b`,
    String.raw`\b(?:this|these) (?:instructions?|rules?|notes?) (?:override|overrides|supersede|supersedes|take precedence|takes precedence|replace|replaces)\b`,
    String.raw`\b(?:ignora|ignore|olvida|descarta|olvide|desobedece)\b.{0,40}\b(?:instrucciones|reglas|órdenes|indicaciones|instruções|regras|instruccions|regles|istruzioni|regole)`,
    String.raw`\b(?:esqueça|desconsidere|dimentica|ignorez|ignorer|oublie|oubliez)\b.{0,40}\b(?:instruções|regras|istruzioni|regole|instructions|règles|consignes)`,
    String.raw`\b(?:ignoriere|ignorieren|ignorier|vergiss|missachte|missachten)\b.{0,40}(?:anweisung|regel|vorgabe|instruktion|anleitung)`,
    "(?:игнорируй|игнорировать|игнорируйте|забудь|забудьте).{0,40}(?:инструкц|правил|указани)",
    "(?:忽略|无视|無視|忘记|忽视).{0,12}(?:指令|指示|规则|規則|提示|说明)|(?:指示|命令|ルール|指令|プロンプト).{0,8}(?:無視|忘れ)|(?:지시|명령|규칙|지침).{0,8}(?:무시|잊)",
  ]),
  rule("instruction-override", "high", "It speaks to the model in the place of its host.", [
    String.raw`\b(?:restrictions?|guardrails?|safeguards?|limits|rules|policies) (?:are|is|have been|were) (?:now )?(?:lifted|void|disabled|suspended|removed|off|waived)\b`,
    String.raw`\bcomply with (?:everything|anything|all|any)\b|\b(?:obey|follow) (?:everything|every order|all orders|any instructions?) (?:in|of|from)\b`,
    String.raw`\bnew (?:system )?(?:instructions?|prompt|directive|role)\s*:`,
    String.raw`\byou are (?:now|no longer) (?:an?|the|in|bound|restricted|required|under|limited)?\b`,
    String.raw`\b(?:developer|god|admin|debug|dan|jailbreak|unrestricted|maintenance) mode (?:is )?(?:on|enabled|activated|now)\b`,
    String.raw`\bsystem (?:override|notice|alert|instruction|directive)\s*:`,
    String.raw`\[(?:system|inst|sys)\]|<\|?(?:im_start|system|endoftext)\|>|<<sys>>|#{2,}\s*(?:system|instruction)s?\s*:?`,
    String.raw`(?:^|[.!?]\s)(?:system|assistant)\s*:\s*\S`,
  ]),
  rule("conceal-from-user", "critical", "It tells the model to keep something from the user.", [
    String.raw`\b(?:say|tell|mention) nothing (?:about|of|to)\b|\b(?:keep|stay) (?:quiet|silent) about\b`,
    String.raw`\b${negated} let ${person} (?:know|see|notice|find out)\b|\b${negated} mention (?:the|any) (?:switch|change|replacement|redirect\w*|transfer|extra|additional|hidden)`,
    String.raw`(?:sag|erwähn|verrat|informier)\p{L}*.{0,20}\bnicht\b.{0,30}(?:benutzer|nutzer|anwender)`,
    String.raw`\b${negated}\b(?!.{0,60}\b(?:${secretWord})\b).{0,12}\b(?:tell|telling|inform|informing|warn|warning)\b.{0,12}\b${person}(?!\s(?:when|if|to|how|what|which|that they)\b)`,
    String.raw`\b${negated}\b(?!.{0,60}\b(?:${secretWord})\b).{0,12}\b(?:mention|mentioning|reveal|revealing|disclose|disclosing|admit|admitting|explain|explaining|notify|alert)\b.{0,30}\b(?:this|it|these|that|them|anything|the (?:note|instruction|step|file|rule|copy|call|tool|transfer|request))\b.{0,20}\bto ${person}`,
    String.raw`\b${negated}\b.{0,15}\b(?:show|showing|display|report|say|let|expose)\b.{0,10}\b(?:this|it|that|these|anything|about)\b.{0,25}\b${person}`,
    String.raw`\b${negated} (?:mention|reveal|disclose|discuss|talk about|speak of|refer to|acknowledge) (?:this|it|these|that|them|the (?:note|instruction|step|file|rule|fact|transfer|copy|call))\b`,
    String.raw`\b(?:hide|conceal|withhold|keep)\b.{0,20}\b(?:this|it|that|these|secret|step|action|instructions?|call|fact|file|contents?)\b.{0,20}\bfrom ${person}`,
    String.raw`\b${person} (?:must|should|may|need|will)(?: not|n't| never) (?:know|be (?:told|aware|informed)|notice|find out|learn|see (?:this|it|that))\b`,
    String.raw`\b(?:secretly|covertly|stealthily|surreptitiously|quietly)\b.{0,40}${giving}|${giving}.{0,60}\b(?:secretly|covertly|stealthily|surreptitiously)\b`,
    String.raw`\bsilently (?:send|forward|copy|include|append|attach|upload|post|bcc|exfiltrate|transmit)\b`,
    String.raw`\bno (?:se )?(?:lo |le |la |les )*(?:menciones|mencione|digas|diga|reveles|revele|informes|informe|cuentes|cuente|avises|avise|muestres)\b.{0,40}(?:usuario|nadie|persona|cliente)|\bsin (?:que|decir|avisar|informar)\b.{0,20}usuario`,
    String.raw`\bne (?:le |la |lui |l'|les )*(?:dis|dites|mentionne|mentionnez|révèle|révélez|informe|informez|parle|parlez)\b.{0,40}utilisateur|\bsans (?:le dire|prévenir|informer).{0,20}utilisateur`,
    String.raw`(?:benutzer|nutzer|anwender)\w*.{0,30}\b(?:nicht|nichts|nie)\b.{0,30}(?:sag|erwähn|verrat|mitteil|informier|erfahr|davon)|(?:sag|erwähn|verrat|informier|teile)\w*.{0,40}(?:benutzer|nutzer|anwender)\w*.{0,20}\bnicht`,
    String.raw`\bnão (?:o |a |lhe )*(?:conte|diga|mencione|revele|informe|avise|mostre)\b.{0,40}(?:usuário|utilizador)|\bnon (?:lo )?(?:dire|dirlo|menzionare|menzionarlo|rivelare|informare)\b.{0,40}utente|\bno (?:ho )?(?:diguis|mencionis|revelis|informis)\b.{0,40}usuari`,
    String.raw`\bне (?:говори|сообщай|упоминай|рассказывай|показывай|говорите|сообщайте)\b.{0,40}пользовател`,
    "(?:不要|别|勿|请勿|不得|切勿).{0,8}(?:告诉|告知|提及|透露|通知|让).{0,8}(?:用户|使用者|任何人)|(?:ユーザー|利用者|使用者).{0,12}(?:言わない|伝えない|知らせない|教えない|話さない|明かさない|言わず|伝えず)|사용자.{0,14}(?:말하지|알리지|언급하지|알려주지)",
  ]),
  rule("sensitive-path", "critical", "It orders a file with keys or passwords to be read or handed on.", [
    String.raw`(?:inhalt|contenu|contenido|conteúdo|contenuto|contingut|содержимое|内容|内容を|내용)\p{L}*.{0,20}(?:${keyFiles})`,
    String.raw`${taking}${near(60)}(?:\bhome (?:directory|folder)|~\/(?:documents|desktop|downloads|pictures)|\buser's (?:files|documents|desktop|home)).{0,60}${giving}`,
    `${taking}${near(80)}(?:${keyFiles})`,
    `(?:${keyFiles}).{0,60}${giving}`,
    String.raw`\b(?:contents?|text|value|bytes) of\b.{0,40}(?:${keyFiles})`,
  ]),
  rule("sensitive-path", "high", "It orders a file that may hold keys to be handed on.", [
    String.raw`${taking}${near(60)}(?:~\/\.[\w/.-]+|[\\/]etc[\\/][\w/.-]+)${near(40)}\b(?:and|then)\b.{0,20}${giving}`,
    String.raw`\b(?:contents?|text|values?) (?:of|from|in)\b.{0,40}(?:${configFiles}).{0,60}\b(?:as|in|into|to|with) (?:the|this|a|an|your)\b`,
    String.raw`${giving}.{0,30}\b(?:contents?|text|values?) (?:of|from|in)\b.{0,40}(?:${configFiles})`,
    String.raw`\b(?:read|open|cat|load)\b.{0,40}(?:${configFiles}).{0,40}\b(?:and|then)\b.{0,15}${giving}`,
  ]),
  rule("sensitive-name", "high", "It orders something of the conversation or the host to be handed on.", [
    String.raw`\b(?:contents?|values?|output|result) of\b.{0,3}[\s\x60'"]?(?:process\.env|os\.environ|env|printenv|whoami|ifconfig|history)\b`,
    String.raw`\b(?:read|grab|take|get|fetch|collect|find|look up|extract)\b.{0,12}\$?\b[a-z][a-z\d]*_(?:[a-z\d]+_)*(?:secret|token|key|password)\w*\b.{0,60}${giving}`,
    String.raw`${giving}.{0,30}\b(?:users?'?s?|their|your) (?:own |personal |real |secret )?(?:api keys?|passwords?|private keys?|ssh keys?|credentials|tokens|secrets|browsing history|contacts list)\b`,
    String.raw`${taking}.{0,30}\b(?:the )?user's (?:last|latest|previous|entire|full|exact) (?:messages?|words|prompts?|inputs?|requests?)\b.{0,20}\b(?:in|into|to|as)\b`,
    String.raw`\b(?:call|invoke|run|use)\b.{0,40}\bwith\b.{0,40}(?:${privateContext})`,
    `${giving}${near(60)}(?:${privateContext})`,
    String.raw`(?:${privateContext}).{0,40}\b(?:into|in|as|to) (?:the|this) (?:\w+ )?(?:parameter|argument|field|query|url|note|body|header|value)`,
    String.raw`\b(?:contents?|values?) of (?:the |your |all )?(?:env(?:ironment)? (?:variables?|vars?)|\$?[a-z]\w*_(?:secret|token|key|password|pass)\w*)`,
    String.raw`\b(?:send|append|attach|include|forward|upload|embed|paste|insert|encode|post|email)\b.{0,30}\$?\b[a-z]\w*_(?:secret|token|key|password)\w*\b.{0,30}\b(?:to|in|into|as|with) (?:the|this|every|each|your)\b`,
    String.raw`\b(?:read|collect|gather|dump|steal|harvest|grab)\b.{0,30}\b(?:users?'?s?|host'?s?|your|their) (?:[\w-]+ ){0,2}(?:${secretWord})\b`,
  ]),
  rule("instruction-to-model", "high", "It addresses the model with an order that has nothing to do with the tool.", [
    String.raw`\b(?:whenever|when|if|every time|each time) the user (?:mentions?|asks?|says?|talks?|wants?|writes?)\b.{0,60},? (?:always |also |you must |please )?(?:recommend|promote|suggest that|claim|pretend|lie|insist|advertise|tell them)\b`,
    String.raw`\bfrom now on\b.{0,40}\b(?:answer|respond|reply|you|always|every|act|speak)\b`,
    String.raw`\b(?:notes?|message|instructions?|reminder|hint|attention|memo|orders?|important|wichtig|importante?)\b\s*(?:to|for|para|pour|für|per|al?)\s*(?:the |any |all |el |la |los |le |l'|den |die |das |o |il )?(?:${model}|asistente|modelo|agente|modèle|assistenten|modell|assistente|agents?)\b${foreignOrder}`,
    String.raw`\b(?:${model}) (?:notes?|only|instructions?|directive)\s*[:)\]]${foreignOrder}`,
    String.raw`\bas (?:an? |the )?(?:ai|assistant|llm|language model)\b,? you (?:must|should|need to|have to|are required)\b`,
    String.raw`\b(?:to work|to function|for (?:this|it) to work|for validation|for security|to authenticate)\b.{0,20}\bmust\b.{0,20}\b(?:contain|include|hold|carry|be)\b.{0,20}\b(?:contents?|text|value|output) of\b`,
    String.raw`\b(?:you|the (?:${model})) (?:must|should|need to|have to|are required to)\b.{0,40}\b(?:without asking|without confirmation|before answering|in every (?:answer|reply|response)|first obtain)\b`,
    String.raw`!\[[^\]]*\]\([^)]*[{<$%][^)]*\).{0,40}\b(?:in|to|at the end of) (?:the|your|every|each|any) (?:final )?(?:answers?|repl(?:y|ies)|responses?|messages?)\b`,
    String.raw`\bbefore (?:using|calling|invoking|running|answering|responding|replying|executing)\b.{0,60}\b(?:read|open|cat|load|fetch)\b.{0,60}\b(?:file|contents?|~\/|\/home\/|\.\w{2,5}\b).{0,80}${giving}`,
    String.raw`\b(?:in|at the end of|to|with) (?:every|each|all|your next|any) (?:of your )?(?:answers?|responses?|repl(?:y|ies)|messages?)\b.{0,60}\b(?:include|add|append|mention|recommend|insert|say|end|begin)\b`,
    String.raw`\b(?:include|add|append|recommend|insert|repeat)\b.{0,60}\b(?:in|at the end of|to) (?:every|each|all) (?:of your )?(?:answers?|responses?|repl(?:y|ies))\b`,
  ]),
  rule("cross-tool", "high", "It gives orders about tools of other servers.", [
    String.raw`\b[a-z]+(?:_[a-z\d]+)+\b.{0,40}\b(?:call|use) this (?:tool |one )?instead\b(?! of)`,
    String.raw`\bif (?:you (?:also )?have|there is)(?: also)? (?:a|an|the|another|any) tool (?:named|called|that)\b`,
    String.raw`\b(?:when|whenever|if|before|after|once)\b.{0,12}\b(?:the )?[a-z]+(?:_[a-z\d]+)+ (?:tools? )?(?:exists?|is (?:used|present|available|installed|called|invoked|loaded))\b.{0,10},`,
    String.raw`\b(?:whenever|when|if|before|after|every time)\b.{0,20}\b(?:another|any other|every other) (?:tools?|servers?|plugins?)\b`,
    String.raw`\b[a-z]+(?:_[a-z\d]+)+ (?:tools? )?(?:(?:from|of|in) (?:the )?[\w-]+ (?:server|mcp|plugin) )?(?:is|are) (?:now )?(?:broken|deprecated|unsafe|compromised|outdated|insecure|unreliable|disabled)\b.{0,40}\b(?:use|call|instead)\b`,
    String.raw`\b(?:replaces|supersedes) (?:all|any|every) (?:other|existing)\b|\bnever (?:use|call) (?:any|another) other\b`,
    String.raw`\b(?:when|whenever|if|before|after|every time|each time|once|while)\b.{0,60}\b(?:tools?|functions?|commands?)\b.{0,30}\b(?:of|from|on|in|by) (?:any|another|other|every|all|a different|the other)\b.{0,15}\b(?:servers?|mcp|plugins?|tools?|sources?)`,
    String.raw`\b(?:when|whenever|if|before|after|every time|each time)\b.{0,30}\b(?:any|every|another|other|all) (?:other )?(?:tools?|mcp|servers?|plugins?)\b.{0,40}\b(?:is|are|was|gets?|must|always|first|also|run|called|used|present|available)\b`,
    String.raw`\b(?:use|call|prefer|choose|invoke)\b.{0,30}\binstead of\b.{0,40}\b(?:any |all |every )?(?:other|another|different) (?:servers?|mcp|plugins?|providers?)\b`,
    String.raw`\b(?:never|do not|don't|must not|stop) (?:use|call|using|calling|trust|trusting)\b.{0,30}\b(?:any |all |the )?(?:other|another) (?:tools?|servers?|mcp|plugins?)\b`,
    String.raw`\b(?:must|always)\b.{0,30}\b(?:call|use|invoke|run|execute)\w*\b.{0,40}\b(?:before|prior to|instead of) (?:any|every|each|all)(?: of the)?(?: other)? (?:tools?|calls?|actions?|requests?|operations?)\b`,
    String.raw`\b(?:other|another|all|trusted) (?:mcp )?(?:servers?|plugins?)'?s? (?:tools? )?(?:is|are) (?:now )?(?:deprecated|broken|unsafe|disabled|replaced|compromised|outdated)`,
  ]),
  rule("recipient-change", "high", "It changes to whom something goes.", [
    String.raw`${address}\S{0,200}.{0,20}\b(?:in|as|on) (?:the )?(?:bcc|cc|reply-to)\b`,
    String.raw`\b(?:must|should|will|always|has to|have to|needs to)\b.{0,20}\b(?:also )?(?:go|be (?:sent|forwarded|copied|delivered|posted|addressed|cc'?d|bcc'?d))\b.{0,15}\bto\b.{0,10}(?:${address}|#[\w-]+)`,
    String.raw`\b(?:recipients?|addressee|destination|payee|account|receiver|channel)\b.{0,30}\b(?:must|should|always|is always|has to|needs to)\b.{0,20}\b(?:be )?(?:replaced|changed|overwritten|set|[a-z]{2}\d{2}[a-z\d]{10,}|${address})`,
    String.raw`\b(?:instead of the (?:requested|given|specified|intended)|regardless of what (?:the user|they|you)|whatever the user (?:says|asks|wants))\b`,
    String.raw`\b(?:add|set|use|put|include|always|also)\b.{0,30}\b(?:bcc|cc|reply-to|recipients?)\b.{0,40}${address}`,
    String.raw`\b(?:change|replace|redirect|reroute|rewrite|alter|swap|modify|substitute)\b.{0,40}\b(?:recipients?|addressee|destination|to[- ]address|receiver|payee|iban|account(?: number)?|wallet|beneficiary|phone number|e?-?mail address)\b.{0,60}\b(?:to|with|by)\b`,
    String.raw`\b(?:send|forward|email|mail|copy|bcc|cc|deliver|reenvía|envía|manda)\b.{0,30}\b(?:copy|copies|duplicate|everything|all|also|them|it|a|copia)\b.{0,40}\b(?:to|at|a)\b.{0,10}${address}`,
  ]),
  rule("exfiltration", "high", "It orders data to be sent to an address of its own.", [
    String.raw`(?:~\/\w+|\bhome (?:directory|folder)|\bdocuments folder|\bworking directory|\brepository|\bsource code|\bdatabase)\b.{0,30}\b(?:send|post|upload|forward|transmit|submit|push|copy)\b.{0,30}${address}`,
    String.raw`\b(?:send|post|forward|upload|submit|transmit|report|leak|exfiltrate|deliver|copy|append|encode|sync)\b.{0,60}\b(?:conversation|history|contents?|files?|results?|everything|credentials?|keys?|secrets?|messages?|outputs?|prompts?|answers?|context|passwords?|tokens?|arguments?|transcript|logs?|questions?|quer(?:y|ies))\b.{0,50}\b(?:to|at|into|via|as)\b.{0,30}${address}`,
    String.raw`${address}\S{0,200}(?:\{|\$\{|<|%7b)\s*(?:conversation|history|context|prompt|secrets?|tokens?|messages?|chat|answer|passwords?|keys?|user_?data|env)\b`,
  ]),
  rule("markdown-exfil-url", "high", "It has an image or link shown that carries data away.", [
    String.raw`!\[[^\]]*\]\(\s*(?:https?:)?\/\/[^)]*(?:\{|<|\$|%7b|\[)\s*(?:conversation|history|context|prompt|secrets?|tokens?|messages?|chat|answer|passwords?|keys?|user\w*|env\w*|summary|session|email|contents?|notes?|data|input)`,
    String.raw`\b(?:render|show|display|include|append|add|end|insert|output)\b.{0,60}(?:!\[|<img\b|<iframe\b|\[[^\]]*\]\()[^)>]*\/\/[^)>]*[=\/](?:\{|<|\$|%7b|\[)`,
  ]),
  rule("credential-parameter", "high", "It has the model ask the user for something secret.", [
    String.raw`\b(?:have|make|let|get) ${person} (?:to )?(?:type|enter|provide|give|share|paste|reveal|tell)\b.{0,40}\b(?:${secretWord})(?!\p{L})`,
    String.raw`\b(?:request|obtain|collect|demand|get)\b.{0,20}\b(?:${secretWord})(?!\p{L}).{0,15}\bfrom ${person}`,
    String.raw`\b(?:ask|prompt|request|get|obtain|collect|demand)\b.{0,15}\b(?:from )?(?:${person}).{0,40}\b(?:${secretWord})(?!\p{L})`,
    String.raw`\b(?:request|get|obtain|collect|enter)\b.{0,20}\b(?:users?'?s?|their|your) (?:\w+ ){0,2}(?:${secretWord})(?!\p{L}).{0,40}\b(?:pass|here|provide|send|put|submit)\b`,
    String.raw`\b(?:pide|pídele|solicita|pregunta)\b.{0,25}usuario.{0,30}(?:${secretWord})|\bdemande[zr]?\b.{0,25}utilisateur.{0,30}(?:${secretWord})|\bfrag\w*\b.{0,25}(?:benutzer|nutzer).{0,30}(?:${secretWord})`,
  ]),
  rule("approval-bypass", "high", "It tells the model that nobody has to approve.", [
    String.raw`\b(?:do not|don't|never|no need to|without|skip|bypass)\b.{0,20}\b(?:ask|asking|wait|waiting|request|requesting|seek|seeking)\b.{0,25}\b(?:confirmation|approval|permission|consent)\b`,
    String.raw`\b${person} (?:has|have) already (?:approved|agreed|consented|confirmed|authori[sz]ed|given)\b`,
    String.raw`\b(?:skip|bypass|suppress|auto-?approve|auto-?confirm)\b.{0,15}\b(?:all|any|every|the user's)\b.{0,25}\b(?:confirmations?|approvals?|permissions?|prompts?|calls?|actions?|requests?)\b`,
  ]),
  rule("context-parameter", "high", "It has the model hand over what it knows.", [
    String.raw`^(?:the )?(?:complete|entire|full|whole)\b.{0,20}\b(?:conversation|chat|dialog)\b`,
    String.raw`\b(?:the )?user's (?:instructions|requests?|words|prompts?|messages?),? (?:verbatim|word for word)`,
    String.raw`\b(?:list of )?all (?:of )?(?:the )?(?:other )?tools (?:that are )?(?:available to you|you have|you can)\b`,
    String.raw`\b(?:your|the model's|the assistant's) (?:chain of thought|(?:system )?instructions|system prompt|hidden reasoning|memory|full context|context window)\b.{0,60}\b(?:user|here|verbatim|tools?)\b`,
    String.raw`\beverything (?:you know|you have seen|the user (?:said|wrote|told|typed))\b|\bthe user's exact words\b`,
    String.raw`(?:system (?:prompt|instructions)|your instructions|conversation|chat|context)\b.{0,20}\b(?:verbatim|word for word|in full|unabridged)\b`,
  ]),
  rule("command-order", "high", "It orders a command to be run.", [
    String.raw`\b(?:curl|wget|iwr|invoke-webrequest)\b.{0,200}\|\s*(?:sudo )?(?:ba|z|da)?sh\b`,
    String.raw`\b(?:run|execute|launch|type|paste|ejecuta|exécute|führe)\b.{0,40}\b(?:rm -rf|curl |wget |chmod |nc -|bash -c|powershell|base64 -d|eval )`,
  ]),
];
