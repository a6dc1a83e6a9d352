import { build } from "../../tsup.base.js";

export default build();
