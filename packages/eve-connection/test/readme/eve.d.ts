/** As far as the snippet uses eve, which needs Node 24; the real one is in the tests of real clients. */
declare module "eve/connections" {
  export function defineMcpClientConnection<Definition>(definition: Definition): Definition;
}
