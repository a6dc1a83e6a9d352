export { type TimeZoneAdapterOptions, timeZoneAdapter } from "./time-zone-adapter.js";
