export { cliAdapter } from "./cli-adapter.js";
export type {
  ArgumentPart,
  CliAdapterOptions,
  CliCommand,
  CliSettings,
  EnvironmentValue,
  ListPart,
  SwitchPart,
  ValuePart,
} from "./cli-command.js";
export { commandLine } from "./command-line.js";
