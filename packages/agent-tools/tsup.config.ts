import { defineConfig } from "tsup";
import { build } from "../../tsup.base.js";

export default defineConfig(build());
