import { guardStdout } from "./guard-stdout.js";

// As a program's first import, this is evaluated before anything else can print.
guardStdout();
