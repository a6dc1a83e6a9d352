const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that say nothing about a tool: they are neither indexed nor searched. */
export const stopWords: ReadonlySet<string> = words(`
a an the this that these those there here some any each every either neither both all such same own other another
i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
it its itself they them their theirs themselves one ones
who whom whose which what whatever when whenever where wherever why how however
am is are was were be been being do does did doing done have has had having
will would shall should can could may might must ought need needs
and or but nor so if then else than because since until while although though unless whether as
of at by for with about against between among into onto through during before after above below to from up down in out
on off over under within without upon per via toward towards across along around
not no yes too very just only even also still already yet again ever never always almost quite rather really perhaps
maybe much many more most less least few several enough
please thanks thank hello hi hey ok okay let lets s t d m re ll ve im ive id
dont doesnt didnt cant couldnt wont wouldnt isnt arent youre theyre whats theres
now soon later today tonight currently recently using use used uses etc eg ie vs
`);

/** The words, and their plurals, tenses and adverbs where they are formed by rule. */
const withForms = (text: string): ReadonlySet<string> => {
  const forms = [...words(text)].flatMap((word) => {
    const stem = word.replace(/e$/, "");
    const past = word.replace(/y$/, "i");
    return [word, `${word}s`, `${past}es`, `${word}d`, `${past}ed`, `${stem}ing`, `${word}ly`];
  });
  return new Set(forms.filter((form) => !unlike.has(form)));
};

/** Forms that are words of their own. */
const unlike = words("news goods fund apply");

/** The words of asking, not of what is asked for. In a query they weigh little. */
export const requestWords: ReadonlySet<string> = withForms(`
want wants wanted wish like likes love prefer looking look trying try tried hope plan planning interested interest going
get gets getting got give gives given giving provide provides provided providing tell tells told show shows showing
know knows knowing known help helps helping assist assistance guide
suggest suggestion suggestions recommend recommendation recommendations find finding ask asked asking question questions
explain understand think thinking say said see seen seeing make makes making made take takes taking keep come go
work working good best better great nice new latest recent specific particular certain various different possible
available useful relevant important interesting additional detailed comprehensive full overall general exact
accurate effective thing things something anything everything way ways kind kinds type types sort bit lot lots list
idea ideas tip tips advice example examples topic person people user users someone anyone everyone
able ready sure unable curious first last based including include includes included related regarding concerning
according ensure allow allows enable enables support supports plus additionally furthermore moreover well quickly easily
simply tool tools app application apps feature features function functions plugin api access
day days year years perform right third two three four five
`);

/** Words of every field, which belong to none. In a query they weigh less than others. */
export const commonWords: ReadonlySet<string> = withForms(`
accomplish achieve actual actually affect aim alternative amazing appropriate approach aspect attempt aware away awesome
back bad base basic beautiful become begin beginner believe benefit bring broad busy
call capable care carefully case cause challenge choice choose clear cold common concept concern condition consider
consist contain context continue convenient cool corresponding couple cover criteria crucial customized
deal decide deep depend desire despite determine difficult directly discuss diverse dozen due
easy effect efficient effort encounter engaging enhance enjoy entire equal especially essential eventually exactly
excellent excited exciting exist expect experience explore express extra extremely
face fair familiar famous fantastic far fast favorite feel final finally fine focus form forward found frequent
fresh fully fun functional further gain gather generally genuine goal grab greatly grow
half handle hard hear heard heavy helpful high highly hold huge ideal immediately impact improve increase incorporate
indicate individual initial insight inspire instance instead intend involve item
join large lately lead leave legit level life likely limit little live long lose low
main maintain major manage manner matter mean meaningful mention mind minute moment month monthly multiple
narrow natural nearly necessary normal normally number numerous
obtain occur offer often old opportunity original otherwise outcome outstanding
part particularly pass past perfect personal personalized perspective pick piece place plenty possibly potential
powerful practical precise preferably prepare present pretty previous prior pro problem professional proper properly
prove purpose put quality quick range reach react real realize reason receive reflect reliable remain represent
reputable request require requirement resource respective respond rest result rise 
safe satisfy scenario seek seem select serious set significant significantly similar simple single situation small
smart solution somehow sometime source special specifically specified standard stay strong struggle stuff style
subject success successful successfully suffer suitable surprise system
tailored talk technique thorough thought throughout together top total tradition trouble true trust turn typical
typically ultimate ultimately unfortunately unique unusual urgent urgently useful usual usually utilize
valuable value variety vibrant vital wait warm week weekend weekly daily whole wide wonder wonderful word
worth wrong yearly young six seven eight nine ten hundred thousand
`);
