import { type Adapter, type Tool, ToolError } from "@agent-tools/contract";

/** How to make the adapter. */
export interface TimeZoneAdapterOptions {
  /** The zones that are offered, by their IANA names. Default: every zone that Node knows. */
  readonly zones?: readonly string[];
}

const tools: readonly Tool[] = [
  {
    name: "list_zones",
    description: "The names of the time zones that convert_time takes, for example Europe/Vienna.",
    inputSchema: {
      type: "object",
      properties: { region: { type: "string", description: "Only zones of this region, for example Europe." } },
    },
  },
  {
    name: "convert_time",
    description: "What the clocks of a time zone show at a moment.",
    inputSchema: {
      type: "object",
      properties: {
        moment: { type: "string", format: "date-time", description: "ISO 8601, for example 2026-01-31T12:00:00Z." },
        zone: { type: "string", description: "The name of a zone, as list_zones gives it." },
      },
      required: ["moment", "zone"],
    },
  },
];

/** An adapter with two tools about time zones. Needs no network and holds nothing open. */
export function timeZoneAdapter(options: TimeZoneAdapterOptions = {}): Adapter {
  const zones = options.zones ?? Intl.supportedValuesOf("timeZone");
  return {
    listTools: () => ({ tools: structuredClone(tools) }),
    effect: () => "read",
    async call(name, args) {
      if (name === "list_zones") return { zones: zones.filter((zone) => isOf(args.region, zone)) };
      if (name === "convert_time") return { zone: args.zone, time: clockTime(args.moment, args.zone, zones) };
      throw new ToolError("unknown_target", `There is no tool "${name}" here.`);
    },
  };
}

function isOf(region: string | undefined, zone: string): boolean {
  return region === undefined || zone.startsWith(`${region}/`);
}

function clockTime(moment: string, zone: string, zones: readonly string[]): string {
  if (!zones.includes(zone)) {
    throw new ToolError("invalid_arguments", `There is no time zone "${zone}" here.`, {
      hint: "Take a name that list_zones gives.",
    });
  }
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) {
    throw new ToolError("invalid_arguments", `"${moment}" is no moment. Write it like 2026-01-31T12:00:00Z.`);
  }
  return date.toLocaleString("sv-SE", { timeZone: zone });
}
