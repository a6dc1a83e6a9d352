/** The table of docs/clients.md from the measures, one JSON object a line. */
export function measuresTable(lines) {
  const rows = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .sort((one, other) => key(one).localeCompare(key(other)))
    .map(({ client, catalogue, exposure, offered, turns }) => {
      const tools = turns.map((turn) => turn.tools.toLocaleString("en-US"));
      const requests = turns.map((turn) => turn.request.toLocaleString("en-US"));
      return [client, catalogue, exposure, offered, runs(tools), requests.join(" → ")];
    });
  const head = [
    "client",
    "host",
    "exposure",
    "the host's tools in the list",
    "tokens of tools, by turn",
    "of the whole request",
  ];
  return `${[head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")}\n`;
}

const key = ({ client, catalogue }) => `${client} ${catalogue}`;

/** What repeats is said once. */
function runs(values) {
  return values.filter((value, index) => value !== values[index - 1]).join(" → ");
}
