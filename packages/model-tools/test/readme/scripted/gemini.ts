import { GoogleGenAI } from "@google/genai";
import { called } from "./greeter.js";
import { loopback } from "./loopback.js";

export { runtime } from "./greeter.js";

const answer = (part: object) => ({
  candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP" }],
});

const url = await loopback(answer({ functionCall: called }), (text) => answer({ text }));
export const client: GoogleGenAI = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: url } });
