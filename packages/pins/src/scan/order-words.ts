/** Verbs of taking something, as an order is written in each language. */
const take = [
  "read|open|cat|load|fetch|get|retrieve|collect|gather|find|look up|copy|dump|extract|grab|take|obtain|locate|list|zip|scan|use|check",
  "lee|lea|leer|abre|abra|carga|copia|copie|obtén|obtener|recupera|busca|extrae|toma",
  "lis|lisez|lire|ouvre|ouvrez|copie|copiez|récupère|récupérez|prends",
  "lies|lese|lesen|öffne|öffnen|kopiere|kopieren|hole|lade",
  "leia|abra|abre|copie|obtenha|recupere|pegue|leggi|leggere|apri|copia|prendi|llegeix|obre",
  "прочитай|прочти|прочитать|открой|скопируй|возьми|считай",
].join("|");

/** Verbs of handing something on. */
const give = [
  "send|pass|include|append|attach|add|put|embed|insert|forward|upload|post|submit|leak|exfiltrate|transmit|paste|provide",
  "supply|encode|prepend|place|write|email|mail|share|return|reveal|disclose|print|output|echo|repeat",
  "envía|envíe|envia|envíalo|envialo|enviar|manda|incluye|incluya|incluir|adjunta|añade|agrega|pasa|pase|pega|sube",
  "envoie|envoyez|envoyer|inclus|incluez|ajoute|ajoutez|joins|joignez|transmets|transmettez|passe|passez",
  "sende|senden|schicke|schick|füge|hänge|übergib|übermittle|lade hoch|teile",
  "envie|inclua|anexe|passe|adicione|mande|invia|inviare|includi|allega|aggiungi|passa|inclou",
  "отправь|отправить|включи|передай|добавь|приложи|вставь|пришли",
].join("|");

/** The same where words are not parted by spaces. */
const unspaced =
  "读取|打开|读|发送|上传|附上|包含|传递|复制|包括|粘贴|読み|読ん|開い|送信|送っ|含め|渡し|コピー|添付|읽|열어|보내|포함|전달|복사|첨부";

/** A verb of taking or handing on. */
export const taking: string = `(?:(?<![\\p{L}\\d_-])(?:${take}|${give})(?![\\p{L}\\d_-])|${unspaced})`;

/** A verb of handing on. */
export const giving: string = `(?:(?<![\\p{L}\\d_-])(?:${give})(?![\\p{L}\\d_-])|${unspaced})`;

/** Files that hold keys and passwords of a person: no tool's description has a reason to order one to be read. */
export const keyFiles: string = [
  String.raw`\.ssh(?![\w-])(?:[\\/](?!config\b|known_hosts\b)[\w.*-]+)?(?![\\/](?:config|known_hosts))`,
  String.raw`\bid_(?:rsa|ed25519|ecdsa|dsa)\b`,
  String.raw`\.aws[\\/](?:credentials|config)`,
  String.raw`[\\/]etc[\\/](?:passwd|shadow|sudoers|master\.passwd)`,
  String.raw`[\\/]proc[\\/](?:self|\d+)[\\/]environ`,
  String.raw`\.(?:netrc|pgpass|git-credentials|gnupg|bash_history|zsh_history|vault-token)\b`,
  String.raw`\.azure[\\/]\w+|\.config[\\/](?:gcloud|gh)[\\/]\w+|application_default_credentials\.json`,
  String.raw`\bwallet\.dat\b|\bcookies\.sqlite\b|\blogins\.json\b|\bkey4\.db\b|\bntds\.dit\b|\blocal state\b.{0,20}\bchrome`,
  String.raw`claude_desktop_config\.json|\.cursor[\\/]mcp\.json|\.claude[\\/][\w.-]*credentials`,
].join("|");

/** Files that may hold keys, and that a description may also speak of for good reason. */
export const configFiles: string = String.raw`(?<![\w*])\.env\b(?:\.\w+)?|\.npmrc\b|\.pypirc\b|\.kube[\\/]config|\.docker[\\/]config\.json|\bmcp\.json\b|\bkeychain\b|\bservice[- ]account[\w-]*\.json`;

/** What belongs to the conversation or the host, and to no tool. */
export const privateContext: string = [
  "(?:system|developer) (?:prompt|instructions|message)|(?:initial|original|hidden) (?:prompt|instructions)",
  "(?:conversation|chat|message|dialog(?:ue)?) (?:history|transcript|log|so far|context)",
  "(?:entire|full|whole|complete|current|previous|prior|this|our) (?:conversation|chat|dialog(?:ue)?|context window)",
  String.raw`(?:previous|prior|earlier|past|last \d+|the user's) (?:user )?messages|all (?:previous|prior|past|of the) messages`,
  String.raw`(?:all|your|the values? of|contents? of|host's|local|process|the user's) (?:[\w']+ ){0,2}environment variables`,
  "(?:user|session|browser|auth)(?:'s)? (?:cookies?|credentials?|passwords?|api keys?|private keys?|ssh keys?)",
  "(?:ssh|private|secret|api|encryption|signing) keys? (?:of|from|on) (?:the|this|your) (?:user|host|machine|computer|system)",
  "seed phrase|recovery phrase|clipboard contents?",
  "historial de (?:la )?conversación|prompt del sistema|toda la conversación|mensajes anteriores|variables de entorno del",
  "historique de (?:la )?conversation|invite système|toute la conversation|gesprächsverlauf|systemprompt|system-prompt",
  "histórico da conversa|prompt do sistema|cronologia della conversazione|prompt di sistema|对话历史|系统提示|聊天记录|会話履歴|システムプロンプト|대화 기록|시스템 프롬프트|историю (?:разговора|переписки)|системный промпт",
].join("|");

/** What something secret is called. */
export const secretWord: string = String.raw`passwords?|passphrases?|passwd|pin(?: code)?|otp|2fa(?: code)?|mfa(?: code)?|one[- ]time (?:code|password)|verification code|(?:\d|four|six)[ -]?digit code|code (?:they|you) (?:received|got)|api[ _-]?keys?|access[ _-]?keys?|(?:access |auth |bearer |refresh )?tokens?|secrets?|credentials?|private[ _-]?keys?|credit card(?: number)?|card number|cvv|social security number|ssn|seed phrase|recovery phrase|contraseñas?|claves?|mots? de passe|passw[oö]rt|senhas?|密码|パスワード|비밀번호|парол\p{L}+`;

/** The person at the client. */
export const person: string = String.raw`(?:the |a |any |your |this )?(?:end[- ])?(?:users?|humans?|persons?|people|anyone|anybody|owner|operator|customers?|clients?)\b`;
