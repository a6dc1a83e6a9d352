import { standaloneContext } from "@agent-tools/contract";
import { expect, test } from "vitest";
import { timeZoneAdapter } from "../src/index.js";

const adapter = timeZoneAdapter({ zones: ["Asia/Tokyo", "Europe/Vienna", "Europe/London"] });
const call = async (name: string, args: object) => adapter.call(name, args, standaloneContext());

test("lists its zones, all or those of a region", async () => {
  expect(await call("list_zones", {})).toEqual({ zones: ["Asia/Tokyo", "Europe/Vienna", "Europe/London"] });
  expect(await call("list_zones", { region: "Europe" })).toEqual({ zones: ["Europe/Vienna", "Europe/London"] });
});

test("converts across a change to summer time", async () => {
  const convert = (moment: string) => call("convert_time", { moment, zone: "Europe/Vienna" });
  expect(await convert("2026-03-29T00:59:59Z")).toEqual({ zone: "Europe/Vienna", time: "2026-03-29 01:59:59" });
  expect(await convert("2026-03-29T01:00:00Z")).toEqual({ zone: "Europe/Vienna", time: "2026-03-29 03:00:00" });
});

test("an unknown zone and a bad moment are refused with what to do", async () => {
  await expect(call("convert_time", { moment: "2026-01-31T12:00:00Z", zone: "Vienna" })).rejects.toMatchObject({
    code: "invalid_arguments",
    message: 'There is no time zone "Vienna" here.',
    hint: "Take a name that list_zones gives.",
  });
  await expect(call("convert_time", { moment: "noon", zone: "Asia/Tokyo" })).rejects.toThrow('"noon" is no moment.');
});
