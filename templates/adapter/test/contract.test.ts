import { adapterSuite } from "@agent-tools/testing";
import { test } from "vitest";
import { timeZoneAdapter } from "../src/index.js";

const tokyo = { moment: "2026-01-31T12:00:00Z", zone: "Asia/Tokyo" };
const call = { tool: "convert_time", arguments: tokyo, answer: { zone: "Asia/Tokyo", time: "2026-01-31 21:00:00" } };
adapterSuite({ test, create: () => timeZoneAdapter(), call });
