import { Writable } from "node:stream";

let protocol: Writable | undefined;

/**
 * Keeps standard output for the protocol: from now on, for the rest of the process, whatever anybody prints
 * (`console.log`, `process.stdout.write`, a worker's output) goes to standard error instead. Returns the one stream that
 * still reaches standard output; every call gives the same.
 *
 * Output that goes around Node's stream is out of reach: a child that inherits descriptor 1, `fs.writeSync(1, …)`.
 */
export function guardStdout(): Writable {
  if (protocol) return protocol;
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  // The stream below reports a failed write; unhandled here, a client that is gone would crash the process.
  stdout.on("error", () => {});
  protocol = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, encoding, done) => void write(chunk, encoding, (error) => done(error)),
  });
  stdout.write = ((...args: Parameters<typeof write>) => stderr.write(...args)) as typeof write;
  return protocol;
}
