import { createSearchIndex, type SearchDocument } from "@agent-tools/search";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { catalogue, namesOf, tool } from "./documents.js";

function indexOf(documents: readonly SearchDocument[] = catalogue) {
  const index = createSearchIndex();
  index.update(documents);
  return index;
}

describe("finding", () => {
  test.each([
    ["pull requests", "listPullRequests"],
    ["PRs of a repo", "listPullRequests"],
    ["make a folder", "create_directory"],
    ["save text to disk", "write_file"],
    ["exchange rate", "convertCurrency"],
    ["will it rain in Lisbon", "get_forecast"],
    ["k8s container output", "pod_logs"],
    ["report a bug", "create_issue"],
    ["listen to music", "play_song"],
    ["forcast", "get_forecast"],
  ])("%s: %s", (query, name) => {
    expect(namesOf(indexOf(), query)[0]).toBe(name);
  });

  test.each([
    ["crear una carpeta nueva", "create_directory"],
    ["prévisions météo", "get_forecast"],
    ["Wettervorhersage", "get_forecast"],
    ["leer el archivo", "read_file"],
    ["converter moedas", "convertCurrency"],
    ["创建目录", "create_directory"],
    ["ファイルを読む", "read_file"],
  ])("in another language, %s: %s", (query, name) => {
    expect(namesOf(indexOf(), query)[0]).toBe(name);
  });

  const office = [
    tool("kill_process", "Ends a process."),
    tool("approve_merge_request", "Approves a merge request."),
    tool("list_inbox", "The inbox."),
    tool("send_message", "Sends a message."),
    tool("upload_file", "Uploads a file."),
    tool("close_file", "Closes a file."),
    tool("search_notes", "Notes that say something."),
    tool("deploy_service", "Deploys a service."),
    tool("create_calendar_event", "Creates an event in a calendar."),
    tool("list_meeting_recordings", "Recordings of a meeting."),
    tool("audit_accessibility", "Accessibility of a page."),
  ];

  test.each([
    ["terminar el proceso", "kill_process"],
    ["arrêter un processus", "kill_process"],
    ["Prozess beenden", "kill_process"],
    ["encerrar processo", "kill_process"],
    ["结束进程", "kill_process"],
    ["プロセスを終了", "kill_process"],
    ["Zusammenführungsanfrage genehmigen", "approve_merge_request"],
    ["aprobar la solicitud de fusión", "approve_merge_request"],
    ["boîte de réception", "list_inbox"],
    ["收件箱", "list_inbox"],
    ["Datei schließen", "close_file"],
    ["durchsuchen", "search_notes"],
    ["carregar um arquivo", "upload_file"],
    ["desplegar un servicio", "deploy_service"],
    ["サービスをデプロイ", "deploy_service"],
    ["schedule a meeting", "create_calendar_event"],
    ["a11y report", "audit_accessibility"],
  ])("in the office, %s: %s", (query, name) => {
    expect(namesOf(indexOf([...catalogue, ...office]), query)[0]).toBe(name);
  });

  test("to send is not to upload", () => {
    expect(namesOf(indexOf(office), "enviar")).toEqual(["send_message"]);
  });

  test("a phrase of common words is telling", () => {
    const others = Array.from({ length: 200 }, (_, number) => [
      tool(`join_${number}`, "A merge of branches."),
      tool(`ask_${number}`, "A request of a client."),
    ]).flat();
    const index = indexOf([...others, tool("approve", "Approves a merge request.")]);
    expect(namesOf(index, "a PR")).toEqual(["approve"]);
  });

  test("the languages are a choice", () => {
    const english = createSearchIndex({ languages: ["fr"] });
    english.update(catalogue);
    expect(namesOf(english, "météo")).toEqual(["get_forecast"]);
    expect(namesOf(english, "Wettervorhersage")).toEqual([]);
  });

  test("Chinese text is found by parts of it and by what it is called in English", () => {
    const others = catalogue.filter((document) => document.name !== "get_forecast");
    const index = indexOf([...others, tool("天气查询", "查询指定城市的天气")]);
    for (const query of ["城市天气", "天气查询", "weather of a city"])
      expect(namesOf(index, query)[0]).toBe("天气查询");
  });

  test("accents do not matter", () => {
    const index = indexOf([
      tool("cafe_menu", "The menu of the café."),
      tool("bar_menu", "The menu of the bar, Hauptstraße 1."),
    ]);
    expect(namesOf(index, "HAUPTSTRASSE")[0]).toBe("bar_menu");
    expect(namesOf(index, "cafés")[0]).toBe("cafe_menu");
    expect(namesOf(index, "CAFE")[0]).toBe("cafe_menu");
  });

  test("words are found that documents, or who asks, write as one", () => {
    const index = indexOf([...catalogue, tool("time_zone", "The time zone of a place."), tool("datasheet", "Parts.")]);
    expect(namesOf(index, "timezones")[0]).toBe("time_zone");
    expect(namesOf(index, "a data sheet")[0]).toBe("datasheet");
    expect(namesOf(index, "data sheets")[0]).toBe("datasheet");
  });

  test("an author's keywords find what no table knows", () => {
    const index = indexOf([
      ...catalogue,
      tool("ledger", "Double entry.", { keywords: ["Kontenplan", "trial balance"] }),
    ]);
    expect(namesOf(index, "kontenplan")[0]).toBe("ledger");
  });

  test("parameters, titles, servers and tags count, less than the name", () => {
    const index = indexOf([
      tool("alpha", "One.", { parameters: [{ name: "zephyr" }] }),
      tool("beta", "Two.", { title: "Zephyr" }),
      tool("zephyr", "Three."),
      tool("gamma", "Four.", { tags: ["zephyr"] }),
      tool("delta", "Five.", { server: "zephyr" }),
    ]);
    const names = namesOf(index, "a zephyr");
    expect(names[0]).toBe("zephyr");
    expect([...names].sort()).toEqual(["alpha", "beta", "delta", "gamma", "zephyr"]);
  });

  test("who asks for two things gets the best of both first", () => {
    const names = namesOf(
      indexOf(),
      "What is the weather like in Porto? Also, create a directory for my pictures there.",
    );
    expect(names.slice(0, 2).sort()).toEqual(["create_directory", "get_forecast"]);
  });

  test("words that stand side by side count for more than apart", () => {
    const apart = tool("alpha", "Tables of a round kind, with a long base that may turn.");
    const adjacent = tool("omega", "Tables of a long kind, with a round base that may turn.");
    for (const documents of [
      [apart, adjacent],
      [adjacent, apart],
    ]) {
      expect(namesOf(indexOf([...catalogue, ...documents]), "round base")[0]).toBe("omega");
      expect(namesOf(indexOf([...catalogue, ...documents]), "long base")[0]).toBe("alpha");
    }
  });

  test("two numbers are not one", () => {
    const index = indexOf([...catalogue, tool("channel", "Tunes to channel 34.")]);
    expect(namesOf(index, "34")).toEqual(["channel"]);
    expect(namesOf(index, "3 4")).toEqual([]);
  });

  test("words that match nothing do not cut the answer", () => {
    expect(namesOf(indexOf(), "zzyzx qwxyz forecast of grumblefrotz")[0]).toBe("get_forecast");
  });

  test("data that came along with a question costs nothing", () => {
    const blob = "iVBORw0KGgo".repeat(5_000);
    expect(namesOf(indexOf(), `what is the weather in this picture ${blob}`)[0]).toBe("get_forecast");
  });
});

