import { defineConfig } from "tsup";
import { build } from "../../tsup.base.js";
import { program } from "./tsup.program.js";

export default defineConfig([build(), program]);
