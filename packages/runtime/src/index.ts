export type { CallIo, ClientInfo, Exposure, Pending, Session } from "./exposure.js";