describe("the exact name", () => {
  test.each([
    "create_issue",
    "createIssue",
    "create issue",
    "hub:create_issue",
    "hub__create_issue",
    "hub.create_issue",
  ])("%s leads", (query) => {
    const [first, second] = indexOf().search(query).hits;
    expect(first).toMatchObject({ document: { name: "create_issue" }, isExact: true, score: 1 });
    expect(second?.isExact).toBe(false);
  });

  test("leads even where it is made of stop words", () => {
    expect(namesOf(indexOf([...catalogue, tool("do_it", "")]), "do_it")).toEqual(["do_it"]);
  });

  test("leads however its words are set apart", () => {
    const index = indexOf([tool("songById", "A song."), tool("song", "Songs.")]);
    expect(index.search("song - by - id").hits[0]).toMatchObject({ document: { name: "songById" }, isExact: true });
  });

  test("does not pass a filter", () => {
    const filter = (document: SearchDocument): boolean => document.plugin !== "hub";
    expect(namesOf(indexOf(), "create_issue", { filter })).not.toContain("create_issue");
  });
});

describe("the page", () => {
  test("an empty query lists everything in the order given", () => {
    const index = indexOf();
    expect(namesOf(index, " ", { limit: 100 })).toEqual(catalogue.map((document) => document.name));
    expect(index.search("", { limit: 2, offset: 1 })).toMatchObject({
      total: catalogue.length,
      hits: [{ document: catalogue[1], score: 0 }, { document: catalogue[2] }],
    });
  });

  test("pages of any size put together are the whole", () => {
    const many = Array.from({ length: 300 }, (_, number) =>
      tool(`file_${number}`, number % 3 ? "Read a file" : "File"),
    );
    const index = indexOf(many);
    const whole = namesOf(index, "read files", { limit: 300 });
    expect(new Set(whole).size).toBe(300);
    for (const limit of [7, 45, 150]) {
      const pages: string[] = [];
      for (let offset = 0; offset < 300; offset += limit)
        pages.push(...namesOf(index, "read files", { limit, offset }));
      expect(pages).toEqual(whole);
    }
  });

  test("filters by plugin, kind and effect before it counts", () => {
    const index = indexOf([...catalogue, { ...tool("read_all", "Reads each file"), kind: "skill" }]);
    expect(index.search("file", { filter: (document) => document.kind === "skill" })).toMatchObject({
      total: 1,
      hits: [{ document: { name: "read_all" }, score: 1 }],
    });
    expect(namesOf(index, "file", { filter: (document) => document.isReadOnly === true })).toEqual(["read_file"]);
  });

  test("scores fall from 1", () => {
    const scores = indexOf()
      .search("create a file")
      .hits.map((hit) => hit.score);
    expect(scores[0]).toBe(1);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  test("equal documents stand in the order given, or in that of tieBreak", () => {
    const index = indexOf(["a", "b", "c"].map((plugin) => tool("ping", "Ping a host", { plugin })));
    const plugins = (tieBreak?: (document: SearchDocument) => number) =>
      index.search("ping host", tieBreak ? { tieBreak } : {}).hits.map((hit) => hit.document.plugin);
    expect(plugins()).toEqual(["a", "b", "c"]);
    expect(plugins((document) => (document.plugin === "a" ? 1 : 0))).toEqual(["b", "c", "a"]);
  });

  test("a hit is the very object that was given, with what the host attached", () => {
    const document = { ...tool("send_mail", "Send a letter"), payload: Symbol("mine") };
    const index = createSearchIndex<typeof document>();
    index.update([document]);
    expect(index.search("letter").hits[0]?.document).toBe(document);
  });

  test("says why only where it is asked to", () => {
    const index = indexOf();
    expect(index.search("new folder").hits[0]).not.toHaveProperty("reasons");
    expect(index.search("new folder", { withReasons: true }).hits[0]?.reasons).toContainEqual({
      asked: "folder",
      found: "directory",
      fields: ["name", "description"],
    });
  });

  test("suggests what a misspelt word may mean, and nothing where all is known", () => {
    const index = indexOf();
    expect(index.search("wether forcast").suggestion).toBe("weather forecast");
    expect(index.search("weather forecast").suggestion).toBeUndefined();
    expect(index.search("the folder of Bartholomew").suggestion).toBeUndefined();
  });

  test("takes a word of another language for no slip", () => {
    const index = indexOf([...catalogue, tool("creep", "Creep along.")]);
    expect(namesOf(index, "créer un nouveau dossier")[0]).toBe("create_directory");
    expect(index.search("créer un nouveau dossier").suggestion).toBeUndefined();
    expect(index.search("creer").suggestion).toBeUndefined();
    expect(index.search("creepp").suggestion).toBe("creep");
  });

  test("suggests the word that most documents have, whichever came first", () => {
    const documents = [tool("stock", "Stock."), tool("stack", "Stack."), tool("push", "Push on the stack.")];
    for (const order of [documents, [...documents].reverse()]) {
      expect(indexOf(order).search("steck").suggestion).toBe("stack");
    }
  });
});

describe("what is remembered of queries", () => {
  const words = Array.from({ length: 200 }, (_, number) => `word${String.fromCharCode(97 + (number % 26))}${number}`);
  const documents = Array.from({ length: 300 }, (_, number) =>
    tool(`tool_${number}`, words.filter((_, position) => (number + position) % 7 > 0).join(" ")),
  );

  test("changes no answer, however much was asked before", () => {
    const lived = indexOf(documents);
    const first = lived.search("worda0");
    for (let round = 0; round < 3; round++) {
      for (const word of words) {
        lived.search(`${word} of tool ${round}`);
        expect(lived.search("worda0")).toEqual(first);
      }
    }
    for (const query of ["worda0 wordb1", "tool 7", "wordz25. And wordy24 also"]) {
      expect(lived.search(query, { limit: 300 })).toEqual(indexOf(documents).search(query, { limit: 300 }));
    }
  });
});

describe("update", () => {
  test("replaces the set", () => {
    const index = indexOf([tool("send_mail", "Send a letter"), tool("read_mail", "Read a letter")]);
    index.update([tool("send_mail", "Dispatch a parcel")]);
    expect(namesOf(index, "letter")).toEqual([]);
    expect(namesOf(index, "parcel")).toEqual(["send_mail"]);
  });

  test("refuses two documents of one id and keeps what was there", () => {
    const index = indexOf();
    expect(() => index.update([tool("a", ""), tool("a", "")])).toThrow(/"hub\/a"/);
    expect(index.search("").total).toBe(catalogue.length);
  });

  test("the answer does not depend on how the index came to hold its documents", () => {
    const queries = ["create a file", "weather", "issue comment", "read", "crear archivo", "forcast of pods"];
    fc.assert(
      fc.property(fc.array(fc.subarray([...catalogue]), { minLength: 1, maxLength: 6 }), (steps) => {
        const lived = createSearchIndex();
        for (const [step, documents] of steps.entries()) {
          lived.update(documents.map((document) => ({ ...document, description: `${document.description} ${step}` })));
          lived.search("warm up");
          lived.update(documents);
        }
        const fresh = indexOf(steps.at(-1));
        for (const query of queries) expect(lived.search(query)).toEqual(fresh.search(query));
      }),
      { numRuns: 30 },
    );
  });

  test("takes no word for one that only documents had that have gone", () => {
    const index = indexOf([tool("steak", "Steak."), tool("stack", "Stack."), ...catalogue]);
    index.update([tool("steak", "Steak."), ...catalogue]);
    expect(namesOf(index, "steack")).toEqual(["steak"]);
    expect(index.search("steack").suggestion).toBe("steak");
    index.update(catalogue);
    expect(index.search("steack")).toEqual({ total: 0, hits: [] });
  });

  test("lets the words of documents go that have gone", () => {
    const index = createSearchIndex();
    for (let round = 0; round < 30; round++) {
      index.update(Array.from({ length: 100 }, (_, number) => tool(`t${number}`, `word${round}x${number}`)));
    }
    expect(index.search("word29x5").total).toBeGreaterThan(0);
    index.update(catalogue);
    expect(namesOf(index, "make a folder")[0]).toBe("create_directory");
  });
});

test("any text is a legal query and a legal description", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.string({ unit: "grapheme" }), (query, text) => {
      const index = indexOf([...catalogue, tool("any", text)]);
      const { hits, total } = index.search(query);
      expect(total).toBeGreaterThanOrEqual(hits.length);
      for (const { score } of hits) expect(score >= 0 && score <= 1).toBe(true);
    }),
  );
});
