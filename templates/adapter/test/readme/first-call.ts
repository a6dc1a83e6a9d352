import { standaloneContext } from "@agent-tools/contract";
import { timeZoneAdapter } from "agent-tools-adapter-template";

const adapter = timeZoneAdapter();
const noon = { moment: "2026-01-31T12:00:00Z", zone: "Asia/Tokyo" };
const answer = await adapter.call("convert_time", noon, standaloneContext());
if (JSON.stringify(answer) !== '{"zone":"Asia/Tokyo","time":"2026-01-31 21:00:00"}') throw new Error(String(answer));
